"""Finding the claims, measuring them under their readings, and the matrix of verdicts that flip."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from risksim import catalogues
from risksim import rules as rules_module
from risksim.answers import Answer, plain
from risksim.claims.checking.claim import (
    Case,
    Claim,
    Effort,
    Finding,
    Measured,
    Number,
    Reading,
    Setting,
    verdict,
)
from risksim.errors import InputError, NotApplicableError, unknown_name
from risksim.rules import RuleSet

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

#: What is said in the place of a verdict where the rules leave no room for the question.
NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True)
class Row(Answer):
    """One claim or finding under one reading.

    Attributes
    ----------
    kind
        ``"claim"`` or ``"finding"``.
    verdict
        ``"holds"``, ``"fails"`` or ``"undecided"``; None for a finding, and where the question does not apply.
    number
        The quantity in question.
    tolerance_low, tolerance_high
        None for a finding, and where the end is open.
    reading
        Name of the reading.
    clauses
        Clauses of the rule set that the reading changed.
    settings
        Everything else the number depends on, at the values used.
    others
        Numbers worth a look beside it.
    unmeasured
        What is missing, in words, where the deciding number cannot be had.
    not_applicable
        Why these rules leave no room for the question; None where they do.
    proposition
        What a claim says, or what quantity a finding reports.
    reason
        Why a claim has this tolerance.
    """

    key: str
    title: str
    kind: str
    verdict: str | None
    number: Number
    tolerance_low: float | None
    tolerance_high: float | None
    unit: str
    reading: str
    clauses: dict[str, str | int | bool]
    settings: dict[str, Setting]
    others: tuple[Number, ...]
    unmeasured: str | None
    not_applicable: str | None
    sentence: str
    source: str
    proposition: str
    reason: str | None
    version: int

    def to_dict(self) -> dict[str, Any]:
        """Return the fields, and ``value``, ``interval``, ``tolerance`` and ``readings`` read off them."""
        number = self.number
        return {
            "key": self.key,
            "title": self.title,
            "kind": self.kind,
            "verdict": self.verdict,
            "value": number.value,
            "interval": None if number.low is None else [number.low, number.high],
            "tolerance": None if self.kind == "finding" else [self.tolerance_low, self.tolerance_high],
            "readings": {
                name: float(value) if isinstance(value, Fraction) else plain(value)
                for name, value in {**self.clauses, **self.settings}.items()
            },
        } | super().to_dict()

    def to_frame(self) -> "pd.DataFrame":
        """Return the row's numbers, the one in question first, a line each."""
        import pandas as pd

        return pd.DataFrame([number.to_dict() for number in (self.number, *self.others)])


