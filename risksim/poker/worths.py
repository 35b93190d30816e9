"""Measures by which the best three of more cards are chosen: equity, or control of an ally, against one opponent.

Equity is the chance to beat three random cards, a tie counting half, when nobody has seen the board and the cards set
aside are known to be out of the deck; control is the chance to win with one of the ally's suits among the five cards.
Both are exact. With more opponents the same measures are used: who chooses knows nothing of their cards.

Suits that an order treats alike may be exchanged, so a table holds one triple of each kind. The tables of a measure
take up to a minute once, and are stored.
"""

import functools
import itertools
from typing import Any

import numpy as np
import numpy.typing as npt

from risksim.engine import blocks
from risksim.poker import deck, stored, tables
from risksim.poker.kernels import choices, hands, triples
from risksim.poker.kernels.choices import ROW, Worth
from risksim.poker.matchups import N_TRIPLES, Progress, suits_of_triples
from risksim.poker.orders import Order

ALL_SUITS = 15

_BLOCK_KINDS = 1750


def equity(order: Order, workers: int | None = None, progress: Progress | None = None) -> Worth:
    """Return the measure that counts deals won twice and deals tied once."""
    return _table(order, ALL_SUITS, 2, 1, workers, progress)


def control(order: Order, suits: int, workers: int | None = None, progress: Progress | None = None) -> Worth:
    """Return the measure that counts deals won with one of some suits among the five cards.

    Parameters
    ----------
    order
        The order.
    suits
        The ally's suits as a set, clubs in the lowest bit.
    workers, progress
        As for :func:`risksim.poker.matchups.matchups`.
    """
    return _table(order, suits, 1, 0, workers, progress)


def unused(order: Order) -> Worth:
    """Return a measure with an empty table, for seats that have nothing to choose."""
    return _worth(order, ALL_SUITS, 2, 1, np.zeros(1, np.int32))


@functools.cache
def exchanges(strengths: tuple[int, ...], suits: int = ALL_SUITS) -> tuple[tuple[int, ...], ...]:
    """Return the exchanges of suits that leave an order and a set of suits as they are: suit for suit.

    >>> from risksim.poker import orders
    >>> exchanges(orders.of("compare").strengths)
    ((0, 1, 2, 3), (0, 2, 1, 3), (3, 1, 2, 0), (3, 2, 1, 0))
    """
    return tuple(
        found
        for found in itertools.permutations(range(deck.N_SUITS))
        if moved(suits, found) == suits
        and all(
            strengths[card] == strengths[card - card % 4 + found[card % 4]] for card in range(deck.N_CARDS)
        )
    )


def moved(suits: int, exchange: tuple[int, ...]) -> int:
    """Return a set of suits after an exchange."""
    return sum(1 << exchange[suit] for suit in range(deck.N_SUITS) if suits >> suit & 1)


def alike(order: Order, suits: int) -> int:
    """Return the least set of suits that exchanges make of a set, so that allies alike are counted once.

    >>> from risksim.poker import orders
    >>> alike(orders.of("compare"), 8), alike(orders.of("compare"), 4)
    (1, 2)
    """
    return min(moved(suits, exchange) for exchange in exchanges(order.strengths))


@functools.cache
def _kinds(strengths: tuple[int, ...], suits: int) -> tuple[Any, Any, Any, Any]:
    """Return the kind of every triple, the exchange to its typical one, card maps, and the typical triples by kind.

    Kinds whose triples hold none of the suits come first.
    """
    cards = np.arange(deck.N_CARDS)
    maps = np.array([cards - cards % 4 + np.array(found)[cards % 4] for found in exchanges(strengths, suits)])
    own = triples.all_triples().reshape(-1, 3).astype(np.int64)
    a, b, c = np.moveaxis(np.sort(maps[:, own], axis=2), 2, 0)
    numbers = a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6
    typical = np.flatnonzero(numbers.min(axis=0) == np.arange(N_TRIPLES))
    typical = typical[np.argsort(suits_of_triples()[typical] & suits != 0, kind="stable")]
    kind = np.empty(N_TRIPLES, np.int32)
    kind[typical] = np.arange(len(typical))
    return (
        kind[numbers.min(axis=0)],
        numbers.argmin(axis=0).astype(np.uint8),
        maps.astype(np.uint8).ravel(),
        typical,
    )


