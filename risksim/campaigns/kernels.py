"""Battles one after another in compiled loops over flat tables: every end of a chain, what lies ahead, and dice rolled.

Everything a chain may come to lies in one flat array: for each territory the ends just at or below the floor (rows of
defenders), then the stacks too small to attack it, then those that may not attack a lone defender; last of all the
stacks that took everything, by armies able to attack. The exact walk adds chances there, the simulation counts.

Sources: ``norvig``, ``blackman-vigna-2021``.
"""

from typing import NamedTuple

import numpy as np

from risksim.engine.jit import kernel
from risksim.engine.random import step

#: Chances below this are taken for zero: doubles end near 1e-308, and numbers close to that end are slow.
NEGLIGIBLE = 1e-290
#: How many armies must move in: as many as dice were last rolled, one, or all that are able to attack.
DICE_LAST_ROLLED, ONE, ALL_SURVIVORS = 0, 1, 2
_RING = 7  # rows live in a ring of eight: no round costs more than six armies


#: Columns of the tables below.
BASE, FULL_ATTACKERS, FULL_DEFENDERS = range(3)
N_DICE, FIRST, SAME, OTHER, END = range(5)
RULE, DEFENDERS, FLOOR, UNTIL, LEAVE, GAIN, OCCUPY, MOVE, LOW, AT_LOW, AT_IDLE, AT_LONE = range(12)


class Laws(NamedTuple):
    """The rounds of all dice rules of a chain; row (rule, a, d) is base + a * (full_defenders + 1) + d."""

    rules: np.ndarray
    """(rules, 3) int64: first row, and the attackers and defenders from which on more change nothing"""
    rows: np.ndarray
    """(rows, 5) int64: dice the attacker rolls, and places of outcomes: the first; the first that costs only the
    attacker; the first other one; the end"""
    attacker_loses: np.ndarray
    """(outcomes,) int64: armies"""
    defender_loses: np.ndarray
    """(outcomes,) int64"""
    weights: np.ndarray
    """(outcomes,) float64: chance among the outcomes that cost anything"""
    thresholds: np.ndarray
    """(outcomes,) uint64: a draw below the entry, and not below the one before, is this outcome"""


class Chain(NamedTuple):
    """The territories of a chain, and where their ends lie."""

    most: int
    """most armies able to attack from anywhere"""
    n_dice: int
    """most dice an attacker rolls under any of the rules"""
    at_last: int
    """place of the stacks that took everything"""
    legs: np.ndarray
    """(n, 12) int64: rule, defenders, floor, defenders that cannot be attacked (0 or 1), armies to leave, armies
    gained, how many must move in, armies to move in (-1: all; -2 - k: entry k of ``chosen``), rows of ends at or below
    the floor, and the places of those rows, of the stacks too small to attack, and of those before a lone defender"""
    chosen: np.ndarray
    """armies to move in by dice last rolled and armies left, (n_dice + 1) * (most + 1) int64 for each entry"""


@kernel
def _moved_in(chain: Chain, leg: int, attackers: int, n_dice: int) -> int:
    """Return the armies that move in after a win that left so many able to attack."""
    move, occupy = chain.legs[leg, MOVE], chain.legs[leg, OCCUPY]
    if move <= -2:
        return chain.chosen[((-2 - move) * (chain.n_dice + 1) + n_dice) * (chain.most + 1) + attackers]
    least = 1
    if occupy == DICE_LAST_ROLLED:
        least = min(max(n_dice, 1), attackers)
    elif occupy == ALL_SURVIVORS:
        least = attackers
    most = max(least, attackers + 1 - chain.legs[leg, LEAVE])
    return most if move == -1 else max(least, min(move, most))


