"""Means and ratios of means, from arrays or from exact integer sums.

Blocks of a simulation add up whole numbers (how many, their sum, the sum of their squares). Python's integers hold
those sums exactly, so nothing cancels, and the order in which blocks arrive cannot change a digit.

Sources: ``student-1908``, ``oehlert-1992``.
"""

import math
from typing import TYPE_CHECKING

from risksim.errors import InputError, check_count, check_real, unknown_name
from risksim.statistics.estimate import Estimate, check_level, normal_multiple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def mean(
    values: "npt.ArrayLike", *, seed: int | None = None, level: float = 0.95, method: str = "student"
) -> Estimate:
    """Return the mean of independent values.

    Parameters
    ----------
    values
        Shape (n,), n ≥ 2; independent draws.
    seed
        Seed of the simulation.
    level
        Confidence level.
    method
        ``student`` (n − 1 degrees of freedom) or ``normal``.

    Raises
    ------
    InputError
        If there are fewer than two values, or one is not a finite number.

    Sources: ``student-1908``.

    >>> print(mean([4, 5, 6, 5]))
    5.0 ± 0.4 (95 % Student 3.7…6.3, n = 4)
    """
    sample = finite_sample("values", values)
    n = check_count("number of values", sample.size, low=2)
    error = math.sqrt(float(sample.var(ddof=1)) / n)
    return _around(float(sample.mean()), error, n, seed, level, method)


def mean_from_sums(
    n: int,
    total: int,
    squares: int,
    *,
    seed: int | None = None,
    level: float = 0.95,
    method: str = "student",
) -> Estimate:
    """Return the mean of n whole numbers from their sum and the sum of their squares.

    The variance (n·squares − total²) / (n(n − 1)) is computed in integers and rounded once.

    Raises
    ------
    InputError
        If n < 2, or no n numbers have these sums.

    >>> print(mean_from_sums(4, 20, 102))
    5.0 ± 0.4 (95 % Student 3.7…6.3, n = 4)
    """
    n = check_count("number of values", n, low=2)
    total, squares = whole("total", total), check_count("sum of squares", squares)
    spread = n * squares - total * total
    if spread < 0:
        raise InputError(f"no {n} numbers have sum {total} and sum of squares {squares}")
    return _around(total / n, math.sqrt(spread / (n * n * (n - 1))), n, seed, level, method)


def mean_from_counts(
    counts: "npt.ArrayLike",
    values: "npt.ArrayLike | None" = None,
    *,
    seed: int | None = None,
    level: float = 0.95,
    method: str = "student",
) -> Estimate:
    """Return the mean of whole numbers of which it was counted how often each came up.

    Parameters
    ----------
    counts
        Shape (k,), how often each value came up.
    values
        Shape (k,), the whole numbers counted; 0 … k − 1 when not given.
    seed, level, method
        As in :func:`mean`.

    Raises
    ------
    InputError
        If a count is negative or no whole number, the shapes differ, or fewer than two trials were counted.

    >>> print(mean_from_counts([0, 0, 0, 0, 1, 2, 1]))
    5.0 ± 0.4 (95 % Student 3.7…6.3, n = 4)
    """
    how_often = whole_counts("counts", counts)
    numbers = range(len(how_often)) if values is None else _whole_numbers("values", values)
    if len(numbers) != len(how_often):
        raise InputError(f"{len(how_often)} counts need as many values, not {len(numbers)}")
    pairs = list(zip(how_often, numbers, strict=True))
    return mean_from_sums(
        sum(how_often),
        sum(count * number for count, number in pairs),
        sum(count * number * number for count, number in pairs),
        seed=seed,
        level=level,
        method=method,
    )


def ratio(
    above: "npt.ArrayLike", below: "npt.ArrayLike", *, seed: int | None = None, level: float = 0.95
) -> Estimate:
    """Return the ratio of two means measured on the same trials, such as cards drawn to sets turned in.

    Parameters
    ----------
    above, below
        Shape (n,), n ≥ 2; numerator and denominator of each independent trial.
    seed, level
        As in :func:`mean`.

    The ratio of the sums, not the mean of the ratios; its error comes from the spread of ``above − R·below``
    (the delta method). It needs many trials, and a denominator whose sum is many standard errors from zero.

    Raises
    ------
    InputError
        If the shapes differ, n < 2, a value is not finite, or the denominators add up to zero.

    Sources: ``oehlert-1992``.

    >>> print(ratio([3, 4, 3, 5], [1, 1, 1, 2]))
    3.00 ± 0.33 (95 % delta method 2.36…3.64, n = 4)
    """
    y, x = finite_sample("above", above), finite_sample("below", below)
    if y.size != x.size:
        raise InputError(f"{y.size} numerators need as many denominators, not {x.size}")
    n = check_count("number of values", y.size, low=2)
    bottom = float(x.sum())
    if bottom == 0:
        raise InputError("the denominators add up to zero: there is no ratio")
    value = float(y.sum()) / bottom
    residuals = y - value * x
    error = math.sqrt(n * float((residuals * residuals).sum()) / (n - 1)) / abs(bottom)
    return _delta(value, error, n, seed, level)


