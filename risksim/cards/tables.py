"""Hands and sets: which cards make a set, and which set is turned in when a wild card allows several.

A hand is four counts: infantry, cavalry, artillery, wild. Which set is turned in: one with as few wild cards as
possible; then one that leaves two different symbols; then one that leaves the symbol with most cards left in the
draw pile; then one that leaves infantry before cavalry before artillery. The last part makes the arrays for kernels.

Sources: ``hasbro-1993``, ``seed-malay``, ``seed-new-rules``.
"""

from collections.abc import Sequence
from itertools import accumulate, permutations, product
from typing import TYPE_CHECKING, NamedTuple

from risksim.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from risksim.rules.clauses import Cards

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


# --- arrays for kernels --------------------------------------------------------------------------------------

#: A hand in one integer: four counters of three bits; a pile likewise: four counters of eight bits. Both count
#: upwards: infantry; infantry and cavalry; those and artillery; all cards.
HAND_BITS, PILE_BITS = 3, 8
N_HANDS = 1 << (4 * HAND_BITS)
MOST_IN_PILE = (1 << PILE_BITS) - 1

#: How the value of a set is found: by its number, by its symbols, by dice.
BY_NUMBER, BY_SYMBOL, BY_DICE = 0, 1, 2
#: What matching cards bring: nothing, armies for each, armies once.
NO_MATCHES, EACH_MATCH, ONE_MATCH = 0, 1, 2


class CardTables(NamedTuple):
    """All that a kernel needs to know about deck, policy and the value of sets.

    Parameters
    ----------
    turn_in
        uint32 (8 x 4096,), by order of the symbols in the pile and hand: 0, or the set to turn in. Bits 0-11: its
        cards as in a hand; bits 12-15: its index in :data:`SETS` plus one; bits 16-17: the cards held less two. The
        order: 1 if infantry >= cavalry, plus 2 if infantry >= artillery, plus 4 if cavalry >= artillery.
    sets
        uint32 (14,): an entry like those of ``turn_in`` for every set.
    ranked
        int64 (8 x 3,): the symbols by cards left in the pile, most first, for each order.
    pile
        The full deck as one integer.
    is_drawn
        1 for a deck of cards, 0 for independent symbols (no draw changes the pile).
    is_reshuffled
        1 if discards become the pile when it is empty.
    is_by_match
        1 if the set is chosen by matches.
    value_rule
        :data:`BY_NUMBER`, :data:`BY_SYMBOL` or :data:`BY_DICE`.
    number_values
        int64: armies for the first, second, … set.
    symbol_values
        int64 (14,): armies for each set.
    dice, dice_sides, dice_bonus
        The roll for a set.
    match_rule, match_armies
        :data:`NO_MATCHES`, :data:`EACH_MATCH` or :data:`ONE_MATCH`, and the armies.
    share
        Share of territories owned, in units of 2**-32.
    """

    turn_in: "npt.NDArray[np.uint32]"
    sets: "npt.NDArray[np.uint32]"
    ranked: "npt.NDArray[np.int64]"
    pile: "np.uint32"
    is_drawn: "np.uint32"
    is_reshuffled: "np.uint32"
    is_by_match: "np.uint32"
    value_rule: "np.int64"
    number_values: "npt.NDArray[np.int64]"
    symbol_values: "npt.NDArray[np.int64]"
    dice: "np.int64"
    dice_sides: "np.uint64"
    dice_bonus: "np.int64"
    match_rule: "np.int64"
    match_armies: "np.int64"
    share: "np.uint64"


def packed(counts: Sequence[int], bits: int) -> int:
    """Return counts as one integer of running totals, the first in the lowest bits.

    >>> packed((1, 2, 0, 1), HAND_BITS) == 1 + (3 << 3) + (3 << 6) + (4 << 9)
    True
    """
    return sum(total << (bits * place) for place, total in enumerate(accumulate(counts)))


