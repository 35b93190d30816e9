"""Hands of poker for an ally played out with cards in words, every deal of a small deck, or one after another.

Cards are pairs (face, suit), hands are compared by ``tests.naive.poker.worth``.
"""

import itertools

from tests.naive.poker import DECK, worth

LOST, TIED, WON = "lost", "tied", "won"


def suits(cards):
    """The suits of some cards, as the letters of a word."""
    return "".join(sorted({suit for _, suit in cards}))


def compare(mine, other):
    """What becomes of a hand against another, both given by their worth."""
    return WON if mine > other else TIED if mine == other else LOST


def against_one(own, aside, deck, order):
    """Every deal of two board cards and three cards of an opponent: outcomes with the suits of one's five cards."""
    left = [card for card in deck if card not in own and card not in aside]
    counts = {}
    known = {}

    def worth_of(cards):
        key = tuple(sorted(cards))
        if key not in known:
            known[key] = worth(key, order)
        return known[key]

    for board in itertools.combinations(left, 2):
        rest = [card for card in left if card not in board]
        mine = worth_of([*own, *board])
        for other in itertools.combinations(rest, 3):
            key = (compare(mine, worth_of([*other, *board])), suits([*own, *board]))
            counts[key] = counts.get(key, 0) + 1
    return counts


def best_of_seven(cards, order):
    """The worth of the best five of seven cards, and the suits of all fives that are worth as much."""
    fives = [(worth(five, order), five) for five in itertools.combinations(cards, 5)]
    best = max(value for value, _ in fives)
    return best, suits([card for value, five in fives if value == best for card in five])


def pairs_on_board(board, deck, order):
    """For every pair of own cards: pairs it beats, pairs it ties with, and the suits of its best fives."""
    left = [card for card in deck if card not in board]
    values = {pair: best_of_seven([*pair, *board], order) for pair in itertools.combinations(left, 2)}
    found = {}
    for pair, (mine, held) in values.items():
        met = [
            compare(mine, other) for opponent, (other, _) in values.items() if not set(pair) & set(opponent)
        ]
        found[pair] = (met.count(WON), met.count(TIED), held)
    return found


def net_antes(n_seats, winners):
    """What each seat has won or lost after one ante each, in antes."""
    return [n_seats / len(winners) - 1 if seat in winners else -1 for seat in range(n_seats)]


def deal(hand, n_players, order, rng):
    """Seat 0 has a hand of three; the others and the board are dealt. The outcome and the suits of the five."""
    left = [card for card in DECK if card not in hand]
    cards = rng.sample(left, 2 + 3 * (n_players - 1))
    board, others = cards[:2], [cards[2 + 3 * seat : 5 + 3 * seat] for seat in range(n_players - 1)]
    mine = worth([*hand, *board], order)
    best = max(worth([*other, *board], order) for other in others)
    return compare(mine, best), suits([*hand, *board])


def two_hands(first, second, others, board, order):
    """Whether either of two own hands wins outright on a board, and the suits of the fives that do."""
    mine = {tuple(own): worth([*own, *board], order) for own in (first, second) if own}
    best = max([*mine.values(), *(worth([*other, *board], order) for other in others)])
    if any(worth([*other, *board], order) == best for other in others):
        return ""
    return suits([card for own, value in mine.items() if value == best for card in [*own, *board]])
