"""The questions about chains: what they refuse, what they answer, and how it is shown."""

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import battles, campaigns
from risksim.campaigns import exact, words
from risksim.errors import InputError

few = settings(max_examples=40, deadline=None)
garrisons = st.lists(st.integers(1, 8), min_size=1, max_size=5)


@few
@given(st.integers(2, 30), garrisons)
def test_what_holds_for_every_chain(armies, defenders):
    answer = campaigns.campaign(armies, defenders)
    assert math.fsum(o.p for o in answer.outcomes) == pytest.approx(1, abs=1e-12)
    assert list(answer.p_each) == sorted(answer.p_each, reverse=True)
    assert answer.p_all == answer.p_each[-1]
    assert campaigns.campaign(armies + 1, defenders).p_all >= answer.p_all - 1e-14
    assert campaigns.campaign(armies, [defenders[0] + 1, *defenders[1:]]).p_all <= answer.p_all + 1e-14
    assert campaigns.campaign(armies, [*defenders, 1]).p_all <= answer.p_all + 1e-14
    assert campaigns.campaign(armies, defenders, keep=1).outcomes == answer.outcomes
    assert campaigns.campaign(armies, defenders, move="best").p_all == pytest.approx(answer.p_all, abs=1e-13)
    taken = [o for o in answer.outcomes if o.territories_taken == len(defenders)]
    assert math.fsum(o.p for o in taken) == pytest.approx(answer.p_all, abs=1e-14)
    left = math.fsum(o.armies_left * o.p for o in taken)
    if answer.p_all:
        assert answer.expected_armies_left == pytest.approx(left / answer.p_all)


@few
@given(
    st.integers(3, 25),
    st.integers(1, 12),
    st.integers(1, 2),
    st.sampled_from(["classic", "russian", "capital"]),
)
def test_a_chain_of_one_is_a_battle(armies, defenders, keep, rules):
    chain = campaigns.campaign(armies, [defenders], keep=keep, rules=rules)
    battle = battles.odds(armies, defenders, keep=keep, rules=rules)
    assert chain.p_all == pytest.approx(battle.p_win, abs=1e-14)
    assert chain.expected_attacker_losses == pytest.approx(battle.expected_attacker_losses)
    assert chain.sd_attacker_losses == pytest.approx(battle.sd_attacker_losses, abs=1e-9)
    assert chain.expected_defender_losses == pytest.approx(battle.expected_defender_losses)
    assert chain.sd_defender_losses == pytest.approx(battle.sd_defender_losses, abs=1e-9)
    assert chain.exact.get("p_all") == battle.exact["p_win"]
    stopped = {(o.armies_left, o.defenders_left): o.p for o in chain.outcomes if not o.territories_taken}
    assert stopped == pytest.approx(
        {(o.armies_left, o.defenders_left): o.p for o in battle.outcomes if o.defenders_left}, abs=1e-14
    )


@few
@given(garrisons, st.sampled_from([0.05, 0.5, 0.8, 0.95, 0.999, 1 - 1e-9]))
def test_the_armies_needed_are_the_fewest(defenders, p):
    answer = campaigns.need(defenders, p)
    assert campaigns.campaign(answer.armies, defenders).p_all == pytest.approx(answer.p_win, abs=1e-13)
    assert answer.p_win >= p > answer.p_win_one_fewer
    if answer.armies > 2:
        fewer = campaigns.campaign(answer.armies - 1, defenders).p_all
        assert fewer == pytest.approx(answer.p_win_one_fewer, abs=1e-13)
    if len(defenders) == 1:
        assert answer.armies == battles.need(defenders[0], p).armies
    assert answer.curve[0][0] >= 2
    assert dict(answer.curve)[answer.armies] == answer.p_win


