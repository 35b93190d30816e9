"""A battle round by round: the odds from here, the luck so far, and what is no result."""

import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import battles, luck, rules
from risksim.battles import rounds
from risksim.errors import InputError
from tests.naive.battles import roll_round


def played(*results, armies=10, defenders=8, **asked):
    battle = luck.begin(armies, defenders, **asked)
    for result in results:
        battle = battle.after(result)
    return battle


@pytest.mark.parametrize(
    "result",
    ["0 2", "0-2", " 0 , 2 ", "0:2", "6 5 1 / 4 2", "1,5,6|2,4", "651/42", (0, 2), ((6, 5, 1), (4, 2))],
)
def test_a_result_may_be_told_in_many_ways(result):
    battle = played(result)
    assert (battle.armies_left, battle.defenders_left) == (10, 6)
    assert battle.p_win == battles.odds(10, 6).p_win == battle.odds.p_win


def test_fewer_dice_may_be_rolled_when_they_are_told():
    battle = played("6 / 1 6", "5 / 3")
    assert [(each.attack_dice, each.defence_dice) for each in battle.history] == [(1, 2), (1, 1)]
    assert battle.losses() == (1, 1)
    assert battle.expected_losses() == pytest.approx((161 / 216 + 21 / 36, 55 / 216 + 15 / 36))


@st.composite
def followed(draw):
    """A battle rolled by the slow twin of the dice, and where it stood after every round."""
    rule_set = rules.load(draw(st.sampled_from(["classic", "capital", "zombies", "fortress", "bonus-die"])))
    armies, defenders = draw(st.integers(2, 12)), draw(st.integers(1, 10))
    keep = draw(st.integers(1, armies - 1))
    rolls = random.Random(draw(st.integers(0, 10**6)))
    dice, battle = rule_set.dice, luck.begin(armies, defenders, rules=rule_set, keep=keep)
    while battle.ended is None:
        losses = roll_round(dice, *battle.dice_next, rolls)
        losses = min(losses[0], battle.attackers_left), min(losses[1], battle.defenders_left)
        battle = battle.after(losses)
    return battle


@settings(max_examples=40, deadline=None)
@given(followed())
def test_a_battle_that_was_rolled_can_be_followed_to_its_end(battle):
    armies, defenders = battle.armies, battle.defenders
    for each in battle.history:
        armies, defenders = armies - each.attacker_loses, defenders - each.defender_loses
        assert (each.armies_left, each.defenders_left) == (armies, defenders)
        assert 0 <= each.percentile <= 1
    assert armies <= battle.keep or defenders == 0
    assert battle.ended == ("taken" if not defenders else "failed" if armies == 1 else "stopped")
    assert battle.p_win == float(battle.ended == "taken")
    assert battle.odds is None
    back = battle.undone()
    assert back.ended is None
    assert back.history == battle.history[:-1]
    assert back.after((battle.history[-1].attacker_loses, battle.history[-1].defender_loses)) == battle
    with pytest.raises(InputError, match="the battle is over"):
        battle.after("0 1")


def test_luck_after_one_round_is_that_of_the_round():
    """Score 2 has chance 2,890, score 0 has 2,611 and score -2 has 2,275 of 7,776."""
    expected = {"0 2": 1 - Fraction(2890, 2 * 7776), "2 0": Fraction(2275, 2 * 7776)}
    for result, percentile in expected.items():
        assert played(result).percentile == pytest.approx(float(percentile), rel=1e-13)


def test_luck_after_two_rounds_counts_every_pair_of_rounds():
    ways = {(0, 2): 2890, (1, 1): 2611, (2, 0): 2275}
    score = Counter()
    for one, n_one in ways.items():
        for other, n_other in ways.items():
            score[one[1] + other[1] - one[0] - other[0]] += n_one * n_other
    below = sum(n for each, n in score.items() if each < 2)
    expected = Fraction(2 * below + score[2], 2 * 7776**2)
    assert played("0 2", "1 1").percentile == pytest.approx(float(expected), rel=1e-13)


def test_luck_at_the_end_is_that_of_the_ends():
    battle = played("0 1", armies=2, defenders=2)
    assert battle.percentile == pytest.approx(1 - 55 / 216 / 2)  # after one round
    over = battle.after("1 0")
    ends = {(end.armies_left, end.defenders_left): end.p for end in battles.odds(2, 2).outcomes}
    scores = {(2 - armies, 2 - left): p for (armies, left), p in ends.items()}
    below = sum(p for (lost, killed), p in scores.items() if killed - lost < 0)
    assert over.ended == "failed"
    assert over.percentile == pytest.approx(below + scores[1, 1] / 2)


