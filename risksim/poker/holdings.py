"""The share of the pot that the best three of more cards win from three random ones, over all hands and deals."""

import functools
import math
import os
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from risksim.engine import blocks
from risksim.errors import check_count
from risksim.poker import deck, matchups, orders, worths
from risksim.poker.kernels import holdings, seats
from risksim.poker.matchups import Progress
from risksim.poker.orders import Order

#: Of six cards the deals that hold all three set aside would have to be counted hand by hand.
MOST_CARDS = 5
#: Weight of a deal that is won, where a tie weighs one.
_WIN = 2


def share_of_best(
    order: str | os.PathLike[str] | Order,
    cards: int,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Fraction:
    """Return the expected share of a pot of two, a tie counting half, with the best three of some cards against three.

    Parameters
    ----------
    order
        A reading of ``queen_high``, the path of an order file, or an order.
    cards
        Cards to choose from, 3 … 5; those set aside are out of the deck.
    workers
        Threads; the share does not depend on them.
    progress
        Called while tables are made that are not stored yet.

    Raises
    ------
    InputError
        If there is no such order, or other numbers of cards.

    >>> share_of_best("ignore", 3)
    Fraction(1, 2)
    """
    check_count("cards", cards, seats.OWN, MOST_CARDS)
    return _share(orders.of(order), cards, workers, progress)


@functools.lru_cache(maxsize=64)
def _share(order: Order, cards: int, workers: int | None, progress: Progress | None) -> Fraction:
    worth = worths.equity(order, workers, progress)
    splits, starts = matchups.splits(seats.OWN)
    ways = splits[starts[cards] : starts[cards + 1]]

    def total(highest: int, _n: int, _state: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
        if highest < cards - 1:
            return np.zeros(1, np.int64)
        return np.array([holdings.sum_best(highest, ways, worth, np.zeros(cards, np.uint8))])

    won = int(blocks.sum_blocks(total, deck.N_CARDS, seed=0, block_trials=1, workers=workers)[0])
    left = deck.N_CARDS - cards
    deals = math.comb(deck.N_CARDS, cards) * math.comb(left, 2) * math.comb(left - 2, seats.OWN)
    return Fraction(won, _WIN * deals)