@pytest.mark.parametrize("defenders", [[30] * 14, [1] * 20, [300], [60, 50, 40]])
@pytest.mark.parametrize("armies", [1_000, 4_000])
def test_near_certainty_chances_are_chances_and_keep_what_fails(armies, defenders):
    answer = campaigns.campaign(armies, defenders)
    assert list(answer.p_each) == sorted(answer.p_each, reverse=True)
    assert max(answer.p_each) <= 1
    assert max(o.p for o in answer.outcomes) <= 1
    failed = math.fsum(o.p for o in answer.outcomes if o.territories_taken < len(defenders))
    assert answer.p_fail == pytest.approx(failed, rel=1e-12)
    assert answer.p_fail == pytest.approx(1 - answer.p_all, abs=1e-15)
    legs = [exact.Leg(answer.rule_set.dice, d) for d in defenders]
    ahead = exact.chances_ahead(legs, armies - 1, is_loss=True)[0][armies - 1]
    assert answer.p_fail == pytest.approx(ahead, rel=1e-9)
    # what the defenders lose varies only where the attack fails
    assert answer.sd_defender_losses <= sum(defenders) * answer.p_fail**0.5


def test_what_fails_near_certainty_is_said():
    answer = campaigns.campaign(200, [5, 4])
    assert 0 < answer.p_fail < 1e-20
    assert f"1 - {answer.p_fail:.3g}" in "\n".join(words.campaign(answer))
    assert answer.to_dict()["p_fail"] == answer.p_fail


@pytest.mark.parametrize(("armies", "defenders"), [(20_001, 5), (3_000, 40), (12, 5)])
def test_a_chain_of_one_spreads_as_a_battle_does(armies, defenders):
    chain, battle = campaigns.campaign(armies, [defenders]), battles.odds(armies, defenders)
    assert chain.sd_attacker_losses == pytest.approx(battle.sd_attacker_losses, rel=1e-13)
    assert chain.expected_attacker_losses == pytest.approx(battle.expected_attacker_losses, rel=1e-13)


