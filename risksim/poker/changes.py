"""Deals of two 3 + 2 hands whose result is another under another order, all of them counted.

Boards that differ by an exchange of suits which both orders treat alike have the same counts, so one of each kind is
looked at. The counts are stored.
"""

import functools
import os
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from risksim.engine import blocks
from risksim.poker import deck, matchups, orders, stored, tables, worths
from risksim.poker.kernels import changes, hands, triples
from risksim.poker.matchups import N_DEALS, N_TRIPLES, Progress
from risksim.poker.orders import Order

_BLOCK_BOARDS = 8


class Changes(NamedTuple):
    """Ordered deals of two hands, by what another order makes of their result."""

    turned: int
    """the other hand wins"""
    tied: int
    """one hand won, now they tie"""
    broken: int
    """they tied, now one hand wins"""

    @property
    def share(self) -> Fraction:
        """Share of all deals whose result is another."""
        return Fraction(sum(self), N_DEALS)


def changed(
    order: str | os.PathLike[str] | Order,
    other: str | os.PathLike[str] | Order,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Changes:
    """Count the deals of two hands, three own cards each and two on the board, that end otherwise under another order.

    Parameters
    ----------
    order, other
        Readings of ``queen_high``, paths of order files, or orders.
    workers
        Threads; the counts do not depend on them.
    progress
        Called with boards done and boards in all, where the counts are not stored yet.

    Raises
    ------
    InputError
        If there is no such order.

    >>> changed("compare", "compare")
    Changes(turned=0, tied=0, broken=0)
    """
    first, second = orders.of(order), orders.of(other)
    if tables.said(first) == tables.said(second):
        return Changes(0, 0, 0)
    path = stored.path_for("changes", (tables.said(first), tables.said(second)), _code_digest())
    content = stored.load(path)
    if content is not None and content.nbytes == 8 * changes.N_CHANGES:
        return Changes(*content.view(np.int64).tolist())
    counts = build(first, second, workers, progress)
    stored.save(path, np.array(counts, np.int64))
    return counts


def build(
    order: Order, other: Order, workers: int | None = None, progress: Progress | None = None
) -> Changes:
    """Count the deals without looking for stored counts."""
    ranks, other_ranks = tables.ranks(order), tables.ranks(other)
    cards = triples.all_triples()
    sets = np.bitwise_or.reduce(np.uint64(1) << cards.reshape(-1, 3).astype(np.uint64), axis=1)
    boards = kinds_of_boards(order, other)

    def count(block: int, n_boards: int, _state: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
        scratch = triples.new_scratch(N_TRIPLES, len(ranks.category))
        line, total = changes.new_line(N_TRIPLES), np.zeros(changes.N_CHANGES, np.int64)
        for x, y, alike in boards[block * _BLOCK_BOARDS :][:n_boards]:
            found = np.zeros(changes.N_CHANGES, np.int64)
            changes.count_board(x, y, cards, sets, ranks, other_ranks, scratch, line, found)
            total += alike * found
        return total

    pairs = blocks.sum_blocks(
        count, len(boards), seed=0, block_trials=_BLOCK_BOARDS, workers=workers, progress=progress
    )
    # either hand may be the bidder's
    return Changes(*(2 * pairs).tolist())


def kinds_of_boards(order: Order, other: Order) -> list[tuple[int, int, int]]:
    """Return one board of each kind, the lower card first, and how many there are of the kind.

    >>> boards = kinds_of_boards(orders.of("compare"), orders.of("ignore"))
    >>> len(boards), sum(alike for _, _, alike in boards)
    (507, 1326)
    """
    both = set(worths.exchanges(order.strengths)) & set(worths.exchanges(other.strengths))
    found: dict[tuple[int, int], int] = {}
    for y in range(deck.N_CARDS):
        for x in range(y):
            alike = [sorted(card - card % 4 + suits[card % 4] for card in (x, y)) for suits in both]
            kind = min((low, high) for low, high in alike)
            found[kind] = found.get(kind, 0) + 1
    return [(x, y, alike) for (x, y), alike in found.items()]


@functools.cache
def _code_digest() -> bytes:
    """Return a digest of the files that decide what is counted."""
    files = (__file__, matchups.__file__, tables.__file__, changes.__file__, triples.__file__, hands.__file__)
    return stored.code_digest(files)
