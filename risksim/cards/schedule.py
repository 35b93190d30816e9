"""What a set of cards is worth: escalating schedules in each document's wording, by symbol, by dice.

Schedules, by the k-th set that anyone turns in:

- ``official``: 4, 6, 8, 10, 12, 15, then 5 more each (the seventh 20, the eighth 25);
- ``count-by-five``: 4, 6, 8, 10, "then count by five": 15, 20, 25, …;
- ``listed``: a list of one's own and what every further set adds.

Schedules that do not grow: ``by-symbol`` (three infantry, three cavalry, three artillery, one of each) and ``dice``
(the sum of some dice plus a number, never below 0).

Sources: ``hasbro-1993``, ``seed-finnish``, ``seed-russian``, ``seed-slovak``, ``seed-malay``, ``seed-new-rules``.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from risksim.cards import tables
from risksim.rules.clauses import Cards, SetSchedule

_FIRST_VALUES = {
    SetSchedule.OFFICIAL: (4, 6, 8, 10, 12, 15),
    SetSchedule.COUNT_BY_FIVE: (4, 6, 8, 10),
}
_STEP = 5


def is_escalating(cards: Cards) -> bool:
    """Whether the value of a set depends on how many were turned in before it."""
    return cards.set_schedule not in (SetSchedule.BY_SYMBOL, SetSchedule.DICE)


def listed_values(cards: Cards, n: int) -> list[int]:
    """Return the armies for the first n sets under a schedule that counts sets.

    >>> listed_values(Cards(), 8)
    [4, 6, 8, 10, 12, 15, 20, 25]
    >>> listed_values(Cards(set_schedule=SetSchedule.COUNT_BY_FIVE), 8)
    [4, 6, 8, 10, 15, 20, 25, 30]
    """
    first = _FIRST_VALUES.get(cards.set_schedule, cards.listed_set_values)
    step = _STEP if cards.set_schedule in _FIRST_VALUES else cards.listed_set_step
    return [first[k] if k < len(first) else first[-1] + step * (k - len(first) + 1) for k in range(n)]


@dataclass(frozen=True)
class Roll:
    """The sum of some dice plus a number, never below 0.

    Parameters
    ----------
    distribution
        Chance of each sum.

    >>> two_dice = roll(2, 6)
    >>> two_dice.mean, two_dice.variance, two_dice.distribution[7]
    (Fraction(7, 1), Fraction(35, 6), Fraction(1, 6))
    """

    distribution: dict[int, Fraction]

    @property
    def mean(self) -> Fraction:
        """Expected sum."""
        return sum((value * p for value, p in self.distribution.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """Expected squared distance from the mean."""
        mean = self.mean
        return sum(((value - mean) ** 2 * p for value, p in self.distribution.items()), Fraction(0))

    @property
    def sd(self) -> float:
        """Standard deviation."""
        return math.sqrt(self.variance)

    def at_least(self, value: int) -> Fraction:
        """Chance of a sum of ``value`` or more."""
        return sum((p for total, p in self.distribution.items() if total >= value), Fraction(0))


@cache
def roll(dice: int, sides: int = 6, bonus: int = 0) -> Roll:
    """Return the distribution of ``dice`` dice with ``sides`` sides, plus ``bonus``, never below 0.

    >>> roll(3, 6, -2).mean, roll(1, 6, -2).mean
    (Fraction(17, 2), Fraction(5, 3))
    """
    ways = {0: 1}
    for _ in range(dice):
        following: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, sides + 1):
                following[total + face] = following.get(total + face, 0) + count
        ways = following
    distribution: dict[int, Fraction] = {}
    for total, count in ways.items():
        armies = max(total + bonus, 0)
        distribution[armies] = distribution.get(armies, Fraction(0)) + Fraction(count, sides**dice)
    return Roll(distribution)


def set_roll(cards: Cards) -> Roll:
    """Return the roll for a set under schedule ``dice``."""
    return roll(cards.set_dice, cards.set_dice_sides, cards.set_dice_bonus)


def value_distribution(
    cards: Cards, k: int, rates: Mapping[tables.Hand, Fraction | float]
) -> dict[int, Fraction | float]:
    """Return the distribution of what the k-th set is worth, before any match bonus.

    Parameters
    ----------
    cards
        The clauses of the rule set.
    k
        1 for the first set anyone turns in.
    rates
        Share of each set among all sets (matters to schedule ``by-symbol`` only).

    >>> value_distribution(Cards(), 7, {})
    {20: Fraction(1, 1)}
    """
    if is_escalating(cards):
        return {listed_values(cards, k)[-1]: Fraction(1)}
    if cards.set_schedule is SetSchedule.DICE:
        return dict(sorted(set_roll(cards).distribution.items()))
    values: dict[int, Fraction | float] = {}
    for chosen, rate in rates.items():
        worth = tables.symbol_value(chosen, cards.symbol_set_values)
        values[worth] = values.get(worth, 0) + rate
    return dict(sorted(values.items()))
