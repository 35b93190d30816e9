"""The answers about bids for an ally."""

from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from risksim.battles.model import RuledAnswer

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

#: The clauses the economy of control depends on, with the readings the ledger has for them.
CLAUSES: dict[str, tuple[Any, ...]] = {
    "bid_min_cards": (1, 3),
    "bid_forced_at": ("five", "six", "never"),
    "poker_hand_cap": (5, 6),
    "own_cards_used": ("exactly-three", "any"),
    "poker_cards_spent": ("every-bid", "hand-played", "only-if-lost"),
    "rebuy": ("three-more-cards", "dealt-in", "no"),
    "ally_draws_poker": (False, True),
    "ally_can_bid": (False, True),
}


class Economy(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`risksim.poker.bidding.economy`: one player's turns and cards in the long run."""

    success: float
    """chance that a turn earns a poker card"""
    contested: float
    """chance that a bid is challenged"""
    p_control: float
    """chance of control in a challenged bid"""
    p_lost: float
    bid_from: int
    """cards with which he bids of his own will"""
    doubles: bool
    is_endless: bool = False
    """whether the turn of an ally can be repeated for ever; then there is no long run"""
    p_ally: float | None = None
    """share of own turns that bring a turn of an ally"""
    turns_between: float | None = None
    """own turns from one control to the next, on average; None where there is none"""
    ally_turns: float | None = None
    """turns of allies per own turn; more than ``p_ally`` where an ally's cards bid"""
    expected_first: float | None = None
    """own turns until the first control, on average; None where it may never come"""
    bids: float | None = None
    """bids per own turn"""
    hands: float | None = None
    """hands of poker per own turn, an ante paid for each"""
    cards_held: float | None = None
    """poker cards in hand at the end of a turn, on average"""
    cards_refused: float | None = None
    """cards per own turn that a full hand has no room for"""
    first: tuple[float, ...] = ()
    """chances that the first control comes in own turn 1, 2, …"""
    between: tuple[float, ...] = ()
    """chances that the next control comes 1, 2, … own turns after one"""
    held: dict[str, float] = field(default_factory=dict)
    """share of turns that end with 0, 1, … cards in hand"""
    bid_with: dict[str, float] = field(default_factory=dict)
    """share of bids made with so many cards"""
    values: tuple[float, ...] = ()
    """what 0, 1, … cards in hand are worth more than none, in turns of an ally"""
    exact: dict[str, str] = field(default_factory=dict)
    """fractions of what is known as one"""

    def to_frame(self) -> "pd.DataFrame":
        """Return one row for each number of turns: chances of the first and of the next control then."""
        import pandas as pd

        n = max(len(self.first), len(self.between))
        return pd.DataFrame(
            {
                "turns": range(1, n + 1),
                "p_first": [*self.first, *[0.0] * (n - len(self.first))],
                "p_between": [*self.between, *[0.0] * (n - len(self.between))],
            }
        )

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw how long the wait for an ally is."""
        from risksim.poker.bidding import plots

        return plots.waits(self, ax)


class ReadingRow(Struct, frozen=True):
    """The economy under one combination of readings."""

    changed: dict[str, Any]
    """clauses that differ from the rule set"""
    is_endless: bool
    turns_between: float | None
    p_ally: float | None
    ally_turns: float | None
    expected_first: float | None
    hands: float | None
    cards_held: float | None


class Readings(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`risksim.poker.bidding.readings`."""

    success: float
    contested: float
    p_control: float
    rows: tuple[ReadingRow, ...]
    """the rule set as it is, then one clause changed, then two"""

    def to_frame(self) -> "pd.DataFrame":
        """Return one row a combination of readings."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "changed": ", ".join(f"{name}={value}" for name, value in row.changed.items()),
                    **{
                        name: getattr(row, name) for name in ReadingRow.__struct_fields__ if name != "changed"
                    },
                }
                for row in self.rows
            ]
        )

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the turns between controls under each reading."""
        from risksim.poker.bidding import plots

        return plots.readings(self, ax)


class Table(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`risksim.poker.bidding.table`: several players who bid and challenge alike."""

    players: int
    success: float
    join: float
    """chance that a player who may join a hand does"""
    bid_from: int
    """cards with which a player bids of his own will"""
    p_control: tuple[float, ...]
    """chance of control with 2, 3, … players in the hand"""
    p_ally: float
    """share of own turns that bring a turn of an ally"""
    turns_between: float | None
    bids: float
    """bids per own turn"""
    p_contested: float | None
    """share of bids that are challenged; None where nobody ever bids"""
    players_in_hand: float | None
    """players in a hand, on average; None where none is played"""
    cards_held: float
    """poker cards in a player's hand at the end of his own turn, on average"""
    held: dict[str, float]
    """share of own turns that end with 0, 1, … cards in hand"""

    def to_frame(self) -> "pd.DataFrame":
        """Return one row for each number of cards in hand."""
        import pandas as pd

        return pd.DataFrame({"cards": [int(k) for k in self.held], "p": list(self.held.values())})

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw how many cards players hold."""
        from risksim.poker.bidding import plots

        return plots.held(self, ax)


class Equilibrium(Struct, frozen=True):
    """One way of joining, without looking at cards, from which nobody gains by departing alone."""

    kind: str
    """"pure": so many join; "mixed": every rival joins with the same chance, strictly between 0 and 1"""
    joiners: float
    """rivals who join; on average where mixed"""
    p_join: float
    """chance that one rival joins; where pure, the share that does"""
    p_contested: float
    bidder_value: float
    """what the bid is worth to the bidder, in armies, against not bidding"""
    rival_value: float
    """what it costs or brings one rival on average, in armies, against nobody bidding"""


class Challenge(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`risksim.poker.bidding.challenge`; values in armies."""

    players: int
    value: float
    """v, what one turn of an ally is worth to the bidder"""
    harm: float
    """w, what an army's worth of ally costs each rival"""
    cards: int
    """the bidder's"""
    rival_cards: int
    rivals: int
    """rivals who may join"""
    stake: float
    """armies each player puts into the pot"""
    p_control: tuple[float, ...]
    """chance of control with 1, 2, … players in the hand"""
    share: tuple[float, ...]
    """the bidder's expected share of the pot, likewise"""
    card_cost: float
    """what joining costs a rival in cards"""
    bidder_card_cost: float
    """what an unchallenged bid costs the bidder in cards"""
    cards_valued_by: str
    """"chain" (turns of an ally they will bring, at ``value`` each) or "parameter" (armies a card)"""
    gains: tuple[float, ...]
    """what a rival gains by joining 0, 1, … other rivals"""
    fixed_gain: float
    """what the first to join gains whatever v is: the pot, less cards valued in armies"""
    gain_per_value: float
    """what he gains more for each army that v is worth"""
    challenged_from: float | None
    """the least v from which one rival gains by challenging without looking at his cards; None where none is large
    enough"""
    challenged_to: float | None
    """the v above which he does not any more; None where there is no such limit"""
    equity_needed: float | None
    """two in the hand: the share of the pot from which a rival who knows his hand gains by challenging; None: never"""
    p_hands: float | None
    """the part of all hands with which he challenges; None where it is not known: with more than three cards, or a game
    other than three own cards and two on the board"""
    worth_bidding_alone: float
    """what a bid is worth that nobody challenges"""
    equilibria: tuple[Equilibrium, ...]

    @property
    def is_challenged(self) -> bool:
        """Whether somebody challenges in every equilibrium."""
        return all(each.joiners > 0 for each in self.equilibria)

    def to_frame(self) -> "pd.DataFrame":
        """Return one row an equilibrium."""
        import pandas as pd
        from msgspec import structs

        return pd.DataFrame([structs.asdict(each) for each in self.equilibria])

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw what joining gains, by how many others join."""
        from risksim.poker.bidding import plots

        return plots.challenge(self, ax)


class ThresholdRow(Struct, frozen=True):
    """From which v on anybody challenges, for one table and one reading."""

    players: int
    cards: int
    rival_cards: int
    harm: float
    spent: str
    """the reading of ``poker_cards_spent``"""
    p_control: float
    """of the bidder, one rival in the hand"""
    card_cost_per_value: float
    """what joining costs in cards, in turns of an ally"""
    fixed_gain: float
    gain_per_value: float
    challenged_from: float | None
    """without looking at his cards"""
    challenged_to: float | None
    best_hand_from: float | None
    """the same for a rival who knows that he wins"""
    best_hand_to: float | None
    p_hands_at_1: float | None
    """the part of all hands with which a rival who knows his cards challenges, an ally's turn being worth one army; None
    where it is not known"""
    p_hands_at_10: float | None
    worth_bidding_alone_per_value: float


class Thresholds(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`risksim.poker.bidding.thresholds`."""

    rows: tuple[ThresholdRow, ...]

    def to_frame(self) -> "pd.DataFrame":
        """Return one row for each number of players, holding and reading."""
        import pandas as pd
        from msgspec import structs

        return pd.DataFrame([structs.asdict(row) for row in self.rows])

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw what a challenge gains for each army that a turn of an ally is worth."""
        from risksim.poker.bidding import plots

        return plots.thresholds(self, ax)


class Letter(Struct, frozen=True):
    """A sentence of the document that nothing in play can ever come to."""

    name: str
    quote: str
    place: str
    reason: str
    players: tuple[int, ...]
    """the numbers of players for which it is dead"""
    revived_by: tuple[dict[str, Any], ...]
    """the smallest changes of clauses that bring it to life; empty where none of those tried does"""


class DeadLetters(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`risksim.poker.bidding.dead_letters`."""

    players: tuple[int, ...]
    """the numbers of players looked at"""
    sentences: int
    """sentences looked at"""
    letters: tuple[Letter, ...]
    alive: tuple[str, ...]
    """names of the sentences that can matter with every number of players that leaves an ally"""
    only_without_allies: tuple[str, ...]
    """names of the sentences that are dead only where there are six players, hence no ally, and poker cards are useless"""

    def to_frame(self) -> "pd.DataFrame":
        """Return one row a dead letter."""
        import pandas as pd

        from risksim.poker.bidding import words

        return pd.DataFrame(
            [
                {
                    "quote": letter.quote,
                    "place": letter.place,
                    "players": ", ".join(map(str, letter.players)),
                    "reason": letter.reason,
                    "revived_by": "; or ".join(map(words.said, letter.revived_by)),
                }
                for letter in self.letters
            ],
            columns=["quote", "place", "players", "reason", "revived_by"],
        )
