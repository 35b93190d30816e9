"""Chances far below what doubles hold: against integers, and battles whose end is possible but hardly ever seen."""

import itertools
import math

import pytest

from risksim import luck, rules
from risksim.battles.exact import Battle, exact_ends
from risksim.errors import InputError
from risksim.luck import exact, words
from tests.naive import luck as naive

WORSE, EVEN, BETTER = (
    {"attackers": 9, "defenders": 9, "attacker_lost": a, "defender_lost": 2 - a} for a in (2, 1, 0)
)
SCORES = {2: -2, 1: 0, 0: 2}


def log10_p_value(rows):
    """Return the decimal logarithm of the two-sided p-value of rounds of three dice against two, from integers."""
    ways = naive.round_sums(len(rows))
    assert sum(ways.values()) == 7776 ** len(rows)
    total = sum(SCORES[row["attacker_lost"]] for row in rows)
    tails = (sum(n for k, n in ways.items() if k <= total), sum(n for k, n in ways.items() if k >= total))
    return min(0.0, math.log10(2) + math.log10(min(tails)) - len(rows) * math.log10(7776))


LOGS = {
    "every round lost": [WORSE] * 250,
    "every round lost, beyond doubles": [WORSE] * 900,
    "every round won, beyond doubles": [BETTER] * 1000,
    "far off, beyond what plain sums keep": [WORSE, EVEN, WORSE, BETTER, WORSE] * 400,
    "first bad, then good": [WORSE] * 400 + [BETTER] * 900,
    "as expected": [WORSE, BETTER, EVEN, BETTER] * 100,
}


@pytest.mark.parametrize("name", LOGS)
def test_tails_against_integers(name):
    rows = LOGS[name]
    answer = luck.luck(rows)
    wanted = log10_p_value(rows)
    assert answer.log10_p_value == pytest.approx(wanted, abs=1e-9)
    assert answer.p_value == pytest.approx(10**wanted if wanted > -300 else 0.0, rel=1e-8)
    for n in {1, len(rows) // 5, len(rows) // 2, len(rows) - 1}:
        so_far = log10_p_value(rows[:n])
        assert answer.rows[n - 1].p_value_so_far == pytest.approx(
            10**so_far if so_far > -300 else 0, rel=1e-8
        )
    other = luck.luck(rows, side="defender")
    assert other.log10_p_value == pytest.approx(wanted, abs=1e-9)
    assert other.p_unluckier == pytest.approx(answer.p_luckier, rel=1e-9)
    assert answer.p_unluckier + answer.p_same + answer.p_luckier == pytest.approx(1)


def test_a_long_log_of_bad_battles():
    answer = luck.luck([{"attackers": 10, "defenders": 5, "attackers_left": 1, "defenders_left": 3}] * 400)
    assert answer.p_value_anytime > 0
    assert answer.log10_p_value < answer.log10_p_value_anytime < -308
    text = "\n".join(words.luck(answer))
    assert "inf" not in text
    power = math.floor(answer.log10_p_value)
    assert f"two-sided p = {10 ** (answer.log10_p_value - power):.2f}e{power} (exact)" in text
    assert "percentile  < 1e-300" in text
    assert f"e{math.floor(answer.log10_p_value_anytime)}, e-value" in text
    lucky = luck.luck([BETTER] * 1000)
    assert "percentile  > 1 - 1e-300" in "\n".join(words.luck(lucky))


def test_rows_whose_order_does_not_matter():
    rows = [
        {"attackers": 10, "defenders": 5, "attackers_left": 1, "defenders_left": 3},
        {"attackers": 8, "defenders": 4, "attackers_left": 1, "defenders_left": 4},
        WORSE,
        WORSE | {"side": "defender"},
    ] * 90
    one, other = luck.luck(rows), luck.luck(rows[::-1])
    assert one.log10_p_value == pytest.approx(other.log10_p_value, abs=1e-9)
    assert one.log10_p_value < -60


VANISHING = [
    {"attackers": 2000, "defenders": 5, "attackers_left": 1, "defenders_left": 5},
    {"attackers": 100_000, "defenders": 90_000, "attackers_left": 1, "defenders_left": 70_000},
    {"attackers": 1300, "defenders": 12, "attackers_left": 100, "defenders_left": 12, "most_rounds": 600},
]


@pytest.mark.parametrize("row", VANISHING, ids=lambda row: str(row["attackers"]))
def test_ends_that_hardly_ever_come_are_taken(row):
    answer = luck.luck([row, BETTER])
    first, second = answer.rows
    assert (first.is_limit, second.is_limit, answer.n_limits) == (True, False, 1)
    for p in (first.percentile, first.p_value, answer.percentile, answer.p_value):
        assert p <= exact.LEAST_TOLD
    assert answer.p_value == exact.LEAST_TOLD
    assert answer.log10_p_value == pytest.approx(math.log10(exact.LEAST_TOLD))
    # it is evidence, but not more than is known
    assert -281 < answer.log10_p_value_anytime < -200
    text = "\n".join(words.luck(answer))
    assert "percentile  < 1e-279, two-sided p < 1e-279" in text
    assert "(exact)" not in text
    assert "1 battle ended in a way rarer than 1e-280" in text


def test_the_other_side_of_an_end_that_hardly_ever_comes():
    text = "\n".join(words.luck(luck.luck(VANISHING[:1], side="defender")))
    assert "percentile  > 1 - 1e-279" in text
    assert text.count("> 1 - 1e-279") == 2  # its row says the same


@pytest.mark.parametrize(
    "row",
    [
        # an attacker who loses two at a time does not lose nobody while five defenders are lost one by one
        {"attackers": 2000, "defenders": 6, "attackers_left": 1994, "defenders_left": 0, "keep": 1996},
        {"attackers": 2000, "defenders": 6, "attackers_left": 1, "defenders_left": 3, "until": 4},
        {
            "attackers": 2100,
            "defenders": 100,
            "attackers_left": 99,
            "defenders_left": 100,
            "most_rounds": 1000,
        },
    ],
)
def test_ends_that_never_come_are_refused(row):
    with pytest.raises(InputError, match=r"row 1: .* cannot "):
        luck.luck([row])


RULES = [
    {},
    {"defence_dice": 3},
    {"ties": "both"},
    {"ties": "neither"},
    {"attack_sides": 1},
    {"attack_dice": 2, "defence_dice": 1},
    {"two_vs_two": "one-pair"},
    {"attack_sides": 1, "defence_sides": 1, "ties": "both"},
    {"lone_defender": "cannot-be-attacked", "defender_dice_limit": "armies-1"},
    {"lone_defender": "auto-lost", "defender_dice_limit": "armies-1"},
]


@pytest.mark.parametrize("clauses", RULES, ids=str)
def test_which_ends_may_come(clauses):
    dice = rules.load("classic").vary(**clauses).dice
    for attackers, defenders, floor, until in itertools.product(
        (2, 13, 24), (2, 3, 21), (0, 1, 3), (0, 1, 4)
    ):
        if floor < attackers and until < defenders:
            battle = Battle(attackers, defenders, floor, until)
            ends = {(end.attackers, end.defenders) for end in exact_ends(dice, battle) if end.p}
            states = itertools.product(range(attackers + 1), range(defenders + 1))
            assert {state for state in states if exact.may_end(dice, battle, *state)} == ends
