"""House rules that no clause expresses, so that nobody looks for the clause in vain."""

import os
from typing import NamedTuple


class Inexpressible(NamedTuple):
    """A house rule no clause expresses."""

    name: str
    asks: str
    """what the rule asks for"""
    instead: str
    """the nearest thing clauses can do, or "none" and why"""


def inexpressible() -> list[Inexpressible]:
    """Return the house rules that no clause expresses, with what can be done instead.

    >>> inexpressible()[0].name
    'secret missions'
    """
    import tomllib

    with open(os.path.join(os.path.dirname(__file__), "beyond.toml"), "rb") as file:
        return [Inexpressible(**entry) for entry in tomllib.load(file)["rule"]]
