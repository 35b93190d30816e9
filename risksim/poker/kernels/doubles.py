"""Doubling down: six cards played as two hands of three, on one board or on two."""

from typing import Any

import numpy as np

from risksim.engine import jit
from risksim.poker.kernels import choices, deals, hands, seats
from risksim.poker.kernels.choices import N_CARDS, Worth
from risksim.poker.kernels.hands import Ranks
from risksim.poker.kernels.seats import OWN, Question, Table
from risksim.poker.kernels.triples import suits_of

#: Counts for one way to deal: by the suits of the fives of hands that won outright (none won: 0), and the sum of what
#: is won or lost and of its square, in units of an ante over ``ANTE``.
N_SUITS, N_SUMS = 16, 2
#: An ante in units that every number of winners up to seven divides.
ANTE = 420


@jit.kernel
def best_split(
    cards: np.ndarray, splits: np.ndarray, worth: Worth, values: np.ndarray, state: np.ndarray
) -> Any:
    """Return the way whose three cards to play and three others are worth most together.

    Deals with three cards of the other hand are not taken out, which is at most 0.0016 of the chances.
    """
    for way in range(len(splits)):
        values[way] = choices.table_value(cards, splits[way], worth)
    n = len(splits)
    # the ways are in order, so that the last has the three cards that the first leaves over
    for way in range(n // 2):
        values[way] += values[n - 1 - way]
    return choices.pick_best(n // 2, values, state)


@jit.kernel
def winners_of(
    first_own: Any, n_own: Any, x: Any, y: Any, others: np.ndarray, ranks: Ranks, table: Table
) -> Any:
    """Return the best hands on a board as a set, own hands in the lowest bits, and the suits of an own one that won.

    ``others`` are the cards of the opponents, three each.
    """
    own = table.own
    best, winners, suits = np.int64(-1), np.int64(0), np.int64(0)
    for hand in range(n_own):
        at = OWN * (first_own + hand)
        rank = np.int64(hands.rank_of(own[at], own[at + 1], own[at + 2], x, y, ranks))
        best, winners = seats.new_winners(rank, best, winners, hand)
    for seat in range(len(others) // OWN):
        at = OWN * seat
        rank = np.int64(hands.rank_of(others[at], others[at + 1], others[at + 2], x, y, ranks))
        best, winners = seats.new_winners(rank, best, winners, n_own + seat)
    # to win with both hands is to win with either
    if winners >> n_own == 0:
        for hand in range(n_own):
            if winners >> hand & 1:
                at = OWN * (first_own + hand)
                suits |= suits_of(own[at]) | suits_of(own[at + 1]) | suits_of(own[at + 2])
        suits |= suits_of(x) | suits_of(y)
    return winners, suits


@jit.kernel
def share(winners: Any, n_own: Any, n_hands: Any) -> Any:
    """Return what the own hands get of a pot of one ante a hand, in units of ``ANTE``, less their own antes."""
    mine, all_winners = np.int64(0), np.int64(0)
    for hand in range(n_hands):
        is_best = winners >> hand & 1
        all_winners += is_best
        mine += is_best if hand < n_own else 0
    return ANTE * n_hands * mine // all_winners - ANTE * n_own


@jit.kernel
def play(
    n_deals: int,
    question: Question,
    ranks: Ranks,
    worth: Worth,
    state: np.ndarray,
    table: Table,
    others: np.ndarray,
    same: np.ndarray,
    separate: np.ndarray,
) -> None:
    """Deal ``n_deals`` times six cards to seat 0, played as two hands on one board, and again on two.

    Parameters
    ----------
    n_deals
        Deals.
    question, ranks, worth
        What is dealt; the order; the measure by which cards are chosen.
    state
        The stream of random numbers.
    table
        Space.
    others
        uint8 (3 · opponents,): space.
    same, separate
        int64 (18,): added to: by suits of the hands that won, and the sums of net units of an ante and their squares.
    """
    deck, own = table.deck, table.own
    n_players = len(question.held)
    n_dealt = 4 - question.n_fixed
    for seat in range(n_players):
        n_dealt += question.held[seat]
    splits = question.splits[question.split_starts[6] : question.split_starts[7]]
    seats.start_deck(question, deck)
    for _ in range(n_deals):
        deals.deal(N_CARDS - question.n_fixed, n_dealt, state, deck)
        first = np.int64(4 if question.n_fixed else 10)
        for seat in range(1, n_players):
            first = seats.hold(seat, first, question, ranks, worth, state, table)
            for place in range(OWN):
                others[OWN * (seat - 1) + place] = own[place]
        cards = question.given if question.n_fixed else deck[4:10]
        way = best_split(cards, splits, worth, table.values, state)
        seats.arrange(splits[way], cards, own)
        winners, suits = winners_of(0, 2, deck[0], deck[1], others, ranks, table)
        same[suits] += 1
        net = share(winners, 2, n_players + 1)
        same[N_SUITS] += net
        same[N_SUITS + 1] += net * net
        winners, suits = winners_of(0, 1, deck[0], deck[1], others, ranks, table)
        net = share(winners, 1, n_players)
        winners, more = winners_of(1, 1, deck[2], deck[3], others, ranks, table)
        net += share(winners, 1, n_players)
        separate[suits | more] += 1
        separate[N_SUITS] += net
        separate[N_SUITS + 1] += net * net
