"""Simulated logs: fair dice give uniform p-values, loaded ones are noticed, and peeking fools only the plain p-value.

Sources: ``ville-1939``.
"""

from random import Random

import numpy as np
import pytest

from risksim import luck, rules, statistics
from tests.naive import luck as naive

RULES = rules.load("classic")
CLASSIC = RULES.dice
STARTS = [(8, 5), (12, 7), (5, 5), (10, 3), (6, 9)]
TENTHS = [0.1] * 10


def positions(answers, random):
    """Return the place of each log among all that fair dice may give, even spread over those just as lucky."""
    return [answer.p_unluckier + random.random() * answer.p_same for answer in answers]


def tenths(places):
    return np.histogram(places, bins=10, range=(0, 1))[0]


@pytest.fixture(scope="module")
def fair_battles():
    random = Random(20240604)
    return [luck.luck(naive.fight_rows(CLASSIC, STARTS, random), rules=RULES) for _ in range(300)]


@pytest.fixture(scope="module")
def fair_rounds():
    random = Random(20240605)
    return [luck.luck(naive.roll_rows(CLASSIC, 9, 9, 40, random), rules=RULES) for _ in range(300)]


@pytest.mark.parametrize("kind", ["fair_battles", "fair_rounds"])
def test_fair_logs_spread_evenly(kind, request):
    answers = request.getfixturevalue(kind)
    random = Random(20240606)
    assert statistics.chi_square(tenths(positions(answers, random)), TENTHS).p_value > 1e-3
    # each row of battles as well, and a percentile in the middle on average
    assert np.mean([answer.percentile for answer in answers]) == pytest.approx(0.5, abs=0.05)
    assert np.mean([answer.z**2 for answer in answers]) == pytest.approx(1, abs=0.25)
    assert np.mean([answer.p_value <= 0.1 for answer in answers]) <= 0.15
    assert np.mean([answer.p_value_anytime <= 0.05 for answer in answers]) <= 0.093


def test_loaded_logs_do_not_spread_evenly():
    # negative control: the attacker's six comes up three times in ten
    random, loaded = Random(20240607), naive.LoadedDice(20240608, 0.3)
    answers = [luck.luck(naive.roll_rows(CLASSIC, 9, 9, 40, random, loaded), rules=RULES) for _ in range(100)]
    assert statistics.chi_square(tenths(positions(answers, random)), TENTHS).p_value < 1e-6
    assert np.mean([answer.percentile for answer in answers]) > 0.7


def test_a_loaded_die_is_noticed_in_a_long_log():
    random, loaded = Random(20240609), naive.LoadedDice(20240610, 0.35)
    answer = luck.luck(naive.roll_rows(CLASSIC, 20, 20, 250, random, loaded), rules=RULES)
    assert answer.p_value_anytime < 0.01
    assert answer.luck > 0
    unlucky = luck.luck(
        naive.roll_rows(CLASSIC, 20, 20, 250, Random(1), naive.LoadedDice(2, 0.02)), rules=RULES
    )
    assert unlucky.p_value_anytime < 0.01
    assert unlucky.luck < 0


def test_peeking_fools_the_plain_p_value_and_not_the_other(fair_rounds):
    # the player looks after every round and stops at the first p ≤ 0.05
    plain = [min(row.p_value_so_far for row in answer.rows) for answer in fair_rounds]
    anytime = [answer.p_value_anytime for answer in fair_rounds]
    # 300 logs at a true rate of 5 % show more than 9.3 % once in a thousand
    assert np.mean(np.array(anytime) <= 0.05) <= 0.093
    assert np.mean(np.array(plain) <= 0.05) > 0.1  # negative control
    for answer in fair_rounds[:50]:
        assert answer.p_value_anytime == pytest.approx(min(1, 1 / max(row.e_value for row in answer.rows)))


def test_a_log_that_crosses_the_anytime_limits_is_the_one_that_is_rejected(fair_rounds):
    random, loaded = Random(20240611), naive.LoadedDice(20240612, 0.5)
    logs = [luck.luck(naive.roll_rows(CLASSIC, 9, 9, 90, random, loaded), rules=RULES) for _ in range(10)]
    rejected = 0
    for answer in [*fair_rounds[:100], *logs]:
        outside = [not row.anytime_low < row.luck_so_far < row.anytime_high for row in answer.rows]
        assert any(outside) == (answer.p_value_anytime <= 0.05)
        rejected += any(outside)
    assert rejected >= 5


def test_armies_that_follow_from_the_dice_do_not_fool_the_anytime_test():
    # one keeps attacking the weakest while winning and stops after four bad rows: rows depend on what came before
    random = Random(20240613)
    anytime = []
    for _ in range(120):
        test_rows, armies, bad = [], 15, 0
        while armies > 3 and bad < 4 and len(test_rows) < 40:
            (fought,) = naive.fight_rows(CLASSIC, [(armies, 2 + bad)], random)
            test_rows.append(fought)
            bad = bad + 1 if fought["defenders_left"] else 0
            armies = fought["attackers_left"] + 3
        anytime.append(luck.luck(test_rows, rules=RULES).p_value_anytime)
    # 120 logs at a true rate of 5 % show more than 12.5 % once in a thousand
    assert np.mean(np.array(anytime) <= 0.05) <= 0.125
