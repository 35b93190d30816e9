"""Wilson's and Clopper and Pearson's intervals: closed forms, exact coverage, properties, bad input.

Coverage is not simulated: for given n and p it is the sum of the binomial chances of the counts whose interval
contains p, which is exact.

Sources: ``wilson-1927``, ``clopper-pearson-1934``.
"""

from math import comb, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import statistics
from risksim.errors import InputError

METHODS = ["wilson", "clopper-pearson"]
GRID = [i / 200 for i in range(1, 200)]
counts = st.integers(1, 10**9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
levels = st.floats(0.01, 0.999)


def coverage(intervals, n, p):
    return sum(
        comb(n, x) * p**x * (1 - p) ** (n - x) for x, (low, high) in enumerate(intervals) if low <= p <= high
    )


@pytest.mark.parametrize("n", [12, 40])
def test_clopper_pearson_never_covers_less_than_its_level(n):
    intervals = [statistics.clopper_pearson(x, n, 0.9) for x in range(n + 1)]
    assert min(coverage(intervals, n, p) for p in GRID) >= 0.9


@pytest.mark.parametrize("n", [12, 40])
def test_wilson_covers_its_level_on_average(n):
    intervals = [statistics.wilson(x, n, 0.9) for x in range(n + 1)]
    covered = [coverage(intervals, n, p) for p in GRID]
    assert sum(covered) / len(covered) == pytest.approx(0.9, abs=0.015)
    assert min(covered) < 0.9, "which is why there is another one"


def test_the_naive_interval_would_fail_the_same_check():
    n, z = 40, statistics.normal_multiple(0.9)
    half = [z * sqrt(x * (n - x) / n) / n for x in range(n + 1)]
    intervals = [(x / n - h, x / n + h) for x, h in enumerate(half)]
    covered = [coverage(intervals, n, p) for p in GRID]
    assert sum(covered) / len(covered) < 0.88
    assert min(covered) < 0.3


def test_closed_forms_where_all_or_none_succeed():
    z2 = statistics.normal_multiple(0.95) ** 2
    for n in (1, 10, 1000, 10**9):
        assert statistics.wilson(0, n) == pytest.approx((0, z2 / (n + z2)))
        assert statistics.wilson(n, n) == pytest.approx((n / (n + z2), 1))
        assert statistics.clopper_pearson(0, n) == pytest.approx((0, 1 - 0.025 ** (1 / n)), rel=1e-6)
        assert statistics.clopper_pearson(n, n) == pytest.approx((0.025 ** (1 / n), 1))


def test_the_ends_satisfy_the_equations_that_define_them():
    x, n = 7, 31
    z = statistics.normal_multiple(0.95)
    for p in statistics.wilson(x, n):
        assert abs(x - n * p) == pytest.approx(z * sqrt(n * p * (1 - p)))
    low, high = statistics.clopper_pearson(x, n)
    at_least = sum(comb(n, k) * low**k * (1 - low) ** (n - k) for k in range(x, n + 1))
    at_most = sum(comb(n, k) * high**k * (1 - high) ** (n - k) for k in range(x + 1))
    assert (at_least, at_most) == pytest.approx((0.025, 0.025))


@given(counts, levels, st.sampled_from(METHODS))
@settings(deadline=None)
def test_encloses_the_value_and_mirrors(count, level, method):
    x, n = count
    e = statistics.proportion(x, n, level=level, method=method)
    mirrored = statistics.proportion(n - x, n, level=level, method=method)
    assert 0 <= e.low <= e.value <= e.high <= 1
    assert e.low < e.high
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx((e.low, e.high), abs=1e-12)
    assert mirrored.standard_error == e.standard_error


@given(counts, levels, levels, st.sampled_from(METHODS))
@settings(deadline=None)
def test_a_higher_level_is_wider(count, one, other, method):
    narrow, wide = (statistics.proportion(*count, level=v, method=method) for v in sorted((one, other)))
    assert wide.low <= narrow.low + 1e-12
    assert narrow.high <= wide.high + 1e-12


def test_carries_what_made_it():
    e = statistics.proportion(3, 10, seed=42, level=0.9, method="clopper-pearson")
    assert (e.trials, e.seed, e.level, e.method) == (10, 42, 0.9, "clopper-pearson")
    assert e.standard_error == pytest.approx(sqrt(0.3 * 0.7 / 10))


@pytest.mark.parametrize(
    ("successes", "trials", "message"),
    [
        (0, 0, "trials must be at least 1, not 0"),
        (11, 10, "successes must be at most 10, not 11"),
        (-1, 10, "successes must be at least 0"),
        (0.5, 10, "whole number"),
        (1, "10", "whole number"),
    ],
)
@pytest.mark.parametrize("method", METHODS)
def test_refuses(successes, trials, message, method):
    with pytest.raises(InputError, match=message):
        statistics.proportion(successes, trials, method=method)


def test_names_the_nearest_method():
    with pytest.raises(InputError, match="did you mean 'wilson'"):
        statistics.proportion(1, 2, method="wilsn")
