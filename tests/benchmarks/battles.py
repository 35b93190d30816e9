"""Battles against what a competent newcomer writes with numba, numpy and scipy.

Sources: ``osborne-2003``, ``walker-1977``.
"""

import ctypes
import sys
from pathlib import Path

import numba
import numpy as np
import scipy.sparse as sparse
from scipy.sparse.linalg import spsolve_triangular

from risksim.battles import kernels, tables
from risksim.battles.exact import Battle
from risksim.engine import random
from risksim.rules.clauses import Dice
from tests.benchmarks import harness
from tests.benchmarks.harness import Limit, Row, Skipped, compare

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


@numba.njit(nogil=True)
def newcomer_dice(n, attackers, defenders):
    """Roll battles die by die with numba's own generator, sorting by hand."""
    wins = 0
    attack, defence = np.zeros(3, np.int64), np.zeros(2, np.int64)
    for _ in range(n):
        a, d = attackers, defenders
        while a > 0 and d > 0:
            n_attack, n_defence = min(a, 3), min(d, 2)
            attack[:] = 0
            defence[:] = 0
            for k in range(n_attack):
                attack[k] = np.random.randint(1, 7)  # noqa: NPY002
            for k in range(n_defence):
                defence[k] = np.random.randint(1, 7)  # noqa: NPY002
            if attack[0] < attack[1]:
                attack[0], attack[1] = attack[1], attack[0]
            if attack[1] < attack[2]:
                attack[1], attack[2] = attack[2], attack[1]
            if attack[0] < attack[1]:
                attack[0], attack[1] = attack[1], attack[0]
            if defence[0] < defence[1]:
                defence[0], defence[1] = defence[1], defence[0]
            for k in range(min(n_attack, n_defence)):
                if attack[k] > defence[k]:
                    d -= 1
                else:
                    a -= 1
        wins += d == 0
    return wins


def newcomer_arrays(n, attackers, defenders, generator):
    """Roll a round of all battles that go on at once, with sorted dice in numpy."""
    a, d = np.full(n, attackers), np.full(n, defenders)
    live = np.arange(n)
    while len(live):
        left_a, left_d = a[live], d[live]
        attack = generator.integers(1, 7, (len(live), 3), dtype=np.int8)
        defence = generator.integers(1, 7, (len(live), 2), dtype=np.int8)
        attack[left_a < 3, 2] = 0
        attack[left_a < 2, 1] = 0
        defence[left_d < 2, 1] = 0
        attack.sort(axis=1)
        defence.sort(axis=1)
        is_first = attack[:, 2] > defence[:, 1]
        has_second = (left_a > 1) & (left_d > 1)
        is_second = attack[:, 1] > defence[:, 0]
        a[live] = left_a - ~is_first - (has_second & ~is_second)
        d[live] = left_d - is_first - (has_second & is_second)
        live = live[(a[live] > 0) & (d[live] > 0)]
    return np.count_nonzero(d == 0)


@numba.njit(nogil=True)
def newcomer_sizes(n, most):
    """Roll battles of any size up to ``most`` as a game would that meets them, by thresholds."""
    left = 0
    for _ in range(n):
        attackers, defenders = np.random.randint(1, most + 1), np.random.randint(1, most + 1)  # noqa: NPY002
        left += newcomer_battles(1, attackers, defenders)[0]
    return left


@numba.njit(nogil=True)
def banked_sizes(n, bank, state):
    """Draw battles of any size up to that of the bank."""
    left = 0
    most = np.uint64(bank.most)
    for _ in range(n):
        attackers = np.int64(random.below(state, most)) + 1
        defenders = np.int64(random.below(state, most)) + 1
        left += kernels.draw_battle(bank, attackers, defenders, state)[1] == 0
    return left


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


def newcomer_ends(attackers, defenders):
    """Return the chance of every end of a battle, one anti-diagonal after the other in numpy."""
    chances = {kind: (np.array(counts) / sum(counts)).tolist() for kind, counts in COUNTS.items()}
    won, lost = np.zeros(attackers + 1), np.zeros(defenders + 1)
    # three anti-diagonals by attackers: where the battle stands, one army less, two armies less
    here, less, least = (np.zeros(attackers + 3) for _ in range(3))
    here[attackers] = 1.0
    for total in range(attackers + defenders, 0, -1):
        if total <= attackers:
            won[total] = here[total]
            here[total] = 0.0
        if total <= defenders:
            lost[total] = here[0]
            here[0] = 0.0
        first, last = max(3, total - defenders), min(attackers, total - 2)
        if first <= last:
            part = here[first : last + 1]
            for a_lost, p in enumerate(chances[3, 2]):
                least[first - a_lost : last + 1 - a_lost] += p * part
        for a in {1, 2, total - 1}:
            d = total - a
            if a < 1 or a > attackers or d < 1 or d > defenders or (a >= 3 and d >= 2):
                continue
            found = chances[min(a, 3), min(d, 2)]
            for a_lost, p in enumerate(found):
                (less if len(found) == 2 else least)[a - a_lost] += p * here[a]
        here[:] = 0.0
        here, less, least = less, least, here
    return won, lost


