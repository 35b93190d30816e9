"""Chi-square: known cases, what is pooled, how often a true distribution is rejected, and that a wrong one is.

Sources: ``pearson-1900``, ``cochran-1954``.
"""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from risksim import statistics
from risksim.errors import InputError

DIE = [Fraction(1, 6)] * 6


def test_two_degrees_of_freedom_have_a_closed_form():
    # 3 cells: p = exp(-statistic / 2)
    test = statistics.chi_square([40, 30, 20], [Fraction(1, 3)] * 3)
    assert test.statistic == pytest.approx(200 / 30)
    assert test.p_value == pytest.approx(math.exp(-100 / 30))
    assert (test.degrees_of_freedom, test.cells) == (2, 3)


def test_known_critical_value():
    # 3.841459 is exceeded with chance 5 % on one degree of freedom: 100 trials, excess √(3.841459 · 25)
    trials = 10**12
    excess = round(math.sqrt(3.841459 * trials / 4))
    test = statistics.chi_square([trials // 2 + excess, trials // 2 - excess], [0.5, 0.5])
    assert test.p_value == pytest.approx(0.05, abs=1e-6)


def test_mendels_peas_fit_nine_to_three_to_three_to_one():
    test = statistics.chi_square([315, 101, 108, 32], [Fraction(k, 16) for k in (9, 3, 3, 1)])
    assert test.statistic == pytest.approx(0.470, abs=5e-4)
    assert test.p_value == pytest.approx(0.925, abs=5e-4)


def test_a_true_distribution_is_rejected_as_often_as_said_and_a_loaded_die_nearly_always():
    # 2,000 runs: one standard deviation of a rate of 5 % is 0.5 points
    rng = np.random.default_rng(20240508)
    fair = rng.multinomial(600, [1 / 6] * 6, size=2000)
    assert np.mean([statistics.chi_square(row, DIE).p_value <= 0.05 for row in fair]) == pytest.approx(
        0.05, abs=0.02
    )
    loaded = rng.multinomial(600, [0.15, 0.15, 0.15, 0.15, 0.15, 0.25], size=200)
    assert np.mean([statistics.chi_square(row, DIE).p_value <= 0.01 for row in loaded]) > 0.9


def test_a_long_tail_is_pooled_and_keeps_the_level():
    rng = np.random.default_rng(20240509)
    tail = np.array([0.5 ** min(k + 1, 29) for k in range(30)])
    runs = rng.multinomial(200, tail, size=2000)
    tests = [statistics.chi_square(row, tail) for row in runs]
    # 100, 50, 25, 12.5, 6.25 stand alone; 3.125 + 1.5625 + … = 6.25 together
    assert {test.cells for test in tests} == {6}
    assert np.mean([test.p_value <= 0.05 for test in tests]) == pytest.approx(0.05, abs=0.02)
    wrong = np.full(30, 1 / 30)
    assert max(statistics.chi_square(row, wrong).p_value for row in runs[:50]) < 1e-6


def test_pools_the_smallest_first_until_five_are_expected():
    # of 100: 1, 2, 3 make 6; 4 is below five and joins them: 10, and 90 stands alone
    test = statistics.chi_square([0, 4, 4, 4, 88], [0.01, 0.02, 0.03, 0.04, 0.9])
    assert test.cells == 2
    assert test.statistic == pytest.approx((12 - 10) ** 2 / 10 + (88 - 90) ** 2 / 90)
    # 3 alone is too little: it takes in the next larger cell, although that one could stand
    assert statistics.chi_square([3, 30, 67], [0.03, 0.3, 0.67]).cells == 2


def test_the_impossible_was_counted():
    test = statistics.chi_square([50, 49, 1], [0.5, 0.5, 0])
    assert (test.statistic, test.p_value) == (math.inf, 0)
    assert statistics.chi_square([50, 50, 0], [0.5, 0.5, 0]).p_value == 1
    assert statistics.chi_square([99, 1], [1, 0]).p_value == 0


def test_a_certain_outcome():
    certain = statistics.chi_square([100, 0], [1, 0])
    assert (certain.p_value, certain.degrees_of_freedom) == (1, 0)


def test_any_shape_is_taken():
    flat = statistics.chi_square([30, 20, 25, 25], [0.25] * 4)
    assert statistics.chi_square(np.array([[30, 20], [25, 25]]), np.full((2, 2), 0.25)) == flat


count_lists = st.lists(st.integers(0, 500), min_size=2, max_size=12).filter(sum)


@given(count_lists, st.randoms(use_true_random=False))
@settings(deadline=None)
def test_order_of_cells_does_not_matter(counts, random):
    weights = [random.randrange(1, 50) for _ in counts]
    cells = [(count, Fraction(w, sum(weights))) for count, w in zip(counts, weights, strict=True)]
    try:
        test = statistics.chi_square([c for c, _ in cells], [p for _, p in cells])
    except InputError:  # too few trials for these weights
        assume(False)
    assert 0 <= test.p_value <= 1
    assert test.degrees_of_freedom == test.cells - 1 <= len(cells) - 1
    # cells of equal weight may be pooled in another order: shuffle only between distinct weights
    assume(len(set(weights)) == len(weights))
    random.shuffle(cells)
    shuffled = statistics.chi_square([c for c, _ in cells], [p for _, p in cells])
    assert shuffled.statistic == pytest.approx(test.statistic)
    assert shuffled.cells == test.cells


def naive_homogeneity(first, second):
    n, m = sum(first), sum(second)
    total = 0.0
    for a, b in zip(first, second, strict=True):
        for seen, trials in ((a, n), (b, m)):
            expected = trials * (a + b) / (n + m)
            total += (seen - expected) ** 2 / expected
    return total


def test_two_runs_by_the_textbook_formula():
    first, second = [30, 50, 20], [60, 110, 30]
    test = statistics.homogeneity(first, second)
    assert test.statistic == pytest.approx(naive_homogeneity(first, second))
    assert test.p_value == pytest.approx(math.exp(-test.statistic / 2))
    assert statistics.homogeneity(second, first) == test


def test_two_runs_of_one_die_agree_as_often_as_said_and_of_two_dice_hardly_ever():
    rng = np.random.default_rng(20240510)
    shape = np.array([0.4, 0.3, 0.2, 0.08, 0.015, 0.005])
    same = [
        statistics.homogeneity(a, b).p_value
        for a, b in zip(rng.multinomial(300, shape, 2000), rng.multinomial(900, shape, 2000), strict=True)
    ]
    assert np.mean(np.array(same) <= 0.05) == pytest.approx(0.05, abs=0.02)
    other = [
        statistics.homogeneity(a, b).p_value
        for a, b in zip(rng.multinomial(300, shape, 200), rng.multinomial(900, shape[::-1], 200), strict=True)
    ]
    assert max(other) < 1e-6


def test_the_smaller_run_decides_what_is_pooled():
    # of 50 and 500 trials: a cell seen 22 times expects 2 and 20, so it joins the next larger one
    assert statistics.homogeneity([2, 20, 28], [20, 200, 280]).cells == 2
    assert statistics.homogeneity([5, 20, 25], [50, 200, 250]).cells == 3


def test_cells_neither_run_saw_are_left_out():
    assert statistics.homogeneity([30, 0, 70], [40, 0, 60]) == statistics.homogeneity([30, 70], [40, 60])
    assert statistics.homogeneity([30, 0], [40, 0]).p_value == 1


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (
            lambda: statistics.chi_square([1, 2], [0.5, 0.25, 0.25]),
            "2 counts need as many probabilities, not 3",
        ),
        (lambda: statistics.chi_square([1, 2], [0.5, 0.4]), "must add up to 1, not 0.9"),
        (lambda: statistics.chi_square([1, 2], [1.5, -0.5]), "expected probability"),
        (lambda: statistics.chi_square([1, 2], [0.5, math.nan]), "expected probability"),
        (lambda: statistics.chi_square([-1, 2], [0.5, 0.5]), "observed counts must be at least 0"),
        (lambda: statistics.chi_square([1.5, 2.5], [0.5, 0.5]), "whole numbers"),
        (lambda: statistics.chi_square([0, 0], [0.5, 0.5]), "observed trials must be at least 1"),
        (lambda: statistics.chi_square([], []), "must add up to 1"),
        (
            lambda: statistics.chi_square([1, 2, 1], [0.25, 0.5, 0.25]),
            "4 trials are too few to test 3 outcomes",
        ),
        (lambda: statistics.homogeneity([1, 2], [1]), "2 counts need as many second ones, not 1"),
        (lambda: statistics.homogeneity([0, 0], [1, 2]), "first trials must be at least 1"),
        (lambda: statistics.homogeneity([1, 2], [0, 0]), "second trials must be at least 1"),
        (lambda: statistics.homogeneity([1, 2], [2, 1]), "too few to compare"),
    ],
)
def test_refuses(ask, message):
    with pytest.raises(InputError, match=message):
        ask()
