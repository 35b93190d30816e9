"""Two own cards and five on the board: the best five of seven, all pairs counted on a board, and whole tables dealt at random.

A hand's value is 16 · its rank + the suits of all its best fives: of several that tie, any may be shown.
"""

from typing import Any, NamedTuple

import numpy as np

from risksim.engine import jit, random
from risksim.poker.kernels import choices, deals, hands, seats
from risksim.poker.kernels.choices import N_CARDS, pair_number
from risksim.poker.kernels.hands import Ranks
from risksim.poker.kernels.seats import Question, Table
from risksim.poker.kernels.triples import suits_of

#: Own cards a hand may use, and cards on the board.
OWN, BOARD = 2, 5


class Scratch(NamedTuple):
    """Space for all pairs on one board of five."""

    one: np.ndarray
    """int64 (52,): the best value with at most one own card"""
    value: np.ndarray
    """int64 (1326,): by pair"""
    order: np.ndarray
    """int32 (1326,): numbers of the pairs off the board, the weakest first"""
    starts: np.ndarray
    """int32, by rank: where its pairs begin in the order"""
    single: np.ndarray
    """int64 (52,): pairs counted so far that hold a card"""
    board: np.ndarray
    """int64 (5,): its cards"""


def new_scratch(n_classes: int) -> Scratch:
    """Return room for one board."""
    return Scratch(
        one=np.zeros(N_CARDS, np.int64),
        value=np.zeros(choices.N_PAIRS, np.int64),
        order=np.zeros(choices.N_PAIRS, np.int32),
        starts=np.zeros(n_classes + 1, np.int32),
        single=np.zeros(N_CARDS, np.int64),
        board=np.zeros(BOARD, np.int64),
    )


@jit.kernel
def value_of(a: Any, b: Any, c: Any, d: Any, e: Any, ranks: Ranks) -> Any:
    """Return the value of five cards, int64."""
    suits = suits_of(a) | suits_of(b) | suits_of(c) | suits_of(d) | suits_of(e)
    return (np.int64(hands.rank_of(a, b, c, d, e, ranks)) << 4) | suits


@jit.kernel
def better(one: Any, other: Any) -> Any:
    """Return the better of two values; of hands that tie, with the suits of both."""
    best, worst = max(one, other), min(one, other)
    return best | (worst if best ^ worst < 16 else np.int64(0))


@jit.kernel
def value_with_one(card: Any, board: np.ndarray, ranks: Ranks) -> Any:
    """Return the best value of one own card and four of the board."""
    a, b, c, d, e = board[0], board[1], board[2], board[3], board[4]
    best = better(value_of(card, b, c, d, e, ranks), value_of(card, a, c, d, e, ranks))
    best = better(best, value_of(card, a, b, d, e, ranks))
    best = better(best, value_of(card, a, b, c, e, ranks))
    return better(best, value_of(card, a, b, c, d, ranks))


@jit.kernel
def value_with_two(one: Any, other: Any, board: np.ndarray, ranks: Ranks) -> Any:
    """Return the best value of two own cards and three of the board."""
    a, b, c, d, e = board[0], board[1], board[2], board[3], board[4]
    best = better(value_of(one, other, a, b, c, ranks), value_of(one, other, a, b, d, ranks))
    best = better(best, value_of(one, other, a, b, e, ranks))
    best = better(best, value_of(one, other, a, c, d, ranks))
    best = better(best, value_of(one, other, a, c, e, ranks))
    best = better(best, value_of(one, other, a, d, e, ranks))
    best = better(best, value_of(one, other, b, c, d, ranks))
    best = better(best, value_of(one, other, b, c, e, ranks))
    best = better(best, value_of(one, other, b, d, e, ranks))
    return better(best, value_of(one, other, c, d, e, ranks))


@jit.kernel
def value_of_seven(one: Any, other: Any, board: np.ndarray, ranks: Ranks) -> Any:
    """Return the value of the best five of two own cards and a board."""
    best = value_of(board[0], board[1], board[2], board[3], board[4], ranks)
    best = better(best, value_with_one(one, board, ranks))
    best = better(best, value_with_one(other, board, ranks))
    return better(best, value_with_two(one, other, board, ranks))


