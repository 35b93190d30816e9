"""Classes of hands by how good they are, and how often they meet and win.

After the flop a hand is as good as the share of other hands it beats, on average over all rivers; after the river, as the
share it beats on the board. Both are found for every three cards on every board, exactly but for one thing: that the
others' cards lie in the same deck is passed over where hands are sorted into classes. Classes are equally likely.

How often two classes meet and which wins is then counted over deals from one deck, every deal counted for either
player as the first, so that the counts are symmetric.

Sources: ``seed-new-rules``.
"""

import functools
import os
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from risksim.engine import blocks
from risksim.poker import deck, orders, tables
from risksim.poker.betting import kernels
from risksim.poker.kernels import Ranks
from risksim.poker.orders import Order

Floats = npt.NDArray[np.float64]

_N_BOARDS = 1_326


class Strengths(NamedTuple):
    """How good three cards are, under one order."""

    ranks: Ranks
    levels: npt.NDArray[np.uint8]
    """(1326 · 22100,) share of other hands beaten, by board and triple, in steps of 1/256"""
    flops: Floats
    """(52, 22100) mean share beaten over all rivers, by flop card and triple; 0 where the triple holds the card"""


class Meetings(NamedTuple):
    """How classes meet in one round: chances by the first player's class and the second's."""

    met: Floats
    """(classes, classes), adding up to 1"""
    won: Floats
    """(classes, classes): they meet and the first wins"""
    tied: Floats
    """(classes, classes): they meet and tie"""


class Deal(NamedTuple):
    """What players know and how it comes out, round by round.

    The classes of a later round are pairs: ``before · classes + now``.
    """

    rounds: tuple[Meetings, ...]
    classes: tuple[int, ...]
    """of each round, by itself"""

    @property
    def equity(self) -> Floats:
        """The first player's share of the pot by his class in the first round."""
        first = self.rounds[0]
        share: Floats = (first.won + first.tied / 2).sum(axis=1) / first.met.sum(axis=1)
        return share


@functools.lru_cache(maxsize=2)
def _strengths(order: Order) -> Strengths:
    ranks = tables.ranks(order)
    n_classes = len(ranks.category)
    levels = np.zeros(_N_BOARDS * kernels.N_TRIPLES, dtype=np.uint8)
    flops = np.zeros(deck.N_CARDS * kernels.N_TRIPLES)
    kernels.rank_all_boards(
        ranks,
        np.zeros(kernels.N_TRIPLES, dtype=np.int64),
        np.zeros(n_classes, dtype=np.int64),
        np.zeros(n_classes),
        levels,
        flops,
    )
    return Strengths(ranks, levels, flops.reshape(deck.N_CARDS, kernels.N_TRIPLES))


def strengths(order: str | os.PathLike[str] | Order) -> Strengths:
    """Return how good every three cards are on every board under an order of the cards."""
    return _strengths(orders.of(order))


def flop_classes(found: Strengths, n: int) -> npt.NDArray[np.uint8]:
    """Return the class of every three cards after every flop, the classes equally likely: (52 · 22100,)."""
    shares = found.flops.ravel()
    is_dealt = shares > 0
    edges = np.quantile(shares[is_dealt], np.arange(1, n) / n)
    return np.searchsorted(edges, shares, side="right").astype(np.uint8)


def deal(
    order: str | os.PathLike[str] | Order = "compare",
    *,
    flop: int = 6,
    river: int = 6,
    rounds: int = 2,
    trials: int = 2_000_000,
    seed: int = 1,
    workers: int | None = None,
    progress: blocks.Progress | None = None,
) -> Deal:
    """Return classes of hands after the flop and after the river, counted over random deals.

    Parameters
    ----------
    order
        The order of the cards.
    flop, river
        Classes after each.
    rounds
        1: only the flop is known when bets are made; 2: bets again after the river.
    trials, seed, workers, progress
        As for a simulation; the same seed gives the same classes and chances.

    >>> found = deal("ignore", flop=3, river=3, trials=20_000)
    >>> found.rounds[1].met.shape, bool(found.equity[0] < 0.4 < 0.6 < found.equity[2])
    ((9, 9), True)
    """
    return _deal(orders.of(order), flop, river, rounds, trials, seed, workers, progress)


def _deal(
    order: Order,
    flop: int,
    river: int,
    rounds: int,
    trials: int,
    seed: int,
    workers: int | None,
    progress: blocks.Progress | None,
) -> Deal:
    found = strengths(order)
    by_flop = flop_classes(found, flop)

    def work(block: int, n_trials: int, state: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
        counts = np.zeros((flop * river) ** 2 * 3, dtype=np.int64)
        cards = np.arange(deck.N_CARDS, dtype=np.uint8)
        kernels.meet(n_trials, found.ranks, river, found.levels, by_flop, flop, state, cards, counts)
        return counts

    total = sum(blocks.run_blocks(work, trials, seed=seed, workers=workers, progress=progress))
    counts = np.asarray(total, dtype=np.float64).reshape(flop, river, flop, river, 3)
    return deal_of(counts + counts.transpose(2, 3, 0, 1, 4)[..., ::-1], rounds)


def deal_of(counts: Floats, rounds: int) -> Deal:
    """Return the deal that symmetric counts describe: (flop, river, flop, river, outcome)."""
    n_flop, n_river = counts.shape[:2]
    chances = counts / counts.sum()
    size = n_flop * n_river
    both = chances.reshape(size, size, 3)
    first = chances.sum(axis=(1, 3))
    found = [Meetings(each.sum(axis=2), each[..., 2], each[..., 1]) for each in (first, both)]
    return Deal(tuple(found[:rounds]), (n_flop, n_river)[:rounds])