def ratio_from_sums(
    n: int,
    above: int,
    below: int,
    above_squares: int,
    below_squares: int,
    products: int,
    *,
    seed: int | None = None,
    level: float = 0.95,
) -> Estimate:
    """Return the ratio of two means from integer sums over n trials.

    Parameters
    ----------
    n
        Number of independent trials.
    above, below
        Sums of the numerators and of the denominators.
    above_squares, below_squares, products
        Sums of their squares and of numerator times denominator.
    seed, level
        As in :func:`mean`.

    Raises
    ------
    InputError
        If n < 2, the denominators add up to zero, or no n pairs have these sums.

    Sources: ``oehlert-1992``.

    >>> print(ratio_from_sums(4, 15, 5, 59, 7, 20))
    3.00 ± 0.33 (95 % delta method 2.36…3.64, n = 4)
    """
    n = check_count("number of values", n, low=2)
    y, x = whole("above", above), whole("below", below)
    yy, xx = check_count("above_squares", above_squares), check_count("below_squares", below_squares)
    xy = whole("products", products)
    if x == 0:
        raise InputError("the denominators add up to zero: there is no ratio")
    residuals = yy * x * x - 2 * xy * x * y + xx * y * y
    if residuals < 0:
        raise InputError(f"no {n} pairs have these sums of squares and products")
    return _delta(y / x, math.sqrt(n * residuals / ((n - 1) * x**4)), n, seed, level)


def finite_sample(name: str, values: "npt.ArrayLike") -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Return the values as a flat array of finite floats.

    Raises
    ------
    InputError
        If they are not numbers, not finite, or not in one row.
    """
    import numpy as np

    try:
        sample = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"{name} must be numbers") from None
    if sample.ndim != 1:
        raise InputError(f"{name} must be one row of numbers, not an array of {sample.ndim} dimensions")
    if not np.isfinite(sample).all():
        raise InputError(f"{name} must be finite numbers")
    return sample.reshape(-1)


def whole_counts(name: str, counts: "npt.ArrayLike") -> list[int]:
    """Return counts as Python integers.

    Raises
    ------
    InputError
        If one is negative or not a whole number.
    """
    numbers = _whole_numbers(name, counts)
    if numbers and min(numbers) < 0:
        raise InputError(f"{name} must be at least 0, not {min(numbers)}")
    return numbers


def _whole_numbers(name: str, values: "npt.ArrayLike") -> list[int]:
    import numpy as np

    numbers = np.asarray(values)
    if numbers.size == 0:
        return []
    if numbers.dtype.kind not in "iuO":
        raise InputError(f"{name} must be whole numbers, not {numbers.dtype}")
    return [whole(name, number) for number in numbers.reshape(-1).tolist()]


def whole(name: str, value: int) -> int:
    """Return a whole number of either sign as a Python integer.

    Raises
    ------
    InputError
        If it is not whole.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise InputError(f"{name} must be a whole number, not {value!r}")
    return value.__index__()


def _around(value: float, error: float, n: int, seed: int | None, level: float, method: str) -> Estimate:
    if method == "normal":
        multiple = normal_multiple(level)
    elif method == "student":
        from scipy.special import stdtrit

        multiple = -float(stdtrit(n - 1, (1 - check_level(level)) / 2))
    else:
        raise unknown_name("interval for a mean", method, ("normal", "student"))
    half = multiple * check_real("standard error", error, low=0)
    return Estimate(value, error, value - half, value + half, level, n, seed, method)


def _delta(value: float, error: float, n: int, seed: int | None, level: float) -> Estimate:
    half = normal_multiple(level) * error
    return Estimate(value, error, value - half, value + half, level, n, seed, "delta")
