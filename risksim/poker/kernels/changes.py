"""Deals of two hands whose result is another under another order, found pair by pair without looking at the rest.

The triples of a board are sorted by the one order, and within a class of it from the best to the worst by the other.
Whoever then stands before a triple without being worse than it by the other order has another result against it, or is
its equal by both. Inserting one triple after the other into a line that is sorted by the other order passes by exactly
those.
"""

from typing import Any, NamedTuple

import numpy as np

from risksim.engine import jit
from risksim.poker.kernels import hands
from risksim.poker.kernels.hands import Ranks
from risksim.poker.kernels.triples import Scratch, sort_triples

#: What becomes of the result for two hands: the other one wins, a winner must share, a tie is broken.
TURNED, TIED, BROKEN, N_CHANGES = 0, 1, 2, 3


class Line(NamedTuple):
    """Space for one board: triples in a line, the worst by the other order first."""

    other: np.ndarray
    """uint16, by number of the triple: its rank under the other order"""
    now: np.ndarray
    """uint16, by place: rank under the other order"""
    before: np.ndarray
    """uint16, by place: rank under the one order"""
    cards: np.ndarray
    """uint64, by place: cards as a set"""


def new_line(n_triples: int) -> Line:
    """Return room for one board."""
    return Line(
        other=np.zeros(n_triples, np.uint16),
        now=np.zeros(n_triples, np.uint16),
        before=np.zeros(n_triples, np.uint16),
        cards=np.zeros(n_triples, np.uint64),
    )


@jit.kernel
def best_first(first: Any, end: Any, order: np.ndarray, other: np.ndarray) -> None:
    """Sort a few places of ``order`` by the rank under the other order, the greatest first."""
    for place in range(first + 1, end):
        number = order[place]
        at = place
        while at > first and other[order[at - 1]] < other[number]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = number


@jit.kernel
def insert(n_before: Any, cards: Any, rank: Any, other: Any, line: Line, counts: np.ndarray) -> None:
    """Put a triple into the line, and count what it passes by without sharing a card."""
    at = n_before
    while at > 0 and line.now[at - 1] >= other:
        before, now = line.before[at - 1], line.now[at - 1]
        if cards & line.cards[at - 1] == 0:
            if now != other:
                counts[BROKEN if before == rank else TURNED] += 1
            elif before != rank:
                counts[TIED] += 1
        line.before[at], line.now[at], line.cards[at] = before, now, line.cards[at - 1]
        at -= 1
    line.before[at], line.now[at], line.cards[at] = rank, other, cards


@jit.kernel
def count_board(
    x: int,
    y: int,
    triples: np.ndarray,
    sets: np.ndarray,
    ranks: Ranks,
    other_ranks: Ranks,
    scratch: Scratch,
    line: Line,
    counts: np.ndarray,
) -> None:
    """Count the pairs of disjoint triples whose result on the board x, y is not the same under two orders.

    Parameters
    ----------
    x, y
        The board, x below y.
    triples, sets
        Cards of all triples, from :func:`risksim.poker.kernels.triples.all_triples`, and as sets: uint64 (triples,).
    ranks, other_ranks
        The orders.
    scratch, line
        Space.
    counts
        int64 (3,): added to, by what becomes of the result; each pair once.
    """
    n_sorted = sort_triples(x, y, triples, ranks, scratch)
    order, rank, other = scratch.order, scratch.rank, line.other
    for place in range(n_sorted):
        at = 3 * order[place]
        a, b, c = triples[at], triples[at + 1], triples[at + 2]
        other[order[place]] = hands.rank_of(a, b, c, x, y, other_ranks)
    first = 0
    while first < n_sorted:
        end = first
        while end < n_sorted and rank[order[end]] == rank[order[first]]:
            end += 1
        best_first(first, end, order, other)
        for place in range(first, end):
            number = order[place]
            insert(place, sets[number], rank[number], other[number], line, counts)
        first = end
