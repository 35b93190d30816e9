"""Quantiles with intervals between order statistics, which hold for any distribution, discrete ones included.

How many of n draws lie below the p-quantile is binomial, whatever the distribution. So the l-th and the u-th
smallest draw enclose it with at least the level when P(Bin(n, p) < l) and P(Bin(n, p) ≥ u) are at most
(1 − level)/2 each.

Sources: ``thompson-1936``.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from risksim.errors import InputError, check_count, check_real
from risksim.statistics.estimate import Estimate, check_level, normal_multiple
from risksim.statistics.means import finite_sample, whole_counts

if TYPE_CHECKING:
    import numpy.typing as npt

QUARTILES_AND_TAILS = (0.05, 0.25, 0.5, 0.75, 0.95)


def quantiles(
    values: "npt.ArrayLike",
    probabilities: Sequence[float] = QUARTILES_AND_TAILS,
    *,
    seed: int | None = None,
    level: float = 0.95,
    lowest: float = -math.inf,
    highest: float = math.inf,
) -> dict[float, Estimate]:
    """Return the quantiles of independent draws, by probability.

    Parameters
    ----------
    values
        Shape (n,), n ≥ 1; independent draws.
    probabilities
        Strictly between 0 and 1. The p-quantile is the smallest draw that at least a share p does not exceed.
    seed, level
        Seed of the simulation and confidence level.
    lowest, highest
        Limits of the quantity known beforehand; they end an interval for which the draws are too few.

    The standard error given is half the interval's width over the normal multiple of its level.

    Raises
    ------
    InputError
        If there are no draws, one is not finite or beyond the limits, or a probability is not between 0 and 1.

    >>> print(quantiles(range(1, 101), [0.5])[0.5])
    50 ± 5 (95 % order statistics 40…61, n = 100)
    """
    import numpy as np

    ordered = np.sort(finite_sample("values", values))
    n = check_count("number of values", ordered.size, low=1)
    _check_limits(float(ordered[0]), float(ordered[-1]), lowest, highest)
    return _enclose(lambda rank: float(ordered[rank - 1]), n, probabilities, seed, level, lowest, highest)


def quantiles_from_counts(
    counts: "npt.ArrayLike",
    values: "npt.ArrayLike | None" = None,
    probabilities: Sequence[float] = QUARTILES_AND_TAILS,
    *,
    seed: int | None = None,
    level: float = 0.95,
    lowest: float = -math.inf,
    highest: float = math.inf,
) -> dict[float, Estimate]:
    """Return the quantiles of draws of which it was counted how often each value came up.

    Parameters
    ----------
    counts
        Shape (k,), how often each value came up.
    values
        Shape (k,), the values in increasing order; 0 … k − 1 when not given.
    probabilities, seed, level, lowest, highest
        As in :func:`quantiles`.

    Raises
    ------
    InputError
        As :func:`quantiles`, and if the values do not increase or are not as many as the counts.

    >>> print(quantiles_from_counts([20, 50, 30], probabilities=[0.5])[0.5])
    1 (95 % order statistics 1…1, n = 100)
    """
    how_often = whole_counts("counts", counts)
    numbers = (
        [float(v) for v in range(len(how_often))]
        if values is None
        else [float(v) for v in finite_sample("values", values)]
    )
    if len(numbers) != len(how_often):
        raise InputError(f"{len(how_often)} counts need as many values, not {len(numbers)}")
    if any(a >= b for a, b in pairwise(numbers)):
        raise InputError("values must increase")
    up_to = list(accumulate(how_often))
    n = check_count("number of values", up_to[-1] if up_to else 0, low=1)

    def at_rank(rank: int) -> float:
        return numbers[bisect_left(up_to, rank)]

    _check_limits(at_rank(1), at_rank(n), lowest, highest)
    return _enclose(at_rank, n, probabilities, seed, level, lowest, highest)


def _check_limits(smallest: float, largest: float, lowest: float, highest: float) -> None:
    if smallest < lowest or largest > highest:
        raise InputError(f"draws from {smallest:g} to {largest:g} exceed the limits {lowest:g} … {highest:g}")


def _enclose(
    at_rank: Callable[[int], float],
    n: int,
    probabilities: Sequence[float],
    seed: int | None,
    level: float,
    lowest: float,
    highest: float,
) -> dict[float, Estimate]:
    multiple = normal_multiple(level)
    found = {}
    for probability in probabilities:
        p = check_real("probability of a quantile", probability)
        if not 0 < p < 1:
            raise InputError(f"probability of a quantile must lie strictly between 0 and 1, not {p:g}")
        lower, upper = _ranks(n, p, check_level(level))
        low = at_rank(lower) if lower >= 1 else lowest
        high = at_rank(upper) if upper <= n else highest
        # rounded, since 0.07 of 100 draws is 7 of them although 100 * 0.07 > 7 in floats
        value = at_rank(min(n, max(1, math.ceil(round(n * p, 9)))))
        error = (high - low) / (2 * multiple)
        found[p] = Estimate(value, error, low, high, level, n, seed, "order-statistics")
    return found


def _ranks(n: int, p: float, level: float) -> tuple[int, int]:
    """Return ranks l and u of the enclosing order statistics; 0 and n + 1 stand for "no such draw"."""
    from scipy.special import betainc

    tail = (1 - level) / 2

    # P(Bin(n, p) < k) = P(Bin(n, 1 - p) > n - k), and P(Bin(n, p) >= k) = I_p(k, n - k + 1)
    def below(k: int) -> float:
        return float(betainc(n - k + 1, k, 1 - p)) if k >= 1 else 0.0

    def at_least(k: int) -> float:
        return float(betainc(k, n - k + 1, p)) if k <= n else 0.0

    lower = bisect_left(range(n + 1), True, key=lambda k: below(k) > tail) - 1
    upper = bisect_left(range(n + 2), True, lo=1, key=lambda k: at_least(k) <= tail)
    return lower, upper
