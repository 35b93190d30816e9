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


class Laws(NamedTuple):
    """The rounds of all dice rules of a chain; row (rule, a, d) is base + a * (full_defenders + 1) + d."""

    width: int
    """entries in a row"""
    base: np.ndarray
    """(rules,) int64: first row of the rule"""
    full_attackers: np.ndarray
    """(rules,) int64: armies able to attack from which on more change nothing"""
    full_defenders: np.ndarray
    """(rules,) int64"""
    n_dice: np.ndarray
    """(rows,) int64: dice the attacker rolls"""
    begin: np.ndarray
    """(rows,) int64: place of the first outcome that costs anything"""
    end: np.ndarray
    """(rows,) int64: place after the last outcome"""
    attacker_loses: np.ndarray
    """(rows * width,) int64: armies"""
    defender_loses: np.ndarray
    """(rows * width,) int64"""
    weights: np.ndarray
    """(rows * width,) float64: chance among the outcomes that cost anything"""
    thresholds: np.ndarray
    """(rows * width,) uint64: a draw below the entry, and not below the one before, is this outcome"""


class Chain(NamedTuple):
    """The territories of a chain, (n,) int64 each, and where their ends lie."""

    most: int
    """most armies able to attack from anywhere"""
    n_dice: int
    """most dice an attacker rolls under any of the rules"""
    rule: np.ndarray
    defenders: np.ndarray
    floor: np.ndarray
    until: np.ndarray
    """defenders that cannot be attacked: 0 or 1"""
    leave: np.ndarray
    gain: np.ndarray
    occupy: np.ndarray
    move: np.ndarray
    """armies to move in; -1 is all, -2 - k is entry k of ``chosen``"""
    low: np.ndarray
    """(n,) rows of ends at or below the floor"""
    at_low: np.ndarray
    """(n,) places of those rows"""
    at_idle: np.ndarray
    """(n,) places of the stacks too small to attack"""
    at_lone: np.ndarray
    """(n,) places of the stacks before a lone defender who cannot be attacked"""
    at_last: int
    """place of the stacks that took everything"""
    chosen: np.ndarray
    """armies to move in by dice last rolled and armies left, (n_dice + 1) * (most + 1) int64 for each entry"""


@kernel
def _moved_in(chain: Chain, leg: int, attackers: int, n_dice: int) -> int:
    """Return the armies that move in after a win that left so many able to attack."""
    move = chain.move[leg]
    if move <= -2:
        return chain.chosen[((-2 - move) * (chain.n_dice + 1) + n_dice) * (chain.most + 1) + attackers]
    least = 1
    if chain.occupy[leg] == DICE_LAST_ROLLED:
        least = min(max(n_dice, 1), attackers)
    elif chain.occupy[leg] == ALL_SURVIVORS:
        least = attackers
    most = max(least, attackers + 1 - chain.leave[leg])
    return most if move == -1 else max(least, min(move, most))


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
    """Push chances down to the ends of one battle.

    ``entering`` is by armies able to attack, ``above`` (may be empty) by defenders for the most of them. ``won``
    ((n_dice + 1) * (most + 1), zeroed) receives the wins by dice last rolled and armies left, ``out`` the other ends.
    ``rows`` is zeroed scratch space for eight rows of defenders, and is left so.
    """
    rule, defenders, floor, until = chain.rule[leg], chain.defenders[leg], chain.floor[leg], chain.until[leg]
    base, full_a, full_d = laws.base[rule], laws.full_attackers[rule], laws.full_defenders[rule]
    across, stride = defenders + 1, chain.most + 1
    at_low, at_idle, at_lone = chain.at_low[leg], chain.at_idle[leg], chain.at_lone[leg]
    loses_a, loses_d, weights = laws.attacker_loses, laws.defender_loses, laws.weights
    top = len(entering) - 1
    if len(above) > 0:
        at = (top & _RING) * across
        rows[at : at + across] = above
    else:
        while top > 0 and entering[top] == 0.0:
            top -= 1
    for a in range(min(top, floor) + 1):
        out[at_idle + a] += entering[a]
    lowest = max(floor - chain.low[leg] + 1, 0)
    for a in range(top, lowest - 1, -1):
        start = (a & _RING) * across
        if a <= floor:
            to = at_low + (floor - a) * across
            for d in range(across):
                out[to + d] += rows[start + d]
                rows[start + d] = 0.0
            continue
        rows[start + defenders] += entering[a]
        first = base + min(a, full_a) * (full_d + 1)
        taken = laws.n_dice[first + 1] * stride
        for d in range(defenders, until, -1):
            chance = rows[start + d]
            rows[start + d] = 0.0
            if chance < NEGLIGIBLE:
                continue
            kind = first + min(d, full_d)
            for at in range(laws.begin[kind], laws.end[kind]):
                left = d - loses_d[at]
                if left > 0:
                    rows[((a - loses_a[at]) & _RING) * across + left] += chance * weights[at]
                else:
                    won[taken + a - loses_a[at]] += chance * weights[at]
        if until > 0:
            out[at_lone + a] += rows[start + 1]
            rows[start + 1] = 0.0
    for n in range(chain.n_dice + 1):
        # the last two fell together: nobody is left to move in
        if won[n * stride] > 0.0:
            out[at_low + floor * across] += won[n * stride]
            won[n * stride] = 0.0


