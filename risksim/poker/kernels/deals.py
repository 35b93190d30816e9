"""Dealing without replacement, exactly uniform, up to ten cards to one word of random bits.

A word of 58 bits is a fraction r of 2**58. Multiplied by the number of cards left, its whole part says which of them
is taken and the rest, a fraction again, finds the next card. After k cards the whole parts are the digits of
floor(r · P / 2**58) in the mixed base n, n - 1, …, with P = n (n - 1) … (n - k + 1), and the last rest is
r · P modulo 2**58. Words whose rest is below 2**58 modulo P are drawn again; each of the P orders is then hit by the
same number of words, so that nothing is left to rounding. P of 52 cards is below 2**58 up to ten cards, and six bits
hold the number of cards left, so that no product exceeds 64 bits. A word is refused with a chance below P / 2**58:
2e-9 for five cards, 1e-4 for eight.

Sources: ``brackett-rozinsky-lemire-2024``, ``blackman-vigna-2021``.
"""

from typing import Any

import numpy as np

from risksim.engine import jit, random
from risksim.poker.kernels.hands import LANES, row_of

#: Cards one word is good for.
PER_WORD = 10

_BITS, _SPARE, _1 = np.uint64(58), np.uint64(6), np.uint64(1)
_WHOLE = np.uint64(1 << 58)
_REST = np.uint64((1 << 58) - 1)


@jit.kernel
def orders_of(n_cards: Any, n_dealt: Any) -> Any:
    """Return in how many orders ``n_dealt`` of ``n_cards`` cards can come, uint64, for at most ten."""
    orders = _1
    for dealt in range(n_dealt):
        orders *= np.uint64(n_cards - dealt)
    return orders


@jit.kernel
def deal(n_cards: Any, n_dealt: Any, state: np.ndarray, deck: np.ndarray) -> None:
    """Bring ``n_dealt`` cards, drawn at random from the first ``n_cards`` of ``deck``, to its front.

    The deck stays a deck of the same cards and may be dealt from again as it lies: whatever its order, all orders of
    the cards dealt are equally likely.

    Parameters
    ----------
    n_cards, n_dealt
        At most 52 cards, of which at most all are dealt.
    state
        The stream of random numbers.
    deck
        uint8: the cards.
    """
    done = 0
    while done < n_dealt:
        size = min(n_dealt - done, PER_WORD)
        orders = orders_of(n_cards - done, size)
        is_open = True
        while is_open:
            rest = random.next_uint64(state) >> _SPARE
            for place in range(done, done + size):
                product = rest * np.uint64(n_cards - place)
                taken = np.uint64(place) + (product >> _BITS)
                rest = product & _REST
                card = deck[taken]
                deck[taken] = deck[place]
                deck[place] = card
            # a refused word has moved cards that are still to be dealt, and no order is better than another
            is_open = rest < orders and rest < _WHOLE % orders
        done += size


@jit.kernel
def draw_words(orders: np.uint64, state: np.ndarray, words: np.ndarray) -> None:
    """Draw 58 bits for every lane, again where they would favour an order of the cards."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    for lane in range(LANES):
        word, s0, s1, s2, s3 = random.step(s0, s1, s2, s3)
        words[lane] = word >> _SPARE
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    least = _WHOLE % orders
    doubts = np.uint64(0)
    for lane in range(LANES):
        doubts |= _1 if (words[lane] * orders) & _REST < least else np.uint64(0)
    if doubts != np.uint64(0):
        for lane in range(LANES):
            while (words[lane] * orders) & _REST < least:
                words[lane] = random.next_uint64(state) >> _SPARE


@jit.kernel
def deal_lanes(
    n_cards: Any, n_dealt: Any, state: np.ndarray, words: np.ndarray, places: np.ndarray, lanes: np.ndarray
) -> None:
    """Deal ``n_dealt`` of ``n_cards`` cards in every lane, each from a full sorted deck.

    Parameters
    ----------
    n_cards, n_dealt
        At most 52 cards, of which at most all are dealt.
    state
        The stream of random numbers.
    words, places
        uint64 (LANES,), uint8 (n_dealt · LANES,): scratch space.
    lanes
        uint8 (n_dealt · LANES,): filled with the cards, 0 … n_cards - 1, a row of LANES for each card dealt. Where the
        deck is another, these are places in it.
    """
    done = 0
    while done < n_dealt:
        size = min(n_dealt - done, PER_WORD)
        draw_words(orders_of(n_cards - done, size), state, words)
        for place in range(done, done + size):
            left, first, taken = np.uint64(n_cards - place), np.uint8(place), row_of(places, place)
            for lane in range(LANES):
                product = words[lane] * left
                taken[lane] = np.uint8(np.uint8(product >> _BITS) + first)
                words[lane] = product & _REST
        done += size
    # the card at a place is the one an earlier deal put there: the card that lay where that deal took place
    for place in range(n_dealt):
        cards, taken = row_of(lanes, place), row_of(places, place)
        for lane in range(LANES):
            cards[lane] = taken[lane]
        for earlier in range(place - 1, -1, -1):
            before, moved = row_of(places, earlier), np.uint8(earlier)
            for lane in range(LANES):
                card = cards[lane]
                cards[lane] = moved if before[lane] == card else card
