"""Factories against armies, exactly: hand-derived values, closed forms, brute force.

Sources: ``seed-new-rules``.
"""

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import factories
from risksim.errors import InputError
from risksim.factories import exact
from risksim.rules import load
from tests.naive import factories as naive

F = Fraction
RATES = st.fractions(0, 1, max_denominator=10)
quick = settings(max_examples=25, deadline=None)


# --- the pure plans


def test_five_turns_by_hand():
    # sets by cards: P(set in 3) = (3 + 6)/27; a fourth card completes one of those left with chance 2/3
    answer = factories.payoffs(5)
    assert answer.exact["sets"] == "7/9"
    assert answer.exact["armies_plan"] == "49/9"
    assert answer.exact["factory_plan"] == "20/9"
    assert answer.exact["optimal_plan"] == "49/9"


@pytest.mark.parametrize("turns", range(1, 9))
def test_pure_plans_are_those_of_every_sequence_of_cards(turns):
    answer = exact.plans(factories.ask(turns))
    assert answer[0] == naive.armies_plan(turns)
    assert answer[1] == naive.factory_plan(turns)


def test_factory_plan_is_the_yield_times_the_sum_of_sets():
    for q, turns in ((F(1), 12), (F(3, 5), 9)):
        asked = factories.ask(turns, conquest_rate=q, factory_yield=3)
        sets = exact.sets_by_turn(asked, turns)
        assert exact.plans(asked)[1] == 3 * sum(sets[:turns])
        assert exact.plans(asked)[0] == 7 * sets[turns - 1]


def test_a_conquest_rate_is_a_binomial_number_of_cards():
    by_card = exact.sets_by_turn(factories.ask(7), 6)
    q = F(2, 5)
    mixed = sum(math.comb(6, n) * q**n * (1 - q) ** (6 - n) * by_card[n] for n in range(7))
    assert exact.sets_by_turn(factories.ask(7, conquest_rate=q), 6)[6] == mixed
    assert exact.sets_by_turn(factories.ask(50, conquest_rate=q), 6)[6] == pytest.approx(
        float(mixed), rel=1e-12
    )


def test_two_a_turn_so_ten_armies_holds_only_at_most():
    answer = factories.cycle()
    assert answer.armies_at_most == 10
    # cards drawn = three a set + cards in hand, so three cards a set in the long run
    assert answer.armies_in_long_run == 6
    assert factories.cycle(conquest_rate=0.5).armies_in_long_run == 12
    assert answer.turns_to_first_set == pytest.approx(35 / 9)


def test_random_horizon_mixes_games():
    chances = [F(1, 10), F(0), F(2, 10), F(0), F(0), F(3, 10), F(4, 10)]
    mixed = exact.plans(factories.ask(horizon=chances))
    for plan in (0, 1):
        separately = [exact.plans(factories.ask(t))[plan] for t in range(1, 8)]
        assert mixed[plan] == sum(p * value for p, value in zip(chances, separately, strict=True))


def test_a_game_that_may_stop_is_a_discount():
    stopped, discounted = factories.payoffs(12, stop=0.1), factories.payoffs(12, discount=0.9)
    for name in ("armies_plan", "factory_plan", "optimal_plan", "equal_army_value", "switch_below"):
        assert getattr(stopped, name) == pytest.approx(getattr(discounted, name), rel=1e-12)
    chances = [0.9**t * 0.1 for t in range(11)] + [0.9**11]
    given_out = factories.payoffs(horizon=chances)
    assert given_out.factory_plan == pytest.approx(stopped.factory_plan, rel=1e-9)


# --- one factory


@quick
@given(RATES, RATES, RATES, RATES, st.integers(1, 6))
def test_payments_are_those_of_every_history(hazard, recapture, weight, discount, payments):
    asked = factories.ask(
        hazard=hazard, recapture=recapture, enemy_weight=weight, discount=discount, factory_yield=1
    )
    walked = naive.factory_payments(1, payments, hazard, recapture, weight, lambda t: discount ** (t - 1))
    assert exact.factory_values(asked, payments)[payments] == walked


def test_without_recapture_a_factory_survives_to_its_kth_payment_with_a_power():
    assert exact.owner_chances(F(1, 5), F(0), 4) == [F(4, 5) ** k for k in range(1, 5)]


