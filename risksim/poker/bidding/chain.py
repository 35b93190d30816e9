"""Finite Markov chains, in fractions where they are small: long run, waiting times, relative values."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeVar

#: By state: (chance, next state) of every step.
Rows = Sequence[Sequence[tuple[Any, int]]]

#: A discount that stands for none.
ALMOST_NONE = Fraction(1, 10**18)

N = TypeVar("N")


def solve(matrix: Sequence[Sequence[Any]], right: Sequence[Any]) -> list[Any]:
    """Solve a square system of linear equations by elimination, exactly where its numbers are fractions.

    >>> solve([[Fraction(2), Fraction(1)], [Fraction(1), Fraction(3)]], [Fraction(3), Fraction(5)])
    [Fraction(4, 5), Fraction(7, 5)]
    """
    rows = [
        [Fraction(entry) if isinstance(entry, int) else entry for entry in (*row, value)]
        for row, value in zip(matrix, right, strict=True)
    ]
    n = len(rows)
    for column in range(n):
        pivot = max(range(column, n), key=lambda place: abs(rows[place][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column]
        for place in range(column + 1, n):
            if rows[place][column]:
                factor = rows[place][column] / head[column]
                rows[place] = [
                    mine - factor * theirs if theirs else mine
                    for mine, theirs in zip(rows[place], head, strict=True)
                ]
    found: list[Any] = [0] * n
    for place in range(n - 1, -1, -1):
        known = sum(rows[place][column] * found[column] for column in range(place + 1, n))
        found[place] = (rows[place][n] - known) / rows[place][place]
    return found


def reachable(rows: Rows, start: int) -> list[int]:
    """Return the states a chain can come to, ``start`` among them, in the order they are found."""
    found = [start]
    for state in found:
        found.extend({to for p, to in rows[state] if p} - set(found))
    return found


def recurrent(rows: Rows, start: int) -> list[int]:
    """Return the states that are visited for ever from ``start``; there must be one class of them."""
    from_start = reachable(rows, start)
    reach = {state: set(reachable(rows, state)) for state in from_start}
    return sorted(state for state in from_start if all(state in reach[other] for other in reach[state]))


def long_run(rows: Rows, start: int) -> list[Any]:
    """Return the share of time spent in each state in the long run.

    >>> long_run([[(Fraction(1, 2), 0), (Fraction(1, 2), 1)], [(Fraction(1), 0)]], 0)
    [Fraction(2, 3), Fraction(1, 3)]
    """
    states = recurrent(rows, start)
    place = {state: k for k, state in enumerate(states)}
    n = len(states)
    matrix: list[list[Any]] = [[0] * n for _ in range(n)]
    for state in states:
        matrix[place[state]][place[state]] -= 1
        for p, to in rows[state]:
            if p:
                matrix[place[to]][place[state]] += p
    matrix[-1] = [1] * n
    shares = solve(matrix, [0] * (n - 1) + [1])
    return [shares[place[state]] if state in place else 0 for state in range(len(rows))]


def relative_values(rows: Rows, rewards: Sequence[Any]) -> list[Fraction]:
    """Return what each state is worth more than the first one, in the long run, with a reward for every step.

    The limit of discounted values as the discount goes away, to 1e-15 or so; it exists as well where a chain keeps to
    one of several classes of states that bring the same in the long run.

    Parameters
    ----------
    rows
        The chain, in fractions.
    rewards
        Expected reward of a step from each state.

    >>> half = Fraction(1, 2)
    >>> [round(float(each), 12) for each in relative_values([[(half, 0), (half, 1)], [(Fraction(1), 0)]], [0, 1])]
    [0.0, 0.666666666667]
    """
    found = discounted_values(rows, rewards, 1 - ALMOST_NONE)
    return [each - found[0] for each in found]


def discounted_values(rows: Rows, rewards: Sequence[Any], discount: Any) -> list[Any]:
    """Return what all rewards from each state on are worth, one step later being worth ``discount`` times as much."""
    n = len(rows)
    matrix: list[list[Any]] = [[int(row == column) for column in range(n)] for row in range(n)]
    for state in range(n):
        for p, to in rows[state]:
            matrix[state][to] -= discount * p
    return solve(matrix, rewards)


def first_passage(rows: Rows, hits: Sequence[Any], start: int) -> Any:
    """Return the expected steps until the first hit, or None where it may never come.

    Parameters
    ----------
    rows
        By state: (chance, next state) of the steps without a hit, their chances adding up to 1 less that of a hit.
    hits
        By state: chance of a hit in one step.
    start
        Where the wait begins.
    """
    states = reachable(rows, start)
    for state in states:
        if not any(hits[other] for other in reachable(rows, state)):
            return None
    place = {state: k for k, state in enumerate(states)}
    matrix: list[list[Any]] = [[0] * len(states) for _ in states]
    for state in states:
        matrix[place[state]][place[state]] += 1
        for p, to in rows[state]:
            if p:
                matrix[place[state]][place[to]] -= p
    return solve(matrix, [1] * len(states))[0]


def waits(rows: Rows, hits: Sequence[Any], start: Sequence[Any], most: int, tail: float) -> list[float]:
    """Return the chances that the first hit comes at step 1, 2, …, until less than ``tail`` is left or ``most``.

    Parameters
    ----------
    rows, hits
        As for :func:`first_passage`.
    start
        By state: chance that the wait begins there.
    most, tail
        When to stop.
    """
    steps = [[(float(p), to) for p, to in row] for row in rows]
    chances = [float(hit) for hit in hits]
    now = [float(p) for p in start]
    found: list[float] = []
    while len(found) < most and sum(now) > tail:
        found.append(sum(p * hit for p, hit in zip(now, chances, strict=True)))
        after = [0.0] * len(now)
        for state, mass in enumerate(now):
            if mass:
                for p, to in steps[state]:
                    after[to] += mass * p
        now = after
    return found


def collected(pairs: Sequence[tuple[Any, N]]) -> dict[N, Any]:
    """Add up the chances of equal outcomes."""
    found: dict[N, Any] = {}
    for p, outcome in pairs:
        if p:
            found[outcome] = found.get(outcome, 0) + p
    return found
