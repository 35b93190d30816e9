"""Campaigns rolled by the million, in blocks over threads, and held against the exact distribution."""

from collections.abc import Callable, Sequence

import numpy as np

from risksim import statistics
from risksim.campaigns import kernels, tables
from risksim.campaigns.exact import Leg
from risksim.campaigns.model import Outcome, Simulated
from risksim.engine.blocks import drawn_seed, sum_blocks
from risksim.errors import InputError, check_real


def simulate(
    legs: Sequence[Leg],
    stacks: Sequence[int],
    choices: Sequence[Sequence[int]],
    outcomes: Sequence[Outcome],
    trials: int,
    *,
    precision: float | None = None,
    seed: int | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Simulated:
    """Roll a campaign round by round and test the ends it came to against their exact chances.

    Parameters
    ----------
    legs
        The territories.
    stacks
        Armies able to attack of each stack before the first territory.
    choices
        Which stack is next, by the set of those that wait (bits) and the defenders left.
    outcomes
        Every end with its chance.
    trials
        Campaigns; with ``precision``, the most of them.
    precision
        Stop after the first block at which the chance to take everything is known this closely (half the width of a
        confidence sequence, which may be looked at after every block).
    seed
        Drawn when None.
    workers
        Threads; the counts do not depend on them.
    progress
        Called with trials done and trials in all.

    Raises
    ------
    InputError
        If trials, precision, seed or workers are out of range.

    >>> from risksim.rules.clauses import Dice
    >>> ends = [Outcome(1, 2, 0, 0.58), Outcome(1, 1, 0, 0.17), Outcome(0, 1, 1, 0.25)]
    >>> result = simulate([Leg(Dice(), 1)], [2], [[0, 0], [0, 0]], ends, 10_000, seed=1)
    >>> 0.74 < result.p_all < 0.77, sum(result.counts)
    (True, 10000)
    """
    seed = drawn_seed(seed)
    found, laws = tables.layout(legs, max(stacks) + sum(leg.gain for leg in legs))
    waiting = np.array(stacks, np.int64)
    next_stack = np.array(choices, np.int64).reshape(-1)

    def roll(block: int, n_trials: int, state: np.ndarray) -> np.ndarray:
        counts = np.zeros(found.size, np.int64)
        kernels.roll_chains(found.chain, laws, waiting, next_stack, n_trials, state, counts)
        return counts

    at_last = found.chain.at_last
    counts = sum_blocks(
        roll,
        trials,
        seed=seed,
        workers=workers,
        progress=progress,
        is_enough=None if precision is None else _precise_enough(precision, at_last),
    )
    n_all, trials = int(counts[at_last:].sum()), int(counts.sum())
    seen = _by_outcome(found, counts, len(legs))
    known = [seen.get((o.territories_taken, o.armies_left, o.defenders_left), 0) for o in outcomes]
    judge = statistics.proportion if precision is None else statistics.confidence_sequence
    estimate = judge(n_all, trials, seed=seed)
    try:
        fit = statistics.chi_square([*known, trials - sum(known)], [*(o.p for o in outcomes), 0.0]).p_value
    except InputError:  # too few trials to test anything
        fit = None
    return Simulated(
        p_all=estimate.value,
        standard_error=estimate.standard_error,
        low=estimate.low,
        high=estimate.high,
        level=estimate.level,
        trials=trials,
        seed=seed,
        interval=estimate.method,
        chi_square_p=fit,
        counts=tuple(known),
    )


def _precise_enough(precision: float, at_last: int) -> Callable[[np.ndarray], bool]:
    """Return what judges whether counts tell the chance of the ends from a place on closely enough."""
    half_width = check_real("precision", precision, 0, 0.5)
    if half_width == 0:
        raise InputError("precision must be more than 0: no simulation is exact")

    def is_enough(counts: np.ndarray) -> bool:
        known = statistics.confidence_sequence(int(counts[at_last:].sum()), int(counts.sum()))
        return known.high - known.low <= 2 * half_width

    return is_enough


def _by_outcome(found: tables.Layout, counts: np.ndarray, n_legs: int) -> dict[tuple[int, int, int], int]:
    """Return how often each end came up, by territories taken, armies left and defenders left."""
    seen = {
        (leg, attackers + 1, defenders): int(n)
        for leg in range(n_legs)
        for attackers, defenders, n in found.stopped(counts, leg)
    }
    last = counts[found.chain.at_last :]
    return seen | {(n_legs, a + 1, 0): int(last[a]) for a in np.flatnonzero(last).tolist()}
