"""What claims about the hand of poker for an ally share: rules that have allies, and the chances of one hand."""

import functools
from fractions import Fraction
from typing import TYPE_CHECKING

from risksim import poker
from risksim.claims.checking.claim import Case
from risksim.poker import matchups
from risksim.poker.bidding.turns import check_rules
from risksim.rules import RuleSet

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: Numbers of players that leave an army without one.
PLAYERS = (2, 3, 4, 5)


def rules(case: Case) -> RuleSet:
    """Return the rules of a case, in which allies can be won.

    Raises
    ------
    NotApplicableError
        If they have no allied armies.
    """
    return check_rules(case.rules, {})


@functools.cache
def duel(rule_set: RuleSet) -> tuple[Fraction, Fraction]:
    """Return the bidder's chances of control and of losing, one rival in the hand and three cards each, exactly.

    Of four allies he names the one he likes best: with his cards in view one whose suit he will hold, else the one
    with the best chance beforehand.
    """
    exact = poker.control(2, rules=rule_set).exact or {}
    control = (
        Fraction(exact["p_control_free"])
        if rule_set.poker.declare_after_seeing_cards
        else max(map(Fraction, exact["p_control"].values()))
    )
    return control, Fraction(exact["p_lose"])


def hands_worth(rule_set: RuleSet, share: float | None) -> Fraction:
    """Return the part of all hands of three cards that win at least such a share of the pot from a random one.

    Exactly, over all deals; None is a share that no hand wins.
    """
    if share is None:
        return Fraction(0)
    best = _halves(rule_set.poker.queen_high.value)
    deals = matchups.BOARDS_OF_TRIPLE * matchups.OPPONENTS
    return Fraction(int((best >= share * 2 * deals).sum()), matchups.N_TRIPLES)


@functools.cache
def _halves(queen_high: str) -> "npt.NDArray[np.int64]":
    """Return, by three cards, twice the deals they win and once those they tie."""
    counts = matchups.matchups(queen_high)
    found: npt.NDArray[np.int64] = 2 * counts.wins.sum(axis=1, dtype="int64") + counts.ties.sum(
        axis=1, dtype="int64"
    )
    return found
