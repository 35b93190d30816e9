"""Varying clauses: values are checked, labels say what changed, digests depend on values alone."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import rules
from risksim.errors import InputError
from risksim.rules.clauses import MatchBonus, Ties
from risksim.rules.ruleset import as_toml

CLASSIC = rules.load("classic")


def value_of(clause):
    """A strategy for any allowed value of a clause, as a rule set file has it."""
    if clause.readings == ("false", "true"):
        return st.booleans()
    if clause.readings:
        return st.sampled_from(clause.readings)
    number = st.integers(clause.low, clause.high)
    if clause.length:
        return st.lists(number, min_size=clause.length[0], max_size=min(clause.length[1], 8))
    return number


one_change = st.sampled_from(sorted(rules.CLAUSES)).flatmap(
    lambda name: st.tuples(st.just(name), value_of(rules.CLAUSES[name]))
)


def vary_or_refuse(changes):
    """Return (rule set, "") or, where the clauses clash, (None, why)."""
    try:
        return CLASSIC.vary(**changes), ""
    except InputError as error:
        return None, str(error)


@settings(deadline=None, max_examples=150)
@given(st.lists(one_change, max_size=4).map(dict))
def test_any_allowed_values_are_taken_or_refused_in_one_line(changes):
    varied, refusal = vary_or_refuse(changes)
    if varied is None:
        assert "rule set 'classic'" in refusal
        assert "\n" not in refusal
        return
    assert varied.readings(*changes) == (changes or CLASSIC.readings())
    assert (varied.digest == CLASSIC.digest) == (not rules.differences(CLASSIC, varied))
    assert rules.differences(CLASSIC, varied) == [
        name for name in rules.CLAUSES if name in changes and changes[name] != CLASSIC.readings(name)[name]
    ]
    back = varied.vary(**CLASSIC.readings(*rules.differences(CLASSIC, varied))) if changes else varied
    assert back.digest == CLASSIC.digest
    assert back.label == "classic"


@settings(deadline=None, max_examples=60)
@given(st.lists(one_change, max_size=4).map(dict))
def test_a_file_with_the_same_values_has_the_same_digest(tmp_path_factory, changes):
    varied, _ = vary_or_refuse(changes)
    if varied is None:
        return
    path = tmp_path_factory.mktemp("rules") / "other-name.toml"
    lines = ['title = "Another title"', "version = 7", 'based_on = "classic"']
    for section in rules.SECTIONS:
        lines.append(f"[{section}]")
        lines += [
            f"{name} = {as_toml(value)}"
            for name, value in changes.items()
            if rules.CLAUSES[name].section == section
        ]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert rules.load(path).digest == varied.digest


def test_readings_by_name_by_enum_by_text_and_by_number_are_the_same():
    import numpy as np

    digests = {
        CLASSIC.vary(**changes).digest
        for changes in (
            {"ties": "attacker", "wilds": 0, "has_factories": True, "starting_armies": [30, 30, 30, 20, 20]},
            {"ties": Ties.ATTACKER, "wilds": np.int64(0), "has_factories": True, "starting_armies": (30, 30, 30, 20, 20)},
            {"ties": "attacker", "wilds": "0", "has_factories": "true", "starting_armies": "30, 30, 30, 20, 20"},
        )
    }  # fmt: skip
    assert len(digests) == 1
    assert digests != {CLASSIC.digest}


def test_a_reading_of_another_clause_is_refused():
    with pytest.raises(InputError, match="ties = "):
        CLASSIC.vary(ties=MatchBonus.PER_CARD)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tie": "attacker"}, "unknown clause 'tie'; did you mean 'ties'?"),
        (
            {"ties": "atacker"},
            "rule set 'classic' ties = 'atacker' is not allowed; did you mean 'attacker'? "
            "(allowed: defender, attacker, both, neither, re-roll)",
        ),
        ({"attack_dice": 7}, "rule set 'classic' attack_dice = 7 is not allowed (allowed: 1 … 6)"),
        ({"attack_dice": True}, "attack_dice = true is not allowed"),
        ({"attack_dice": 2.0}, "attack_dice = 2.0 is not allowed"),
        ({"attack_dice": "three"}, "attack_dice = 'three' is not allowed"),
        ({"attack_dice": None}, "attack_dice = None is not allowed"),
        ({"has_factories": 1}, "has_factories = 1 is not allowed (allowed: false, true)"),
        ({"starting_armies": [40, 35]}, "(allowed: 5 numbers of 1 … 10000)"),
        ({"listed_set_values": []}, "(allowed: 1 … 100 numbers of 0 … 10000)"),
    ],
)
def test_a_bad_change_names_clause_value_and_what_is_allowed(changes, message):
    with pytest.raises(InputError) as error:
        CLASSIC.vary(**changes)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_changing_nothing_is_the_same_rule_set():
    assert CLASSIC.vary() is CLASSIC
    assert CLASSIC.vary(ties="defender") is CLASSIC


def test_a_label_names_what_was_varied_in_the_order_of_the_sections():
    varied = CLASSIC.vary(ties="attacker").vary(wilds=0).vary(starting_armies=[9, 9, 9, 9, 9])
    assert varied.label == "classic with starting_armies=[9, 9, 9, 9, 9], wilds=0, ties=attacker"
    assert varied.name == "classic"
    assert CLASSIC.label == "classic"


def test_a_varied_clause_is_not_said_to_stand_in_the_document():
    varied = rules.load("new-rules").vary(factory_yield=3)
    assert varied.source["factory_yield"] == "chosen for this question"
    again = varied.vary(factory_yield=2)
    assert again.source["factory_yield"] == rules.load("new-rules").source["factory_yield"]


def test_a_rule_set_cannot_be_changed_and_can_be_a_key():
    with pytest.raises(AttributeError):
        CLASSIC.name = "other"
    assert {CLASSIC: 1}[rules.load("classic")] == 1


def test_the_digest_is_the_same_in_every_process():
    program = "from risksim import rules; print(rules.load('new-rules').vary(wilds=0).digest)"
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert digests == {rules.load("new-rules").vary(wilds=0).digest}
    assert len(digests.pop()) == 64


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"set_dice": 0, "set_dice_bonus": -1}, "worth -1 armies at worst"),
        ({"set_dice": 2, "set_dice_bonus": -3}, "worth -1 armies at worst"),
        ({"own_cards_used": "at-most-two"}, "no hand of five cards"),
        ({"own_cards_used": "at-most-two", "board_cards": 2}, "board_cards must be at least 3"),
        ({"bid_min_cards": 6, "bid_forced_at": "never"}, "can never be reached with poker_hand_cap = 5"),
        ({"bid_min_cards": 6, "poker_hand_cap": 6}, "forces a bid that bid_min_cards = 6 forbids"),
        ({"ties": "neither", "attack_sides": 1, "defence_sides": 1}, "never ends"),
        ({"ties": "re-roll", "attack_sides": 1, "defence_sides": 1}, "never ends"),
        (
            {"ties": "neither", "bonus_clamp": "to-faces", "attack_bonus": 9, "defence_bonus": 9},
            "always 6 to 6",
        ),
    ],
)
def test_clauses_that_cannot_be_played_together_are_refused(changes, words):
    with pytest.raises(InputError) as error:
        CLASSIC.vary(**changes)
    assert words in str(error.value)
    assert str(error.value).startswith("rule set 'classic': ")


@pytest.mark.parametrize(
    "changes",
    [
        {"set_dice": 0, "set_dice_bonus": 0},
        {"set_dice": 0, "set_dice_bonus": 7},
        {"set_dice": 3, "set_dice_bonus": -3},
        {"own_cards_used": "at-most-two", "board_cards": 5},
        {"compared_pairs": 1},
        {"ties": "neither", "attack_sides": 1, "defence_sides": 2},
        {"ties": "defender", "attack_sides": 1, "defence_sides": 1},
        {"ties": "neither", "attack_sides": 1, "defence_sides": 1, "attack_bonus": 1},
        {"lone_defender": "cannot-be-attacked", "defender_dice_limit": "armies-1"},
        {"attack_dice": 6, "defence_dice": 1},
        {"bid_forced_at": "six"},
        {"bid_min_cards": 1, "join_min_cards": 0},
        {"ante": 0},
    ],
)
def test_a_house_rule_that_only_looks_odd_is_allowed(changes):
    assert CLASSIC.vary(**changes).readings(*changes) == changes
