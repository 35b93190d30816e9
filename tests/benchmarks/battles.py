"""Battles against what a competent newcomer writes with numba, numpy and scipy.

Sources: ``osborne-2003``, ``walker-1977``.
"""

import numba
import numpy as np
import scipy.sparse as sparse
from scipy.sparse.linalg import spsolve_triangular

from risksim.battles import kernels, tables
from risksim.battles.exact import Battle
from risksim.engine import random
from risksim.rules.clauses import Dice
from tests.benchmarks.harness import Row, compare

COUNTS = {
    (1, 1): (15, 21),
    (2, 1): (125, 91),
    (3, 1): (855, 441),
    (1, 2): (55, 161),
    (2, 2): (295, 420, 581),
    (3, 2): (2890, 2611, 2275),
}


@numba.njit(nogil=True)
def newcomer_battles(n, attackers, defenders):
    """Roll battles with numba's own generator and the chances of a round as thresholds."""
    wins = rounds = 0
    for _ in range(n):
        a, d = attackers, defenders
        while a > 0 and d > 0:
            rounds += 1
            draw = np.random.random()  # noqa: NPY002
            if a >= 3:
                if d >= 2:
                    if draw < 2890 / 7776:
                        d -= 2
                    elif draw < 5501 / 7776:
                        a -= 1
                        d -= 1
                    else:
                        a -= 2
                elif draw < 855 / 1296:
                    d -= 1
                else:
                    a -= 1
            elif a == 2:
                if d >= 2:
                    if draw < 295 / 1296:
                        d -= 2
                    elif draw < 715 / 1296:
                        a -= 1
                        d -= 1
                    else:
                        a -= 2
                elif draw < 125 / 216:
                    d -= 1
                else:
                    a -= 1
            elif draw < (55 / 216 if d >= 2 else 15 / 36):
                d -= 1
            else:
                a -= 1
        wins += d == 0
    return wins, rounds


def newcomer_chain(attackers, defenders):
    """Return the chance of every state a battle may end in, by a sparse Markov chain and one triangular solve."""
    a, d = np.divmod(np.arange((attackers + 1) * (defenders + 1)), defenders + 1)
    is_live = (a > 0) & (d > 0)
    rows, columns, values = [], [], []
    for (n_attack, n_defence), counts in COUNTS.items():
        states = np.flatnonzero(is_live & (np.minimum(a, 3) == n_attack) & (np.minimum(d, 2) == n_defence))
        for lost, count in enumerate(counts):
            d_lost = len(counts) - 1 - lost
            rows.append(states)
            columns.append((a[states] - lost) * (defenders + 1) + d[states] - d_lost)
            values.append(np.full(len(states), count / sum(counts)))
    n = len(a)
    moves = sparse.csr_array(
        (np.concatenate(values), (np.concatenate(columns), np.concatenate(rows))), shape=(n, n)
    )
    start = np.zeros(n)
    start[-1] = 1.0
    visits = spsolve_triangular(
        (sparse.eye_array(n, format="csr") - moves).tocsr(), start, lower=False, unit_diagonal=True
    )
    return np.where(is_live, 0.0, visits)


def newcomer_table(attackers, defenders):
    """Return P(win) for all armies up to a size, one anti-diagonal after the other in numpy."""
    win = np.zeros((attackers + 1, defenders + 1))
    win[1:, 0] = 1.0
    chances = {kind: (np.array(counts) / sum(counts)).tolist() for kind, counts in COUNTS.items()}
    for a in range(1, attackers + 1):
        hit, miss = chances[min(a, 3), 1]
        win[a, 1] = hit + miss * win[a - 1, 1]
    for d in range(2, defenders + 1):
        hit, miss = chances[1, 2]
        win[1, d] = hit * win[1, d - 1] + miss * win[0, d]
        both, each, none = chances[2, 2]
        win[2, d] = both * win[2, d - 2] + each * win[1, d - 1] + none * win[0, d]
    both, each, none = chances[3, 2]
    flat, across = win.reshape(-1), defenders + 1
    for total in range(5, attackers + defenders + 1):
        first, last = max(3, total - defenders), min(attackers, total - 2)
        start, stop = first * across + total - first, last * across + total - last + 1
        here = slice(start, stop, defenders)
        shifted = [slice(start - back, stop - back, defenders) for back in (2, across + 1, 2 * across)]
        flat[here] = both * flat[shifted[0]] + each * flat[shifted[1]] + none * flat[shifted[2]]
    return win


def rows() -> list[Row]:
    """Measure every row."""
    classic = Dice()
    battle = Battle(30, 20)
    round_tables, places = tables.round_tables(classic), tables.layout(classic, battle)
    counts, state = np.zeros(places.size, np.int64), random.new_state(1)
    n_battles = 20_000
    wins, rounds = newcomer_battles(100_000, *battle[:2])
    rounds_a_battle = rounds / 100_000
    chances = np.array([p for *_, p in tables.ends(classic, battle)])
    taken = sum(p for _, d, p in tables.ends(classic, battle) if d == 0)
    assert abs(wins / 100_000 - taken) < 0.01
    alias, drawn = tables.alias_table(chances), np.zeros(len(chances), np.int64)
    n_drawn = 200_000
    generator = np.random.default_rng(1)
    large = Battle(500, 500)
    by_chain = newcomer_chain(500, 500).reshape(501, 501)
    for attackers, defenders, p in tables.ends(classic, large):
        assert abs(by_chain[attackers, defenders] - p) < 1e-12
    flat = np.zeros(1001 * 1001)
    kernels.win_table(Battle(1000, 1000), round_tables, flat)
    assert np.allclose(flat.reshape(1001, 1001)[1:], newcomer_table(1000, 1000)[1:], rtol=0, atol=1e-12)
    return [
        compare(
            "rolling battles round by round, 30 v 20",
            unit="rounds",
            ours=(
                "one kernel for any dice rule",
                lambda: kernels.roll_battles(battle, round_tables, n_battles, state, counts),
                n_battles * rounds_a_battle,
            ),
            baseline=(
                "numba, `np.random` and thresholds",
                lambda: newcomer_battles(n_battles, *battle[:2]),
                n_battles * rounds_a_battle,
            ),
            baseline_floor=36e6 / 1.5,
            required=4.5,
        ),
        compare(
            "drawing how a battle ends, 30 v 20",
            unit="battles",
            ours=(
                "alias table of the exact ends",
                lambda: kernels.draw_ends(alias, n_drawn, state, drawn),
                n_drawn,
            ),
            baseline=(
                "`Generator.choice(p=)` and `bincount`",
                lambda: np.bincount(
                    generator.choice(len(chances), size=n_drawn, p=chances), minlength=len(chances)
                ),
                n_drawn,
            ),
            baseline_floor=21e6 / 1.5,
            required=20,
        ),
        compare(
            "exact chances of all ends, 500 v 500",
            unit="battles",
            ours=("three-tap recurrence", lambda: tables.end_chances(classic, large), 1),
            baseline=("scipy.sparse Markov chain", lambda: newcomer_chain(500, 500), 1),
            baseline_floor=1 / 0.097 / 1.5,
            required=1000,
        ),
        compare(
            "P(win) for all armies to 1,000 v 1,000",
            unit="tables",
            ours=("row recurrence", lambda: tables.win_table(classic, 1000, 1000), 1),
            baseline=("numpy anti-diagonals", lambda: newcomer_table(1000, 1000), 1),
            baseline_floor=1 / 0.018 / 1.5,
        ),
    ]
