"""Ranking hands at the table: faces and suits in words, a tuple for each hand, written from the rules.

A hand is five pairs (face 2 … 14, suit "c", "d", "h", "s"). The better hand has the larger tuple.
"""

import itertools
import random

READINGS = ("ignore", "compare", "compare-min", "compare-single", "reorder", "above-ace")
DECK = [(face, suit) for face in range(2, 15) for suit in "cdhs"]
HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)


def named(text):
    """The cards of "Qh 10s 2c ..."."""
    faces = {"J": 11, "Q": 12, "K": 13, "A": 14}
    return [(faces.get(word[:-1]) or int(word[:-1]), word[-1]) for word in text.split()]


def strength(card, reading):
    face, suit = card
    if suit in "dh":
        if reading in ("compare", "compare-min", "compare-single", "above-ace") and face == 12:
            return 15
        if reading == "reorder":
            return {13: 12, 14: 13, 12: 14}.get(face, face)
    return face


def top_of_straight(hand, reading):
    """The top of five in a row, or None: faces, or slots where the reading moves cards in straights as well."""
    if reading in ("reorder", "above-ace"):
        slots = [strength(card, reading) for card in hand]
    else:
        slots = [face for face, _ in hand]
    tops = [5] if sorted(face for face, _ in hand) == [2, 3, 4, 5, 14] else []
    if sorted(slots) == list(range(min(slots), min(slots) + 5)):
        tops.append(max(slots))
    return max(tops, default=None)


def worth(hand, reading):
    """The hand as a tuple: its category, then what is compared within it."""
    by_face = {}
    for card in hand:
        by_face.setdefault(card[0], []).append(strength(card, reading))
    groups = []
    for face, strengths in by_face.items():
        if len(strengths) == 1:
            worth_of_group = strengths[0]
        elif reading in ("ignore", "compare-single"):
            worth_of_group = face
        elif reading == "compare-min":
            worth_of_group = min(strengths)
        else:
            worth_of_group = max(strengths)
        groups.append((len(strengths), worth_of_group))
    groups.sort(reverse=True)
    sizes = [size for size, _ in groups]
    is_flush = len({suit for _, suit in hand}) == 1
    top = top_of_straight(hand, reading)
    if top is not None and is_flush:
        return (STRAIGHT_FLUSH, top)
    compared = tuple(worth_of_group for _, worth_of_group in groups)
    if sizes == [4, 1]:
        return (FOUR, *compared)
    if sizes == [3, 2]:
        return (FULL_HOUSE, *compared)
    if is_flush:
        return (FLUSH, *compared)
    if top is not None:
        return (STRAIGHT, top)
    by_sizes = {(3, 1, 1): THREE, (2, 2, 1): TWO_PAIRS, (2, 1, 1, 1): PAIR, (1,) * 5: HIGH_CARD}
    return (by_sizes[tuple(sizes)], *compared)


def category_counts(reading, deck=DECK):
    """How many hands of a deck fall into each category, counted one by one."""
    counts = [0] * 9
    for hand in itertools.combinations(deck, 5):
        counts[worth(hand, reading)[0]] += 1
    return counts


def number_of(hand):
    """The place of a hand among all, in the order of its cards from the highest down."""
    cards = sorted(DECK.index(card) for card in hand)
    binomial = 0
    for size, card in enumerate(cards, start=1):
        ways = 1
        for factor in range(size):
            ways = ways * (card - factor) // (factor + 1)
        binomial += ways
    return binomial


def play(n_players, reading, rng=random):
    """Deal three cards each and two to the board; return the seats with the best hand."""
    deck = DECK[:]
    rng.shuffle(deck)
    board = [deck.pop(), deck.pop()]
    worths = [worth([deck.pop(), deck.pop(), deck.pop(), *board], reading) for _ in range(n_players)]
    return [seat for seat, each in enumerate(worths) if each == max(worths)]
