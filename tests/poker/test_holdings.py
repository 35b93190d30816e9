"""The best three of four and five cards over all hands: against itself, and against choices made one by one."""

import random

import pytest

from risksim import poker, statistics
from risksim.errors import InputError
from risksim.poker import deck, holdings, orders, simulate

LEAST_Z = 4.5


@pytest.mark.parametrize("order", ["compare", "ignore"])
def test_three_cards_are_even_and_every_further_one_gains_less(order):
    shares = [holdings.share_of_best(order, cards) for cards in (3, 4, 5)]
    assert shares[0] == 0.5
    assert shares[1] - shares[0] > shares[2] - shares[1] > 0


@pytest.mark.parametrize("cards", [4, 5])
def test_the_best_of_random_hands(cards):
    # equities counted card by card for each hand, without the table of triples
    drawn = random.Random(23 + cards)
    best = []
    for _ in range(150):
        hand = tuple(drawn.sample(range(deck.N_CARDS), cards))
        counts = simulate.against_one(
            simulate.Deal(poker.Game.HOLDEM, orders.of("compare"), (cards, 3), hand)
        ).sum(axis=2)
        best.append(max((2 * won + tied) / 2 / (lost + tied + won) for lost, tied, won in counts.tolist()))
    found = statistics.mean(best)
    assert abs(found.z_against(holdings.share_of_best("compare", cards))) < LEAST_Z
    assert abs(found.z_against(holdings.share_of_best("compare", 3))) > LEAST_Z


@pytest.mark.parametrize("cards", [2, 6, 4.0])
def test_other_numbers_of_cards_are_refused(cards):
    with pytest.raises(InputError, match="cards must be"):
        holdings.share_of_best("compare", cards)