@kernel
def walk(
    chain: Chain,
    laws: Laws,
    channels: np.ndarray,
    rows: np.ndarray,
    won: np.ndarray,
    out: np.ndarray,
    p_each: np.ndarray,
) -> None:
    """Walk down a chain from ``channels`` ((n, most + 1): chance, and with n = 3 armies brought and their square).

    ``out`` ((n, size)) receives the ends, ``p_each`` the chance to take everything up to each territory. ``rows``
    and ``won`` ((n, (n_dice + 1) * (most + 1))) are zeroed scratch space.
    """
    n_channels, stride = channels.shape
    nobody = rows[:0]
    for leg in range(len(chain.defenders)):
        for channel in range(n_channels):
            push(chain, laws, leg, channels[channel], nobody, rows, won[channel], out[channel])
        channels[:] = 0.0
        total = 0.0
        for n in range(chain.n_dice + 1):
            for a in range(1, stride):
                p = won[0, n * stride + a]
                if p == 0.0:
                    continue
                total += p
                to = _moved_in(chain, leg, a, n) + chain.gain[leg] - 1
                channels[0, to] += p
                won[0, n * stride + a] = 0.0
                if n_channels == 3:
                    shift = to - a
                    brought, squared = won[1, n * stride + a], won[2, n * stride + a]
                    channels[1, to] += brought + shift * p
                    channels[2, to] += squared + 2 * shift * brought + shift * shift * p
                    won[1, n * stride + a] = 0.0
                    won[2, n * stride + a] = 0.0
        p_each[leg] = total
    for channel in range(n_channels):
        for a in range(stride):
            out[channel, chain.at_last + a] = channels[channel, a]


@kernel
def look_back(
    chain: Chain,
    laws: Laws,
    leg: int,
    most: int,
    reward: np.ndarray,
    lost: np.ndarray,
    rows: np.ndarray,
    column: np.ndarray,
) -> None:
    """Fill ``column`` with the mean of what a battle brings, for 0 … ``most`` attackers against all defenders.

    ``reward`` is what a win brings, by dice last rolled and armies left ((n_dice + 1) * (chain.most + 1)), ``lost``
    what a stop before so many defenders brings. ``rows`` is scratch space for eight rows of defenders; that of
    ``most`` attackers lies in it afterwards.
    """
    rule, defenders, floor, until = chain.rule[leg], chain.defenders[leg], chain.floor[leg], chain.until[leg]
    base, full_a, full_d = laws.base[rule], laws.full_attackers[rule], laws.full_defenders[rule]
    across, stride = defenders + 1, chain.most + 1
    loses_a, loses_d, weights = laws.attacker_loses, laws.defender_loses, laws.weights
    for a in range(most + 1):
        start = (a & _RING) * across
        rows[start : start + across] = lost
        if a > floor:
            first = base + min(a, full_a) * (full_d + 1)
            taken = laws.n_dice[first + 1] * stride
            for d in range(until + 1, across):
                kind = first + min(d, full_d)
                value = 0.0
                for at in range(laws.begin[kind], laws.end[kind]):
                    left, stay = d - loses_d[at], a - loses_a[at]
                    if left > 0:
                        value += weights[at] * rows[(stay & _RING) * across + left]
                    elif stay > 0:
                        value += weights[at] * reward[taken + stay]
                    else:
                        value += weights[at] * lost[0]
                rows[start + d] = value
        column[a] = rows[start + defenders]


@kernel
def look_ahead(
    chain: Chain,
    laws: Laws,
    sizes: np.ndarray,
    is_loss: bool,
    reward: np.ndarray,
    lost: np.ndarray,
    rows: np.ndarray,
    chances: np.ndarray,
) -> None:
    """Fill ``chances`` ((legs + 1) * (most + 1)) with the chance to take all that is left, before each territory.

    ``sizes`` are the most armies able to attack each territory; ``reward``, ``lost`` (as many as the most defenders,
    and one) and ``rows`` are scratch space. With ``is_loss`` the chances are those to fail.
    """
    stride, n_legs = chain.most + 1, len(chain.defenders)
    lost[:] = 1.0 if is_loss else 0.0
    chances[n_legs * stride :] = 0.0 if is_loss else 1.0
    for leg in range(n_legs - 1, -1, -1):
        after = chances[(leg + 1) * stride : (leg + 2) * stride]
        for n in range(chain.n_dice + 1):
            for a in range(1, sizes[leg] + 1):
                reward[n * stride + a] = after[_moved_in(chain, leg, a, n) + chain.gain[leg] - 1]
        column = chances[leg * stride : (leg + 1) * stride]
        look_back(chain, laws, leg, sizes[leg], reward, lost[: chain.defenders[leg] + 1], rows, column)


