"""Battles that stop early.

Sources: ``minerva``.
"""

import pytest

from risksim import battles


def test_keeping_seven_able_to_attack():
    assert battles.odds(11, 5, fighting=True, keep=8).p_win == pytest.approx(0.507, abs=0.0005)
    assert battles.odds(12, 5, keep=8).p_win == battles.odds(11, 5, fighting=True, keep=8).p_win


def test_until_two_defenders_remain():
    answer = battles.odds(6, 5, fighting=True, until=2)
    assert answer.p_goal == pytest.approx(0.800, abs=0.0005)


def test_fighting_to_the_end_gives_other_numbers():
    assert battles.odds(11, 5, fighting=True).p_win > 0.9
    assert battles.odds(6, 5, fighting=True).p_win < 0.7
