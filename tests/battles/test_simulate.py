"""Rolled battles against exact ones, to the bit for any number of workers, with tables that must fail.

Sources: ``walker-1977``, ``blackman-vigna-2021``.
"""

import json
import math
import os
import random
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from risksim import battles, rules, statistics
from risksim.battles import exact, kernels, tables
from risksim.battles.exact import Battle
from risksim.engine import blocks
from risksim.engine import random as generator
from risksim.errors import InputError
from risksim.rules.clauses import AttackerDiceLimit, Dice, Ties
from tests.naive import battles as naive

QUESTIONS = {
    "classic": ("classic", {}, 12, 9, {}),
    "finnish": ("finnish", {}, 6, 7, {}),
    "russian": ("russian", {}, 9, 8, {}),
    "russian, a lone defender rolls": ("russian", {"lone_defender": "rolls-1"}, 9, 8, {}),
    "ties attacker": ("classic", {"ties": "attacker"}, 7, 12, {}),
    "ties both": ("classic", {"ties": "both"}, 10, 9, {}),
    "ties neither": ("classic", {"ties": "neither"}, 10, 9, {}),
    "ties re-roll": ("classic", {"ties": "re-roll"}, 10, 9, {}),
    "eight-sided defence": ("classic", {"defence_sides": 8}, 14, 8, {}),
    "capital": ("classic", {"defence_dice": 3}, 20, 10, {}),
    "third die of which two count": ("classic", {"defence_extra_dice": 1}, 15, 8, {}),
    "one added to the highest": ("classic", {"attack_bonus": 1}, 8, 9, {}),
    "one pair": ("classic", {"compared_pairs": 1}, 9, 7, {}),
    "six against six, nobody": (
        "classic",
        {"attack_dice": 6, "defence_dice": 6, "ties": "neither", "attacker_dice_limit": "armies"},
        12,
        12,
        {},
    ),
    "stops early": ("classic", {}, 14, 9, {"keep": 5, "until": 3}),
}