@kernel
def _spread(
    laws: Laws,
    kind: int,
    d: int,
    low: int,
    top: int,
    row: np.ndarray,
    rows: np.ndarray,
    won: np.ndarray,
    stride: int,
) -> None:
    """Push the chances of ``low`` … ``top`` attackers against ``d`` defenders one round on; all roll the same dice."""
    first, other, end = laws.rows[kind, SAME], laws.rows[kind, OTHER], laws.rows[kind, END]
    if other - first == 1:
        lost, weight = laws.attacker_loses[first], laws.weights[first]
        for a in range(top, low - 1, -1):
            chance = row[a] if abs(row[a]) >= NEGLIGIBLE else 0.0
            row[a] = chance
            row[a - lost] += chance * weight
    else:
        for a in range(top, low - 1, -1):
            chance = row[a] if abs(row[a]) >= NEGLIGIBLE else 0.0
            row[a] = chance
            for at in range(first, other):
                row[a - laws.attacker_loses[at]] += chance * laws.weights[at]
    n = top + 1 - low
    source = row[low : low + n]
    for at in range(other, end):
        left, start, weight = d - laws.defender_loses[at], low - laws.attacker_loses[at], laws.weights[at]
        if left > 0:
            start += (left & _RING) * stride
            target = rows[start : start + n]
        else:
            start += laws.rows[kind, N_DICE] * stride
            target = won[start : start + n]
        for k in range(n):
            target[k] += weight * source[k]


@kernel
def push(
    chain: Chain,
    laws: Laws,
    leg: int,
    entering: np.ndarray,
    above: np.ndarray,
    rows: np.ndarray,
    won: np.ndarray,
    out: np.ndarray,
) -> None:
    """Push chances down to the ends of one battle, one row of attackers for each number of defenders.

    ``entering`` is by armies able to attack, ``above`` (may be empty) by defenders for the most of them. ``won``
    ((n_dice + 1) * (most + 1), zeroed) receives the wins by dice last rolled and armies left, ``out`` the other ends.
    ``rows`` is zeroed scratch space for eight rows of attackers, and is left so.
    """
    rule, defenders = chain.legs[leg, RULE], chain.legs[leg, DEFENDERS]
    floor, until = chain.legs[leg, FLOOR], chain.legs[leg, UNTIL]
    base, full_a, full_d = (
        laws.rules[rule, BASE],
        laws.rules[rule, FULL_ATTACKERS],
        laws.rules[rule, FULL_DEFENDERS],
    )
    n_low, at_low = chain.legs[leg, LOW], chain.legs[leg, AT_LOW]
    at_idle, at_lone = chain.legs[leg, AT_IDLE], chain.legs[leg, AT_LONE]
    stride = chain.most + 1
    top = len(entering) - 1
    if len(above) == 0:
        while top > 0 and entering[top] == 0.0:
            top -= 1
    for a in range(min(top, floor) + 1):
        out[at_idle + a] += entering[a]
    begin = (defenders & _RING) * stride
    for a in range(floor + 1, top + 1):
        rows[begin + a] += entering[a]
    for d in range(defenders, 0, -1):
        begin = (d & _RING) * stride
        row = rows[begin : begin + stride]
        if len(above) > 0:
            row[top] += above[d]
        if d > until:
            kind = base + min(d, full_d)
            low = max(full_a, floor + 1)
            if top >= low:
                _spread(laws, kind + full_a * (full_d + 1), d, low, top, row, rows, won, stride)
            for a in range(min(low - 1, top), floor, -1):
                _spread(laws, kind + a * (full_d + 1), d, a, a, row, rows, won, stride)
        else:
            for a in range(floor + 1, top + 1):
                out[at_lone + a] += row[a]
        for below in range(max(floor - top, 0), n_low):
            out[at_low + below * (defenders + 1) + d] += row[floor - below]
        row[: top + 1] = 0.0
    for n in range(chain.n_dice + 1):
        # the last two fell together: nobody is left to move in
        if won[n * stride] != 0.0:
            out[at_low + floor * (defenders + 1)] += won[n * stride]
            won[n * stride] = 0.0


