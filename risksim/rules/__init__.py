"""Rule sets as data: what is played, clause by clause, and where it is written.

A rule set is a TOML file: shipped ones lie in ``risksim/rules/data``, a user's own anywhere. Every subject takes
``rules=`` as a name, a path or a :class:`RuleSet`.

>>> from risksim import rules
>>> rules.load("classic").dice.ties.value
'defender'
>>> rules.load("classic").vary(ties="attacker").label
'classic with ties=attacker'
"""

from risksim.rules.beyond import Inexpressible, inexpressible
from risksim.rules.clauses import CLAUSES, SECTIONS, Clause
from risksim.rules.reading import readers
from risksim.rules.ruleset import ClauseReading, RuleSet, differences, load, load_all, names

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
