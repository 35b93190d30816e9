"""Five-card draw: three own cards and two dealt, then one draw.

What a hand is worth before it is complete is summed over all hands it can become, from sums over the hands that hold
given cards: those with K and none of D are found by inclusion and exclusion over the cards of D.
"""

from typing import Any, NamedTuple

import numpy as np

from risksim.engine import jit, random
from risksim.poker.kernels import choices, deals, hands, seats
from risksim.poker.kernels.choices import N_CARDS
from risksim.poker.kernels.hands import N_HANDS, Ranks
from risksim.poker.kernels.seats import Question, Table
from risksim.poker.kernels.triples import suits_of

#: Cards of a hand, own cards in it, and most cards exchanged.
HAND, OWN, MOST_DRAWN = 5, 3, 3
#: Where the sums over hands that hold 0, 1, … 5 given cards begin.
STARTS = (0, 1, 53, 1379, 23479, 294204)
N_SUMS = STARTS[HAND] + N_HANDS


class Space(NamedTuple):
    """Space for one draw."""

    hand: np.ndarray
    """int64 (5,): cards, ascending"""
    sums: np.ndarray
    """int64 (32,): by the set of places kept"""


def new_space() -> Space:
    """Return room for one draw."""
    return Space(np.zeros(HAND, np.int64), np.zeros(1 << HAND, np.int64))


@jit.kernel
def choose(n: Any, k: Any) -> Any:
    """Return the number of ways to take k of n things, int64, for k of 0 … 5."""
    ways = np.int64(1)
    for taken in range(k):
        ways = ways * (np.int64(n) - taken) // (taken + 1)
    return ways


@jit.kernel
def place_of(hand: np.ndarray, kept: Any, starts: np.ndarray) -> Any:
    """Return where the sum over hands with the cards at the places ``kept`` of an ascending hand stands."""
    number, size = np.int64(0), 0
    for place in range(len(hand)):
        if kept >> place & 1:
            size += 1
            number += choose(hand[place], size)
    return starts[size] + number


@jit.kernel
def sum_hands(
    lowest: int, highest: int, worth: np.ndarray, starts: np.ndarray, space: Space, sums: np.ndarray
) -> None:
    """Add the worth of every hand whose highest card lies in ``lowest`` … ``highest`` to the sums of its subsets.

    Parameters
    ----------
    lowest, highest
        Cards, 4 … 51.
    worth
        int64 (2598960,): by number of the hand.
    starts
        int64 (6,): ``STARTS``.
    space
        Scratch space.
    sums
        int64 (N_SUMS,): added to.
    """
    hand = space.hand
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
                        value = worth[hands.hand_number(a, b, c, d, e)]
                        for kept in range(1 << HAND):
                            sums[place_of(hand, kept, starts)] += value


@jit.kernel
def best_keep(starts: np.ndarray, sums: np.ndarray, space: Space) -> Any:
    """Return the set of places of the hand in ``space``, at least two, whose cards are best kept.

    Best is the greatest expected worth of the hand after the draw; of several the most cards are kept.
    """
    found = space.sums
    for kept in range(1 << HAND):
        found[kept] = sums[place_of(space.hand, kept, starts)]
    # what was summed over all hands with the cards kept is reduced to those without the cards thrown away
    for place in range(HAND):
        for kept in range(1 << HAND):
            if kept >> place & 1 == 0:
                found[kept] -= found[kept | 1 << place]
    best, most, most_cards = 0, np.int64(-1), 0
    for kept in range(1 << HAND):
        n_kept = 0
        for place in range(HAND):
            n_kept += kept >> place & 1
        if n_kept >= HAND - MOST_DRAWN:
            multiple = 1 if n_kept == 2 else 15 if n_kept == 3 else 345 if n_kept == 4 else 16215
            value = found[kept] * multiple
            if value > most or (value == most and n_kept > most_cards):
                best, most, most_cards = kept, value, n_kept
    return best


@jit.kernel
def value_triple(cards: np.ndarray, split: np.ndarray, starts: np.ndarray, sums: np.ndarray) -> Any:
    """Return the worth of all hands with three of the cards and two that are none of the rest."""
    value = np.int64(0)
    a, b, c = cards[split[0]], cards[split[1]], cards[split[2]]
    value = sums[starts[3] + choices.triple_number(a, b, c)]
    for i in range(OWN, len(cards)):
        value -= sums[starts[4] + number_of_four(a, b, c, cards[split[i]])]
        for j in range(OWN, i):
            p, q, r, s, t = hands.sort_five(a, b, c, cards[split[i]], cards[split[j]])
            value += sums[starts[5] + np.int64(hands.hand_number(p, q, r, s, t))]
    return value


