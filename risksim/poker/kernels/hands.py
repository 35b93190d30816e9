"""From five cards to their rank: sort, number, look up.

The number of the hand a < b < c < d < e is C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4) + C(e, 5): 0 … 2,598,959, each once.
It is computed by multiplications alone. A product of k numbers in a row is divisible by k!, so its powers of two can
be shifted out and its odd factor divided by multiplying with the inverse of that factor modulo 2**32.
"""

from typing import Any, NamedTuple

import numpy as np

from risksim.engine import jit

#: Hands of five out of 52 cards.
N_HANDS = 2_598_960
#: Tables that are dealt and compared at once.
LANES = 512

_1, _2, _3, _4 = (np.uint32(n) for n in (1, 2, 3, 4))
#: Rows of lanes, typed, so that a kernel is not compiled once more for each constant it is called with.
ROWS = tuple(np.int64(row) for row in range(5))
_THIRD, _FIFTH = (np.uint32(pow(n, -1, 1 << 32)) for n in (3, 5))


class Ranks(NamedTuple):
    """What every hand is worth under one order."""

    rank: np.ndarray
    """(2598960,) uint16, by the number of the hand: larger is better, equal is a tie; 0 … classes - 1"""
    category: np.ndarray
    """(classes,) uint8, by rank: 0 high card, 1 pair, 2 two pairs, 3 three of a kind, 4 straight, 5 flush,
    6 full house, 7 four of a kind, 8 straight flush"""


@jit.kernel
def sort_five(a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    """Return five numbers in ascending order, by nine exchanges and no branch."""
    a, b = min(a, b), max(a, b)
    d, e = min(d, e), max(d, e)
    c, e = min(c, e), max(c, e)
    c, d = min(c, d), max(c, d)
    b, e = min(b, e), max(b, e)
    a, d = min(a, d), max(a, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a, b, c, d, e


@jit.kernel
def hand_number(a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    """Return the number of a hand, uint32, from its cards in ascending order."""
    a, b, c, d, e = np.uint32(a), np.uint32(b), np.uint32(c), np.uint32(d), np.uint32(e)
    c, e = np.uint32(c - _1), np.uint32(e - _2)
    two = np.uint32(b * np.uint32(b - _1)) >> _1
    three = np.uint32(c * np.uint32(np.uint32(c * c) - _1)) >> _1
    four = np.uint32(d * np.uint32(d - _3))
    four = np.uint32(four * np.uint32(four + _2)) >> _3
    square = np.uint32(e * e)
    five = np.uint32(np.uint32(e * np.uint32(square - _1)) * np.uint32(square - _4)) >> _3
    thirds = np.uint32(np.uint32(three + four) + np.uint32(five * _FIFTH))
    return np.uint32(np.uint32(a + two) + np.uint32(thirds * _THIRD))


@jit.kernel
def rank_of(a: Any, b: Any, c: Any, d: Any, e: Any, ranks: Ranks) -> Any:
    """Return the rank of one hand, its cards in any order."""
    a, b, c, d, e = sort_five(a, b, c, d, e)
    return ranks.rank[hand_number(a, b, c, d, e)]


@jit.kernel
def row_of(lanes: np.ndarray, row: Any) -> np.ndarray:
    """Return one row of LANES numbers.

    A row of its own is indexed from 0, which the compiler knows to be in range: loops over it work on many lanes in one
    instruction, 25 times as fast as with the row's start added to every index.
    """
    return lanes[row * LANES : (row + 1) * LANES]


@jit.kernel
def number_lanes(a: Any, b: Any, c: Any, d: Any, e: Any, lanes: np.ndarray, numbers: np.ndarray) -> None:
    """Number one hand in every lane.

    Parameters
    ----------
    a, b, c, d, e
        The rows of ``lanes`` that hold the cards of the hand, in any order.
    lanes
        uint8: cards, row after row of LANES.
    numbers
        uint32 (LANES,): filled with the numbers of the hands.
    """
    one, two, three = row_of(lanes, a), row_of(lanes, b), row_of(lanes, c)
    four, five = row_of(lanes, d), row_of(lanes, e)
    for lane in range(LANES):
        first, second, third, fourth, fifth = sort_five(
            one[lane], two[lane], three[lane], four[lane], five[lane]
        )
        numbers[lane] = hand_number(first, second, third, fourth, fifth)


@jit.kernel
def rank_hands(cards: np.ndarray, ranks: Ranks, out: np.ndarray) -> None:
    """Look up many hands.

    Parameters
    ----------
    cards
        uint8 (hands, 5): the cards of each hand, in any order.
    ranks
        The order.
    out
        uint16 (hands,): filled with their ranks.
    """
    lanes = np.zeros(5 * LANES, dtype=np.uint8)
    numbers = np.empty(LANES, dtype=np.uint32)
    n_hands = cards.shape[0]
    for start in range(0, n_hands, LANES):
        n_here = min(LANES, n_hands - start)
        for lane in range(n_here):
            for place in range(5):
                lanes[place * LANES + lane] = cards[start + lane, place]
        number_lanes(ROWS[0], ROWS[1], ROWS[2], ROWS[3], ROWS[4], lanes, numbers)
        for lane in range(n_here):
            out[start + lane] = ranks.rank[numbers[lane]]
