"""The best play rolled: against its exact value, the exact chances of its ends, and the slow twin."""

import math
import random

import numpy as np
import pytest

from risksim import battles, decisions, statistics
from risksim.battles import tables
from risksim.decisions import kernels
from risksim.engine.random import new_state
from risksim.errors import InputError
from risksim.rules.clauses import Dice, Ties
from tests.naive import decisions as naive

ATTACKERS, DEFENDERS, FLOOR = 9, 6, 3


def rolled(dice, trials, seed):
    """Return how often each (attackers, defenders) was left where the attacker stops at a floor."""
    attacks = np.zeros((ATTACKERS + 1, DEFENDERS + 1), np.uint8)
    attacks[FLOOR + 1 :, 1:] = 1
    round_tables = tables.round_tables(dice)
    shape = round_tables.depth + 1, ATTACKERS + 1, DEFENDERS + 1
    counts = np.zeros(math.prod(shape), np.int64)
    kernels.follow((ATTACKERS, DEFENDERS), round_tables, attacks.reshape(-1), trials, new_state(seed), counts)
    return counts.reshape(shape)


def fit(counts):
    odds = battles.odds(ATTACKERS, DEFENDERS, fighting=True, keep=FLOOR + 1)
    found = [int(counts[:, end.armies_left - 1, end.defenders_left].sum()) for end in odds.outcomes]
    others = int(counts.sum()) - sum(found)
    return statistics.chi_square([*found, others], [*(end.p for end in odds.outcomes), 0.0]).p_value


def test_the_ends_are_as_likely_as_they_should_be():
    assert fit(rolled(Dice(), 200_000, 1)) > 1e-4


def test_wrong_dice_are_noticed():
    assert fit(rolled(Dice(defence_bonus=1), 200_000, 1)) < 1e-12


def test_the_armies_the_last_round_cost_are_counted_with_the_end():
    counts = rolled(Dice(), 50_000, 2)
    assert counts.sum() == 50_000
    # three attack dice against two or one cost at most two, and a win by the last round none or one
    assert counts[:, :, 0].sum(axis=1)[2:].sum() == 0
    assert counts[0, :, 1:].sum() == 0  # nobody stops after a round that cost him nothing


def test_the_twin_ends_as_often_in_the_territory():
    source = random.Random(3)
    trials = 4000
    won = sum(
        naive.follow(Dice(), lambda a, d: a > FLOOR, ATTACKERS, DEFENDERS, source)[1] == 0
        for _ in range(trials)
    )
    p = rolled(Dice(), 200_000, 4)[:, :, 0].sum() / 200_000
    assert won / trials == pytest.approx(p, abs=5 * math.sqrt(p * (1 - p) / trials))


@pytest.mark.parametrize(
    "clauses",
    [
        {},
        {"ties": Ties.NEITHER.value},
        {"occupy_min": "all-survivors"},
        {"defence_dice": 3, "attacker_dice_limit": "armies", "territory_value": 20},
        {"defender_dice_limit": "armies-1"},
    ],
)
def test_the_value_is_the_exact_one(clauses):
    answer = decisions.stop(
        10, 6, continent_value=4, home_value=1, counter=6, simulate=200_000, seed=5, **clauses
    )
    simulated = answer.simulated
    assert simulated.value == pytest.approx(answer.value, abs=5 * simulated.standard_error)
    assert simulated.p_win == pytest.approx(answer.p_win, abs=0.006)
    assert simulated.low < simulated.value < simulated.high
    assert answer.attack
    assert 0 < simulated.standard_error < 0.1


def test_another_value_would_be_noticed():
    simulated = decisions.stop(10, 6, territory_value=4, simulate=200_000, seed=5).simulated
    other = decisions.stop(10, 6, territory_value=4, enemy_army_value=0.9)
    assert abs(simulated.value - other.value) > 20 * simulated.standard_error


def test_the_same_seed_gives_the_same_digits_whatever_the_threads():
    one, two = (
        decisions.stop(10, 6, territory_value=4, simulate=150_000, seed=6, workers=workers).simulated
        for workers in (1, 2)
    )
    assert one == two
    assert one != decisions.stop(10, 6, territory_value=4, simulate=150_000, seed=7).simulated


def test_a_play_that_never_starts_has_no_spread():
    simulated = decisions.stop(3, 9, enemy_army_value=0.1, simulate=1000, seed=1).simulated
    assert simulated.value == simulated.standard_error == simulated.p_win == 0


def test_a_bad_seed():
    with pytest.raises(InputError, match="seed"):
        decisions.stop(9, 4, simulate=100, seed=-1)
