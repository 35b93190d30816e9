"""Hands as arrays: every hand a player can hold, what can be drawn to it and what can be turned in from it.

A kind of card is a symbol and whether it matches (shows a territory the player holds), or a wild card. Matching is
only kept apart where it can matter. A hand is the number of cards of each kind.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from risksim.cards import exact as cards_exact
from risksim.cards import model as cards_model
from risksim.factories.model import Question

Counts = tuple[int, ...]

#: Cards in a set, and cards in hand that always hold one and force it.
SET_SIZE, FULL_HAND = 3, 5
WILD = 3


@dataclass(frozen=True)
class Kinds:
    """The kinds of cards.

    Attributes
    ----------
    symbols
        Symbol of each kind: 0, 1, 2, or 3 for a wild card.
    matching
        Matching cards that one card of the kind counts for: 0 or 1.
    """

    symbols: tuple[int, ...]
    matching: tuple[int, ...]


@lru_cache(maxsize=16)
def kinds(has_wilds: bool, is_split: bool, all_match: bool) -> Kinds:
    """Return the kinds: matching cards apart (``is_split``), or all territory cards alike."""
    if is_split:
        symbols, matching = [0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1]
    else:
        symbols, matching = [0, 1, 2], [int(all_match)] * 3
    if has_wilds:
        symbols, matching = [*symbols, WILD], [*matching, 0]
    return Kinds(tuple(symbols), tuple(matching))


def is_set(symbols: tuple[int, ...]) -> bool:
    """Tell whether three symbols make a set; a wild card stands for any."""
    plain = [symbol for symbol in symbols if symbol != WILD]
    return len(plain) < SET_SIZE or len(set(plain)) in (1, SET_SIZE)


def hands(of: Kinds) -> list[Counts]:
    """Return every hand of at most five cards with at most two wilds, fewest cards first."""
    n_kinds = len(of.symbols)
    found = []
    for size in range(FULL_HAND + 1):
        for cards in combinations_with_replacement(range(n_kinds), size):
            if sum(of.symbols[kind] == WILD for kind in cards) <= 2:
                found.append(tuple(cards.count(kind) for kind in range(n_kinds)))
    return found


@lru_cache(maxsize=16)
def sets(of: Kinds) -> tuple[tuple[Counts, int], ...]:
    """Return every set by kinds, and its matching cards."""
    found = []
    for cards in combinations_with_replacement(range(len(of.symbols)), SET_SIZE):
        symbols = tuple(of.symbols[kind] for kind in cards)
        if is_set(symbols) and symbols.count(WILD) <= 2:
            counts = tuple(cards.count(kind) for kind in range(len(of.symbols)))
            found.append((counts, sum(of.matching[kind] for kind in cards)))
    return tuple(found)


def turn_ins(of: Kinds, hand: Counts) -> Iterator[tuple[Counts, int]]:
    """Yield what can be left of a hand after turning in a set, and the matching cards of that set."""
    for used, matches in sets(of):
        if all(have >= need for have, need in zip(hand, used, strict=True)):
            yield tuple(have - need for have, need in zip(hand, used, strict=True)), matches


class DeckTables(NamedTuple):
    """A deck of cards for the dynamic programme; cards gone from the pile are kept sorted by symbol, most first.

    Attributes
    ----------
    gone
        (piles, 4) int64: cards gone from the pile, of the symbol most gone, the next, the least, and wilds.
    places
        (15, 15, 15, wilds + 1) int64: place of such a count in ``gone``, -1 if not sorted.
    full
        (4,) int64 cards in the deck.
    hand_symbols
        (hands, 4) int64 cards of each symbol in a hand.
    held
        (hands,) int64 cards in hand.
    add
        (hands, kinds) int64 hand after drawing; -1 from a full hand or with a third wild.
    kind_symbols
        (kinds,) int64.
    kind_chances
        (kinds,) float64 chance of the kind given its symbol.
    first_turn_in
        (hands + 1,) int64 where a hand's choices begin.
    left, matches
        (choices,) int64 hand left and matching cards.
    renamed
        (6, hands) int64 hand after renaming its symbols by the permutation.
    permutations
        (6, 3) int64: the new place p holds what was in place ``permutations[i, p]``.
    """

    gone: npt.NDArray[np.int64]
    places: npt.NDArray[np.int64]
    full: npt.NDArray[np.int64]
    hand_symbols: npt.NDArray[np.int64]
    held: npt.NDArray[np.int64]
    add: npt.NDArray[np.int64]
    kind_symbols: npt.NDArray[np.int64]
    kind_chances: npt.NDArray[np.float64]
    first_turn_in: npt.NDArray[np.int64]
    left: npt.NDArray[np.int64]
    matches: npt.NDArray[np.int64]
    renamed: npt.NDArray[np.int64]
    permutations: npt.NDArray[np.int64]


def kinds_of(question: Question) -> tuple[Kinds, tuple[float, ...]]:
    """Return the kinds of cards a question tells apart, and each kind's chance given its symbol."""
    is_split = question.matches_matter
    of = kinds(cards_model.DECKS[question.deck].wilds > 0, is_split, question.share == 1)
    share = float(question.share)
    chances = tuple(
        1.0 if symbol == WILD or not is_split else (share if matching else 1 - share)
        for symbol, matching in zip(of.symbols, of.matching, strict=True)
    )
    return of, chances


