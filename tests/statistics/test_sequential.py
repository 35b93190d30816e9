"""Confidence sequences: the inequality that defines them, exact coverage over many looks, stopping, bad input.

The chance of ever missing is computed, not simulated: the counts at the looks form a Markov chain, and the chance
that has not missed yet is carried from look to look.

Sources: ``robbins-1970``, ``howard-2021``.
"""

from fractions import Fraction
from itertools import permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import statistics
from risksim.errors import InputError

LOOKS, BLOCK = 60, 50


def ever_misses(p, contains):
    """Chance that at one of 60 looks, 50 trials apart, the interval of the count so far lacks p."""
    step = np.array([comb(BLOCK, k) * p**k * (1 - p) ** (BLOCK - k) for k in range(BLOCK + 1)])
    alive = np.ones(1)
    for look in range(1, LOOKS + 1):
        alive = np.convolve(alive, step)
        low, high = covered_counts(look * BLOCK, p, contains)
        alive[:low] = 0
        alive[high + 1 :] = 0
    return 1 - alive.sum()


def covered_counts(n, p, contains):
    """Least and greatest count whose interval contains p; intervals move up with the count."""
    middle = round(n * p)
    assert contains(middle, n, p)
    low = next(x for x in range(middle, -2, -1) if x < 0 or not contains(x, n, p)) + 1
    high = next(x for x in range(middle, n + 2) if x > n or not contains(x, n, p)) - 1
    return low, high


@pytest.mark.parametrize("p", [0.5, 0.05])
def test_many_looks_do_not_spoil_the_level(p):
    missed = ever_misses(p, lambda x, n, p: statistics.confidence_sequence(x, n).contains(p))
    assert 0.001 < missed < 0.05


@pytest.mark.parametrize("p", [0.5, 0.05])
def test_many_looks_at_wilson_intervals_do(p):
    missed = ever_misses(p, lambda x, n, p: statistics.proportion(x, n).contains(p))
    assert missed > 0.3


def test_the_uniform_mixture_in_fractions():
    # with a uniform prior the plausible p are those with (n + 1) C(n, x) p^x (1 - p)^(n - x) > α
    n, level = 23, 0.95
    for x in range(n + 1):
        e = statistics.confidence_sequence(x, n, level=level)

        def weight(p, x=x):
            p = Fraction(p)
            return float((n + 1) * comb(n, x) * p**x * (1 - p) ** (n - x))

        for end, limit in ((e.low, 0), (e.high, 1)):
            assert end == limit or weight(end) == pytest.approx(0.05)
        assert (e.low == 0) == (x == 0)
        assert (e.high == 1) == (x == n)


