"""Splits over fronts: against every split tried in fractions, in plain Python and in arrays, near 0 and near 1."""

import math
import random
from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import campaigns, rules
from risksim.battles import exact as battle
from risksim.campaigns.fronts import exact
from risksim.campaigns.fronts.exact import Cost
from risksim.errors import InputError
from risksim.rules.clauses import Dice
from tests.naive import fronts as naive

CLASSIC = rules.load("classic").dice
NAMES = (None, "capital", "zombies", "finnish", "russian")
few = settings(max_examples=40, deadline=None)


def dice_of(names):
    return [CLASSIC if name is None else rules.load(name).dice for name in names]


@st.composite
def questions(draw):
    n_fronts = draw(st.integers(1, 3))

    def listed(entries):
        return draw(st.lists(entries, min_size=n_fronts, max_size=n_fronts))

    return {
        "armies": draw(st.integers(0, 6)),
        "opponents": listed(st.integers(1, 6)),
        "standing": listed(st.integers(1, 4)),
        "worth": listed(st.sampled_from([1, 2, 3, 5])),
        "names": listed(st.sampled_from(NAMES)),
    }


@few
@given(questions(), st.sampled_from(["all", "weakest"]), st.booleans())
def test_no_split_of_defenders_is_better(asked, opponent, has_worth):
    worth = asked["worth"] if has_worth else None
    answer = campaigns.defend(
        asked["armies"],
        asked["opponents"],
        fighting=True,
        standing=asked["standing"],
        dice=asked["names"],
        opponent=opponent,
        worth=worth,
    )
    dice = dice_of(asked["names"])
    expected = naive.defend(dice, asked["opponents"], asked["standing"], asked["armies"], opponent, worth)
    assert answer.split == expected
    lost = [naive.p_taken(*each) for each in zip(dice, asked["opponents"], expected, strict=True)]
    assert answer.p_lost == pytest.approx([float(p) for p in lost], rel=1e-12)
    if opponent == "all":
        assert answer.p_any_lost == pytest.approx(float(1 - math.prod(1 - p for p in lost)), rel=1e-12)
        assert answer.expected_loss == pytest.approx(
            float(sum(w * p for w, p in zip(worth or [1] * len(lost), lost, strict=True)))
        )
    else:
        assert answer.p_any_lost == answer.p_lost[answer.attacked - 1]
        assert worth or answer.p_any_lost == max(answer.p_lost)


@few
@given(questions(), st.sampled_from(["all", "any", "number", "value"]))
def test_no_split_of_attackers_is_better(asked, aim):
    worth = asked["worth"] if aim == "value" else None
    answer = campaigns.deploy(
        asked["armies"],
        asked["opponents"],
        standing=asked["standing"],
        dice=asked["names"],
        aim=aim,
        worth=worth,
    )
    dice = dice_of(asked["names"])
    expected = naive.deploy(dice, asked["opponents"], asked["standing"], asked["armies"], aim, worth)
    assert answer.split == expected
    assert answer.attackers == tuple(n - 1 for n in expected)
    won = [naive.p_taken(*each) for each in zip(dice, answer.attackers, asked["opponents"], strict=True)]
    assert answer.p_win == pytest.approx([float(p) for p in won], rel=1e-12)
    assert answer.p_all == pytest.approx(float(math.prod(won)), rel=1e-12)
    assert answer.p_none == pytest.approx(float(math.prod(1 - p for p in won)), rel=1e-12)
    assert answer.p_any + answer.p_none == pytest.approx(1)
    assert answer.expected_taken == pytest.approx(float(sum(won)))


def test_one_army_more_may_move_the_others():
    """No greedy split is right: with seven armies one target is given up, with eight it is not."""
    splits = [campaigns.deploy(armies, [1, 5], aim="number").split for armies in (7, 8)]
    assert splits == [(6, 1), (4, 4)]
    assert [naive.deploy([CLASSIC] * 2, [1, 5], [1, 1], more, "number") for more in (5, 6)] == splits
    splits = [campaigns.defend(armies, [5, 6], worth=[1, 1]).split for armies in (7, 8)]
    assert splits == [(6, 1), (4, 4)]


few_stacks = st.lists(st.integers(2, 30), min_size=1, max_size=6)


