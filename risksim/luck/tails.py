"""Chances of sums far too small for plain sums: by tilting, in logarithms.

A tilt weighs each score by exp(θ score) and divides by the sum of the weights, for every row alike. Where the sum of
the rows is what the tilted rows lead one to expect, its tilted chance is a number that doubles hold well, and
each score gives its tilt back. So a chance of 1e-400 is found with as many digits as one of a half.

Sources: ``esscher-1932``.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from risksim.luck import exact
from risksim.luck.exact import Scores

#: Tails below this are found by tilting: plain sums of long logs leave out what is rarer than 1e-100.
_FAR = 1e-80
#: The first tilt that is tried, and how often it is doubled at most.
_FIRST_TILT, _MOST_DOUBLED = 2.0**-10, 24
#: Most halvings of the interval that holds the tilt.
_MOST_HALVED = 100


class Parts(NamedTuple):
    """The chances of less, of so much, and of more, and the logarithm of the smaller tail, the score included."""

    less: float
    same: float
    more: float
    log_tail: float

    @property
    def log_p_value(self) -> float:
        """Natural logarithm of the two-sided p-value."""
        return min(0.0, math.log(2) + self.log_tail)


def near(parts: tuple[float, float, float]) -> Parts:
    """Return the parts with their logarithm, as plain sums gave them.

    >>> near((0.25, 0.5, 0.25)).log_tail == math.log(0.75)
    True
    """
    return Parts(*parts, _log(min(parts[0] + parts[1], parts[1] + parts[2])))


def looks(rows: Sequence[Scores], totals: Sequence[int], parts: Sequence[Parts]) -> list[Parts]:
    """Return the parts of the sum after each row, those that plain sums cannot tell found by tilting.

    Parameters
    ----------
    rows
        The distributions of the rows.
    totals
        The sum of the scores after each row.
    parts
        What the plain sums gave.

    >>> coin = Scores(0, (0.5, 0.5))
    >>> found = looks([coin] * 2000, range(1, 2001), [near((1.0, 0.0, 0.0))] * 2000)
    >>> round(found[-1].log_tail / math.log(2)), round(math.log2(found[99].same))
    (-2000, -100)
    """
    found = list(parts)
    waiting = {place for place, each in enumerate(parts) if each.log_tail < math.log(_FAR)}
    while waiting:
        last = max(waiting)
        tilt = _tilt(Counter(rows[: last + 1]), totals[last])
        for place, (sums, log_scale) in enumerate(_tilted_sums(rows[: last + 1], tilt)):
            if place in waiting and (tilt < 0) is (parts[place].less < parts[place].more):
                tilted = _tilted_parts(sums, tilt, totals[place])
                if sum(tilted) > _FAR or place == last:
                    found[place] = _untilted(tilted, log_scale - tilt * totals[place], tilt < 0)
                    waiting.discard(place)
    return found


def _tilted_sums(rows: Sequence[Scores], tilt: float) -> Iterator[tuple[Scores, float]]:
    """Yield the distribution of the tilted sum after each row, with the logarithm of what it was divided by."""
    tilted = {row: _tilted(row, tilt) for row in set(rows)}
    log_scale = 0.0
    sums = exact.running_sums([tilted[row][0] for row in rows])
    for row, each in zip(rows, sums, strict=True):
        log_scale += tilted[row][1]
        yield each, log_scale


def _tilted(scores: Scores, tilt: float) -> tuple[Scores, float]:
    """Return a tilted distribution, with the logarithm of what it was divided by."""
    weights, log_scale = _weights(scores, tilt)
    return Scores.of(weights), log_scale


def _weights(scores: Scores, tilt: float) -> tuple[list[tuple[int, float]], float]:
    """Return (score, chance) under a tilt, with the logarithm of what the chances were divided by."""
    logs = [(score, log + tilt * score) for score, log in _logs(scores)]
    largest = max(log for _, log in logs)
    weights = [(score, math.exp(log - largest)) for score, log in logs]
    total = math.fsum(weight for _, weight in weights)
    return [(score, weight / total) for score, weight in weights], largest + math.log(total)


@lru_cache(maxsize=4096)
def _logs(scores: Scores) -> list[tuple[int, float]]:
    return [(score, math.log(p)) for score, p in scores.items() if p > 0]


def _tilted_parts(sums: Scores, tilt: float, total: int) -> tuple[float, float]:
    """Return the chances of the total and of all beyond it, but for the factor that the total gives back."""
    place = total - sums.lowest
    if not 0 <= place < len(sums.chances):
        return 0.0, 0.0
    beyond = sums.chances[:place][::-1] if tilt < 0 else sums.chances[place + 1 :]
    return float(sums.chances[place]), _damped(beyond, abs(tilt))


def _damped(chances: Any, rate: float) -> float:
    """Return the sum of chances, each next one weighing less by the same factor."""
    if hasattr(chances, "sum"):
        import numpy as np

        return float(chances @ np.exp(-rate * np.arange(1, len(chances) + 1)))
    return math.fsum(p * math.exp(-rate * away) for away, p in enumerate(chances, start=1) if p)


def _untilted(tilted: tuple[float, float], log_factor: float, is_low: bool) -> Parts:
    same, beyond = (math.exp(min(_log(each) + log_factor, 0.0)) for each in tilted)
    rest = 1.0 - same - beyond
    log_tail = _log(sum(tilted)) + log_factor
    return Parts(beyond, same, rest, log_tail) if is_low else Parts(rest, same, beyond, log_tail)


def _tilt(rows: "Counter[Scores]", total: int) -> float:
    """Return a tilt under which the total is within a fraction of a standard deviation of its expectation."""
    sign = 1 if total > _moments(rows, 0.0)[0] else -1

    def away(tilt: float) -> float:
        """Return how far the total is beyond expectation, in standard deviations."""
        mean, variance = _moments(rows, sign * tilt)
        return sign * (total - mean) / math.sqrt(variance) if variance else 0.0

    low, high = 0.0, _FIRST_TILT
    for _ in range(_MOST_DOUBLED):
        if away(high) <= 0.25:
            break
        low, high = high, 2 * high
    for _ in range(_MOST_HALVED):
        distance = away(high)
        if abs(distance) <= 0.25:
            break
        middle = (low + high) / 2
        low, high = (middle, high) if away(middle) > 0.25 else (low, middle)
    return sign * high


def _moments(rows: "Counter[Scores]", tilt: float) -> tuple[float, float]:
    """Return mean and variance of the sum of so many of each distribution under a tilt."""
    mean = variance = 0.0
    for scores, number in rows.items():
        weights, _ = _weights(scores, tilt)
        one = math.fsum(score * p for score, p in weights)
        mean += number * one
        variance += number * math.fsum((score - one) ** 2 * p for score, p in weights)
    return mean, variance


def _log(p: float) -> float:
    return math.log(p) if p > 0 else -math.inf
