"""Hands of poker as claims ask about them: counted where all deals can be, dealt at random beyond, once for all claims."""

import functools
import math
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from risksim.claims.checking import allies
from risksim.claims.checking.claim import Case, Number, Reading
from risksim.errors import NotApplicableError
from risksim.poker import controls, numbers, orders, simulate, tallies
from risksim.poker.allies import N_ARMIES, suit_sets
from risksim.poker.kernels.seats import WON
from risksim.poker.model import Game
from risksim.poker.numbers import Leaf, Mean, Share
from risksim.poker.simulate import Deal, Doubled, Run
from risksim.poker.tallies import Tally
from risksim.rules.clauses import Poker, SuitTestOn
from risksim.statistics import Estimate

OWN, SIX = 3, 6
#: With six cards at a seat, choosing three of them takes long: one deal must do for so many.
_FEWER_OF_SIX = 10

#: What "the queen is high in hearts and diamonds" may mean besides the rule set's own reading.
QUEENS_AS_USUAL = Reading("red queens rank as usual", clauses={"queen_high": "ignore"})
QUEENS = (
    QUEENS_AS_USUAL,
    Reading("groups of queens rank by the lowest", clauses={"queen_high": "compare-min"}),
    Reading("red queens rank high as single cards", clauses={"queen_high": "compare-single"}),
    Reading("red suits run to the queen", clauses={"queen_high": "reorder"}),
    Reading("red queens stand above the ace", clauses={"queen_high": "above-ace"}),
)
#: Players; two are the claims' own number.
PLAYERS = tuple(Reading(f"{players} players", settings={"players": players}) for players in (3, 4, 5))
#: The other way to make a hand of own cards and the board's.
TWO_FIVE = Reading(
    "two own cards, five on the board", clauses={"own_cards_used": "at-most-two", "board_cards": 5}
)
OWN_THREE = Reading("suit among the own three", clauses={"suit_test_on": "own-three"})


class Dealt(NamedTuple):
    """Deals counted or simulated, and how to read them."""

    tally: Tally
    deal: Deal
    poker: Poker
    seed: int | None
    """None where all deals were counted"""

    def number(
        self, label: str, leaf: Leaf, unit: str = "probability", against: Fraction | None = None
    ) -> Number:
        """Return something counted as a number, exact or with its error."""
        if self.seed is None:
            return Number.of(label, leaf.fraction(), unit)
        estimate = leaf.estimate(self.seed)
        if estimate is None:
            return Number(label, None, unit=unit)
        return Number.estimated(label, estimate, unit, against)

    def read(self) -> dict[str, Any]:
        """Return the shares and means of an answer of :func:`risksim.poker.control`."""
        return numbers.read(self.tally, self.deal, self.poker)

    def holding(self, suits: int, test: SuitTestOn | None = None) -> Share:
        """Return how many of the bidder's outright wins hold one of some suits, by the rules' own suit test if None."""
        chosen = self.poker.suit_test_on if test is None else test
        return Share(tallies.holding(self.tally, (WON,), chosen, suits), self.tally.outcomes(WON))

    def lacking(self, suits: int) -> Share:
        """Return how many of the bidder's outright wins fail the suit test for an ally with some suits."""
        held = self.holding(suits)
        return Share(held.deals - held.successes, held.deals)

    def shared(self) -> Share:
        """Return the deals in which more than one seat has the best hand."""
        alone = sum(tallies.seat_outcomes(self.tally, seat)[0] for seat in range(self.deal.players))
        return Share(self.tally.deals - alone, self.tally.deals)


def deal(case: Case, held: Iterable[int]) -> Deal:
    """Return the deal of the case's rules in which the seats hold so many cards, the bidder first.

    Raises
    ------
    NotApplicableError
        If the rules have no allied armies, or no known game.
    """
    poker = allies.rules(case).poker
    game = controls.game_of(None, poker, case.rules.label)
    return Deal(game, orders.of(poker.queen_high.value), tuple(held))


def allied(case: Case, players: int) -> tuple[int, ...]:
    """Return the suits of each ally.

    Raises
    ------
    NotApplicableError
        If the rules have no allied armies, or every army has a player.
    """
    allies.rules(case)
    sets = suit_sets(players)
    if not sets:
        raise NotApplicableError(
            f"with {players} players all {N_ARMIES} armies have a player: there is no ally"
        )
    return sets


def dealt(case: Case, held: Iterable[int], is_simulated: bool = False) -> Dealt:
    """Deal hands in which the seats hold so many cards, the bidder first; each plays the best three.

    Parameters
    ----------
    case
        Rules and effort.
    held
        Cards of each seat.
    is_simulated
        Whether to simulate even where all deals can be counted.
    """
    asked = deal(case, held)
    is_exact = asked.game is Game.HOLDEM and asked.held == (OWN, OWN) and not is_simulated
    run = None if is_exact else _run(case, asked)
    return Dealt(_tally(asked, run), asked, case.rules.poker, None if run is None else run.seed)


def doubled(case: Case, held: Iterable[int]) -> tuple[Doubled, Doubled]:
    """Deal six cards to the bidder, played as two hands on one board, and in separate deals."""
    asked = deal(case, held)
    if asked.game is not Game.HOLDEM:
        raise NotApplicableError("two hands of three cards are dealt only where three own cards enter a hand")
    return _doubled(asked, _run(case, asked))


def _run(case: Case, asked: Deal) -> Run:
    trials = case.effort.trials // (_FEWER_OF_SIX if SIX in asked.held else 1)
    return Run(max(trials, 2), case.effort.seed)


@functools.lru_cache(maxsize=128)
def _tally(asked: Deal, run: Run | None) -> Tally:
    return numbers.count_all(asked, None, None)[0] if run is None else simulate.tally(asked, run)


@functools.lru_cache(maxsize=32)
def _doubled(asked: Deal, run: Run) -> tuple[Doubled, Doubled]:
    return simulate.double_down(asked, run)


def share_of_pot(played: Dealt) -> Mean:
    """Return what the bidder gets of the pot on average, split pots divided evenly."""
    players = played.deal.players
    # of the own ante back, or with the others', in parts of an ante
    got = {net + tallies.PARTS: n for net, n in tallies.shares(played.tally, players, 0).items()}
    return Mean(
        deals=played.tally.deals,
        total=sum(parts * n for parts, n in got.items()),
        squares=sum(parts * parts * n for parts, n in got.items()),
        unit=Fraction(1, players * tallies.PARTS),
    )


def difference(one: Estimate, other: Estimate) -> Estimate:
    """Return how much more one of two numbers is, which were simulated apart from each other.

    The ends of its interval lie as far away as those of both intervals together, squared and added.
    """
    value = one.value - other.value
    return replace(
        one,
        value=value,
        standard_error=math.hypot(one.standard_error, other.standard_error),
        low=value - math.hypot(one.value - one.low, other.high - other.value),
        high=value + math.hypot(one.high - one.value, other.value - other.low),
        method="square-and-add",
    )
