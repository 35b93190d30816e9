"""Decks, trading policies, and the answers about them."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from risksim.answers import Answer
from risksim.cards import tables
from risksim.errors import InputError, check_count, unknown_name
from risksim.rules import RuleSet
from risksim.rules.clauses import DeckReshuffle
from risksim.statistics import Estimate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


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


@dataclass(frozen=True)
class Economy(Answer):
    """The turn-in economy of one player who draws alone.

    Attributes
    ----------
    rules, deck, trade
        What was asked about.
    rules_digest
        Digest of the rule set.
    conquest_rate
        Chance that a turn earns a card.
    share
        Share of territories owned.
    p_first_set
        Chance that a set is first in hand with exactly 3, 4, 5 cards.
    expected_cards_first_set, expected_turns_first_set
        Cards drawn, and turns taken, until a set is first in hand; infinitely many turns if no turn earns a card.
    between_sets
        Long-run share of turn-ins with exactly 1 … 5 cards drawn since the one before.
    leftover
        Long-run share of turn-ins that leave 0, 1, 2 cards in hand.
    cards_per_set
        Cards drawn for each turn-in, in the long run: three, unless the deck ends.
    p_forced
        Long-run share of turn-ins from a hand of five, where the rules compel.
    territory_cards
        Cards of a set that show a territory, on average.
    match_bonus
        Armies for matching cards with an average set, given the share of territories owned.
    sets_by_card
        Expected sets turned in after 0, 1, 2, … cards.
    sets_by_turn
        Expected sets turned in after 0, 1, 2, … turns, each of which earns a card with chance ``conquest_rate``.
    schedule
        Armies (expected, without matches) for the first, second, … set that anyone turns in.
    schedule_sd
        Standard deviation of those.
    exact
        Fractions of what is known as a short one.
    simulated
        The same by simulation, where asked for.
    """

    rules: str
    rules_digest: str
    deck: str
    trade: str
    conquest_rate: float
    share: float
    p_first_set: dict[str, float]
    expected_cards_first_set: float
    expected_turns_first_set: float
    between_sets: dict[str, float]
    leftover: dict[str, float]
    cards_per_set: float
    p_forced: float
    territory_cards: float
    match_bonus: float
    sets_by_card: tuple[float, ...]
    sets_by_turn: tuple[float, ...]
    schedule: tuple[float, ...]
    schedule_sd: tuple[float, ...]
    exact: dict[str, Any]
    simulated: "Simulation | None" = None

    def to_frame(self) -> "pd.DataFrame":
        """Return one row for each number of cards: expected sets, and when the first and the next set come."""
        import pandas as pd

        n = len(self.sets_by_card)
        return pd.DataFrame(
            {
                "cards": range(n),
                "expected_sets": self.sets_by_card,
                "p_first_set": [self.p_first_set.get(str(k), 0.0) for k in range(n)],
                "p_between_sets": [self.between_sets.get(str(k), 0.0) for k in range(n)],
            }
        )

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw after how many cards the first and the next set come."""
        from risksim.cards import plots

        return plots.waits(self, ax)

    def plot_sets(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the expected number of sets by cards drawn."""
        from risksim.cards import plots

        return plots.sets_by_card(self, ax)


@dataclass(frozen=True)
class Simulation(Answer):
    """Players who share one deck, simulated.

    Shares are over all turn-ins of all players within the turns played. Numbers by turn are at the start of turns
    1, 2, …, when sets are turned in, and per player.

    Attributes
    ----------
    rules, deck, trade
        What was asked about.
    rules_digest
        Digest of the rule set.
    conquest_rate
        Chance that a turn earns a card.
    share
        Share of territories each player owns.
    players, turns
        Number of players, and of turns of each.
    trials, seed
        Games played, and the seed.
    p_first_set, expected_cards_first_set
        When a set is first in hand, for a player who draws alone.
    between_sets, leftover, p_forced, cards_per_set, territory_cards
        As in :class:`Economy`.
    matches
        Matching cards of a set.
    sets_by_turn, armies_by_turn, matches_by_turn
        Sets turned in so far, armies for them without matches, and armies for matches.
    income_by_turn
        Armies for sets and matches at each turn.
    cards_missed
        Cards that a player of a game earned on average when none was left to draw.
    chi_square_first_set
        Chance of counts so far from the exact distribution of the first set (null with too few trials).
    chi_square_sets
        The same for the number of sets turned in at the end, for one player within one deck.
    """

    rules: str
    rules_digest: str
    deck: str
    trade: str
    conquest_rate: float
    share: float
    players: int
    turns: int
    trials: int
    seed: int
    p_first_set: dict[str, Estimate]
    expected_cards_first_set: Estimate
    between_sets: dict[str, Estimate] | None
    leftover: dict[str, Estimate] | None
    p_forced: Estimate | None
    cards_per_set: Estimate | None
    territory_cards: Estimate | None
    matches: Estimate | None
    sets_by_turn: tuple[Estimate, ...]
    armies_by_turn: tuple[Estimate, ...]
    matches_by_turn: tuple[Estimate, ...]
    income_by_turn: tuple[Estimate, ...]
    cards_missed: float
    chi_square_first_set: float | None
    chi_square_sets: float | None

    def to_frame(self) -> "pd.DataFrame":
        """Return one row for each measure and turn: value, standard error, interval."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "measure": measure,
                    "turn": turn,
                    "value": estimate.value,
                    "standard_error": estimate.standard_error,
                    "low": estimate.low,
                    "high": estimate.high,
                }
                for measure in ("sets_by_turn", "armies_by_turn", "matches_by_turn", "income_by_turn")
                for turn, estimate in enumerate(getattr(self, measure), start=1)
            ]
        )

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the card income of a player, turn by turn."""
        from risksim.cards import plots

        return plots.income(self, ax)