@few
@given(few_stacks, st.integers(0, 60), st.sampled_from(["all", "weakest"]))
def test_the_best_split_is_no_worse_than_the_even_one_and_more_armies_never_hurt(against, more, opponent):
    answer = campaigns.defend(len(against) + more, against, opponent=opponent)
    assert sum(answer.split) == len(against) + more
    assert answer.p_any_lost <= answer.even_split.p_any_lost
    assert answer.gain_of_one_more >= 0
    assert answer.one_more.armies == answer.armies + 1
    deployed = campaigns.deploy(len(against) + more, against)
    assert deployed.p_all >= deployed.even_split.p_all
    assert deployed.gain_of_one_more >= 0


@few
@given(few_stacks, st.integers(0, 60), st.randoms(use_true_random=False))
def test_the_order_of_the_fronts_does_not_matter(against, more, order):
    moved = list(against)
    order.shuffle(moved)
    one, other = (campaigns.defend(len(against) + more, each) for each in (against, moved))
    assert one.p_any_lost == pytest.approx(other.p_any_lost, rel=1e-12)
    assert sorted(zip(against, one.split, strict=True)) == sorted(zip(moved, other.split, strict=True))


@few
@given(st.integers(2, 6), st.integers(2, 30), st.integers(0, 60))
def test_fronts_alike_hold_more_the_earlier_they_come(n_fronts, stack, more):
    split = campaigns.defend(n_fronts + more, [stack] * n_fronts).split
    assert list(split) == sorted(split, reverse=True)
    weakest = campaigns.defend(n_fronts + more, stack, fronts=n_fronts)
    assert weakest.split == weakest.even_split.split
    assert weakest.opponent == "weakest"


@pytest.mark.parametrize("name", ["classic", "capital", "russian", "finnish"])
@pytest.mark.parametrize("ties", ["defender", "both"])
def test_arrays_and_plain_python_find_the_same_chances(name, ties, monkeypatch):
    dice = rules.load(name).vary(ties=ties).dice
    plain = exact.for_defences(dice, [1, 7, 30], 25), exact.for_attacks(dice, [1, 2, 25], 31)
    monkeypatch.setattr(exact, "PLAIN_CHANCES", 0)
    assert (exact.for_defences(dice, [1, 7, 30], 25), exact.for_attacks(dice, [1, 2, 25], 31)) == plain


def test_arrays_and_plain_python_find_the_same_splits(monkeypatch):
    draw = random.Random(5).choice
    costs = [[Cost(draw([0, 0, 1]), draw([1.0, 2.0, 5.0]), n * n) for n in range(13)] for _ in range(4)]
    finite = [[cost._replace(infinities=0) for cost in front] for front in costs]
    values = [[cost.value for cost in front] for front in costs]
    plain = [exact.best_sum(each, 12) for each in (costs, finite)], exact.least_maximum(values, 12)
    monkeypatch.setattr(exact, "PLAIN_SUMS", 0)
    assert ([exact.best_sum(each, 12) for each in (costs, finite)], exact.least_maximum(values, 12)) == plain


def test_one_front_is_one_battle():
    answer = campaigns.defend(9, [20])
    row = next(islice(battle.win_rows(CLASSIC, 9), 18, None))
    assert (answer.split, answer.p_lost) == ((9,), (row[9],))
    assert answer.p_any_lost == pytest.approx(row[9], rel=1e-15)


def test_tiny_chances_keep_their_digits():
    answer = campaigns.defend(400, [3, 4, 3], fighting=True)
    chances = [float(naive.p_taken(CLASSIC, a, 6)) for a in (3, 4)]
    assert 0 < answer.p_any_lost < 1e-20
    assert answer.p_any_lost == pytest.approx(math.fsum(answer.p_lost), rel=1e-12)
    assert exact.for_defences(CLASSIC, [3, 4], 6)[4][6].taken == pytest.approx(chances[1], rel=1e-12)
    hopeless = campaigns.defend(12, [300, 200, 80])
    assert hopeless.p_any_lost == 1.0
    assert 0 < hopeless.p_none_lost < 1e-50
    assert hopeless.p_none_lost > hopeless.even_split.p_none_lost
    assert hopeless.gain_of_one_more > 0