@dataclass(frozen=True)
class Checked(Answer):
    """The headline row of every claim and finding, and the flip matrix of all readings.

    Attributes
    ----------
    rules, digest
        Label and digest of the rule set the readings start from.
    seed, trials
        Of what was simulated.
    rows
        Every claim and finding under its first reading.
    matrix
        Every claim and finding under all its readings (the first alone, where no others were asked for).
    """

    rules: str
    digest: str
    seed: int
    trials: int
    rows: tuple[Row, ...]
    matrix: tuple[Row, ...]

    def verdicts(self) -> dict[str, str]:
        """Return the headline verdict of each claim by its key; claims that do not apply have none."""
        return {row.key: row.verdict for row in self.rows if row.verdict is not None}

    def flips(self) -> dict[str, list[Row]]:
        """Return, for each claim, the rows whose verdict differs from the headline."""
        headline = self.verdicts()
        flipped: dict[str, list[Row]] = {}
        for row in self.matrix:
            if row.verdict is not None and row.verdict != headline.get(row.key, row.verdict):
                flipped.setdefault(row.key, []).append(row)
        return flipped

    def to_frame(self) -> "pd.DataFrame":
        """Return one line for each claim and finding under its headline reading."""
        return frame(self.rows)

    def matrix_frame(self, what: str = "verdict") -> "pd.DataFrame":
        """Return a table of claims (lines) by readings (columns), blank where a reading does not concern a claim.

        Parameters
        ----------
        what
            ``"verdict"``: claims alone, as words ("not applicable" among them). ``"value"``: findings too, as numbers (NaN where blank).

        Raises
        ------
        InputError
            If it is neither.
        """
        import pandas as pd

        if what not in ("verdict", "value"):
            raise unknown_name("content of the matrix", what, ("verdict", "value"))
        rows = [row for row in self.matrix if what == "value" or row.kind == "claim"]
        readings = list(dict.fromkeys(row.reading for row in rows))
        by_key: dict[str, dict[str, Any]] = {row.key: {} for row in rows}
        for row in rows:
            by_key[row.key][row.reading] = (
                (row.verdict or NOT_APPLICABLE) if what == "verdict" else row.number.value
            )
        blank: Any = "" if what == "verdict" else float("nan")
        table = [[cells.get(reading, blank) for reading in readings] for cells in by_key.values()]
        dtype: Any = object if what == "verdict" else "float64"
        return pd.DataFrame(table, index=pd.Index(by_key, name="key"), columns=readings, dtype=dtype)

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the verdict of every claim under every reading."""
        from risksim.claims.checking import plots

        return plots.verdicts(self, ax)


def frame(rows: Sequence[Row]) -> "pd.DataFrame":
    """Return rows of a check as a tidy table with one number a line."""
    import pandas as pd

    return pd.DataFrame(
        [
            {
                "key": row.key,
                "title": row.title,
                "kind": row.kind,
                "reading": row.reading,
                "verdict": row.verdict,
                "value": row.number.value,
                "low": row.number.low,
                "high": row.number.high,
                "unit": row.unit,
                "tolerance_low": row.tolerance_low,
                "tolerance_high": row.tolerance_high,
                "method": row.number.method,
                "unmeasured": row.unmeasured,
                "not_applicable": row.not_applicable,
            }
            for row in rows
        ]
    )


def found() -> dict[str, Claim | Finding]:
    """Return every claim and finding by its key, shipped ones and plug-ins, in the order of their numbers.

    Raises
    ------
    InputError
        If a file defines neither ``CLAIM`` nor ``FINDING``, or both; if two files bear the same key; or if one
        name of a reading means different things in two of them.
    """
    by_key: dict[str, Claim | Finding] = {}
    readings: dict[str, tuple[str, Reading]] = {}
    for name, path in catalogues.entries("claims", ".py").items():
        module = catalogues.load_module(name, path)
        defined = [
            entry
            for entry in (getattr(module, "CLAIM", None), getattr(module, "FINDING", None))
            if isinstance(entry, (Claim, Finding))
        ]
        if len(defined) != 1:
            raise InputError(
                f"{path} defines {'both' if defined else 'neither'} CLAIM {'and' if defined else 'nor'} FINDING"
            )
        entry = defined[0]
        if entry.key in by_key:
            raise InputError(f"{path} repeats the key {entry.key}")
        for reading in entry.readings:
            first, same = readings.setdefault(reading.name, (entry.key, reading))
            if same != reading:
                raise InputError(
                    f"reading {reading.name!r} means one thing in {first}, another in {entry.key}"
                )
        by_key[entry.key] = entry
    return dict(sorted(by_key.items(), key=lambda item: _order(item[0])))


def _order(key: str) -> tuple[int, str]:
    digits = "".join(character for character in key if character.isdecimal())
    return (int(digits) if digits else 10**9, key)


def check(
    keys: str | Sequence[str] | None = None,
    *,
    rules: str | Path | RuleSet = "new-rules",
    effort: Effort | None = None,
    with_matrix: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Checked:
    """Measure claims and findings.

    Parameters
    ----------
    keys
        ``"C9"`` or ``["C1", "C9"]``, in any case; None is all.
    rules
        The rule set every reading starts from.
    effort
        Trials and seed for what is simulated.
    with_matrix
        Whether to measure the other readings too.
    progress
        Called with (done, total) after each measurement.

    Raises
    ------
    InputError
        For a key nobody knows, an empty choice, or a claim that cannot be measured. One that asks about what the
        rule set lacks gets a row without a verdict instead, and the reason.

    >>> check(["C1"], with_matrix=False).verdicts()
    {'C1': 'holds'}
    """
    effort = effort or Effort()
    base = rules_module.load(rules)
    catalogue = found()
    keys = [keys] if isinstance(keys, str) else keys
    chosen = list(catalogue) if keys is None else [known(key, catalogue) for key in keys]
    if not chosen:
        raise InputError("no claim to check: the choice is empty")
    work = [
        (catalogue[key], position, reading)
        for key in dict.fromkeys(chosen)
        for position, reading in enumerate(catalogue[key].readings)
        if with_matrix or position == 0
    ]
    rows: list[Row] = []
    matrix: list[Row] = []
    for done, (entry, position, reading) in enumerate(work, start=1):
        row = _measure(entry, reading, base, effort, position == 0)
        matrix.append(row)
        if position == 0:
            rows.append(row)
        if progress is not None:
            progress(done, len(work))
    return Checked(base.label, base.digest, effort.seed, effort.trials, tuple(rows), tuple(matrix))


def known(key: str, catalogue: Mapping[str, Claim | Finding]) -> str:
    """Return the key as the catalogue writes it.

    Raises
    ------
    InputError
        If nobody knows it; the nearest is named.
    """
    for candidate in catalogue:
        if candidate.casefold() == key.strip().casefold():
            return candidate
    raise unknown_name("claim", key, catalogue)


def _measure(
    entry: Claim | Finding, reading: Reading, base: RuleSet, effort: Effort, is_headline: bool
) -> Row:
    settings = {**entry.settings, **reading.settings}
    not_applicable = None
    try:
        varied = reading.rules(base)
        measured = entry.measure(Case(varied, settings, effort, is_headline))
        if not isinstance(measured, Measured):
            raise TypeError(f"the measure returned {type(measured).__name__}, not Measured")
    except NotApplicableError as error:
        not_applicable = str(error)
        measured = Measured(Number(entry.title, None, unit=entry.unit, method=NOT_APPLICABLE))
    except InputError as error:
        raise InputError(f"{entry.key} under reading {reading.name!r}: {error}") from error
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {error}"
        raise InputError(
            f"{entry.key} under reading {reading.name!r} cannot be measured: {reason}"
        ) from error
    claim = entry if isinstance(entry, Claim) else None
    return Row(
        key=entry.key,
        title=entry.title,
        kind="claim" if claim else "finding",
        verdict=verdict(measured, claim.low, claim.high).value if claim and not not_applicable else None,
        number=measured.number,
        tolerance_low=_finite(claim.low) if claim else None,
        tolerance_high=_finite(claim.high) if claim else None,
        unit=entry.unit,
        reading=reading.name,
        clauses={
            name: value
            for name, value in varied.readings(*reading.clauses).items()
            if reading.clauses and value != base.readings(name)[name]
        },
        settings=settings,
        others=measured.others,
        unmeasured=measured.unmeasured,
        not_applicable=not_applicable,
        sentence=entry.sentence,
        source=entry.source,
        proposition=entry.proposition if isinstance(entry, Claim) else entry.quantity,
        reason=claim.reason if claim else None,
        version=entry.version,
    )


def _finite(value: float) -> float | None:
    return value if abs(value) != float("inf") else None
