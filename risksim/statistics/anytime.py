"""Tests that stay valid however often one looks: test martingales.

A test martingale is a fortune that starts at 1 and, while the hypothesis holds, has expectation 1 after every
observation, whatever came before. By Ville's inequality it ever reaches 1/α with chance at most α. So one may look
after every observation, stop when one likes, and still call 1/(the largest value so far) a p-value; the value itself
is an *e-value*. What is observed next (and whether at all) may depend on what came before.

Two of them: :class:`TiltedMixture` for numbers whose distributions are known one by one (was the sum too large or too
small?), :class:`DirichletMixture` for outcomes that should all be equally likely (is the die loaded?).

Sources: ``ville-1939``, ``robbins-1970``, ``howard-2021``, ``ramdas-2023``.
"""

import math
from collections.abc import Iterable, Sequence

from risksim.errors import InputError, check_count
from risksim.statistics.estimate import check_level

#: Tilts of the mixture, in inverse units of what is summed: from sums of thousands down to a handful.
TILTS = tuple(sign * 2.0**power for power in range(-9, 2) for sign in (1, -1))
#: Weights of a face in the priors of the mixture over loaded dice: anything, somewhat loaded, hardly loaded.
CONCENTRATIONS = (1.0, 10.0, 100.0, 1000.0)
#: Steps of Newton's method, and the relative step at which it ends.
_STEPS, _CLOSE = 100, 1e-9
#: Natural logarithm up to which doubles hold a number and one over it.
_MOST_LOG = 708.0


def log_moments(values: Iterable[float], chances: Iterable[float]) -> tuple[float, ...]:
    """Return log E exp(λ X) for each of the tilts λ.

    >>> round(log_moments([1, -1], [0.5, 0.5])[-1], 12) == round(math.log(math.cosh(2)), 12)
    True
    """
    pairs = [(value, math.log(chance)) for value, chance in zip(values, chances, strict=True) if chance > 0]
    if not pairs:
        raise InputError("a distribution needs an outcome that can happen")
    return tuple(_log_sum([tilt * value + log for value, log in pairs]) for tilt in TILTS)


class TiltedMixture:
    """Test martingale for a sum: an equal mixture of exp(λ Σx − Σ log E exp(λx)) over the tilts λ.

    Each part is the likelihood ratio of distributions tilted towards larger (λ > 0) or smaller numbers; to mix them
    is to bet on all of them at once. The distribution of each number must be known before it is seen.

    >>> test = TiltedMixture()
    >>> coin = log_moments([1, -1], [0.5, 0.5])
    >>> for _ in range(10):
    ...     _ = test.take(1, coin)
    >>> round(test.e_value), round(test.p_value, 3)
    (55, 0.018)
    """

    def __init__(self) -> None:
        self.total = 0.0
        self._cumulants = [0.0] * len(TILTS)
        self.log_e_value = self.log_e_value_largest = 0.0

    @property
    def e_value(self) -> float:
        """The fortune now, as far as doubles go: at most 3e307."""
        return e_value_of(self.log_e_value)

    @property
    def e_value_largest(self) -> float:
        """The largest fortune so far, as far as doubles go."""
        return e_value_of(self.log_e_value_largest)

    @property
    def p_value(self) -> float:
        """One over the largest fortune so far: valid at every look, and never below 3e-308."""
        return p_value_of(self.log_e_value_largest)

    def take(self, value: float, moments: Sequence[float]) -> float:
        """Take one number with what :func:`log_moments` gave for its distribution; return the e-value."""
        self.total += value
        self._cumulants = [one + other for one, other in zip(self._cumulants, moments, strict=True)]
        self.log_e_value = self._at(self.total)
        self.log_e_value_largest = max(self.log_e_value_largest, self.log_e_value)
        return self.e_value

    def limits(self, level: float = 0.95) -> tuple[float, float]:
        """Return the sums between which the e-value now is below 1/(1 − level).

        A sum that is ever outside the limits of its time has p ≤ 1 − level.

        >>> TiltedMixture().limits()
        (-inf, inf)
        """
        wanted = -math.log1p(-check_level(level))
        return self._limit(-1, wanted), self._limit(1, wanted)

    def _limit(self, sign: int, wanted: float) -> float:
        """Return where the e-value reaches the wanted one, from outside: it is convex in the sum."""
        if not any(self._cumulants):
            return sign * math.inf
        # where a single tilt suffices, all of them do
        start = [
            (wanted + math.log(len(TILTS)) + cumulant) / tilt
            for tilt, cumulant in zip(TILTS, self._cumulants, strict=True)
            if tilt * sign > 0
        ]
        total = sign * min(abs(each) for each in start)
        for _ in range(_STEPS):
            logs = self._logs(total)
            largest = max(logs)
            weights = [math.exp(log - largest) for log in logs]
            weight = sum(weights)
            slope = sum(tilt * each for tilt, each in zip(TILTS, weights, strict=True)) / weight
            step = (largest + math.log(weight / len(TILTS)) - wanted) / slope
            total -= step
            if abs(step) <= _CLOSE * max(abs(total), 1.0):
                break
        return total

    def _logs(self, total: float) -> list[float]:
        return [tilt * total - cumulant for tilt, cumulant in zip(TILTS, self._cumulants, strict=True)]

    def _at(self, total: float) -> float:
        return _log_sum(self._logs(total)) - math.log(len(TILTS))


