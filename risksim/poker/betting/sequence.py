"""Two players, one pot, hidden cards: equilibria by linear programming over sequences of own actions.

A player's plan is the chance, by sequence of his own actions, that he plays all of it (cards and the other player
permitting). Plans obey linear equations and what is won is bilinear in both, so that the best plan against the other's
best reply is a linear programme, whose dual is the other's plan.

Sources: ``koller-megiddo-stengel-1996``.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


class InformationSet(NamedTuple):
    """A place where a player acts, as far as he can tell."""

    parent: int
    """the sequence of own actions that leads here; 0 is the empty one"""
    first: int
    """the sequence that the first action here makes; the others follow"""
    actions: int


class Side(NamedTuple):
    """What one player may do."""

    sets: Sequence[InformationSet]
    """those on a way before those behind them"""
    sequences: int
    """the empty one included"""


class Game(NamedTuple):
    """A zero-sum game of two."""

    first: Side
    second: Side
    payoff: Any
    """sparse (sequences of the first, of the second): what the first wins, times the chance of the cards"""


class Solution(NamedTuple):
    """Plans in equilibrium, as far as the solver's precision goes."""

    value: float
    """to the first player"""
    first: Floats
    second: Floats
    exploitability: float
    """what both together would gain if each replied best to the other's plan"""


def constraints(side: Side) -> tuple[Any, Floats]:
    """Return the equations a plan obeys, as a sparse matrix and its right side."""
    from scipy.sparse import csr_array

    rows, columns, values = [0], [0], [1.0]
    for number, place in enumerate(side.sets, 1):
        rows.append(number)
        columns.append(place.parent)
        values.append(-1.0)
        for action in range(place.actions):
            rows.append(number)
            columns.append(place.first + action)
            values.append(1.0)
    matrix = csr_array((values, (rows, columns)), shape=(len(side.sets) + 1, side.sequences))
    right = np.zeros(len(side.sets) + 1)
    right[0] = 1.0
    return matrix, right


def solve(game: Game) -> Solution:
    """Find plans in equilibrium.

    Raises
    ------
    RuntimeError
        If the solver finds none, which would be its fault: every such game has one.
    """
    from scipy import optimize, sparse

    hstack: Any = sparse.hstack
    linprog: Any = optimize.linprog
    own, own_right = constraints(game.first)
    other, other_right = constraints(game.second)
    n, n_values = own.shape[1], other.shape[0]
    # the first plan x and the second player's values q: greatest q[0] such that q lets no sequence of his pay less
    found = linprog(
        np.concatenate([np.zeros(n), -other_right]),
        A_ub=hstack([-game.payoff.T, other.T], format="csr"),
        b_ub=np.zeros(other.shape[1]),
        A_eq=hstack([own, np.zeros((own.shape[0], n_values))], format="csr"),
        b_eq=own_right,
        bounds=[(0, None)] * n + [(None, None)] * n_values,
        method="highs",
    )
    if found.status != 0:
        raise RuntimeError(f"the linear programme was not solved: {found.message}")
    first = tidy(game.first, found.x[:n])
    second = tidy(game.second, -found.ineqlin.marginals)
    best, worst = (
        best_reply(game.first, game.payoff @ second),
        -best_reply(game.second, -(game.payoff.T @ first)),
    )
    return Solution(float(first @ (game.payoff @ second)), first, second, best - worst)


def tidy(side: Side, plan: Floats) -> Floats:
    """Return the plan nearest to what a solver found that obeys the equations to the last digit."""
    exact = np.zeros(side.sequences)
    exact[0] = 1.0
    for place in side.sets:
        part = np.clip(plan[place.first : place.first + place.actions], 0.0, None)
        total = part.sum()
        share = part / total if total > 1e-12 else np.full(place.actions, 1 / place.actions)
        exact[place.first : place.first + place.actions] = exact[place.parent] * share
    return exact


def best_reply(side: Side, gains: Floats) -> float:
    """Return the most a player can win, given what each of his sequences wins against the other's plan."""
    value = np.array(gains, dtype=np.float64)
    for place in reversed(side.sets):
        value[place.parent] += value[place.first : place.first + place.actions].max()
    return float(value[0])


def choices(side: Side, plan: Floats) -> list[Floats]:
    """Return the chances of the actions at each place; equal ones where a plan never comes."""
    found = []
    for place in side.sets:
        part, total = plan[place.first : place.first + place.actions], plan[place.parent]
        found.append(part / total if total > 1e-12 else np.full(place.actions, 1 / place.actions))
    return found