def test_near_certain_worth_keeps_its_digits():
    """Both fronts fall but for 1e-20 or so; the one worth more is still held better."""
    answer = campaigns.defend(6, [150, 150], worth=[1, 1000])
    assert answer.expected_loss == 1001
    assert answer.split == (1, 5)
    assert campaigns.defend(6, [150, 150], worth=[1000, 1]).split == (5, 1)


def test_fronts_lost_for_certain_are_as_few_as_can_be():
    """Where two armies stand alone, both fall; a lone army of these rules has no die and is lost at once."""
    asked = {"rules": "russian", "lone_defender": "auto-lost"}
    answer = campaigns.defend(5, [6, 6, 6], **asked)
    assert answer.p_any_lost == 1.0
    assert sorted(answer.p_lost)[1] < 1 == max(answer.p_lost)
    assert answer.split == (2, 2, 1)


def test_a_lone_army_that_cannot_be_attacked_holds_every_front():
    answer = campaigns.defend(9, [6, 9, 6], rules="russian", lone_defender="cannot-be-attacked")
    assert answer.p_lost == (0, 0, 0)
    assert answer.split == answer.even_split.split == (3, 3, 3)


def test_balanced_blitz_is_kept_to():
    asked = {"rules": "balanced-blitz"}
    answer = campaigns.defend(30, [10, 10, 10], **asked)
    assert answer.split == (10, 10, 10)
    certain = campaigns.defend(90, [10, 10, 10], **asked)
    assert certain.p_any_lost == 0
    assert certain.split == (30, 30, 30)  # nothing to gain: as even as can be
    assert campaigns.deploy(30, [3, 3], **asked).p_all == 1


def test_dice_of_a_front():
    plain = campaigns.defend(20, [10, 10])
    walled = campaigns.defend(20, [10, 10], dice=[{"defence_dice": 3}, None])
    assert plain.split == (10, 10)
    assert walled.split[0] < walled.split[1]
    assert walled.dice == ("classic with defence_dice=3", "classic")
    assert campaigns.defend(20, [10, 10], dice=["capital", None]).p_lost == walled.p_lost


def test_armies_that_stand_can_only_be_added_to():
    answer = campaigns.defend(3, [10, 10], standing=[12, 2])
    assert answer.split == (12, 5)
    assert answer.added == (0, 3)
    assert campaigns.defend(0, [10, 10], standing=[12, 2]).split == (12, 2)
    assert answer.even_split.split == (12, 5)


def test_fighting_counts_armies_able_to_attack():
    assert campaigns.defend(12, [9, 5]).p_lost == campaigns.defend(12, [8, 4], fighting=True).p_lost
    one, other = campaigns.deploy(14, [3, 4]), campaigns.deploy(12, [3, 4], fighting=True)
    assert (one.split, one.p_all) == (other.split, other.p_all)
    assert sum(other.attackers) == other.armies == 12


@pytest.mark.parametrize("opponent", ["all", "weakest"])
def test_the_fewest_armies_are_the_fewest(opponent):
    needed = campaigns.defend(3, [8, 6, 4], opponent=opponent, p=0.1).needed
    assert needed.p_any_lost <= 0.1
    assert campaigns.defend(needed.armies, [8, 6, 4], opponent=opponent).split == needed.split
    assert campaigns.defend(needed.armies - 1, [8, 6, 4], opponent=opponent).p_any_lost > 0.1


@pytest.mark.parametrize(("aim", "key"), [("all", "p_all"), ("any", "p_any")])
def test_the_fewest_attackers_are_the_fewest(aim, key):
    needed = campaigns.deploy(2, [3, 6], aim=aim, p=0.9).needed
    assert getattr(needed, key) >= 0.9
    assert getattr(campaigns.deploy(needed.armies - 1, [3, 6], aim=aim), key) < 0.9
    added = campaigns.deploy(0, [3, 6], standing=[2, 2], aim=aim, p=0.9).needed
    assert sum(added.split) == added.armies + 4
    assert getattr(added, key) >= 0.9


def test_exactly_a_chance_in_fractions():
    """One army against one: 15 of 36 win, and both of two hold with (21/36)²."""
    answer = campaigns.defend(2, [2, 2])
    assert answer.p_none_lost == pytest.approx(float(Fraction(21, 36) ** 2), rel=1e-15)