@quick
@given(st.integers(1, 40), st.floats(0.5, 30), st.floats(0, 1), st.floats(0, 1))
def test_break_even_hazard_balances(payments, c, weight, recapture):
    found = exact.break_even_hazard(c, 2, payments, recapture=recapture, enemy_weight=weight)
    if found is None:
        assert 2 * payments < c
        return
    net = exact.net_payments(found, recapture, weight, payments)
    assert 2 * sum(net) == pytest.approx(c, abs=1e-6)


def test_break_even_hazard_at_its_ends():
    assert exact.break_even_hazard(10, 2, 4) is None
    assert exact.break_even_hazard(10, 2, 5) == 0
    assert exact.break_even_hazard(F(10), F(2), 5, enemy_weight=1) == 0
    assert exact.break_even_hazard(0, 0, 5) is None
    # one payment: 2(1 - h) - 2wh = c
    assert exact.break_even_hazard(1, 2, 1) == pytest.approx(0.5, abs=1e-12)
    assert exact.break_even_hazard(1, 2, 1, enemy_weight=1) == pytest.approx(0.25, abs=1e-12)
    # a decimal typed is a decimal meant: 0.1 ten times is one
    assert exact.break_even_hazard(F(1), F("0.1"), 10) == 0


def test_break_even_hazard_rises_with_payments_and_with_an_enemy_weight_falls_again():
    alone = factories.break_even(range(4, 60)).line
    assert all(a < b for a, b in pairwise(alone))
    paired = factories.break_even(range(4, 60), enemy_weight=1).line
    peak = paired.index(max(paired))
    assert 0 < peak < len(paired) - 1
    assert all(a < b for a, b in pairwise(paired[: peak + 1]))
    assert all(a > b for a, b in pairwise(paired[peak:]))


def test_break_even_discount_at_its_ends():
    assert exact.break_even_discount(10, 2, 4) is None
    assert exact.break_even_discount(10, 2, 5) == 1
    assert exact.break_even_discount(2, 2, 5) == 0
    assert exact.break_even_discount(1, 2, 5) is None
    # 2(1 + g) = 3
    assert exact.break_even_discount(3, 2, 2) == pytest.approx(0.5, abs=1e-12)


def test_break_evens_of_whole_plans_balance_them():
    answer = factories.payoffs(14, enemy_weight=0.5, recapture=0.2)
    at = exact.plans(factories.ask(14, enemy_weight=0.5, recapture=0.2, hazard=answer.break_even_hazard_plan))
    assert float(at[0]) == pytest.approx(float(at[1]), abs=1e-9)
    at = exact.plans(factories.ask(14, discount=answer.break_even_discount_plan))
    assert float(at[0]) == pytest.approx(float(at[1]), abs=1e-9)
    assert factories.payoffs(6).break_even_hazard_plan is None
    assert factories.payoffs(3).break_even_hazard_plan is None


def test_single_break_evens_do_not_depend_on_each_other():
    answer = factories.payoffs(10, hazard=0.1, discount=0.9)
    assert answer.break_even_hazard == factories.payoffs(10).break_even_hazard
    assert answer.break_even_discount == factories.payoffs(10).break_even_discount
    assert answer.break_even_hazard_given_discount < answer.break_even_hazard
    assert answer.break_even_discount_given_hazard > answer.break_even_discount


def test_switch_below_is_the_first_payment_that_reaches_the_set():
    assert factories.payoffs(10).switch_below == 4
    assert factories.payoffs(10, army_value=8).switch_below == 4  # a tie builds
    assert factories.payoffs(10, army_value=8.1).switch_below == 5
    assert factories.payoffs(10, share=1).switch_below == 7  # c = 13
    assert factories.payoffs(10, factory_yield=0).switch_below is None
    assert factories.payoffs(10, factory_yield=0.1, army_value=5).switch_below == 50
    captured = factories.payoffs(10, hazard=0.1, enemy_weight=1, army_value=3)
    values = exact.factory_values(factories.ask(hazard=0.1, enemy_weight=1), 100)
    builds = [k for k, value in enumerate(values) if value >= 3]
    assert (captured.build_from, captured.build_to) == (builds[0], builds[-1])
    assert captured.switch_below == 2  # two payments that nobody takes are worth three armies
    assert factories.payoffs(10, hazard=0.2).switch_below == 4
    assert factories.payoffs(10, hazard=0.2).build_from == 10