@jit.kernel
def value_pairs(n_cards: int, ranks: Ranks, scratch: Scratch) -> Any:
    """Find the value of every pair off the board and sort them; return how many there are."""
    board, one, value, starts = scratch.board, scratch.one, scratch.value, scratch.starts
    alone = value_of(board[0], board[1], board[2], board[3], board[4], ranks)
    for card in range(n_cards):
        is_on_board = False
        for place in range(BOARD):
            is_on_board = is_on_board or board[place] == card
        one[card] = -1 if is_on_board else better(alone, value_with_one(card, board, ranks))
    starts[:] = 0
    for b in range(n_cards):
        for a in range(b):
            number = pair_number(a, b)
            value[number] = -1
            if one[a] >= 0 and one[b] >= 0:
                value[number] = better(better(one[a], one[b]), value_with_two(a, b, board, ranks))
                starts[(value[number] >> 4) + 1] += 1
    for place in range(1, len(starts)):
        starts[place] += starts[place - 1]
    n_sorted = starts[len(starts) - 1]
    for number in range(n_cards * (n_cards - 1) // 2):
        if value[number] >= 0:
            scratch.order[starts[value[number] >> 4]] = number
            starts[value[number] >> 4] += 1
    return n_sorted


@jit.kernel
def count_board(
    n_cards: int,
    pairs: np.ndarray,
    ranks: Ranks,
    scratch: Scratch,
    wins: np.ndarray,
    ties: np.ndarray,
    met: np.ndarray,
) -> None:
    """Count for every pair the disjoint pairs that it beats, and those it ties with, on the board in ``scratch``.

    Arguments as for :func:`count_random_boards`.
    """
    n_sorted = value_pairs(n_cards, ranks, scratch)
    order, value, single = scratch.order, scratch.value, scratch.single
    single[:] = 0
    first = 0
    while first < n_sorted:
        end = first
        while end < n_sorted and value[order[end]] >> 4 == value[order[first]] >> 4:
            a, b = pairs[2 * order[end]], pairs[2 * order[end] + 1]
            cell = np.int64(order[end]) * 16 + (value[order[end]] & 15)
            below = first - single[a] - single[b]
            wins[cell] += below
            ties[cell] -= below
            met[order[end]] += 1
            end += 1
        for place in range(first, end):
            single[pairs[2 * order[place]]] += 1
            single[pairs[2 * order[place] + 1]] += 1
        for place in range(first, end):
            a, b = pairs[2 * order[place]], pairs[2 * order[place] + 1]
            # the pair itself has been counted once, and taken out twice
            ties[np.int64(order[place]) * 16 + (value[order[place]] & 15)] += end - single[a] - single[b] + 1
        first = end


@jit.kernel
def count_random_boards(
    n_boards: int,
    pairs: np.ndarray,
    ranks: Ranks,
    state: np.ndarray,
    deck: np.ndarray,
    scratch: Scratch,
    wins: np.ndarray,
    ties: np.ndarray,
    met: np.ndarray,
) -> None:
    """Count all pairs against each other on boards dealt at random.

    Parameters
    ----------
    n_boards
        Boards.
    pairs
        uint8 (2 · 1326,): cards by number of the pair.
    ranks
        The order.
    state
        The stream of random numbers.
    deck
        uint8 (52,): the cards, in any order.
    scratch
        Space.
    wins, ties
        int64 (1326 · 16,): added to, by own pair and the suits of its best fives.
    met
        int64 (1326,): added to, boards that hold no card of a pair.
    """
    for _ in range(n_boards):
        deals.deal(np.int64(N_CARDS), np.int64(BOARD), state, deck)
        for place in range(BOARD):
            scratch.board[place] = deck[place]
        count_board(N_CARDS, pairs, ranks, scratch, wins, ties, met)


@jit.kernel
def hold(
    seat: int, first: Any, question: Question, pair_worth: np.ndarray, state: np.ndarray, table: Table
) -> Any:
    """Give a seat its cards, the two it chooses to play first; return where the cards of the next seat begin."""
    n_held = question.held[seat]
    if seat == 0 and question.n_fixed:
        n_ways = np.uint64(len(question.ways))
        given = random.below(state, n_ways) if n_ways > np.uint64(1) else np.uint64(0)
        seats.arrange(question.ways[given], question.given[:n_held], table.own)
        return first
    cards = table.deck[first : first + n_held]
    splits = question.splits[question.split_starts[n_held] : question.split_starts[n_held + 1]]
    for way in range(len(splits)):
        table.values[way] = pair_worth[pair_number(cards[splits[way, 0]], cards[splits[way, 1]])]
    seats.arrange(splits[choices.pick_best(len(splits), table.values, state)], cards, table.own)
    return first + n_held


@jit.kernel
def play(
    n_deals: int,
    question: Question,
    ranks: Ranks,
    bidders_worth: np.ndarray,
    pair_worth: np.ndarray,
    state: np.ndarray,
    board: np.ndarray,
    table: Table,
    counts: np.ndarray,
) -> None:
    """Deal and compare ``n_deals`` times: the best five of two own cards and five on the board.

    Parameters
    ----------
    n_deals
        Deals.
    question, ranks
        What is dealt, with the ways to choose two cards; the order.
    bidders_worth, pair_worth
        int64 (1326,): by which the bidder and the others choose two cards.
    state
        The stream of random numbers.
    board, table
        int64 (5,); space.
    counts
        int64 (N_COUNTS,): added to.
    """
    deck, own = table.deck, table.own
    n_players = len(question.held)
    n_dealt = BOARD - question.n_fixed
    for seat in range(n_players):
        n_dealt += question.held[seat]
    seats.start_deck(question, deck)
    for _ in range(n_deals):
        deals.deal(N_CARDS - question.n_fixed, n_dealt, state, deck)
        for place in range(BOARD):
            board[place] = deck[place]
        best, winners, first = np.int64(-1), np.int64(0), np.int64(BOARD)
        five, two, all_held, named = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        for seat in range(n_players):
            measure = bidders_worth if seat == 0 else pair_worth
            first = hold(seat, first, question, measure, state, table)
            value = value_of_seven(own[0], own[1], board, ranks)
            best, winners = seats.new_winners(value >> 4, best, winners, seat)
            if seat == 0:
                five = value & 15
                two = suits_of(own[0]) | suits_of(own[1])
                all_held = two
                for place in range(OWN, question.held[0]):
                    all_held |= suits_of(own[place])
                named = np.int64(question.named[pair_number(own[0], own[1])])
        seats.count_deal(winners, five, two, all_held, named, counts)