def by_lanes(battle: Battle, n: int):
    """Return a call that rolls ``n`` battles in lanes, and its counts."""
    dice = Dice()
    lanes, space, round_tables = tables.lanes(dice, battle), tables.lane_space(), tables.round_tables(dice)
    counts, state = np.zeros(tables.layout(dice, battle).size, np.int64), random.new_state(1)
    return lambda: kernels.roll_in_lanes(battle, round_tables, lanes, n, state, space, counts), counts


def lane_rows() -> list[Row | Limit | Skipped]:
    """Measure the battles rolled in lockstep."""
    battle = Battle(30, 20)
    n = 65_536
    ours, counts = by_lanes(battle, n)
    ours()
    p_win = counts[1 : battle.attackers + 1].sum() / n
    generator = np.random.default_rng(1)
    for wins in (newcomer_dice(n, *battle[:2]), newcomer_arrays(n, *battle[:2], generator)):
        assert abs(wins / n - p_win) < 0.01
    n_dice, n_arrays = 20_000, 10_000
    found: list[Row | Limit | Skipped] = [
        compare(
            "rolling battles by dice, 30 v 20",
            unit="battles",
            ours=("1,024 lanes in lockstep", ours, n),
            baseline=(
                "numpy, dice sorted",
                lambda: newcomer_arrays(n_arrays, *battle[:2], generator),
                n_arrays,
            ),
            baseline_floor=0.58e6 / 1.5,
            required=120,
        ),
        compare(
            "the same",
            unit="battles",
            ours=("1,024 lanes in lockstep", ours, n),
            baseline=("numba, `np.random` and dice", lambda: newcomer_dice(n_dice, *battle[:2]), n_dice),
            baseline_floor=1.0e6 / 1.5,
            required=50,
        ),
    ]
    library = harness.compiled(Path(__file__).with_name("battles.cpp"))
    if library is None:
        return [*found, Skipped("the same", "no C++ compiler, or no AVX-512 with VBMI2")]
    ends = np.zeros(256 * 256, np.int64)
    library.roll.argtypes = [
        *(ctypes.c_int64, ctypes.c_int, ctypes.c_int, ctypes.c_uint64),
        np.ctypeslib.ndpointer(np.int64),
    ]
    library.roll.restype = None
    seeds = iter(range(sys.maxsize))
    library.roll(n, *battle[:2], next(seeds), ends)
    assert ends.sum() == n
    assert abs(ends.reshape(256, 256)[:, 0].sum() / n - p_win) < 0.01
    row = compare(
        "the same",
        unit="battles",
        ours=("1,024 lanes in lockstep", ours, n),
        baseline=(
            "C++ by hand for AVX-512, classic dice only",
            lambda: library.roll(n, *battle[:2], next(seeds), ends),
            n,
        ),
        baseline_floor=200e6 / 1.5,
        required=0.42,
    )
    return [*found, row]


def large_rows() -> list[Row | Limit | Skipped]:
    """Measure exact answers and simulations of a size that nobody waits for elsewhere."""
    large, huge = Battle(10_000, 10_000), Battle(1_000_000, 1_000_000)
    won, lost = newcomer_ends(large.attackers, large.defenders)
    places, chances = tables.layout(Dice(), large), tables.end_chances(Dice(), large)
    assert np.allclose(chances[1 : large.attackers + 1], won[1:], rtol=0, atol=1e-12)
    assert np.allclose(chances[places.place(0, 1) :][: large.defenders], lost[1:], rtol=0, atol=1e-12)
    program = "from risksim import battles\nbattles.odds(31, 20, simulate=n, seed=1, workers=1)"
    return [
        compare(
            "exact chances of all ends, 10,000 v 10,000",
            unit="battles",
            ours=("a power of the round where all dice end", lambda: tables.end_chances(Dice(), large), 1),
            baseline=(
                "numpy anti-diagonals",
                lambda: newcomer_ends(large.attackers, large.defenders),
                1,
            ),
            baseline_floor=1 / 1.0 / 1.5,
            required=100,
        ),
        harness.within(
            "exact chances of all ends, 1,000,000 v 1,000,000",
            "the same",
            lambda: tables.end_chances(Dice(), huge),
            2.0,
        ),
        harness.peak_memory(
            "rolling a billion battles by dice, 30 v 20", "most memory, Python and all", program, 10**9, 300
        ),
    ]


def bank_row() -> Row:
    """Measure battles of any size drawn from the bank."""
    bank, state = tables.bank(Dice()), random.new_state(1)
    n_drawn, n_rolled = 200_000, 20_000
    assert abs(banked_sizes(n_drawn, bank, state) / n_drawn - newcomer_sizes(n_rolled, 64) / n_rolled) < 0.02
    return compare(
        "battles as games meet them, all sizes to 64 v 64",
        unit="battles",
        ours=("bank of alias tables", lambda: banked_sizes(n_drawn, bank, state), n_drawn),
        baseline=(
            "numba, `np.random` and thresholds",
            lambda: newcomer_sizes(n_rolled, 64),
            n_rolled,
        ),
        baseline_floor=2.5e6 / 1.5,
        required=10,
    )


def rows() -> list[Row | Limit | Skipped]:
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
    kernels.win_table(Battle(1000, 1000), round_tables, flat, np.zeros(1001))
    assert np.allclose(flat.reshape(1001, 1001)[1:], newcomer_table(1000, 1000)[1:], rtol=0, atol=1e-12)
    return [
        *lane_rows(),
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
            required=10,
        ),
        bank_row(),
        *large_rows(),
    ]
