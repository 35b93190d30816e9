"""The generator against its published vector, and the shape of its streams.

Sources: ``blackman-vigna-2021``.
"""

import numpy as np
import pytest

from risksim import statistics
from risksim.engine import random


def test_published_vector():
    state = np.array([1, 2, 3, 4], dtype=np.uint64)
    drawn = [int(random.next_uint64(state)) for _ in range(4)]
    assert drawn == [41943041, 58720359, 3588806011781223, 3591011842654386]


def naive_next(words):
    """The same generator in Python's own integers."""
    mask = 2**64 - 1

    def rotate(word, shift):
        return ((word << shift) | (word >> (64 - shift))) & mask

    s0, s1, s2, s3 = words
    result = (rotate((s0 + s3) & mask, 23) + s0) & mask
    shifted = (s1 << 17) & mask
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    return result, (s0, s1, s2, rotate(s3, 45))


def test_naive_twin():
    state = random.new_state(20261129)
    words = tuple(int(word) for word in state)
    for _ in range(1000):
        expected, words = naive_next(words)
        assert int(random.next_uint64(state)) == expected


def test_streams_differ_in_seed_block_and_purpose():
    states = {
        tuple(random.new_state(s, b, p).tolist()) for s in range(20) for b in range(20) for p in range(5)
    }
    assert len(states) == 20 * 20 * 5


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 8, 100, 2**32])
def test_below_stays_below(sides):
    state = random.new_state(1)
    drawn = [int(random.below(state, np.uint64(sides))) for _ in range(500)]
    assert 0 <= min(drawn)
    assert max(drawn) < sides


def test_below_rejects_the_biased_remainder():
    # 3 * 2**30 values from 2**32: without rejection the values divisible by three would come up half the time
    n = 3 * 2**30
    state = random.new_state(7)
    thirds = np.bincount([int(random.below(state, np.uint64(n))) % 3 for _ in range(30_000)], minlength=3)
    assert statistics.chi_square(thirds, [1 / 3] * 3).p_value > 1e-4
    high_words = [int(random.next_uint64(state)) >> 32 for _ in range(30_000)]
    biased = np.bincount([(word * n >> 32) % 3 for word in high_words], minlength=3)
    assert statistics.chi_square(biased, [1 / 3] * 3).p_value < 1e-12


def test_dice_are_fair_and_a_biased_die_is_noticed():
    # the seed is the year of the first published rules
    state = random.new_state(1957)
    words = [int(random.next_uint64(state)) for _ in range(60_000)]
    state = random.new_state(1957)
    fair = np.bincount([int(random.below(state, np.uint64(6))) for _ in range(60_000)], minlength=6)
    assert statistics.chi_square(fair, [1 / 6] * 6).p_value > 1e-4
    masked = np.bincount([(word & 7) % 6 for word in words], minlength=6)
    assert statistics.chi_square(masked, [1 / 6] * 6).p_value < 1e-12


def test_uniform_has_the_right_moments():
    state = random.new_state(3)
    drawn = np.array([random.uniform(state) for _ in range(40_000)])
    assert 0 <= drawn.min()
    assert drawn.max() < 1
    assert abs(drawn.mean() - 0.5) < 5 * np.sqrt(1 / 12 / drawn.size)
    assert abs(drawn.var() - 1 / 12) < 5 * np.sqrt(1 / 180 / drawn.size)