class DirichletMixture:
    """Test martingale for outcomes that should be equally likely: the mean likelihood ratio over loaded dice.

    The loads are Dirichlet distributed around the fair die, from anything to hardly loaded, in equal parts. The value
    depends on the counts alone, so counts without their order give the e-value too, but not the largest one on the
    way.

    >>> test = DirichletMixture(6)
    >>> for _ in range(6):
    ...     _ = test.take(5)
    >>> round(test.e_value, 1)
    26.5
    """

    def __init__(self, cells: int) -> None:
        self.counts = [0] * check_count("outcomes", cells, 2)
        self._logs = [0.0] * len(CONCENTRATIONS)
        self.log_e_value = self.log_e_value_largest = 0.0

    @property
    def e_value(self) -> float:
        """The fortune now, as far as doubles go: at most 3e307."""
        return e_value_of(self.log_e_value)

    @property
    def p_value(self) -> float:
        """One over the largest fortune so far: valid at every look, and never below 3e-308."""
        return p_value_of(self.log_e_value_largest)

    def take(self, cell: int) -> float:
        """Take one outcome, numbered from 0; return the e-value."""
        cells, trials, count = len(self.counts), sum(self.counts), self.counts[cell]
        for place, weight in enumerate(CONCENTRATIONS):
            self._logs[place] += math.log(cells * (count + weight) / (trials + cells * weight))
        self.counts[cell] += 1
        return self._look()

    def take_counts(self, counts: Sequence[int]) -> float:
        """Take many outcomes whose order is not known, as one observation; return the e-value."""
        for place, weight in enumerate(CONCENTRATIONS):
            before = sum(self.counts) + len(counts) * weight
            after = before + sum(counts)
            cells = zip(self.counts, counts, strict=True)
            self._logs[place] += math.fsum(
                [math.lgamma(old + new + weight) - math.lgamma(old + weight) for old, new in cells]
                + [math.lgamma(before) - math.lgamma(after), sum(counts) * math.log(len(counts))]
            )
        self.counts = [old + new for old, new in zip(self.counts, counts, strict=True)]
        return self._look()

    def _look(self) -> float:
        self.log_e_value = _log_sum(self._logs) - math.log(len(self._logs))
        self.log_e_value_largest = max(self.log_e_value_largest, self.log_e_value)
        return self.e_value


def _log_sum(logs: Sequence[float]) -> float:
    """Return log Σ exp."""
    largest = max(logs)
    return largest + math.log(sum([math.exp(log - largest) for log in logs]))


def e_value_of(log: float) -> float:
    """Return the e-value with this natural logarithm, cut off before doubles overflow.

    >>> e_value_of(0.0), e_value_of(1e6) < math.inf
    (1.0, True)
    """
    return math.exp(min(log, _MOST_LOG))


def p_value_of(log: float) -> float:
    """Return one over the e-value with this natural logarithm, cut off before doubles underflow: never too small.

    >>> p_value_of(0.0), p_value_of(1e6) > 0
    (1.0, True)
    """
    return math.exp(-min(log, _MOST_LOG))
