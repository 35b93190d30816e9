"""Many battles rolled in lockstep, one a lane, so that every instruction works on many of them.

A lane is 16 bits: what the attackers have more than the fewest with which the lane goes on in the high byte, and so
for the defenders in the low one. A loss is one subtraction, and a lane stands still as soon as either byte is
negative, which one mask tells. A draw of 16 bits decides a round exactly: the chances of a round are whole numbers of
draws (62,208 of the 65,536 are eight times the rolls of five dice), a draw beyond them leaves the lane as it is for this
step, and one word of 64 bits serves four lanes.

Battles go through three *stages*: all dice on both sides; too few defenders for all dice; too few attackers. So the
lanes meet the few kinds of round of one stage only, and each kind is one or more *passes* over all lanes with the same
ten numbers, whatever the rules. Every few steps the lanes that stand still are found, their battles counted by what is
left on either side, and other battles put into them. What is counted is either an end, or feeds a later stage. Every
battle begun is fought to its end: to stop at the first so many that end would favour the short ones.

Armies beyond what a byte holds wait in reserve; a battle that leaves the first stage still so large is finished alone.

Sources: ``blackman-vigna-2021``.
"""

from typing import Any

import numpy as np

from risksim.battles.kernels.layouts import Lanes, LaneSpace, Rounds
from risksim.battles.kernels.rolling import count_end, finish_battle
from risksim.engine import random
from risksim.engine.jit import kernel

#: Lanes of a stage.
LANES = 1024
#: Streams of random numbers side by side, each of which gives four words a step.
STREAMS = 64
WORDS = LANES // 4
STAGES = 3
#: Entries of a pass.
FIELDS = 10
#: Most armies of a lane beyond the fewest of its stage.
MOST = 119
#: In counts either byte is the armies beyond ``floor`` or ``until``, and so much more.
BIAS = 8
#: Armies beyond ``floor`` or ``until`` that the lanes can count.
REACH = MOST + BIAS
#: Cells between one row of counts and the next.
GAP = 8
#: Places that may feed a stage at most.
FEEDS = 1024
#: The signs of both bytes of a lane.
SIGNS = 0x8080

_ROUND_UP, _WORD = 63, 0xFFFF
_0, _1, _8, _255, _SIGNS = (np.uint16(n) for n in (0, 1, 8, 255, SIGNS))
_NONE, _SHIFT, _GAP = np.uint64(0), np.uint64(8), np.uint64(GAP)


@kernel
def _draw(streams: np.ndarray, words: np.ndarray) -> None:
    """Fill ``words`` with four draws of each stream, without leaving registers between them."""
    for i in range(STREAMS):
        s0, s1 = streams[i], streams[STREAMS + i]
        s2, s3 = streams[2 * STREAMS + i], streams[3 * STREAMS + i]
        one, s0, s1, s2, s3 = random.step(s0, s1, s2, s3)
        two, s0, s1, s2, s3 = random.step(s0, s1, s2, s3)
        three, s0, s1, s2, s3 = random.step(s0, s1, s2, s3)
        four, s0, s1, s2, s3 = random.step(s0, s1, s2, s3)
        words[i], words[STREAMS + i] = one, two
        words[2 * STREAMS + i], words[3 * STREAMS + i] = three, four
        streams[i], streams[STREAMS + i] = s0, s1
        streams[2 * STREAMS + i], streams[3 * STREAMS + i] = s2, s3


@kernel
def fight(passes: np.ndarray, at: int, draws: np.ndarray, n: int, states: np.ndarray) -> None:
    """Let the first ``n`` lanes lose what the pass at ``at`` says for their draws, if it is for them."""
    low, cut_1, cut_2, cut_3 = passes[at], passes[at + 1], passes[at + 2], passes[at + 3]
    loss_1, loss_2, loss_3 = passes[at + 4], passes[at + 5], passes[at + 6]
    mask, first, span = passes[at + 7], passes[at + 8], passes[at + 9]
    for lane in range(n):
        state, draw = states[lane], np.uint16(draws[lane] - low)
        loss = loss_2 if draw < cut_2 else loss_3
        loss = loss_1 if draw < cut_1 else loss
        loss = loss if draw < cut_3 else _0
        loss = loss if np.uint16(np.uint16(state & mask) - first) <= span else _0
        states[lane] = np.uint16(state - loss)


