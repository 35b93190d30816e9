"""Attacks that stop where a table says so, rolled by the million."""

import numpy as np

from risksim.battles.kernels import Rounds
from risksim.engine.jit import kernel
from risksim.engine.random import step

_ONE = np.uint64(1)


@kernel
def follow(
    question: tuple[int, int],
    tables: Rounds,
    attacks: np.ndarray,
    n_battles: int,
    state: np.ndarray,
    counts: np.ndarray,
) -> None:
    """Roll ``n_battles`` attacks and count their ends.

    ``attacks`` ((attackers + 1) * (defenders + 1),) uint8 says whether to attack on, 0 in row and column 0.
    ``counts`` ((depth + 1) * (attackers + 1) * (defenders + 1),) int64 is by the attackers the last round cost (0 where
    none was rolled), the attackers left, the defenders left.
    """
    attackers, defenders = question
    full_a, full_d, width = tables.full_attackers, tables.full_defenders, tables.width
    across = defenders + 1
    layer = (attackers + 1) * across
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    for _ in range(n_battles):
        a, d, lost = attackers, defenders, 0
        while attacks[a * across + d] != 0:
            row = min(a, full_a) * (full_d + 1) + min(d, full_d)
            draw, s0, s1, s2, s3 = step(s0, s1, s2, s3)
            at = np.uint64(row * width)
            last = np.uint64(row * width + tables.n_outcomes[row] - 1)
            while at < last and draw >= tables.thresholds[at]:
                at += _ONE
            lost = tables.attacker_loses[at]
            a -= lost
            d -= tables.defender_loses[at]
        counts[lost * layer + a * across + d] += 1
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
