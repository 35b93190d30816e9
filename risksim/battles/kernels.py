"""Battles in compiled loops over flat tables: exact distributions, tables of chances, and battles rolled by the million.

Sources: ``walker-1977``, ``blackman-vigna-2021``.
"""

from typing import NamedTuple

import numpy as np

from risksim.engine.jit import kernel
from risksim.engine.random import step

#: Chances below this are taken for zero: doubles end near 1e-308, and numbers close to that end are slow.
NEGLIGIBLE = 1e-290
_HUGE = 1e250
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_HALF, _LOW_HALF = np.uint64(32), np.uint64(0xFFFFFFFF)
_RING = 7  # rows live in a ring of eight: no round costs more than six armies


class Rounds(NamedTuple):
    """Rounds as flat tables; row (a, d) is a * (full_defenders + 1) + d, with a and d cut at their full numbers."""

    full_attackers: int
    full_defenders: int
    width: int
    """entries in a row"""
    depth: int
    """most armies one round can cost one side"""
    n_outcomes: np.ndarray
    """(rows,) int64: outcomes in the row"""
    first: np.ndarray
    """(rows,) int64: place of the first outcome that costs anything"""
    attacker_loses: np.ndarray
    """(rows * width,) int64: armies; beyond the last outcome it is repeated"""
    defender_loses: np.ndarray
    """(rows * width,) int64"""
    weights: np.ndarray
    """(rows * width,) float64: chance among the outcomes that cost anything"""
    thresholds: np.ndarray
    """(rows * width,) uint64: a draw below the entry, and not below the one before, is this outcome"""


class Alias(NamedTuple):
    """A table for drawing an index by 32 bits, and 64 more where those leave it open."""

    bits: int
    """at most 31"""
    ends: np.ndarray
    """(2 * 2**bits,) uint32: for each slot the index taken below its bound, and the one taken above"""
    bounds: np.ndarray
    """(2**bits,) uint64: the slot's number in the high bits of 32, the first bits of its own index's share below"""
    rests: np.ndarray
    """(2**bits,) uint64: the other bits of that share"""


