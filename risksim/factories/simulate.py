"""The simulation: three plans on the same cards, dice and captures, counted in integers.

A block of games returns how often each plan received what at each start, and the sums of all products of two such
counts. Discount, enemy weight and yield are applied afterwards, so means, spreads and paired differences at every
turn follow exactly from integers, and none of them depends on how blocks were spread over threads.
"""

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from risksim.errors import check_count
from risksim.factories.model import MAX_SIMULATED_TURNS, Question, Simulated, ask, check_simulated

if TYPE_CHECKING:
    import numpy as np

    from risksim.engine.blocks import Progress

BLOCK_TRIALS = 16_384
#: Streams of one block: cards and dice, and what becomes of factories.
CARDS, FATE = 0, 1
#: Weights are rounded to multiples of this, so that they add up in integers.
UNIT = 2**40


def simulate(
    turns: int = 10,
    *,
    trials: int = 100_000,
    seed: int | None = None,
    switch_at: int | None = None,
    workers: int | None = None,
    progress: "Progress | None" = None,
    **question: Any,
) -> Simulated:
    """Play the three plans on the same cards, dice and captures, and check the exact answer with them.

    Parameters
    ----------
    turns
        T (1 … 60).
    trials
        Games (2 or more).
    seed
        Drawn when None; the same seed gives the same bits for any number of workers.
    switch_at
        The switching plan builds while at least so many payments remain; None is where a factory begins to be
        worth a set.
    workers, progress
        As for :func:`risksim.engine.blocks.iterate_blocks`.
    **question
        As for :func:`risksim.factories.payoffs`.

    Raises
    ------
    InputError
        As for :func:`risksim.factories.payoffs`; or if the game is too long to be simulated.

    >>> answer = simulate(10, trials=20_000, seed=1)
    >>> abs(answer.factory_plan.z_against(answer.exact_factory_plan)) < 4
    True
    """
    from risksim import statistics
    from risksim.engine.blocks import drawn_seed
    from risksim.factories import exact

    asked = ask(turns, **question)
    check_simulated(asked.turns)
    check_count("trials", trials, 2)
    if switch_at is None:
        begins = exact.switch(asked)[0]
        switch = asked.turns + 1 if begins is None else min(max(begins, 1), asked.turns + 1)
    else:
        switch = check_count("switch_at", switch_at, 0, MAX_SIMULATED_TURNS + 1)
    seed = drawn_seed(seed)
    counts, sums, products = count(asked, trials, seed, switch, workers, progress)
    totals = [int(total) for total in sums]
    full = [[int(product) for product in row] for row in products]
    weights = plan_weights(asked)
    curves = [_cumulated(weights[plan], asked.turns, totals, full) for plan in range(3)]
    pairs = {}
    for first, second in ((0, 1), (0, 2), (1, 2)):
        (a, a_square), (b, b_square) = curves[first][-1], curves[second][-1]
        both = _product(weights[first], weights[second], full)
        pairs[first, second] = _scaled(
            statistics.paired_difference_from_sums(trials, a, b, a_square, b_square, both, seed=seed)
        )
    means = [tuple(total / UNIT / trials for total, _ in curve) for curve in curves]
    sds = [
        tuple(
            math.sqrt(max(0, trials * square - total * total) / (trials * (trials - 1))) / UNIT
            for total, square in curve
        )
        for curve in curves
    ]
    exact_plans = exact.played_plans(asked, switch)
    estimates = [pairs[0, 1].first, pairs[0, 1].second, pairs[0, 2].second]
    return Simulated(
        rules=asked.rules,
        rules_digest=asked.rules_digest,
        turns=asked.turns,
        trials=trials,
        seed=seed,
        switch_at=switch,
        armies_plan=estimates[0],
        factory_plan=estimates[1],
        switch_plan=estimates[2],
        factory_less_armies=pairs[0, 1],
        switch_less_armies=pairs[0, 2],
        switch_less_factory=pairs[1, 2],
        turn=tuple(range(1, asked.turns + 1)),
        armies_by_turn=means[0],
        factories_by_turn=means[1],
        switch_by_turn=means[2],
        armies_sd=sds[0],
        factories_sd=sds[1],
        switch_sd=sds[2],
        sets=tuple(int(games) for games in counts),
        exact_armies_plan=exact_plans[0],
        exact_factory_plan=exact_plans[1],
        exact_switch_plan=exact_plans[2],
        chi_square=statistics.chi_square(counts, exact.p_sets(asked)),
    )


