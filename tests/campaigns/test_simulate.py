"""Rolled campaigns against the exact distribution, with negative controls."""

import numpy as np
import pytest

from risksim import campaigns, statistics
from risksim.campaigns import kernels, model, simulate, tables
from risksim.engine import random
from risksim.errors import InputError

QUESTIONS = [
    {"armies": 12, "defenders": [3, 2, 4]},
    {"armies": 14, "defenders": [3, 2, 4], "leave": [3, 2], "gain": [0, 2, 1], "ties": "both"},
    {"armies": 14, "defenders": [3, 2], "move": [2, 1], "keep": 2, "rules": "russian"},
    {"armies": 12, "defenders": [3, 2], "dice": ["capital", {"defence_sides": 8}], "move": "best"},
    {"armies": [7, 5, 4], "defenders": [8, 2]},
    {"armies": [3, 5, 4], "defenders": [3, 2], "ties": "both"},
    {"armies": 9, "defenders": [4, 3], "ties": "neither", "rules": "slovak"},
    {
        "armies": [6, 5],
        "defenders": [5, 3],
        "lone_defender": "cannot-be-attacked",
        "defender_dice_limit": "armies-1",
    },
]


@pytest.mark.parametrize("question", QUESTIONS, ids=range(len(QUESTIONS)))
def test_ends_come_up_as_often_as_they_should(question):
    answer = campaigns.campaign(**question, simulate=200_000, seed=7)
    assert answer.simulated.chi_square_p > 1e-4
    assert sum(answer.simulated.counts) == 200_000
    assert abs(answer.simulated.p_all - answer.p_all) < 5 * max(answer.simulated.standard_error, 1e-5)


@pytest.mark.parametrize(
    "wrong",
    [
        {"defenders": [3, 2, 5]},
        {"armies": 11},
        {"defence_dice": 1},
        {"leave": 2},
        {"gain": [0, 1, 0]},
        {"sides": [6, 6, 7]},
    ],
    ids=str,
)
def test_the_ends_of_another_campaign_are_told_apart(wrong):
    question = {"armies": 12, "defenders": [3, 2, 4]}
    answer = campaigns.campaign(**question, simulate=200_000, seed=7)
    other = campaigns.campaign(**(question | wrong))
    chances = {(o.territories_taken, o.armies_left, o.defenders_left): o.p for o in other.outcomes}
    ends = [(o.territories_taken, o.armies_left, o.defenders_left) for o in answer.outcomes]
    expected = [chances.get(end, 0.0) for end in ends]
    beyond = 1 - sum(expected)
    with_rest = [*expected, max(beyond, 0.0)]
    assert statistics.chi_square([*answer.simulated.counts, 0], with_rest).p_value < 1e-6


def test_dice_last_rolled_decide_how_many_move_in():
    # as many as dice have to move, and no more do: a wrong clause must be told apart
    question = {"armies": 9, "defenders": [3, 2], "move": "fewest", "ties": "both"}
    answer = campaigns.campaign(**question, simulate=200_000, seed=3)
    other = campaigns.campaign(**question, occupy_min="one")
    assert answer.simulated.chi_square_p > 1e-4
    assert abs(answer.simulated.p_all - other.p_all) > 10 * answer.simulated.standard_error


def test_workers_and_blocks_change_nothing():
    counts = [
        campaigns.campaign(10, [3, 2], simulate=150_000, seed=5, workers=workers).simulated.counts
        for workers in (1, 2)
    ]
    assert counts[0] == counts[1]


def test_every_trial_is_counted_in_its_place():
    legs = model.campaign(10, [3, 2]).defenders
    assert legs == (3, 2)
    chain = [model.Leg(model.rule_sets.load("classic").dice, d) for d in (3, 2)]
    found, laws = tables.layout(chain, 9)
    counts = np.zeros(found.size, np.int64)
    choices = np.zeros(8, np.int64)
    kernels.roll_chains(found.chain, laws, np.array([9]), choices, 1_000, random.new_state(1), counts)
    assert counts.sum() == 1_000
    by_end = simulate._by_outcome(found, counts, 2)
    assert sum(by_end.values()) == 1_000
    assert all(taken < 2 or not defenders for taken, _, defenders in by_end)


def test_precision_stops_at_the_first_block_that_suffices():
    one, two = (
        campaigns.campaign([7, 5], [8, 2], precision=0.002, seed=5, workers=workers).simulated
        for workers in (1, 2)
    )
    assert one == two
    assert one.interval == "confidence-sequence"
    assert one.high - one.low <= 0.004
    fewer = one.trials - 65_536
    before = campaigns.campaign([7, 5], [8, 2], precision=1e-9, simulate=fewer, seed=5).simulated
    assert before.trials == fewer > 0
    assert before.high - before.low > 0.004
    with pytest.raises(InputError, match="balanced-blitz"):
        campaigns.campaign(7, [3], precision=0.1, battle_outcome="balanced-blitz")


def test_too_few_trials_are_not_tested():
    answer = campaigns.campaign(10, [3, 2], simulate=2, seed=5)
    assert answer.simulated.chi_square_p is None
    assert answer.simulated.to_frame().shape[0] == 1
