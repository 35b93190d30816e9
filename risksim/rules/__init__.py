"""Rule sets as data: what is played, clause by clause, and where it is written.

A rule set is a TOML file: shipped ones lie in ``risksim/rules/data``, a user's own anywhere. Every subject takes
``rules=`` as a name, a path or a :class:`RuleSet`.

>>> from risksim import rules
>>> rules.load("classic").dice.ties.value
'defender'
>>> rules.load("classic").vary(ties="attacker").label
'classic with ties=attacker'
"""

from typing import TYPE_CHECKING, Any

from risksim.rules.clauses import CLAUSES, SECTIONS, Clause
from risksim.rules.ruleset import ClauseReading, RuleSet, differences, load, load_all, names

if TYPE_CHECKING:
    from risksim.rules.beyond import Inexpressible, inexpressible
    from risksim.rules.reading import readers

__all__ = [
    "CLAUSES",
    "SECTIONS",
    "Clause",
    "ClauseReading",
    "Inexpressible",
    "RuleSet",
    "differences",
    "inexpressible",
    "load",
    "load_all",
    "names",
    "readers",
]


def __getattr__(name: str) -> Any:
    """Load what only the listing of rule sets needs when it is first asked for."""
    if name in ("Inexpressible", "inexpressible"):
        from risksim.rules import beyond

        return getattr(beyond, name)
    if name == "readers":
        from risksim.rules import reading

        return reading.readers
    raise AttributeError(f"module 'risksim.rules' has no attribute {name!r}")
