"""Rounds and Table 3 of the paper that corrected the odds of a battle.

Sources: ``osborne-2003``.
"""

from fractions import Fraction

import pytest

from risksim import battles, rules

ROUNDS = {
    (1, 1): ([15, 21], 36),
    (2, 1): ([125, 91], 216),
    (3, 1): ([855, 441], 1_296),
    (1, 2): ([55, 161], 216),
    (2, 2): ([295, 420, 581], 1_296),
    (3, 2): ([2_890, 2_611, 2_275], 7_776),
    (1, 3): ([225, 1_071], 1_296),
    (2, 3): ([979, 1_981, 4_816], 7_776),
    (3, 3): ([6_420, 10_017, 12_348, 17_871], 46_656),
}

TABLE_3 = """
.417 .106 .027 .007 .002 .000 .000 .000 .000 .000
.754 .363 .206 .091 .049 .021 .011 .005 .003 .001
.916 .656 .470 .315 .206 .134 .084 .054 .033 .021
.972 .785 .642 .477 .359 .253 .181 .123 .086 .057
.990 .890 .769 .638 .506 .397 .297 .224 .162 .118
.997 .934 .857 .745 .638 .521 .423 .329 .258 .193
.999 .967 .910 .834 .736 .640 .536 .446 .357 .287
1.000 .980 .947 .888 .818 .730 .643 .547 .464 .380
1.000 .990 .967 .930 .873 .808 .726 .646 .558 .480
1.000 .994 .981 .954 .916 .861 .800 .724 .650 .568
"""


@pytest.mark.parametrize("dice", ROUNDS)
def test_rounds(dice):
    chances = battles.round_chances(*dice, rules=rules.load("classic").vary(defence_dice=3))
    ways, total = ROUNDS[dice]
    assert [chance.attacker_loses for chance in chances] == list(range(len(ways)))
    assert [chance.ways for chance in chances] == ways
    assert {chance.total for chance in chances} == {total}


def test_table_3():
    expected = [[float(entry) for entry in line.split()] for line in TABLE_3.split("\n") if line]
    table = battles.win_table(10, 10, fighting=True)
    assert len(expected) == 10
    for attackers, row in enumerate(expected, start=1):
        for defenders, entry in enumerate(row, start=1):
            assert abs(table.at(attackers + 1, defenders) - entry) <= 0.0005 + 1e-12
            assert abs(battles.odds(attackers, defenders, fighting=True).p_win - entry) <= 0.0005 + 1e-12


def test_the_off_by_one_table_would_fail():
    table = battles.win_table(10, 10, fighting=True)
    assert abs(table.at(10, 10) - 0.568) > 0.05


def test_exact_values():
    assert Fraction(battles.odds(3, 2, fighting=True).exact["p_win"]) == Fraction(6610505, 10077696)
    assert battles.odds(10, 10, fighting=True).p_win == pytest.approx(0.5675928721, abs=5e-11)
    assert battles.odds(100, 100, fighting=True).p_win == pytest.approx(0.8243628661, abs=5e-11)


def test_the_attacker_is_favoured_from_five_against_five():
    favoured = [n for n in range(1, 60) if battles.odds(n, n, fighting=True, fractions=False).p_win > 0.5]
    assert favoured == list(range(5, 60))