@pytest.mark.parametrize(("turns", "share"), [(4, 1.0), (5, 1.0), (4, 0.5), (10, 0.5)])
def test_the_best_plan_is_no_worse_than_the_plans_it_may_choose(turns, share):
    # the first sets of a fresh deck hold more wild cards than later ones, so the mean set would flatter the armies plan
    answer = factories.payoffs(turns, share=share, deck="classic")
    assert answer.armies_plan_played < answer.armies_plan
    best = max(answer.armies_plan_played, answer.factory_plan_played)
    assert answer.optimal_plan >= best - 1e-12
    policy = factories.policy(turns, share=share, deck="classic")
    assert policy.armies_plan == answer.armies_plan_played
    assert policy.optimal_plan >= policy.best_switch_plan - 1e-12 >= best - 2e-12


def test_a_value_that_always_balances_is_not_missing():
    assert factories.payoffs(10, payments=1, army_value=2).break_even_discount == 1.0
    assert factories.payoffs(2).break_even_discount_plan is None  # no set, no plan


@pytest.mark.parametrize(
    "question", [{}, {"conquest_rate": 0.5}, {"army_value": 2}, {"deck": "classic"}, {"share": 0.5}]
)
def test_overtaking_is_where_the_curves_cross(question):
    found = factories.payoffs(10, **question).overtakes_at_turn
    ahead = [a < f for a, f in (exact.plans(factories.ask(t, **question))[:2] for t in range(1, 26))]
    assert found >= 4
    assert not ahead[found - 2]
    assert all(ahead[found - 1 :])


@pytest.mark.parametrize(
    "question",
    [
        {"hazard": 0.08, "enemy_weight": 1, "army_value": 5},
        # a lead that comes and goes with the sets: 19, 21 to 25 turns
        {"hazard": 0.05, "enemy_weight": 1, "share": 0.25},
    ],
)
def test_with_captors_that_count_the_lead_is_lost_again(question):
    answer = factories.payoffs(10, **question)
    ahead = [t for t in range(1, 60) if (p := exact.plans(factories.ask(t, **question)))[1] > p[0] + 1e-9]
    assert answer.overtakes_at_turn == ahead[0]
    assert answer.falls_behind_at_turn == ahead[-1] + 1
    assert factories.payoffs(10, hazard=1).overtakes_at_turn is None


def test_equal_values_make_the_plans_equal():
    question = {"share": 0.25, "hazard": 0.05, "conquest_rate": 0.8, "enemy_weight": 0.25, "discount": 0.95}
    c_star, y_star = exact.equal_values(factories.ask(12, **question))
    bonus = 1.5  # 2 x 0.25 x 3
    even = exact.plans(factories.ask(12, **question, army_value=c_star - F(bonus)))
    assert even[0] == even[1]
    even = exact.plans(factories.ask(12, **question, factory_yield=y_star))
    assert even[0] == even[1]
    assert factories.payoffs(3).equal_army_value is None
    assert factories.payoffs(3).equal_yield is None
    assert factories.payoffs(8, factory_yield=0).equal_army_value == 0
    assert factories.payoffs(8, hazard=1).equal_yield is None


def test_equal_values_over_a_grid_are_those_of_single_games():
    for row in factories.equal_values([5, 9, 17], [1.0, 0.4]).rows:
        alone = factories.payoffs(row["turns"], conquest_rate=row["conquest_rate"])
        assert row["equal_army_value"] == pytest.approx(alone.equal_army_value, rel=1e-12)
        assert row["equal_yield"] == pytest.approx(alone.equal_yield, rel=1e-12)
        assert row["nearest_dice"] == alone.nearest_dice


