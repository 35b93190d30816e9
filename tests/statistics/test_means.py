"""Means and ratios: exact sums against arrays, coverage, properties, bad input.

Coverage is simulated with fixed seeds: 2,000 samples put one standard deviation of a coverage of 95 % at 0.5 points,
so the bands of 2 points below are four of them.

Sources: ``student-1908``, ``oehlert-1992``.
"""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import statistics
from risksim.errors import InputError

SAMPLES = 2000
wholes = st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=40)


def sums(y, x):
    return (
        len(y), sum(y), sum(x), sum(a * a for a in y), sum(b * b for b in x),
        sum(a * b for a, b in zip(y, x, strict=True)),
    )  # fmt: skip


def test_student_covers_where_the_normal_interval_does_not():
    draws = np.random.default_rng(20240501).normal(10, 3, (SAMPLES, 5))

    def coverage(method):
        return sum(statistics.mean(row, method=method).contains(10) for row in draws) / SAMPLES

    assert coverage("student") == pytest.approx(0.95, abs=0.02)
    assert coverage("normal") < 0.91


def test_known_quantile_of_student():
    # t with 3 degrees of freedom leaves 2.5 % beyond 3.182446
    e = statistics.mean([4, 5, 6, 5])
    assert (e.high - e.value) / e.standard_error == pytest.approx(3.182446, abs=1e-6)
    assert e.standard_error == pytest.approx(math.sqrt(2 / 3 / 4))
    normal = statistics.mean([4, 5, 6, 5], method="normal")
    assert (normal.high - normal.value) / normal.standard_error == pytest.approx(1.959964, abs=1e-6)


@given(wholes)
@settings(deadline=None)
def test_sums_arrays_and_counts_agree(values):
    by_array = statistics.mean(values, seed=3)
    by_sums = statistics.mean_from_sums(len(values), sum(values), sum(v * v for v in values), seed=3)
    distinct = sorted(set(values))
    by_counts = statistics.mean_from_counts([values.count(v) for v in distinct], distinct, seed=3)
    assert by_counts == by_sums
    for name in ("value", "standard_error", "low", "high"):
        assert getattr(by_array, name) == pytest.approx(getattr(by_sums, name), rel=1e-9, abs=1e-6)
    assert by_sums.low <= by_sums.value <= by_sums.high


@given(wholes, st.floats(0.01, 0.999), st.floats(0.01, 0.999))
@settings(deadline=None)
def test_a_higher_level_is_wider(values, one, other):
    narrow, wide = (statistics.mean(values, level=v) for v in sorted((one, other)))
    assert wide.low <= narrow.low <= narrow.high <= wide.high


def test_integer_sums_do_not_cancel():
    # values 10**12 and 10**12 + 1 in turn: the variance is n / (4 (n - 1)), and floats would lose it altogether
    n = 1000
    total = n // 2 * (2 * 10**12 + 1)
    squares = n // 2 * (10**24 + (10**12 + 1) ** 2)
    e = statistics.mean_from_sums(n, total, squares)
    assert e.standard_error == pytest.approx(math.sqrt(1 / (4 * (n - 1))))
    assert float(squares) / n - (float(total) / n) ** 2 != pytest.approx(0.25, rel=0.1)


def test_numpy_counts_are_taken_without_overflow():
    counts = np.array([2**62, 2**62], dtype=np.uint64)
    e = statistics.mean_from_counts(counts, [0, 2**40])
    assert e.value == 2**39
    assert e.trials == 2**63


def test_all_equal_has_no_width():
    e = statistics.mean_from_sums(10, 30, 90)
    assert (e.value, e.standard_error, e.low, e.high) == (3, 0, 3, 3)


def test_the_delta_method_covers_where_ignoring_the_denominator_does_not():
    # cards and sets of one block rise together, so their ratio is far steadier than either
    rng = np.random.default_rng(20240502)
    x = rng.poisson(20, (SAMPLES, 60))
    y = 3 * x + rng.poisson(8, (SAMPLES, 60))
    truth = (3 * 20 + 8) / 20
    covered, narrow_and_wrong, width, naive_width = 0, 0, 0.0, 0.0
    for above, below in zip(y, x, strict=True):
        e = statistics.ratio(above, below)
        covered += e.contains(truth)
        width += e.high - e.low
        top = statistics.mean(above)
        naive_width += (top.high - top.low) / below.mean()
        narrow_and_wrong += statistics.mean(above / below).contains(truth)
    assert covered / SAMPLES == pytest.approx(0.95, abs=0.02)
    assert naive_width > 3 * width
    assert narrow_and_wrong / SAMPLES < 0.9, "a mean of ratios is another quantity"


@given(st.lists(st.tuples(st.integers(-1000, 1000), st.integers(1, 1000)), min_size=2, max_size=30))
@settings(deadline=None)
def test_ratio_from_sums_agrees_with_arrays(pairs):
    y, x = [a for a, _ in pairs], [b for _, b in pairs]
    by_array, by_sums = statistics.ratio(y, x), statistics.ratio_from_sums(*sums(y, x))
    assert by_sums.method == by_array.method == "delta"
    for name in ("value", "standard_error", "low", "high"):
        assert getattr(by_array, name) == pytest.approx(getattr(by_sums, name), rel=1e-9, abs=1e-9)


def test_a_constant_ratio_has_no_error():
    e = statistics.ratio_from_sums(*sums([2, 4, 6], [1, 2, 3]))
    assert (e.value, e.standard_error) == (2, 0)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: statistics.mean([]), "number of values must be at least 2"),
        (lambda: statistics.mean([1]), "number of values must be at least 2"),
        (lambda: statistics.mean([1, math.nan]), "finite"),
        (lambda: statistics.mean([[1, 2], [3, 4]]), "one row"),
        (lambda: statistics.mean(3), "one row"),
        (lambda: statistics.mean(["a", "b"]), "must be numbers"),
        (lambda: statistics.mean([1, 2], method="wilson"), "unknown interval for a mean 'wilson'"),
        (lambda: statistics.mean_from_sums(2, 10, 1), "no 2 numbers have sum 10"),
        (lambda: statistics.mean_from_sums(2, 1.5, 4), "total must be a whole number"),
        (lambda: statistics.mean_from_sums(1, 1, 1), "at least 2"),
        (lambda: statistics.mean_from_counts([1, -1]), "counts must be at least 0"),
        (lambda: statistics.mean_from_counts([0.5, 1.5]), "counts must be whole numbers"),
        (lambda: statistics.mean_from_counts([True, True]), "counts must be whole numbers"),
        (lambda: statistics.mean_from_counts([1, 2], [1]), "2 counts need as many values, not 1"),
        (lambda: statistics.mean_from_counts([]), "at least 2"),
        (lambda: statistics.ratio([1, 2], [1]), "2 numerators need as many denominators, not 1"),
        (lambda: statistics.ratio([1, 2], [0, 0]), "add up to zero"),
        (lambda: statistics.ratio_from_sums(2, 1, 0, 1, 0, 0), "add up to zero"),
        (lambda: statistics.ratio_from_sums(2, 1, 1, 1, 1, 9), "no 2 pairs"),
    ],
)
def test_refuses(ask, message):
    with pytest.raises(InputError, match=message):
        ask()
