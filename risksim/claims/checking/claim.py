"""The words of a check: a claim with its tolerance and verdict, a finding with its numbers, and readings of the rules."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from risksim import rules, statistics
from risksim.answers import Answer
from risksim.rules import RuleSet


class Verdict(StrEnum):
    """What the numbers say of a proposition."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Reading:
    """One way to read the rules and to set what they leave open.

    Parameters
    ----------
    name
        Short, for the head of a column: ``"no wilds"``, ``"T = 20"``.
    clauses
        Clauses of the rule set that differ from its own reading, by name.
    settings
        What no clause decides: ``{"turns": 20, "conquest_rate": 0.7, "trade": "hold"}``.
    """

    name: str
    clauses: dict[str, str | int | bool] = field(default_factory=dict)
    settings: dict[str, str | float] = field(default_factory=dict)

    def rules(self, base: str = "new-rules") -> RuleSet:
        """Return the rule set under this reading."""
        return rules.load(base).vary(**self.clauses)


AS_WRITTEN = Reading("as written")


@dataclass(frozen=True)
class Number(Answer):
    """A quantity with its error; ``low == high == value`` where it is exact."""

    label: str
    value: float | None
    low: float | None = None
    high: float | None = None
    unit: str = ""
    exact: str | None = None
    method: str = "exact"
    trials: int | None = None
    seed: int | None = None

    @classmethod
    def of(cls, label: str, value: float | None, unit: str = "", exact: str | None = None) -> "Number":
        """Make a number that is known exactly (None where the quantity does not exist)."""
        return cls(label, value, value, value, unit, exact)

    @classmethod
    def estimated(cls, label: str, estimate: "statistics.Estimate", unit: str = "") -> "Number":
        """Make a number from a simulated estimate."""
        return cls(
            label,
            estimate.value,
            estimate.low,
            estimate.high,
            unit,
            method=estimate.method,
            trials=estimate.trials,
            seed=estimate.seed,
        )


@dataclass(frozen=True)
class Measured:
    """What one reading gave: the number the verdict rests on, and others worth a look.

    ``unmeasured`` says in words what is missing when the deciding number cannot be had; the verdict is then undecided.
    """

    number: Number
    others: tuple[Number, ...] = ()
    unmeasured: str | None = None


@dataclass(frozen=True)
class Effort:
    """How hard to try where a number is simulated."""

    trials: int = 1_000_000
    seed: int = 20_220_801  # the month in which the variant was published
    quick: bool = False


Measure = Callable[[Reading, Effort], Measured]


@dataclass(frozen=True)
class Claim:
    """A sentence of a rule document as a proposition that numbers can hold or fail.

    Parameters
    ----------
    key
        ``"C9"``.
    sentence, source
        The quoted sentence and the key of its document.
    proposition
        What is measured, in one sentence with the number in it.
    low, high
        The tolerance: the proposition holds when the whole interval lies within (infinite ends are open).
    reason
        Why this tolerance.
    readings
        The first is the one of the headline verdict; the others fill the flip matrix.
    """

    key: str
    title: str
    sentence: str
    source: str
    proposition: str
    low: float
    high: float
    reason: str
    measure: Measure
    unit: str = ""
    readings: tuple[Reading, ...] = (AS_WRITTEN,)


@dataclass(frozen=True)
class Finding:
    """A quantity worth knowing, with its error and without a verdict."""

    key: str
    title: str
    sentence: str
    source: str
    quantity: str
    measure: Measure
    unit: str = ""
    readings: tuple[Reading, ...] = (AS_WRITTEN,)


def verdict(measured: Measured, low: float, high: float) -> Verdict:
    """Judge an interval against a tolerance: inside holds, wholly outside fails, anything else is undecided.

    >>> verdict(Measured(Number("share", 0.5, 0.4, 0.6)), 0.3, 0.7)
    <Verdict.HOLDS: 'holds'>
    >>> verdict(Measured(Number("share", 0.5, 0.4, 0.6)), 0.55, 0.7)
    <Verdict.UNDECIDED: 'undecided'>
    """
    number = measured.number
    if measured.unmeasured is not None or number.low is None or number.high is None:
        return Verdict.UNDECIDED
    if math.isnan(number.low) or math.isnan(number.high):
        return Verdict.UNDECIDED
    if low <= number.low and number.high <= high:
        return Verdict.HOLDS
    if number.high < low or number.low > high:
        return Verdict.FAILS
    return Verdict.UNDECIDED
