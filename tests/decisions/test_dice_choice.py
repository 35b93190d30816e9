"""How many dice: every roll against the slow twin, and what must hold of a game of two."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import battles, decisions
from risksim.battles import rounds
from risksim.decisions import rolls
from risksim.errors import InputError
from risksim.rules.clauses import BonusClamp, BonusOn, Dice, Ties, TwoVersusTwo
from tests.naive import decisions as naive

small_dice = st.builds(
    Dice,
    attack_sides=st.integers(1, 4),
    defence_sides=st.integers(1, 4),
    ties=st.sampled_from(Ties),
    attack_bonus=st.integers(-2, 2),
    defence_bonus=st.integers(-2, 2),
    attack_bonus_on=st.sampled_from(BonusOn),
    defence_bonus_on=st.sampled_from(BonusOn),
    bonus_clamp=st.sampled_from(BonusClamp),
    attack_extra_dice=st.integers(0, 1),
    defence_extra_dice=st.integers(0, 1),
    compared_pairs=st.integers(1, 4),
    two_vs_two=st.sampled_from(TwoVersusTwo),
)


@settings(deadline=None, max_examples=80)
@given(small_dice, st.integers(1, 3), st.integers(1, 3))
def test_the_rolls_seen_add_up_to_the_round(dice, n_attack, n_defence):
    counts, total = rounds.round_of(dice, n_attack, n_defence)
    ways = rolls.counted(dice, True, n_attack, 3)
    found = {}
    for roll, costs in rolls.against(dice, n_attack, n_defence, 3).items():
        for losses, p in costs.items():
            found[losses] = found.get(losses, 0) + ways[roll] / sum(ways.values()) * p
    again = 0.0
    if dice.ties is Ties.REROLL:  # a round that is rolled again costs nothing, so it is not told from a tie
        again = found.pop((0, 0), 0.0)
    assert {losses: pytest.approx(p) for losses, p in found.items()} == {
        losses: n / total * (1 - again) for losses, n in counts.items() if n
    }


@settings(deadline=None, max_examples=25)
@given(
    st.sampled_from(["attacker", "seen"]),
    st.sampled_from(["win", "losses"]),
    st.sampled_from([Ties.DEFENDER, Ties.ATTACKER]),
    st.integers(1, 3),
    st.integers(2, 4),
    st.integers(-1, 1),
    st.integers(1, 4),
    st.integers(1, 4),
)
def test_the_twin_agrees(order, aim, ties, defence_dice, sides, bonus, attackers, defenders):
    dice = Dice(
        ties=ties, defence_dice=defence_dice, attack_sides=3, defence_sides=sides, defence_bonus=bonus
    )
    changes = {name: getattr(dice, name) for name in ("defence_dice", "attack_sides", "defence_sides")}
    answer = decisions.dice(
        attackers,
        defenders,
        fighting=True,
        seen=order == "seen",
        aim=aim,
        ties=ties.value,
        defence_bonus=bonus,
        **changes,
    )
    assert answer.value == pytest.approx(float(naive.Dicing(dice, order, aim).value(attackers, defenders)))
    if order == "attacker":
        other = naive.Dicing(dice, "defender", aim).value(attackers, defenders)
        assert answer.value_defender_first == pytest.approx(float(other))


def test_the_twin_tells_seen_from_blind():
    seen, blind = (naive.Dicing(Dice(), order, "win").value(3, 2) for order in ("seen", "attacker"))
    assert seen < blind


@pytest.mark.parametrize("ties", ["neither", "re-roll"])
@pytest.mark.parametrize("aim", ["win", "losses"])
def test_rounds_that_may_cost_nothing_come_to_a_fixed_point(ties, aim):
    answer = decisions.dice(5, 3, seen=True, ties=ties, aim=aim, attack_sides=4, defence_sides=4)
    value = iterated(Dice(ties=Ties(ties), attack_sides=4, defence_sides=4), 4, 3, aim == "win")
    assert answer.value == pytest.approx(value, abs=1e-9)


def iterated(dice, attackers, defenders, is_win):
    """Return the value by value iteration: round after round, with nothing solved for."""
    values = {(a, 0): float(is_win) for a in range(1, attackers + 1)}
    values |= {(0, d): 0.0 for d in range(defenders + 1)}
    for a, d in product(range(1, attackers + 1), range(1, defenders + 1)):
        values[a, d] = 0.0
        rounds_seen = [seen_by(dice, n, min(2, d)) for n in range(1, min(3, a) + 1)]
        for _ in range(60):
            values[a, d] = max(played(values, a, d, each, is_win) for each in rounds_seen)
    return values[attackers, defenders]


def seen_by(dice, n_attack, most_defence):
    ways = rolls.counted(dice, True, n_attack, 2)
    return ways, [rolls.against(dice, n_attack, n, 2) for n in range(1, most_defence + 1)]


def played(values, a, d, seen, is_win):
    ways, tables = seen
    total = 0.0
    for roll, count in ways.items():
        total += count * min(
            sum(p * (values[a - i, d - j] + (0 if is_win else j - i)) for (i, j), p in table[roll].items())
            for table in tables
        )
    return total / sum(ways.values())


def test_blind_both_should_roll_all_their_dice_and_the_order_makes_no_difference():
    for aim in ("win", "losses"):
        answer = decisions.dice(21, 20, aim=aim)
        assert not answer.order_matters
        assert answer.value == pytest.approx(answer.value_defender_first, abs=1e-12)
        assert answer.p_win == pytest.approx(battles.odds(21, 20).p_win, abs=1e-12)
        for armies, row, replies in zip(
            answer.table_armies, answer.table_attack_dice, answer.table_defence_dice, strict=True
        ):
            assert set(row) == {min(3, armies - 1)}
            assert replies == (1, *[2] * 19)


def test_dice_for_which_it_matters_who_announces_first():
    clauses = {
        "attack_dice": 4,
        "defence_dice": 4,
        "defence_sides": 1,
        "ties": "both",
        "attack_bonus": -1,
        "defence_bonus": 1,
        "attack_extra_dice": 1,
        "defence_extra_dice": 1,
        "compared_pairs": 4,
    }
    answer = decisions.dice(5, 5, aim="losses", **clauses)
    assert answer.order_matters
    assert answer.value < answer.value_defender_first


def test_all_dice_on_both_sides_is_the_battle():
    answer, odds = decisions.dice(12, 9, seen=True), battles.odds(12, 9)
    assert answer.p_win_all == pytest.approx(odds.p_win)
    assert answer.expected_attacker_losses_all == pytest.approx(odds.expected_attacker_losses)
    assert answer.expected_defender_losses_all == pytest.approx(odds.expected_defender_losses)


@settings(deadline=None, max_examples=15)
@given(st.integers(2, 10), st.integers(1, 8), st.sampled_from(["defender", "attacker", "re-roll"]))
def test_to_see_the_roll_never_hurts_the_defender(armies, defenders, ties):
    blind, seen = (decisions.dice(armies, defenders, seen=seen, ties=ties) for seen in (False, True))
    assert seen.p_win <= blind.p_win + 1e-12
    best = max(seen.replies, key=lambda reply: reply.value)
    assert best.value == pytest.approx(seen.value)


@settings(deadline=None, max_examples=20)
@given(st.integers(1, 8), st.integers(1, 8), st.integers(1, 3), st.sampled_from(["re-roll", "neither"]))
def test_symmetric_rules_give_symmetric_odds(one, other, n_dice, ties):
    clauses = {"attack_dice": n_dice, "defence_dice": n_dice, "ties": ties}
    first = decisions.dice(one, other, fighting=True, **clauses)
    second = decisions.dice(other, one, fighting=True, **clauses)
    assert first.p_win_all + second.p_win_all == pytest.approx(1)
    # the attacker announces first here, the defender there
    losses = [
        decisions.dice(a, d, fighting=True, aim="losses", **clauses) for a, d in ((one, other), (other, one))
    ]
    assert losses[0].value == pytest.approx(-losses[1].value_defender_first, abs=1e-9)


def test_one_defender_has_no_choice():
    answer = decisions.dice(5, 1, seen=True)
    assert answer.defence_dice == 1
    assert answer.at(5, 1) == (3, None)
    assert answer.p_win == pytest.approx(battles.odds(5, 1).p_win)


def test_three_defence_dice_show_three_attack_dice():
    answer = decisions.dice(6, 3, seen=True, defence_dice=3)
    _, rule = answer.at(6, 3)
    assert len(rule.replies) == 56
    assert {reply.defence_dice for reply in rule.replies} <= {1, 2, 3}
    _, rule = answer.at(6, 2)
    assert len(rule.replies) == 21


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"armies": 1}, "must be at least 2, not 1"),
        ({"defenders": -1}, "defenders must be at least 1"),
        ({"aim": "wni"}, "did you mean 'win'"),
        ({"armies": 5000, "defenders": 5000}, "too large"),
        ({"armies": 200, "defenders": 200, "seen": True}, "at most"),
        ({"attack_sides": 100, "seen": True}, "too many"),
        ({"attack_dice": 6, "attack_sides": 30, "seen": True}, "too many different rolls"),
        ({"rules": "balanced-blitz"}, "battle_outcome=rolled"),
        ({"ties": "neither", "attack_sides": 1, "defence_sides": 1}, "never end"),
        (
            # one die meets 0, two meet 1: whatever the attacker shows, the defender can tie it
            {
                "seen": True,
                "ties": "neither",
                "attack_dice": 1,
                "attack_sides": 2,
                "attack_bonus": -1,
                "attack_bonus_on": "all",
                "defence_sides": 1,
                "defence_bonus": -1,
            },
            "never end",
        ),
    ],
)
def test_bad_input(question, words):
    with pytest.raises(InputError, match=words) as caught:
        decisions.dice(**{"armies": 9, "defenders": 4} | question)
    assert "\n" not in str(caught.value)