def test_need_with_other_dice_and_certainty():
    assert campaigns.need([3, 2], 0.8, dice=["capital", None]).armies > campaigns.need([3, 2], 0.8).armies
    assert campaigns.need([3, 2], 0.8, gain=[4, 0]).armies < campaigns.need([3, 2], 0.8).armies
    sure = campaigns.need([3, 2], 1, attack_sides=1, defence_sides=1, ties="both")
    assert (sure.p_win, sure.p_win_one_fewer) == (1.0, 0.0)
    assert campaigns.campaign(sure.armies, [3, 2], attack_sides=1, defence_sides=1, ties="both").p_all == 1
    blitz = campaigns.need([3, 2], 1, battle_outcome="balanced-blitz")
    assert blitz.p_win == 1.0 > blitz.p_win_one_fewer


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ({"armies": 5, "defenders": []}, "at least one territory"),
        ({"armies": 5, "defenders": 3}, "list"),
        ({"armies": 5, "defenders": [3, 0]}, "territory 2"),
        ({"armies": 5, "defenders": [3, -1]}, "-1"),
        ({"armies": 5, "defenders": [3, 1.5]}, "1.5"),
        ({"armies": 5, "defenders": [1] * 1_001}, "1,001"),
        ({"armies": 1, "defenders": [3]}, "at least 2"),
        ({"armies": 0, "defenders": [3], "fighting": True}, "at least 1"),
        ({"armies": 200_000, "defenders": [3]}, "100000"),
        ({"armies": 99_999, "defenders": [3], "gain": 10}, "armies"),
        ({"armies": 50_000, "defenders": [50_000]}, "too many"),
        ({"armies": [], "defenders": [3]}, "stack"),
        ({"armies": [5] * 9, "defenders": [3]}, "9 stacks"),
        ({"armies": [5, 1], "defenders": [3]}, "at least 2"),
        ({"armies": 5, "defenders": [3, 2], "leave": [1, 1, 1]}, "leave has 3 entries for 2 territories"),
        ({"armies": 5, "defenders": [3, 2], "leave": 0}, "leave"),
        ({"armies": 5, "defenders": [3, 2], "gain": [1]}, "gain has 1 entry"),
        ({"armies": 5, "defenders": [3, 2], "gain": -1}, "gain"),
        ({"armies": 5, "defenders": [3, 2], "keep": 0}, "keep"),
        ({"armies": 5, "defenders": [3, 2], "keep": 5}, "keep"),
        ({"armies": 5, "defenders": [3, 2], "move": "some"}, "move"),
        ({"armies": 5, "defenders": [3, 2], "move": [1]}, "move has 1 entry"),
        ({"armies": 5, "defenders": [3, 2], "move": [0, 1]}, "move"),
        ({"armies": [5, 4], "defenders": [3, 2], "order": "any"}, "order"),
        ({"armies": 5, "defenders": [3, 2], "dice": ["capital"]}, "dice has 1 entry"),
        ({"armies": 5, "defenders": [3, 2], "dice": ["capitol", None]}, "'capital'"),
        ({"armies": 5, "defenders": [3, 2], "dice": [{"wilds": 0}, None]}, "not about dice"),
        ({"armies": 5, "defenders": [3, 2], "dice": [{"tie": "both"}, None]}, "'ties'"),
        ({"armies": 5, "defenders": [3, 2], "sides": [6]}, "sides has 1 entry"),
        ({"armies": 5, "defenders": [3, 2], "sides": 0}, "defence_sides"),
        ({"armies": 5, "defenders": [3, 2], "rules": "clasic"}, "'classic'"),
        ({"armies": 5, "defenders": [3, 2], "simulate": -1}, "-1"),
        (
            {"armies": 5, "defenders": [3, 2], "fractions": True, "battle_outcome": "balanced-blitz"},
            "fractions",
        ),
        ({"armies": 500, "defenders": [100], "fractions": True}, "fractions"),
        (
            {"armies": 5, "defenders": [3, 2], "simulate": 10, "battle_outcome": "balanced-blitz"},
            "balanced-blitz",
        ),
        ({"armies": 9_000, "defenders": [300], "battle_outcome": "balanced-blitz"}, "too many"),
        (
            {
                "armies": 5,
                "defenders": [3, 1],
                "lone_defender": "cannot-be-attacked",
                "defender_dice_limit": "armies-1",
            },
            "territory 2",
        ),
        (
            {
                "armies": 5,
                "defenders": [2, 2],
                "dice": [None, {"attack_sides": 1, "defence_sides": 1, "ties": "neither"}],
            },
            "never",
        ),
    ],
    ids=str,
)
def test_what_cannot_be_asked(question, named):
    with pytest.raises(InputError) as error:
        campaigns.campaign(**question)
    assert named in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("question", "nearest"),
    [
        ({"move": "fewest"}, "0.00156579"),
        ({"move": 5, "occupy_min": "one"}, "0.138208"),
        ({"move": [9, 3, 9], "gain": [0, 1, 0]}, "0.303688"),
        ({"move": "fewest", "gain": [5, 0, 0], "leave": 2}, "0.0482032"),
        ({"move": "fewest", "battle_outcome": "balanced-blitz"}, "stays 0"),
    ],
    ids=str,
)
@pytest.mark.parametrize("p", [0.5, 0.8, 1 - 1e-9])
def test_a_chance_beyond_what_moves_in_is_refused_at_once(question, nearest, p, monkeypatch):
    asked = []
    ahead = exact.chances_ahead
    monkeypatch.setattr(
        exact, "chances_ahead", lambda legs, most, *rest: asked.append(most) or ahead(legs, most, *rest)
    )
    with pytest.raises(InputError, match=f"however many armies.*{nearest}"):
        campaigns.need([3, 2, 4], p, **question)
    assert max(asked) < 200
    asked.clear()
    if nearest != "stays 0":
        answer = campaigns.need([3, 2, 4], 0.99 * float(nearest), **question)
        assert answer.p_win < float(nearest) * 1.00001
        very_many = campaigns.campaign(2_000, [3, 2, 4], **question).p_all
        assert very_many == pytest.approx(float(nearest), rel=1e-5)
        with pytest.raises(InputError, match="no nearer"):
            campaigns.need([3, 2, 4], very_many * (1 + 1e-9), **question)


def test_certainty_is_not_had_where_few_move_in():
    fall_together = {"attack_sides": 1, "defence_sides": 1, "ties": "both"}
    assert campaigns.need([3, 2, 4], 1, **fall_together).p_win == 1
    with pytest.raises(InputError, match="stays 0"):
        campaigns.need([3, 2, 4], 1, move="fewest", **fall_together)


