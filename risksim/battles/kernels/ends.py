"""The chance of every end of a battle, by pushing chances from the start down to the ends.

Where every round with all dice costs the same one or two armies, most of the way is skipped. Armies only fall, so no
battle that has lost the right to all its dice regains it; hence the chance that so many rounds leave a certain number,
all of them with all dice, is a coefficient of a power of the round's three chances, and only those next to where all
dice end are needed.
"""

import math

import numpy as np

from risksim.battles.kernels.layouts import NEGLIGIBLE, Rounds
from risksim.engine.jit import kernel

_HUGE = 1e250
_RING = 7  # rows live in a ring of eight: no round costs more than six armies
#: A sum of steps that differ from their mean by two at most is further from its own than :func:`reach` with a chance
#: below exp(-_DEPTH), which is below NEGLIGIBLE (the inequality of Bernstein).
_DEPTH = 675.0
#: Coefficients at either end of a line that may still remember that the recurrence was not begun where it begins.
WARM = 256
#: Rounds between two lines, at most.
MOST_ROUNDS = 1024


@kernel
def row_ends(question: tuple[int, int, int, int], tables: Rounds, rows: np.ndarray, ends: np.ndarray) -> None:
    """Fill ``ends`` with the chance of each end of a battle under any rule, one row of attackers after the other.

    ``rows`` is zeroed scratch space for eight rows of defenders.
    """
    attackers, defenders, floor, until = question
    full_a, full_d, width, depth = tables.full_attackers, tables.full_defenders, tables.width, tables.depth
    across = defenders + 1
    beyond = depth * (attackers + 1)
    rows[(attackers & _RING) * across + defenders] = 1.0
    lowest = max(floor - depth + 1, 0)
    for a in range(attackers, lowest - 1, -1):
        row = rows[(a & _RING) * across : (a & _RING) * across + across]
        if a > floor:
            for d in range(defenders, until, -1):
                chance = row[d]
                if chance < NEGLIGIBLE:
                    continue
                kind = min(a, full_a) * (full_d + 1) + min(d, full_d)
                for at in range(kind * width + tables.first[kind], kind * width + tables.n_outcomes[kind]):
                    to = ((a - tables.attacker_loses[at]) & _RING) * across + d - tables.defender_loses[at]
                    rows[to] += chance * tables.weights[at]
        else:
            for d in range(until + 1, across):
                ends[beyond + (floor - a) * across + d] = row[d]
        for below in range(min(depth, until + 1)):
            ends[below * (attackers + 1) + a] = row[until - below]
        row[:] = 0.0


@kernel
def reach(variance: float) -> float:
    """Return how far from its mean a loss of that variance may be before its chance is negligible."""
    skew = _DEPTH * 2 / 3
    return skew + math.sqrt(skew * skew + 2 * _DEPTH * variance)


@kernel
def _rise(u0: float, u1: float, u2: float, t: int, first: int, out: np.ndarray) -> None:
    """Fill ``out`` with the coefficients c[first], c[first + 1] … of (u0 + u1 x + u2 x²) to the power t, up to a factor.

    (i + 1) u0 c[i + 1] = (t - i) u1 c[i] + (2t - i + 1) u2 c[i - 1], where all terms are positive up to i = t: nothing
    cancels, and after a few terms it does not matter that the one before the first was taken for zero.
    """
    before, here = 0.0, 1.0
    out[0] = here
    for k in range(len(out) - 1):
        i = first + k
        share = 1.0 / ((i + 1) * u0)
        above = ((t - i) * u1 * share) * here + ((2 * t - i + 1) * u2 * share) * before
        before, here = here, above
        out[k + 1] = here
        if here > _HUGE:
            for j in range(k + 2):
                out[j] /= _HUGE
            before /= _HUGE
            here /= _HUGE


