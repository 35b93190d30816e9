"""One round of dice: exact integers, every clause against an enumeration of all rolls.

Sources: ``osborne-2003``, ``icepool``, ``risk-faq``, ``seed-finnish``, ``seed-russian``.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim.battles import rounds
from risksim.errors import InputError
from risksim.rules.clauses import (
    AttackerDiceLimit,
    BonusClamp,
    BonusOn,
    DefenderDiceLimit,
    Dice,
    LoneDefender,
    Ties,
    TwoVersusTwo,
)
from tests.naive import battles as naive

small_dice = st.builds(
    Dice,
    attack_sides=st.integers(1, 4),
    defence_sides=st.integers(1, 4),
    ties=st.sampled_from(Ties),
    attack_bonus=st.integers(-3, 3),
    defence_bonus=st.integers(-3, 3),
    attack_bonus_on=st.sampled_from(BonusOn),
    defence_bonus_on=st.sampled_from(BonusOn),
    bonus_clamp=st.sampled_from(BonusClamp),
    attack_extra_dice=st.integers(0, 2),
    defence_extra_dice=st.integers(0, 2),
    compared_pairs=st.integers(1, 4),
    two_vs_two=st.sampled_from(TwoVersusTwo),
)


@settings(deadline=None, max_examples=150)
@given(small_dice, st.integers(1, 3), st.integers(1, 3))
def test_every_clause_counts_as_the_enumeration_does(dice, n_attack, n_defence):
    counts, total = rounds.round_of(dice, n_attack, n_defence)
    assert dict(counts) == naive.enumerate_round(dice, n_attack, n_defence)
    assert total == sum(counts.values())


@pytest.mark.parametrize("ties", Ties)
def test_all_six_dice_against_all_six(ties):
    dice = Dice(attack_dice=6, defence_dice=6, attack_sides=2, defence_sides=3, ties=ties)
    assert dict(rounds.round_of(dice, 6, 6).counts) == naive.enumerate_round(dice, 6, 6)


def test_a_wrong_enumeration_would_be_noticed():
    assert dict(rounds.round_of(Dice(), 2, 2).counts) != naive.enumerate_round(Dice(ties=Ties.NEITHER), 2, 2)


def test_a_hundred_sides_need_no_enumeration():
    sides = 100
    dice = Dice(attack_sides=sides, defence_sides=sides)
    one = rounds.round_of(dice, 1, 1)
    assert one.total == sides**2
    assert one.counts[0, 1] == sides * (sides - 1) // 2
    three_two = rounds.round_of(dice, 3, 2)
    assert three_two.total == sides**5
    # the attacker's best die exceeds the defender's best: sum over the defender's best m of the chance to beat m
    beats = sum((m**2 - (m - 1) ** 2) * (sides**3 - m**3) for m in range(1, sides + 1))
    single = rounds.round_of(Dice(attack_sides=sides, defence_sides=sides, compared_pairs=1), 3, 2)
    assert single.counts[0, 1] == beats


def test_dice_by_armies():
    finnish = Dice(attacker_dice_limit=AttackerDiceLimit.ARMIES)
    russian = Dice(defender_dice_limit=DefenderDiceLimit.ARMIES_MINUS_ONE)
    able = range(1, 5)
    assert [rounds.attack_dice(Dice(), n) for n in able] == [1, 2, 3, 3]
    assert [rounds.attack_dice(finnish, n) for n in able] == [2, 3, 3, 3]
    assert [rounds.defence_dice(Dice(), n) for n in able] == [1, 2, 2, 2]
    assert [rounds.defence_dice(russian, n) for n in able] == [0, 1, 2, 2]


def test_losses_are_limited_by_what_can_be_lost():
    finnish = Dice(attacker_dice_limit=AttackerDiceLimit.ARMIES)
    two_two = rounds.round_of(finnish, 2, 2).counts
    at_two_armies = rounds.round_at(finnish, 1, 5).counts
    assert dict(at_two_armies) == {
        (0, 2): two_two[0, 2],
        (1, 0): two_two[2, 0],
        (1, 1): two_two[1, 1],
    }


def test_a_lone_defender_without_a_die():
    russian = {"defender_dice_limit": DefenderDiceLimit.ARMIES_MINUS_ONE}
    assert dict(rounds.round_at(Dice(**russian), 5, 1).counts) == {(0, 1): 1}
    rolls = rounds.round_at(Dice(**russian, lone_defender=LoneDefender.ROLLS_ONE), 5, 1)
    assert dict(rolls.counts) == {(0, 1): 855, (1, 0): 441}
    forbidden = Dice(**russian, lone_defender=LoneDefender.CANNOT_BE_ATTACKED)
    with pytest.raises(InputError, match="cannot be attacked"):
        rounds.round_at(forbidden, 5, 1)


@pytest.mark.parametrize("ties", [Ties.NEITHER, Ties.REROLL])
def test_a_round_that_decides_nothing_is_refused(ties):
    with pytest.raises(InputError, match="never end"):
        rounds.round_at(Dice(attack_sides=1, defence_sides=1, ties=ties), 3, 3)


def test_a_penalty_on_the_highest_die_reorders_the_dice():
    # 6 and 5 become 5 and 4 with a penalty of 2, against 5 and 4 both pairs tie and the defender loses nothing
    dice = Dice(attack_bonus=-2, attack_sides=6, defence_sides=1, defence_bonus=4)
    assert naive.arrange([5, 6], -2, "highest", "none", 6, 2) == [5, 4]
    assert dict(rounds.round_of(dice, 2, 2).counts) == naive.enumerate_round(dice, 2, 2)
