"""A check in words: the table of verdicts, the findings, what flips, and all about one claim."""

import math
import textwrap
from collections.abc import Mapping
from fractions import Fraction

from risksim.claims.checking.check import NOT_APPLICABLE, Checked, Row
from risksim.claims.checking.claim import Number, Setting
from risksim.claims.checking.decks import OWN

WIDTH = 110
_MARGIN = " " * 5
#: Units that a number between 0 and 1 shows without a word.
_PURE = ("", "probability", "share")
_ONE = {
    "allies": "ally",
    "armies": "army",
    "cards": "card",
    "payments": "payment",
    "sets": "set",
    "suits": "suit",
    "turns": "turn",
}


def table(checked: Checked) -> str:
    """Return the claims with their verdicts, the findings, what flips under other readings, and what does not apply."""
    applicable = [row for row in checked.rows if row.not_applicable is None]
    claims = [row for row in applicable if row.kind == "claim"]
    findings = [row for row in applicable if row.kind == "finding"]
    parts = []
    if claims:
        cells: list[tuple[str, ...]] = [("claim", "", "verdict", "value", "tolerance")]
        cells += [
            (row.key, row.title, str(row.verdict), valued(row.number, row.unit), tolerance(row))
            for row in claims
        ]
        parts.append(_aligned(cells, claims))
    if findings:
        cells = [("finding", "", "value")]
        cells += [(row.key, row.title, valued(row.number, row.unit)) for row in findings]
        parts.append(_aligned(cells, findings))
    if len(checked.matrix) > len(checked.rows) and claims:
        parts.append(flips(checked))
    if len(applicable) < len(checked.rows):
        parts.append(_without_room(checked))
    return "\n\n".join(parts)


def _without_room(checked: Checked) -> str:
    """Return what does not apply under these rules, reason by reason."""
    by_reason: dict[str, list[str]] = {}
    for row in checked.rows:
        if row.not_applicable is not None:
            by_reason.setdefault(row.not_applicable, []).append(row.key)
    lines = [NOT_APPLICABLE]
    for reason, keys in by_reason.items():
        lines += _wrapped(f"{', '.join(keys)}: {reason}", _MARGIN)
    return "\n".join(lines)


def _aligned(cells: list[tuple[str, ...]], rows: list[Row]) -> str:
    """Set cells in columns, and under each row the reading its number was found under."""
    widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
    widths[0] = max(len(line[0]) for line in cells[1:]) + 1
    widths[1] += max(0, len(cells[0][0]) - widths[0] - widths[1])
    lines = [cells[0][0].ljust(widths[0] + widths[1] + 2) + _joined(cells[0][2:], widths[2:])]
    for line, row in zip(cells[1:], rows, strict=True):
        lines.append(line[0].ljust(widths[0]) + _joined(line[1:], widths[1:]))
        lines += _wrapped(reading(row), " " * widths[0] + "  ")
        if row.unmeasured is not None:
            lines += _wrapped(f"not measured: {row.unmeasured}", " " * widths[0] + "  ")
    return "\n".join(line.rstrip() for line in lines)


