"""Ranks of all hands under an order: computed once, kept on disk beside the compiled kernels.

A stored table is named by a digest of the order and of the code that makes it, see :mod:`risksim.poker.stored`.
"""

import functools
import os
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt
from msgspec import structs

from risksim.errors import InputError
from risksim.poker import deck, orders, stored
from risksim.poker.kernels import Ranks, classes, hands
from risksim.poker.orders import Groups, Order, Straights

#: Most classes of equal hands that a table tells apart.
MOST_CLASSES = 65_535

_GROUP_RULES = {
    Groups.NATURAL: classes.NATURAL,
    Groups.HIGHEST: classes.HIGHEST,
    Groups.LOWEST: classes.LOWEST,
}
_RANK_BYTES = 2 * hands.N_HANDS


def ranks(order: str | os.PathLike[str] | Order) -> Ranks:
    """Return the rank of every hand under an order.

    Parameters
    ----------
    order
        A reading of ``queen_high``, the path of an order file, or an order.

    Raises
    ------
    InputError
        If there is no such order, or it tells more than 65,535 classes of hands apart.

    >>> table = ranks("ignore")
    >>> len(table.rank), len(table.category)
    (2598960, 7462)
    """
    return _ranks(structs.replace(orders.of(order), name="", words="", source=""), orders.of(order).name)


def rank_of(hand: str | Iterable[int], order: str | os.PathLike[str] | Order) -> int:
    """Return the rank of five cards, given as text or as numbers; a better hand has a larger one.

    >>> rank_of("Qh Qc 3d 4s 9s", "compare") > rank_of("Ah Ac 3h 4c 9c", "compare")
    True
    """
    return int(ranks(order).rank[number_of(hand)])


def category_of(hand: str | Iterable[int], order: str | os.PathLike[str] | Order) -> int:
    """Return the category of five cards: 0 high card … 8 straight flush.

    >>> category_of("Kh Kc Ac 10c Js", "reorder"), category_of("Kh Kc Ac 10c Js", "compare")
    (4, 1)
    """
    return int(ranks(order).category[rank_of(hand, order)])


def number_of(hand: str | Iterable[int]) -> int:
    """Return the number of a hand of five cards, 0 … 2,598,959.

    >>> number_of("2c 2d 2h 2s 3c"), number_of("Kd Ac Ad Ah As")
    (0, 2598957)
    """
    return int(hands.hand_number(*(np.uint8(card) for card in sorted(deck.check_hand(hand)))))


@functools.lru_cache(maxsize=16)
def _ranks(order: Order, name: str) -> Ranks:
    """Load the table of an order without a name, or make and store it."""
    path = _path(order)
    table = _load(path) if path else None
    if table is None:
        table = build(order, name)
        if path:
            stored.save(path, table.rank, table.category)
    return table


def build(order: Order, name: str = "") -> Ranks:
    """Rank every hand under an order, without looking for a stored table.

    Raises
    ------
    InputError
        If the order tells more than 65,535 classes of hands apart.
    """
    keys = hand_keys(order)
    found = np.unique(keys)
    if len(found) > MOST_CLASSES:
        raise InputError(
            f"order {name or order.name!r} tells {len(found):,} classes of hands apart; at most {MOST_CLASSES:,} "
            "are possible: give more cards the same strength"
        )
    rank = np.empty(len(keys), dtype=np.uint16)
    classes.find_ranks(keys, found, rank)
    return Ranks(rank, (found >> classes.CATEGORY_SHIFT).astype(np.uint8))


def hand_keys(
    order: Order, lowest: int = deck.HAND_SIZE - 1, highest: int = deck.N_CARDS - 1
) -> npt.NDArray[np.int64]:
    """Return a key for every hand, by number, larger for the better and equal for ties.

    Parameters
    ----------
    order
        The order.
    lowest, highest
        Only hands whose highest card lies between these.
    """
    ends = np.array([lowest, highest + 1])
    first, last = np.prod([ends - k for k in range(deck.HAND_SIZE)], axis=0) // 120
    keys = np.empty(last - first, dtype=np.int64)
    classes.hand_keys(
        lowest,
        highest,
        _GROUP_RULES[order.groups],
        order.straights is Straights.SLOTS,
        order.ace_low,
        np.array(order.strengths, dtype=np.int64),
        np.zeros(deck.HAND_SIZE, dtype=np.int64),
        np.zeros(deck.HAND_SIZE, dtype=np.int64),
        keys,
    )
    return keys


@functools.cache
def _code_digest() -> bytes:
    """Return a digest of the files that decide what a table holds."""
    return stored.code_digest((__file__, orders.__file__, classes.__file__, hands.__file__))


def _path(order: Order) -> Path | None:
    """Return where the table of an order is stored, or None where nothing can be."""
    return stored.path_for("ranks", said(order), _code_digest())


def said(order: Order) -> tuple[object, ...]:
    """Return all of an order that decides which hand is better."""
    return order.strengths, order.groups.value, order.straights.value, order.ace_low


def _load(path: Path) -> Ranks | None:
    """Return a stored table, or None where there is none or it is not as it was written."""
    content = stored.load(path)
    if content is None or len(content) <= _RANK_BYTES:
        return None
    return Ranks(content[:_RANK_BYTES].view(np.uint16), content[_RANK_BYTES:])
