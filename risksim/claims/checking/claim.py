"""The words of a check: a claim with its tolerance and verdict, a finding with its numbers, and readings of the rules."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from pathlib import Path

from risksim import rules as rules_module
from risksim import statistics
from risksim.answers import Answer
from risksim.errors import InputError, check_count, check_real
from risksim.rules import RuleSet

#: What a reading sets beside the clauses of the rules: a number (fractions stay exact) or a word.
Setting = str | int | float | Fraction


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
        Short, for the head of a column: ``"no wilds"``, ``"20 turns"``. One name means one thing in all claims.
    clauses
        Clauses of the rule set that differ from its own reading, by name.
    settings
        What no clause decides: ``{"turns": 20, "conquest_rate": 0.7, "trade": "hold"}``.
    """

    name: str
    clauses: Mapping[str, str | int | bool] = field(default_factory=dict)
    settings: Mapping[str, Setting] = field(default_factory=dict)

    def rules(self, base: str | Path | RuleSet = "new-rules") -> RuleSet:
        """Return the rule set under this reading.

        >>> Reading("no wilds", {"wilds": 0}).rules().label
        'new-rules with wilds=0'
        """
        return rules_module.load(base).vary(**self.clauses)


#: The rules as the document has them, and everything else at the claim's own values.
AS_WRITTEN = Reading("as written")


@dataclass(frozen=True)
class Number(Answer):
    """A quantity with its error; ``low == high == value`` where it is exact.

    Attributes
    ----------
    label
        What it is, in a few words.
    value
        None where the quantity does not exist.
    exact
        The fraction behind an exact value, where it is known.
    method
        ``"exact"``, or how the interval was made.
    deviation
        For a simulated number whose exact value is known: by how many standard errors it lies above it.
    """

    label: str
    value: float | None
    low: float | None = None
    high: float | None = None
    unit: str = ""
    exact: str | None = None
    method: str = "exact"
    trials: int | None = None
    seed: int | None = None
    deviation: float | None = None

    @classmethod
    def of(
        cls, label: str, value: float | Fraction | None, unit: str = "", exact: str | None = None
    ) -> "Number":
        """Make a number that is known exactly (None where the quantity does not exist).

        A fraction keeps itself in ``exact``.

        >>> Number.of("mean", Fraction(7, 2)).exact
        '7/2'
        """
        if isinstance(value, Fraction):
            exact = str(value)
        point = None if value is None else float(value)
        return cls(label, point, point, point, unit, exact)

    @classmethod
    def estimated(
        cls,
        label: str,
        estimate: "statistics.Estimate",
        unit: str = "",
        against: float | Fraction | None = None,
    ) -> "Number":
        """Make a number from a simulated estimate, measured against its exact value where that is known."""
        return cls(
            label,
            estimate.value,
            estimate.low,
            estimate.high,
            unit,
            method=estimate.method,
            trials=estimate.trials,
            seed=estimate.seed,
            deviation=None if against is None else estimate.z_against(against),
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

    def __post_init__(self) -> None:
        check_count("trials", self.trials, 1)
        check_count("seed", self.seed)

    @classmethod
    def of(cls, *, quick: bool = False, trials: int | None = None, seed: int | None = None) -> "Effort":
        """Return the effort of a quick or a full check, with trials and seed of one's own where they are given.

        >>> Effort.of(quick=True).trials
        100000
        """
        standard = 100_000 if quick else cls.trials
        return cls(standard if trials is None else trials, cls.seed if seed is None else seed, quick)


@dataclass(frozen=True)
class Case:
    """What a measure is given: the rules under a reading, what the reading sets besides, and how hard to try.

    Attributes
    ----------
    rules
        The rule set with the reading's clauses.
    settings
        The claim's settings, overlaid with those of the reading.
    is_headline
        Whether this is the reading the verdict is given under; simulations that only accompany an exact number,
        and tables over many values, need not be repeated elsewhere.
    """

    rules: RuleSet
    settings: Mapping[str, Setting]
    effort: Effort
    is_headline: bool = True

    def whole(self, name: str) -> int:
        """Return a setting that is a whole number."""
        return check_count(name, self.settings[name])  # type: ignore[arg-type]

    def real(self, name: str) -> float | Fraction:
        """Return a setting that is a number; fractions stay fractions."""
        value = self.settings[name]
        if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
            return value
        return check_real(name, value)  # type: ignore[arg-type]

    def word(self, name: str) -> str:
        """Return a setting that is a word."""
        value = self.settings[name]
        if not isinstance(value, str):
            raise InputError(f"{name} must be a word, not {value!r}")
        return value


Measure = Callable[[Case], Measured]


@dataclass(frozen=True)
class Entry:
    """What claims and findings have in common.

    Parameters
    ----------
    key
        ``"C9"``.
    title
        A few words for the head of a row.
    sentence, source
        The quoted sentence and the key of its document.
    measure
        What turns a reading into numbers.
    unit
        Of the number in question.
    settings
        What neither the rules nor the sentence decide, by name, at the values of the first reading.
    readings
        The first is the one of the headline; the others fill the flip matrix.
    version
        Raised whenever the meaning of the number changes.
    """

    key: str
    title: str
    sentence: str
    source: str
    measure: Measure
    unit: str = ""
    settings: Mapping[str, Setting] = field(default_factory=dict, kw_only=True)
    readings: tuple[Reading, ...] = field(default=(AS_WRITTEN,), kw_only=True)
    version: int = field(default=1, kw_only=True)

    def __post_init__(self) -> None:
        if not self.readings:
            raise InputError(f"{self.key} has no reading")
        names = [reading.name for reading in self.readings]
        repeated = sorted({name for name in names if names.count(name) > 1})
        if repeated:
            raise InputError(f"{self.key} has two readings of the name {repeated[0]!r}")
        for reading in self.readings:
            unknown = sorted(set(reading.settings) - set(self.settings))
            if unknown:
                raise InputError(
                    f"{self.key}: reading {reading.name!r} sets {unknown[0]!r}, which is no setting of this entry "
                    f"(known: {', '.join(self.settings) or 'none'})"
                )


@dataclass(frozen=True)
class Claim(Entry):
    """A sentence of a rule document as a proposition that numbers can hold or fail.

    Parameters
    ----------
    proposition
        What is measured, in one sentence with the number in it.
    low, high
        The tolerance: the proposition holds when the whole interval lies within, ends included (infinite ends are
        open).
    reason
        Why this tolerance.
    """

    proposition: str = field(kw_only=True)
    low: float = field(kw_only=True)
    high: float = field(kw_only=True)
    reason: str = field(kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.low <= self.high:
            raise InputError(f"{self.key}: the tolerance {self.low:g} … {self.high:g} is empty")


@dataclass(frozen=True)
class Finding(Entry):
    """A quantity worth knowing, with its error and without a verdict.

    Parameters
    ----------
    quantity
        What is measured, in one sentence.
    """

    quantity: str = field(kw_only=True)


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