@kernel
def walk(
    chain: Chain,
    laws: Laws,
    channels: np.ndarray,
    rows: np.ndarray,
    won: np.ndarray,
    out: np.ndarray,
    offsets: np.ndarray,
) -> None:
    """Walk down a chain from ``channels`` ((n, most + 1): chance, and with n = 3 armies brought and their square).

    ``out`` ((n, size)) receives the ends, ``offsets`` ((legs + 1,) int64) by how much the armies brought are told less
    before each territory and at the end of all; the first is given. ``rows`` and ``won``
    ((n, (n_dice + 1) * (most + 1))) are zeroed scratch space.
    """
    n_channels, stride = channels.shape
    nobody = rows[:0]
    for leg in range(len(chain.legs)):
        for channel in range(n_channels):
            push(chain, laws, leg, channels[channel], nobody, rows, won[channel], out[channel])
        channels[:] = 0.0
        near = 0
        if n_channels == 3:
            near = _shift(chain, leg, won)
            offsets[leg + 1] = offsets[leg] + near
        for n in range(chain.n_dice + 1):
            for a in range(1, stride):
                p = won[0, n * stride + a]
                if p == 0.0:
                    continue
                to = _moved_in(chain, leg, a, n) + chain.legs[leg, GAIN] - 1
                channels[0, to] += p
                if n_channels == 3:
                    shift = to - a - near
                    brought, squared = won[1, n * stride + a], won[2, n * stride + a]
                    channels[1, to] += brought + shift * p
                    channels[2, to] += squared + 2 * shift * brought + shift * shift * p
        won[:] = 0.0
    for channel in range(n_channels):
        for a in range(stride):
            out[channel, chain.at_last + a] = channels[channel, a]


@kernel
def _shift(chain: Chain, leg: int, won: np.ndarray) -> int:
    """Return, to a whole number, by how much the armies brought to the next territory are more than is told here."""
    stride = chain.most + 1
    total, mean = 0.0, 0.0
    for n in range(chain.n_dice + 1):
        for a in range(1, stride):
            p = won[0, n * stride + a]
            if p > 0.0:
                to = _moved_in(chain, leg, a, n) + chain.legs[leg, GAIN] - 1
                total += p
                mean += won[1, n * stride + a] + (to - a) * p
    return int(np.rint(mean / total)) if total > 0.0 else 0


@kernel
def _gather(
    laws: Laws,
    kind: int,
    d: int,
    low: int,
    top: int,
    row: np.ndarray,
    rows: np.ndarray,
    reward: np.ndarray,
    stride: int,
) -> None:
    """Fill ``low`` … ``top`` of ``row`` with the mean of what the next round leads to; all roll the same dice."""
    first, other, end = laws.rows[kind, SAME], laws.rows[kind, OTHER], laws.rows[kind, END]
    n = top + 1 - low
    target = row[low : low + n]
    target[:] = 0.0
    for at in range(other, end):
        left, start, weight = d - laws.defender_loses[at], low - laws.attacker_loses[at], laws.weights[at]
        if left > 0:
            start += (left & _RING) * stride
            source = rows[start : start + n]
        else:
            start += laws.rows[kind, N_DICE] * stride
            source = reward[start : start + n]
        for k in range(n):
            target[k] += weight * source[k]
    if other - first == 1:
        lost, weight = laws.attacker_loses[first], laws.weights[first]
        for a in range(low, top + 1):
            row[a] += weight * row[a - lost]
    else:
        for a in range(low, top + 1):
            for at in range(first, other):
                row[a] += laws.weights[at] * row[a - laws.attacker_loses[at]]


