"""Differences between two simulations that shared their random numbers, and what sharing them was worth.

Trial i of both runs draws from the same stream, so luck cancels in the difference. The part of the variance removed
is 1 − Var(b − a) / (Var(a) + Var(b)): 0 means the pairing gave nothing, 0.75 that it saved three trials in four.

Sources: ``student-1908``, ``agresti-min-2005``.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from risksim.answers import Answer
from risksim.errors import InputError, check_count
from risksim.statistics.estimate import Estimate, check_level, normal_multiple
from risksim.statistics.means import finite_sample, mean, mean_from_sums
from risksim.statistics.proportions import proportion

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd


@dataclass(frozen=True)
class PairedDifference(Answer):
    """Two measures on the same trials and ``second − first``.

    Attributes
    ----------
    first, second
        The two means, each with its own interval.
    difference
        ``second − first``: what changing from the first to the second adds.
    correlation
        Between the two over the trials; None where one of them never varied.
    variance_removed
        Share of the difference's variance that pairing removed; negative where pairing did harm, None where
        neither varied.
    """

    first: Estimate
    second: Estimate
    difference: Estimate
    correlation: float | None
    variance_removed: float | None

    def to_frame(self) -> "pd.DataFrame":
        """Return a table of three rows: first, second, difference."""
        import pandas as pd

        rows = {"first": self.first, "second": self.second, "difference": self.difference}
        return pd.DataFrame([{"measure": name, **row.to_dict()} for name, row in rows.items()])

    def __str__(self) -> str:
        if self.variance_removed is None:
            return str(self.difference)
        return f"{self.difference}; pairing removed {100 * self.variance_removed:.0f} % of the variance"


def paired_difference(
    first: "npt.ArrayLike", second: "npt.ArrayLike", *, seed: int | None = None, level: float = 0.95
) -> PairedDifference:
    """Return ``second − first``, averaged over trials that shared their random numbers.

    Use :func:`paired_proportions` for successes and failures: Student's interval has no width where all
    trials agree.

    Parameters
    ----------
    first, second
        Shape (n,), n ≥ 2; entry i of both comes from trial i.
    seed, level
        Seed of the simulation and confidence level; the interval is Student's over the n differences.

    Raises
    ------
    InputError
        If the shapes differ, n < 2, or a value is not a finite number.

    Sources: ``student-1908``.

    >>> compared = paired_difference([1, 2, 3, 4], [2, 3, 5, 5])
    >>> print(compared)
    1.25 ± 0.25 (95 % paired 0.45…2.05, n = 4); pairing removed 94 % of the variance
    """
    a, b = finite_sample("first", first), finite_sample("second", second)
    if a.size != b.size:
        raise InputError(f"pairs need as many second values as first ones: {a.size}, not {b.size}")
    difference = mean(b - a, seed=seed, level=level)
    return _compare(
        mean(a, seed=seed, level=level),
        mean(b, seed=seed, level=level),
        difference,
    )


def paired_difference_from_sums(
    n: int,
    first: int,
    second: int,
    first_squares: int,
    second_squares: int,
    products: int,
    *,
    seed: int | None = None,
    level: float = 0.95,
) -> PairedDifference:
    """Return ``second − first`` from integer sums over n paired trials.

    Parameters
    ----------
    n
        Number of pairs.
    first, second
        Sums of the first and of the second values.
    first_squares, second_squares, products
        Sums of their squares and of first times second.
    seed, level
        As in :func:`paired_difference`.

    Raises
    ------
    InputError
        If n < 2, or no n pairs have these sums.

    >>> print(paired_difference_from_sums(4, 10, 15, 30, 63, 43).difference)
    1.25 ± 0.25 (95 % paired 0.45…2.05, n = 4)
    """
    return _compare(
        mean_from_sums(n, first, first_squares, seed=seed, level=level),
        mean_from_sums(n, second, second_squares, seed=seed, level=level),
        mean_from_sums(
            n, second - first, first_squares + second_squares - 2 * products, seed=seed, level=level
        ),
    )


def paired_proportions(
    both: int,
    only_first: int,
    only_second: int,
    neither: int,
    *,
    seed: int | None = None,
    level: float = 0.95,
) -> PairedDifference:
    """Return ``second − first`` for successes counted on the same trials.

    Parameters
    ----------
    both, only_first, only_second, neither
        Trials in which both, only the first, only the second, neither succeeded.
    seed, level
        As in :func:`paired_difference`.

    The interval adds half a trial to each of the four cells, which keeps its coverage near the level for few
    disagreements and gives it a width where there are none.

    Raises
    ------
    InputError
        If a count is negative or there are no trials.

    Sources: ``agresti-min-2005``.

    >>> print(paired_proportions(420, 30, 60, 490).difference)
    0.030 ± 0.009 (95 % paired 0.011…0.049, n = 1,000)
    """
    named = {"both": both, "only_first": only_first, "only_second": only_second, "neither": neither}
    both, only_first, only_second, neither = (check_count(name, count) for name, count in named.items())
    n = check_count("trials", both + only_first + only_second + neither, low=1)
    level = check_level(level)
    difference, disagreements = only_second - only_first, only_first + only_second
    value = difference / n
    error = math.sqrt((n * disagreements - difference**2) / n) / n
    centre = difference / (n + 2)
    half = normal_multiple(level) * math.sqrt((n + 2) * (disagreements + 1) - difference**2) / (n + 2) ** 1.5
    low, high = max(-1.0, min(centre - half, value)), min(1.0, max(centre + half, value))
    return _compare(
        proportion(both + only_first, n, seed=seed, level=level),
        proportion(both + only_second, n, seed=seed, level=level),
        Estimate(value, error, low, high, level, n, seed, "paired"),
    )


def _compare(first: Estimate, second: Estimate, difference: Estimate) -> PairedDifference:
    paired = Estimate(
        difference.value,
        difference.standard_error,
        difference.low,
        difference.high,
        difference.level,
        difference.trials,
        difference.seed,
        "paired",
    )
    a, b, d = (one.standard_error**2 for one in (first, second, difference))
    return PairedDifference(
        first=first,
        second=second,
        difference=paired,
        correlation=(a + b - d) / (2 * math.sqrt(a * b)) if a > 0 and b > 0 else None,
        variance_removed=1 - d / (a + b) if a + b > 0 else None,
    )
