"""Dealing and comparing: three own cards and two on the board for every player, many tables at once."""

from typing import NamedTuple

import numpy as np

from risksim.engine import jit
from risksim.poker.kernels import deals, hands
from risksim.poker.kernels.hands import LANES, ROWS, Ranks

#: Own cards of a player, and cards on the board.
OWN, BOARD = 3, 2
#: Players one deal has room for.
MOST_PLAYERS = 6

#: Typed, so that a kernel is not compiled once more for each constant it is called with.
_N_CARDS = np.int64(52)


class Scratch(NamedTuple):
    """Space the kernels work in; the cards of the last deal can be read from it."""

    words: np.ndarray
    """(LANES,) uint64"""
    places: np.ndarray
    """(20 · LANES,) uint8"""
    lanes: np.ndarray
    """(20 · LANES,) uint8: the cards dealt, a row of LANES each: the board, then three for each seat"""
    numbers: np.ndarray
    """(LANES,) uint32"""
    found: np.ndarray
    """(LANES,) uint16: the ranks of the hands numbered last"""
    best: np.ndarray
    """(LANES,) uint16: the best rank at the table"""
    winners: np.ndarray
    """(LANES,) uint8: the seats that have it, seat 0 in the lowest bit"""


def new_scratch() -> Scratch:
    """Return room for six players."""
    rows = BOARD + OWN * MOST_PLAYERS
    return Scratch(
        words=np.zeros(LANES, np.uint64),
        places=np.zeros(rows * LANES, np.uint8),
        lanes=np.zeros(rows * LANES, np.uint8),
        numbers=np.zeros(LANES, np.uint32),
        found=np.zeros(LANES, np.uint16),
        best=np.zeros(LANES, np.uint16),
        winners=np.zeros(LANES, np.uint8),
    )


@jit.kernel
def compare_seat(seat: int, ranks: Ranks, scratch: Scratch) -> None:
    """Compare the hands numbered last, those of ``seat``, with the best so far."""
    mine = np.uint8(1 << seat)
    numbers, found, best, winners = scratch.numbers, scratch.found, scratch.best, scratch.winners
    for lane in range(LANES):
        found[lane] = ranks.rank[numbers[lane]]
    for lane in range(LANES):
        rank, before = found[lane], best[lane]
        shared = np.uint8(winners[lane] | mine) if rank == before else winners[lane]
        winners[lane] = mine if rank > before else shared
        best[lane] = max(rank, before)


@jit.kernel
def deal_and_compare(
    n_groups: int, n_players: int, ranks: Ranks, state: np.ndarray, scratch: Scratch, counts: np.ndarray
) -> None:
    """Deal ``n_groups`` · LANES tables, every player's best hand being three own cards and the board.

    Parameters
    ----------
    n_groups
        Deals of LANES tables each.
    n_players
        2 … 6.
    ranks
        The order.
    state
        The stream of random numbers.
    scratch
        From :func:`new_scratch`.
    counts
        int64 (2**n_players,): one is added for every table to the set of seats that share the best hand, as a number
        with seat 0 in the lowest bit.
    """
    n_dealt = BOARD + OWN * n_players
    for _ in range(n_groups):
        deals.deal_lanes(_N_CARDS, n_dealt, state, scratch.words, scratch.places, scratch.lanes)
        for lane in range(LANES):
            scratch.best[lane] = 0
            scratch.winners[lane] = 0
        for seat in range(n_players):
            own = BOARD + OWN * seat
            hands.number_lanes(ROWS[0], ROWS[1], own, own + 1, own + 2, scratch.lanes, scratch.numbers)
            compare_seat(seat, ranks, scratch)
        for lane in range(LANES):
            counts[scratch.winners[lane]] += 1
