"""A page: its blocks poured into one HTML file that asks nothing of any other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from risksim.errors import InputError
from risksim.reports.page.contents import Section, Words
from risksim.reports.page.tables import Table


@dataclass(frozen=True)
class Page:
    """What a report says.

    Parameters
    ----------
    title, question
        The heading and the line below it.
    answer
        The page in plain words, a paragraph each, before everything else.
    sections
        In the order of reading.
    """

    title: str
    question: str
    answer: Sequence[Words]
    sections: Sequence[Section]

    def tables(self) -> Iterator[Table]:
        """Yield every table of the page and behind its figures."""
        for section in self.sections:
            yield from section.tables()

    def html(self) -> bytes:
        """Return the page as one HTML file.

        Raises
        ------
        InputError
            If two blocks have the same anchor.
        """
        from jinja2 import Environment, PackageLoader, StrictUndefined

        self._check_anchors()
        environment = Environment(
            loader=PackageLoader("risksim.reports.page", "template"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        return environment.get_template("page.html.jinja").render(page=self).encode()

    def _check_anchors(self) -> None:
        seen: set[str] = set()
        for section in self.sections:
            parts = [block for block in section.blocks if block.kind == "part"]
            for block in (section, *section.blocks, *(inner for part in parts for inner in part.blocks)):  # type: ignore[union-attr]
                key = getattr(block, "key", None)
                if key is not None and key in seen:
                    raise InputError(f"two blocks of the page {self.title!r} have the key {key!r}")
                seen.add(key or "")
