"""Chances to take a territory for many numbers of armies at once, by rows of attackers."""

import numpy as np

from risksim.battles.kernels.layouts import Rounds
from risksim.engine.jit import kernel

#: Cells of a row that are found side by side.
_STRIDE = 16


@kernel
def _chain(weight: float, back: int, first: int, row: np.ndarray, spare: np.ndarray) -> None:
    """Add to each cell of ``row`` from ``first`` on, one after the other, ``weight`` times the cell ``back`` before it.

    Each would wait for the one before. So what they add up is put together first: x[k] = t[k] + w x[k - b] is
    t[k] + w t[k - b] + w² x[k - 2b] and so on, until a cell waits for the one _STRIDE before it only. ``back`` is
    1 or 2, ``spare`` scratch space.
    """
    to, n = row[first:], len(row) - first
    square = weight * weight
    if back == 2:
        power = square
        for k in range(n - 2):
            spare[k + 2] = to[k + 2] + weight * to[k]
    else:
        cube, power = square * weight, square * square
        for k in range(n - 3):
            spare[k + 3] = to[k + 3] + weight * to[k + 2] + square * to[k + 1] + cube * to[k]
    for k in range(_STRIDE):
        to[k] += weight * row[first + k - back]
    square, cube = power * power, power * power * power
    fourth = square * square
    for k in range(n - _STRIDE):
        ahead = spare[k + 16] + power * spare[k + 12] + square * spare[k + 8] + cube * spare[k + 4]
        to[k + _STRIDE] = ahead + fourth * to[k]


@kernel
def _chance_row(
    a: int,
    defenders: int,
    until: int,
    taken: float,
    tables: Rounds,
    rows: np.ndarray,
    n_rows: int,
    spare: np.ndarray,
) -> None:
    """Fill the row of ``a`` attackers (row a modulo n_rows) from the rows of fewer attackers.

    Outcomes are added from the one that costs the attacker most to the one that costs him least; those that cost
    him nothing lead back into the same row, so they come last. ``spare`` is scratch space for one row.
    """
    full_d, width = tables.full_defenders, tables.width
    across = defenders + 1
    row = rows[(a % n_rows) * across : (a % n_rows) * across + across]
    row[0] = taken
    first_kind = min(a, tables.full_attackers) * (full_d + 1)
    for cut_d in range(until + 1, min(defenders, full_d) + 1):
        kind = first_kind + cut_d
        end = defenders + 1 if cut_d == full_d else cut_d + 1
        n = end - cut_d
        to = row[cut_d:end]
        first = kind * width + tables.first[kind]
        last = kind * width + tables.n_outcomes[kind] - 1
        to[:] = 0.0
        while last >= first and tables.attacker_loses[last] > 0:
            weight = tables.weights[last]
            before = ((a - tables.attacker_loses[last]) % n_rows) * across
            before += cut_d - tables.defender_loses[last]
            source = rows[before : before + n]
            if last > first and tables.attacker_loses[last - 1] > 0:
                # two at a time: writing takes longer than adding
                second = tables.weights[last - 1]
                before = ((a - tables.attacker_loses[last - 1]) % n_rows) * across
                before += cut_d - tables.defender_loses[last - 1]
                other = rows[before : before + n]
                for k in range(n):
                    to[k] = to[k] + weight * source[k] + second * other[k]
                last -= 1
            else:
                for k in range(n):
                    to[k] += weight * source[k]
            last -= 1
        back = tables.defender_loses[first]
        if last == first and n > _STRIDE and (back == 1 or back == 2):
            _chain(tables.weights[first], back, cut_d, row, spare)
        else:
            for k in range(n):
                for at in range(last, first - 1, -1):
                    to[k] += tables.weights[at] * row[cut_d + k - tables.defender_loses[at]]


@kernel
def win_table(
    question: tuple[int, int, int, int], tables: Rounds, table: np.ndarray, spare: np.ndarray
) -> None:
    """Fill rows 1 … attackers of ``table`` ((attackers + 1) * (defenders + 1), zeroed) with chances to win.

    ``spare`` is scratch space for one row.
    """
    attackers, defenders, _, until = question
    for a in range(1, attackers + 1):
        _chance_row(a, defenders, until, 1.0, tables, table, attackers + 1, spare)


@kernel
def fewest_attackers(
    question: tuple[int, int, int, int],
    tables: Rounds,
    p: float,
    is_loss: bool,
    rows: np.ndarray,
    spare: np.ndarray,
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
        _chance_row(a, defenders, until, 1.0 - lost, tables, rows, 8, spare)
        chances[0] = rows[(a % 8) * across + defenders]
        if (is_loss and chances[0] <= 1.0 - p) or (not is_loss and chances[0] >= p):
            return a
        chances[1] = chances[0]
    return 0
