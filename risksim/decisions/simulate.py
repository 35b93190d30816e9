"""The best play of an attack rolled by the million, and held against its exact value."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from risksim.battles import tables
from risksim.decisions import kernels
from risksim.decisions.stopping import Followed
from risksim.engine.blocks import drawn_seed, sum_blocks
from risksim.statistics.estimate import normal_multiple

if TYPE_CHECKING:
    from risksim.decisions.stopping import Solution

_LEVEL = 0.95


def follow(
    solution: "Solution",
    trials: int,
    *,
    seed: int | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Followed:
    """Roll the best play of a question of when to stop.

    Parameters
    ----------
    solution
        The question, solved.
    trials
        Attacks, at least 2.
    seed
        Drawn when None.
    workers
        Threads; the counts do not depend on them.
    progress
        Called with trials done and trials in all.

    Raises
    ------
    InputError
        If trials, seed or workers are out of range.
    """
    asked = solution.asked
    question = asked.attackers, asked.defenders
    round_tables = tables.round_tables(asked.rounds)
    shape = round_tables.depth + 1, asked.attackers + 1, asked.defenders + 1
    attacks = np.array(
        [[a > 0 and d > 0 and solution.attacks(a, d) for d in range(shape[2])] for a in range(shape[1])],
        np.uint8,
    ).reshape(-1)

    def work(block: int, n_trials: int, state: np.ndarray) -> np.ndarray:
        counts = np.zeros(math.prod(shape), np.int64)
        kernels.follow(question, round_tables, attacks, n_trials, state, counts)
        return counts

    seed = drawn_seed(seed)
    counts = sum_blocks(work, trials, seed=seed, workers=workers, progress=progress)
    values, n_won = [], 0
    for index in np.flatnonzero(counts).tolist():
        lost, a, d = (int(place) for place in np.unravel_index(index, shape))
        # a lone defender without a die is the last to fall, and with a die it makes no difference how many there were
        ending = solution.ending(a, d, (a + lost, max(d, 1)))
        values.append((int(counts[index]), solution.total(a, d, ending)))
        n_won += int(counts[index]) if d == 0 and a > 0 else 0
    mean = math.fsum(n * value for n, value in values) / trials
    variance = math.fsum(n * (value - mean) ** 2 for n, value in values) / max(trials - 1, 1)
    error = math.sqrt(variance / trials)
    reach = normal_multiple(_LEVEL) * error
    return Followed(
        value=mean,
        standard_error=error,
        low=mean - reach,
        high=mean + reach,
        level=_LEVEL,
        p_win=n_won / trials,
        trials=trials,
        seed=seed,
    )