def deck_tables(question: Question) -> DeckTables:
    """Return the arrays of a deck of cards with equally many cards of each symbol."""
    deck = cards_model.DECKS[question.deck]
    of, chances = kinds_of(question)
    every = hands(of)
    place = {hand: number for number, hand in enumerate(every)}
    n_kinds = len(of.symbols)

    def renamed(hand: Counts, order: tuple[int, ...]) -> Counts:
        moved = list(hand)
        for kind, (symbol, matching) in enumerate(zip(of.symbols, of.matching, strict=True)):
            if symbol != WILD:
                source = next(
                    other
                    for other in range(n_kinds)
                    if of.symbols[other] == order[symbol] and of.matching[other] == matching
                )
                moved[kind] = hand[source]
        return tuple(moved)

    orders = list(permutations(range(3)))
    first, left, matches = [0], [], []
    for hand in every:
        for rest, matching in turn_ins(of, hand):
            left.append(place[rest])
            matches.append(matching)
        first.append(len(left))
    size = max(deck.counts[:3])
    gone = [
        (a, b, c, w)
        for a, b, c, w in product(range(size + 1), range(size + 1), range(size + 1), range(deck.wilds + 1))
        if a >= b >= c
    ]
    gone.sort(key=sum)
    places = np.full((size + 1, size + 1, size + 1, deck.wilds + 1), -1, dtype=np.int64)
    for number, counts in enumerate(gone):
        places[counts] = number

    def integers(values: object) -> npt.NDArray[np.int64]:
        return np.ascontiguousarray(np.array(values, dtype=np.int64))

    return DeckTables(
        gone=integers(gone),
        places=places,
        full=integers(deck.counts),
        hand_symbols=integers(
            [
                [sum(n for n, s in zip(hand, of.symbols, strict=True) if s == symbol) for symbol in range(4)]
                for hand in every
            ]
        ),
        held=integers([sum(hand) for hand in every]),
        add=integers(
            [
                [
                    place.get(tuple(n + (other == kind) for other, n in enumerate(hand)), -1)
                    for kind in range(n_kinds)
                ]
                for hand in every
            ]
        ),
        kind_symbols=integers(of.symbols),
        kind_chances=np.array(chances, dtype=np.float64),
        first_turn_in=integers(first),
        left=integers(left),
        matches=integers(matches),
        renamed=integers([[place[renamed(hand, order)] for hand in every] for order in orders]),
        permutations=integers(orders),
    )


class PlayTables(NamedTuple):
    """One player who trades as soon as possible, for the simulation.

    Attributes
    ----------
    full
        (4,) int64 cards in the deck; all 0 for independent symbols.
    hand_symbols
        (hands, 4) int64 cards in hand.
    successor, territories
        (4, hands, 6) int64 hand after a draw and what is turned in, by order of the symbols in the pile; territory
        cards of the set turned in, -1 where there is none.
    orders
        (6, 3) int64 the orders of symbols by cards left in the pile, most first.
    horizon
        (T,) float64 chance that the game lasts at most so many turns; ends in exactly 1.0.
    rates
        (4,) float64 conquest rate, share, hazard, recapture.
    dice
        (3,) int64 number, sides and bonus of the dice of a set (0 dice: its value is fixed elsewhere).
    match_armies, factory_match_armies
        (4,) int64 armies for 0 … 3 matching cards.
    """

    full: npt.NDArray[np.int64]
    hand_symbols: npt.NDArray[np.int64]
    successor: npt.NDArray[np.int64]
    territories: npt.NDArray[np.int64]
    orders: npt.NDArray[np.int64]
    horizon: npt.NDArray[np.float64]
    rates: npt.NDArray[np.float64]
    dice: npt.NDArray[np.int64]
    match_armies: npt.NDArray[np.int64]
    factory_match_armies: npt.NDArray[np.int64]


def play_tables(question: Question) -> PlayTables:
    """Return the arrays of the simulation."""
    from risksim.cards import tables as cards_tables

    deck = cards_model.DECKS[question.deck]
    chain = cards_exact.hands(cards_model.Trade.SOON, deck.wilds > 0)
    n_hands = len(chain.states)
    successor = np.zeros((4, n_hands, 6), dtype=np.int64)
    territories = np.full((4, n_hands, 6), -1, dtype=np.int64)
    ways = np.array([-1, *(way.territory_cards for way in chain.turn_ins)], dtype=np.int64)
    for draw, (symbol, _, _) in enumerate(chain.draws):
        successor[symbol] = chain.successor[draw]
        territories[symbol] = ways[chain.turn_in[draw]]
    horizon = np.cumsum(np.array([float(p) for p in question.horizon], dtype=np.float64))
    horizon[-1] = 1.0
    rates = (question.conquest_rate, question.share, question.hazard, question.recapture)
    return PlayTables(
        full=np.array(deck.counts, dtype=np.int64),
        hand_symbols=np.array([state[0][:4] for state in chain.states], dtype=np.int64),
        successor=successor,
        territories=territories,
        orders=np.array(cards_tables.ORDERS, dtype=np.int64),
        horizon=horizon,
        rates=np.array([float(rate) for rate in rates], dtype=np.float64),
        dice=np.array(question.dice or (0, 1, 0), dtype=np.int64),
        match_armies=np.array(question.match_armies, dtype=np.int64),
        factory_match_armies=np.array(question.factory_match_armies, dtype=np.int64),
    )
