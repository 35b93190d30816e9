"""The played games: against the exact answer, the same bits for any number of workers, with and without the compiler."""

import hashlib
import math
import os
import subprocess
import sys

import numpy as np
import pytest

from risksim import factories
from risksim.errors import InputError
from risksim.factories import exact, kernels, tables
from risksim.factories.simulate import count
from risksim.statistics import chi_square

QUESTIONS = [
    {"turns": 10},
    {
        "turns": 9, "share": 0.3, "hazard": 0.1, "recapture": 0.3, "enemy_weight": 0.5, "discount": 0.95,
        "stop": 0.05, "conquest_rate": 0.8,
    },
    {"turns": 12, "deck": "classic", "share": 0.5, "hazard": 0.2, "army_value": 5.5, "factory_yield": 1.5},
    {"turns": 50, "deck": "no-wilds", "conquest_rate": 0.95},
]  # fmt: skip
TRIALS = 40_000


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_games_agree_with_the_exact_answer(question):
    trials = TRIALS if question["turns"] < 40 else 4_000
    played = factories.simulate(**question, trials=trials, seed=20)
    for name in ("armies", "factory", "switch"):
        estimate, wanted = getattr(played, f"{name}_plan"), getattr(played, f"exact_{name}_plan")
        assert abs(estimate.z_against(wanted)) < 4, name
    assert played.chi_square.p_value > 1e-4
    wanted = played.exact_factory_plan - played.exact_armies_plan
    assert abs(played.factory_less_armies.difference.z_against(wanted)) < 4
    assert sum(played.sets) == trials


@pytest.mark.parametrize("question", QUESTIONS[:3], ids=str)
def test_spreads_agree_with_the_exact_ones(question):
    played = factories.simulate(**question, trials=TRIALS, seed=21)
    curve = factories.curves(**question)
    for simulated, wanted in ((played.armies_sd, curve.armies_sd), (played.factories_sd, curve.factories_sd)):
        # a sample's standard deviation is off by some sd / sqrt(2n); armies take their matches from the long run
        assert simulated[-1] == pytest.approx(wanted[-1], rel=0.02)
    difference = played.factory_less_armies.difference.standard_error * math.sqrt(TRIALS)
    assert difference == pytest.approx(curve.difference_sd[-1], rel=0.02)


def test_wrong_numbers_are_noticed():
    asked = factories.ask(10, conquest_rate=0.8)
    counts, *_ = count(asked, TRIALS, 3, 4)
    assert chi_square(counts, exact.p_sets(asked)).p_value > 1e-4
    assert chi_square(counts, exact.p_sets(factories.ask(10, conquest_rate=0.78))).p_value < 1e-6
    played = factories.simulate(10, hazard=0.1, trials=TRIALS, seed=3)
    elsewhere = factories.payoffs(10, hazard=0.09).factory_plan
    assert abs(played.factory_plan.z_against(elsewhere)) > 6


def test_plans_that_do_the_same_get_the_same():
    never = factories.simulate(10, hazard=0.1, trials=5_000, seed=4, switch_at=11)
    assert never.switch_less_armies.difference.value == 0
    assert never.switch_less_armies.difference.standard_error == 0
    always = factories.simulate(10, hazard=0.1, trials=5_000, seed=4, switch_at=1)
    assert always.switch_less_factory.difference.value == 0
    assert always.factory_plan == never.factory_plan


def test_the_same_bits_for_any_number_of_workers(monkeypatch):
    monkeypatch.setattr(sys.modules["risksim.factories.simulate"], "BLOCK_TRIALS", 500)
    answers = [
        factories.simulate(8, hazard=0.1, share=0.2, trials=5_200, seed=9, workers=workers)
        for workers in (1, 2, 7)
    ]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0] != factories.simulate(8, hazard=0.1, share=0.2, trials=5_200, seed=10)


PROGRAM = """
import hashlib
from risksim import factories
from risksim.factories.simulate import count
asked = factories.ask(7, deck="classic", share=0.4, hazard=0.2, recapture=0.5, stop=0.1)
print(hashlib.sha256(b"".join(array.tobytes() for array in count(asked, 60, 5, 3))).hexdigest())
"""


def test_the_same_bits_without_the_compiler():
    asked = factories.ask(7, deck="classic", share=0.4, hazard=0.2, recapture=0.5, stop=0.1)
    here = hashlib.sha256(b"".join(array.tobytes() for array in count(asked, 60, 5, 3))).hexdigest()
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == here


def test_cards_are_conserved_and_sets_follow_the_rule():
    play = tables.play_tables(factories.ask(60, deck="classic"))
    state = np.array([1, 2, 3, 4], dtype=np.uint64)
    pile = play.full.copy()
    hand, discarded = 0, 0
    for _ in range(500):
        was_empty = pile.sum() == 0
        drawn = kernels.draw_card(play, pile, hand, state)
        if was_empty:
            discarded = 0
        order = kernels.order_of(play, pile)
        territories = play.territories[drawn, hand, order]
        hand = play.successor[drawn, hand, order]
        discarded += 3 * (territories >= 0)
        assert pile.min() >= 0
        assert pile.sum() + play.hand_symbols[hand].sum() + discarded == 44


def test_one_signature_a_kernel():
    for name in ("play_games", "best_plan"):
        assert len(getattr(kernels, name).signatures) <= 1


def test_limits_are_named():
    for question, named in (
        ({"turns": 61}, "60"),
        ({"trials": 1}, "2"),
        ({"seed": -1}, "-1"),
        ({"switch_at": -1}, "-1"),
    ):
        with pytest.raises(InputError, match=named):
            factories.simulate(**({"turns": 5, "trials": 10, "seed": 1} | question))


def test_a_seed_is_drawn_where_none_is_given():
    first, second = (factories.simulate(5, trials=50) for _ in range(2))
    assert first.seed != second.seed
    assert factories.simulate(5, trials=50, seed=first.seed) == first