@kernel
def look_back(
    chain: Chain,
    laws: Laws,
    leg: int,
    top: int,
    reward: np.ndarray,
    lost: np.ndarray,
    rows: np.ndarray,
    last: np.ndarray,
) -> None:
    """Find the mean of what a battle brings, one row of attackers for each number of defenders.

    ``reward`` is what a win brings, by dice last rolled and armies left ((n_dice + 1) * (most + 1); its column of no
    armies is overwritten), ``lost`` what a stop before so many defenders brings. ``rows`` is scratch space for eight
    rows of attackers; that of all defenders lies in it afterwards. ``last`` receives the means for ``top`` attackers.
    """
    rule, defenders = chain.legs[leg, RULE], chain.legs[leg, DEFENDERS]
    floor, until = chain.legs[leg, FLOOR], chain.legs[leg, UNTIL]
    base, full_a, full_d = (
        laws.rules[rule, BASE],
        laws.rules[rule, FULL_ATTACKERS],
        laws.rules[rule, FULL_DEFENDERS],
    )
    stride = chain.most + 1
    for n in range(chain.n_dice + 1):
        reward[n * stride] = lost[0]
    last[0] = lost[0]
    for d in range(1, defenders + 1):
        begin = (d & _RING) * stride
        row = rows[begin : begin + stride]
        if d > until:
            row[: min(floor, top) + 1] = lost[d]
            kind = base + min(d, full_d)
            for a in range(floor + 1, min(full_a, top + 1)):
                _gather(laws, kind + a * (full_d + 1), d, a, a, row, rows, reward, stride)
            low = max(full_a, floor + 1)
            if top >= low:
                _gather(laws, kind + full_a * (full_d + 1), d, low, top, row, rows, reward, stride)
        else:
            row[: top + 1] = lost[d]
        last[d] = row[top]


@kernel
def look_ahead(
    chain: Chain,
    laws: Laws,
    sizes: np.ndarray,
    is_loss: bool,
    reward: np.ndarray,
    lost: np.ndarray,
    rows: np.ndarray,
    last: np.ndarray,
    chances: np.ndarray,
) -> None:
    """Fill ``chances`` ((legs + 1) * (most + 1)) with the chance to take all that is left, before each territory.

    ``sizes`` are the most armies able to attack each territory; ``reward``, ``rows``, ``lost`` and ``last`` (as many
    as the most defenders, and one) are scratch space. With ``is_loss`` the chances are those to fail.
    """
    stride, n_legs = chain.most + 1, len(chain.legs)
    lost[:] = 1.0 if is_loss else 0.0
    chances[n_legs * stride :] = 0.0 if is_loss else 1.0
    for leg in range(n_legs - 1, -1, -1):
        after = chances[(leg + 1) * stride : (leg + 2) * stride]
        for n in range(chain.n_dice + 1):
            for a in range(1, sizes[leg] + 1):
                reward[n * stride + a] = after[_moved_in(chain, leg, a, n) + chain.legs[leg, GAIN] - 1]
        look_back(chain, laws, leg, sizes[leg], reward, lost, rows, last)
        begin = (chain.legs[leg, DEFENDERS] & _RING) * stride
        chances[leg * stride : leg * stride + sizes[leg] + 1] = rows[begin : begin + sizes[leg] + 1]


@kernel
def best_splits(
    question: tuple[int, int, int, int, int],
    ahead: np.ndarray,
    rest: np.ndarray,
    is_sum: bool,
    moves: np.ndarray,
    reward: np.ndarray,
) -> None:
    """Fill ``moves`` and ``reward`` with the best number of armies to move in after a win, and what it brings.

    ``question`` is (most, n_dice, leave, gain, occupy); ``ahead`` is what the armies that moved in bring, by armies
    able to attack from there, ``rest`` what those that stayed bring. Both results are by dice last rolled and armies
    left, (n_dice + 1) * (most + 1), zeroed; of equal numbers the greatest is taken.
    """
    most, n_dice, leave, gain, occupy = question
    stride = most + 1
    # from the greatest number down: once n is done, what is best so far is best of all that n dice allow
    best, value = moves[stride : 2 * stride], reward[stride : 2 * stride]
    value[:] = -1.0
    for move in range(most, 0, -1):
        one = ahead[move + gain - 1]
        first = move + leave - 1
        n = stride - first
        if n > 0:
            others, armies, brings = rest[leave - 1 : leave - 1 + n], best[first:], value[first:]
            for k in range(n):
                new = one + others[k] if is_sum else one * others[k]
                is_better = new > brings[k]
                armies[k] = move if is_better else armies[k]
                brings[k] = new if is_better else brings[k]
        if 1 < move <= n_dice:
            moves[move * stride : (move + 1) * stride] = best
            reward[move * stride : (move + 1) * stride] = value
    value[0] = 0.0
    for n in range(1, n_dice + 1):
        for a in range(1, stride):
            least = 1
            if occupy == DICE_LAST_ROLLED:
                least = min(n, a)
            elif occupy == ALL_SURVIVORS:
                least = a
            at = n * stride + a
            if a + 1 - leave <= least:
                one, other = ahead[least + gain - 1], rest[a - least]
                moves[at], reward[at] = least, one + other if is_sum else one * other
            elif occupy != DICE_LAST_ROLLED:
                moves[at], reward[at] = best[a], value[a]
        reward[n * stride] = 0.0


