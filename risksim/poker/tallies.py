"""Deals counted, and what they say: chances to win and to control, armies won.

A tally is the same whether every deal was counted or some were dealt at random; numbers come out of it as successes
among deals, so that they can become exact fractions or estimates.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from risksim.poker import deck
from risksim.poker.kernels.seats import LOST, N_SUITS, N_WINNERS, TIED, WON
from risksim.rules.clauses import SuitTestOn

#: Axis of a tally's ``suits`` that each reading of the suit test looks at.
TESTS = {SuitTestOn.WINNING_FIVE: 1, SuitTestOn.OWN_THREE: 2, SuitTestOn.ANY_ACCUMULATED: 3}
#: Sets of suits, by number.
SETS = np.arange(16)
#: A whole pot in parts that every number of winners divides.
PARTS = math.lcm(1, 2, 3, 4, 5, 6)


class Tally(NamedTuple):
    """Deals by what came of them."""

    winners: npt.NDArray[np.int64]
    """(64,): by the set of seats that share the best hand, the bidder in the lowest bit"""
    suits: npt.NDArray[np.int64]
    """(3, 16, 16, 16): lost, tied or won by the bidder; suits of the five, of the own cards played, of all own cards.
    Suits of the five are not counted where the hand is lost"""
    named: npt.NDArray[np.int64]
    """(3, 8): lost, tied, won; which of these three hold a suit of the ally named after looking"""

    @property
    def deals(self) -> int:
        """All deals."""
        return int(self.winners.sum())

    def outcomes(self, *outcomes: int) -> int:
        """Return the deals with one of some outcomes for the bidder."""
        return int(self.suits[list(outcomes)].sum())


def from_counts(counts: npt.NDArray[np.int64]) -> Tally:
    """Return the tally of what :mod:`risksim.poker.kernels.seats` counted."""
    winners, suits, named = np.split(counts, [N_WINNERS, N_WINNERS + N_SUITS])
    return Tally(winners, suits.reshape(3, 16, 16, 16), named.reshape(3, 8))


def of_triples(
    lost: npt.NDArray[np.int64],
    tied: npt.NDArray[np.int64],
    won: npt.NDArray[np.int64],
    own: npt.NDArray[np.int64],
    held: npt.NDArray[np.int64],
    allies: Iterable[int],
) -> Tally:
    """Return the tally of two players from exact counts.

    Parameters
    ----------
    lost
        (triples,): deals lost by each triple.
    tied, won
        (triples, 16): deals tied and won, by the suits of the five cards.
    own, held
        (triples,): suits of the triple, and of all own cards.
    allies
        Suits of each ally.
    """
    winners = np.zeros(N_WINNERS, np.int64)
    winners[1], winners[2], winners[3] = won.sum(), lost.sum(), tied.sum()
    suits, named = np.zeros((3, 16**3), np.int64), np.zeros((3, 8), np.int64)
    ally = named_after_looking(won, allies)
    looked = 2 * (own & ally != 0) + 4 * (held & ally != 0)
    np.add.at(suits[LOST], own * 16 + held, lost)
    np.add.at(named[LOST], looked, lost)
    for outcome, counts in ((TIED, tied), (WON, won)):
        for five in SETS:
            np.add.at(suits[outcome], (five * 16 + own) * 16 + held, counts[:, five])
            np.add.at(named[outcome], looked + (five & ally != 0), counts[:, five])
    return Tally(winners, suits.reshape(3, 16, 16, 16), named)


def named_after_looking(won: npt.NDArray[np.int64], allies: Iterable[int]) -> npt.NDArray[np.int64]:
    """Return, for each row of deals won by suits of the five, the ally whose suits they hold most often."""
    sets = list(allies)
    if not sets:
        return np.zeros(len(won), np.int64)
    controls = np.array([won[:, SETS & suits != 0].sum(axis=1) for suits in sets])
    named: npt.NDArray[np.int64] = np.array(sets)[controls.argmax(axis=0)]
    return named


def holding(tally: Tally, outcomes: Iterable[int], test: SuitTestOn, suits: int) -> int:
    """Return the deals with one of some outcomes in which the cards of a test hold one of some suits."""
    chosen = tally.suits[list(outcomes)]
    return int(np.take(chosen, np.flatnonzero(SETS & suits), axis=TESTS[test]).sum())


def holding_named(tally: Tally, outcomes: Iterable[int], test: SuitTestOn) -> int:
    """Return the deals with one of some outcomes in which the cards of a test hold a suit of the ally named."""
    bit = 1 << (TESTS[test] - 1)
    return int(tally.named[list(outcomes)][:, np.flatnonzero(np.arange(8) & bit)].sum())


def shares(tally: Tally, players: int, seat: int) -> dict[int, int]:
    """Return how often a seat won or lost how much: deals by net ``PARTS`` of an ante, split pots divided evenly."""
    found: dict[int, int] = {}
    for winners in np.flatnonzero(tally.winners):
        is_best = int(winners) >> seat & 1
        net = is_best * players * PARTS // int(winners).bit_count() - PARTS
        found[net] = found.get(net, 0) + int(tally.winners[winners])
    return found


def seat_outcomes(tally: Tally, seat: int) -> tuple[int, int]:
    """Return the deals a seat won outright, and those in which it shares the best hand."""
    sets = np.arange(N_WINNERS)
    alone = int(tally.winners[1 << seat])
    return alone, int(tally.winners[sets >> seat & 1 == 1].sum()) - alone


SUIT_SETS_IN_ORDER = tuple(sorted(range(1, 1 << deck.N_SUITS), key=lambda suits: (suits.bit_count(), suits)))
