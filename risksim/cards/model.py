"""Decks, trading policies, and the answers about them."""

from dataclasses import dataclass, replace
from enum import StrEnum

from risksim.cards import tables
from risksim.errors import InputError, check_count, unknown_name
from risksim.rules import RuleSet
from risksim.rules.clauses import DeckReshuffle


class Trade(StrEnum):
    """When a set is turned in, and which one."""

    SOON = "soon"
    HOLD = "hold"
    BEST_MATCH = "best-match"


@dataclass(frozen=True)
class Deck:
    """Cards to draw from.

    Parameters
    ----------
    name
        How the deck is called in answers.
    symbols
        Territory cards with infantry, cavalry, artillery; None for independent draws, each symbol with chance 1/3.
    wilds
        Wild cards.
    is_reshuffled
        Whether discarded cards are shuffled back once the draw pile is empty and a card is to be drawn.

    Raises
    ------
    InputError
        If a count is not a whole number of 0 or more, or the deck holds no set.

    >>> Deck("short", (4, 4, 4), 1).size
    13
    """

    name: str
    symbols: tuple[int, int, int] | None = (14, 14, 14)
    wilds: int = 2
    is_reshuffled: bool = True

    def __post_init__(self) -> None:
        if self.symbols is None:
            if self.wilds:
                raise InputError("a deck of independent symbols has no wild cards")
            return
        for symbol, count in zip(tables.SYMBOLS, (*self.symbols, self.wilds), strict=True):
            check_count(f"{symbol} cards", count)
        if not tables.sets_in(self.counts):
            raise InputError(
                f"deck {self.name!r} holds no set: {self.counts} infantry, cavalry, artillery, wild"
            )

    @property
    def is_independent(self) -> bool:
        """Whether every card is drawn anew, each symbol with chance 1/3."""
        return self.symbols is None

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """Cards by symbol: infantry, cavalry, artillery, wild (all 0 for independent draws)."""
        return (*(self.symbols or (0, 0, 0)), self.wilds)

    @property
    def size(self) -> int | None:
        """Cards in all; None for independent draws."""
        return None if self.symbols is None else sum(self.counts)


#: Decks that have a name of their own, whatever the rule set says.
DECKS = {
    "classic": Deck("classic", (14, 14, 14), 2),
    "no-wilds": Deck("no-wilds", (14, 14, 14), 0),
    "independent": Deck("independent", None, 0),
}


def find_deck(deck: "str | Deck | None", rules: RuleSet) -> Deck:
    """Return a deck by its name, or the rule set's own.

    Parameters
    ----------
    deck
        ``classic`` (14 of each symbol and 2 wild cards), ``no-wilds`` (14 of each), ``independent``, whatever the
        rule set says; ``rules`` or None for the rule set's own cards; or a deck.
    rules
        Its clauses ``cards_per_symbol`` and ``wilds`` make its own deck; ``deck_reshuffle`` holds for every named
        deck of cards.

    Raises
    ------
    InputError
        If nobody knows the deck.

    >>> from risksim.rules import load
    >>> find_deck(None, load("classic").vary(wilds=0)).counts
    (14, 14, 14, 0)
    """
    if isinstance(deck, Deck):
        return deck
    is_reshuffled = rules.cards.deck_reshuffle is DeckReshuffle.RESHUFFLE
    if deck is None or deck == "rules":
        per_symbol, wilds = rules.cards.cards_per_symbol, rules.cards.wilds
        same = [known.name for known in DECKS.values() if known.counts == (*(per_symbol,) * 3, wilds)]
        return Deck(same[0] if same else rules.label, (per_symbol,) * 3, wilds, is_reshuffled)
    if deck not in DECKS:
        raise unknown_name("deck", str(deck), [*DECKS, "rules"])
    known = DECKS[deck]
    return known if known.is_independent else replace(known, is_reshuffled=is_reshuffled)


def check_trade(trade: "str | Trade") -> Trade:
    """Return the trading policy of that name.

    Raises
    ------
    InputError
        If nobody knows it.
    """
    try:
        return Trade(trade)
    except ValueError:
        raise unknown_name("trading policy", str(trade), [policy.value for policy in Trade]) from None
