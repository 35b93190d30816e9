"""Battles rolled by the million, in blocks over threads, and held against the exact distribution."""

import secrets
from collections.abc import Callable, Sequence

import numpy as np

from risksim import statistics
from risksim.battles import exact, kernels, tables
from risksim.battles.model import Simulated
from risksim.engine.blocks import sum_blocks
from risksim.errors import InputError, unknown_name
from risksim.rules.clauses import Dice

METHODS = ("dice", "alias")


def simulate(
    dice: Dice,
    battle: exact.Battle,
    ends: Sequence[tuple[int, int, float]],
    trials: int,
    *,
    method: str = "dice",
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
        Battles.
    method
        ``"dice"`` rolls every round; ``"alias"`` draws ends from ``ends``, which tests the drawing, not the rules.
    seed
        Drawn when None.
    workers
        Threads; the counts do not depend on them.
    progress
        Called with trials done and trials in all.

    Raises
    ------
    InputError
        If the method is unknown, or trials, seed or workers are out of range.

    >>> battle = exact.Battle(9, 8)
    >>> result = simulate(Dice(), battle, exact.ends(Dice(), battle), 100_000, seed=1)
    >>> result.low < 0.6464 < result.high, sum(result.counts)
    (True, 100000)
    """
    if method not in METHODS:
        raise unknown_name("method of simulation", method, METHODS)
    seed = secrets.randbelow(2**32) if seed is None else seed
    counts, n_elsewhere = _counts(dice, battle, ends, trials, method, seed, workers, progress)
    n_won = sum(n for n, (a, d, _) in zip(counts, ends, strict=True) if d == 0 and a > 0)
    estimate = statistics.proportion(n_won, trials, seed=seed)
    try:
        fit = statistics.chi_square([*counts, n_elsewhere], [*(p for *_, p in ends), 0.0]).p_value
    except InputError:  # too few trials to test anything
        fit = None
    return Simulated(
        p_win=estimate.value,
        standard_error=estimate.standard_error,
        low=estimate.low,
        high=estimate.high,
        level=estimate.level,
        trials=trials,
        seed=seed,
        method=method,
        chi_square_p=fit,
        counts=tuple(counts),
    )


def _counts(
    dice: Dice,
    battle: exact.Battle,
    ends: Sequence[tuple[int, int, float]],
    trials: int,
    method: str,
    seed: int,
    workers: int | None,
    progress: Callable[[int, int], None] | None,
) -> tuple[list[int], int]:
    """Return how often each end came up, and how often an end that is not among them."""
    if method == "alias":
        alias = tables.alias_table(np.array([p for *_, p in ends]))

        def draw(block: int, n_trials: int, state: np.ndarray) -> np.ndarray:
            counts = np.zeros(len(ends), np.int64)
            kernels.draw_ends(alias, n_trials, state, counts)
            return counts

        counts = sum_blocks(draw, trials, seed=seed, workers=workers, progress=progress)
        return counts.tolist(), 0
    battle = exact.stop_at(dice, battle)
    round_tables = tables.round_tables(dice)
    places = tables.layout(dice, battle)

    def roll(block: int, n_trials: int, state: np.ndarray) -> np.ndarray:
        counts = np.zeros(places.size, np.int64)
        kernels.roll_battles(battle, round_tables, n_trials, state, counts)
        return counts

    counts = sum_blocks(roll, trials, seed=seed, workers=workers, progress=progress)
    found = [int(counts[places.place(a, d)]) for a, d, _ in ends]
    return found, trials - sum(found)
