"""Battles rolled round by round, one 64-bit draw a round held against the thresholds of its outcomes.

Sources: ``blackman-vigna-2021``.
"""

import numpy as np

from risksim.battles.kernels.layouts import Rounds
from risksim.engine.jit import kernel
from risksim.engine.random import step

_ZERO, _ONE = np.uint64(0), np.uint64(1)


@kernel
def _roll_on(
    question: tuple[int, int, int, int],
    tables: Rounds,
    a: int,
    d: int,
    s0: np.uint64,
    s1: np.uint64,
    s2: np.uint64,
    s3: np.uint64,
) -> tuple[int, int, np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return what is left of a battle, whatever dice its sides have, and the generator's state after it."""
    floor, until = question[2], question[3]
    full_a, full_d, width = tables.full_attackers, tables.full_defenders, tables.width
    while a > floor and d > until:
        row = min(a, full_a) * (full_d + 1) + min(d, full_d)
        draw, s0, s1, s2, s3 = step(s0, s1, s2, s3)
        at = np.uint64(row * width)
        last = np.uint64(row * width + tables.n_outcomes[row] - 1)
        while at < last and draw >= tables.thresholds[at]:
            at += _ONE
        a -= tables.attacker_loses[at]
        d -= tables.defender_loses[at]
    return a, d, s0, s1, s2, s3


@kernel
def finish_battle(
    question: tuple[int, int, int, int], tables: Rounds, a: int, d: int, state: np.ndarray
) -> tuple[int, int]:
    """Return what is left of a battle that has come down to ``a`` against ``d`` once it is rolled to its end."""
    a, d, s0, s1, s2, s3 = _roll_on(question, tables, a, d, state[0], state[1], state[2], state[3])
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return a, d


@kernel
def count_end(question: tuple[int, int, int, int], depth: int, a: int, d: int, counts: np.ndarray) -> None:
    """Add one to the count of an end."""
    attackers, defenders, floor, until = question
    if d <= until:
        counts[(until - d) * (attackers + 1) + a] += 1
    else:
        counts[depth * (attackers + 1) + (floor - a) * (defenders + 1) + d] += 1


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
        a, d, s0, s1, s2, s3 = _roll_on(question, tables, a, d, s0, s1, s2, s3)
        count_end(question, depth, a, d, counts)
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
