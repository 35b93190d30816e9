"""Hands and sets: which cards make a set, and which set is turned in when a wild card allows several.

A hand is four counts: infantry, cavalry, artillery, wild. Which set is turned in: one with as few wild cards as
possible; then one that leaves two different symbols; then one that leaves the symbol with most cards left in the
draw pile; then one that leaves infantry before cavalry before artillery.

Sources: ``hasbro-1993``, ``seed-malay``, ``seed-new-rules``.
"""

from collections.abc import Sequence
from itertools import permutations, product

Hand = tuple[int, int, int, int]

SYMBOLS = ("infantry", "cavalry", "artillery", "wild")

#: Cards in a set, and the number of cards in hand that always hold one.
SET_SIZE, FULL_HAND = 3, 5

#: The orders in which three symbols can stand by cards left in the pile, most first.
ORDERS: tuple[tuple[int, int, int], ...] = tuple(permutations((0, 1, 2)))  # type: ignore[arg-type]


def is_set(cards: Hand) -> bool:
    """Whether three cards make a set: three alike, three different, or any two with a wild.

    >>> is_set((1, 1, 1, 0)), is_set((2, 0, 0, 1)), is_set((2, 1, 0, 0))
    (True, True, False)
    """
    *symbols, wilds = cards
    return sum(cards) == SET_SIZE and (wilds > 0 or SET_SIZE in symbols or 0 not in symbols)


#: Every set, those with fewest wild cards first.
SETS: tuple[Hand, ...] = tuple(
    sorted(
        filter(is_set, product(*(range(4),) * 4)),
        key=lambda cards: (cards[3], tuple(-count for count in cards)),
    )
)


def sets_in(hand: Hand) -> list[Hand]:
    """Return the sets that a hand holds.

    >>> sets_in((2, 1, 0, 1))
    [(2, 0, 0, 1), (1, 1, 0, 1)]
    """
    return [cards for cards in SETS if all(have >= need for have, need in zip(hand, cards, strict=True))]


def order_of(pile: Sequence[int]) -> int:
    """Return the index in :data:`ORDERS` of the symbols by cards left in the pile, ties infantry first.

    >>> ORDERS[order_of((3, 7, 3))]
    (1, 0, 2)
    """
    return ORDERS.index(tuple(sorted((0, 1, 2), key=lambda symbol: (-pile[symbol], symbol))))


def matches_of(cards: Hand, matched: Sequence[int]) -> int:
    """Return how many cards of a set can show a territory one owns.

    Parameters
    ----------
    cards
        The set.
    matched
        Cards in hand, by symbol, that show a territory one owns.

    >>> matches_of((2, 0, 0, 1), (1, 3, 0))
    1
    """
    return sum(min(need, have) for need, have in zip(cards, matched, strict=False))


def choose_set(hand: Hand, order: int = 0, matched: Sequence[int] = (0, 0, 0)) -> Hand | None:
    """Return the set to turn in from a hand, or None if it holds none.

    Parameters
    ----------
    hand
        All cards in hand: infantry, cavalry, artillery, wild.
    order
        Index in :data:`ORDERS`: the symbols by cards left in the pile.
    matched
        Cards in hand, by symbol, that show a territory one owns, where the choice goes by those first.

    >>> choose_set((2, 2, 0, 1))
    (1, 1, 0, 1)
    >>> choose_set((2, 1, 0, 1), order=ORDERS.index((1, 0, 2)))
    (2, 0, 0, 1)
    """

    def preference(cards: Hand) -> tuple[int, ...]:
        kept = [have - used for have, used in zip(hand, cards, strict=True)][:3]
        different = sum(1 for count in kept if count)
        return (
            matches_of(cards, matched),
            -cards[3],
            different,
            *(kept[symbol] for symbol in ORDERS[order]),
        )

    return max(sets_in(hand), key=preference, default=None)


def kinds(cards: Hand) -> tuple[int, ...]:
    """Return what a set may be called: 0, 1, 2 for three of a symbol, 3 for one of each.

    A wild card stands for any symbol, so a set with two of them leaves a choice.

    >>> kinds((1, 1, 0, 1)), kinds((2, 0, 0, 1)), kinds((1, 0, 0, 2))
    ((3,), (0,), (0, 3))
    """
    *symbols, wilds = cards
    alike = tuple(symbol for symbol in range(3) if symbols[symbol] + wilds >= SET_SIZE)
    one_of_each = (3,) if max(symbols) <= 1 else ()
    return alike + one_of_each


def symbol_value(cards: Hand, values: Sequence[int]) -> int:
    """Return what a set is worth where that goes by its symbols; a wild card stands for the best.

    Parameters
    ----------
    cards
        The set.
    values
        Armies for three infantry, three cavalry, three artillery, one of each.

    >>> symbol_value((1, 0, 0, 2), (4, 6, 8, 10))
    10
    """
    return max(values[kind] for kind in kinds(cards))
