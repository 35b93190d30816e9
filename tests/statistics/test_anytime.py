"""Test martingales: expectation 1, the chance ever to be large, and that plain p-values do not survive peeking.

Sources: ``ville-1939``, ``howard-2021``.
"""

import itertools
import math
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import statistics
from risksim.statistics import anytime
from tests.naive import luck as naive

#: A round of three dice against two, by defender's less attacker's losses.
ROUND = {2: 2890 / 7776, 0: 2611 / 7776, -2: 2275 / 7776}
SKEW = {5: 0.05, 1: 0.15, -1: 0.8}


def moments(chances):
    return statistics.log_moments(chances, chances.values())


@settings(max_examples=40, deadline=None)
@given(picks=st.lists(st.sampled_from([(x, law) for law in (0, 1) for x in (ROUND, SKEW)[law]]), max_size=8))
def test_against_the_formula(picks):
    laws = (ROUND, SKEW)
    test = statistics.TiltedMixture()
    for x, law in picks:
        test.take(x, moments(laws[law]))
    wanted = naive.tilted_e_value([(x, laws[law]) for x, law in picks], anytime.TILTS)
    assert test.e_value == pytest.approx(wanted, rel=1e-9)
    assert test.total == sum(x for x, _ in picks)


def test_expectation_one_whatever_comes_next():
    # the second number is drawn from a distribution chosen by the first
    expectation = 0.0
    for x, p in ROUND.items():
        following = SKEW if x > 0 else ROUND
        for y, q in following.items():
            test = statistics.TiltedMixture()
            test.take(x, moments(ROUND))
            expectation += p * q * test.take(y, moments(following))
    assert expectation == pytest.approx(1, abs=1e-12)


def test_expectation_one_of_a_die():
    expectation = 0.0
    for rolls in itertools.product(range(3), repeat=4):
        test = statistics.DirichletMixture(3)
        for face in rolls:
            test.take(face)
        expectation += test.e_value / 3**4
    assert expectation == pytest.approx(1, abs=1e-12)


def crossing_chance(law, n, is_beyond):
    """Return the chance that the sum is ever beyond a limit of its time, exactly."""
    going, crossed = {0: 1.0}, 0.0
    for time in range(1, n + 1):
        following = defaultdict(float)
        for total, p in going.items():
            for x, q in law.items():
                following[total + x] += p * q
        crossed += sum(p for total, p in following.items() if is_beyond(time, total))
        going = {total: p for total, p in following.items() if not is_beyond(time, total)}
    return crossed


def test_peeking_at_every_round_errs_less_often_than_the_level_where_plain_limits_do_not():
    # exactly, over every course of 400 rounds of three dice against two
    test = statistics.TiltedMixture()
    limits = []
    for _ in range(400):
        test.take(0, moments(ROUND))
        limits.append(test.limits(0.95))
    chance = crossing_chance(ROUND, 400, lambda n, total: not limits[n - 1][0] < total < limits[n - 1][1])
    assert 0.005 < chance <= 0.05
    # negative control: limits for one look, looked at 400 times
    mean = sum(x * p for x, p in ROUND.items())
    sd = math.sqrt(sum((x - mean) ** 2 * p for x, p in ROUND.items()))
    naive_chance = crossing_chance(
        ROUND, 400, lambda n, total: n >= 10 and abs(total - n * mean) > 1.96 * sd * math.sqrt(n)
    )
    assert naive_chance > 0.3


def test_limits_are_where_the_e_value_reaches_one_over_alpha():
    test = statistics.TiltedMixture()
    assert test.limits() == (-math.inf, math.inf)
    for n in range(1, 40):
        test.take((-1, 5)[n % 7 == 0], moments(SKEW))
        for level in (0.5, 0.95, 0.999):
            low, high = test.limits(level)
            assert low < high
            for end in (low, high):
                value = sum(
                    math.exp(tilt * end - n * cumulant)
                    for tilt, cumulant in zip(anytime.TILTS, moments(SKEW), strict=True)
                ) / len(anytime.TILTS)
                assert value == pytest.approx(1 / (1 - level), rel=1e-6)


def test_the_p_value_never_rises_and_remembers_the_largest():
    test = statistics.TiltedMixture()
    seen = []
    for x in [2] * 20 + [-2] * 40:
        test.take(x, moments(ROUND))
        seen.append(test.p_value)
    assert seen == sorted(seen, reverse=True)
    assert seen[-1] < 0.01 < 1 / test.e_value


def test_peeking_at_a_fair_die_and_noticing_a_loaded_one():
    rng = np.random.default_rng(20240602)

    def smallest(chances, runs, n):
        found = []
        for _ in range(runs):
            test = statistics.DirichletMixture(6)
            for face in rng.choice(6, size=n, p=chances).tolist():
                test.take(face)
            found.append(test.p_value)
        return np.array(found)

    # 400 runs at a true rate of 5 % show more than 8.5 % once in a thousand
    assert np.mean(smallest([1 / 6] * 6, 400, 120) <= 0.05) <= 0.085
    assert np.mean(smallest([0.14] * 5 + [0.3], 60, 300) <= 0.05) > 0.8


def test_counts_without_order_give_the_same_e_value():
    counts = [3, 0, 7, 1]
    ordered, at_once, in_parts = (statistics.DirichletMixture(4) for _ in range(3))
    for cell, count in enumerate(counts):
        for _ in range(count):
            ordered.take(cell)
    at_once.take_counts(counts)
    in_parts.take_counts([1, 0, 2, 1])
    in_parts.take_counts([2, 0, 5, 0])
    assert at_once.e_value == pytest.approx(ordered.e_value, rel=1e-12)
    assert in_parts.e_value == pytest.approx(ordered.e_value, rel=1e-12)
    assert in_parts.counts == ordered.counts == counts
    assert at_once.p_value >= ordered.p_value


def test_huge_evidence_does_not_overflow():
    test = statistics.TiltedMixture()
    for _ in range(2000):
        test.take(5, moments(SKEW))
    assert test.e_value == math.exp(708)
    assert 0 < test.p_value < 1e-300
    assert test.log_e_value == test.log_e_value_largest > 2000 * math.log(5)


def test_a_distribution_without_outcomes_is_refused():
    with pytest.raises(statistics.estimate.InputError, match="outcome that can happen"):
        statistics.log_moments([1, 2], [0, 0])
