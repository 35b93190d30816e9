"""The exact chances behind a log: what one row may cost, and what all of them may come to.

The *score* of a row is what the defender lost less what the attacker lost, in armies: the higher, the better for the
attacker. The scores of rows are independent under fair dice, so that of all rows has the convolution of their
distributions. Short logs are done in plain Python; the choice depends on the log alone.

How a battle is read
    A battle with neither ``keep`` nor ``until`` nor ``most_rounds`` was to be fought to its end. One that was to be
    stopped has the law of its stop: at so many armies, at so many defenders, or after so many rounds. A battle that
    was stopped because of how it went, by no rule, has no law: the same end may have come from a plan under which it
    was likely or unlikely. Its rounds have one, whatever made it stop.

Sources: ``osborne-2003``, ``lancaster-1961``.
"""

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from types import MappingProxyType
from typing import Any

from risksim.battles import blitz, rounds
from risksim.battles.exact import Battle, is_steady, kinds, stop_at
from risksim.battles.rounds import Round
from risksim.errors import InputError
from risksim.rules.clauses import BonusClamp, BonusOn, Dice, Ties
from risksim.statistics import log_moments

#: Products of chances up to which a log is done in plain Python.
PLAIN_PRODUCTS = 1_000_000
#: Chances this small are left out at either end of the distribution of a long log.
_NEGLIGIBLE = 1e-100
#: What an end counts for that is possible but too rare for the chances of a battle to tell: more than its chance.
VANISHING = 1e-280
#: The smallest p-value that is told where there was such an end.
LEAST_TOLD = 1e-279
#: Armies more than an end has from which a battle may begin without any difference to whether it may end so.
_NEAR = 8

Losses = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Law:
    """What one row may cost under fair dice.

    Attributes
    ----------
    losses
        Chance of each (attacker loses, defender loses).
    exact
        The same as fractions, where they are known as short ones.
    """

    losses: MappingProxyType[Losses, float]
    exact: MappingProxyType[Losses, Fraction] | None = None

    def with_vanishing(self, losses: Losses) -> "Law":
        """Return the law in which losses that it is too coarse for have the chance :data:`VANISHING`."""
        return Law(MappingProxyType({**self.losses, losses: VANISHING}))

    @cached_property
    def scores(self) -> "Scores":
        """Distribution of the score."""
        return Scores.of((d - a, p) for (a, d), p in self.losses.items())

    @cached_property
    def expected(self) -> tuple[float, float]:
        """Expected losses of the attacker and of the defender."""
        return (
            math.fsum(a * p for (a, _), p in self.losses.items()),
            math.fsum(d * p for (_, d), p in self.losses.items()),
        )

    @cached_property
    def exact_percentiles(self) -> dict[tuple[Losses, bool], Fraction]:
        """The percentile of each outcome as a fraction, for the attacker (true) and for the defender."""
        found = {}
        for sign in (1, -1):
            scores = [(sign * (d - a), p) for (a, d), p in (self.exact or {}).items()]
            for a, d in self.exact or {}:
                mine = sign * (d - a)
                below = sum((p for score, p in scores if score < mine), Fraction(0))
                same = sum((p for score, p in scores if score == mine), Fraction(0))
                found[(a, d), sign == 1] = below + same / 2
        return found