@pytest.mark.parametrize("p", [1e-9, 0.3, 0.5, 0.9])
def test_chances_around_the_armies_needed_are_chances(p):
    answer = campaigns.need([200, 300, 100], p)
    chances = [chance for _, chance in answer.curve]
    assert chances == sorted(chances)
    assert 0 < chances[0] < 1e-20 or len(answer.curve) >= 100
    assert chances[-1] <= 1
    for armies, chance in answer.curve[::20]:
        found = campaigns.campaign(armies, [200, 300, 100])
        assert chance == pytest.approx(found.p_all, rel=1e-10)
        assert 1 - chance == pytest.approx(found.p_fail, rel=1e-6, abs=1e-15)


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ({"defenders": [], "p": 0.5}, "at least one"),
        ({"defenders": [3, 2], "p": 1.5}, "1.5"),
        ({"defenders": [3, 2], "p": 1}, "certain"),
        (
            {"defenders": [3, 2], "p": 0.5, "ties": "neither", "attack_sides": 1, "defence_sides": 2},
            "stays 0",
        ),
        ({"defenders": [10_000] * 4, "p": 0.5}, "more than"),
    ],
    ids=str,
)
def test_needs_that_cannot_be_met(question, named):
    with pytest.raises(InputError, match=named):
        campaigns.need(**question)


def test_the_answer_as_json_and_tables():
    answer = campaigns.campaign(12, [3, 2, 4], leave=[1, 2], gain=[0, 1, 0])
    fields = json.loads(json.dumps(answer.to_dict()))
    assert {"p_all", "p_each", "expected_armies_left", "outcomes", "armies", "attackers"} <= fields.keys()
    assert (fields["armies"], fields["attackers"], fields["rules"]) == (12, 11, "classic")
    assert "turns" not in fields
    assert "simulated" not in fields
    numerator, denominator = map(int, fields["exact"]["p_all"].split("/"))
    assert numerator / denominator == pytest.approx(answer.p_all, abs=1e-15)
    assert len(fields["exact"]["p_each"]) == 3
    assert list(answer.to_frame().columns) == ["territories_taken", "armies_left", "defenders_left", "p"]
    assert "<table" in answer._repr_html_()
    need = campaigns.need([3, 2], 0.5)
    assert json.loads(json.dumps(need.to_dict()))["armies"] == need.armies
    assert list(need.to_frame().columns) == ["armies", "p_win"]


def test_nothing_is_left_where_nothing_can_be_taken():
    answer = campaigns.campaign(3, [2, 2], keep=2)
    assert answer.p_all == 0
    assert answer.expected_armies_left is None
    assert answer.to_dict()["expected_armies_left"] is None
    assert any("P(all taken)" in line for line in words.campaign(answer))


def test_the_words_say_what_was_asked():
    text = "\n".join(
        words.campaign(
            campaigns.campaign(
                14,
                [3, 2],
                leave=2,
                gain=[1, 0],
                keep=2,
                move="fewest",
                dice=["capital", None],
                simulate=1_000,
                seed=1,
            )
        )
    )
    for part in (
        "14 armies",
        "13 can attack",
        "3–2",
        "stops once 2",
        "stay",
        "gained",
        "fewest",
        "capital",
        "seed 1",
    ):
        assert part in text
    many = "\n".join(words.campaign(campaigns.campaign([40, 25], [30, 3])))
    assert "who attacks next" in many
    assert "--json lists them" in many


def test_pictures():
    import matplotlib.pyplot as plt

    answer = campaigns.campaign(12, [3, 2, 4], simulate=1_000, seed=1)
    assert [bar.get_height() for bar in answer.plot().patches] == pytest.approx(list(answer.p_each))
    assert sum(bar.get_height() for bar in answer.plot_armies().patches) == pytest.approx(answer.p_all)
    assert sum(bar.get_height() for bar in answer.simulated.plot().patches) == pytest.approx(1)
    need = campaigns.need([3, 2], 0.8)
    assert need.plot().lines[0].get_xydata().tolist() == [list(point) for point in need.curve]
    plt.close("all")
