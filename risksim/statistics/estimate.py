"""One simulated number: its value, its standard error and its interval, with everything needed to run it again."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from risksim.answers import Answer
from risksim.errors import InputError, check_real

if TYPE_CHECKING:
    import pandas as pd

#: Kinds of intervals in words.
METHOD_NAMES = {
    "wilson": "Wilson",
    "clopper-pearson": "Clopper–Pearson",
    "normal": "normal",
    "student": "Student",
    "confidence-sequence": "confidence sequence",
    "order-statistics": "order statistics",
    "delta": "delta method",
    "paired": "paired",
}


@dataclass(frozen=True)
class Estimate(Answer):
    """A number with its error; ``print`` shows it with no more digits than the error allows.

    Attributes
    ----------
    value
        The point estimate, in the unit of what was measured.
    standard_error
        Standard deviation of ``value`` over repetitions of the simulation, estimated from this one; 0 where all
        trials agreed, so read the interval.
    low, high
        The interval, ``low <= value <= high``; infinite where the trials give no bound on that side.
    level
        Confidence level of the interval, such as 0.95.
    trials
        Independent trials behind the value.
    seed
        Seed of the simulation; None where the numbers came from elsewhere.
    method
        How the interval was made: ``wilson``, ``clopper-pearson``, ``normal``, ``student``,
        ``confidence-sequence``, ``order-statistics``, ``delta`` or ``paired``.

    >>> estimate = Estimate(0.5, 0.05, 0.404, 0.596, 0.95, 100, 7, "wilson")
    >>> estimate.contains(0.41), estimate.inside(0.4, 0.6), estimate.outside(0.6, 0.7)
    (True, True, True)
    """

    value: float
    standard_error: float
    low: float
    high: float
    level: float
    trials: int
    seed: int | None
    method: str

    def contains(self, x: float | Fraction) -> bool:
        """Return whether ``x``, rounded to a float, lies in the interval, ends included."""
        return self.low <= float(x) <= self.high

    def inside(self, low: float, high: float) -> bool:
        """Return whether the whole interval lies within ``low`` … ``high``: a claim with that tolerance holds."""
        return low <= self.low and self.high <= high

    def outside(self, low: float, high: float) -> bool:
        """Return whether the interval and ``low`` … ``high`` have no point in common: such a claim fails."""
        return self.high < low or self.low > high

    def z_against(self, exact: float | Fraction) -> float:
        """Return by how many standard errors ``value`` lies above ``exact``.

        For proportions (``wilson``, ``clopper-pearson``) the standard error is that under the exact value,
        √(p(1 − p)/n), which serves as well where no trial, or every trial, succeeded. A difference without any
        error to measure it by is infinite; no difference is 0.

        >>> round(Estimate(0.6, 0.049, 0.5, 0.7, 0.95, 100, 7, "wilson").z_against(0.5), 12)
        2.0
        """
        difference = self.value - float(exact)
        scale = self.standard_error
        if self.method in ("wilson", "clopper-pearson"):
            scale = math.sqrt(max(float(exact * (1 - exact)), 0.0) / self.trials)
        if difference == 0:
            return 0.0
        return difference / scale if scale > 0 else math.copysign(math.inf, difference)

    def to_frame(self) -> "pd.DataFrame":
        """Return the estimate as a table of one row."""
        import pandas as pd

        return pd.DataFrame([self.to_dict()])

    def __str__(self) -> str:
        width = self.high - self.low
        scale = next((s for s in (self.standard_error, width / 4) if 0 < s < math.inf), None)

        def show(x: float) -> str:
            if not math.isfinite(x):
                return "∞" if x > 0 else "−∞"
            return f"{x:,.6g}" if scale is None else f"{x:z,.{_decimals(scale)}f}"

        error = f" ± {show(self.standard_error)}" if 0 < self.standard_error < math.inf else ""
        method = METHOD_NAMES.get(self.method, self.method)
        return (
            f"{show(self.value)}{error} ({100 * self.level:g} % {method} "
            f"{show(self.low)}…{show(self.high)}, n = {self.trials:,})"
        )


def _decimals(scale: float) -> int:
    """Decimal places that show two digits of an error which begins below 3.55 and one digit of any other."""
    exponent = math.floor(math.log10(scale))
    digits = 2 if scale / 10**exponent < 3.55 else 1
    return max(0, digits - 1 - exponent)


def check_level(level: float) -> float:
    """Return a confidence level strictly between 0 and 1.

    Raises
    ------
    InputError
        If it is not such a number (95 for 0.95 is the usual slip).
    """
    number = check_real("level", level)
    if not 0 < number < 1:
        raise InputError(f"level must lie strictly between 0 and 1, not {number:g}")
    return number


def normal_multiple(level: float) -> float:
    """Return the number of standard errors on either side that a normal interval of this level takes.

    >>> round(normal_multiple(0.95), 6)
    1.959964
    """
    from scipy.special import ndtri

    return float(-ndtri((1 - check_level(level)) / 2))