@kernel
def _advance(
    passes: np.ndarray,
    n_steps: int,
    n: int,
    states: np.ndarray,
    streams: np.ndarray,
    words: np.ndarray,
    draws: np.ndarray,
) -> None:
    """Roll some rounds in the first ``n`` lanes (and in some behind them, where nobody looks)."""
    whole = (n + _ROUND_UP) & ~_ROUND_UP
    for _ in range(n_steps):
        _draw(streams, words)
        for at in range(0, len(passes), FIELDS):
            fight(passes, at, draws, whole, states)


@kernel
def _find(n: int, states: np.ndarray, flags: np.ndarray, found: np.ndarray) -> Any:
    """Write which of the first ``n`` lanes stand still into ``found`` and return how many they are."""
    for lane in range(n):
        flags[lane] = _1 if np.uint16(states[lane] & _SIGNS) != _0 else _0
    # two lists at a time: each of them waits for its own length only
    half = n // 2
    n_low, n_high = _NONE, np.uint64(LANES)
    for lane in range(half):
        found[n_low] = lane
        n_low += np.uint64(flags[lane])
        found[n_high] = half + lane
        n_high += np.uint64(flags[half + lane])
    if n > 2 * half:
        found[n_high] = n - 1
        n_high += np.uint64(flags[n - 1])
    n_found = np.int64(n_low)
    n_more = np.int64(n_high) - LANES
    for k in range(n_more):
        found[n_found + k] = found[LANES + k]
    return n_found + n_more


@kernel
def cell(place: np.uint16) -> np.uint64:
    """Return where a place is counted; rows a power of two apart would contend for the same lines of the cache."""
    wide = np.uint64(place)
    return wide + (wide >> _SHIFT) * _GAP


@kernel
def _call_up(
    n_found: int,
    question: tuple[int, int, int, int],
    tables: Rounds,
    lanes: Lanes,
    state: np.ndarray,
    space: LaneSpace,
    counts: np.ndarray,
) -> int:
    """Fill lanes of the first stage from their reserves, finish what is too large; return how many lanes are left."""
    states, found, reserves = space.states, space.found, space.reserves
    n_left = 0
    for k in range(n_found):
        lane = found[k]
        turned = np.uint16(states[lane] + _SIGNS)
        a = np.int64(turned >> _8) - 128 + reserves[lane]
        d = np.int64(turned & _255) - 128 + reserves[LANES + lane]
        if a >= 0 and d >= 0:
            states[lane] = (min(a, MOST) << 8) + min(d, MOST)
            reserves[lane], reserves[LANES + lane] = max(a - MOST, 0), max(d - MOST, 0)
            continue
        if max(a, d) > MOST:
            a, d = finish_battle(question, tables, a + lanes.lows[0], d + lanes.lows[1], state)
            count_end(question, tables.depth, a, d, counts)
            # counted in a place that is no end
            states[lane] = np.uint16(_0 - lanes.offsets[0])
        else:
            states[lane] = ((a << 8) + d) & _WORD
        found[n_left] = lane
        n_left += 1
    return n_left


@kernel
def _list_feeds(stage: int, question: tuple[int, int, int, int], lanes: Lanes, space: LaneSpace) -> int:
    """List the places of the battles that wait for a stage and return how many places there are."""
    few_a, few_d = lanes.lows[0] - question[2], lanes.lows[1] - question[3]
    low_a, high_a = (1, few_a) if stage == 2 else (few_a, few_a + MOST + 1)
    low_d, high_d = (
        (1, few_d + MOST + 1) if stage == 2 else (1, few_d) if stage == 1 else (few_d, few_d + MOST + 1)
    )
    n_feeds = 0
    for a in range(low_a, high_a):
        for d in range(low_d, high_d):
            place = ((a + BIAS) << 8) + d + BIAS
            if space.seen[cell(np.uint16(place))] > 0:
                space.feeds[n_feeds] = place
                n_feeds += 1
    return n_feeds


@kernel
def _refill(
    n: int,
    n_found: int,
    offset: np.uint16,
    feeding: np.ndarray,
    feeds: np.ndarray,
    found: np.ndarray,
    states: np.ndarray,
    seen: np.ndarray,
) -> int:
    """Put battles that wait into the lanes found and return how many have been put there.

    ``feeding`` tells the first of ``feeds`` with battles left, and how many feeds there are.
    """
    feed, filled = feeding[0], 0
    while filled < n_found and feed < feeding[1]:
        place = feeds[feed]
        n_more = min(n_found - filled, seen[cell(place)])
        fresh = np.uint16(place - offset)
        for k in range(filled, filled + n_more):
            states[found[k]] = fresh
        filled += n_more
        seen[cell(place)] -= n_more
        if seen[cell(place)] == 0:
            feed += 1
    feeding[0] = feed
    for k in range(n_found - 1, filled - 1, -1):
        n -= 1
        states[found[k]] = states[n]
    return filled


