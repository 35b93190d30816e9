"""The ends of a battle: published readings, three ways to compute them, and limits.

Sources: ``seed-finnish``, ``seed-russian``, ``osborne-2003``.
"""

import math
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import battles, rules
from risksim.battles import exact, kernels, tables
from risksim.battles.exact import Battle
from risksim.errors import InputError
from risksim.rules.clauses import (
    AttackerDiceLimit,
    DefenderDiceLimit,
    Dice,
    LoneDefender,
    Ties,
    TwoVersusTwo,
)

RULES = [
    Dice(),
    Dice(ties=Ties.ATTACKER),
    Dice(ties=Ties.BOTH),
    Dice(ties=Ties.NEITHER),
    Dice(ties=Ties.REROLL),
    Dice(attacker_dice_limit=AttackerDiceLimit.ARMIES),
    Dice(defender_dice_limit=DefenderDiceLimit.ARMIES_MINUS_ONE),
    Dice(
        defender_dice_limit=DefenderDiceLimit.ARMIES_MINUS_ONE, lone_defender=LoneDefender.CANNOT_BE_ATTACKED
    ),
    Dice(defender_dice_limit=DefenderDiceLimit.ARMIES_MINUS_ONE, lone_defender=LoneDefender.ROLLS_ONE),
    Dice(defence_dice=3),
    Dice(defence_sides=8),
    Dice(compared_pairs=1),
    Dice(two_vs_two=TwoVersusTwo.ONE_PAIR),
    Dice(attack_dice=6, defence_dice=6, ties=Ties.BOTH, attacker_dice_limit=AttackerDiceLimit.ARMIES),
    Dice(defence_bonus=1, attack_extra_dice=1),
]


def plain(dice, battle):
    battle = exact.stop_at(dice, battle)
    return {end[:2]: end[2] for end in exact._walk(dice, battle, exact._table(dice, battle), 1.0)}


@pytest.mark.parametrize(
    ("armies", "defenders", "rule_set", "expected"),
    [
        (8, 5, "classic", 0.7364),
        (8, 5, "finnish", 0.7921),
        (4, 2, "classic", 0.6560),
        (4, 2, "finnish", 0.7259),
        (8, 5, "russian", 0.8337),
    ],
)
def test_readings_of_the_dice_limits(armies, defenders, rule_set, expected):
    assert battles.odds(armies, defenders, rules=rule_set).p_win == pytest.approx(expected, abs=5e-5)


def test_ties_are_never_silent():
    assert battles.odds(10, 10).p_win == pytest.approx(0.4799, abs=5e-5)
    assert battles.odds(10, 10, ties="attacker").p_win == pytest.approx(0.9413, abs=5e-5)


def test_a_capital_with_three_dice():
    answer = battles.odds(31, 15, defence_dice=3)
    assert answer.p_win == pytest.approx(0.6978513248, abs=5e-11)
    lost_12 = sum(outcome.p for outcome in answer.outcomes if outcome.armies_left == 31 - 12)
    assert lost_12 == pytest.approx(0.0222128002, abs=5e-11)