@dataclass(frozen=True, eq=False)
class Scores:
    """A distribution over whole numbers: ``chances[k]``, of a sequence or an array, is that of ``lowest + k``."""

    lowest: int
    chances: Any

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, float]]) -> "Scores":
        """Return the distribution of (score, chance) pairs; equal scores add up.

        >>> Scores.of([(1, 0.25), (-1, 0.5), (1, 0.25)])
        Scores(lowest=-1, chances=(0.5, 0.0, 0.5))
        """
        summed: dict[int, list[float]] = defaultdict(list)
        for score, p in pairs:
            summed[score].append(p)
        lowest, highest = min(summed), max(summed)
        return cls(lowest, tuple(math.fsum(summed.get(k, ())) for k in range(lowest, highest + 1)))

    @cached_property
    def mean(self) -> float:
        """Expected score."""
        return math.fsum(score * p for score, p in self.items())

    @cached_property
    def variance(self) -> float:
        """Variance of the score."""
        return math.fsum((score - self.mean) ** 2 * p for score, p in self.items())

    @cached_property
    def _cumulative(self) -> Any:
        return self.chances.cumsum() if hasattr(self.chances, "cumsum") else list(accumulate(self.chances))

    @cached_property
    def moments(self) -> tuple[float, ...]:
        """What a test martingale needs to know of the distribution."""
        return log_moments(range(self.lowest, self.lowest + len(self.chances)), self.chances)

    @cached_property
    def reversed(self) -> "Scores":
        """The distribution of the score with its sign turned: the other side's."""
        return Scores(1 - self.lowest - len(self.chances), self.chances[::-1])

    def items(self) -> Iterable[tuple[int, float]]:
        """Yield (score, chance)."""
        return enumerate(self.chances, start=self.lowest)

    def parts(self, score: int) -> tuple[float, float, float]:
        """Return the chances of less, of so much, and of more.

        >>> Scores(0, (0.25, 0.5, 0.25)).parts(1)
        (0.25, 0.5, 0.25)
        """
        place = score - self.lowest
        if not 0 <= place < len(self.chances):
            return (0.0, 0.0, 1.0) if place < 0 else (1.0, 0.0, 0.0)
        return _sum(self.chances[:place]), float(self.chances[place]), _sum(self.chances[place + 1 :])

    def quantile(self, p: float) -> int:
        """Return the least score that is not exceeded with chance ``p``.

        >>> Scores(0, (0.25, 0.5, 0.25)).quantile(0.3)
        1
        """
        return self.lowest + min(bisect_left(self._cumulative, p), len(self.chances) - 1)


def _sum(chances: Any) -> float:
    """Return the sum of a part of a distribution."""
    return float(chances.sum()) if hasattr(chances, "sum") else math.fsum(chances)


def percentile(parts: tuple[float, float, float]) -> float:
    """Return the mid-p: the chance of less and half that of so much.

    Sources: ``lancaster-1961``.
    """
    return min(parts[0] + parts[1] / 2, 1.0)


def two_sided(parts: tuple[float, float, float]) -> float:
    """Return twice the smaller tail, at most 1: never too small a p-value."""
    return min(1.0, 2 * min(parts[0] + parts[1], parts[1] + parts[2]))


@lru_cache(maxsize=4096)
def round_law(dice: Dice, attackers: int, defenders: int, n_attack: int, n_defence: int) -> Law:
    """Return what one round with so many dice a side costs; no dice in defence where a lone army is lost at once.

    >>> law = round_law(Dice(), 5, 5, 3, 1)
    >>> law.exact[0, 1], law.exact[1, 0]
    (Fraction(95, 144), Fraction(49, 144))
    """
    if n_defence == 0:
        result = rounds.round_at(dice, attackers, defenders)
    else:
        result = rounds.round_of(dice, n_attack, n_defence)
    counts: dict[Losses, int] = defaultdict(int)
    for (a, d), count in result.counts.items():
        counts[min(a, attackers), min(d, defenders)] += count
    return _of_round(Round(MappingProxyType(counts), result.total))


def _of_round(result: Round) -> Law:
    if not result.total:
        raise InputError("every roll ties and is rolled again")
    exact = {losses: Fraction(count, result.total) for losses, count in result.counts.items() if count}
    return Law(MappingProxyType({losses: float(p) for losses, p in exact.items()}), MappingProxyType(exact))


@lru_cache(maxsize=1024)
def battle_law(dice: Dice, battle: Battle, most_rounds: int | None = None) -> Law:
    """Return what a battle costs that is fought to its end, or to its stop.

    Parameters
    ----------
    dice
        The dice section of a rule set; ``battle_outcome`` says how battles end.
    battle
        Armies able to attack, defenders, and when the attacker stops.
    most_rounds
        Stop after so many rounds; None goes on.

    Raises
    ------
    InputError
        If the battle would never end.

    >>> law = battle_law(Dice(), Battle(3, 2))
    >>> round(sum(p for (a, d), p in law.losses.items() if d == 2), 3)
    0.656
    """
    ends: Iterable[tuple[int, int, float]]
    ends = blitz.ends(dice, battle) if most_rounds is None else _after_rounds(dice, battle, most_rounds)
    attackers, defenders = battle.attackers, battle.defenders
    return Law(MappingProxyType({(attackers - a, defenders - d): p for a, d, p in ends}))