def test_mean_luck_is_one_half():
    """Over all that may happen the percentile averages 1/2, after every number of rounds before an end."""
    going = [(luck.begin(6, 5), 1.0)]
    for _ in range(2):
        following = []
        for battle, p in going:
            counts, total = rounds.round_at(
                battle.rule_set.dice, battle.attackers_left, battle.defenders_left
            )
            following += [(battle.after(losses), p * count / total) for losses, count in counts.items()]
        going = following
        assert sum(p * after.percentile for after, p in going) == pytest.approx(0.5)
    assert len(going) == 9


def test_goals():
    battle = played("0 2", defenders=5, until=2)
    assert battle.p_goal == battles.odds(10, 3, until=2).p_goal
    over = battle.after("1 1")
    assert (over.ended, over.p_goal, over.p_win) == ("stopped", 1.0, 0.0)
    assert played("2 0", armies=5, keep=3).ended == "stopped"


def test_balanced_blitz_is_what_is_left_to_it():
    battle = played("0 2", rules="balanced-blitz")
    assert battle.p_win == battles.odds(10, 6, rules="balanced-blitz").p_win != battles.odds(10, 6).p_win
    assert battle.percentile == played("0 2").percentile


def test_extra_dice_and_bonuses_are_read_by_the_rules():
    assert played("6 5 1 / 5 2 6", rules="bonus-die").losses() == (2, 0)
    assert played("5 4 1 / 4 4", rules="fortress").losses() == (2, 0)
    assert played("5 4 1 / 4 4").losses() == (1, 1)


def test_a_lone_defender_without_a_die_is_lost_at_once():
    battle = luck.begin(5, 1, rules="russian", lone_defender="auto-lost")
    with pytest.raises(InputError, match="the result is 0 1"):
        battle.after("6 / 1")
    assert battle.after("0 1").ended == "taken"


def test_faces():
    battle = played("0 2", "2 0")
    said = battle.to_dict()
    assert [each["percentile"] for each in said["history"]] == [each.percentile for each in battle.history]
    assert (said["attacker_lost"], said["defender_lost"], said["attackers_left"]) == (2, 2, 7)
    assert said["odds"]["p_win"] == said["p_win"] == battle.p_win
    assert "p_goal" not in said
    assert list(battle.to_frame()["p_win"]) == [each.p_win for each in battle.history]
    assert "<table" in luck.begin(3, 2)._repr_html_()
    lines = battle.plot().get_lines()
    assert list(lines[0].get_ydata()) == [battle.p_win_at_start, *battle.to_frame()["p_win"]]


BAD = [
    ("1 0", "3 v 2 dice cost 0-2 or 1-1 or 2-0 (attacker-defender), not 1-0; where fewer dice were rolled"),
    ("3 0", "not 3-0"),
    ((-1, 2), "attacker's losses must be at least 0, not -1"),
    ((1.5, 2), "must be a whole number, not 1.5"),
    ((1, 1, 1), "a result has two sides"),
    ("", "not ''"),
    ("6 5 1", "not '6 5 1'"),
    ("won", "such as 6 5 1 / 4 2, not 'won'"),
    ("x" * 5000, "x…'"),
    ("6 5 1 / 4 / 2", "not '6 5 1 / 4 / 2'"),
    ("7 5 1 / 4 2", "a face must be at most 6, not 7"),
    ("6 0 1 / 4 2", "a face must be at least 1, not 0"),
    ("6 5 4 1 / 4 2", "4 attacking dice; here 1 to 3 may be rolled"),
    ("6 5 1 / 4 2 2", "3 defending dice; here 1 to 2 may be rolled"),
    ("6 5 1 /", "0 defending dice"),
    ("6 a 1 / 4 2", "not 'a'"),
]


@pytest.mark.parametrize(("result", "said"), BAD, ids=[said for _, said in BAD])
def test_what_is_no_result_is_refused(result, said):
    with pytest.raises(InputError) as refused:
        luck.begin(10, 8).after(result)
    assert said in str(refused.value)
    assert len(str(refused.value)) < 250
    assert "\n" not in str(refused.value)


def test_what_cannot_be_begun_or_undone():
    with pytest.raises(InputError, match="at most 1000, not 1001"):
        luck.begin(1001, 5)
    with pytest.raises(InputError, match="defenders must be at most 1000, not 5000"):
        luck.begin(10, 5000)
    with pytest.raises(InputError, match="no round to undo"):
        luck.begin(10, 8).undone()
    with pytest.raises(InputError, match="a roll that ties is rolled again"):
        luck.begin(10, 8, ties="re-roll").after("6 5 1 / 6 2")