@kernel
def _move_reserves(
    n: int, n_found: int, filled: int, reserve: tuple[int, int], found: np.ndarray, reserves: np.ndarray
) -> None:
    """Give the lanes filled their reserves, and move those of the lanes that closed the gaps."""
    for k in range(filled):
        reserves[found[k]], reserves[LANES + found[k]] = reserve[0], reserve[1]
    for k in range(n_found - 1, filled - 1, -1):
        n -= 1
        reserves[found[k]], reserves[LANES + found[k]] = reserves[n], reserves[LANES + n]


@kernel
def _run(
    stage: int,
    question: tuple[int, int, int, int],
    tables: Rounds,
    lanes: Lanes,
    state: np.ndarray,
    space: LaneSpace,
    counts: np.ndarray,
) -> None:
    """Bring all battles that wait for a stage to where they leave it."""
    states, found, flags, seen = space.states, space.found, space.flags, space.seen
    streams, words, feeds, feeding = space.streams, space.words, space.feeds, space.feeding
    draws = words.view(np.uint16)
    passes = lanes.passes[lanes.begins[stage] : lanes.begins[stage + 1]]
    n_steps, offset = lanes.steps[stage], lanes.offsets[stage]
    reserve = (0, 0)
    if stage == 0:
        spare_a, spare_d = question[0] - lanes.lows[0], question[1] - lanes.lows[1]
        reserve = max(spare_a - MOST, 0), max(spare_d - MOST, 0)
    is_large = max(reserve[0], reserve[1]) > 0
    feeding[0], feeding[1] = 0, _list_feeds(stage, question, lanes, space)
    for lane in range(LANES):
        found[lane] = lane
    n = LANES
    n_found = LANES
    while n > 0:
        filled = _refill(n, n_found, offset, feeding, feeds, found, states, seen)
        if is_large:
            _move_reserves(n, n_found, filled, reserve, found, space.reserves)
        n -= n_found - filled
        _advance(passes, n_steps, n, states, streams, words, draws)
        n_found = _find(n, states, flags, found)
        if is_large:
            n_found = _call_up(n_found, question, tables, lanes, state, space, counts)
        for k in range(n_found):
            seen[cell(np.uint16(states[found[k]] + offset))] += 1


@kernel
def roll_in_lanes(
    question: tuple[int, int, int, int],
    tables: Rounds,
    lanes: Lanes,
    n_battles: int,
    state: np.ndarray,
    space: LaneSpace,
    counts: np.ndarray,
) -> None:
    """Roll ``n_battles`` battles and count their ends in ``counts``, as :func:`roll_battles` does."""
    for k in range(4 * STREAMS):
        space.streams[k] = random.mix(random.next_uint64(state))
    a = min(question[0], lanes.lows[0] + MOST) - question[2]
    d = min(question[1], lanes.lows[1] + MOST) - question[3]
    space.seen[cell(np.uint16(((a + BIAS) << 8) + d + BIAS))] = n_battles
    for stage in range(STAGES):
        _run(stage, question, tables, lanes, state, space, counts)
    _write(question, tables.depth, space.seen, counts)


@kernel
def _write(question: tuple[int, int, int, int], depth: int, seen: np.ndarray, counts: np.ndarray) -> None:
    """Add what the lanes counted to ``counts`` and leave their own counts empty."""
    attackers, defenders, floor, until = question
    for a in range(max(floor - depth + 1, 0), min(attackers, floor + REACH) + 1):
        for d in range(max(until - depth + 1, 0), min(defenders, until + REACH) + 1):
            place = cell(np.uint16(((a - floor + BIAS) << 8) + d - until + BIAS))
            n = seen[place]
            seen[place] = 0
            if n > 0:
                if d <= until:
                    counts[(until - d) * (attackers + 1) + a] += n
                else:
                    counts[depth * (attackers + 1) + (floor - a) * (defenders + 1) + d] += n
    seen[0] = 0