@kernel
def _split(
    ahead: np.ndarray, rest: np.ndarray, gain: int, is_sum: bool, least: int, most: int, attackers: int
) -> tuple[int, float]:
    """Return how many of ``least`` … ``most`` armies to move in, and what that brings; more of them if equal."""
    best, value = most, -1.0
    for move in range(most, least - 1, -1):
        one, other = ahead[move + gain - 1], rest[attackers - move]
        brings = one + other if is_sum else one * other
        if brings > value:
            best, value = move, brings
    return best, value


@kernel
def best_splits(
    question: tuple[int, int, int, int, int],
    ahead: np.ndarray,
    rest: np.ndarray,
    is_sum: bool,
    is_last: bool,
    moves: np.ndarray,
    reward: np.ndarray,
) -> None:
    """Fill ``moves`` and ``reward`` with the best number of armies to move in after a win, and what it brings.

    ``question`` is (most, n_dice, leave, gain, occupy); ``ahead`` is what the armies that moved in bring, by armies
    able to attack from there, ``rest`` what those that stayed bring. Both results are by dice last rolled and armies
    left, (n_dice + 1) * (most + 1). ``is_last`` says that nothing is left to be brought by those that stay.
    """
    most, n_dice, leave, gain, occupy = question
    stride = most + 1
    for a in range(1, stride):
        last = max(1, a + 1 - leave)
        for n in range(n_dice + 1):
            least = 1
            if occupy == DICE_LAST_ROLLED:
                least = min(max(n, 1), a)
            elif occupy == ALL_SURVIVORS:
                least = a
            at = n * stride + a
            if n > 1 and occupy != DICE_LAST_ROLLED or n > 1 and moves[at - stride] >= least:
                # what was best with fewer dice still is
                moves[at], reward[at] = moves[at - stride], reward[at - stride]
                continue
            if is_last and a > 1 and least < last and ahead[last + gain - 1] >= ahead[last + gain - 2]:
                before = n * stride + a - 1
                if moves[before] == last - 1:
                    moves[at] = last
                    one, other = ahead[last + gain - 1], rest[a - last]
                    reward[at] = one + other if is_sum else one * other
                    continue
            moves[at], reward[at] = _split(ahead, rest, gain, is_sum, least, max(least, last), a)


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
    rule, floor, until = chain.rule[leg], chain.floor[leg], chain.until[leg]
    base, full_a, full_d = laws.base[rule], laws.full_attackers[rule], laws.full_defenders[rule]
    n = 0
    while a > floor and d > until:
        kind = base + min(a, full_a) * (full_d + 1) + min(d, full_d)
        n = laws.n_dice[kind]
        draw, s0, s1, s2, s3 = step(s0, s1, s2, s3)
        at, last = kind * laws.width, laws.end[kind] - 1
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
    next, by the set of those that wait (bits) and the defenders left.
    """
    n_legs, across = len(chain.defenders), chain.defenders[0] + 1
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    for _ in range(n_trials):
        waiting, leg = (1 << len(stacks)) - 1, 0
        a, d = 0, chain.defenders[0]
        while True:
            if leg == 0:
                chosen = choices[waiting * across + d]
                a, waiting = stacks[chosen], waiting & ~(1 << chosen)
            else:
                d = chain.defenders[leg]
            entered = a
            a, d, n, s0, s1, s2, s3 = _roll(chain, laws, leg, a, d, s0, s1, s2, s3)
            if d == 0 and a > 0:
                a = _moved_in(chain, leg, a, n) + chain.gain[leg] - 1
                leg += 1
                if leg == n_legs:
                    counts[chain.at_last + a] += 1
                    break
            elif leg > 0 or waiting == 0 or d == 0:
                if entered <= chain.floor[leg]:
                    counts[chain.at_idle[leg] + a] += 1
                elif a <= chain.floor[leg]:
                    at = chain.at_low[leg] + (chain.floor[leg] - a) * (chain.defenders[leg] + 1) + d
                    counts[at] += 1
                else:
                    counts[chain.at_lone[leg] + a] += 1
                break
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