@pytest.mark.parametrize("dice", RULES)
def test_plain_and_compiled_agree(dice):
    source = random.Random(1)
    for _ in range(12):
        attackers, defenders = source.randint(1, 40), source.randint(2, 40)
        battle = Battle(
            attackers, defenders, source.choice([0, attackers // 2]), source.choice([0, defenders // 3])
        )
        battle = exact.stop_at(dice, battle)
        one, other = plain(dice, battle), {end[:2]: end[2] for end in tables.ends(dice, battle)}
        assert one.keys() == other.keys()
        assert max(abs(one[end] - other[end]) for end in one) < 1e-14
        assert math.fsum(one.values()) == pytest.approx(1, abs=1e-13)


@pytest.mark.parametrize("dice", [each for each in RULES if exact.is_steady(each)])
def test_band_and_rows_agree(dice):
    battle = exact.stop_at(dice, Battle(300, 280, 20, 7))
    places = tables.layout(dice, battle)
    rows = np.zeros(places.size)
    kernels.row_ends(battle, tables.round_tables(dice), np.zeros(8 * (battle.defenders + 1)), rows)
    assert exact.is_steady(dice)
    by_band = {end[:2]: end[2] for end in tables.ends(dice, battle)}
    for (attackers, defenders), p in by_band.items():
        assert rows[places.place(attackers, defenders)] == pytest.approx(p, rel=1e-9, abs=1e-280)
    assert rows.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    "dice", [Dice(), Dice(ties=Ties.ATTACKER), Dice(defence_dice=3, compared_pairs=2), Dice(compared_pairs=1)]
)
@pytest.mark.parametrize(
    "battle", [Battle(1500, 1500), Battle(2400, 1300), Battle(900, 2600), Battle(2000, 1800, 300, 100)]
)
def test_band_and_rows_agree_where_the_band_is_long(dice, battle):
    places = tables.layout(dice, battle)
    rows = np.zeros(places.size)
    kernels.row_ends(battle, tables.round_tables(dice), np.zeros(8 * (battle.defenders + 1)), rows)
    band = tables.end_chances(dice, battle)
    # beyond, the rows have lost chances that were negligible on their way
    is_held = rows > 1e-250
    assert np.max(np.abs(band[is_held] / rows[is_held] - 1)) < 1e-12
    assert band[~is_held].max() < 1e-249


def test_what_reaches_the_corner_of_a_long_band():
    # both sides nearly gone: in the tail of every line, where its two halves meet far from the mean
    dice, battle = Dice(defence_dice=3, compared_pairs=2), Battle(4000, 3300)
    places = tables.layout(dice, battle)
    rows = np.zeros(places.size)
    kernels.row_ends(battle, tables.round_tables(dice), np.zeros(8 * 3301), rows)
    band = tables.end_chances(dice, battle)
    for end in ((1, 0), (2, 0), (3, 0), (0, 1), (0, 2), (0, 3)):
        assert 0 < rows[places.place(*end)] < 1e-20
        assert band[places.place(*end)] == pytest.approx(rows[places.place(*end)], rel=1e-11)


def test_a_million_against_a_million():
    armies = 1_000_000
    answer = battles.odds(armies, armies)
    assert math.fsum(outcome.p for outcome in answer.outcomes) == pytest.approx(1, abs=1e-12)
    assert answer.p_win <= 1
    assert answer.log10_p_lose == pytest.approx(-2059.436, abs=1e-3)
    # a defender costs (2611 + 2 * 2275) / (2611 + 2 * 2890) attackers on average while both have armies left
    assert answer.expected_attacker_losses / armies == pytest.approx(7161 / 8391, abs=1e-5)
    with pytest.raises(InputError, match="1000001"):
        battles.odds(armies + 1, armies)
    with pytest.raises(InputError, match="too many for these dice"):
        battles.odds(armies, armies, ties="both")


def test_there_are_steady_and_other_rules():
    assert {exact.is_steady(dice) for dice in RULES} == {True, False}


def test_large_battles_stay_whole():
    battle = Battle(10_000, 10_000)
    ends = exact.ends(Dice(), battle)
    assert math.fsum(end.p for end in ends) == pytest.approx(1, abs=1e-12)
    lost = math.fsum((battle.attackers - end.attackers) * end.p for end in ends)
    # a defender costs (2611 + 2 * 2275) / (2611 + 2 * 2890) attackers on average while both have armies left
    assert lost / battle.defenders == pytest.approx(7161 / 8391, abs=1e-3)


@pytest.mark.parametrize("dice", RULES)
def test_fractions_are_the_floats(dice):
    battle = exact.stop_at(dice, Battle(9, 8))
    found = {end[:2]: end[2] for end in exact.exact_ends(dice, battle)}
    assert sum(found.values()) == 1
    floats = plain(dice, battle)
    assert found.keys() == floats.keys()
    assert max(abs(float(found[end]) - floats[end]) for end in found) < 1e-14


@pytest.mark.parametrize("dice", [each for each in RULES if exact.is_steady(each)])
@pytest.mark.parametrize(
    "battle", [Battle(12, 9), Battle(4, 30), Battle(30, 3), Battle(14, 12, 5, 4), Battle(40, 40)]
)
def test_skipping_to_where_dice_run_out_counts_the_same_ends(dice, battle):
    battle = exact.stop_at(dice, battle)
    base, table = exact._integer_table(dice, battle)
    if exact.starts_steady(dice, battle):
        assert exact._skip(dice, battle, base, table) == list(exact._count(dice, battle, base, table))
    else:
        assert battle.defenders < 4  # too few for dice of their own already


def test_fractions_of_a_thousand_against_a_thousand():
    ends = exact.exact_ends(Dice(), Battle(1000, 1000))
    common, counts = exact.over_common(ends)
    assert sum(count for *_, count in counts) == common
    floats = {end[:2]: end.p for end in exact.ends(Dice(), Battle(1000, 1000))}
    assert all(float(p) == pytest.approx(floats[a, d], rel=1e-11) for a, d, p in ends if p > 1e-250)


def test_fractions_are_cheap_to_60_against_60():
    answer = battles.odds(60, 60)
    assert float(Fraction(answer.exact["p_win"])) == answer.p_win
    assert battles.odds(200, 200).exact == {}
    large = battles.odds(300, 300, fractions=True)
    numerator, denominator = (int(part) for part in large.exact["p_win"].split("/"))
    assert numerator / denominator == large.p_win


@pytest.mark.parametrize("dice", RULES)
def test_the_table_holds_the_battles(dice):
    by_kernel = tables.win_table(dice, 20, 15)
    by_rows = exact.win_table(dice, 20, 15)
    assert by_kernel[1:].tolist() == by_rows
    for attackers, defenders in [(1, 2), (3, 5), (20, 15), (12, 2)]:
        ends = plain(dice, Battle(attackers, defenders))
        p = sum(chance for (a, d), chance in ends.items() if d == 0 and a > 0)
        assert by_kernel[attackers, defenders] == pytest.approx(p, abs=1e-14)


def test_a_large_table_comes_from_the_kernel():
    table = exact.win_table(Dice(), 500, 500)
    assert table[9][10] == pytest.approx(0.5675928721, abs=5e-11)
    assert table[499][500] == pytest.approx(battles.odds(500, 500, fighting=True).p_win, abs=1e-12)


@pytest.mark.parametrize("dice", RULES)
@pytest.mark.parametrize("is_loss", [False, True])
def test_the_compiled_search_finds_what_the_plain_one_finds(dice, is_loss):
    for defenders, p in [(2, 0.3), (7, 0.6), (12, 0.9)]:
        rows = exact.win_rows(dice, defenders, is_loss)
        chances = [float(is_loss)] + [next(rows)[defenders] for _ in range(60)]
        reached = [n for n in range(1, 61) if (chances[n] <= 1 - p if is_loss else chances[n] >= p)]
        found, chance, before = tables.fewest_attackers(dice, defenders, p, 60, is_loss)
        assert found == (reached[0] if reached else 0)
        if reached:
            assert (chance, before) == (chances[found], chances[found - 1])


def test_both_may_fall_together():
    # one against one, a coin each: a tie costs both, and an empty territory nobody moves into is not taken
    answer = battles.odds(2, 1, attack_sides=2, defence_sides=2, ties="both")
    assert answer.p_win == 0.25
    assert {(o.armies_left, o.defenders_left): o.p for o in answer.outcomes} == {
        (2, 0): 0.25,
        (1, 0): 0.5,
        (1, 1): 0.25,
    }


def test_nobody_and_again_differ():
    neither, again = (battles.odds(10, 8, ties=ties).p_win for ties in ("neither", "re-roll"))
    assert abs(neither - again) > 0.001
    one = [battles.odds(2, 1, ties=ties).exact["p_win"] for ties in ("neither", "re-roll")]
    assert one == ["1/2", "1/2"]


def test_where_a_lone_defender_cannot_be_attacked():
    house = rules.load("russian").vary(lone_defender="cannot-be-attacked")
    answer = battles.odds(20, 5, rules=house)
    assert answer.p_win == 0
    assert {outcome.defenders_left for outcome in answer.outcomes if outcome.armies_left > 1} == {1}
    with pytest.raises(InputError, match="cannot be attacked"):
        battles.odds(20, 1, rules=house)
    with pytest.raises(InputError, match="stays 0"):
        battles.need(5, 0.5, rules=house)


fair_dice = st.builds(
    Dice,
    attack_dice=st.integers(1, 4),
    defence_dice=st.integers(1, 3),
    attack_sides=st.integers(2, 12),
    defence_sides=st.integers(2, 12),
    ties=st.sampled_from([Ties.DEFENDER, Ties.ATTACKER, Ties.NEITHER, Ties.REROLL]),
    attacker_dice_limit=st.sampled_from(AttackerDiceLimit),
)


@settings(deadline=None, max_examples=40)
@given(fair_dice)
def test_more_attackers_never_hurt_and_more_defenders_never_help(dice):
    table = np.array(exact.win_table(dice, 12, 12))
    assert (table >= 0).all()
    assert (table <= 1 + 1e-12).all()
    assert (np.diff(table, axis=0) >= -1e-12).all()
    assert (np.diff(table, axis=1) <= 1e-12).all()


@settings(deadline=None, max_examples=30)
@given(
    st.integers(1, 4),
    st.integers(2, 10),
    st.sampled_from([Ties.NEITHER, Ties.REROLL, Ties.BOTH]),
    st.integers(1, 9),
    st.integers(1, 9),
)
def test_rules_that_treat_both_sides_alike_give_like_odds(n_dice, sides, ties, one, other):
    dice = Dice(attack_dice=n_dice, defence_dice=n_dice, attack_sides=sides, defence_sides=sides, ties=ties)
    there, back = exact.exact_ends(dice, Battle(one, other)), exact.exact_ends(dice, Battle(other, one))
    mirrored = {(end.defenders, end.attackers): end.p for end in back}
    assert {end[:2]: end.p for end in there} == mirrored


def test_each_kernel_has_one_signature():
    tables.win_table(Dice(), 3, 3)
    tables.fewest_attackers(Dice(), 3, 0.5, 10, False)
    list(tables.ends(Dice(), Battle(5, 5)))
    list(tables.ends(Dice(ties=Ties.BOTH), Battle(5, 5)))
    for name in ("win_table", "fewest_attackers", "band_ends", "row_ends"):
        assert len(getattr(kernels, name).signatures) == 1, name