@pytest.mark.parametrize(
    ("value", "roll", "two_dice"),
    [
        (7, "2d6", "2d6"),
        (F(35, 4), "2d6+2", "2d6+2"),  # 3d6-2 is as near: fewer dice
        (3, "1d6", "2d6-4"),  # 1d6-1 is as near: smaller k
        (F(15, 2), "3d6-3", "2d6"),
        (0, "1d6-3", "2d6-7"),
        (100, "6d6+3", "2d6+93"),
        (None, None, None),
    ],
)
def test_nearest_dice(value, roll, two_dice):
    assert exact.nearest_dice(value) == roll
    assert exact.nearest_two_dice(value) == two_dice


def test_two_dice_against_a_factory_by_counting_throws():
    answer = factories.marginal(7)
    totals = [a + b for a in range(1, 7) for b in range(1, 7)]
    for place, payments in enumerate(answer.payments):
        assert 36 * answer.dice_more[place] == pytest.approx(sum(t > 2 * payments for t in totals))
        assert 36 * answer.dice_equal[place] == pytest.approx(sum(t == 2 * payments for t in totals))
        assert 36 * answer.dice_fewer[place] == pytest.approx(sum(t < 2 * payments for t in totals))
    fixed = exact.dice_against_factory(factories.ask(army_value=8), 4)
    assert fixed == (0, 1, 0)
    # captured with chance 1/2 before each of two payments: 0, 2, 4 armies with chance 1/2, 1/4, 1/4
    risky = exact.dice_against_factory(factories.ask(army_value=3, hazard=0.5), 2)
    assert risky == (0.75, 0, 0.25)


# --- the best plan

BRUTE = [
    {},
    {"share": F(1, 4)},
    {"share": F(1)},
    {"share": F(1, 3), "hazard": F(1, 10), "recapture": F(1, 4), "enemy_weight": F(1, 2)},
    {"conquest_rate": F(3, 5), "share": F(1, 2)},
    {"army_value": F(3), "share": F(1, 2)},
    {"army_value": F(2), "factory_yield": F(3), "hazard": F(1, 3), "enemy_weight": F(1)},
]


def brute(turns, question, **more):
    renamed = {"pay" if name == "factory_yield" else name: value for name, value in question.items()}
    return naive.best_plan(turns, **renamed, **more)


@pytest.mark.parametrize("question", BRUTE, ids=str)
@pytest.mark.parametrize("turns", [1, 3, 4, 5])
def test_the_dynamic_programme_is_the_best_of_all_plans(question, turns):
    for may_hold in (True, False):
        found = exact.optimal(factories.ask(turns, **question), may_hold=may_hold)
        assert float(found) == pytest.approx(float(brute(turns, question, may_hold=may_hold)), abs=1e-12)


def test_with_seven_turns_and_a_forced_set():
    question = {"share": F(1, 2), "army_value": F(3)}
    assert float(exact.optimal(factories.ask(7, **question))) == pytest.approx(
        float(brute(7, question)), abs=1e-12
    )


@pytest.mark.parametrize("question", [BRUTE[0], BRUTE[3], BRUTE[4]], ids=str)
@pytest.mark.parametrize(("name", "deck"), [("classic", (14, 14, 14, 2)), ("no-wilds", (14, 14, 14, 0))])
def test_the_dynamic_programme_with_a_deck_of_cards(question, name, deck):
    for turns in (1, 4, 5):
        found = exact.optimal(factories.ask(turns, deck=name, **question))
        assert found == pytest.approx(float(brute(turns, question, deck=deck)), abs=1e-12)


def test_a_discount_or_an_unknown_end_enters_the_dynamic_programme():
    g = F(4, 5)
    found = exact.optimal(factories.ask(6, discount=g, share=F(1, 4)))
    assert float(found) == pytest.approx(
        float(brute(6, {"share": F(1, 4)}, worth=lambda start: g ** (start - 1))), abs=1e-12
    )
    chances = [F(0), F(0), F(1, 4), F(0), F(1, 4), F(1, 2)]
    alive = [sum(chances[t:]) for t in range(6)]
    found = exact.optimal(factories.ask(horizon=chances, share=F(1, 4)))
    assert float(found) == pytest.approx(
        float(brute(6, {"share": F(1, 4)}, worth=lambda start: alive[start - 1])), abs=1e-12
    )


