"""The app's dice: Balanced Blitz, capitals and zombies, against the numbers its makers print or others found again.

Sources: ``smg-risk-dice``, ``smg-dice-odds``.
"""

import pytest

from risksim import battles
from risksim.battles import blitz
from risksim.rules.clauses import BattleOutcome, Dice

BALANCED = {"rules": "balanced-blitz"}
BLITZ = Dice(battle_outcome=BattleOutcome.BALANCED_BLITZ)


def lose_exactly(answer, n):
    return sum(
        end.p for end in answer.outcomes if end.armies_left == answer.armies - n and not end.defenders_left
    )


def test_ten_able_to_attack_against_ten():
    assert battles.odds(10, 10, fighting=True).p_win == pytest.approx(0.5676, abs=5e-5)
    assert battles.odds(10, 10, fighting=True, **BALANCED).p_win == pytest.approx(0.6093773696, abs=5e-11)


def test_thirty_against_a_capital_of_fifteen():
    plain = battles.odds(30, 15, fighting=True, rules="capital")
    balanced = battles.odds(30, 15, fighting=True, rules="balanced-blitz", defence_dice=3)
    assert plain.p_win == pytest.approx(0.6978513248, abs=5e-11)
    assert balanced.p_win == pytest.approx(0.8100563224361037, abs=1e-14)  # found with forty decimals
    assert balanced.p_win_rolled == pytest.approx(plain.p_win, abs=1e-14)
    assert lose_exactly(plain, 12) == pytest.approx(0.0222128002, abs=5e-11)
    assert lose_exactly(balanced, 12) == pytest.approx(0.0100282889, abs=5e-11)


def test_the_armies_for_four_in_five_against_fifty():
    answer = battles.need(50, 0.8, **BALANCED)
    assert answer.attackers == 49
    assert answer.p_win == pytest.approx(0.8215, abs=5e-5)
    assert battles.need(50, 0.8).attackers > 49


def test_where_a_win_is_certain_and_where_it_is_impossible():
    assert blitz.rolled_chance(BLITZ, 1) == pytest.approx(0.8442, abs=5e-5)
    assert blitz.chance(BLITZ, 0.1558) == pytest.approx(0, abs=1e-4)
    assert blitz.chance(BLITZ, 0.1557) == 0
    assert blitz.chance(BLITZ, 0.1560) > 0


def test_three_hundred_against_eight_hundred_zombies():
    answer = battles.odds(300, 800, fighting=True, rules="zombies")
    assert answer.p_win == pytest.approx(0.8897331, abs=5e-7)


def test_a_zombie_attacks_with_two_dice():
    assert {chance.attack_dice for chance in battles.odds(9, 5, rules="zombie-attackers").round} == {1, 2}
