"""Questions and answers: the fields, both ways of counting, clauses for one question, refusals."""

import json
from fractions import Fraction

import matplotlib as mpl
import pytest
from click.testing import CliRunner

from risksim import battles, rules
from risksim.cli import cli
from risksim.errors import InputError

mpl.use("agg")


def as_json(*words):
    done = CliRunner().invoke(cli, [*words, "--json"], catch_exceptions=False)
    return json.loads(done.stdout)


def test_the_keys_of_odds():
    answer = as_json("odds", "10", "8", "--simulate", "20000", "--seed", "5")
    assert {
        "armies",
        "attackers",
        "defenders",
        "p_win",
        "expected_attacker_losses",
        "expected_defender_losses",
        "sd_attacker_losses",
        "sd_defender_losses",
        "round",
        "outcomes",
        "exact",
        "simulated",
    } <= answer.keys()
    assert "p_goal" not in answer
    assert (answer["armies"], answer["attackers"], answer["defenders"]) == (10, 9, 8)
    assert (
        answer["round"][0].items()
        >= {
            "attack_dice": 3,
            "defence_dice": 2,
            "attacker_loses": 0,
            "defender_loses": 2,
            "p": 2890 / 7776,
        }.items()
    )
    assert {"armies_left", "defenders_left", "p"} == answer["outcomes"][0].keys()
    assert {"p_win", "standard_error", "low", "high", "trials", "seed", "chi_square_p"} <= answer[
        "simulated"
    ].keys()
    assert answer["simulated"]["seed"] == 5
    assert float(Fraction(answer["exact"]["p_win"])) == answer["p_win"]


def test_the_keys_of_need_and_the_table():
    answer = as_json("need", "8", "--p", "0.8")
    assert {"armies", "p_win", "p_win_one_fewer"} <= answer.keys()
    assert answer["p_win_one_fewer"] < 0.8 <= answer["p_win"]
    assert as_json("odds", str(answer["armies"]), "8")["p_win"] == pytest.approx(answer["p_win"], abs=1e-14)
    table = as_json("odds", "6", "4", "--table")
    assert (table["armies"], table["defenders"]) == ([2, 3, 4, 5, 6], [1, 2, 3, 4])
    assert table["p_win"][4][3] == pytest.approx(as_json("odds", "6", "4")["p_win"], abs=1e-14)


def test_p_goal_only_with_until():
    assert as_json("odds", "7", "5", "--until", "2")["p_goal"] == pytest.approx(0.8003, abs=5e-5)


def test_losses_and_outcomes_agree():
    answer = battles.odds(30, 20)
    assert sum(o.p for o in answer.outcomes) == pytest.approx(1, abs=1e-12)
    lost = [(30 - o.armies_left, o.p) for o in answer.outcomes]
    mean = sum(n * p for n, p in lost)
    assert answer.expected_attacker_losses == pytest.approx(mean)
    assert answer.sd_attacker_losses**2 == pytest.approx(sum((n - mean) ** 2 * p for n, p in lost))
    assert answer.p_win == pytest.approx(sum(o.p for o in answer.outcomes if o.defenders_left == 0))


def test_clauses_for_one_question_replace_those_of_the_rule_set():
    capital = battles.odds(10, 8, defence_dice=3)
    assert capital.rules == "classic with defence_dice=3"
    assert capital.p_win < battles.odds(10, 8).p_win
    assert battles.odds(10, 8, rules=rules.load("classic").vary(defence_dice=3)).p_win == capital.p_win
    assert as_json("odds", "10", "8", "--clause", "compared_pairs=1")["p_win"] == pytest.approx(
        battles.odds(10, 8, compared_pairs=1).p_win
    )
    assert as_json("odds", "10", "8", "--ties", "attacker")["p_win"] > 0.9


