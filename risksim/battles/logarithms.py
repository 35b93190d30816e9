"""Logarithms of the chances to take a territory and not to take it, however small they are.

Where the ends of a battle tell both chances, their logarithms are found from them, each from the smaller of the two
near certainty. Chances too small for doubles are found anew: in logarithms for small battles; for large ones by tilting
the dice until what is asked for is likely, where all rounds cost the same, and by a kernel whose numbers carry an exponent
of their own, where they do not.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from risksim.battles import exact, rounds
from risksim.rules.clauses import Dice

#: Sums of ends below this may lack ends that doubles cannot hold.
_LEAST = 1e-280
_LOG_10 = math.log(10)


class Logarithms(NamedTuple):
    """Decimal logarithms of two chances that add up to 1; -inf for what cannot happen."""

    p_win: float
    p_lose: float


def of_ends(ends: Sequence[tuple[int, int, float]]) -> Logarithms:
    """Return the logarithms of the chances to take the territory and not to, as the ends have them.

    >>> half = of_ends([(1, 0, 0.5), (0, 1, 0.5)])
    >>> round(half.p_win, 6), round(half.p_lose, 6)
    (-0.30103, -0.30103)
    """
    won, lost = _sums(ends)
    return Logarithms(_log10(won, lost), _log10(lost, won))


def of_battle(dice: Dice, battle: exact.Battle, ends: Sequence[tuple[int, int, float]]) -> Logarithms:
    """Return the logarithms of the chances to take the territory and not to.

    Parameters
    ----------
    dice
        The dice section of a rule set.
    battle
        Armies able to attack, defenders, and when the attacker stops.
    ends
        Its ends, as :func:`risksim.battles.exact.ends` returns them.

    >>> few = exact.Battle(3, 1000)
    >>> round(of_battle(Dice(), few, exact.ends(Dice(), few)).p_win, 6)
    -214.434947
    """
    won, lost = _sums(ends)
    found = [
        _log10(chance, other) if chance >= _LEAST else _deep(dice, battle, is_loss)
        for chance, other, is_loss in ((won, lost, False), (lost, won, True))
    ]
    return Logarithms(*found)


def _sums(ends: Sequence[tuple[int, int, float]]) -> tuple[float, float]:
    """Return the chances to take the territory and not to."""
    won = math.fsum(p for a, d, p in ends if d == 0 and a > 0)
    return won, math.fsum(p for a, d, p in ends if d > 0 or a == 0)


def _log10(chance: float, other: float) -> float:
    """Return the logarithm of a chance, given the other one as well."""
    if not chance:
        return -math.inf
    # adding 0.0 makes a zero positive
    return math.log10(chance) if chance <= 0.5 else math.log1p(-other) / _LOG_10 + 0.0


def _deep(dice: Dice, battle: exact.Battle, is_loss: bool) -> float:
    """Return the logarithm of a chance that doubles may not hold."""
    battle = exact.stop_at(dice, battle)
    if battle.n_states <= exact.PLAIN_STATES:
        return _plain(dice, battle, is_loss) / _LOG_10
    from risksim.battles import tables

    find = tables.log10_tilted_chance if exact.starts_steady(dice, battle) else tables.log10_chance
    return find(dice, battle, is_loss)


def _plain(dice: Dice, battle: exact.Battle, is_loss: bool) -> float:
    """Return the natural logarithm of the chance to take the territory, or not to."""
    attackers, defenders, floor, until = battle
    full_a, full_d = rounds.full_attackers(dice), rounds.full_defenders(dice)
    weights = {
        (a, d): [(lost_a, lost_d, math.log(p)) for lost_a, lost_d, p in exact.transitions(dice, a, d)]
        for a in exact.kinds(floor + 1, attackers, full_a)
        for d in exact.kinds(until + 1, defenders, full_d)
    }

    def stopped(a: int, d: int) -> float:
        return 0.0 if (d == 0 and a > 0) is not is_loss else -math.inf

    lowest = max(floor - full_a, 0)
    rows = {a: [stopped(a, d) for d in range(defenders + 1)] for a in range(lowest, floor + 1)}
    for a in range(floor + 1, attackers + 1):
        rows[a] = row = [stopped(a, d) for d in range(until + 1)]
        for d in range(until + 1, defenders + 1):
            terms = [
                weight + rows[a - lost_a][d - lost_d]
                for lost_a, lost_d, weight in weights[min(a, full_a), min(d, full_d)]
            ]
            most = max(terms)
            if most > -math.inf:
                most += math.log(sum(math.exp(term - most) for term in terms))
            row.append(most)
        rows.pop(a - full_a - 1, None)
    return rows[attackers][defenders]
