"""How long a set takes, as the claims about factories count it."""

from fractions import Fraction

from risksim.cards import exact
from risksim.cards.model import Deck, Trade
from risksim.claims.checking import decks
from risksim.claims.checking.claim import Case
from risksim.claims.checking.readings import FIRST_SET, FIVE_CARDS, NEXT_SET, SECOND_SET
from risksim.errors import NotApplicableError, unknown_name

WAITS = (FIVE_CARDS, FIRST_SET, SECOND_SET, NEXT_SET)
#: Cards that always hold a set; a player who holds on waits for them.
FULL_HAND = 5


def cards(case: Case, wait: str) -> float | Fraction:
    """Return the cards drawn for a set: the most it can take, or the mean of one of the waits."""
    deck, trade = decks.deck(case), Trade(case.word("trade"))
    if wait == FIVE_CARDS:
        return Fraction(FULL_HAND)
    if wait == FIRST_SET:
        return Fraction(FULL_HAND) if trade is Trade.HOLD else exact.expected_cards_first_set(deck)
    if wait == SECOND_SET:
        return _until(deck, trade, 2) - _until(deck, trade, 1)
    if wait == NEXT_SET:
        mean: float | Fraction = exact.cards_per_set(deck, trade)
        return mean
    raise unknown_name("wait", wait, WAITS)


def _until(deck: Deck, trade: Trade, sets: int) -> float:
    """Return the expected cards until so many sets are completed, from the chance of fewer after each card."""
    rows = exact.sets_distribution(deck, (FULL_HAND + 1) * sets, trade)
    return sum(sum(row[:sets]) for row in rows)


def factory_yield(case: Case) -> int:
    """Return what a factory pays at each start.

    Raises
    ------
    NotApplicableError
        If the rule set has no factories.
    """
    if not case.rules.factories.has_factories:
        raise NotApplicableError(f"rule set {case.rules.label!r} has no factories; 'new-rules' has")
    return case.rules.factories.factory_yield
