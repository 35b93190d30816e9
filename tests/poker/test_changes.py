"""Deals that end otherwise under another order: against every deal of a small deck, and against slow deals."""

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest

from risksim import statistics
from risksim.errors import InputError
from risksim.poker import changes, deck, matchups, tables
from risksim.poker.kernels import changes as kernels
from risksim.poker.kernels import triples
from risksim.poker.orders import Groups, Order, Straights
from tests.naive import poker as naive

LEAST_Z = 4.5

# low cards, so that a small deck has all of it: a red 3 is strongest, or a black 2 is
HIGH_THREES = Order(
    name="high threes",
    strengths=tuple(
        16 if deck.face_of(card) == 3 and deck.suit_of(card) in deck.RED else deck.face_of(card)
        for card in range(52)
    ),
    groups=Groups.LOWEST,
    straights=Straights.SLOTS,
)
IN_WORDS = (lambda card: 16 if card[0] == 3 and card[1] in "dh" else card[0], "lowest", "slots", True)
HIGH_TWOS = Order(
    name="high twos",
    strengths=tuple(
        16 if deck.face_of(card) == 2 and deck.suit_of(card) not in deck.RED else deck.face_of(card)
        for card in range(52)
    ),
)
TWOS_IN_WORDS = (lambda card: 16 if card[0] == 2 and card[1] in "cs" else card[0], "highest", "faces", True)


def compared(mine, other):
    return (mine > other) - (mine < other)


@pytest.mark.parametrize(
    ("one", "two"), [((HIGH_THREES, IN_WORDS), (HIGH_TWOS, TWOS_IN_WORDS)), ((HIGH_TWOS, TWOS_IN_WORDS), (HIGH_THREES, IN_WORDS))]
)  # fmt: skip
def test_every_deal_of_a_small_deck(one, two):
    n_cards = 10
    cards = triples.all_triples(n_cards)
    sets = np.bitwise_or.reduce(np.uint64(1) << cards.reshape(-1, 3).astype(np.uint64), axis=1)
    ranks, others = tables.build(one[0]), tables.build(two[0])
    scratch, line = triples.new_scratch(len(sets), len(ranks.category)), kernels.new_line(len(sets))
    counts, seen = np.zeros(3, np.int64), [0, 0, 0]
    small = naive.DECK[:n_cards]
    for y, x in itertools.product(range(n_cards), repeat=2):
        if x >= y:
            continue
        kernels.count_board(x, y, cards, sets, ranks, others, scratch, line, counts)
        left = [card for card in small if card not in (small[x], small[y])]
        board = [small[x], small[y]]
        worths = {
            own: tuple(naive.worth([*own, *board], words) for _, words in (one, two))
            for own in itertools.combinations(left, 3)
        }
        for (mine, (a, b)), (other, (c, d)) in itertools.combinations(worths.items(), 2):
            before, now = compared(a, c), compared(b, d)
            if not set(mine) & set(other) and before != now:
                seen[kernels.BROKEN if before == 0 else kernels.TIED if now == 0 else kernels.TURNED] += 1
    assert counts.tolist() == seen
    assert min(seen) > 0


@pytest.mark.parametrize("reading", ["compare", "reorder"])
def test_slow_deals(reading):
    drawn, deals = random.Random(36), 6_000
    found = changes.changed("ignore", reading)
    seen = 0
    for _ in range(deals):
        cards = drawn.sample(naive.DECK, 8)
        hands = [cards[:5], cards[:2] + cards[5:]]
        results = {compared(*(naive.worth(hand, order) for hand in hands)) for order in ("ignore", reading)}
        seen += len(results) == 2
    assert abs(statistics.proportion(seen, deals).z_against(found.share)) < LEAST_Z


def test_changes_fit_the_ties():
    found = changes.changed("ignore", "reorder")
    ties = {reading: int(matchups.matchups(reading).ties.sum(dtype=int)) for reading in ("ignore", "reorder")}
    assert ties["reorder"] - ties["ignore"] == found.tied - found.broken
    assert found.share == Fraction(sum(found), matchups.N_DEALS)
    assert changes.changed("compare", "compare").share == 0


def test_an_order_nobody_knows():
    with pytest.raises(InputError, match="unknown reading of queen_high 'compere'; did you mean 'compare'"):
        changes.changed("ignore", "compere")