def test_faces():
    answer = campaigns.defend(20, [12, 8, 8], p=0.3)
    said = answer.to_dict()
    assert said["split"] == [8, 6, 6]
    assert said["needed"]["armies"] == 48
    assert "p" not in campaigns.defend(20, [12, 8]).to_dict()
    assert list(answer.to_frame()["defenders"]) == [8, 6, 6]
    assert "<table" in answer._repr_html_()
    bars = answer.plot().patches
    assert [bar.get_height() for bar in bars] == pytest.approx([*answer.p_lost, *answer.even_split.p_lost])
    deployed = campaigns.deploy(20, [3, 6])
    assert list(deployed.to_frame()["attackers"]) == [7, 11]
    assert "P(all) = 0.824" in deployed.plot().get_title(loc="left")


BAD = [
    (lambda: campaigns.defend(2, [8, 8, 8]), "armies must be at least 3, not 2"),
    (lambda: campaigns.defend(1001, [8]), "armies must be at most 1000, not 1001"),
    (lambda: campaigns.defend(5, []), "against is empty"),
    (lambda: campaigns.defend(60, [8] * 51), "against lists 51 fronts; the most is 50"),
    (lambda: campaigns.defend(5, [8, 1]), "must be at least 2, not 1 (number 2 of against"),
    (lambda: campaigns.defend(5, [8, 1001]), "must be at most 1000, not 1001"),
    (lambda: campaigns.defend(5, [8, 2.5]), "must be a whole number, not 2.5"),
    (lambda: campaigns.defend(5, "88"), "against takes a list"),
    (lambda: campaigns.defend(5, 8), "say how many fronts"),
    (lambda: campaigns.defend(5, [8], fronts=2), "fronts goes with one stack"),
    (lambda: campaigns.defend(5, 8, fronts=0), "fronts must be at least 1, not 0"),
    (lambda: campaigns.defend(5, 8, fronts=2, opponent="all"), "one stack strikes one front"),
    (lambda: campaigns.defend(5, [8, 8], opponent="weekest"), "did you mean 'weakest'?"),
    (lambda: campaigns.defend(5, [8, 8], standing=[3]), "standing has 1 entry for 2 fronts"),
    (lambda: campaigns.defend(5, [8, 8], standing=[3, 0]), "must be at least 1, not 0"),
    (lambda: campaigns.defend(0, [8, 8], standing=[900, 200]), "standing has 1100 armies"),
    (lambda: campaigns.defend(-1, [8, 8], standing=[3, 3]), "armies to add must be at least 0, not -1"),
    (lambda: campaigns.defend(5, [8, 8], worth=[1]), "worth has 1 entry for 2 fronts"),
    (lambda: campaigns.defend(5, [8, 8], worth=[0, 0]), "worth is 0 for every front"),
    (lambda: campaigns.defend(5, [8, 8], worth=[1, math.nan]), "worth must be a finite number"),
    (lambda: campaigns.defend(5, [8, 8], worth=[1, 2], p=0.5), "does not go with worth"),
    (lambda: campaigns.defend(5, [8, 8], dice=["clasic", None]), "did you mean 'classic'?"),
    (lambda: campaigns.defend(5, [8, 8], dice=[{"defense_dice": 3}, None]), "did you mean 'defence_dice'?"),
    (lambda: campaigns.defend(5, [8, 8], p=1.5), "p must lie between 0 and 1, not 1.5"),
    (lambda: campaigns.defend(5, [8, 8], p=1e-300), "more than 1,000 armies would be needed"),
    (lambda: campaigns.defend(5, [8, 8], ties="neither", attack_sides=1, defence_sides=1), "never end"),
    (lambda: campaigns.deploy(5, [3, 0]), "defenders must be at least 1, not 0 (number 2 of targets"),
    (lambda: campaigns.deploy(1, [3, 3]), "armies must be at least 2, not 1"),
    (lambda: campaigns.deploy(5, [3, 3], aim="both"), "unknown aim 'both'"),
    (lambda: campaigns.deploy(5, [3, 3], aim="value"), "needs the worth"),
    (lambda: campaigns.deploy(5, [3, 3], aim="any", worth=[1, 2]), "worth goes with aim 'value'"),
    (lambda: campaigns.deploy(5, [3, 3], aim="number", p=0.5), "does not go with aim 'number'"),
    (lambda: campaigns.deploy(5, [3, 3], standing=[1, 1], fighting=True), "fighting does not go with"),
]


