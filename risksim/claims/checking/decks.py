"""The deck a claim is about: the rule set's own, or the one its reading names."""

from risksim.cards.model import DECKS, Deck, find_deck
from risksim.claims.checking.claim import Case
from risksim.errors import NotApplicableError

#: Setting "deck" of claims about cards: the rule set's own cards, unless a reading says otherwise.
OWN = "by the rules"


def deck(case: Case) -> Deck:
    """Return the deck of a case."""
    name = case.word("deck")
    return find_deck(None if name == OWN else name, case.rules)


def deck_name(case: Case) -> str:
    """Return the name of the deck of a case, for questions that take named decks only.

    Raises
    ------
    NotApplicableError
        If the rule set's own cards are none of the named decks.
    """
    own = deck(case)
    if own.name not in DECKS:
        raise NotApplicableError(
            f"rule set {case.rules.label!r} plays with {own.counts} infantry, cavalry, artillery and wild cards; "
            "factories are weighed against armies for 14 of each and 0 or 2 wild cards only"
        )
    return own.name
