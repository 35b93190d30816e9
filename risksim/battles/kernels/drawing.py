"""Ends of battles drawn from alias tables.

Sources: ``walker-1977``, ``blackman-vigna-2021``.
"""

import numpy as np

from risksim.battles.kernels.layouts import Alias
from risksim.engine.jit import kernel
from risksim.engine.random import step

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_HALF, _LOW_HALF = np.uint64(32), np.uint64(0xFFFFFFFF)


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