def test_a_bonus_for_factories_enters_the_dynamic_programme():
    rules = load("new-rules").vary(match_bonus_on_factory=True, match_bonus="once-a-turn")
    found = exact.optimal(factories.ask(6, share=F(1, 2), rules=rules))
    both = (0, 2, 2, 2)
    wanted = brute(6, {"share": F(1, 2)}, match_armies=both, factory_match_armies=both)
    assert float(found) == pytest.approx(float(wanted), abs=1e-12)


@pytest.mark.parametrize("turns", [6, 10, 20, 40])
def test_both_optimal_plans_agree_where_nothing_can_be_seen(turns):
    answer = factories.payoffs(turns)
    assert answer.exact["optimal_plan"] == answer.exact["optimal_plan_mean"]


def test_through_the_shuffling_of_a_deck_only_holding_gains_and_hardly_anything():
    answer = factories.payoffs(100, deck="no-wilds", conquest_rate=0.9)
    assert answer.optimal_plan_at_once == pytest.approx(answer.optimal_plan_mean, rel=1e-12)
    # who counts the cards gone can hold a set to keep the better two: worth next to nothing
    assert answer.optimal_plan_mean <= answer.optimal_plan < answer.optimal_plan_mean + 1e-3


@quick
@given(st.integers(1, 12), RATES, RATES, RATES)
def test_plans_are_ordered(turns, share, hazard, rate):
    answer = factories.payoffs(turns, share=share, hazard=hazard, conquest_rate=rate)
    assert answer.optimal_plan >= answer.optimal_plan_at_once - 1e-9
    assert answer.optimal_plan_at_once >= answer.optimal_plan_mean - 1e-9
    assert answer.optimal_plan_mean >= max(answer.armies_plan, answer.factory_plan) - 1e-9


@quick
@given(
    st.integers(4, 15),
    RATES,
    RATES,
    st.fractions(0, 12, max_denominator=4),
    st.fractions(0, 4, max_denominator=4),
)
def test_monotone_in_yield_value_and_hazard(turns, hazard, share, value, pay):
    def plans(**changes):
        base = {"hazard": hazard, "share": share, "army_value": value, "factory_yield": pay}
        asked = factories.ask(turns, **(base | changes))
        return [float(plan) for plan in (*exact.plans(asked)[:3], exact.optimal(asked))]

    here = plans()
    for changes in ({"army_value": value + 1}, {"factory_yield": pay + 1}, {"hazard": hazard / 2}):
        assert all(b >= a - 1e-12 for a, b in zip(here, plans(**changes), strict=True))


def test_the_policy_table_says_what_is_worth_more():
    answer = factories.policy(10, share=0.3)
    for row in answer.rules_of_thumb:
        assert row["factory"] == 2 * row["payments"]
        assert row["build_up_to"] == max(
            (m for m in range(4) if 2 * row["payments"] >= 7 + 2 * m), default=-1
        )
    # with one payment left nothing is won by waiting; with two it is
    assert answer.rules_of_thumb[0]["hold_gain"] == 0
    assert answer.rules_of_thumb[1]["hold_gain"] > 0
    assert answer.armies_plan < answer.best_switch_plan <= answer.optimal_plan
    assert factories.policy(10).best_switch == 4


# --- spread


def test_spread_of_every_sequence_of_cards():
    turns = 8
    games = naive.games(turns)
    paid = [sum(2 * (turns - turn) for turn in completed) for completed in games]
    mean = naive.mean(paid)
    variance = naive.mean((value - mean) ** 2 for value in paid)
    armies, spread, _ = exact.spreads(factories.ask(turns))
    assert spread[-1] == pytest.approx(math.sqrt(variance), rel=1e-12)
    number = [len(completed) for completed in games]
    mean_number = naive.mean(number)
    of_number = naive.mean((n - mean_number) ** 2 for n in number)
    assert armies[-1] == pytest.approx(math.sqrt(mean_number * F(35, 6) + 49 * of_number), rel=1e-12)
    counted = [number.count(n) / len(number) for n in range(3)]
    assert exact.p_sets(factories.ask(turns)) == pytest.approx(counted, abs=1e-12)


def test_after_eight_cards_there_are_two_sets_for_certain():
    for deck in factories.DECKS:
        assert exact.p_sets(factories.ask(9, deck=deck)) == pytest.approx([0, 0, 1], abs=1e-9)