def turn_in_table(least_held: int) -> "npt.NDArray[np.uint32]":
    """Return the table of what each hand of ``least_held`` … 5 cards turns in (see :class:`CardTables`)."""
    import numpy as np

    table = np.zeros((8, N_HANDS), dtype=np.uint32)
    for order, ranked in _orders().items():
        for hand in product(*(range(FULL_HAND + 1),) * 4):
            if least_held <= sum(hand) <= FULL_HAND:
                chosen = choose_set(hand, ORDERS.index(ranked))
                if chosen is not None:
                    table[order, packed(hand, HAND_BITS)] = _entry(chosen) | (sum(hand) - 2) << 16
    return table.ravel()


def _entry(chosen: Hand) -> int:
    return packed(chosen, HAND_BITS) | (SETS.index(chosen) + 1) << 12


def _orders() -> dict[int, tuple[int, int, int]]:
    """Return the symbols by cards left in the pile for every order that three comparisons can find."""
    return {
        (i >= c) + 2 * (i >= a) + 4 * (c >= a): ORDERS[order_of((i, c, a))]
        for i, c, a in product(range(3), repeat=3)
    }


def threshold(p: float) -> int:
    """Return a chance in units of 2**-32, to which a draw of 32 bits is compared; 1 always happens.

    >>> threshold(1.0) == 2**32
    True
    """
    return round(p * 2**32)


def card_tables(
    counts: Hand | None, is_reshuffled: bool, trade: str, cards: "Cards", share: float, most_sets: int
) -> CardTables:
    """Return the arrays for a deck, a trading policy and the clauses of a rule set.

    Parameters
    ----------
    counts
        Cards by symbol, or None for independent symbols.
    is_reshuffled
        Whether discards become the pile when it is empty.
    trade
        ``soon``, ``hold`` or ``best-match``.
    cards
        The clauses of the rule set.
    share
        Share of territories owned.
    most_sets
        Sets for which a value may be needed.

    Raises
    ------
    InputError
        If the deck has more than 255 cards.
    """
    import numpy as np

    from risksim.cards import schedule
    from risksim.rules.clauses import MatchBonus, SetSchedule

    pile = counts if counts is not None else (1, 1, 1, 0)
    if sum(pile) > MOST_IN_PILE:
        raise InputError(f"a simulated deck holds at most {MOST_IN_PILE} cards, not {sum(pile)}")
    value_rule = {SetSchedule.BY_SYMBOL: BY_SYMBOL, SetSchedule.DICE: BY_DICE}.get(
        cards.set_schedule, BY_NUMBER
    )
    match_rule = {MatchBonus.PER_CARD: EACH_MATCH, MatchBonus.ONCE_A_TURN: ONE_MATCH}.get(
        cards.match_bonus, NO_MATCHES
    )
    ranked = np.zeros((8, 3), dtype=np.int64)
    for order, symbols in _orders().items():
        ranked[order] = symbols
    numbers = schedule.listed_values(cards, most_sets) if value_rule == BY_NUMBER else [0]
    return CardTables(
        turn_in=turn_in_table(FULL_HAND if trade == "hold" else SET_SIZE),
        sets=np.array([_entry(chosen) for chosen in SETS], dtype=np.uint32),
        ranked=ranked.ravel(),
        pile=np.uint32(packed(pile, PILE_BITS)),
        is_drawn=np.uint32(counts is not None),
        is_reshuffled=np.uint32(is_reshuffled),
        is_by_match=np.uint32(trade == "best-match"),
        value_rule=np.int64(value_rule),
        number_values=np.array(numbers, dtype=np.int64),
        symbol_values=np.array(
            [symbol_value(chosen, cards.symbol_set_values) for chosen in SETS], dtype=np.int64
        ),
        dice=np.int64(cards.set_dice),
        dice_sides=np.uint64(cards.set_dice_sides),
        dice_bonus=np.int64(cards.set_dice_bonus),
        match_rule=np.int64(match_rule if share > 0 else NO_MATCHES),
        match_armies=np.int64(cards.match_bonus_armies),
        share=np.uint64(threshold(share)),
    )
