"""Several stacks before one territory: against every order tried, and as given."""

from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import campaigns
from risksim.campaigns import exact, stacks, words
from risksim.campaigns.exact import Leg
from risksim.rules.clauses import BattleOutcome, Dice, Ties
from tests.naive import campaigns as naive

few = settings(max_examples=25, deadline=None)
some_dice = st.sampled_from([Dice(), Dice(ties=Ties.BOTH), Dice(defence_dice=3), Dice(defence_sides=8)])


@few
@given(st.lists(st.integers(2, 6), min_size=1, max_size=3), st.integers(1, 5), st.integers(1, 3), some_dice)
def test_the_best_order_is_the_best_of_all_courses(armies, first, second, dice):
    @cache
    def after(standing):
        ends = naive.campaign(standing, [(dice, second, 1, 0, None)])
        return sum((p for (taken, *_), p in ends.items() if taken), Fraction(0))

    expected = naive.best_of_stacks(tuple(armies), dice, first, after)
    clauses = {name: getattr(dice, name) for name in ("ties", "defence_dice", "defence_sides")}
    answer = campaigns.campaign(armies, [first, second], **clauses)
    assert answer.p_all == pytest.approx(float(expected), abs=1e-13)
    assert sum(o.p for o in answer.outcomes) == pytest.approx(1)


@few
@given(
    st.lists(st.integers(2, 9), min_size=2, max_size=3), st.lists(st.integers(1, 8), min_size=1, max_size=3)
)
def test_no_given_order_is_better(armies, defenders):
    best = campaigns.campaign(armies, defenders)
    tried = [campaigns.campaign(order, defenders, order="given").p_all for order in permutations(armies)]
    assert best.p_all >= max(tried) - 1e-13
    for turn in best.turns:
        assert turn.attack_with in turn.waiting
    assert best.turns[0].waiting == tuple(armies)
    assert best.turns[0].p == pytest.approx(1)


def test_given_orders_are_kept():
    answer = campaigns.campaign([10, 7, 4], [8, 3], order="given")
    assert all(turn.attack_with == turn.waiting[0] for turn in answer.turns)
    assert answer.p_all < campaigns.campaign([10, 7, 4], [8, 3]).p_all


def test_one_stack_is_a_chain():
    one, other = campaigns.campaign([12], [4, 2]), campaigns.campaign(12, [4, 2])
    assert one.outcomes == other.outcomes
    assert one.turns == ()


def test_a_stack_walks_into_an_empty_territory():
    # one die a side on a coin, ties cost both: both fall, or one of them
    coin = {"attack_sides": 2, "defence_sides": 2, "attack_dice": 1, "defence_dice": 1, "ties": "both"}
    answer = campaigns.campaign([2, 4], [1, 1], order="given", **coin)
    found = {(o.territories_taken, o.armies_left, o.defenders_left): o.p for o in answer.outcomes}
    turns = {(turn.waiting, turn.defenders_left): turn.p for turn in answer.turns}
    assert turns == {((2, 4), 1): 1.0, ((4,), 0): 0.5, ((4,), 1): 0.25}
    assert sum(p for (taken, *_), p in found.items() if taken == 0) == pytest.approx(
        campaigns.campaign(4, [1], **coin).p_fail / 4
    )
    # the three that walk in stand before the second territory unhurt
    assert answer.p_each[0] == pytest.approx(0.25 + 0.5 + campaigns.campaign(4, [1], **coin).p_all / 4)
    assert campaigns.campaign([2, 4], [1], order="given", **coin).expected_defender_losses <= 1
    assert any("empty" in line for line in words.campaign(answer))
    # alone, a stack that falls with the last defender has not taken the territory
    assert campaigns.campaign([2], [1], **coin).p_all == pytest.approx(0.25)


def test_losses_of_several_stacks_keep_their_digits():
    # the last stack never fails, so how large it is changes nothing
    some, many = (
        campaigns.campaign([20, 15, last], [40, 5], order="given", ties="both") for last in (1_000, 40_000)
    )
    assert many.expected_attacker_losses == pytest.approx(some.expected_attacker_losses, rel=1e-12)
    assert many.sd_attacker_losses == pytest.approx(some.sd_attacker_losses, rel=1e-12)


def test_a_stack_that_can_take_nothing_goes_nowhere():
    nobody_wins = Leg(Dice(attack_sides=1, defence_sides=1), 200)
    legs = [nobody_wins, Leg(Dice(), 600)]
    walked, _ = stacks.walk(legs, [300, 200], stacks.best_order(legs[0], [300, 200], [1.0] * 301))
    assert walked.p_each == [0.0, 0.0]
    assert walked.losses == (1.0, 500.0, 0.0)


def test_losses_add_up():
    # one army stays on each territory of a stack, so an end tells what was lost
    answer = campaigns.campaign([6, 5], [4, 2], order="given")
    lost = answer.expected_attacker_losses
    exact_lost = 0.0
    first = campaigns.campaign(6, [4, 2])
    for o in first.outcomes:
        if o.territories_taken:
            exact_lost += o.p * (6 - o.territories_taken - o.armies_left)
            continue
        for then in campaigns.campaign(5, [o.defenders_left, 2]).outcomes:
            exact_lost += o.p * then.p * (5 + 5 - then.territories_taken - then.armies_left)
    assert lost == pytest.approx(exact_lost)
    assert answer.sd_attacker_losses > 0


def test_blitz_and_kernels_take_several_stacks():
    blitz = Leg(Dice(battle_outcome=BattleOutcome.BALANCED_BLITZ), 5)
    order = stacks.best_order(blitz, [6, 4], [1.0] * 7)
    assert stacks.walk([blitz], [6, 4], order)[0].p_each[0] == pytest.approx(order.chance)
    big = [Leg(Dice(), 400), Leg(Dice(), 30)]
    after = exact.chances_ahead(big[1:], 300)[0]
    order = stacks.best_order(big[0], [300, 200], after)
    walked, _ = stacks.walk(big, [300, 200], order)
    assert walked.p_each[-1] == pytest.approx(order.chance, abs=1e-12)
    assert 0 < order.chance < 1
    assert walked.losses.p == pytest.approx(1)
