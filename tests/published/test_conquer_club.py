"""Flat rate: 4, 6, 8 armies for three of a colour, 10 for one of each.

The published figures are what the next card brings on average who holds no set yet: with three, four, five cards,
counting nothing where there is still no set.

Sources: ``conquer-club``.
"""

import itertools

import pytest

from risksim.cards import exact
from risksim.cards.model import DECKS

VALUES = (4, 6, 8, 10)


def test_expected_bonus_given_no_earlier_set():
    found = exact.expected_symbol_value(DECKS["independent"], VALUES)
    assert [round(float(found[n]), 3) for n in (3, 4, 5)] == [2.889, 5.333, 7.333]


def bonus(hand):
    colours = [hand.count(colour) for colour in range(3)]
    flat = [VALUES[colour] for colour, n in enumerate(colours) if n >= 3]
    return max([*flat, VALUES[3] if all(colours) else 0])


@pytest.mark.parametrize("n", [3, 4, 5])
def test_by_dealing_every_hand(n):
    hands = list(itertools.product(range(3), repeat=n))
    waiting = [hand for hand in hands if not bonus(hand[:-1])]
    expected = sum(bonus(hand) for hand in waiting) / len(waiting)
    assert float(exact.expected_symbol_value(DECKS["independent"], VALUES)[n]) == pytest.approx(expected)
