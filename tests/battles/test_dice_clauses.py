"""Every dice clause in whole battles: against an enumeration of all rolls, and none of them without effect."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import battles, rules
from risksim.battles import exact
from risksim.battles.exact import Battle
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
from tests.naive import dice as naive

CLASSIC = rules.load("classic")

any_dice = st.builds(
    Dice,
    attack_dice=st.integers(1, 3),
    defence_dice=st.integers(1, 3),
    attack_sides=st.integers(1, 4),
    defence_sides=st.integers(1, 4),
    attacker_dice_limit=st.sampled_from(AttackerDiceLimit),
    defender_dice_limit=st.sampled_from(DefenderDiceLimit),
    lone_defender=st.sampled_from(LoneDefender),
    two_vs_two=st.sampled_from(TwoVersusTwo),
    compared_pairs=st.integers(1, 3),
    ties=st.sampled_from(Ties),
    attack_bonus=st.integers(-2, 2),
    defence_bonus=st.integers(-2, 2),
    attack_bonus_on=st.sampled_from(BonusOn),
    defence_bonus_on=st.sampled_from(BonusOn),
    bonus_clamp=st.sampled_from(BonusClamp),
    attack_extra_dice=st.integers(0, 1),
    defence_extra_dice=st.integers(0, 1),
)


def refused(dice, battle):
    """Return why a battle is refused, or nothing."""
    try:
        exact.check_ends(dice, battle)
    except InputError as error:
        return str(error)
    return ""


@settings(deadline=None, max_examples=150)
@given(any_dice, st.integers(2, 6), st.integers(1, 5), st.integers(1, 3), st.integers(0, 2))
def test_battles_end_as_the_enumeration_of_all_rolls_says(dice, armies, defenders, keep, until):
    keep, until = min(keep, armies - 1), min(until, defenders - 1)
    battle = Battle(armies - 1, defenders, keep - 1, until)
    expected = naive.ends(dice, armies, defenders, keep, until)
    refusal = refused(dice, battle)
    if refusal:
        assert "would never end" in refusal
        return
    found = {(end.attackers + 1, end.defenders): end.p for end in exact.exact_ends(dice, battle)}
    assert found == expected


@pytest.mark.parametrize(
    ("changes", "armies", "defenders"),
    [
        ({"attack_dice": 2}, 5, 3),
        ({"defence_dice": 3}, 5, 3),
        ({"attack_sides": 8}, 5, 3),
        ({"defence_sides": 8}, 5, 3),
        ({"attacker_dice_limit": "armies"}, 3, 2),
        ({"defender_dice_limit": "armies-1"}, 5, 3),
        ({"defender_dice_limit": "armies-1", "lone_defender": "rolls-1"}, 5, 3),
        ({"defender_dice_limit": "armies-1", "lone_defender": "cannot-be-attacked"}, 5, 3),
        ({"two_vs_two": "one-pair"}, 3, 2),
        ({"compared_pairs": 1}, 5, 3),
        ({"ties": "attacker"}, 5, 3),
        ({"ties": "both"}, 5, 3),
        ({"ties": "neither"}, 5, 3),
        ({"ties": "re-roll"}, 5, 3),
        ({"attack_bonus": 1}, 5, 3),
        ({"attack_bonus": 1, "attack_bonus_on": "all"}, 5, 3),
        ({"defence_bonus": 1}, 5, 3),
        ({"defence_bonus": 1, "defence_bonus_on": "all"}, 5, 3),
        ({"defence_bonus": -1}, 5, 3),
        ({"defence_bonus": -1, "bonus_clamp": "not-below-one"}, 5, 3),
        ({"attack_bonus": 1, "bonus_clamp": "not-above-faces"}, 5, 3),
        ({"defence_bonus": -1, "attack_bonus": 1, "bonus_clamp": "to-faces"}, 5, 3),
        ({"attack_extra_dice": 1}, 5, 3),
        ({"defence_extra_dice": 1}, 5, 3),
        ({"battle_outcome": "balanced-blitz"}, 5, 3),
        ({"battle_outcome": "balanced-blitz", "blitz_cutoff": 450}, 5, 3),
        ({"battle_outcome": "balanced-blitz", "blitz_power": 100}, 5, 3),
        ({"battle_outcome": "balanced-blitz", "blitz_trim": 50}, 5, 3),
        ({"battle_outcome": "balanced-blitz", "blitz_gain": 100}, 5, 3),
    ],
    ids=str,
)
def test_every_clause_changes_some_battle(changes, armies, defenders):
    """The last clause named makes the difference, the others only set the scene for it."""
    last = list(changes)[-1]
    without = {name: value for name, value in changes.items() if name != last}
    varied, plain = (CLASSIC.vary(**each) for each in (changes, without))
    one, other = (battles.odds(armies, defenders, rules=each) for each in (varied, plain))
    assert one.outcomes != other.outcomes
    if "battle_outcome" not in changes:
        expected = naive.ends(varied.dice, armies, defenders)
        assert {(end.armies_left, end.defenders_left): end.p for end in one.outcomes} == pytest.approx(
            {end: float(p) for end, p in expected.items()}, abs=1e-14
        )


def test_every_dice_clause_and_reading_is_tried():
    tried = test_every_clause_changes_some_battle.pytestmark[0].args[1]
    changed = {(name, value) for changes, *_ in tried for name, value in changes.items()}
    for clause in rules.CLAUSES.values():
        if clause.section == "dice":
            values = {value for name, value in changed if name == clause.name}
            assert values, clause.name
            if clause.readings:
                assert values >= set(clause.readings) - {CLASSIC.readings(clause.name)[clause.name]}