def test_curves_end_where_payoffs_do():
    for deck in factories.DECKS:
        question = {"deck": deck, "conquest_rate": 0.7, "stop": 0.05, "hazard": 0.1, "share": 0.2}
        curve, alone = factories.curves(11, **question), factories.payoffs(11, **question)
        assert curve.armies[-1] == pytest.approx(alone.armies_plan)
        assert curve.factories[-1] == pytest.approx(alone.factory_plan)
        assert curve.factories_sd[-1] == pytest.approx(alone.factory_plan_sd)
        assert curve.equal_yield[-1] == pytest.approx(alone.equal_yield)


def test_no_spread_is_claimed_beyond_one_deck():
    assert factories.payoffs(60, deck="no-wilds").armies_plan_sd is None
    with pytest.raises(InputError, match="43"):
        factories.curves(44, deck="no-wilds")


# --- rules


def test_rules_resolve_to_numbers():
    rules = load("new-rules")
    assert factories.ask(rules=rules.vary(set_dice=3, set_dice_bonus=1)).army_value == F(23, 2)
    assert factories.ask(rules=rules.vary(factory_yield=3)).factory_yield == 3
    once = factories.ask(share=F(1, 2), rules=rules.vary(match_bonus="once-a-turn"))
    assert exact.set_value(once) == 7 + 2 * F(7, 8)
    assert exact.set_value(factories.ask(share=F(1, 2), rules=rules.vary(match_bonus="none"))) == 7
    assert exact.set_value(factories.ask(share=0.25)) == F("8.5")
    wilds = exact.set_value(factories.ask(share=1, deck="classic"))
    assert 12 < wilds < 13
    answer = factories.payoffs(10, share=0.5, rules=rules.vary(match_bonus_on_factory=True))
    assert answer.factory_plan == pytest.approx(factories.payoffs(10).factory_plan + 3 * answer.sets)
    assert answer.switch_below == 4


def test_rules_without_factories_or_without_one_value():
    with pytest.raises(InputError, match="'classic' has no factories"):
        factories.payoffs(10, rules="classic")
    escalating = load("classic").vary(has_factories=True)
    with pytest.raises(InputError, match="army_value"):
        factories.payoffs(10, rules=escalating)
    assert factories.payoffs(10, rules=escalating, army_value=10).set_value == 10


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ({"turns": 0}, "0"),
        ({"turns": 201}, "200"),
        ({"turns": 2.5}, "2.5"),
        ({"payments": 0}, "0"),
        ({"payments": 1001}, "1000"),
        ({"hazard": 1.5}, "1.5"),
        ({"share": math.nan}, "nan"),
        ({"conquest_rate": -0.1}, "-0.1"),
        ({"recapture": "0.5"}, "0.5"),
        ({"enemy_weight": 2}, "2"),
        ({"discount": math.inf}, "inf"),
        ({"army_value": -1}, "-1"),
        ({"factory_yield": -2}, "-2"),
        ({"stop": 1.1}, "1.1"),
        ({"deck": "tarot"}, "tarot"),
        ({"horizon": [0.5, 0.4]}, "0.9"),
        ({"horizon": []}, "0"),
        ({"horizon": [1.0], "stop": 0.5}, "horizon"),
        ({"rules": "new-rule"}, "new-rules"),
    ],
    ids=str,
)
def test_bad_input_is_named(question, named):
    with pytest.raises(InputError) as refused:
        factories.payoffs(**question)
    assert named in str(refused.value)
    assert "\n" not in str(refused.value)


def test_sensitivity_is_the_difference_at_both_ends():
    answer = factories.sensitivity(10, {"hazard": (0.0, 0.1), "turns": (5, 15)})
    at = factories.payoffs(10, hazard=0.1)
    row = next(row for row in answer.rows if row["parameter"] == "hazard")
    assert row["at_high"] == pytest.approx(at.factory_plan - at.armies_plan)
    assert row["at_low"] == answer.base
    assert [row["parameter"] for row in answer.rows] == ["turns", "hazard"]
    with pytest.raises(InputError, match="hazard"):
        factories.sensitivity(10, {"hasard": (0, 1)})
