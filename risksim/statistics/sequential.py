"""Intervals that stay valid however often one looks, and stopping when they are narrow enough.

An ordinary interval covers the truth 95 times in 100 when looked at once; looked at after every block until it is
narrow, or until it says what one hoped for, it misses far more often. A confidence sequence covers the truth at all
times at once with its level, so a run may stop at any look.

Under the true p the mixture M = B(a + x, b + n − x) / B(a, b) / (pˣ (1 − p)ⁿ⁻ˣ) is a martingale that starts at 1,
so by Ville's inequality it ever reaches 1/α with chance at most α; the p with M < 1/α are the interval. For values
between 0 and 1 whose sum is x, M is a supermartingale under the true mean, and the same interval covers it.

Sources: ``robbins-1970``, ``howard-2021``.
"""

import math
from collections.abc import Callable, Iterable

from risksim.errors import InputError, check_count, check_real
from risksim.statistics import means
from risksim.statistics.estimate import Estimate, check_level


def confidence_sequence(
    successes: int, trials: int, *, seed: int | None = None, level: float = 0.95
) -> Estimate:
    """Return a proportion with an interval that is valid at every look at the same run.

    The price against Wilson's interval is an interval about twice as wide. The prior of the mixture is uniform.

    Raises
    ------
    InputError
        If there are no trials, or more successes than trials.

    Sources: ``robbins-1970``, ``howard-2021``.

    >>> print(confidence_sequence(500, 1000))
    0.500 ± 0.016 (95 % confidence sequence 0.444…0.556, n = 1,000)
    """
    n = check_count("trials", trials, low=1)
    x = check_count("successes", successes, high=n, context=f"{n} trials")
    low, high = _mixture_interval(x, n, check_level(level))
    error = math.sqrt(x * (n - x) / n) / n
    return Estimate(x / n, error, low, high, level, n, seed, "confidence-sequence")


def confidence_sequence_of_mean(
    n: int,
    total: int,
    squares: int,
    lowest: int,
    highest: int,
    *,
    seed: int | None = None,
    level: float = 0.95,
) -> Estimate:
    """Return the mean of bounded whole numbers with an interval that is valid at every look at the same run.

    Parameters
    ----------
    n, total, squares
        How many numbers, their sum and the sum of their squares.
    lowest, highest
        Limits no number can exceed. The interval is as wide as if every number lay at one of them, so use this
        only where the numbers fill their range; ``squares`` serves the standard error alone.
    seed, level
        Seed of the simulation and confidence level.

    Raises
    ------
    InputError
        If n < 1, the limits do not increase, or no n numbers within them have these sums.

    Sources: ``robbins-1970``, ``howard-2021``.

    >>> print(confidence_sequence_of_mean(1000, 2000, 5000, 0, 4))
    2.000 ± 0.032 (95 % confidence sequence 1.778…2.222, n = 1,000)
    """
    n = check_count("number of values", n, low=1)
    total, squares = means.whole("total", total), check_count("sum of squares", squares)
    lowest, highest = means.whole("lowest", lowest), means.whole("highest", highest)
    if lowest >= highest:
        raise InputError(f"the limits must increase, not run from {lowest} to {highest}")
    width = highest - lowest
    spread = n * squares - total * total
    if not n * lowest <= total <= n * highest or spread < 0:
        raise InputError(
            f"no {n} numbers from {lowest} to {highest} have sum {total} and sum of squares {squares}"
        )
    low, high = _mixture_interval((total - n * lowest) / width, n, check_level(level))
    value = total / n
    return Estimate(
        value,
        math.sqrt(spread / (n * n * max(n - 1, 1))),
        min(lowest + width * low, value),
        max(lowest + width * high, value),
        level,
        n,
        seed,
        "confidence-sequence",
    )


