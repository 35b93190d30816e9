"""Cutting a simulation into blocks of trials and running them over threads.

Each block draws from its own stream and counts in integers, so the sum is the same to the bit for any number of
workers. Results come back in the order of the blocks, which makes stopping early reproducible too.
"""

import os
import secrets
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np

from risksim.engine import limits, random
from risksim.errors import check_count

#: ``work(block, n_trials, state)``: run ``n_trials`` trials from a fresh stream and return integer counts.
Work = Callable[[int, int, np.ndarray], Any]
#: ``progress(done, total)`` in trials.
Progress = Callable[[int, int], None]

BLOCK_TRIALS = 65_536


def drawn_seed(seed: int | None) -> int:
    """Return the seed given, or draw one that is short enough to type.

    >>> drawn_seed(7)
    7
    """
    return secrets.randbelow(2**32) if seed is None else seed


def default_workers() -> int:
    """Return the number of processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def iterate_blocks(
    work: Work,
    trials: int,
    *,
    seed: int,
    block_trials: int = BLOCK_TRIALS,
    workers: int | None = None,
    purpose: int = 0,
    progress: Progress | None = None,
) -> Generator[Any, None, None]:
    """Yield what each block of trials returned, in the order of the blocks.

    Parameters
    ----------
    work
        ``work(block, n_trials, state)``; must release the GIL to gain from threads.
    trials
        Trials in all; the last block may be shorter.
    seed
        0 … 2**63 - 1.
    block_trials
        Trials in a block. It belongs to the question: another size gives other (equally good) numbers.
    workers
        Threads; None is one for each processor. Does not change the result.
    purpose
        Separates streams that share seed and block.
    progress
        Called in the caller's thread after each block with trials done and trials in all.

    Raises
    ------
    InputError
        If a number is out of range.
    """
    check_count("seed", seed, 0, limits.MAX_SEED)
    check_count("trials", trials, 1, limits.MAX_TRIALS)
    check_count("block_trials", block_trials, 1)
    n_workers = (
        default_workers() if workers is None else check_count("workers", workers, 1, limits.MOST_WORKERS)
    )
    n_blocks = -(-trials // block_trials)

    def run(block: int) -> Any:
        n_trials = min(block_trials, trials - block * block_trials)
        return work(block, n_trials, random.new_state(seed, block, purpose))

    def report(block: int) -> None:
        if progress is not None:
            progress(min((block + 1) * block_trials, trials), trials)

    if n_workers == 1 or n_blocks == 1:
        for block in range(n_blocks):
            result = run(block)
            report(block)
            yield result
        return
    executor = ThreadPoolExecutor(max_workers=min(n_workers, n_blocks))
    waiting: deque[Future[Any]] = deque()
    try:
        for block in range(n_blocks):
            while len(waiting) < 2 * n_workers and block + len(waiting) < n_blocks:
                waiting.append(executor.submit(run, block + len(waiting)))
            result = waiting.popleft().result()
            report(block)
            yield result
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def run_blocks(
    work: Work,
    trials: int,
    *,
    seed: int,
    block_trials: int = BLOCK_TRIALS,
    workers: int | None = None,
    purpose: int = 0,
    progress: Progress | None = None,
) -> list[Any]:
    """Return the results of all blocks in order; parameters as for :func:`iterate_blocks`.

    >>> run_blocks(lambda block, n, state: (block, n), 10, seed=1, block_trials=4, workers=2)
    [(0, 4), (1, 4), (2, 2)]
    """
    return list(
        iterate_blocks(
            work,
            trials,
            seed=seed,
            block_trials=block_trials,
            workers=workers,
            purpose=purpose,
            progress=progress,
        )
    )


def sum_blocks(
    work: Work,
    trials: int,
    *,
    seed: int,
    block_trials: int = BLOCK_TRIALS,
    workers: int | None = None,
    purpose: int = 0,
    progress: Progress | None = None,
    is_enough: Callable[[Any], bool] | None = None,
) -> Any:
    """Return the sum of the integer arrays (or of each array of a tuple) that the blocks return.

    Parameters as for :func:`iterate_blocks`; and ``is_enough``, which is asked after each block, in their order,
    whether the sum so far suffices, so that where a simulation stops does not depend on the workers either.

    Raises
    ------
    TypeError
        If a block returns anything but integers: sums of floats would depend on the order.

    >>> counts = sum_blocks(lambda block, n, state: np.array([n, 1]), 10, seed=1, block_trials=4)
    >>> counts.tolist()
    [10, 3]
    """
    totals: tuple[np.ndarray, ...] | None = None
    is_tuple = False
    results = iterate_blocks(
        work,
        trials,
        seed=seed,
        block_trials=block_trials,
        workers=workers,
        purpose=purpose,
        progress=progress,
    )
    for result in results:
        is_tuple = isinstance(result, tuple)
        arrays = tuple(np.asarray(array) for array in (result if is_tuple else (result,)))
        if any(array.dtype.kind not in "iu" for array in arrays):
            raise TypeError("blocks must return integer counts")
        if totals is None:
            totals = tuple(array.copy() for array in arrays)
        else:
            for total, array in zip(totals, arrays, strict=True):
                total += array
        if is_enough is not None and is_enough(totals if is_tuple else totals[0]):
            results.close()
            break
    assert totals is not None  # there is at least one trial
    return totals if is_tuple else totals[0]