def count(
    question: Question,
    trials: int,
    seed: int,
    switch_at: int,
    workers: int | None = None,
    progress: "Progress | None" = None,
) -> "tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]":
    """Run the blocks and return games by sets, sums (12 T,) and products (12 T, 12 T, upper triangle), all int64."""
    import numpy as np

    from risksim.engine import blocks, random
    from risksim.factories import kernels, tables

    play = tables.play_tables(question)
    turns = question.turns
    width = kernels.N_PLANS * kernels.N_VARIABLES * turns

    def work(block: int, n_trials: int, state: "np.ndarray[Any, Any]") -> "tuple[np.ndarray[Any, Any], ...]":
        counts = np.zeros((turns - 1) // 3 + 1, dtype=np.int64)
        sums = np.zeros(width, dtype=np.int64)
        products = np.zeros((width, width), dtype=np.int64)
        kernels.play_games(
            play,
            n_trials,
            switch_at,
            state,
            random.new_state(seed, block, FATE),
            np.zeros(4, dtype=np.int64),
            np.zeros((kernels.N_PLANS, kernels.N_VARIABLES, turns), dtype=np.int64),
            np.zeros(width, dtype=np.int64),
            counts,
            sums,
            products,
        )
        return counts, sums, products

    counts, sums, products = blocks.sum_blocks(
        work,
        trials,
        seed=seed,
        block_trials=BLOCK_TRIALS,
        workers=workers,
        purpose=CARDS,
        progress=progress,
    )
    return counts, sums, products


def plan_weights(question: Question) -> list[dict[int, int]]:
    """Return, by plan, the weight of each place of the sums, in units of 2**-40: discount, yield, enemy weight."""
    from risksim.factories import kernels

    turns = question.turns
    fixed = Fraction(0) if question.dice else question.army_value
    of_variable = {
        kernels.SETS: fixed,
        kernels.ARMIES: Fraction(1),
        kernels.OWNER: question.factory_yield,
        kernels.CAPTOR: -question.enemy_weight * question.factory_yield,
    }
    return [
        {
            (plan * kernels.N_VARIABLES + variable) * turns + start: round(
                weight * question.discount**start * UNIT
            )
            for variable, weight in of_variable.items()
            for start in range(turns)
        }
        for plan in range(kernels.N_PLANS)
    ]


def _product(first: dict[int, int], second: dict[int, int], products: list[list[int]]) -> int:
    """Return the sum over games of one weighted total times another."""
    total = 0
    for i, a in first.items():
        if a:
            row = products[i]
            total += a * sum(b * (row[j] if i <= j else products[j][i]) for j, b in second.items() if b)
    return total


def _cumulated(
    weights: dict[int, int], turns: int, totals: list[int], products: list[list[int]]
) -> list[tuple[int, int]]:
    """Return, by start, the sum and the sum of squares over games of what a plan has received so far."""
    curve = []
    before: dict[int, int] = {}
    total = square = 0
    for turn in range(turns):
        new = {place: weight for place, weight in weights.items() if place % turns == turn}
        total += sum(weight * totals[place] for place, weight in new.items())
        square += _product(new, new, products) + 2 * _product(new, before, products)
        before |= new
        curve.append((total, square))
    return curve


def _scaled(pair: Any) -> Any:
    """Return a paired difference in armies instead of units."""
    import dataclasses

    def armies(estimate: Any) -> Any:
        scaled = {name: getattr(estimate, name) / UNIT for name in ("value", "standard_error", "low", "high")}
        return dataclasses.replace(estimate, **scaled)

    return dataclasses.replace(
        pair, first=armies(pair.first), second=armies(pair.second), difference=armies(pair.difference)
    )
