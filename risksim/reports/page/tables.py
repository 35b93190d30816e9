"""Tables: shown on the page with sensible digits, written beside it as CSV at full precision."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from risksim.reports.page import numbers

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Column:
    """A column as it is shown.

    Parameters
    ----------
    name
        Of the column in the frame.
    head
        What stands above it.
    show
        Turns an entry into words; ``Markup`` is left as it is.
    is_number
        Whether it lines up on the right.
    """

    name: str
    head: str
    show: Callable[[Any], str] = numbers.plain
    is_number: bool = True


@dataclass(frozen=True)
class Table:
    """A table of the page and of the folder.

    Parameters
    ----------
    key
        Names the CSV file (``<report>-<key>.csv``) and the anchor.
    caption
        What stands in a row, in one sentence.
    frame
        Everything at full precision.
    columns
        What is shown; the first column heads its row. None shows nothing: the table is only written.
    row_key
        Column whose entries become the anchors of the rows.
    is_written
        Whether the table is written as CSV; False for an extract of one that is.
    """

    key: str
    caption: str
    frame: "pd.DataFrame"
    columns: Sequence[Column] | None
    row_key: str | None = None
    is_written: bool = True
    kind: str = field(default="table", init=False)

    def rows(self) -> list[tuple[str | None, list[str]]]:
        """Return the anchor and the shown entries of each row."""
        records = self.frame.to_dict("records")
        return [
            (
                f"{self.key}-{record[self.row_key]}" if self.row_key else None,
                [column.show(_missing_as_none(record[column.name])) for column in self.columns or ()],
            )
            for record in records
        ]

    def csv(self) -> bytes:
        r"""Return the whole frame as comma-separated values, doubles at full precision.

        >>> import pandas as pd
        >>> Table("odds", "Odds.", pd.DataFrame({"a": [1], "p": [0.1]}), None).csv()
        b'a,p\n1,0.1\n'
        """
        return self.frame.to_csv(index=False, lineterminator="\n").encode()


def link(anchor: str, words: str) -> Markup:
    """Return a link to an anchor of the same page.

    >>> link("C1", "five < six")
    Markup('<a href="#C1">five &lt; six</a>')
    """
    return Markup('<a href="#{}">{}</a>').format(anchor, words)


def _missing_as_none(value: Any) -> Any:
    """Read what pandas puts where there is nothing as None."""
    return None if isinstance(value, float) and value != value else value