@kernel
def _fill_line(u0: float, u1: float, u2: float, t: int, low: int, high: int, line: np.ndarray) -> None:
    """Fill ``line`` with the chances to have lost ``low`` … ``high`` armies after ``t`` rounds.

    Up to t they are found from below; beyond, where terms would cancel, from above with the chances the other way round.
    Both parts share the loss t, and the sum is 1: what lies outside is negligible.
    """
    n, turn = high - low + 1, t - low
    if turn >= 0:
        _rise(u0, u1, u2, t, low, line[: min(turn + 1, n)])
    if high > t:
        from_below = line[turn] if turn >= 0 else 0.0
        _rise(u2, u1, u0, t, 2 * t - high, line[max(turn, 0) : n][::-1])
        if turn >= 0:
            # the part without the mean is highest here; it is brought down to 1 and then to the other one
            from_above = line[turn]
            if u2 > u0:
                for k in range(turn):
                    line[k] = line[k] / from_below * from_above
            else:
                for k in range(turn, n):
                    line[k] = line[k] / from_above * from_below
    total = 0.0
    for k in range(n):
        total += line[k]
    share = 1.0 / total
    for k in range(n):
        chance = line[k] * share
        line[k] = chance if chance >= NEGLIGIBLE else 0.0


@kernel
def _first_round(loss: int, mean: float, variance: float, sign: int, last: int) -> int:
    """Return the first of 0 … ``last`` rounds whose mean loss, with what it may differ by, is ``loss`` or more.

    ``sign`` tells whether losses above (1) or below (-1) the mean are looked at; ``last`` if there is none before.
    """
    low, high = 0, last
    while low < high:
        middle = (low + high) // 2
        if middle * mean + sign * reach(middle * variance) >= loss:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def _leave(
    sides: tuple[int, int, int, int],
    taps: tuple[float, float, float],
    keeps_corner: bool,
    base: int,
    line: np.ndarray,
    cone: np.ndarray,
    strip: np.ndarray,
) -> None:
    """Add to ``strip`` the chances with which one side falls below the number it needs for all its dice.

    Parameters
    ----------
    sides
        This side's armies, the other's, and what either needs for all its dice.
    taps
        The chances that a round with all dice costs this side 0, 1, 2 armies; the last one 0 where it costs one in all.
    keeps_corner
        Whether what makes both sides fall below belongs here.
    base
        This side's armies in the first row of the strip, whose columns are the other's.
    line, cone
        Scratch space: for a line, and for 2 * MOST_ROUNDS chances.
    strip
        Where to add.
    """
    own, other, low_own, low_other = sides
    u0, u1, u2 = taps
    cost = 2 if u2 > 0.0 else 1
    mean, across = u1 + 2 * u2, other + 1
    variance = u1 + 4 * u2 - mean * mean
    loss = own - low_own
    # beyond the last round the other side has fallen below
    end = (other - low_other + loss) // cost + 1
    t = max(_first_round(loss - 1, mean, variance, 1, end), (loss + cost - 1) // cost - 1, 0)
    end = _first_round(loss + 1, mean, variance, -1, end)
    while t < end:
        far = reach(t * variance) + WARM
        low, high = max(0, int(t * mean - far)), min(cost * t, int(t * mean + far) + 1)
        _fill_line(u0, u1, u2, t, low, high, line)
        n_rounds = min(max(16, int(math.sqrt(13.0 * (high - low)))), MOST_ROUNDS, end - t)
        n = 2 * n_rounds
        for k in range(n):
            lost = loss - n + 1 + k
            cone[k] = line[lost - low] if lost >= low and lost <= high else 0.0
        for _ in range(n_rounds):
            one, two = cone[n - 1], cone[n - 2]
            left = other - cost * t + loss
            if one > NEGLIGIBLE and left >= low_other:
                for lost in range(1, cost + 1):
                    to = left - cost + lost
                    if to >= low_other or keeps_corner:
                        strip[(low_own - lost - base) * across + to] += one * (u1 if lost == 1 else u2)
            if two > NEGLIGIBLE and left - 1 >= low_other and cost == 2:
                strip[(low_own - 1 - base) * across + left - 1] += two * u2
            n -= 2
            for k in range(n):
                cone[k] = u2 * cone[k] + u1 * cone[k + 1] + u0 * cone[k + 2]
            t += 1


@kernel
def _push_strips(
    question: tuple[int, int, int, int], tables: Rounds, few_defenders: np.ndarray, few_attackers: np.ndarray
) -> None:
    """Push the chances of :func:`band_ends` that fell out of the band on to where the attack stops."""
    attackers, defenders, floor, until = question
    full_a, full_d, width, depth = tables.full_attackers, tables.full_defenders, tables.width, tables.depth
    in_a, in_d = max(full_a, floor + 1), max(full_d, until + 1)
    base_a, base_d = max(floor - depth + 1, 0), max(until - depth + 1, 0)
    across_a, across_d = attackers + 1, defenders + 1
    loses_a, loses_d, weights = tables.attacker_loses, tables.defender_loses, tables.weights
    for d in range(in_d - 1, until, -1):
        kind = full_a * (full_d + 1) + min(d, full_d)
        begin, end = kind * width + tables.first[kind], kind * width + tables.n_outcomes[kind]
        for a in range(attackers, in_a - 1, -1):
            chance = few_defenders[(d - base_d) * across_a + a]
            if chance < NEGLIGIBLE:
                continue
            for at in range(begin, end):
                to_a, to_d = a - loses_a[at], d - loses_d[at]
                if to_a >= in_a:
                    few_defenders[(to_d - base_d) * across_a + to_a] += chance * weights[at]
                else:
                    few_attackers[(to_a - base_a) * across_d + to_d] += chance * weights[at]
    for a in range(in_a - 1, floor, -1):
        for d in range(defenders, until, -1):
            chance = few_attackers[(a - base_a) * across_d + d]
            if chance < NEGLIGIBLE:
                continue
            kind = min(a, full_a) * (full_d + 1) + min(d, full_d)
            for at in range(kind * width + tables.first[kind], kind * width + tables.n_outcomes[kind]):
                to = (a - loses_a[at] - base_a) * across_d + d - loses_d[at]
                few_attackers[to] += chance * weights[at]


@kernel
def band_ends(
    question: tuple[int, int, int, int],
    tables: Rounds,
    line: np.ndarray,
    cone: np.ndarray,
    few_defenders: np.ndarray,
    few_attackers: np.ndarray,
    ends: np.ndarray,
) -> None:
    """Fill ``ends`` where every round with all dice costs the same one or two armies.

    The chances with which either side falls below what it needs for all its dice are collected in two strips,
    ``few_defenders`` (rows of attackers) and ``few_attackers`` (rows of defenders), and pushed to the ends from there.
    The strips are zeroed; ``line`` and ``cone`` are scratch space.
    """
    attackers, defenders, floor, until = question
    full_a, full_d, width, depth = tables.full_attackers, tables.full_defenders, tables.width, tables.depth
    in_a, in_d = max(full_a, floor + 1), max(full_d, until + 1)
    base_a, base_d = max(floor - depth + 1, 0), max(until - depth + 1, 0)
    across_a, across_d = attackers + 1, defenders + 1
    kind = full_a * (full_d + 1) + full_d
    w = np.zeros(3)
    cost = 0
    for at in range(kind * width + tables.first[kind], kind * width + tables.n_outcomes[kind]):
        w[tables.attacker_loses[at]] = tables.weights[at]
        cost = tables.attacker_loses[at] + tables.defender_loses[at]
    own = (w[0], w[1], w[2])
    opposite = (w[2], w[1], w[0]) if cost == 2 else (w[1], w[0], 0.0)
    _leave((attackers, defenders, in_a, in_d), own, True, base_a, line, cone, few_attackers)
    _leave((defenders, attackers, in_d, in_a), opposite, False, base_d, line, cone, few_defenders)
    _push_strips(question, tables, few_defenders, few_attackers)
    for d in range(base_d, until + 1):
        row = ends[(until - d) * across_a : (until - d + 1) * across_a]
        row[in_a:] = few_defenders[(d - base_d) * across_a + in_a : (d - base_d + 1) * across_a]
        for a in range(base_a, in_a):
            row[a] = few_attackers[(a - base_a) * across_d + d]
    beyond = depth * across_a
    for a in range(base_a, floor + 1):
        row = ends[beyond + (floor - a) * across_d : beyond + (floor - a + 1) * across_d]
        row[until + 1 :] = few_attackers[(a - base_a) * across_d + until + 1 : (a - base_a + 1) * across_d]
