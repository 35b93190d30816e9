"""The sources behind rules, numbers and methods, cited everywhere by key.

>>> from risksim import sources
>>> sources.cite("osborne-2003")
'Jason A. Osborne: Markov Chains for the RISK Board Game Revisited (2003), Mathematics Magazine 76 (2), 129–135'
"""

import dataclasses
import functools
import re
import tomllib
from pathlib import Path

from risksim.errors import unknown_name

_FILE = Path(__file__).with_name("sources.toml")
_KEY_BEFORE_PLACE = re.compile(r"(?:^|; )([a-z][a-z0-9]*(?:-[a-z0-9]+)*): ")


@dataclasses.dataclass(frozen=True)
class Source:
    """One source: a document, a rulebook, a paper, a program or a page."""

    key: str
    title: str
    authors: str
    year: int | str
    """the year, or "undated" """
    kind: str
    """document, rulebook, paper, software or web"""
    where: str
    note: str

    @property
    def reference(self) -> str:
        """The source in one line."""
        return f"{self.authors}: {self.title} ({self.year}), {self.where}"


@functools.cache
def _all() -> dict[str, Source]:
    tables = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {key: Source(key=key, **table) for key, table in tables.items()}


def load() -> dict[str, Source]:
    """Return all sources by key.

    >>> load()["wilson-1927"].year
    1927
    """
    return dict(_all())


def cite(key: str) -> str:
    """Return the source of a key in one line.

    Raises
    ------
    InputError
        If there is no source of that key.
    """
    if key not in _all():
        raise unknown_name("source", key, _all())
    return _all()[key].reference


def keys_in(text: str) -> list[str]:
    """Return the keys a rule set's source line names, in order: "key: place; key: place".

    >>> keys_in("seed-malay: Attacking, ties; hasbro-1993: Attacking")
    ['seed-malay', 'hasbro-1993']
    """
    return _KEY_BEFORE_PLACE.findall(text)