@kernel
def _roll(
    chain: Chain,
    laws: Laws,
    leg: int,
    a: int,
    d: int,
    s0: np.uint64,
    s1: np.uint64,
    s2: np.uint64,
    s3: np.uint64,
) -> tuple[int, int, int, np.uint64, np.uint64, np.uint64, np.uint64]:
    """Roll one battle; return armies able to attack and defenders left, dice last rolled, and the generator."""
    rule, floor, until = chain.legs[leg, RULE], chain.legs[leg, FLOOR], chain.legs[leg, UNTIL]
    base, full_a, full_d = (
        laws.rules[rule, BASE],
        laws.rules[rule, FULL_ATTACKERS],
        laws.rules[rule, FULL_DEFENDERS],
    )
    n = 0
    while a > floor and d > until:
        kind = base + min(a, full_a) * (full_d + 1) + min(d, full_d)
        n = laws.rows[kind, N_DICE]
        draw, s0, s1, s2, s3 = step(s0, s1, s2, s3)
        at, last = laws.rows[kind, FIRST], laws.rows[kind, END] - 1
        while at < last and draw >= laws.thresholds[at]:
            at += 1
        a -= laws.attacker_loses[at]
        d -= laws.defender_loses[at]
    return a, d, n, s0, s1, s2, s3


@kernel
def roll_chains(
    chain: Chain,
    laws: Laws,
    stacks: np.ndarray,
    choices: np.ndarray,
    n_trials: int,
    state: np.ndarray,
    counts: np.ndarray,
) -> None:
    """Roll ``n_trials`` chains round by round and count their ends in ``counts``.

    ``stacks`` (armies able to attack) attack the first territory one after another; ``choices`` says which of them is
    next, by the set of those that wait (bits) and the defenders left. With none left the next one walks in.
    """
    legs, n_legs, across = chain.legs, len(chain.legs), chain.legs[0, DEFENDERS] + 1
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    for _ in range(n_trials):
        waiting, leg = (1 << len(stacks)) - 1, 0
        a, d = 0, legs[0, DEFENDERS]
        while True:
            if leg == 0:
                chosen = choices[waiting * across + d]
                a, waiting = stacks[chosen], waiting & ~(1 << chosen)
            else:
                d = legs[leg, DEFENDERS]
            entered = a
            a, d, n, s0, s1, s2, s3 = _roll(chain, laws, leg, a, d, s0, s1, s2, s3)
            if d == 0 and a > 0:
                a = _moved_in(chain, leg, a, n) + chain.legs[leg, GAIN] - 1
                leg += 1
                if leg == n_legs:
                    counts[chain.at_last + a] += 1
                    break
            elif leg > 0 or waiting == 0:
                if entered <= legs[leg, FLOOR]:
                    counts[legs[leg, AT_IDLE] + a] += 1
                elif a <= legs[leg, FLOOR]:
                    below = legs[leg, FLOOR] - a
                    counts[legs[leg, AT_LOW] + below * (legs[leg, DEFENDERS] + 1) + d] += 1
                else:
                    counts[legs[leg, AT_LONE] + a] += 1
                break
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
