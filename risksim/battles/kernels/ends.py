"""The chance of every end of a battle, by pushing chances from the start down to the ends."""

import numpy as np

from risksim.battles.kernels.layouts import NEGLIGIBLE, Rounds
from risksim.engine.jit import kernel

_HUGE = 1e250
_RING = 7  # rows live in a ring of eight: no round costs more than six armies


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
def _power(w0: float, w1: float, w2: float, n_rounds: int, line: np.ndarray) -> None:
    """Fill ``line`` (2 * n_rounds + 1) with the chances to have lost 2 * n_rounds … 0 attackers after so many rounds.

    They are the coefficients c of (w0 + w1 x + w2 x²) to the power t, for which
    (i + 1) w0 c[i + 1] = (t - i) w1 c[i] + (2t - i + 1) w2 c[i - 1]. All terms are positive up to i = t, so the lower
    half is safe from cancellation, and so is the upper half with the taps the other way round. Both are found up to
    a factor; they meet in the middle, and the sum is 1.
    """
    middle = n_rounds
    _half_power(w2, w1, w0, n_rounds, line[: middle + 1])
    meeting = line[middle]
    _half_power(w0, w1, w2, n_rounds, line[middle:][::-1])
    factor = line[middle] / meeting
    total = 0.0
    for k in range(middle):
        line[k] *= factor
        total += line[k]
    for k in range(middle, 2 * middle + 1):
        total += line[k]
    share = 1.0 / total
    for k in range(2 * middle + 1):
        chance = line[k] * share
        line[k] = chance if chance >= NEGLIGIBLE else 0.0


@kernel
def _half_power(u0: float, u1: float, u2: float, t: int, out: np.ndarray) -> None:
    """Fill ``out`` with the first t + 1 coefficients of (u0 + u1 x + u2 x²) to the power t, up to a factor."""
    before, here = 0.0, 1.0
    out[0] = here
    for i in range(t):
        share = 1.0 / ((i + 1) * u0)
        above = ((t - i) * u1 * share) * here + ((2 * t - i + 1) * u2 * share) * before
        before, here = here, above
        out[i + 1] = here
        if here > _HUGE:
            for k in range(i + 2):
                out[k] /= _HUGE
            before /= _HUGE
            here /= _HUGE


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
    few_defenders: np.ndarray,
    few_attackers: np.ndarray,
    ends: np.ndarray,
) -> None:
    """Fill ``ends`` where every round with all dice costs the same one or two armies.

    Such rounds move the chances from one anti-diagonal (a + d constant) to the next: a convolution with at most
    three taps along ``line``, whose entry a - lowest + 2 belongs to a attackers. What falls out of the band is
    collected in two strips, ``few_defenders`` (rows of attackers) and ``few_attackers`` (rows of defenders), and
    pushed to the ends from there. All three are zeroed scratch space.
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
    w0, w1, w2 = w[0], w[1], w[2]
    shift = 2 - in_a
    low, high = attackers, attackers
    together = attackers + defenders
    line[attackers + shift] = 1.0
    n_rounds = min(attackers - in_a, defenders - in_d) // 2
    if cost == 2 and w0 > 0.0 and w2 > 0.0 and n_rounds > 0:
        # nothing can fall out before, so the line is a power of the three taps
        low -= 2 * n_rounds
        together -= 2 * n_rounds
        _power(w0, w1, w2, n_rounds, line[low + shift : high + shift + 1])
    while low <= high:
        together -= cost
        low -= 2
        # beyond the band lie zeros: whole vectors cost less than a remainder
        n = (high - low + 16) & -16
        part = line[low + shift : low + shift + n + 2]
        for k in range(n):
            part[k] = w0 * part[k] + w1 * part[k + 1] + w2 * part[k + 2]
        while low <= high and (low < in_a or line[low + shift] < NEGLIGIBLE):
            if low < in_a and line[low + shift] > 0.0:
                few_attackers[(low - base_a) * across_d + together - low] = line[low + shift]
            line[low + shift] = 0.0
            low += 1
        while high >= low and (together - high < in_d or line[high + shift] < NEGLIGIBLE):
            if together - high < in_d:
                few_defenders[(together - high - base_d) * across_a + high] = line[high + shift]
            line[high + shift] = 0.0
            high -= 1
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
