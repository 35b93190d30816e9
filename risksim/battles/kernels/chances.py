"""Chances to take a territory for many numbers of armies at once, by rows of attackers."""

import numpy as np

from risksim.battles.kernels.layouts import Rounds
from risksim.engine.jit import kernel


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
