"""The blocks a page is made of; each knows what it says, none how it is drawn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from risksim.reports.page.figures import Figure
from risksim.reports.page.tables import Table

#: Words; plain strings are escaped, so ``<`` may be written as it is.
Words = str | Markup


@dataclass(frozen=True)
class Paragraph:
    """A paragraph."""

    words: Words
    kind: str = field(default="paragraph", init=False)


@dataclass(frozen=True)
class Items:
    """A list; ``keys`` are the anchors of its entries, where they have any."""

    words: Sequence[Words]
    keys: Sequence[str] | None = None
    kind: str = field(default="items", init=False)


@dataclass(frozen=True)
class Quote:
    """Words of a document, and where they stand."""

    words: str
    source: Words
    kind: str = field(default="quote", init=False)


@dataclass(frozen=True)
class Preformatted:
    """Text whose lines and spaces count."""

    words: str
    title: str
    kind: str = field(default="preformatted", init=False)


#: What may stand under the heading of a part.
Inner = Paragraph | Items | Quote | Preformatted | Figure | Table


@dataclass(frozen=True)
class Part:
    """A part of a section under its own heading."""

    key: str
    title: str
    blocks: Sequence[Inner]
    kind: str = field(default="part", init=False)


Block = Inner | Part


@dataclass(frozen=True)
class Section:
    """A section of the page, with a line in its table of contents."""

    key: str
    title: str
    blocks: Sequence[Block]

    def tables(self) -> Iterator[Table]:
        """Yield the tables that are written: its own, those of its parts, and those behind its figures."""
        for block in self.blocks:
            for each in block.blocks if isinstance(block, Part) else (block,):
                if isinstance(each, Table) and each.is_written:
                    yield each
                elif isinstance(each, Figure) and each.data is not None:
                    yield each.data
