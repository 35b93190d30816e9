"""Whole hands at the table, one deal after another: any number of cards a seat, the best three chosen of them.

What a deal comes to is counted by the seats that share the best hand and, for seat 0, the bidder, by the suits of
cards. All else (chances, control, armies) is read from these counts.
"""

from typing import Any, NamedTuple

import numpy as np

from risksim.engine import jit, random
from risksim.poker.kernels import choices, deals, hands
from risksim.poker.kernels.choices import N_CARDS, Space, Worth
from risksim.poker.kernels.hands import Ranks
from risksim.poker.kernels.triples import suits_of

#: Players one deal has room for, most cards of a player, and cards played of them.
MOST_PLAYERS, MOST_HELD, OWN = 6, 6, 3
#: Outcomes for the bidder.
LOST, TIED, WON = 0, 1, 2

#: Counts of one deal: sets of winning seats; outcome, suits of the five, of the own cards played, of all own cards;
#: outcome, and for each of these three whether it holds a suit of the ally named after looking at one's own cards.
N_WINNERS, N_SUITS, N_NAMED = 64, 3 * 16 * 16 * 16, 3 * 8
N_COUNTS = N_WINNERS + N_SUITS + N_NAMED


class Question(NamedTuple):
    """What is dealt and how the cards to play are chosen."""

    held: np.ndarray
    """int64 (players,): cards each seat holds"""
    n_fixed: int
    """cards of seat 0 that are given: 0 or ``held[0]``"""
    given: np.ndarray
    """uint8 (6,): those cards"""
    ways: np.ndarray
    """uint8 (ways, 6): the best ways to play the given cards, equally good, as in ``splits``"""
    splits: np.ndarray
    """uint8 (35, 6): ways to choose from three cards, from four, five, six: places of cards, those to play first"""
    split_starts: np.ndarray
    """int64 (8,): by cards held, where their ways begin, and end"""
    named: np.ndarray
    """uint8: by number of the own cards played, the suits of the ally that seat 0 names after looking at them"""


class Table(NamedTuple):
    """Space for one deal."""

    deck: np.ndarray
    """uint8 (52,): the cards that are not given first"""
    own: np.ndarray
    """uint8 (6,): cards of the seat at work, those to play first"""
    values: np.ndarray
    """int64 (20,)"""
    space: Space


def new_table() -> Table:
    """Return room for one deal."""
    return Table(
        deck=np.zeros(N_CARDS, np.uint8),
        own=np.zeros(MOST_HELD, np.uint8),
        values=np.zeros(choices.MOST_CHOICES, np.int64),
        space=choices.new_space(),
    )


@jit.kernel
def new_winners(rank: Any, best: Any, winners: Any, seat: Any) -> Any:
    """Return the best rank and the set of seats that have it, after one more seat."""
    mine = np.int64(1) << np.int64(seat)
    if rank > best:
        return rank, mine
    return best, winners | mine if rank == best else winners


@jit.kernel
def arrange(way: np.ndarray, cards: np.ndarray, own: np.ndarray) -> None:
    """Fill ``own`` with cards by their places in ``way``."""
    for place in range(len(cards)):
        own[place] = cards[way[place]]


@jit.kernel
def count_deal(winners: Any, five: Any, own: Any, held: Any, named: Any, counts: np.ndarray) -> None:
    """Count one deal.

    Parameters
    ----------
    winners
        Set of the seats that share the best hand.
    five, own, held
        Suits of the bidder's five cards, own cards played, all own cards.
    named
        Suits of the ally named after looking.
    counts
        int64 (N_COUNTS,): added to.
    """
    counts[winners] += 1
    outcome = WON if winners == 1 else TIED if winners & 1 else LOST
    counts[N_WINNERS + ((outcome * 16 + five) * 16 + own) * 16 + held] += 1
    has = (1 if five & named else 0) + (2 if own & named else 0) + (4 if held & named else 0)
    counts[N_WINNERS + N_SUITS + outcome * 8 + has] += 1


@jit.kernel
def start_deck(question: Question, deck: np.ndarray) -> None:
    """Put the cards that are not given to the front of the deck."""
    front, back = 0, N_CARDS - 1
    for card in range(N_CARDS):
        is_given = False
        for place in range(question.n_fixed):
            is_given = is_given or question.given[place] == card
        if is_given:
            deck[back] = card
            back -= 1
        else:
            deck[front] = card
            front += 1


@jit.kernel
def hold(
    seat: int, first: Any, question: Question, ranks: Ranks, worth: Worth, state: np.ndarray, table: Table
) -> Any:
    """Give a seat its cards, those it chooses to play first; return where the cards of the next seat begin.

    Parameters
    ----------
    seat
        The seat.
    first
        Where its cards begin in the deck.
    question, ranks, worth
        What is dealt; the order; the measure by which cards are chosen.
    state
        Stream of random numbers, for choices of equal worth.
    table
        ``own`` is filled.
    """
    n_held = question.held[seat]
    if seat == 0 and question.n_fixed:
        n_ways = np.uint64(len(question.ways))
        given = random.below(state, n_ways) if n_ways > np.uint64(1) else np.uint64(0)
        arrange(question.ways[given], question.given[:n_held], table.own)
        return first
    if n_held == OWN:
        for place in range(OWN):
            table.own[place] = table.deck[first + place]
        return first + n_held
    cards = table.deck[first : first + n_held]
    splits = question.splits[question.split_starts[n_held] : question.split_starts[n_held + 1]]
    choices.value_splits(cards, splits, ranks, worth, table.space, table.values)
    arrange(splits[choices.pick_best(len(splits), table.values, state)], cards, table.own)
    return first + n_held


@jit.kernel
def play(
    n_deals: int,
    question: Question,
    ranks: Ranks,
    bidders_worth: Worth,
    worth: Worth,
    state: np.ndarray,
    table: Table,
    counts: np.ndarray,
) -> None:
    """Deal and compare ``n_deals`` times: three own cards and two on the board.

    Parameters
    ----------
    n_deals
        Deals.
    question, ranks
        What is dealt; the order.
    bidders_worth, worth
        The measures by which the bidder and the others choose their cards.
    state
        The stream of random numbers.
    table
        Space.
    counts
        int64 (N_COUNTS,): added to.
    """
    deck, own = table.deck, table.own
    n_players = len(question.held)
    n_dealt = 2 - question.n_fixed
    for seat in range(n_players):
        n_dealt += question.held[seat]
    start_deck(question, deck)
    for _ in range(n_deals):
        deals.deal(N_CARDS - question.n_fixed, n_dealt, state, deck)
        x, y = deck[0], deck[1]
        best, winners, first = np.int64(-1), np.int64(0), np.int64(2)
        five, three, all_held, named = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        for seat in range(n_players):
            measure = bidders_worth if seat == 0 else worth
            first = hold(seat, first, question, ranks, measure, state, table)
            rank = np.int64(hands.rank_of(own[0], own[1], own[2], x, y, ranks))
            best, winners = new_winners(rank, best, winners, seat)
            if seat == 0:
                three = suits_of(own[0]) | suits_of(own[1]) | suits_of(own[2])
                five = three | suits_of(x) | suits_of(y)
                all_held = three
                for place in range(OWN, question.held[0]):
                    all_held |= suits_of(own[place])
                named = np.int64(question.named[choices.triple_number(own[0], own[1], own[2])])
        count_deal(winners, five, three, all_held, named, counts)
