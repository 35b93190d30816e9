"""What claims about the hand of poker for an ally share: rules that have allies, and the chances of one hand."""

from fractions import Fraction

from risksim import poker
from risksim.claims.checking.claim import Case
from risksim.poker import matchups
from risksim.poker.bidding.turns import check_rules
from risksim.rules import RuleSet

#: Numbers of players that leave an army without one.
PLAYERS = (2, 3, 4, 5)


def rules(case: Case) -> RuleSet:
    """Return the rules of a case.

    Raises
    ------
    NotApplicableError
        If they have no allied armies.
    """
    return check_rules(case.rules, {})


def duel(case: Case) -> tuple[Fraction, Fraction]:
    """Return the bidder's chances of control and of losing, one rival in the hand and three cards each, exactly.

    Of four allies he names the one he likes best: with his cards in view one whose suit he will hold, else the one
    with the best chance beforehand.
    """
    exact = poker.control(2, rules=rules(case)).exact or {}
    control = (
        Fraction(exact["p_control_free"])
        if case.rules.poker.declare_after_seeing_cards
        else max(map(Fraction, exact["p_control"].values()))
    )
    return control, Fraction(exact["p_lose"])


def hands_worth(case: Case, share: float | None) -> Fraction:
    """Return the part of all hands of three cards that win at least such a share of the pot from a random one.

    Exactly, over all deals; None is a share that no hand wins.
    """
    if share is None:
        return Fraction(0)
    counts = matchups.matchups(case.rules.poker.queen_high.value)
    halves = 2 * counts.wins.sum(axis=1, dtype="int64") + counts.ties.sum(axis=1, dtype="int64")
    deals = matchups.BOARDS_OF_TRIPLE * matchups.OPPONENTS
    return Fraction(int((halves >= share * 2 * deals).sum()), matchups.N_TRIPLES)