class UntilPrecise:
    """Collects blocks of trials until a proportion is known as precisely as wanted.

    Blocks may arrive in any order; they are counted in index order and none after the one that sufficed, so the
    estimate does not depend on how many workers delivered them.

    Parameters
    ----------
    half_width
        Half the width at which the confidence sequence is narrow enough.
    level
        Confidence level.
    max_trials
        Stop, less precise, once so many trials are counted; None is no limit.
    seed
        Seed of the simulation.

    Raises
    ------
    InputError
        If the half width is not between 0 and 0.5, or the limit not positive.

    >>> rule = UntilPrecise(0.06)
    >>> rule.take(1, 240, 500), rule.take(0, 250, 500), rule.take(2, 260, 500)
    (False, True, True)
    >>> print(rule.estimate)
    0.490 ± 0.016 (95 % confidence sequence 0.434…0.546, n = 1,000)
    """

    def __init__(
        self,
        half_width: float,
        *,
        level: float = 0.95,
        max_trials: int | None = None,
        seed: int | None = None,
    ) -> None:
        self.half_width = check_real("half width", half_width)
        if not 0 < self.half_width < 0.5:
            raise InputError(f"half width must lie strictly between 0 and 0.5, not {half_width:g}")
        self.level = check_level(level)
        self.max_trials = None if max_trials is None else check_count("max_trials", max_trials, low=1)
        self.seed = seed
        self._waiting: dict[int, tuple[int, int]] = {}
        self._next_block = 0
        self._successes = 0
        self._trials = 0
        self._done = False

    @property
    def done(self) -> bool:
        """Whether the blocks counted suffice, or the limit is reached."""
        return self._done

    @property
    def is_precise(self) -> bool:
        """Whether the interval is as narrow as wanted."""
        return self._trials > 0 and self._half_width_reached()

    @property
    def estimate(self) -> Estimate:
        """The proportion over the blocks counted so far."""
        if self._trials == 0:
            raise InputError("no block 0 yet: there is nothing to estimate from")
        return confidence_sequence(self._successes, self._trials, seed=self.seed, level=self.level)

    def take(self, block: int, successes: int, trials: int) -> bool:
        """Take the result of one block and return whether enough is known.

        Raises
        ------
        InputError
            If the block came before, or has more successes than trials.
        """
        block = check_count("block", block)
        trials = check_count("trials", trials, low=1)
        successes = check_count("successes", successes, high=trials, context=f"block {block}")
        if block < self._next_block or block in self._waiting:
            raise InputError(f"block {block} was taken before")
        self._waiting[block] = (successes, trials)
        while not self._done and self._next_block in self._waiting:
            successes, trials = self._waiting.pop(self._next_block)
            self._next_block += 1
            self._successes += successes
            self._trials += trials
            exhausted = self.max_trials is not None and self._trials >= self.max_trials
            self._done = exhausted or self._half_width_reached()
        return self._done

    def _half_width_reached(self) -> bool:
        low, high = _mixture_interval(self._successes, self._trials, self.level)
        return high - low <= 2 * self.half_width


def until_precise(
    blocks: Iterable[tuple[int, int]],
    half_width: float,
    *,
    level: float = 0.95,
    max_trials: int | None = None,
    seed: int | None = None,
) -> Estimate:
    """Return the proportion after as many blocks as its precision takes, drawing no block beyond.

    Parameters
    ----------
    blocks
        (successes, trials) of block 0, 1, 2, …
    half_width, level, max_trials, seed
        As in :class:`UntilPrecise`.

    Raises
    ------
    InputError
        As :class:`UntilPrecise`, and if there is no block at all. Blocks that end too early are no error:
        the interval says what is known.

    >>> print(until_precise(((250, 500) for _ in range(100)), 0.06))
    0.500 ± 0.016 (95 % confidence sequence 0.444…0.556, n = 1,000)
    """
    rule = UntilPrecise(half_width, level=level, max_trials=max_trials, seed=seed)
    for block, (successes, trials) in enumerate(blocks):
        if rule.take(block, successes, trials):
            break
    return rule.estimate


def trials_to_precision(p: float, half_width: float, *, level: float = 0.95) -> float:
    """Return about how many trials narrow the confidence sequence of a proportion to a half width.

    By Stirling's formula for the mixture; up to a third off where the event comes up a few times only.

    Raises
    ------
    InputError
        If the chance, the half width or the level is out of range.

    Sources: ``robbins-1970``.

    >>> round(trials_to_precision(0.5, 0.01), -2)
    40400.0
    """
    spread = check_real("p", p, 0, 1) * (1 - p)
    wanted = check_real("half width", half_width, 0, 0.5)
    if wanted == 0:
        raise InputError("half width must be more than 0: no simulation is exact")
    alpha = 1 - check_level(level)
    low, high = 0.0, 700.0  # logarithms of the trials
    while high - low > 1e-9:
        middle = (low + high) / 2
        n = math.exp(middle)
        bits = math.log((n + 1) / alpha) - math.log(max(1.0, 2 * math.pi * n * spread)) / 2
        if max(math.sqrt(2 * spread * bits / n), bits / (2 * n)) > wanted:
            low = middle
        else:
            high = middle
    return math.exp(high)


def _mixture_interval(x: float, n: int, level: float) -> tuple[float, float]:
    """Return the p at which the mixture stays below 1/α, for a sum x of n values between 0 and 1."""
    from scipy.special import betaln

    # betaln(1, 1) = 0: the prior is uniform
    least = float(betaln(1 + x, 1 + n - x)) + math.log(1 - level)

    def is_plausible(p: float) -> bool:
        successes = x * math.log(p) if x > 0 else 0.0
        failures = (n - x) * math.log1p(-p) if x < n else 0.0
        return successes + failures > least

    low = 0.0 if x <= 0 else _boundary(x / n, 0.0, is_plausible)
    high = 1.0 if x >= n else _boundary(x / n, 1.0, is_plausible)
    return low, high


def _boundary(inside: float, outside: float, is_plausible: Callable[[float], bool]) -> float:
    """Return where plausible values end, by bisection down to neighbouring floats.

    At 0 and 1 themselves a logarithm is infinite, hence no method that interpolates; both ends here are never
    evaluated.
    """
    while True:
        middle = (inside + outside) / 2
        if middle in (inside, outside):
            return inside
        if is_plausible(middle):
            inside = middle
        else:
            outside = middle
