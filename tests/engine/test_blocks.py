"""Blocks over threads: the same bits for any number of workers, in order, integers only."""

import threading

import numpy as np
import pytest

from risksim.engine import blocks, jit, random
from risksim.errors import InputError


@jit.kernel
def count_dice(n, state, out):
    for _ in range(n):
        out[random.below(state, np.uint64(6))] += 1


def roll(block, n, state):
    out = np.zeros(6, dtype=np.int64)
    count_dice(n, state, out)
    return out


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_same_bits_for_any_number_of_workers(workers):
    counts = blocks.sum_blocks(roll, 100_001, seed=4, block_trials=1000, workers=workers)
    reference = blocks.sum_blocks(roll, 100_001, seed=4, block_trials=1000, workers=1)
    assert counts.tolist() == reference.tolist()
    assert counts.sum() == 100_001


def test_another_seed_gives_other_numbers():
    assert blocks.sum_blocks(roll, 5000, seed=1).tolist() != blocks.sum_blocks(roll, 5000, seed=2).tolist()


def test_blocks_come_in_order_and_the_last_is_short():
    found = blocks.run_blocks(lambda block, n, state: (block, n), 25, seed=0, block_trials=10, workers=3)
    assert found == [(0, 10), (1, 10), (2, 5)]


def test_stopping_early_gives_the_same_blocks_and_ends_the_threads():
    def first(workers):
        stream = blocks.iterate_blocks(roll, 10**9, seed=3, block_trials=100, workers=workers)
        taken = [next(stream).tolist() for _ in range(5)]
        stream.close()
        return taken

    assert first(1) == first(2) == first(7)
    assert not [thread for thread in threading.enumerate() if "ThreadPoolExecutor" in thread.name]


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_a_sum_that_suffices_ends_the_run_at_the_same_block(workers):
    counts = blocks.sum_blocks(
        roll, 10**9, seed=3, block_trials=100, workers=workers, is_enough=lambda sums: sums.sum() >= 1234
    )
    assert counts.sum() == 1300
    assert counts.tolist() == blocks.sum_blocks(roll, 1300, seed=3, block_trials=100).tolist()
    assert not [thread for thread in threading.enumerate() if "ThreadPoolExecutor" in thread.name]


def test_progress_reaches_the_total():
    seen = []
    blocks.run_blocks(
        lambda block, n, state: 0,
        25,
        seed=0,
        block_trials=10,
        workers=2,
        progress=lambda *at: seen.append(at),
    )
    assert seen == [(10, 25), (20, 25), (25, 25)]


def test_floats_are_refused():
    with pytest.raises(TypeError, match="integer"):
        blocks.sum_blocks(lambda block, n, state: np.array([0.5]), 10, seed=0)


def test_tuples_are_summed_entry_by_entry():
    sums = blocks.sum_blocks(
        lambda block, n, state: (np.array([n]), np.array([block, 1])), 30, seed=0, block_trials=10, workers=2
    )
    assert [entry.tolist() for entry in sums] == [[30], [3, 3]]


def test_an_error_in_a_block_is_the_callers():
    def work(block, n, state):
        if block == 3:
            raise ZeroDivisionError
        return np.array([n])

    with pytest.raises(ZeroDivisionError):
        blocks.sum_blocks(work, 100, seed=0, block_trials=10, workers=2)


@pytest.mark.parametrize(
    "bad",
    [
        {"seed": -1},
        {"seed": 2**63},
        {"seed": 1.5},
        {"trials": 0},
        {"trials": -3},
        {"workers": 0},
        {"block_trials": 0},
    ],
)
def test_bad_numbers_are_named(bad):
    question = {"trials": 10, "seed": 0, **bad}
    with pytest.raises(InputError, match=next(iter(bad))):
        blocks.run_blocks(roll, **question)
