"""The exact multinomial test: against all sequences of trials, its level, and what stands in for it.

Sources: ``resin-2023``, ``phipson-smyth-2010``.
"""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import statistics
from risksim.errors import InputError
from tests.naive import luck as naive


@pytest.mark.parametrize("counts", [[4, 1, 1], [2, 2, 2], [0, 0, 5], [3, 2], [1, 0, 2, 1], [6, 0]])
def test_equal_chances_against_every_sequence(counts):
    test = statistics.multinomial_test(counts)
    assert test.exact == naive.multinomial_p_value(counts, [Fraction(1, len(counts))] * len(counts))
    assert test.p_value == float(test.exact)
    assert test.method == "exact"


@settings(max_examples=25, deadline=None)
@given(
    counts=st.lists(st.integers(0, 3), min_size=2, max_size=3).filter(any),
    weights=st.lists(st.integers(1, 5), min_size=3, max_size=3),
)
def test_any_chances_against_every_sequence(counts, weights):
    weights = weights[: len(counts)]
    chances = [Fraction(weight, sum(weights)) for weight in weights]
    wanted = naive.multinomial_p_value(counts, chances)
    assert statistics.multinomial_test(counts, chances).exact == wanted
    in_floats = statistics.multinomial_test(counts, [float(chance) for chance in chances])
    assert in_floats.p_value == pytest.approx(float(wanted), rel=1e-9)


def test_two_outcomes_are_the_binomial_test():
    # 7 or more, or 3 or fewer, of 10
    wanted = 2 * sum(math.comb(10, k) for k in range(7, 11)) / 2**10
    assert statistics.multinomial_test([7, 3]).p_value == pytest.approx(wanted)


def test_the_classes_of_a_hundred_throws_hold_all_of_them():
    from risksim.statistics import multinomial

    assert multinomial._classes(100, [Fraction(1, 6)] * 6) == 189_509
    for n in (1, 7, 24):
        classes = list(multinomial._partitions(n, 6))
        assert len(classes) == multinomial._classes(n, [Fraction(1, 6)] * 6)
        assert sum(ways * alike for ways, alike in classes) == 6**n


def test_what_cannot_happen_and_what_always_does():
    assert statistics.multinomial_test([1, 2], [0, 1]).p_value == 0
    assert statistics.multinomial_test([0, 3], [0, 1]).p_value == 1
    assert statistics.multinomial_test([1] * 6).p_value == 1


def test_the_p_value_errs_no_oftener_than_it_says():
    # exactly: the chance of p ≤ α over all counts of 8 throws of a three-sided die
    n, total, rejected = 8, 3**8, {0.05: 0, 0.2: 0}
    for a in range(n + 1):
        for b in range(n + 1 - a):
            counts = [a, b, n - a - b]
            ways = math.factorial(n) // math.prod(map(math.factorial, counts))
            for level in rejected:
                rejected[level] += ways * (statistics.multinomial_test(counts).p_value <= level)
    assert 0 < rejected[0.05] / total <= 0.05
    assert 0.1 < rejected[0.2] / total <= 0.2


def test_the_simulation_agrees_and_names_its_seed():
    counts = [10, 20, 15, 25, 18, 12]
    exact = statistics.multinomial_test(counts)
    rolled = statistics.multinomial_test(counts, method="monte-carlo", seed=7)
    assert rolled == statistics.multinomial_test(counts, method="monte-carlo", seed=7)
    assert (rolled.method, rolled.seed, rolled.draws) == ("monte-carlo", 7, 100_000)
    assert abs(rolled.p_value - exact.p_value) < 4 * rolled.standard_error
    assert statistics.multinomial_test([60, 0, 0, 0, 0, 140], seed=1).p_value == 1 / 100_001


def test_many_trials_are_answered_by_chi_square():
    counts = [1010, 990, 1004, 1020, 985, 1015]
    test = statistics.multinomial_test(counts)
    assert test.method == "chi-square"
    assert test.p_value == statistics.chi_square(counts, [1 / 6] * 6).p_value
    rolled = statistics.multinomial_test(counts, method="monte-carlo", seed=3)
    assert abs(rolled.p_value - test.p_value) < 0.01


def test_a_loaded_die_is_noticed():
    counts = np.random.default_rng(20240601).multinomial(90, [0.1] * 5 + [0.5])
    assert statistics.multinomial_test(counts.tolist()).p_value < 1e-6


def test_the_test_as_words_and_table():
    test = statistics.multinomial_test([5, 2, 2])
    assert str(test) == "p = 0.5306 (exact, n = 9)"
    assert test.to_frame()["p_value"][0] == test.p_value
    assert "±" in str(statistics.multinomial_test([5, 2, 2], method="monte-carlo", seed=1, draws=100))


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (([],), "trials must be at least 1"),
        (([3],), "outcomes must be at least 2"),
        (([1, -1],), "count must be at least 0"),
        (([1, 2], [0.5, 0.6]), "add up to 1"),
        (([1, 2], [Fraction(1, 2), Fraction(1, 3)]), "add up to 1, not 5/6"),
        (([1, 2], [0.5, 0.25, 0.25]), "2 counts need as many probabilities, not 3"),
    ],
)
def test_bad_input(arguments, named):
    with pytest.raises(InputError, match=named):
        statistics.multinomial_test(*arguments)


def test_too_many_for_what_is_asked():
    with pytest.raises(InputError, match="too many to enumerate"):
        statistics.multinomial_test([500] * 6, method="exact")
    with pytest.raises(InputError, match="did you mean 'exact'"):
        statistics.multinomial_test([5] * 6, method="exactly")
