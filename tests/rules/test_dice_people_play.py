"""The shipped dice: what each file changes, and every count of its rounds as an exact integer."""

import pytest

from risksim import rules
from risksim.battles import rounds
from tests.naive import battles as naive

#: What each rule set plays differently from the classic game, typed in once more.
CHANGES = {
    "balanced-blitz": {"battle_outcome": "balanced-blitz"},
    "capital": {"defence_dice": 3},
    "zombies": {"ties": "attacker"},
    "zombie-attackers": {"attack_dice": 2},
    "bunker": {"defence_bonus": 1, "bonus_clamp": "to-faces"},
    "fortification": {"defence_bonus": 1, "defence_bonus_on": "all", "bonus_clamp": "to-faces"},
    "ammo-shortage": {"defence_bonus": -1, "bonus_clamp": "to-faces"},
    "fortress": {"defence_bonus": 1},
    "leader": {"attack_bonus": 1},
    "bonus-die": {"defence_extra_dice": 1},
    "eight-sided": {"defence_sides": 8},
    "three-for-two-dice": {"defender_dice_limit": "armies-1", "lone_defender": "rolls-1"},
    "risiko": {
        "claiming": "dealt",
        "set_schedule": "by-symbol",
        "symbol_set_values": [6, 8, 4, 10],
        "match_bonus": "per-card",
        "defence_dice": 3,
    },
}

#: Rolls by what the attacker loses, from nothing to everything, for (attacking, defending) dice.
COUNTS = {
    ("capital", 3, 3): (6420, 10017, 12348, 17871),
    ("capital", 2, 3): (979, 1981, 4816),
    ("capital", 1, 3): (225, 1071),
    ("capital", 3, 2): (2890, 2611, 2275),
    ("zombies", 3, 2): (4816, 1981, 979),
    ("zombies", 3, 1): (1071, 225),
    ("zombies", 2, 2): (581, 420, 295),
    ("zombies", 2, 1): (161, 55),
    ("zombies", 1, 2): (91, 125),
    ("zombies", 1, 1): (21, 15),
    ("zombie-attackers", 2, 2): (295, 420, 581),
    ("bunker", 3, 2): (1860, 3176, 2740),
    ("bunker", 3, 1): (640, 656),
    ("bunker", 2, 2): (190, 415, 691),
    ("bunker", 2, 1): (90, 126),
    ("bunker", 1, 2): (30, 186),
    ("bunker", 1, 1): (10, 26),
    ("fortress", 3, 2): (1860, 3176, 2740),
    ("fortification", 3, 2): (1470, 2436, 3870),
    ("fortification", 2, 2): (130, 320, 846),
    ("fortification", 3, 1): (640, 656),
    ("fortification", 1, 2): (30, 186),
    ("ammo-shortage", 3, 2): (4120, 2061, 1595),
    ("ammo-shortage", 3, 1): (1070, 226),
    ("ammo-shortage", 2, 2): (425, 435, 436),
    ("ammo-shortage", 2, 1): (160, 56),
    ("ammo-shortage", 1, 2): (85, 131),
    ("ammo-shortage", 1, 1): (20, 16),
    ("leader", 3, 2): (3970, 2377, 1429),
    ("leader", 3, 1): (1071, 225),
    ("leader", 2, 2): (405, 486, 405),
    ("leader", 1, 1): (21, 15),
    ("bonus-die", 3, 2): (10767, 13671, 22218),
    ("bonus-die", 3, 1): (3667, 4109),
    ("bonus-die", 2, 2): (979, 1981, 4816),
    ("bonus-die", 1, 1): (55, 161),
    ("eight-sided", 3, 2): (2890, 4771, 6163),
    ("eight-sided", 3, 1): (855, 873),
    ("eight-sided", 1, 1): (15, 33),
    ("risiko", 3, 3): (6420, 10017, 12348, 17871),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_file_changes_what_its_title_says(name):
    rule_set = rules.load(name)
    changed = rules.differences(rules.load("classic"), rule_set)
    assert rule_set.readings(*changed) == CHANGES[name]
    assert rule_set.based_on == "classic"


@pytest.mark.parametrize(("name", "n_attack", "n_defence"), COUNTS)
def test_rolls_are_counted(name, n_attack, n_defence):
    dice = rules.load(name).dice
    counts, total = rounds.round_of(dice, n_attack, n_defence)
    pairs = min(n_attack, n_defence)
    expected = {
        (lost, pairs - lost): ways for lost, ways in enumerate(COUNTS[name, n_attack, n_defence]) if ways
    }
    assert dict(counts) == expected
    assert total == sum(expected.values())
    assert naive.enumerate_round(dice, n_attack, n_defence) == expected


def test_every_file_with_other_rounds_is_counted():
    other = {
        name
        for name in rules.names()
        if any(
            rounds.round_of(rules.load(name).dice, *dice)
            != rounds.round_of(rules.load("classic").dice, *dice)
            for dice in ((3, 3), (3, 2), (2, 2), (3, 1), (1, 1))
        )
    }
    assert len(other) > 7
    assert other <= {name for name, *_ in COUNTS}


def test_three_armies_for_two_dice():
    dice = rules.load("three-for-two-dice").dice
    assert [rounds.defence_dice(dice, armies) for armies in (1, 2, 3, 4)] == [1, 1, 2, 2]


def test_the_penalty_stops_at_one():
    """Only a defender who shows a one is spared anything: his one ties with a one."""
    clamped = rules.load("ammo-shortage").dice
    free = rules.load("ammo-shortage").vary(bonus_clamp="none").dice
    assert rounds.round_of(clamped, 1, 1).counts[0, 1] == 20
    assert rounds.round_of(free, 1, 1).counts[0, 1] == 21


def test_a_leader_that_may_not_pass_six_is_weaker():
    free, clamped = (rules.load("leader").vary(bonus_clamp=each).dice for each in ("none", "not-above-faces"))
    assert rounds.round_of(free, 1, 1).counts[0, 1] == 21
    assert rounds.round_of(clamped, 1, 1).counts[0, 1] == 20