@kernel
def roll_battles(
    question: tuple[int, int, int, int],
    tables: Rounds,
    n_battles: int,
    state: np.ndarray,
    counts: np.ndarray,
) -> None:
    """Roll ``n_battles`` battles round by round, one draw a round, and count their ends in ``counts``."""
    attackers, defenders, floor, until = question
    full_a, full_d, width, depth = tables.full_attackers, tables.full_defenders, tables.width, tables.depth
    steady_a, steady_d = max(full_a, floor + 1), max(full_d, until + 1)
    full = (full_a * (full_d + 1) + full_d) * width
    cuts = tables.thresholds[full : full + width]
    loses_a, loses_d = tables.attacker_loses[full : full + width], tables.defender_loses[full : full + width]
    n_cuts = tables.n_outcomes[full_a * (full_d + 1) + full_d] - 1
    first, second = cuts[0], cuts[min(1, width - 1)]
    beyond = depth * (attackers + 1)
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    for _ in range(n_battles):
        a, d = attackers, defenders
        if n_cuts <= 2:
            # up to three outcomes, as with two compared pairs of which each costs one army
            while a >= steady_a and d >= steady_d:
                draw, s0, s1, s2, s3 = step(s0, s1, s2, s3)
                place = (_ONE if draw >= first else _ZERO) + (_ONE if draw >= second else _ZERO)
                a -= loses_a[place]
                d -= loses_d[place]
        else:
            while a >= steady_a and d >= steady_d:
                draw, s0, s1, s2, s3 = step(s0, s1, s2, s3)
                place = _ZERO
                for cut in range(n_cuts):
                    place += _ONE if draw >= cuts[cut] else _ZERO
                a -= loses_a[place]
                d -= loses_d[place]
        while a > floor and d > until:
            row = min(a, full_a) * (full_d + 1) + min(d, full_d)
            draw, s0, s1, s2, s3 = step(s0, s1, s2, s3)
            at = np.uint64(row * width)
            last = np.uint64(row * width + tables.n_outcomes[row] - 1)
            while at < last and draw >= tables.thresholds[at]:
                at += _ONE
            a -= tables.attacker_loses[at]
            d -= tables.defender_loses[at]
        if d <= until:
            counts[(until - d) * (attackers + 1) + a] += 1
        else:
            counts[beyond + (floor - a) * (defenders + 1) + d] += 1
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@kernel
def draw_ends(alias: Alias, n_battles: int, state: np.ndarray, counts: np.ndarray) -> None:
    """Draw ``n_battles`` ends from an alias table and count them in ``counts``, two a draw.

    Each half of a draw picks a slot and compares the rest of its bits with the slot's bound. Where they are equal
    (hardly ever) another 64 bits decide, so no end is favoured by the short fractions.
    """
    ends, bounds, rests = alias.ends, alias.bounds, alias.rests
    high = np.uint64(32 - alias.bits)
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    seen = np.zeros(len(ends), np.int64)
    place = _ZERO
    for _ in range((n_battles + 1) // 2):
        draw, s0, s1, s2, s3 = step(s0, s1, s2, s3)
        for half in (draw >> _HALF, draw & _LOW_HALF):
            slot = half >> high
            choice = _ONE if half >= bounds[slot] else _ZERO
            if half == bounds[slot]:
                extra, s0, s1, s2, s3 = step(s0, s1, s2, s3)
                choice = _ONE if extra >= rests[slot] else _ZERO
            place = (slot << _ONE) + choice
            seen[place] += 1
    if n_battles % 2:
        seen[place] -= 1  # the second half of the last draw was one too many
    for index in range(len(ends)):
        counts[ends[index]] += seen[index]
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


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


@kernel
def _chance_row(
    a: int, defenders: int, until: int, taken: float, tables: Rounds, rows: np.ndarray, n_rows: int
) -> None:
    """Fill the row of ``a`` attackers (row a modulo n_rows) from the rows of fewer attackers.

    Outcomes are added from the one that costs the attacker most to the one that costs him least; those that cost
    him nothing lead back into the same row, so they come last, cell after cell.
    """
    full_d, width = tables.full_defenders, tables.width
    across = defenders + 1
    row = rows[(a % n_rows) * across : (a % n_rows) * across + across]
    row[0] = taken
    row[until + 1 :] = 0.0
    first_kind = min(a, tables.full_attackers) * (full_d + 1)
    for cut_d in range(until + 1, min(defenders, full_d) + 1):
        kind = first_kind + cut_d
        end = defenders + 1 if cut_d == full_d else cut_d + 1
        n = end - cut_d
        to = row[cut_d:end]
        first = kind * width + tables.first[kind]
        last = kind * width + tables.n_outcomes[kind] - 1
        while last >= first and tables.attacker_loses[last] > 0:
            weight = tables.weights[last]
            before = ((a - tables.attacker_loses[last]) % n_rows) * across
            before += cut_d - tables.defender_loses[last]
            source = rows[before : before + n]
            for k in range(n):
                to[k] += weight * source[k]
            last -= 1
        if last == first and tables.defender_loses[first] == 2:
            # two chains side by side: each cell waits for the one two before it only
            weight = tables.weights[first]
            one, two = row[cut_d - 2], row[cut_d - 1]
            for k in range(n):
                one, two = two, to[k] + weight * one
                to[k] = two
        else:
            for k in range(n):
                for at in range(last, first - 1, -1):
                    to[k] += tables.weights[at] * row[cut_d + k - tables.defender_loses[at]]


@kernel
def win_table(question: tuple[int, int, int, int], tables: Rounds, table: np.ndarray) -> None:
    """Fill rows 1 … attackers of ``table`` ((attackers + 1) * (defenders + 1), zeroed) with chances to win."""
    attackers, defenders, _, until = question
    for a in range(1, attackers + 1):
        _chance_row(a, defenders, until, 1.0, tables, table, attackers + 1)


@kernel
def fewest_attackers(
    question: tuple[int, int, int, int],
    tables: Rounds,
    p: float,
    is_loss: bool,
    rows: np.ndarray,
    chances: np.ndarray,
) -> int:
    """Return the fewest attackers (0: more than the question has) that win with chance ``p``.

    ``chances`` receives the chance of that number and of one fewer, to win or, with ``is_loss``, to fail.
    """
    attackers, defenders, _, until = question
    across = defenders + 1
    lost = 1.0 if is_loss else 0.0
    rows[:across] = lost
    for a in range(8):
        rows[a * across : a * across + until + 1] = lost
    chances[1] = lost
    for a in range(1, attackers + 1):
        _chance_row(a, defenders, until, 1.0 - lost, tables, rows, 8)
        chances[0] = rows[(a % 8) * across + defenders]
        if (is_loss and chances[0] <= 1.0 - p) or (not is_loss and chances[0] >= p):
            return a
        chances[1] = chances[0]
    return 0