counts = st.integers(1, 10**9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(counts, st.floats(0.05, 0.999), st.floats(0.05, 0.999))
@settings(deadline=None)
def test_encloses_widens_and_mirrors(count, one, other):
    x, n = count
    narrow, wide = (statistics.confidence_sequence(x, n, level=v) for v in sorted((one, other)))
    mirrored = statistics.confidence_sequence(n - x, n, level=narrow.level)
    assert 0 <= wide.low <= narrow.low <= narrow.value <= narrow.high <= wide.high <= 1
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx((narrow.low, narrow.high), abs=1e-9)


def test_costs_about_twice_the_width_of_a_single_look():
    for n in (10**3, 10**6, 10**9):
        sequence, once = statistics.confidence_sequence(n // 2, n), statistics.proportion(n // 2, n)
        assert 1.5 < (sequence.high - sequence.low) / (once.high - once.low) < 3


def test_bounded_means_are_covered_at_every_look():
    # 400 runs of 40 looks at values 0, 1 or 4 with chances 0.5, 0.3, 0.2: mean 1.1. A miss rate of 5 % has a
    # standard deviation of 1.1 points; these values do not fill their range, so far fewer are missed.
    rng = np.random.default_rng(20240506)
    draws = rng.choice([0, 1, 4], p=[0.5, 0.3, 0.2], size=(400, 40, 50))
    totals, squares = draws.sum(axis=2).cumsum(axis=1), (draws**2).sum(axis=2).cumsum(axis=1)

    def ever_missed(make):
        return (
            sum(
                any(
                    not make(50 * (look + 1), int(totals[run, look]), int(squares[run, look])).contains(1.1)
                    for look in range(40)
                )
                for run in range(400)
            )
            / 400
        )

    assert ever_missed(lambda n, s, q: statistics.confidence_sequence_of_mean(n, s, q, 0, 4)) <= 0.05
    assert ever_missed(statistics.mean_from_sums) > 0.25


def test_a_mean_of_zeros_and_ones_is_a_proportion():
    by_mean = statistics.confidence_sequence_of_mean(100, 30, 30, 0, 1)
    by_count = statistics.confidence_sequence(30, 100)
    assert (by_mean.low, by_mean.high, by_mean.value) == (by_count.low, by_count.high, by_count.value)
    shifted = statistics.confidence_sequence_of_mean(100, -970, 9430, -10, -9)
    assert (shifted.low + 10, shifted.high + 10) == pytest.approx((by_count.low, by_count.high))


BLOCKS = [(5, 10), (20, 30), (45, 100), (60, 100), (48, 100), (52, 100)]


def test_workers_do_not_change_the_answer():
    in_order = statistics.until_precise(iter(BLOCKS), 0.12, seed=9)
    assert in_order.trials == 240
    for order in permutations(range(len(BLOCKS))):
        rule = statistics.UntilPrecise(0.12, seed=9)
        for block in order:
            rule.take(block, *BLOCKS[block])
        assert rule.done
        assert rule.is_precise
        assert rule.estimate == in_order


def test_stops_at_the_first_block_that_suffices():
    drawn = []

    def blocks():
        for block in range(1000):
            drawn.append(block)
            yield 25, 50

    e = statistics.until_precise(blocks(), 0.05)
    one_block_less = statistics.confidence_sequence(e.trials // 2 - 25, e.trials - 50)
    assert e.high - e.low <= 0.1 < one_block_less.high - one_block_less.low
    assert len(drawn) * 50 == e.trials


def test_a_rare_event_needs_fewer_trials():
    even = statistics.until_precise(((50, 100) for _ in range(10_000)), 0.02)
    rare = statistics.until_precise(((1, 100) for _ in range(10_000)), 0.02)
    assert rare.trials < even.trials / 5


def test_stops_at_its_limit_without_claiming_precision():
    rule = statistics.UntilPrecise(0.001, max_trials=100)
    assert not rule.take(0, 30, 60)
    assert rule.take(1, 30, 60)
    assert rule.done
    assert not rule.is_precise
    assert rule.estimate.trials == 120
    assert statistics.until_precise([(3, 10)], 0.001).trials == 10, "and where the blocks end"


def test_stopping_for_precision_keeps_the_level():
    # 600 runs stopped when precise: a miss rate of 5 % has a standard deviation of 0.9 points
    draws = np.random.default_rng(20240507).binomial(20, 0.3, (600, 200)).tolist()
    missed = sum(
        not statistics.until_precise(((x, 20) for x in row), 0.1, level=0.9).contains(0.3) for row in draws
    )
    assert missed / 600 < 0.1


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: statistics.confidence_sequence(0, 0), "trials must be at least 1"),
        (lambda: statistics.confidence_sequence(3, 2), "successes must be at most 2"),
        (lambda: statistics.confidence_sequence_of_mean(10, 50, 250, 0, 4), "no 10 numbers from 0 to 4"),
        (lambda: statistics.confidence_sequence_of_mean(10, 20, 1, 0, 4), "no 10 numbers from 0 to 4"),
        (lambda: statistics.confidence_sequence_of_mean(10, 20, 60, 4, 4), "limits must increase"),
        (lambda: statistics.UntilPrecise(0), "half width"),
        (lambda: statistics.UntilPrecise(0.5), "half width"),
        (lambda: statistics.UntilPrecise(0.1, max_trials=0), "max_trials"),
        (lambda: statistics.UntilPrecise(0.1).estimate, "nothing to estimate from"),
        (lambda: statistics.until_precise([], 0.1), "nothing to estimate from"),
        (lambda: statistics.until_precise([(3, 2)], 0.1), "successes must be at most 2, not 3 .block 0."),
    ],
)
def test_refuses(ask, message):
    with pytest.raises(InputError, match=message):
        ask()


def test_a_block_counts_once():
    rule = statistics.UntilPrecise(0.01)
    rule.take(0, 1, 2)
    rule.take(2, 1, 2)
    for block in (0, 2):
        with pytest.raises(InputError, match=f"block {block} was taken before"):
            rule.take(block, 1, 2)


@pytest.mark.parametrize("half_width", [0.05, 0.01, 0.001])
@pytest.mark.parametrize("p", [0, 0.05, 0.3, 0.5, 0.65, 1])
def test_the_trials_a_precision_takes_give_it(p, half_width):
    trials = statistics.trials_to_precision(p, half_width)
    for share, is_enough in ((1.1, True), (0.9, False)):
        n = round(share * trials)
        known = statistics.confidence_sequence(round(p * n), n)
        assert (known.high - known.low <= 2 * half_width) is is_enough


@pytest.mark.parametrize("half_width", [0, -0.1, 0.6, float("nan")])
def test_a_half_width_that_is_none_takes_no_trials(half_width):
    with pytest.raises(InputError, match="half width must"):
        statistics.trials_to_precision(0.5, half_width)