def _joined(cells: tuple[str, ...], widths: list[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def flips(checked: Checked) -> str:
    """Return, claim by claim, the readings under which the verdict is another."""
    flipped = checked.flips()
    headline = checked.verdicts()
    readings = {row.key: 0 for row in checked.matrix}
    for row in checked.matrix:
        readings[row.key] += 1
    lines = ["readings that change a verdict"]
    for key, said in headline.items():
        applicable = [row for row in checked.matrix if row.key == key and row.not_applicable is None]
        if readings[key] == 1:
            continue
        if key not in flipped:
            which = "readings" if len(applicable) == readings[key] else "readings that apply"
            lines.append(f"{key:<5}{said} under all {len(applicable)} {which}")
            continue
        by_verdict: dict[str, list[str]] = {}
        for row in flipped[key]:
            by_verdict.setdefault(str(row.verdict), []).append(
                f"{row.reading} ({valued(row.number, row.unit)})"
            )
        changes = "; ".join(f"{word} with {', '.join(names)}" for word, names in by_verdict.items())
        wrapped = _wrapped(f"{said} as written; {changes}", _MARGIN)
        lines += [f"{key:<5}{wrapped[0].strip()}", *wrapped[1:]]
    return "\n".join(lines)


def pages(checked: Checked) -> str:
    """Return all about every claim and finding, one after the other."""
    return "\n\n".join(
        in_full(row, [each for each in checked.matrix if each.key == row.key and each.reading != row.reading])
        for row in checked.rows
    )


def in_full(row: Row, others: list[Row]) -> str:
    """Return all about one claim or finding: the sentence, the proposition, the numbers, the other readings."""
    lines = [f"{row.key}  {row.title}" + (f": {judged(row)}" if judged(row) else "")]
    lines += _wrapped(f"“{row.sentence}” ({row.source})", _MARGIN)
    lines += _wrapped(row.proposition, _MARGIN)
    if row.reason is not None:
        lines += _wrapped(f"tolerance {tolerance(row)}: {row.reason}", _MARGIN)
    lines += _wrapped(f"reading: {reading(row)}", _MARGIN)
    if row.unmeasured is not None:
        lines += _wrapped(f"not measured: {row.unmeasured}", _MARGIN)
    if row.not_applicable is not None:
        lines += _wrapped(f"{NOT_APPLICABLE}: {row.not_applicable}", _MARGIN)
    numbers = (
        []
        if row.not_applicable is not None
        else [(number.label, valued(number, number.unit)) for number in (row.number, *row.others)]
    )
    if numbers:
        width = max(len(label) for label, _ in numbers)
        lines += ["", *(f"{_MARGIN}{label:<{width}}  {value}" for label, value in numbers)]
    cells = [
        (each.reading, "" if each.not_applicable else valued(each.number, each.unit), judged(each))
        for each in others
    ]
    if not all(each.not_applicable for each in others):
        width, middle = (max(len(cell[column]) for cell in cells) for column in (0, 1))
        lines += ["", f"{_MARGIN}under other readings"]
        lines += [f"{_MARGIN}{name:<{width}}  {value:<{middle}}  {said}" for name, value, said in cells]
    return "\n".join(line.rstrip() for line in lines)


def judged(row: Row) -> str:
    """Return the verdict of a row in words; nothing for a finding that applies."""
    return row.verdict or (NOT_APPLICABLE if row.not_applicable is not None else "")


def reading(row: Row) -> str:
    """Return what a row's number was found under: the reading, then every setting the rules do not decide."""
    settings = _listed(row.settings)
    return f"{row.reading}: {settings}" if settings else row.reading


def _listed(settings: Mapping[str, Setting]) -> str:
    return ", ".join(
        f"{name.replace('_', ' ')} {shown(value)}" for name, value in settings.items() if value != OWN
    )


def tolerance(row: Row) -> str:
    """Return the tolerance of a claim in words."""
    low, high = row.tolerance_low, row.tolerance_high
    if low is None and high is None:
        return "any"
    if low is None:
        return f"at most {shown(high)}"
    if high is None:
        return f"at least {shown(low)}"
    return f"{shown(low)}" if low == high else f"{shown(low)} … {shown(high)}"


def valued(number: Number, unit: str = "") -> str:
    """Return a number with its interval or its fraction, and its unit.

    A simulated one shows its trials n and, where the exact value is known, by how many standard errors z it is off.

    >>> valued(Number.of("first set", Fraction(797, 205)), "cards")
    '3.8878 (797/205) cards'
    >>> valued(Number("share", 0.5, 0.48, 0.52, method="wilson", trials=2400, seed=1, deviation=0.3))
    '0.5 [0.48, 0.52] (n = 2,400, z = +0.3)'
    """
    if number.value is None:
        return "none"
    text = shown(number.value)
    fraction = number.exact
    if fraction is not None and "/" in fraction and len(fraction) <= 17:
        text += f" ({fraction})"
    elif number.trials is not None and number.low is not None:
        text += f" [{shown(number.low)}, {shown(number.high)}]"
    if unit not in _PURE:
        text += f" {_ONE.get(unit, unit) if number.value == 1 else unit}"
    if number.trials is not None:
        how = f"n = {number.trials:,}"
        if number.deviation is not None:
            how += f", z = {number.deviation:+.1f}"
        text += f" ({how})"
    return text


def shown(value: Setting | None) -> str:
    """Return a number with at most five significant digits, plainly.

    >>> shown(3.887804878), shown(-1.0), shown(1e-17), shown(12345678.9), shown(Fraction(1, 3)), shown("soon")
    ('3.8878', '-1', '0', '12,345,679', '1/3', 'soon')
    """
    if value is None:
        return "none"
    if isinstance(value, (str, Fraction)):
        return str(value)
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if abs(value) < 1e-9:
        return "0"
    digits = max(0, min(4 - math.floor(math.log10(abs(value))), 9))
    text = f"{value:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
