"""Paired differences: what pairing removes, sums against arrays, exact coverage for successes, bad input.

Sources: ``agresti-min-2005``, ``propcis``.
"""

import math
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import statistics
from risksim.errors import InputError


def test_common_luck_cancels_and_separate_luck_does_not():
    # b = a + noise with Var(noise) = Var(a) / 9: of Var(a) + Var(b) = 19/9 there stays 1/9, so 18/19 is removed
    rng = np.random.default_rng(20240504)
    luck = rng.normal(0, 3, 4000)
    noise = rng.normal(0.1, 1, 4000)
    shared = statistics.paired_difference(luck, luck + noise)
    assert shared.variance_removed == pytest.approx(18 / 19, abs=0.01)
    assert shared.correlation == pytest.approx(math.sqrt(9 / 10), abs=0.01)
    assert not shared.difference.contains(0)
    separate = statistics.paired_difference(rng.normal(0, 3, 4000), luck + noise)
    assert separate.variance_removed == pytest.approx(0, abs=0.06)
    assert separate.difference.standard_error > 4 * shared.difference.standard_error


def test_opposed_luck_is_said_to_harm():
    assert statistics.paired_difference([1, 2, 3], [3, 2, 1]).variance_removed == pytest.approx(-1)


@given(st.lists(st.tuples(st.integers(-99, 99), st.integers(-99, 99)), min_size=2, max_size=30))
@settings(deadline=None)
def test_sums_agree_with_arrays_and_order_turns_the_sign(pairs):
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    squares = [sum(x * x for x in a), sum(y * y for y in b), sum(x * y for x, y in pairs)]
    by_sums = statistics.paired_difference_from_sums(len(pairs), sum(a), sum(b), *squares, seed=5)
    by_array = statistics.paired_difference(a, b, seed=5)
    turned = statistics.paired_difference(b, a, seed=5)
    assert by_sums.difference.method == "paired"
    assert by_sums.difference.seed == 5
    for name in ("value", "standard_error", "low", "high"):
        expected = pytest.approx(getattr(by_sums.difference, name), abs=1e-9)
        assert getattr(by_array.difference, name) == expected
    assert turned.difference.value == -by_array.difference.value
    assert turned.difference.low == pytest.approx(-by_array.difference.high)


def test_no_variation_at_all_is_not_a_number_to_report():
    compared = statistics.paired_difference([2, 2, 2], [3, 3, 3])
    assert (compared.difference.value, compared.difference.standard_error) == (1, 0)
    assert compared.correlation is None
    assert compared.variance_removed is None
    assert "removed" not in str(compared)


def test_agrees_with_the_usual_interval_where_there_are_many_disagreements():
    # the approval ratings of Agresti's textbooks: 794 both times, 150 only first, 86 only second, 570 never
    compared = statistics.paired_proportions(794, 150, 86, 570)
    d = compared.difference
    assert d.value == -0.04
    assert d.standard_error == pytest.approx(0.0095, abs=5e-5)
    assert (d.low, d.high) == pytest.approx((-0.0587, -0.0213), abs=3e-4)
    assert (compared.first.value, compared.second.value) == (944 / 1600, 880 / 1600)


def test_the_interval_of_the_authors_package():
    # diffpropci.mp(b = 40, c = 20, n = 160) prints the ends below; the value inside ours is -20 / 160
    d = statistics.paired_proportions(60, 40, 20, 40).difference
    assert (d.low, d.high) == pytest.approx((-0.21601726, -0.03089632), abs=5e-9)
    assert d.value == -0.125


def successes_coverage(n, only_first, only_second, interval):
    """Chance that the interval contains the true difference; the disagreements of n pairs are trinomial."""
    truth, covered = only_second - only_first, 0.0
    for b in range(n + 1):
        for c in range(n + 1 - b):
            low, high = interval(b, c)
            if low <= truth <= high:
                same = 1 - only_first - only_second
                chance = comb(n, b) * comb(n - b, c) * only_first**b * only_second**c
                covered += chance * same ** (n - b - c)
    return covered


def test_successes_are_covered_where_disagreements_are_rare():
    n = 25

    def adjusted(b, c):
        d = statistics.paired_proportions(n - b - c, b, c, 0).difference
        return d.low, d.high

    def student(b, c):
        d = statistics.paired_difference_from_sums(n, n - c, n - b, n - c, n - b, n - b - c).difference
        return d.low, d.high

    for only_first, only_second in [(0.02, 0.03), (0.05, 0.05), (0.1, 0.2), (0.3, 0.1)]:
        assert successes_coverage(n, only_first, only_second, adjusted) > 0.93
    assert successes_coverage(n, 0.02, 0.03, student) < 0.8


@given(st.tuples(*[st.integers(0, 50)] * 4).filter(sum), st.floats(0.05, 0.99), st.floats(0.05, 0.99))
@settings(deadline=None)
def test_successes_enclose_and_widen(cells, one, other):
    narrow, wide = (statistics.paired_proportions(*cells, level=v).difference for v in sorted((one, other)))
    assert -1 <= wide.low <= narrow.low <= narrow.value <= narrow.high <= wide.high <= 1
    assert narrow.low < narrow.high


def test_pairs_without_disagreement_are_not_certain():
    d = statistics.paired_proportions(50, 0, 0, 50).difference
    assert (d.value, d.standard_error) == (0, 0)
    assert d.low < 0 < d.high


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: statistics.paired_difference([1, 2], [1, 2, 3]), "as many second values"),
        (lambda: statistics.paired_difference([1], [2]), "at least 2"),
        (lambda: statistics.paired_difference([1, math.nan], [1, 2]), "finite"),
        (lambda: statistics.paired_difference_from_sums(2, 0, 0, 1, 1, 5), "must be at least 0"),
        (lambda: statistics.paired_proportions(0, 0, 0, 0), "trials must be at least 1"),
        (lambda: statistics.paired_proportions(1, -1, 0, 0), "only_first must be at least 0"),
    ],
)
def test_refuses(ask, message):
    with pytest.raises(InputError, match=message):
        ask()
