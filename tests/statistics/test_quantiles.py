"""Order-statistics intervals: known ranks, the binomial sums that define them, coverage, properties, bad input.

Sources: ``thompson-1936``.
"""

import math
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import statistics
from risksim.errors import InputError


def ranks(n, p, level=0.95):
    e = statistics.quantiles(range(1, n + 1), [p], level=level, lowest=0, highest=n + 1)[p]
    return int(e.low), int(e.high)


def binomial_below(n, p, k):
    return sum(comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(k))


@pytest.mark.parametrize(
    ("n", "enclosing"), [(5, (0, 6)), (6, (1, 6)), (10, (2, 9)), (20, (6, 15)), (100, (40, 61))]
)
def test_ranks_that_enclose_the_median(n, enclosing):
    # six draws are the fewest whose extremes enclose the median: 1 - 2 / 2**6 = 0.969, but 1 - 2 / 2**5 = 0.9375
    assert ranks(n, 0.5) == enclosing


@pytest.mark.parametrize("n", [3, 17, 60])
@pytest.mark.parametrize("p", [Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)])
@pytest.mark.parametrize("level", [Fraction(1, 2), Fraction(19, 20)])
def test_ranks_are_the_tightest_whose_tails_are_small_enough(n, p, level):
    lower, upper = ranks(n, float(p), float(level))
    tail = (1 - level) / 2
    assert binomial_below(n, p, lower) <= tail
    assert 1 - binomial_below(n, p, upper) <= tail
    assert binomial_below(n, p, lower + 1) > tail
    assert 1 - binomial_below(n, p, upper - 1) > tail


def test_covers_in_any_distribution():
    # 1,000 samples of 80: one standard deviation of a coverage of 90 % is 0.9 points, hence 0.9 - 0.04 below.
    # The exponential is continuous, so there the ranks one step further in must fail.
    rng = np.random.default_rng(20240503)
    continuous = rng.exponential(1, (1000, 80))
    found = [statistics.quantiles(row, [0.75], level=0.9)[0.75] for row in continuous]
    assert sum(e.contains(math.log(4)) for e in found) / 1000 > 0.86
    lower, upper = ranks(80, 0.75, 0.9)
    ordered = np.sort(continuous, axis=1)
    inner = (ordered[:, lower] <= math.log(4)) & (math.log(4) <= ordered[:, upper - 2])
    assert inner.mean() < 0.89

    discrete = rng.geometric(0.5, (1000, 80))  # P(X <= 2) = 0.75: the lower quartile point itself
    counted = [statistics.quantiles_from_counts(np.bincount(row), level=0.9)[0.75] for row in discrete]
    assert sum(e.contains(2) for e in counted) / 1000 > 0.86


@given(
    st.lists(st.integers(0, 30), min_size=1, max_size=60),
    st.floats(0.01, 0.99),
    st.floats(0.05, 0.99),
    st.floats(0.05, 0.99),
)
@settings(deadline=None)
def test_sample_and_counts_agree_enclose_and_widen(values, p, one, other):
    narrow_level, wide_level = sorted((one, other))
    narrow = statistics.quantiles(values, [p], level=narrow_level)[p]
    wide = statistics.quantiles(values, [p], level=wide_level)[p]
    assert wide.low <= narrow.low <= narrow.value <= narrow.high <= wide.high
    assert statistics.quantiles_from_counts(np.bincount(values), probabilities=[p], level=one) == (
        statistics.quantiles(values, [p], level=one)
    )


@given(st.integers(1, 200), st.floats(0.05, 0.99))
@settings(deadline=None)
def test_mirrors(n, level):
    lower, upper = ranks(n, 0.25, level)
    assert ranks(n, 0.75, level) == (n + 1 - upper, n + 1 - lower)


def test_the_value_is_the_smallest_draw_that_enough_do_not_exceed():
    found = statistics.quantiles(range(1, 101), [0.07, 0.5, 0.51, 0.995])
    assert [e.value for e in found.values()] == [7, 50, 51, 100]


def test_few_draws_give_no_bound():
    e = statistics.quantiles([1, 2, 3], [0.5])[0.5]
    assert (e.low, e.high, e.standard_error) == (-math.inf, math.inf, math.inf)
    bounded = statistics.quantiles([1, 2, 3], [0.5], lowest=0, highest=10)[0.5]
    assert (bounded.low, bounded.value, bounded.high) == (0, 2, 10)


def test_many_draws():
    counts = np.array([10**9, 3 * 10**9])
    e = statistics.quantiles_from_counts(counts, probabilities=[0.25, 0.26])
    assert (e[0.25].low, e[0.25].high) == (0, 1)
    assert (e[0.26].low, e[0.26].value, e[0.26].high) == (1, 1, 1)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: statistics.quantiles([]), "number of values must be at least 1"),
        (lambda: statistics.quantiles_from_counts([]), "number of values must be at least 1"),
        (lambda: statistics.quantiles_from_counts([0, 0]), "number of values must be at least 1"),
        (lambda: statistics.quantiles([1, 2], [0]), "strictly between 0 and 1"),
        (lambda: statistics.quantiles([1, 2], [1]), "strictly between 0 and 1"),
        (lambda: statistics.quantiles([1, math.inf]), "finite"),
        (lambda: statistics.quantiles([1, 2], lowest=2), "exceed the limits"),
        (lambda: statistics.quantiles_from_counts([1, 2], [5, 5]), "values must increase"),
        (lambda: statistics.quantiles_from_counts([1, 2], [5]), "2 counts need as many values"),
    ],
)
def test_refuses(ask, message):
    with pytest.raises(InputError, match=message):
        ask()