def _after_rounds(dice: Dice, battle: Battle, most_rounds: int) -> Iterable[tuple[int, int, float]]:
    """Yield (attackers, defenders, chance) after so many rounds, or at the end if that is earlier."""
    going: dict[Losses, float] = {(battle.attackers, battle.defenders): 1.0}
    over: dict[Losses, float] = defaultdict(float)
    for _ in range(most_rounds):
        following: dict[Losses, float] = defaultdict(float)
        for (attackers, defenders), chance in going.items():
            counts, total = rounds.round_at(dice, attackers, defenders)
            for (a, d), count in counts.items():
                after = (attackers - a, defenders - d)
                (over if is_over(dice, battle, *after) else following)[after] += chance * count / total
        going = following
        if not going:
            break
    return [(a, d, p) for part in (over, going) for (a, d), p in part.items()]


def is_over(dice: Dice, battle: Battle, attackers: int, defenders: int) -> bool:
    """Return whether a battle is fought to its end, or to its stop, with so many left (attackers: able to attack).

    >>> is_over(Dice(), Battle(5, 5), 0, 3), is_over(Dice(), Battle(5, 5, floor=2), 3, 3)
    (True, False)
    """
    until = battle.until if rounds.may_attack(dice, 1) else max(battle.until, 1)
    return attackers <= battle.floor or defenders <= until


def may_end(dice: Dice, battle: Battle, attackers: int, defenders: int) -> bool:
    """Return whether the dice can bring a battle to this end, however unlikely.

    Row by row of attackers left, one bit for each number of defenders says whether the battle may come there.

    >>> may_end(Dice(), Battle(2000, 5), 0, 5), may_end(Dice(), Battle(7, 4, floor=3), 2, 0)
    (True, False)
    """
    if not is_over(dice, battle, attackers, defenders):
        return False
    battle = _nearer(dice, battle, attackers, defenders)
    until = stop_at(dice, battle).until
    arrived: dict[int, int] = defaultdict(int)
    arrived[battle.attackers] = 1 << battle.defenders
    for left in range(battle.attackers, attackers - 1, -1):
        here = arrived.pop(left, 0)
        if left > battle.floor:
            for mask, losses in _kinds(dice, left, until, battle.defenders):
                inside = [d for a, d in losses if a == 0]
                here |= _spread(here & mask, mask, inside)
                for a, d in losses:
                    if a:
                        arrived[left - a] |= (here & mask) >> d
    return bool(here >> defenders & 1)


def _nearer(dice: Dice, battle: Battle, attackers: int, defenders: int) -> Battle:
    """Return a battle that begins nearer to an end and may come to it just the same.

    Where every round with all dice costs two armies in all, however shared out, two armies fewer on a large side only
    take such rounds away.
    """
    if not is_steady(dice):
        return battle
    lows = (
        max(attackers, battle.floor, rounds.full_attackers(dice)) + _NEAR,
        max(defenders, battle.until, rounds.full_defenders(dice)) + _NEAR,
    )
    return battle._replace(
        **{
            name: low + (most - low) % 2
            for name, most, low in zip(("attackers", "defenders"), battle, lows, strict=False)
            if most > low
        }
    )


def _kinds(dice: Dice, attackers: int, until: int, most: int) -> Iterator[tuple[int, list[Losses]]]:
    """Yield the defenders, as bits, whose next round costs the same, with what it may cost; most defenders first."""
    full = rounds.full_defenders(dice)
    for defenders in reversed(kinds(until + 1, most, full)):
        counts = rounds.round_at(dice, attackers, defenders).counts
        mask = (1 << (most + 1)) - (1 << max(full, until + 1)) if defenders == full else 1 << defenders
        yield mask, [losses for losses, count in counts.items() if count and losses != (0, 0)]


