"""Every three own cards against every other three on every board of two: 4.2 · 10¹¹ ordered deals, exactly.

For each board all triples are ranked and sorted, and the disjoint ones below each counted by inclusion and exclusion
(:mod:`risksim.poker.kernels.triples`); no deal is looked at one by one. The counts of an order are stored.
"""

import functools
import itertools
import os
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import structs

from risksim.engine import blocks
from risksim.poker import deck, orders, stored, tables
from risksim.poker.kernels import hands, triples
from risksim.poker.kernels.triples import SUIT_SETS
from risksim.poker.orders import Order

N_TRIPLES = 22_100
N_BOARDS = 1_326
#: Boards that do not hit a triple, and triples of an opponent that hit neither: what a triple is up against.
BOARDS_OF_TRIPLE, OPPONENTS = 1_176, 16_215
N_DEALS = N_TRIPLES * BOARDS_OF_TRIPLE * OPPONENTS

_BLOCK_BOARDS = 67

#: Called with what is done and what there is to do.
Progress = Callable[[int, int], None]


class Matchups(NamedTuple):
    """What becomes of each triple against all others on all boards."""

    wins: npt.NDArray[np.uint32]
    """(22100, 16): deals won, by number of the triple and the suits of its five cards"""
    ties: npt.NDArray[np.uint32]
    """(22100, 16): deals tied"""


def matchups(
    order: str | os.PathLike[str] | Order, workers: int | None = None, progress: Progress | None = None
) -> Matchups:
    """Return the counts for an order; each triple has 1,176 · 16,215 deals.

    Parameters
    ----------
    order
        A reading of ``queen_high``, the path of an order file, or an order.
    workers
        Threads; the counts do not depend on them.
    progress
        Called with boards done and boards in all, where they are not stored yet.

    Raises
    ------
    InputError
        If there is no such order.

    >>> counts = matchups("compare")
    >>> int(counts.wins.sum(dtype=int)) * 2 + int(counts.ties.sum(dtype=int)) == N_DEALS
    True
    """
    chosen = orders.of(order)
    return _matchups(structs.replace(chosen, name="", words="", source=""), chosen.name, workers, progress)


# threads and progress are no part of what was asked, so what is kept is found by the order alone
_kept: dict[Order, Matchups] = {}


def _matchups(order: Order, name: str, workers: int | None, progress: Progress | None) -> Matchups:
    if order not in _kept:
        path = stored.path_for("matchups", tables.said(order), _code_digest())
        content = stored.load(path)
        if content is not None and content.nbytes == 2 * 4 * N_TRIPLES * SUIT_SETS:
            wins, ties = content.view(np.uint32).reshape(2, N_TRIPLES, SUIT_SETS)
            _kept[order] = Matchups(wins, ties)
        else:
            _kept[order] = build(order, name, workers, progress)
            stored.save(path, *_kept[order])
    return _kept[order]


def build(
    order: Order, name: str = "", workers: int | None = None, progress: Progress | None = None
) -> Matchups:
    """Count all deals under an order, without looking for stored counts."""
    ranks = tables.ranks(structs.replace(order, name=name or order.name))
    all_triples = triples.all_triples()

    def count(block: int, n_boards: int, _state: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint32]:
        counts = np.zeros((2, N_TRIPLES * SUIT_SETS), np.uint32)
        scratch = triples.new_scratch(N_TRIPLES, len(ranks.category))
        first = block * _BLOCK_BOARDS
        triples.count_boards(first, n_boards, deck.N_CARDS, all_triples, ranks, scratch, counts[0], counts[1])
        return counts

    total = blocks.sum_blocks(
        count, N_BOARDS, seed=0, block_trials=_BLOCK_BOARDS, workers=workers, progress=progress
    )
    wins, ties = total.reshape(2, N_TRIPLES, SUIT_SETS)
    return Matchups(wins, ties)


@functools.cache
def _code_digest() -> bytes:
    """Return a digest of the files that decide what is counted."""
    return stored.code_digest((__file__, tables.__file__, triples.__file__, hands.__file__))


@functools.cache
def suits_of_triples() -> npt.NDArray[np.int64]:
    """Return the suits of every triple, as a set, by its number."""
    cards = triples.all_triples().reshape(-1, 3)
    suits: npt.NDArray[np.int64] = np.bitwise_or.reduce(1 << (cards & 3).astype(np.int64), axis=1)
    return suits


@functools.cache
def splits(own: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Return the ways to choose ``own`` of three to six cards, and where those of each number of cards begin and end.

    >>> ways, starts = splits(3)
    >>> ways[starts[4] : starts[5], :4].tolist()
    [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 3, 1], [1, 2, 3, 0]]
    """
    rows: list[list[int]] = []
    starts = [0, 0, 0]
    for held in (3, 4, 5, 6):
        starts.append(len(rows))
        for taken in itertools.combinations(range(held), own):
            rest = [place for place in range(held) if place not in taken]
            rows.append([*taken, *rest, *[0] * (6 - held)])
    return np.array(rows, np.uint8), np.array([*starts, len(rows)], np.int64)