def _worth(order: Order, suits: int, win: int, tie: int, with_cards: npt.NDArray[np.int32]) -> Worth:
    kind, exchange, maps, _ = _kinds(order.strengths, suits)
    return Worth(with_cards, kind, exchange, maps, suits, win, tie)


_kept: dict[object, npt.NDArray[np.int32]] = {}


def _table(
    order: Order, suits: int, win: int, tie: int, workers: int | None, progress: Progress | None
) -> Worth:
    """Load a table, or make and store it."""
    said = (tables.said(order), suits, win, tie)
    n_kinds = len(_kinds(order.strengths, suits)[3])
    if said not in _kept:
        path = stored.path_for("worths", said, _code_digest())
        content = stored.load(path)
        if content is not None and content.nbytes == 4 * n_kinds * ROW:
            _kept[said] = content.view(np.int32)
        else:
            _kept[said] = build(order, suits, win, tie, workers, progress)
            stored.save(path, _kept[said])
    return _worth(order, suits, win, tie, _kept[said])


def build(
    order: Order,
    suits: int,
    win: int,
    tie: int,
    workers: int | None = None,
    progress: Progress | None = None,
) -> npt.NDArray[np.int32]:
    """Count the deals of a triple of each kind, all, with each card, with each pair, without looking for stored ones."""
    ranks = tables.ranks(order)
    typical = _kinds(order.strengths, suits)[3]
    worth = _worth(order, suits, win, tie, np.zeros(len(typical) * ROW, np.int32))
    n_counted = len(typical)
    if suits != ALL_SUITS:
        # a triple with one of the suits controls whenever it wins
        n_counted = int(np.sum(suits_of_triples()[typical] & suits == 0))
        rows = worth.with_cards.reshape(-1, ROW)
        rows[n_counted:] = _rows(_table(order, ALL_SUITS, win, tie, workers, progress), typical[n_counted:])
    all_triples = triples.all_triples()
    is_typical = np.zeros(N_TRIPLES, np.bool_)
    is_typical[typical] = True

    def count(block: int, n: int, _state: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
        scratch, counted = triples.new_scratch(N_TRIPLES, len(ranks.category)), choices.new_counted()
        first = block * _BLOCK_KINDS
        choices.count_kinds(first, n, is_typical, all_triples, ranks, worth, scratch, counted)
        return np.array([n])

    # blocks write rows of their own
    blocks.sum_blocks(count, n_counted, seed=0, block_trials=_BLOCK_KINDS, workers=workers, progress=progress)
    return worth.with_cards


def _rows(worth: Worth, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    """Return the rows of triples from a table of kinds: of each, the row of its kind with cards exchanged."""
    high, low = np.array([(b, a) for b in range(deck.N_CARDS) for a in range(b)]).T
    places = []
    for card_map in worth.exchanges.reshape(-1, deck.N_CARDS).astype(np.int64):
        one, other = np.maximum(card_map[high], card_map[low]), np.minimum(card_map[high], card_map[low])
        pairs = 1 + deck.N_CARDS + other + one * (one - 1) // 2
        places.append(np.concatenate([[0], 1 + card_map, pairs]))
    by_exchange = np.array(places)
    rows = worth.with_cards.reshape(-1, ROW)[worth.kind[numbers]]
    return np.take_along_axis(rows, by_exchange[worth.exchange[numbers]], axis=1)


@functools.cache
def _code_digest() -> bytes:
    """Return a digest of the files that decide what a table holds."""
    files = (__file__, tables.__file__, choices.__file__, triples.__file__, hands.__file__)
    return stored.code_digest(files)
