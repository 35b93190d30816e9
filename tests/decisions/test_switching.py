"""Roll by hand or blitz: against the slow twin, and against the battles it is made of."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import battles, decisions
from risksim.errors import InputError, NotApplicableError
from risksim.rules.clauses import Dice
from tests.naive import decisions as naive


@settings(deadline=None, max_examples=20)
@given(st.integers(1, 5), st.integers(1, 5), st.integers(1, 3))
def test_the_twin_agrees(attackers, defenders, defence_dice):
    dice = Dice(defence_dice=defence_dice)
    answer = decisions.blitz(attackers, defenders, fighting=True, defence_dice=defence_dice)
    assert answer.p_win_hand == pytest.approx(naive.p_by_hand(dice, attackers, defenders))
    assert answer.p_win_blitz == pytest.approx(naive.p_by_blitz(answer.p_win_hand))
    assert answer.p_win == pytest.approx(naive.p_by_switching(dice, attackers, defenders))


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 25), st.integers(1, 25))
def test_both_pure_plays_are_the_battles_and_the_best_is_no_worse(armies, defenders):
    answer = decisions.blitz(armies, defenders)
    assert answer.p_win_hand == pytest.approx(battles.odds(armies, defenders).p_win)
    assert answer.p_win_blitz == pytest.approx(
        battles.odds(armies, defenders, rules="balanced-blitz").p_win, abs=1e-12
    )
    better = max(answer.p_win_hand, answer.p_win_blitz)
    assert answer.p_win >= better - 1e-12
    assert answer.gain == pytest.approx(answer.p_win - better, abs=1e-12)
    if answer.blitz:
        assert answer.p_win == pytest.approx(answer.p_win_blitz)


def test_published_chances_and_what_switching_adds():
    answer = decisions.blitz(10, 10, fighting=True)
    assert answer.p_win_hand == pytest.approx(0.5675928721)
    assert answer.p_win_blitz == pytest.approx(0.6093773696)
    assert not answer.blitz
    assert answer.gain > 0.05


def test_blitz_where_it_is_certain_and_roll_where_it_is_hopeless():
    answer = decisions.blitz(20, 30)
    assert answer.at(20, 5)
    assert answer.table_p_win[18][4] == 1
    assert not answer.at(3, 30)
    assert 0 < answer.table_p_win[1][29] < 1e-6


def test_a_larger_table_holds_the_smaller():
    small, large = decisions.blitz(6, 4), decisions.blitz(6, 4, size=9)
    assert large.p_win == small.p_win
    assert [row[:4] for row in large.table[:5]] == list(small.table)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"armies": 1}, "must be at least 2, not 1"),
        ({"defenders": 0}, "defenders must be at least 1"),
        ({"armies": 5000, "defenders": 5000}, "too large"),
        ({"size": -1}, "size must be at least 0"),
        ({"blitz_trim": 600}, "blitz_trim"),
    ],
)
def test_bad_input(question, words):
    with pytest.raises(InputError, match=words) as caught:
        decisions.blitz(**{"armies": 9, "defenders": 4} | question)
    assert "\n" not in str(caught.value)


def test_rules_without_a_blitz():
    with pytest.raises(NotApplicableError, match="rule set 'classic' has no blitz"):
        decisions.blitz(9, 4, rules="classic")
