"""How battles end under the clause ``battle_outcome``: against a slow twin, and in every question about a battle."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import battles
from risksim.battles import blitz, exact, model, simulate
from risksim.battles.exact import Battle
from risksim.errors import InputError
from risksim.rules.clauses import AttackerDiceLimit, BattleOutcome, Dice, Ties
from tests.naive import blitz as naive

BALANCED = {"battle_outcome": "balanced-blitz"}
BLITZ = Dice(battle_outcome=BattleOutcome.BALANCED_BLITZ)
NEUTRAL = {"blitz_cutoff": 0, "blitz_power": 100, "blitz_trim": 0, "blitz_gain": 100}

blitz_dice = st.builds(
    Dice,
    battle_outcome=st.just(BattleOutcome.BALANCED_BLITZ),
    defence_dice=st.integers(1, 2),
    attacker_dice_limit=st.sampled_from(AttackerDiceLimit),
    attack_sides=st.integers(3, 5),
    defence_sides=st.integers(3, 5),
    ties=st.sampled_from([Ties.DEFENDER, Ties.ATTACKER, Ties.BOTH]),
    blitz_cutoff=st.integers(0, 499),
    blitz_power=st.integers(0, 400),
    blitz_trim=st.integers(0, 499),
    blitz_gain=st.integers(0, 400),
)
small_battles = st.builds(
    lambda attackers, defenders, floor, until: Battle(
        attackers, defenders, min(floor, attackers - 1), min(until, defenders - 1)
    ),
    st.integers(1, 6),
    st.integers(1, 6),
    st.integers(0, 3),
    st.integers(0, 3),
)


def chances(ends):
    return {(end.attackers, end.defenders): end.p for end in ends}


@settings(deadline=None, max_examples=80)
@given(blitz_dice, small_battles)
def test_the_ends_are_those_of_the_slow_twin(dice, battle):
    found = chances(blitz.ends(dice, battle))
    rolled = naive.rolled_ends(dice, *battle)
    expected = naive.balanced_ends(dice, rolled, battle.until)
    for end in expected.keys() | found.keys():
        assert found.get(end, 0.0) == pytest.approx(expected.get(end, 0.0), abs=1e-7)
    assert math.fsum(found.values()) == pytest.approx(1, abs=1e-12)
    assert found.keys() <= rolled.keys()


def test_a_twin_with_another_line_of_ends_would_be_noticed():
    battle = Battle(6, 5)
    rolled = naive.rolled_ends(BLITZ, 6, 5)
    found = chances(blitz.ends(BLITZ, battle))
    mirrored = naive.balanced_ends(BLITZ, {(5 - d, 6 - a): p for (a, d), p in rolled.items()})
    assert any(abs(found.get((6 - d, 5 - a), 0) - p) > 1e-3 for (a, d), p in mirrored.items())


@settings(deadline=None, max_examples=40)
@given(small_battles, st.sampled_from([Ties.DEFENDER, Ties.BOTH]))
def test_numbers_that_change_nothing_leave_the_dice_alone(battle, ties):
    rolled = chances(exact.ends(Dice(ties=ties), battle))
    neutral = Dice(ties=ties, battle_outcome=BattleOutcome.BALANCED_BLITZ, **NEUTRAL)
    assert chances(blitz.ends(neutral, battle)) == pytest.approx(rolled, abs=1e-12)


def test_a_rule_set_that_rolls_has_the_ends_of_its_dice():
    assert blitz.ends(Dice(), Battle(9, 8)) == exact.ends(Dice(), Battle(9, 8))
    # the numbers of Balanced Blitz are not read there
    assert blitz.ends(Dice(blitz_trim=0, blitz_gain=0), Battle(9, 8)) == exact.ends(Dice(), Battle(9, 8))


def test_ends_are_listed_as_those_of_rolled_battles_are():
    order = [(-end.attackers, end.defenders) for end in blitz.ends(BLITZ, Battle(12, 9, 2, 1))]
    assert order == sorted(order)
    assert len(order) > 5


@settings(deadline=None, max_examples=60)
@given(blitz_dice, st.floats(0, 1), st.floats(0, 1))
def test_the_chance_never_falls_as_the_dice_favour_the_attacker(dice, one, other):
    low, high = sorted((one, other))
    assert blitz.chance(dice, low) <= blitz.chance(dice, high) + 1e-12


@settings(deadline=None, max_examples=60)
@given(blitz_dice, st.floats(0, 1))
def test_the_rolled_chance_is_the_least_that_does(dice, p):
    least = blitz.rolled_chance(dice, p)
    assert blitz.chance(dice, least) >= p
    if least > 0:
        assert blitz.chance(dice, math.nextafter(least, 0)) < p or least == p == 1


def test_only_cutting_makes_anything_certain():
    uncut = Dice(battle_outcome=BattleOutcome.BALANCED_BLITZ, blitz_cutoff=0, blitz_trim=0)
    assert blitz.rolled_chance(uncut, 1) == 1
    with pytest.raises(InputError, match="p = 1 cannot be had against 3 defenders"):
        battles.need(3, 1, **BALANCED, blitz_cutoff=0, blitz_trim=0)


def test_the_table_holds_the_chance_of_every_battle():
    table = battles.win_table(13, 12, **BALANCED)
    for armies in range(2, 14):
        for defenders in range(1, 13):
            p_win = battles.odds(armies, defenders, **BALANCED).p_win
            assert table.at(armies, defenders) == pytest.approx(p_win, abs=1e-12)


@pytest.mark.parametrize("p", [0, 0.01, 0.5, 0.8, 0.99, 1])
@pytest.mark.parametrize("defenders", [1, 4, 30])
def test_fewer_armies_than_needed_are_not_enough(defenders, p):
    answer = battles.need(defenders, p, **BALANCED)
    assert answer.p_win == pytest.approx(battles.odds(answer.armies, defenders, **BALANCED).p_win, abs=1e-12)
    assert answer.p_win >= p
    if answer.armies > 2:
        fewer = battles.odds(answer.armies - 1, defenders, **BALANCED).p_win
        assert answer.p_win_one_fewer == pytest.approx(fewer, abs=1e-12)
        assert fewer < p


def test_the_curve_of_armies_needed_is_made_of_the_single_ones():
    curve = battles.need_curve(6, [0.3, 0.9], **BALANCED)
    for p, row in zip(curve.p, curve.armies, strict=True):
        assert row == tuple(battles.need(defenders, p, **BALANCED).armies for defenders in range(1, 7))


def test_what_no_number_of_armies_reaches_is_refused_with_the_chance_asked_for(monkeypatch):
    dice = {"attack_dice": 1, "attack_sides": 2, "defence_sides": 100, "defence_bonus": 1}
    with pytest.raises(InputError, match=r"p = 0\.8 cannot be had .* the chance stays 0"):
        battles.need(3, 0.8, **BALANCED, **dice)
    monkeypatch.setattr(model, "MAX_STATES", 1000)
    with pytest.raises(InputError, match=r"for a chance of 0\.69.*balanced-blitz would make it 0\.8"):
        battles.need(50, 0.8, **BALANCED)


def test_a_stop_is_on_the_defenders_side_of_the_line():
    answer = battles.odds(11, 5, keep=8, **BALANCED)
    rolled = battles.odds(11, 5, keep=8)
    assert answer.p_win == pytest.approx(blitz.chance(BLITZ, rolled.p_win), abs=1e-12)
    stopped = [end.defenders_left for end in answer.outcomes if end.armies_left <= 8]
    assert stopped
    assert max(stopped) < max(end.defenders_left for end in rolled.outcomes)  # the worst is cut off


def test_wearing_defenders_down_is_the_goal_where_it_is_asked_for():
    answer = battles.odds(7, 5, until=2, **BALANCED)
    rolled = battles.odds(7, 5, until=2)
    assert answer.p_goal == pytest.approx(blitz.chance(BLITZ, rolled.p_goal), abs=1e-12)


def test_both_falling_together_is_no_win_and_lies_on_the_defenders_side():
    dice = Dice(battle_outcome=BattleOutcome.BALANCED_BLITZ, ties=Ties.BOTH, blitz_trim=0)
    rolled = exact.ends(dice, Battle(2, 2))
    p_win = sum(end.p for end in rolled if end.attackers and not end.defenders)
    found = chances(blitz.ends(dice, Battle(2, 2)))
    assert found[0, 0] > 0
    assert sum(p for (a, d), p in found.items() if a and not d) == pytest.approx(blitz.chance(dice, p_win))


def test_an_answer_holds_both_chances():
    answer = battles.odds(11, 10, **BALANCED)
    assert answer.p_win_rolled == pytest.approx(battles.odds(11, 10).p_win, abs=1e-15)
    assert answer.to_dict()["p_win_rolled"] == answer.p_win_rolled
    assert answer.exact == {}
    assert "p_win_rolled" not in battles.odds(11, 10).to_dict()
    assert answer.expected_attacker_losses == pytest.approx(
        sum((11 - end.armies_left) * end.p for end in answer.outcomes)
    )


def test_fractions_are_refused():
    with pytest.raises(InputError, match=r"no exact fractions: balanced-blitz .* \(rule set 'classic with"):
        battles.odds(4, 3, fractions=True, **BALANCED)


def test_simulations_draw_the_ends_and_refuse_to_roll_rounds():
    simulated = battles.odds(11, 10, simulate=200_000, seed=3, **BALANCED).simulated
    assert simulated.method == "alias"
    assert simulated.chi_square_p > 1e-3
    assert simulated.low < 0.6094 < simulated.high
    with pytest.raises(InputError, match=r"method 'dice' rolls every round.*use method 'alias'"):
        battles.odds(11, 10, simulate=10, method="dice", **BALANCED)
    with pytest.raises(InputError, match="unknown method of simulation 'coin'"):
        battles.odds(11, 10, simulate=10, method="coin", **BALANCED)


def test_draws_from_the_rolled_ends_would_be_noticed():
    battle = Battle(10, 10)
    rolled = chances(exact.ends(Dice(), battle))
    expected = blitz.ends(BLITZ, battle)
    drawn = simulate.simulate(
        Dice(), battle, [(*end, p) for end, p in rolled.items()], 200_000, method="alias", seed=1
    )
    counts = dict(zip(rolled, drawn.counts, strict=True))
    off = sum(
        (counts[end.attackers, end.defenders] - 200_000 * end.p) ** 2 / (200_000 * end.p) for end in expected
    )
    assert off > 1_000


def test_large_battles_end_by_the_kernels_too():
    found = blitz.ends(BLITZ, Battle(1000, 900))
    assert math.fsum(end.p for end in found) == pytest.approx(1, abs=1e-12)
    rolled = math.fsum(end.p for end in exact.ends(Dice(), Battle(1000, 900)) if not end.defenders)
    won = math.fsum(end.p for end in found if not end.defenders)
    assert won == pytest.approx(blitz.chance(BLITZ, rolled), abs=1e-9)