def test_more_dice_than_the_rule_set_allows_in_a_round():
    with pytest.raises(InputError, match=r"^5 attacking dice; rule set 'classic' allows at most 3$"):
        battles.round_chances(5, 2)
    with pytest.raises(InputError, match=r"^3 defending dice; rule set 'classic' allows at most 2$"):
        battles.round_chances(3, 3)


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ({"armies": 1, "defenders": 5}, "at least 2, not 1"),
        ({"armies": 0, "defenders": 5, "fighting": True}, "at least 1, not 0"),
        ({"armies": 10, "defenders": 5, "keep": 10}, "keep must be at most 9, not 10"),
        ({"armies": 10, "defenders": 5, "keep": 0}, "keep must be at least 1, not 0"),
        ({"armies": 10, "defenders": 5, "until": 5}, "until must be at most 4, not 5"),
        ({"armies": 2.5, "defenders": 5}, "2.5"),
        ({"armies": "10", "defenders": 5}, "'10'"),
        ({"armies": True, "defenders": 5}, "True"),
        ({"armies": 10**9, "defenders": 5}, "at most 100000"),
        ({"armies": 10, "defenders": 5, "attack_dice": 7}, "attack_dice = 7"),
        ({"armies": 10, "defenders": 5, "attack_sides": 0}, "attack_sides = 0"),
        ({"armies": 10, "defenders": 5, "tis": "both"}, "'ties'"),
        ({"armies": 90_000, "defenders": 90_000, "ties": "both"}, "400,000,000"),
        ({"armies": 3000, "defenders": 3000, "fractions": True}, "1,000,000"),
    ],
)
def test_refusals_name_value_limit_and_rules(question, named):
    with pytest.raises(InputError) as caught:
        battles.odds(**question)
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("p", [-0.1, 1.1, float("nan"), "half"])
def test_need_refuses_what_is_no_chance(p):
    with pytest.raises(InputError, match="p must"):
        battles.need(5, p)


def test_certainty():
    with pytest.raises(InputError, match="no number of armies is certain"):
        battles.need(5, 1)
    assert battles.need(1, 1, rules="russian").armies == 2
    almost = battles.need(5, 1 - 1e-15)
    assert almost.p_win >= 1 - 1e-15
    coins = battles.need(3, 1, attack_sides=1, defence_sides=1, ties="both")
    assert (coins.armies, coins.p_win, coins.p_win_one_fewer) == (5, 1.0, 0.0)


def test_need_where_the_attacker_cannot_win():
    with pytest.raises(InputError, match="stays 0"):
        battles.need(3, 0.5, attack_sides=1)
    assert battles.need(3, 0, attack_sides=1).armies == 2


def test_frames_and_pictures():
    odds, need, table = battles.odds(10, 8), battles.need(8, 0.5), battles.win_table(12, 9)
    assert list(odds.to_frame().columns) == ["armies_left", "defenders_left", "p"]
    assert odds.to_frame()["p"].sum() == pytest.approx(1)
    assert len(need.to_frame()) == 2
    assert len(table.to_frame()) == 11 * 9
    assert "<table" in odds._repr_html_()
    axes = odds.plot()
    assert sum(bar.get_height() for bar in axes.patches) == pytest.approx(1)
    assert len(odds.plot_rounds().patches) == 3 + 2 + 3 + 2 + 2 + 2
    assert table.plot().images[0].get_array().shape == (11, 9)
    curve, _, *marked = need.plot().lines
    assert [(line.get_xdata()[0], line.get_ydata()[0]) for line in marked] == [
        (need.armies, need.p_win),
        (need.armies - 1, need.p_win_one_fewer),
    ]
    chances = dict(zip(curve.get_xdata(), curve.get_ydata(), strict=True))
    assert chances[need.armies] == pytest.approx(need.p_win)
    rolled = battles.odds(5, 3, simulate=2_000, seed=1).simulated
    heights = [bar.get_height() for bar in rolled.plot().patches]
    assert heights == pytest.approx([count / 2_000 for count in rolled.counts])
    mpl.pyplot.close("all")


def test_the_answer_is_printed():
    done = CliRunner().invoke(cli, ["odds", "10", "8"], catch_exceptions=False)
    assert "10 armies on the territory, 9 can attack, against 8 defenders" in done.stdout
    assert "0.6464" in done.stdout
    done = CliRunner().invoke(cli, ["need", "8", "--p", "0.8"], catch_exceptions=False)
    assert "13 armies on the territory (12 can attack)" in done.stdout
    done = CliRunner().invoke(cli, ["odds", "20", "18", "--table"], catch_exceptions=False)
    assert "20 (19)" in done.stdout