@jit.kernel
def number_of_four(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Return the number of four different cards in any order, int64."""
    highest = max(a, b, c, d)
    if a == highest:
        a, d = d, a
    if b == highest:
        b, d = d, b
    if c == highest:
        c, d = d, c
    return choices.triple_number(a, b, c) + choose(d, 4)


@jit.kernel
def sort_hand(hand: np.ndarray) -> None:
    """Sort five cards."""
    hand[0], hand[1], hand[2], hand[3], hand[4] = hands.sort_five(hand[0], hand[1], hand[2], hand[3], hand[4])


@jit.kernel
def hold(
    seat: int,
    first: Any,
    question: Question,
    starts: np.ndarray,
    sums: np.ndarray,
    state: np.ndarray,
    table: Table,
) -> Any:
    """Give a seat its cards, the three it chooses to play first; return where the cards of the next seat begin."""
    n_held = question.held[seat]
    if seat == 0 and question.n_fixed:
        n_ways = np.uint64(len(question.ways))
        given = random.below(state, n_ways) if n_ways > np.uint64(1) else np.uint64(0)
        seats.arrange(question.ways[given], question.given[:n_held], table.own)
        return first
    cards = table.deck[first : first + n_held]
    splits = question.splits[question.split_starts[n_held] : question.split_starts[n_held + 1]]
    for way in range(len(splits)):
        table.values[way] = value_triple(cards, splits[way], starts, sums)
    seats.arrange(splits[choices.pick_best(len(splits), table.values, state)], cards, table.own)
    return first + n_held


@jit.kernel
def draw(first: Any, stock: Any, starts: np.ndarray, sums: np.ndarray, table: Table, space: Space) -> Any:
    """Complete the own cards in ``table`` by two from place ``first`` of the deck, throw away and draw from ``stock`` on.

    The hand is left in ``space``; return where the stock begins afterwards.
    """
    hand = space.hand
    for place in range(OWN):
        hand[place] = table.own[place]
    hand[3], hand[4] = table.deck[first], table.deck[first + 1]
    sort_hand(hand)
    kept = best_keep(starts, sums, space)
    for place in range(HAND):
        if kept >> place & 1 == 0:
            hand[place] = table.deck[stock]
            stock += 1
    return stock


@jit.kernel
def play(
    n_deals: int,
    question: Question,
    ranks: Ranks,
    starts: np.ndarray,
    sums: np.ndarray,
    state: np.ndarray,
    table: Table,
    space: Space,
    counts: np.ndarray,
) -> None:
    """Deal, draw and compare ``n_deals`` times.

    Parameters
    ----------
    n_deals
        Deals.
    question, ranks
        What is dealt; the order.
    starts, sums
        int64 (6,), int64 (N_SUMS,): ``STARTS``; from :func:`sum_hands`.
    state
        The stream of random numbers.
    table, space
        Space.
    counts
        int64 (N_COUNTS,): added to.
    """
    deck, own, hand = table.deck, table.own, space.hand
    n_players = len(question.held)
    n_first = (HAND - OWN) * n_players - question.n_fixed
    for seat in range(n_players):
        n_first += question.held[seat]
    seats.start_deck(question, deck)
    for _ in range(n_deals):
        deals.deal(N_CARDS - question.n_fixed, n_first + MOST_DRAWN * n_players, state, deck)
        best, winners = np.int64(-1), np.int64(0)
        first, stock = np.int64((HAND - OWN) * n_players), np.int64(n_first)
        five, three, all_held, named = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        for seat in range(n_players):
            first = hold(seat, first, question, starts, sums, state, table)
            stock = draw((HAND - OWN) * seat, stock, starts, sums, table, space)
            rank = np.int64(hands.rank_of(hand[0], hand[1], hand[2], hand[3], hand[4], ranks))
            best, winners = seats.new_winners(rank, best, winners, seat)
            if seat == 0:
                for place in range(HAND):
                    five |= suits_of(hand[place])
                three = suits_of(own[0]) | suits_of(own[1]) | suits_of(own[2])
                all_held = three
                for place in range(OWN, question.held[0]):
                    all_held |= suits_of(own[place])
                named = np.int64(question.named[choices.triple_number(own[0], own[1], own[2])])
        seats.count_deal(winners, five, three, all_held, named, counts)
