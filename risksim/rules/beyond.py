"""House rules that no clause expresses, so that nobody looks for the clause in vain."""

import dataclasses
import tomllib
from pathlib import Path


@dataclasses.dataclass(frozen=True)
class Inexpressible:
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
    text = Path(__file__).with_name("beyond.toml").read_text(encoding="utf-8")
    return [Inexpressible(**entry) for entry in tomllib.loads(text)["rule"]]
