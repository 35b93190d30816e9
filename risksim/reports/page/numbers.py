"""Numbers in words for people: sensible digits, and always an error or the word "exact"."""

import math
from collections.abc import Callable
from typing import Any

from risksim.claims import Number

#: Units that are shown as percent.
_SHARES = ("probability", "chance", "share")
#: Below this a number is a zero that was rounded.
_NOISE = 1e-9
#: What stands where a quantity does not exist.
NONE = "–"


def plain(value: Any, digits: int = 4) -> str:
    """Return a number with so many significant digits, thousands separated; text as it is.

    >>> plain(2598960), plain(7.00049), plain(0.0000123), plain(None), plain("soon")
    ('2,598,960', '7', '0.0000123', '–', 'soon')
    """
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return f"{value:,}"
    number = float(value)
    if math.isnan(number):
        return NONE
    if math.isinf(number):
        return "unbounded" if number > 0 else "unbounded below"
    if abs(number) < _NOISE:
        return "0"
    decimals = max(0, digits - 1 - math.floor(math.log10(abs(number))))
    text = f"{number:,.{decimals}f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-", "−")


def fixed(decimals: int) -> Callable[[Any], str]:
    """Return a way to show numbers with so many decimals, for columns that should line up.

    >>> fixed(2)(7.0)
    '7.00'
    """

    def show(value: Any) -> str:
        if value is None or isinstance(value, str) or (isinstance(value, float) and not math.isfinite(value)):
            return plain(value)
        return f"{value:,.{decimals}f}".replace("-", "−")

    return show


def percent(value: Any, decimals: int = 1) -> str:
    """Return a probability as percent.

    >>> percent(0.8333), percent(1), percent(0.00001)
    ('83.3 %', '100.0 %', '< 0.1 %')
    """
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return plain(value)
    smallest = 10.0 ** -(decimals + 2)
    if _NOISE < value < smallest / 2:
        return f"< {smallest * 100:.{decimals}f} %"
    if 1 - smallest / 2 < value < 1 - _NOISE:
        return f"> {(1 - smallest) * 100:.{decimals}f} %"
    return f"{float(value) * 100:.{decimals}f} %".replace("-", "−")


def is_share(unit: str) -> bool:
    """Tell whether a unit is a probability or a share of a whole, shown as percent."""
    return any(word in unit.lower() for word in _SHARES)


def value_of(number: Number, unit: str = "") -> str:
    """Return a number with its own unit, or the one given, without its error.

    >>> value_of(Number.of("mean", 7.0, "armies")), value_of(Number.of("win", 0.25, "probability"))
    ('7 armies', '25.0 %')
    """
    if number.value is None:
        return "does not exist"
    if is_share(number.unit or unit):
        return percent(number.value)
    return f"{plain(number.value)} {number.unit or unit}".strip()


def error_of(number: Number, unit: str = "") -> str:
    """Return the error of a number: "exact", with a short fraction where one is known, or its interval.

    >>> error_of(Number.of("cards", 3.887804878, "cards", "797/205"))
    'exact: 797/205'
    >>> error_of(Number("share", 0.5, 0.48, 0.52, "share", method="wilson", trials=2400, seed=1))
    '48.0 % … 52.0 % (wilson, 2,400 trials)'
    """
    if number.value is None:
        return ""
    if number.low is None or number.high is None:
        return "no interval"
    if number.low == number.high and number.trials is None:
        fraction = number.exact if number.exact and len(number.exact) <= 24 else None
        how = "exact" if number.method == "exact" else number.method
        return f"{how}: {fraction}" if fraction else how
    ends = (number.low, number.high)
    low, high = (percent(end) if is_share(number.unit or unit) else plain(end) for end in ends)
    trials = f", {number.trials:,} trials" if number.trials else ""
    apart = ""
    if number.deviation is not None:
        apart = f"; {abs(number.deviation):.1f} standard errors {'above' if number.deviation > 0 else 'below'} exact"
    return f"{low} … {high} ({number.method}{trials}{apart})"


def in_full(number: Number, unit: str = "") -> str:
    """Return a number with its unit and its error.

    >>> in_full(Number.of("cards", 3.887804878, "cards", "797/205"))
    '3.888 cards (exact: 797/205)'
    """
    value, error = value_of(number, unit), error_of(number, unit)
    return f"{value} ({error})" if error else value


def joined(parts: list[str]) -> str:
    """Return names as people list them.

    >>> joined(["C1", "C2", "C5"]), joined(["C1"]), joined([])
    ('C1, C2 and C5', 'C1', 'none')
    """
    if not parts:
        return "none"
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