@pytest.mark.parametrize("method", ["dice", "alias"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_rolled_ends_follow_the_exact_ones(question, method):
    name, clauses, armies, defenders, stops = QUESTIONS[question]
    answer = battles.odds(
        armies, defenders, rules=name, **clauses, **stops, simulate=200_000, method=method, seed=2026
    )
    assert answer.simulated.chi_square_p > 1e-3
    assert sum(answer.simulated.counts) == 200_000
    assert abs(answer.simulated.p_win - answer.p_win) < 4.5 * max(answer.simulated.standard_error, 1e-9)


WRONG = [
    (Dice(), Dice(defence_extra_dice=1)),
    (Dice(), Dice(attacker_dice_limit=AttackerDiceLimit.ARMIES)),
    (Dice(ties=Ties.NEITHER), Dice(ties=Ties.REROLL)),
    (Dice(ties=Ties.BOTH), Dice(ties=Ties.DEFENDER)),
    (Dice(defence_sides=8), Dice(defence_sides=9)),
]


@pytest.mark.parametrize(("dice", "wrong"), WRONG)
def test_a_wrong_table_fails(dice, wrong):
    battle = Battle(12, 10)
    round_tables = tables.round_tables(wrong)
    places = tables.layout(wrong, battle)
    counts = np.zeros(places.size, np.int64)
    kernels.roll_battles(battle, round_tables, 200_000, generator.new_state(5), counts)
    expected = np.zeros(places.size)
    for attackers, defenders, p in exact.ends(dice, battle):
        if places.place(attackers, defenders) < places.size:
            expected[places.place(attackers, defenders)] = p
    assert statistics.chi_square(counts, expected).p_value < 1e-9


def test_a_wrong_alias_table_fails():
    ends = exact.ends(Dice(), Battle(12, 10))
    chances = np.array([end.p for end in ends])
    wrong = chances.copy()
    wrong[:2] = wrong[1::-1]  # two neighbours exchanged
    counts = np.zeros(len(ends), np.int64)
    kernels.draw_ends(tables.alias_table(wrong), 200_000, generator.new_state(5), counts)
    assert statistics.chi_square(counts, chances).p_value < 1e-9


@pytest.mark.parametrize(
    "question", ["classic", "finnish", "russian", "ties both", "ties neither", "ties re-roll", "stops early"]
)
def test_the_naive_battle_follows_the_exact_ends(question):
    name, clauses, _, _, stops = QUESTIONS[question]
    house = rules.load(name).vary(**clauses)
    stops = {"keep": 3, "until": 1} if stops else {}
    source = random.Random(20)
    n = 5_000
    seen = Counter(naive.fight(house.dice, 6, 5, source, **stops) for _ in range(n))
    answer = battles.odds(6, 5, rules=house, **stops)
    ends = {(outcome.armies_left, outcome.defenders_left): outcome.p for outcome in answer.outcomes}
    assert seen.keys() <= ends.keys()
    test = statistics.chi_square([seen[end] for end in ends], list(ends.values()))
    assert test.p_value > 1e-3


def test_the_naive_battle_under_another_rule_fails():
    source, finnish = random.Random(20), rules.load("finnish").dice
    seen = Counter(naive.fight(finnish, 6, 5, source) for _ in range(8_000))
    ends = {(o.armies_left, o.defenders_left): o.p for o in battles.odds(6, 5).outcomes}
    assert statistics.chi_square([seen[end] for end in ends], list(ends.values())).p_value < 1e-9


@pytest.mark.parametrize("method", ["dice", "alias"])
def test_workers_change_nothing(method):
    runs = {
        battles.odds(10, 8, simulate=300_000, method=method, seed=11, workers=workers).simulated.counts
        for workers in (1, 2, 7)
    }
    assert len(runs) == 1
    other = battles.odds(10, 8, simulate=300_000, method=method, seed=12).simulated.counts
    assert other not in runs


PROGRAM = """
import json
from risksim import battles
from risksim.battles import tables
from risksim.battles.exact import Battle
from risksim.rules.clauses import Dice, Ties
found = []
for rules, ties in (("classic", "defender"), ("finnish", "defender"), ("russian", "both"), ("classic", "neither")):
    for method in ("dice", "alias"):
        answer = battles.odds(9, 7, rules=rules, ties=ties, simulate=700, method=method, seed=3)
        found.append(answer.simulated.counts)
for dice in (Dice(), Dice(ties=Ties.BOTH)):
    found.append(list(tables.ends(dice, Battle(9, 8, 1, 1))))
    found.append(tables.win_table(dice, 6, 6).tolist())
    found.append(tables.fewest_attackers(dice, 6, 0.7, 30, True))
print(json.dumps(found))
"""


def run(**environment):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_the_same_bits_without_compiling():
    compiled, interpreted = run(), run(NUMBA_DISABLE_JIT="1")
    assert len(compiled) == 14
    assert interpreted == compiled


def one_round(state):
    """Return the end of 9 against 5 stopped after the first round."""
    battle = Battle(9, 5, 8, 4)
    round_tables = tables.round_tables(Dice())
    places = tables.layout(Dice(), battle)
    counts = np.zeros(places.size, np.int64)
    kernels.roll_battles(battle, round_tables, 1, np.array(state, np.uint64), counts)
    return next(places.states(np.flatnonzero(counts).tolist()))


def test_the_first_and_the_last_draw_of_a_table():
    # of a state (0, ., ., x) the generator returns x rotated: all zeros and all ones
    assert one_round([0, 1, 2, 0]) == (9, 3)
    assert one_round([0, 1, 2, 2**64 - 1]) == (7, 5)


@pytest.mark.parametrize("n", [1, 2, 3, 64, 65])
def test_an_alias_table_gives_every_index_its_share(n):
    shares = np.arange(1, n + 1) / (n * (n + 1) / 2)
    alias = tables.alias_table(shares)
    ends = alias.ends.reshape(-1, 2)
    spare = 32 - alias.bits
    slots = np.arange(len(alias.bounds), dtype=np.uint64) << np.uint64(spare)
    below = (alias.bounds - slots).astype(float) / 2.0**spare + alias.rests.astype(float) / 2.0 ** (
        64 + spare
    )
    got = np.zeros(n)
    is_used = below > 0
    np.add.at(got, ends[is_used, 0], below[is_used])
    np.add.at(got, ends[:, 1], 1 - below)
    assert np.allclose(got / len(below), shares, rtol=0, atol=1e-15)
    for word in (0, 2**64 - 1):
        counts = np.zeros(n, np.int64)
        kernels.draw_ends(alias, 1, np.array([0, 1, 2, word], np.uint64), counts)
        assert counts.sum() == 1


@pytest.mark.parametrize("is_own", [True, False])
def test_where_32_bits_leave_it_open_64_more_decide(is_own):
    alias = tables.alias_table(np.array([0.1, 0.2, 0.3, 0.25, 0.15]))
    slot = int(np.flatnonzero(alias.ends[::2] != alias.ends[1::2])[0])
    word = int(alias.bounds[slot]) << 32
    turned = (word >> 23 | word << 41) & (2**64 - 1)  # the generator returns it turned back by 23 bits
    for second in range(1, 200):
        words = [np.uint64(each) for each in (0, second << 40, 2, turned)]
        draw, *after = generator.step(*words)
        assert draw == word
        extra = generator.step(*(np.uint64(each) for each in after))[0]
        if (extra < alias.rests[slot]) == is_own:
            break
    counts = np.zeros(5, np.int64)
    kernels.draw_ends(alias, 1, np.array(words, np.uint64), counts)
    assert counts[alias.ends[2 * slot + (not is_own)]] == 1
    assert counts.sum() == 1


def test_each_kernel_has_one_signature():
    for rule_set in ("classic", "russian"):
        for method in ("dice", "alias"):
            battles.odds(5, 4, rules=rule_set, simulate=10, method=method, seed=1)
    assert len(kernels.roll_battles.signatures) == 1
    assert len(kernels.draw_ends.signatures) == 1


def test_few_trials_test_nothing_and_say_so():
    assert battles.odds(10, 8, simulate=3, seed=1).simulated.chi_square_p is None


def test_unknown_methods_are_named():
    with pytest.raises(InputError, match="did you mean 'alias'"):
        battles.odds(10, 8, simulate=3, method="alais")


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_until_precise_stops_at_the_same_battle_for_any_workers(workers):
    rolled = battles.odds(10, 8, precision=0.004, seed=8, workers=workers).simulated
    again = battles.odds(10, 8, simulate=rolled.trials, seed=8).simulated
    assert rolled.counts == again.counts
    assert rolled.interval == "confidence-sequence"
    assert rolled.high - rolled.low <= 2 * 0.004
    assert rolled.low < battles.odds(10, 8).p_win < rolled.high
    # one block fewer was not enough
    before = rolled.trials - blocks.BLOCK_TRIALS
    assert before > 0
    shorter = battles.odds(10, 8, simulate=before, precision=1e-9, seed=8).simulated
    assert shorter.trials == before
    assert shorter.high - shorter.low > 2 * 0.004


@pytest.mark.parametrize("precision", [0, -0.1, 0.6, math.nan])
def test_a_precision_that_cannot_be_had_is_refused(precision):
    with pytest.raises(InputError, match="precision"):
        battles.odds(10, 8, precision=precision, seed=8)


def test_where_wearing_down_is_the_goal_the_error_is_that_of_the_goal():
    answer = battles.odds(6, 4, until=2, precision=0.01, seed=1)
    simulated = answer.simulated
    assert simulated.p_goal is not None
    assert answer.p_goal == pytest.approx(0.8319, abs=1e-4)
    assert simulated.low < answer.p_goal < simulated.high
    assert simulated.high - simulated.low <= 0.02
    assert simulated.standard_error == pytest.approx(
        (simulated.p_goal * (1 - simulated.p_goal) / simulated.trials) ** 0.5
    )
    assert battles.odds(6, 4, simulate=100, seed=1).simulated.p_goal is None
