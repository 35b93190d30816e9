"""Finding the claims, measuring them under their readings, and the matrix of verdicts that flip."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from risksim import catalogues
from risksim.answers import Answer
from risksim.claims.checking.claim import Claim, Effort, Finding, Number, Reading, verdict
from risksim.errors import InputError, unknown_name

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Row(Answer):
    """One claim or finding under one reading.

    ``verdict`` is None for a finding; ``tolerance_low`` and ``tolerance_high`` are None where the end is open.
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
    settings: dict[str, str | float]
    others: tuple[Number, ...]
    unmeasured: str | None
    sentence: str
    source: str
    proposition: str
    reason: str | None


@dataclass(frozen=True)
class Checked(Answer):
    """The headline row of every claim and finding, and the flip matrix of all readings."""

    rows: tuple[Row, ...]
    matrix: tuple[Row, ...]

    def verdicts(self) -> dict[str, str]:
        """Return the headline verdict of each claim by its key."""
        return {row.key: row.verdict for row in self.rows if row.verdict is not None}

    def flips(self) -> dict[str, list[Row]]:
        """Return, for each claim, the rows whose verdict differs from the headline."""
        headline = self.verdicts()
        flipped: dict[str, list[Row]] = {}
        for row in self.matrix:
            if row.verdict is not None and row.verdict != headline[row.key]:
                flipped.setdefault(row.key, []).append(row)
        return flipped

    def to_frame(self) -> "pd.DataFrame":
        """Return one line for each claim and finding under its headline reading."""
        return frame(self.rows)


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
            }
            for row in rows
        ]
    )


def found() -> dict[str, Claim | Finding]:
    """Return every claim and finding by its key, shipped ones and plug-ins, in the order of their numbers.

    Raises
    ------
    InputError
        If a file defines neither ``CLAIM`` nor ``FINDING``, or two files bear the same key.
    """
    by_key: dict[str, Claim | Finding] = {}
    for name, path in catalogues.entries("claims", ".py").items():
        module = catalogues.load_module(name, path)
        entry = getattr(module, "CLAIM", None) or getattr(module, "FINDING", None)
        if not isinstance(entry, (Claim, Finding)):
            raise InputError(f"{path} defines neither CLAIM nor FINDING")
        if entry.key in by_key:
            raise InputError(f"{path} repeats the key {entry.key}")
        by_key[entry.key] = entry
    return dict(sorted(by_key.items(), key=lambda item: _order(item[0])))


def _order(key: str) -> tuple[int, str]:
    digits = "".join(character for character in key if character.isdigit())
    return (int(digits) if digits else 10**9, key)


def check(
    keys: Sequence[str] | None = None,
    *,
    effort: Effort | None = None,
    with_matrix: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Checked:
    """Measure claims and findings.

    Parameters
    ----------
    keys
        ``["C1", "C9"]``; None is all.
    effort
        Trials and seed for what is simulated.
    with_matrix
        Whether to measure the other readings too.
    progress
        Called with (done, total) after each measurement.

    Raises
    ------
    InputError
        For a key nobody knows.
    """
    effort = effort or Effort()
    catalogue = found()
    chosen = list(catalogue) if keys is None else [_known(key, catalogue) for key in keys]
    work = [
        (catalogue[key], position, reading)
        for key in dict.fromkeys(chosen)
        for position, reading in enumerate(catalogue[key].readings)
        if with_matrix or position == 0
    ]
    rows: list[Row] = []
    matrix: list[Row] = []
    for done, (entry, position, reading) in enumerate(work, start=1):
        row = _measure(entry, reading, effort)
        matrix.append(row)
        if position == 0:
            rows.append(row)
        if progress is not None:
            progress(done, len(work))
    return Checked(tuple(rows), tuple(matrix))


def _known(key: str, catalogue: dict[str, Claim | Finding]) -> str:
    if key.upper() not in catalogue:
        raise unknown_name("claim", key, catalogue)
    return key.upper()


def _measure(entry: Claim | Finding, reading: Reading, effort: Effort) -> Row:
    measured = entry.measure(reading, effort)
    is_claim = isinstance(entry, Claim)
    return Row(
        key=entry.key,
        title=entry.title,
        kind="claim" if is_claim else "finding",
        verdict=verdict(measured, entry.low, entry.high).value if isinstance(entry, Claim) else None,
        number=measured.number,
        tolerance_low=_finite(entry.low) if isinstance(entry, Claim) else None,
        tolerance_high=_finite(entry.high) if isinstance(entry, Claim) else None,
        unit=entry.unit,
        reading=reading.name,
        clauses=dict(reading.clauses),
        settings=dict(reading.settings),
        others=measured.others,
        unmeasured=measured.unmeasured,
        sentence=entry.sentence,
        source=entry.source,
        proposition=entry.proposition if isinstance(entry, Claim) else entry.quantity,
        reason=entry.reason if isinstance(entry, Claim) else None,
    )


def _finite(value: float) -> float | None:
    return value if abs(value) != float("inf") else None
