"""Chances too small for doubles, against exact fractions and against each other."""

import json
import math
import os
import subprocess
import sys
from decimal import Decimal, localcontext

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import battles, rules
from risksim.battles import exact, kernels, logarithms, tables
from risksim.battles.exact import Battle
from risksim.rules.clauses import AttackerDiceLimit, DefenderDiceLimit, Dice, LoneDefender, Ties

RULES = {
    "classic": Dice(),
    "finnish": rules.load("finnish").dice,
    "russian": rules.load("russian").dice,
    "ties attacker": Dice(ties=Ties.ATTACKER),
    "ties both": Dice(ties=Ties.BOTH),
    "ties neither": Dice(ties=Ties.NEITHER),
    "capital": Dice(defence_dice=3),
    "one pair": Dice(compared_pairs=1),
    "dice for all armies": Dice(attacker_dice_limit=AttackerDiceLimit.ARMIES),
    "a lone defender cannot be attacked": Dice(
        defender_dice_limit=DefenderDiceLimit.ARMIES_MINUS_ONE, lone_defender=LoneDefender.CANNOT_BE_ATTACKED
    ),
}
BATTLES = [
    Battle(3, 500),
    Battle(500, 3),
    Battle(40, 400, 3, 0),
    Battle(300, 40, 10, 3),
    Battle(30, 30),
    Battle(2, 2),
]


def by_fractions(dice, battle):
    """Return the decimal logarithms of the chance to take the territory and not to, from fractions."""
    won = sum(end.p for end in exact.exact_ends(dice, battle) if end.defenders == 0 and end.attackers > 0)
    return _log10(won, 1 - won), _log10(1 - won, won)


def _log10(chance, other):
    if chance == 0:
        return -math.inf
    if chance > other:
        return math.log1p(-float(other)) / math.log(10)
    with localcontext() as context:
        context.prec = 50
        return float((Decimal(chance.numerator) / Decimal(chance.denominator)).log10())


def agree(found, expected, rel=1e-13):
    assert len(found) == len(expected) == 2
    for one, other in zip(found, expected, strict=True):
        assert one == pytest.approx(other, rel=rel, abs=1e-300) if math.isfinite(other) else one == other


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("name", RULES)
def test_all_ways_agree_with_fractions(name, battle):
    dice = RULES[name]
    stopped = exact.stop_at(dice, battle)
    expected = by_fractions(dice, battle)
    agree(logarithms.of_battle(dice, battle, exact.ends(dice, battle)), expected)
    for is_loss, log10 in enumerate(expected):
        if log10 < -1 / 3:  # the recurrences are for what is small
            plain = logarithms._plain(dice, stopped, bool(is_loss)) / math.log(10)
            assert plain == pytest.approx(log10, rel=1e-13)
            assert tables.log10_chance(dice, stopped, bool(is_loss)) == pytest.approx(log10, rel=1e-13)
        if log10 < -30 and exact.starts_steady(dice, stopped):
            tilted = tables.log10_tilted_chance(dice, stopped, bool(is_loss))
            assert tilted == pytest.approx(log10, rel=1e-12)


@pytest.mark.parametrize("name", [name for name, dice in RULES.items() if exact.is_steady(dice)])
def test_tilted_dice_and_the_recurrence_agree_where_doubles_fail(name):
    dice, n_tried = RULES[name], 0
    for battle in (
        Battle(30, 1500),
        Battle(2000, 20),
        Battle(400, 1900),
        Battle(1500, 500),
        Battle(900, 60, 50, 3),
    ):
        battle = exact.stop_at(dice, battle)
        for is_loss in (False, True):
            expected = tables.log10_chance(dice, battle, is_loss)
            if expected < -250:
                assert tables.log10_tilted_chance(dice, battle, is_loss) == pytest.approx(expected, rel=1e-12)
                n_tried += 1
    assert n_tried >= 3


