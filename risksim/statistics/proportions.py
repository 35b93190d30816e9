"""A proportion from counted successes: Wilson's score interval, and Clopper and Pearson's exact one.

Wilson's covers close to its level on average and serves for all but the rarest events; Clopper and Pearson's never
covers less than its level and is the wider one.

Sources: ``wilson-1927``, ``clopper-pearson-1934``.
"""

import math

from risksim.errors import check_count, unknown_name
from risksim.statistics.estimate import Estimate, check_level, normal_multiple


def proportion(
    successes: int, trials: int, *, seed: int | None = None, level: float = 0.95, method: str = "wilson"
) -> Estimate:
    """Return the share of ``trials`` that were ``successes``, with an interval.

    Not for looking again and again while the trials run: see
    :func:`risksim.statistics.sequential.confidence_sequence`.

    Raises
    ------
    InputError
        If there are no trials, more successes than trials, or the method is neither ``wilson`` nor
        ``clopper-pearson``.

    >>> print(proportion(0, 1000))
    0.0000 (95 % Wilson 0.0000…0.0038, n = 1,000)
    """
    trials = check_count("trials", trials, low=1)
    successes = check_count("successes", successes, high=trials, context=f"{trials} trials")
    if method not in _INTERVALS:
        raise unknown_name("interval for a proportion", method, _INTERVALS)
    low, high = _INTERVALS[method](successes, trials, level)
    return Estimate(
        value=successes / trials,
        standard_error=math.sqrt(successes * (trials - successes) / trials) / trials,
        low=low,
        high=high,
        level=check_level(level),
        trials=trials,
        seed=seed,
        method=method,
    )


def wilson(successes: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """Return the p for which the count lies within z standard deviations of n·p.

    With x successes in n trials the ends are (x + z²/2 ± z √(x(n − x)/n + z²/4)) / (n + z²).

    Raises
    ------
    InputError
        As :func:`proportion`.

    Sources: ``wilson-1927``.

    >>> [round(end, 4) for end in wilson(81, 263)]
    [0.2553, 0.3662]
    """
    n = check_count("trials", trials, low=1)
    x = check_count("successes", successes, high=n, context=f"{n} trials")
    z = normal_multiple(level)
    centre = (x + z * z / 2) / (n + z * z)
    half = z * math.sqrt(x * (n - x) / n + z * z / 4) / (n + z * z)
    low = 0.0 if x == 0 else min(centre - half, x / n)
    high = 1.0 if x == n else max(centre + half, x / n)
    return low, high


def clopper_pearson(successes: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """Return the p under which neither so few nor so many successes are rarer than (1 − level)/2.

    The ends are quantiles of Beta(x, n − x + 1) and Beta(x + 1, n − x).

    Raises
    ------
    InputError
        As :func:`proportion`.

    Sources: ``clopper-pearson-1934``.

    >>> [round(end, 4) for end in clopper_pearson(5, 10)]
    [0.1871, 0.8129]
    """
    from scipy.special import betainccinv, betaincinv

    n = check_count("trials", trials, low=1)
    x = check_count("successes", successes, high=n, context=f"{n} trials")
    tail = (1 - check_level(level)) / 2
    low = 0.0 if x == 0 else min(float(betaincinv(x, n - x + 1, tail)), x / n)
    high = 1.0 if x == n else max(float(betainccinv(x + 1, n - x, tail)), x / n)
    return low, high


_INTERVALS = {"wilson": wilson, "clopper-pearson": clopper_pearson}
