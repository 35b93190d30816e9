"""Answers about poker hands, and the categories they fall into."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from risksim.answers import Answer
from risksim.statistics import Estimate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

#: The categories of hands, the weakest first: by the number that tables use.
CATEGORIES = (
    "high card",
    "pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)


class Game(StrEnum):
    """What is dealt."""

    HOLDEM = "holdem"
    """three own cards, two on the board"""
    TWO_FIVE = "two-five"
    """at most two own cards, five on the board"""
    DRAW = "draw"
    """three own cards, two dealt, one draw of up to three cards"""


@dataclass(frozen=True)
class Hands(Answer):
    """All hands of five out of 52 cards, by what they are worth.

    Attributes
    ----------
    order, words
        The order of the cards, and what it says.
    hands
        2,598,960.
    categories
        Hands in each category, the best first.
    classes
        Classes of hands that tie among themselves.
    classes_by_category
        The same by category.
    """

    order: str
    words: str
    hands: int
    categories: dict[str, int]
    classes: int
    classes_by_category: dict[str, int]

    def to_frame(self) -> "pd.DataFrame":
        """Return one row a category: hands, their share, classes."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "category": category,
                    "hands": count,
                    "p": count / self.hands,
                    "classes": self.classes_by_category[category],
                }
                for category, count in self.categories.items()
            ]
        )

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw how likely each category is."""
        from risksim.poker import plots

        return plots.categories(self, ax)


@dataclass(frozen=True)
class Control(Answer):
    """A hand of poker for an ally, before anybody has seen the board: who wins, and what it brings.

    Seat 1 is the player on turn, the bidder. Numbers without a seat are the bidder's. What is simulated has its error
    in ``estimates``, what is exact its fraction in ``exact``, both under the same names.

    Attributes
    ----------
    rules, rules_digest
        The rule set.
    queen_high, order
        The order of the cards, by name and in words.
    game
        ``holdem`` (three own cards, two on the board), ``two-five`` or ``draw``.
    players, cards
        Players, and the cards each seat holds.
    hand
        Given cards of the bidder.
    method
        ``exact`` or ``simulated``.
    trials, seed
        Deals simulated, and the seed; None where all deals were counted.
    categories, classes
        The 2,598,960 hands by category; classes of hands that tie.
    allies
        The allied armies, by the names of their suits; None where every army has a player.
    suit, ally
        The suit asked about, and the ally that owns it.
    suit_test, tie_control
        The readings of these clauses that ``p_control`` is about.
    p_win, p_tie, p_lose
        Chances to win outright, to share the best hand, to be beaten.
    by_seat
        For each seat its cards, the chances to win and to tie, and armies won.
    p_suit_given_win
        Chance that the winning five cards hold a suit (in ``two-five``: some best five), given an outright win.
    p_suit_own_three, p_suit_own_three_unconditional
        Chance that the own cards played hold it, given an outright win; and before anything is dealt.
    p_control
        Chance to win the right to play an ally named beforehand, by the names of its suits; None with six players.
    p_control_by_suits
        The same for an ally with any set of suits, whether one has them or not.
    p_control_by_test
        ``p_control`` under each reading of the suit test.
    p_control_free
        Chance to win the right to play some ally when it is named after looking at one's own cards.
    p_control_ally
        ``p_control`` of the ally that owns ``suit``.
    control_optimal
        ``p_control`` where the bidder chooses cards for control of that ally instead of for equity; None in ``draw``.
    expected_winnings
        Armies won (lost where negative) by each seat with antes alone, split pots divided evenly.
    choices
        With ``hand``: each way to choose the cards to play against one random opponent, the best first.
    double_down
        With six cards: two hands of three at once, on the same board and in separate deals.
    exact
        Fractions, where all deals were counted.
    estimates
        Estimates with their errors, where deals were simulated.
    simulated
        The same by simulation, where it was asked for although all deals can be counted.
    precision
        How closely ``p_win`` was to be known, where that was asked for; its estimate says how closely it is.
    """

    rules: str
    rules_digest: str
    queen_high: str
    order: str
    game: str
    players: int
    cards: tuple[int, ...]
    hand: str | None
    method: str
    trials: int | None
    seed: int | None
    categories: dict[str, int]
    classes: int
    allies: tuple[str, ...] | None
    suit: str | None
    ally: str | None
    suit_test: str
    tie_control: str
    p_win: float
    p_tie: float
    p_lose: float
    by_seat: tuple[dict[str, Any], ...]
    p_suit_given_win: dict[str, float | None]
    p_suit_own_three: dict[str, float | None]
    p_suit_own_three_unconditional: dict[str, float]
    p_control: dict[str, float] | None
    p_control_by_suits: dict[str, float]
    p_control_by_test: dict[str, dict[str, float]] | None
    p_control_free: float | None
    p_control_ally: float | None
    control_optimal: dict[str, float] | None
    expected_winnings: tuple[float, ...]
    choices: tuple[dict[str, Any], ...] | None
    double_down: dict[str, Any] | None
    exact: dict[str, Any] | None
    estimates: dict[str, Any] | None
    simulated: "Simulated | None" = None
    precision: float | None = None

    def to_frame(self) -> "pd.DataFrame":
        """Return one row a seat: cards, chances, armies."""
        import pandas as pd

        return pd.DataFrame(list(self.by_seat))

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the chance to win and to control each ally."""
        from risksim.poker import plots

        return plots.control(self, ax)


@dataclass(frozen=True)
class Simulated(Answer):
    """Deals simulated beside the exact chances.

    Attributes
    ----------
    trials, seed
        Deals, and the seed.
    p_win, p_tie
        The bidder's.
    expected_winnings
        Armies by seat.
    z_win
        Standard errors between the simulated and the exact chance to win.
    chi_square_p
        Chance of counts so far from the exact ones (by who won, and the suits of the five); None with too few deals.
    """

    trials: int
    seed: int
    p_win: Estimate
    p_tie: Estimate
    expected_winnings: tuple[Estimate, ...]
    z_win: float
    chi_square_p: float | None

    def to_frame(self) -> "pd.DataFrame":
        """Return the estimates of winning and tying, a row each."""
        import pandas as pd

        return pd.DataFrame(
            [{"measure": name, **getattr(self, name).to_dict()} for name in ("p_win", "p_tie")]
        )
