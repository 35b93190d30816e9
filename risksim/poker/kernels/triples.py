"""All triples of own cards on one board of two cards: ranked, sorted, and counted against each other.

Two triples meet only where they share no card. Of triples counted by their cards, those without a card of a, b, c are
all of them, less those with a, with b, with c, plus those with a and b, a and c, b and c, less a, b, c itself.
"""

from typing import Any, NamedTuple

import numpy as np

from risksim.engine import jit
from risksim.poker.kernels import hands
from risksim.poker.kernels.hands import Ranks

#: Suit sets are numbers with clubs in the lowest of four bits.
SUIT_SETS = 16

_SIDE = 52


class Scratch(NamedTuple):
    """Space for one board; all by the number of the triple, C(a, 1) + C(b, 2) + C(c, 3), but the last two."""

    rank: np.ndarray
    """uint16: of the triple on the board"""
    order: np.ndarray
    """int32: numbers of the triples off the board, the weakest first"""
    below: np.ndarray
    """int32: by place in the order: triples that a triple beats"""
    starts: np.ndarray
    """int32, by rank: where its triples begin in the order"""
    single: np.ndarray
    """int32 (52,): triples counted so far that hold a card"""
    pair: np.ndarray
    """int32 (52 · 52,): triples counted so far that hold two cards, at 52 · lower + higher"""


def all_triples(n_cards: int = _SIDE) -> np.ndarray:
    """Return the cards of every triple of the first cards of the deck, by its number: uint8 (3 · triples,)."""
    return np.array([(a, b, c) for c in range(n_cards) for b in range(c) for a in range(b)], np.uint8).ravel()


def new_scratch(n_triples: int, n_classes: int) -> Scratch:
    """Return room for one board."""
    return Scratch(
        rank=np.zeros(n_triples, np.uint16),
        order=np.zeros(n_triples, np.int32),
        below=np.zeros(n_triples, np.int32),
        starts=np.zeros(n_classes + 1, np.int32),
        single=np.zeros(_SIDE, np.int32),
        pair=np.zeros(_SIDE * _SIDE, np.int32),
    )


@jit.kernel
def suits_of(card: Any) -> Any:
    """Return the suit of a card as a set."""
    return np.int64(1) << np.int64(card & 3)


@jit.kernel
def sort_triples(x: int, y: int, triples: np.ndarray, ranks: Ranks, scratch: Scratch) -> Any:
    """Rank the triples that do not hold a card of the board x, y; return how many are in ``scratch.order``."""
    rank, order, starts = scratch.rank, scratch.order, scratch.starts
    starts[:] = 0
    n_triples = len(triples) // 3
    for number in range(n_triples):
        a, b, c = triples[3 * number], triples[3 * number + 1], triples[3 * number + 2]
        if a not in (x, y) and b not in (x, y) and c not in (x, y):
            found = hands.rank_of(a, b, c, x, y, ranks)
            rank[number] = found
            starts[np.int64(found) + 1] += 1
    for place in range(1, len(starts)):
        starts[place] += starts[place - 1]
    n_sorted = starts[len(starts) - 1]
    for number in range(n_triples):
        a, b, c = triples[3 * number], triples[3 * number + 1], triples[3 * number + 2]
        if a not in (x, y) and b not in (x, y) and c not in (x, y):
            place = starts[rank[number]]
            starts[rank[number]] += 1
            order[place] = number
    return n_sorted


@jit.kernel
def n_disjoint(a: Any, b: Any, c: Any, total: Any, single: np.ndarray, pair: np.ndarray) -> Any:
    """Return how many of the triples counted hold none of the three cards, the triple itself not being counted."""
    low, middle = np.int64(a) * _SIDE, np.int64(b) * _SIDE
    with_two = pair[low + b] + pair[low + c] + pair[middle + c]
    return total - single[a] - single[b] - single[c] + with_two


@jit.kernel
def count_triple(a: Any, b: Any, c: Any, single: np.ndarray, pair: np.ndarray) -> None:
    """Count one triple by its cards."""
    single[a] += 1
    single[b] += 1
    single[c] += 1
    low, middle = np.int64(a) * _SIDE, np.int64(b) * _SIDE
    pair[low + b] += 1
    pair[low + c] += 1
    pair[middle + c] += 1


@jit.kernel
def count_board(
    x: int,
    y: int,
    triples: np.ndarray,
    ranks: Ranks,
    scratch: Scratch,
    wins: np.ndarray,
    ties: np.ndarray,
) -> None:
    """Count for every triple the disjoint triples that it beats, and those it ties with, on the board x, y.

    Parameters
    ----------
    x, y
        The board, x below y.
    triples
        From :func:`all_triples`.
    ranks
        The order.
    scratch
        From :func:`new_scratch`.
    wins, ties
        uint32 (triples · 16,): added to, by the triple and the suits of its five cards.
    """
    n_sorted = sort_triples(x, y, triples, ranks, scratch)
    order, below, single, pair = scratch.order, scratch.below, scratch.single, scratch.pair
    single[:] = 0
    pair[:] = 0
    on_board = suits_of(x) | suits_of(y)
    first = 0
    while first < n_sorted:
        rank = scratch.rank[order[first]]
        end = first
        while end < n_sorted and scratch.rank[order[end]] == rank:
            at = 3 * order[end]
            below[end] = n_disjoint(triples[at], triples[at + 1], triples[at + 2], first, single, pair)
            end += 1
        for place in range(first, end):
            at = 3 * order[place]
            count_triple(triples[at], triples[at + 1], triples[at + 2], single, pair)
        for place in range(first, end):
            at = 3 * order[place]
            a, b, c = triples[at], triples[at + 1], triples[at + 2]
            # the triple has now been counted itself
            at_most = n_disjoint(a, b, c, end, single, pair) - 1
            cell = order[place] * SUIT_SETS + (on_board | suits_of(a) | suits_of(b) | suits_of(c))
            wins[cell] += np.uint32(below[place])
            ties[cell] += np.uint32(at_most - below[place])
        first = end


@jit.kernel
def count_boards(
    first: int,
    n_boards: int,
    n_cards: int,
    triples: np.ndarray,
    ranks: Ranks,
    scratch: Scratch,
    wins: np.ndarray,
    ties: np.ndarray,
) -> None:
    """Do :func:`count_board` for boards ``first`` … of the first ``n_cards`` cards, in the order of their higher card."""
    number = 0
    for y in range(n_cards):
        for x in range(y):
            if first <= number < first + n_boards:
                count_board(x, y, triples, ranks, scratch, wins, ties)
            number += 1
