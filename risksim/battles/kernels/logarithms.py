"""The chance to take a territory where doubles are too small for it: each number with an exponent of its own."""

import math

import numpy as np

from risksim.battles.kernels.layouts import Rounds
from risksim.engine.jit import kernel

#: A number is its part times STEP to its power; parts of what is not zero lie between 1 / EDGE and EDGE.
STEP, EDGE = 2.0**512, 2.0**256
_LOG10_STEP = 512 * math.log10(2)
_RING = 7  # rows live in a ring of eight: no round costs more than six armies


@kernel
def log10_chance(
    question: tuple[int, int, int, int],
    tables: Rounds,
    is_loss: bool,
    parts: np.ndarray,
    powers: np.ndarray,
) -> float:
    """Return the decimal logarithm of the chance to take a territory or, with ``is_loss``, not to; -inf if there is none.

    ``parts`` (float64) and ``powers`` (int64) are zeroed scratch space for eight rows of defenders.
    """
    attackers, defenders, floor, until = question
    across = defenders + 1
    for a in range(max(floor - tables.depth + 1, 0), attackers + 1):
        here = (a & _RING) * across
        powers[here : here + across] = 0
        stopped = until + 1 if a > floor else across
        for d in range(stopped):
            is_won = d == 0 and a > 0
            parts[here + d] = 1.0 if is_won != is_loss else 0.0
        for cut_d in range(min(stopped, tables.full_defenders), min(defenders, tables.full_defenders) + 1):
            kind = min(a, tables.full_attackers) * (tables.full_defenders + 1) + cut_d
            begin, end = (
                kind * tables.width + tables.first[kind],
                kind * tables.width + tables.n_outcomes[kind],
            )
            last = defenders if cut_d == tables.full_defenders else cut_d
            _fill_row(
                a,
                max(cut_d, stopped),
                last,
                across,
                tables.attacker_loses[begin:end],
                tables.defender_loses[begin:end],
                tables.weights[begin:end],
                parts,
                powers,
            )
    at = (attackers & _RING) * across + defenders
    if parts[at] == 0.0:
        return -math.inf
    return math.log10(parts[at]) + powers[at] * _LOG10_STEP


@kernel
def _fill_row(
    a: int,
    first: int,
    last: int,
    across: int,
    attacker_loses: np.ndarray,
    defender_loses: np.ndarray,
    weights: np.ndarray,
    parts: np.ndarray,
    powers: np.ndarray,
) -> None:
    """Write the chances of ``a`` against ``first`` … ``last``, each the mean of those its rounds lead to."""
    here = (a & _RING) * across
    for d in range(first, last + 1):
        total, power = 0.0, 0
        for at in range(len(weights)):
            place = ((a - attacker_loses[at]) & _RING) * across + d - defender_loses[at]
            part, other = parts[place], powers[place]
            if part > 0.0:
                term = weights[at] * part
                if total == 0.0 or other > power + 1:
                    total, power = term, other
                elif other == power + 1:
                    total, power = total / STEP + term, other
                elif other == power:
                    total += term
                elif other == power - 1:
                    total += term / STEP
        if total > 0.0 and total < 1.0 / EDGE:
            total, power = total * STEP, power - 1
        parts[here + d], powers[here + d] = total, power