@pytest.mark.parametrize(
    ("armies", "defenders", "clauses", "log10_p_win", "log10_p_lose"),
    [
        (4, 1_000, {}, -214.43494666655, -1.59528266042e-215),
        (20_001, 30, {}, 0.0, -5260.56353471),
        (1_001, 20_000, {}, -3090.21078338, 0.0),
        (3, 20_000, {"ties": "both"}, -6427.41042753, 0.0),
    ],
)
def test_the_answer_tells_them(armies, defenders, clauses, log10_p_win, log10_p_lose):
    answer = battles.odds(armies, defenders, **clauses)
    assert answer.log10_p_win == pytest.approx(log10_p_win, rel=1e-11)
    assert answer.log10_p_lose == pytest.approx(log10_p_lose, rel=1e-11, abs=0)
    assert answer.to_dict()["log10_p_win"] == answer.log10_p_win


def test_few_against_ever_more_is_a_power():
    # one attacker wins all his rounds against two dice but the last, against one
    answer = battles.odds(2, 4_000)
    expected = 3_999 * math.log10(55 / 216) + math.log10(15 / 36)
    assert answer.p_win == 0
    assert answer.log10_p_win == pytest.approx(expected, rel=1e-13)


def test_certainty_and_impossibility():
    never = battles.odds(20, 5, rules=rules.load("russian").vary(lone_defender="cannot-be-attacked"))
    assert (never.log10_p_win, never.log10_p_lose) == (-math.inf, 0.0)
    assert math.copysign(1, never.log10_p_lose) == 1
    certain = battles.odds(2, 1, attack_sides=6, defence_sides=1, attack_bonus=1)
    assert (certain.log10_p_win, certain.log10_p_lose) == (0.0, -math.inf)


def test_json_has_null_for_no_logarithm():
    command = [sys.executable, "-m", "risksim", "odds", "20", "5", "--rules", "russian", "--json"]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert found["log10_p_win"] == pytest.approx(math.log10(found["p_win"]), rel=1e-12)
    command[-1:] = ["--defence-dice", "6", "--defence-sides", "1", "--attack-bonus", "1", "--json"]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert found["log10_p_lose"] is None


def test_under_balanced_blitz_they_are_those_of_the_answer():
    answer = battles.odds(100, 20, battle_outcome="balanced-blitz")
    assert (answer.p_win, answer.log10_p_win, answer.log10_p_lose) == (1.0, 0.0, -math.inf)
    answer = battles.odds(11, 10, battle_outcome="balanced-blitz")
    assert 10**answer.log10_p_win == pytest.approx(answer.p_win, rel=1e-12)


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 60), st.integers(1, 60), st.sampled_from(list(RULES.values())))
def test_the_two_chances_add_up_to_one(attackers, defenders, dice):
    battle = exact.stop_at(dice, Battle(attackers, defenders))
    if battle.until == battle.defenders:
        return
    found = logarithms.of_battle(dice, battle, exact.ends(dice, battle))
    assert all(log10 <= 0 for log10 in found)
    assert sum(10**log10 for log10 in found) == pytest.approx(1, abs=1e-12)


PROGRAM = """
import json
from risksim.battles import tables
from risksim.battles.exact import Battle
from risksim.rules.clauses import Dice, Ties
found = [
    tables.log10_chance(dice, Battle(5, 600, 1), is_loss) for dice in (Dice(), Dice(ties=Ties.BOTH)) for is_loss in (0, 1)
]
print(json.dumps([*found, tables.log10_tilted_chance(Dice(), Battle(6, 60), False)]))
"""


def test_the_same_bits_without_compiling():
    found = []
    for environment in ({}, {"NUMBA_DISABLE_JIT": "1"}):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        found.append(json.loads(done.stdout))
    assert found[0] == found[1]
    assert found[0][0] < -100


def test_the_kernel_has_one_signature():
    for dice in (Dice(), Dice(ties=Ties.BOTH)):
        tables.log10_chance(dice, Battle(5, 5), True)
    assert len(kernels.log10_chance.signatures) == 1
