"""Ranking all hands of an order: a key for each, larger for the better hand, equal for a tie."""

from typing import Any

import numpy as np

from risksim.engine import jit

#: How groups take their strength: from the face itself, the strongest card, the weakest card.
NATURAL, HIGHEST, LOWEST = 0, 1, 2
#: Bits of a key below the category: five strengths of eight bits.
CATEGORY_SHIFT = 40

_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH = 4, 5, 8
_ACE = 14
#: Slots 2, 3, 4, 5, as bits.
_BELOW_SIX = 0b111100


@jit.kernel
def slot_of(card: Any, by_slots: Any, strengths: np.ndarray) -> Any:
    """Return where a card stands in a straight."""
    return strengths[card] if by_slots else (card >> 2) + 2


@jit.kernel
def straight_top(hand: np.ndarray, by_slots: Any, ace_low: Any, strengths: np.ndarray) -> Any:
    """Return the top slot of the best straight five cards make, or 0."""
    slots, lowest = np.int64(0), np.int64(64)
    for place in range(5):
        slot = slot_of(hand[place], by_slots, strengths)
        slots |= np.int64(1) << slot
        lowest = min(lowest, slot)
    top = lowest + 4 if slots == np.int64(31) << lowest else np.int64(0)
    if ace_low:
        for low in range(5):
            if (hand[low] >> 2) + 2 == _ACE:
                others = np.int64(0)
                for place in range(5):
                    if place != low:
                        others |= np.int64(1) << slot_of(hand[place], by_slots, strengths)
                if others == _BELOW_SIX:
                    top = max(top, np.int64(5))
    return top


@jit.kernel
def value_cards(hand: np.ndarray, group_rule: Any, strengths: np.ndarray, values: np.ndarray) -> Any:
    """Fill ``values`` with size · 256 + strength of each card's group, descending; return the category of the groups.

    A single card is a group of one, with a strength of its own.
    """
    pairs = np.int64(0)
    for place in range(5):
        face = hand[place] >> 2
        size, strongest, weakest = np.int64(0), np.int64(0), np.int64(255)
        for other in range(5):
            if hand[other] >> 2 == face:
                size += 1
                strongest = max(strongest, strengths[hand[other]])
                weakest = min(weakest, strengths[hand[other]])
        strength = weakest if group_rule == LOWEST else strongest
        if group_rule == NATURAL and size > 1:
            strength = face + 2
        value = size * 256 + strength
        pairs += size - 1
        slot = place
        while slot > 0 and values[slot - 1] < value:
            values[slot] = values[slot - 1]
            slot -= 1
        values[slot] = value
    # every pair of equal faces has been counted twice: 1 pair, 2, 3 in a triple, 4 in a full house, 6 in four alike
    pairs >>= 1
    return pairs if pairs < 4 else pairs + 2 if pairs == 4 else pairs + 1


@jit.kernel
def hand_key(
    hand: np.ndarray, group_rule: Any, by_slots: Any, ace_low: Any, strengths: np.ndarray, values: np.ndarray
) -> Any:
    """Return the key of one hand, int64: its category, then its strengths as they are compared."""
    category = value_cards(hand, group_rule, strengths, values)
    is_flush = True
    for place in range(1, 5):
        is_flush = is_flush and hand[place] & 3 == hand[0] & 3
    top = straight_top(hand, by_slots, ace_low, strengths)
    straight = 0 if top == 0 else _STRAIGHT_FLUSH if is_flush else _STRAIGHT
    if straight > category:
        return (np.int64(straight) << CATEGORY_SHIFT) | (top << 32)
    if is_flush:
        category = max(category, _FLUSH)
    key = np.int64(category)
    for place in range(5):
        key = (key << 8) | (values[place] & 255)
    return key


@jit.kernel
def hand_keys(
    lowest: int,
    highest: int,
    group_rule: Any,
    by_slots: Any,
    ace_low: Any,
    strengths: np.ndarray,
    hand: np.ndarray,
    values: np.ndarray,
    out: np.ndarray,
) -> None:
    """Find the keys of all hands whose highest card lies in ``lowest`` … ``highest``, by number.

    Parameters
    ----------
    lowest, highest
        Cards, 4 … 51.
    group_rule
        ``NATURAL``, ``HIGHEST`` or ``LOWEST``.
    by_slots, ace_low
        Whether straights follow strengths; whether an ace may stand below 2, 3, 4, 5.
    strengths
        int64 (52,): by card.
    hand, values
        int64 (5,): scratch space.
    out
        int64: filled with the keys, from that of the first hand with ``lowest`` on.
    """
    index = 0
    for e in range(lowest, highest + 1):
        hand[4] = e
        for d in range(3, e):
            hand[3] = d
            for c in range(2, d):
                hand[2] = c
                for b in range(1, c):
                    hand[1] = b
                    for a in range(b):
                        hand[0] = a
                        out[index] = hand_key(hand, group_rule, by_slots, ace_low, strengths, values)
                        index += 1


@jit.kernel
def find_ranks(keys: np.ndarray, classes: np.ndarray, out: np.ndarray) -> None:
    """Replace each key by its place among the sorted different keys (uint16), by halving."""
    for index in range(len(keys)):
        key, low, size = keys[index], np.uint64(0), np.uint64(len(classes))
        while size > np.uint64(1):
            half = size >> np.uint64(1)
            low = low + half if classes[low + half] <= key else low
            size -= half
        out[index] = low
