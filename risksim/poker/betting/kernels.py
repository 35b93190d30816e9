"""How good three own cards are on every board, and how classes of hands meet."""

from typing import Any

import numpy as np

from risksim.engine import jit
from risksim.poker.kernels import Ranks, deals, hands

#: Sets of three of 52 cards, and of three of the 50 that a board leaves.
N_TRIPLES, N_BESIDE = 22_100, 19_600
N_CARDS, N_DEALT = 52, 8
#: Shares of hands beaten are kept in so many steps.
LEVELS = 256


@jit.kernel
def triple_number(a: Any, b: Any, c: Any) -> Any:
    """Return the number of three different cards in any order, 0 … 22,099."""
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


@jit.kernel
def board_number(first: Any, second: Any) -> Any:
    """Return the number of a board of two different cards, 0 … 1,325."""
    low, high = min(first, second), max(first, second)
    return low + high * (high - 1) // 2


@jit.kernel
def rank_board(
    first: int, second: int, ranks: Ranks, found: np.ndarray, counts: np.ndarray, below: np.ndarray
) -> None:
    """Rank every three cards beside a board, and find the share of the others each rank beats.

    Parameters
    ----------
    first, second
        The board.
    ranks
        The order.
    found
        int64 (22100,): filled with the rank by triple, -1 where it holds a card of the board.
    counts
        int64 (classes,): scratch space.
    below
        float64 (classes,): filled with the share of the other triples a rank beats, half of its equals counted.
    """
    counts[:] = 0
    number = 0
    for c in range(2, N_CARDS):
        for b in range(1, c):
            for a in range(b):
                is_free = a != first and b != first and c != first
                is_free = is_free and a != second and b != second and c != second
                found[number] = -1
                if is_free:
                    rank = np.int64(hands.rank_of(a, b, c, first, second, ranks))
                    found[number] = rank
                    counts[rank] += 1
                number += 1
    beaten = np.int64(0)
    for place in range(len(counts)):
        below[place] = (beaten + (counts[place] - 1) * 0.5) / (N_BESIDE - 1)
        beaten += counts[place]


@jit.kernel
def rank_all_boards(
    ranks: Ranks,
    found: np.ndarray,
    counts: np.ndarray,
    below: np.ndarray,
    levels: np.ndarray,
    flops: np.ndarray,
) -> None:
    """Find how good three cards are on every board, and on every flop before the river is known.

    Parameters
    ----------
    ranks
        The order.
    found, counts, below
        Scratch space, see :func:`rank_board`.
    levels
        uint8 (1326 · 22100,): filled with the share of other hands beaten on each board, in steps of 1/256.
    flops
        float64 (52 · 22100,): has the mean share over all rivers added, by flop card.
    """
    for second in range(1, N_CARDS):
        for first in range(second):
            rank_board(first, second, ranks, found, counts, below)
            start = board_number(first, second) * N_TRIPLES
            for triple in range(N_TRIPLES):
                rank = found[triple]
                if rank >= 0:
                    share = below[rank]
                    levels[start + triple] = np.uint8(min(np.int64(share * LEVELS), np.int64(LEVELS - 1)))
                    flops[first * N_TRIPLES + triple] += share / 48.0
                    flops[second * N_TRIPLES + triple] += share / 48.0


@jit.kernel
def meet(
    n_deals: int,
    ranks: Ranks,
    n_river: int,
    levels: np.ndarray,
    flop_class: np.ndarray,
    n_flop: int,
    state: np.ndarray,
    deck: np.ndarray,
    counts: np.ndarray,
) -> None:
    """Deal two hands and a board so many times and count which classes meet, and who wins.

    Parameters
    ----------
    n_deals
        Deals.
    ranks
        The order.
    n_river
        Classes with the whole board known.
    levels
        From :func:`rank_all_boards`.
    flop_class
        uint8 (52 · 22100,): the class by flop card and triple.
    n_flop
        Classes with the flop known.
    state
        The stream of random numbers.
    deck
        uint8 (52,): the cards.
    counts
        int64: a cell for the first player's classes on flop and river, the second's, and the outcome: 0 the second
        wins, 1 a tie, 2 the first wins.
    """
    size = n_flop * n_river
    for _ in range(n_deals):
        deals.deal(np.int64(N_CARDS), np.int64(N_DEALT), state, deck)
        flop, river = np.int64(deck[0]), np.int64(deck[1])
        board = board_number(flop, river) * N_TRIPLES
        cell, before = np.int64(0), np.int64(0)
        outcome = np.int64(1)
        for seat in range(2):
            a, b, c = (
                np.int64(deck[2 + 3 * seat]),
                np.int64(deck[3 + 3 * seat]),
                np.int64(deck[4 + 3 * seat]),
            )
            triple = triple_number(a, b, c)
            now = np.int64(flop_class[flop * N_TRIPLES + triple])
            last = (np.int64(levels[board + triple]) * n_river) // LEVELS
            cell = cell * size + now * n_river + last
            rank = np.int64(hands.rank_of(a, b, c, flop, river, ranks))
            if seat == 1:
                outcome = np.int64(2) if before > rank else np.int64(1) if before == rank else np.int64(0)
            before = rank
        counts[cell * 3 + outcome] += 1