def _spread(states: int, mask: int, steps: Sequence[int]) -> int:
    """Return the states that steps down lead to, any number of them, as long as each begins inside the mask."""
    before = 0
    while states != before:
        before = states
        for step in steps:
            width = step
            while (following := states | (states & mask) >> width & mask) != states:
                states, width = following, 2 * width
            states |= (states & mask) >> step
    return states


def running_sums(rows: Sequence[Scores]) -> Iterator[Scores]:
    """Yield the distribution of the sum of scores after each row.

    >>> [tuple(sums.chances) for sums in running_sums([Scores(-1, (0.5, 0.0, 0.5))] * 2)]
    [(0.5, 0.0, 0.5), (0.25, 0.0, 0.5, 0.0, 0.25)]
    """
    width = products = 0
    for scores in rows:
        width += len(scores.chances)
        products += width * len(scores.chances)
    return _plain_sums(rows) if products <= PLAIN_PRODUCTS else _array_sums(rows)


def _plain_sums(rows: Sequence[Scores]) -> Iterator[Scores]:
    lowest, chances = 0, [1.0]
    for scores in rows:
        summed = [0.0] * (len(chances) + len(scores.chances) - 1)
        for place, other in enumerate(scores.chances):
            if other:
                for k, chance in enumerate(chances, start=place):
                    summed[k] += chance * other
        lowest, chances = lowest + scores.lowest, summed
        yield Scores(lowest, chances)


def _array_sums(rows: Sequence[Scores]) -> Iterator[Scores]:
    import numpy as np

    sums = Scores(0, np.ones(1))
    for scores in rows:
        one = _kept(Scores(scores.lowest, np.asarray(scores.chances)))
        sums = _kept(Scores(sums.lowest + one.lowest, np.convolve(sums.chances, one.chances)))
        yield sums


def _kept(scores: Scores) -> Scores:
    """Return a distribution without its negligible ends."""
    first, last = 0, len(scores.chances) - 1
    while scores.chances[first] < _NEGLIGIBLE:
        first += 1
    while scores.chances[last] < _NEGLIGIBLE:
        last -= 1
    return Scores(scores.lowest + first, scores.chances[first : last + 1])


def losses_of(dice: Dice, attack: Sequence[int], defence: Sequence[int]) -> Losses | None:
    """Return what a roll costs either side, None where the rules have it rolled again.

    The dice that a side rolls on top of those that count are among them; nothing yet limits losses to the armies.

    >>> losses_of(Dice(), (1, 6, 5), (2, 6))
    (1, 1)
    """
    first = _in_order(attack, dice.attack_bonus, dice.attack_bonus_on, dice.bonus_clamp, dice.attack_sides)
    second = _in_order(
        defence, dice.defence_bonus, dice.defence_bonus_on, dice.bonus_clamp, dice.defence_sides
    )
    pairs = rounds.n_pairs(dice, len(attack) - dice.attack_extra_dice, len(defence) - dice.defence_extra_dice)
    attacker_loses = defender_loses = 0
    for one, other in list(zip(first, second, strict=False))[:pairs]:
        if one == other:
            if dice.ties is Ties.REROLL:
                return None
            attacker_loses += dice.ties in (Ties.DEFENDER, Ties.BOTH)
            defender_loses += dice.ties in (Ties.ATTACKER, Ties.BOTH)
        elif one > other:
            defender_loses += 1
        else:
            attacker_loses += 1
    return attacker_loses, defender_loses


def _in_order(roll: Sequence[int], bonus: int, on: BonusOn, clamp: BonusClamp, sides: int) -> list[int]:
    """Return what the dice of one side count as, highest first."""
    highest_first = sorted(roll, reverse=True)
    n_raised = len(roll) if on is BonusOn.ALL else 1
    raised = [clamp.within(face + bonus, sides) for face in highest_first[:n_raised]]
    return sorted(raised + highest_first[n_raised:], reverse=True)