@pytest.mark.parametrize(("ask", "said"), BAD, ids=[said for _, said in BAD])
def test_bad_questions_are_refused(ask, said):
    with pytest.raises(InputError) as refused:
        ask()
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_chances_are_those_of_the_naive_twin():
    for name in NAMES:
        (dice,) = dice_of([name])
        table = exact.for_defences(dice, range(1, 6), 5)
        for attackers, row in table.items():
            expected = [naive.p_taken(dice, attackers, d) for d in range(6)]
            assert [chance.taken for chance in row] == pytest.approx([float(p) for p in expected], rel=1e-12)
            assert [chance.held for chance in row] == pytest.approx(
                [float(1 - p) for p in expected], rel=1e-12
            )


def test_a_wrong_twin_is_noticed():
    """The negative control: against defenders of one die the twin's best split is another one."""
    right, wrong = (naive.defend([dice] * 2, [4, 9], [1, 1], 8) for dice in (CLASSIC, Dice(defence_dice=1)))
    assert campaigns.defend(8, [4, 9], fighting=True, standing=[1, 1]).split == right != wrong


#: Dice under which something is certain for one side, or nothing is.
CERTAIN = [
    {},
    {"attack_bonus": 6},
    {"defence_bonus": 6},
    {"attack_sides": 1, "defence_sides": 1, "ties": "both"},
    {"attack_sides": 1, "defence_sides": 1},
    {"lone_defender": "cannot-be-attacked"},
    {"attack_dice": 1, "attack_sides": 1, "defence_sides": 2, "ties": "both"},
]


@pytest.mark.parametrize("clauses", CERTAIN, ids=str)
def test_certain_is_what_fractions_call_so(clauses):
    dice = rules.load("classic").vary(**clauses).dice
    armies = range(1, 9)
    for opponent in (1, 2, 5):
        taking = next((n for n in armies if naive.p_taken(dice, n - 1, opponent) == 1), None)
        holding = next((n for n in armies if naive.p_taken(dice, opponent, n) == 0), None)
        assert exact.fewest_taking(dice, opponent, 8) == taking
        assert exact.fewest_holding(dice, opponent, 8) == holding


def test_certainty_has_its_armies():
    sure = {"attack_sides": 1, "defence_sides": 1, "ties": "both"}
    answer = campaigns.deploy(20, [3, 6], p=1, **sure)
    assert (answer.needed.armies, answer.needed.split, answer.needed.p_all) == (13, (5, 8), 1)
    assert campaigns.deploy(20, [3, 6], p=1, aim="any", **sure).needed.split == (5, 1)
    assert campaigns.deploy(20, [3, 6], p=1, aim="any", dice=[None, sure]).needed.split == (1, 8)
    assert campaigns.deploy(2, [3, 6], p=1, standing=[4, 9], **sure).needed.armies == 1
    held = campaigns.defend(20, [5, 3], p=0, **sure).needed
    assert (held.armies, held.split, held.p_any_lost) == (6, (4, 2), 0)
    assert campaigns.defend(20, [5, 3], p=0, opponent="weakest", **sure).needed.armies == 6


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: campaigns.deploy(20, [3, 6], p=1), "p = 1 cannot be had against 3 defenders"),
        (lambda: campaigns.deploy(20, [3, 6], p=1, aim="any"), "p = 1 cannot be had against 3 defenders"),
        (
            lambda: campaigns.deploy(20, [3, 6], p=1, dice=[{"attack_bonus": 6}, "finnish"]),
            r"against 6 defenders.*rule set 'finnish'",
        ),
        (lambda: campaigns.defend(20, [9, 8], p=0), "p = 0 cannot be had against 8 attackers"),
        (
            lambda: campaigns.deploy(2, [600, 600], p=1, attack_sides=1, defence_sides=1, ties="both"),
            "more than 1,000 armies would be needed for a chance of 1",
        ),
    ],
)
def test_what_is_not_certain_is_not_called_so(ask, words):
    with pytest.raises(InputError, match=words):
        ask()
