"""The best three of four and five cards over all hands: against choices made one by one, and against deals."""

import itertools

import numpy as np
import pytest

from risksim import statistics
from risksim.errors import InputError
from risksim.poker import Game, holdings, matchups, orders, simulate, worths
from risksim.poker.kernels import holdings as kernels

LEAST_Z = 4.5


@pytest.mark.parametrize("order", ["compare", "ignore"])
def test_three_cards_are_even_and_every_further_one_gains_less(order):
    shares = [holdings.share_of_best(order, cards) for cards in (3, 4, 5)]
    assert shares[0] == 0.5
    assert shares[1] - shares[0] > shares[2] - shares[1] > 0


@pytest.mark.parametrize(("cards", "highest"), [(3, 3), (4, 4), (5, 4), (5, 5)])
def test_the_hands_of_one_highest_card_one_by_one(cards, highest):
    # every deal counted for each choice of each hand, without the table of triples
    order = orders.of("compare")
    best = 0
    for rest in itertools.combinations(range(highest), cards - 1):
        deal = simulate.Deal(Game.HOLDEM, order, (cards, 3), (*rest, highest))
        counts = simulate.against_one(deal).sum(axis=2)
        best += int((2 * counts[:, 2] + counts[:, 1]).max())
    ways, starts = matchups.splits(3)
    space = np.zeros(cards, np.uint8)
    chosen = ways[starts[cards] : starts[cards + 1]]
    assert kernels.sum_best(highest, chosen, worths.equity(order), space) == best > 0


@pytest.mark.parametrize("cards", [4, 5])
def test_dealt_hands_fit(cards):
    dealt = simulate.tally(
        simulate.Deal(Game.HOLDEM, orders.of("compare"), (cards, 3)), simulate.Run(100_000, 23)
    )
    # a tie counts half
    won, tied = int(dealt.winners[1]), int(dealt.winners[3])
    share = statistics.mean_from_sums(dealt.deals, 2 * won + tied, 4 * won + tied)
    assert abs(share.z_against(2 * holdings.share_of_best("compare", cards))) < LEAST_Z
    assert abs(share.z_against(2 * holdings.share_of_best("compare", 9 - cards))) > LEAST_Z


@pytest.mark.parametrize("cards", [2, 6, 4.0])
def test_other_numbers_of_cards_are_refused(cards):
    with pytest.raises(InputError, match="cards must be"):
        holdings.share_of_best("compare", cards)
