"""Battles rolled by the million, in blocks over threads, and held against the exact distribution."""

from collections.abc import Callable, Sequence

import numpy as np

from risksim import statistics
from risksim.battles import exact, kernels, tables
from risksim.battles.model import Simulated
from risksim.engine.blocks import drawn_seed, sum_blocks
from risksim.errors import InputError, check_real, unknown_name
from risksim.rules.clauses import Dice

METHODS = ("dice", "alias")


def simulate(
    dice: Dice,
    battle: exact.Battle,
    ends: Sequence[tuple[int, int, float]],
    trials: int,
    *,
    method: str = "dice",
    precision: float | None = None,
    seed: int | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Simulated:
    """Simulate a battle and test the ends it came to against their exact chances.

    Parameters
    ----------
    dice
        The dice section of a rule set.
    battle
        Armies able to attack, defenders, and when the attacker stops.
    ends
        (attackers, defenders, chance) of every end, as :func:`risksim.battles.exact.ends` returns them.
    trials
        Battles; with ``precision``, the most of them.
    method
        ``"dice"`` rolls every round, many battles in lockstep where the rules allow it; ``"alias"`` draws ends from ``ends``, which tests the drawing, not the rules.
    precision
        Stop after the first block at which the chance of the goal (to take the territory, or to wear the defenders to
        ``until``) is known this closely: half the width of a confidence sequence, which may be looked at after every
        block.
    seed
        Drawn when None.
    workers
        Threads; the counts do not depend on them.
    progress
        Called with trials done and trials in all.

    Raises
    ------
    InputError
        If the method is unknown, or trials, precision, seed or workers are out of range.

    >>> battle = exact.Battle(9, 8)
    >>> result = simulate(Dice(), battle, exact.ends(Dice(), battle), 100_000, seed=1)
    >>> result.low < 0.6464 < result.high, sum(result.counts)
    (True, 100000)
    """
    if method not in METHODS:
        raise unknown_name("method of simulation", method, METHODS)
    seed = drawn_seed(seed)
    is_won = np.array([d == 0 and a > 0 for a, d, _ in ends] + [False])
    is_goal = np.array([d <= battle.until for _, d, _ in ends] + [False]) if battle.until else is_won
    counts = sum_blocks(
        _work(dice, battle, ends, method),
        trials,
        seed=seed,
        workers=workers,
        progress=progress,
        is_enough=None if precision is None else _precise_enough(precision, is_goal),
    )
    n_met, trials = int(counts[is_goal].sum()), int(counts.sum())
    judge = statistics.proportion if precision is None else statistics.confidence_sequence
    estimate = judge(n_met, trials, seed=seed)
    try:
        fit = statistics.chi_square(counts, [*(p for *_, p in ends), 0.0]).p_value
    except InputError:  # too few trials to test anything
        fit = None
    return Simulated(
        p_win=int(counts[is_won].sum()) / trials,
        p_goal=estimate.value if battle.until else None,
        standard_error=estimate.standard_error,
        low=estimate.low,
        high=estimate.high,
        level=estimate.level,
        trials=trials,
        seed=seed,
        method=method,
        interval=estimate.method,
        chi_square_p=fit,
        counts=tuple(counts[:-1].tolist()),
    )


def _precise_enough(precision: float, is_goal: np.ndarray) -> Callable[[np.ndarray], bool]:
    """Return what judges whether counts tell the chance of the goal, one of the ends in ``is_goal``, closely enough."""
    half_width = check_real("precision", precision, 0, 0.5)
    if half_width == 0:
        raise InputError("precision must be more than 0: no simulation is exact")

    def is_enough(counts: np.ndarray) -> bool:
        known = statistics.confidence_sequence(int(counts[is_goal].sum()), int(counts.sum()))
        return known.high - known.low <= 2 * half_width

    return is_enough


def _work(
    dice: Dice, battle: exact.Battle, ends: Sequence[tuple[int, int, float]], method: str
) -> Callable[[int, int, np.ndarray], np.ndarray]:
    """Return what runs a block: how often each end came up, and last how often an end that is not among them."""
    if method == "alias":
        alias = tables.alias_table(np.array([p for *_, p in ends]))

        def draw(block: int, n_trials: int, state: np.ndarray) -> np.ndarray:
            counts = np.zeros(len(ends) + 1, np.int64)
            kernels.draw_ends(alias, n_trials, state, counts[:-1])
            return counts

        return draw
    battle = exact.stop_at(dice, battle)
    round_tables, lanes = tables.round_tables(dice), tables.lanes(dice, battle)
    places = tables.layout(dice, battle)
    found = np.array([places.place(a, d) for a, d, _ in ends])
    spaces: list[kernels.LaneSpace] = []

    def roll(block: int, n_trials: int, state: np.ndarray) -> np.ndarray:
        counts = np.zeros(places.size, np.int64)
        if lanes is None:
            kernels.roll_battles(battle, round_tables, n_trials, state, counts)
        else:
            space = spaces.pop() if spaces else tables.lane_space()
            kernels.roll_in_lanes(battle, round_tables, lanes, n_trials, state, space, counts)
            spaces.append(space)
        return np.append(counts[found], n_trials - counts[found].sum())

    return roll
