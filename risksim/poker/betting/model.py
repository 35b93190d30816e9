"""The answers about bets."""

from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from risksim.battles.model import RuledAnswer

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class CallRow(Struct, frozen=True):
    """A bet and its call under one reading of ``all_in``."""

    all_in: str
    is_rule: bool
    """whether the rule set reads it so"""
    bet: int
    """armies that may be bet"""
    pays: int
    """armies the call costs"""
    pot: int
    """armies in the pot once called, what comes back not counted"""
    equity_to_call: float
    """share of the pot from which calling gains"""
    bettor_risks: int
    bettor_wins: int
    """armies the bettor wins from a call"""
    equity_to_bet: float
    """share of the pot from which the bet gains although it will be called"""
    folds_needed: float
    """chance of a fold from which the bet gains with no hand at all"""
    call_value: float | None
    """armies calling gains on average against folding, with the equity asked about"""
    bet_value: float | None
    """armies the bet gains on average against giving the pot up, with the bettor's equity and the chance of a fold"""


class Call(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`risksim.poker.betting.call`."""

    pot: int
    """before the bet"""
    bet: int
    pile: int
    """the caller's"""
    shortest: int
    """the shortest pile in the hand, which caps bets where they are capped"""
    equity: float | None
    """the caller's share of the pot on average"""
    p_fold: float
    rows: tuple[CallRow, ...]

    def row(self, all_in: str | None = None) -> CallRow:
        """Return the row of one reading, that of the rule set when None."""
        return next(each for each in self.rows if (each.is_rule if all_in is None else each.all_in == all_in))

    def to_frame(self) -> "pd.DataFrame":
        """Return one row a reading."""
        return _frame(self.rows)

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the equities needed to call and to bet."""
        from risksim.poker.betting import plots

        return plots.call(self, ax)


class AllInRow(Struct, frozen=True):
    """One player of a hand in which everyone goes all-in, under one reading."""

    player: int
    pile: int
    all_in: str
    pays: int
    may_win: int
    """armies he takes from the pot with the best hand, his own included"""
    equity_needed: float
    """share from which being in gains, the others' hands being equally good"""
    net_if_equal: float
    """armies gained on average with equally good hands"""


class AllIn(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`risksim.poker.betting.all_in`."""

    piles: tuple[int, ...]
    rows: tuple[AllInRow, ...]

    def to_frame(self) -> "pd.DataFrame":
        """Return one row for each player and reading."""
        return _frame(self.rows)

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw what everyone gains with equally good hands."""
        from risksim.poker.betting import plots

        return plots.all_in(self, ax)


class StakeRow(Struct, frozen=True):
    """What an ante and a pile are of a turn's armies."""

    territories: int
    continents: int
    factories: int
    pool_includes_factories: str
    is_rule: bool
    income: int
    """armies for territories and continents"""
    pile: int
    turn: int
    """armies of the next turn in all, cards apart"""
    ante_of_pile: float | None
    ante_of_turn: float | None
    pile_of_turn: float | None
    """what an all-in risks"""


class Stakes(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`risksim.poker.betting.stakes`."""

    ante: int
    rows: tuple[StakeRow, ...]

    def to_frame(self) -> "pd.DataFrame":
        """Return one row for each holding and reading of ``pool_includes_factories``."""
        return _frame(self.rows)

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw what an ante is of a turn's armies, by territories."""
        from risksim.poker.betting import plots

        return plots.stakes(self, ax)


class PlayRow(Struct, frozen=True):
    """What a player does at one place with one class of hands."""

    player: int
    """1 is the player on turn, 2 his rival"""
    round: str
    """"flop" or "river" """
    history: str
    """what was done before, as both have seen it"""
    flop_class: int
    """1 is the worst"""
    river_class: int | None
    action: str
    p: float


class Play(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`risksim.poker.betting.equilibrium`; armies are won against taking no hand."""

    piles: tuple[int, int]
    """before the ante: of the player on turn, of his rival"""
    ante: int
    betting: str
    all_in: str
    rounds: int
    sizes: tuple[str, ...]
    """bets and raises that are looked at"""
    raises: int
    classes: tuple[int, ...]
    ally_value: float
    trials: int
    seed: int
    value: float
    """armies the player on turn wins on average, the ally's worth included"""
    value_without_bets: float
    """the same where nobody ever bets"""
    exploitability: float
    """armies by which best replies to both plans would beat them together; 0 in equilibrium"""
    pot: float
    """armies in the pot at the end, on average"""
    p_showdown: float
    p_fold: tuple[float, float]
    """chances that the player on turn, and that his rival, folds"""
    p_unequal: float
    """chance of a showdown for which one has paid more than the other"""
    first_action: tuple[tuple[float, ...], ...]
    """the first action of the player on turn by class, the worst first: chances of ``first_actions``"""
    first_actions: tuple[str, ...]
    first_equity: tuple[float, ...]
    """his share of the pot by class, against any hand"""
    places: int
    sequences: tuple[int, int]
    rows: tuple[PlayRow, ...]

    def to_frame(self) -> "pd.DataFrame":
        """Return one row for each place, class and action."""
        return _frame(self.rows)

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the first action by class."""
        from risksim.poker.betting import plots

        return plots.first_action(self, ax)


class SidePotRow(Struct, frozen=True):
    """Equilibrium betting for one pair of piles under one reading."""

    piles: tuple[int, int]
    all_in: str
    value: float
    pot: float
    p_showdown: float
    p_unequal: float
    exploitability: float


class SidePots(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`risksim.poker.betting.side_pots`."""

    rounds: int
    classes: tuple[int, ...]
    rows: tuple[SidePotRow, ...]

    def to_frame(self) -> "pd.DataFrame":
        """Return one row for each pair of piles and reading."""
        return _frame(self.rows)

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw what the player on turn wins, by piles and reading."""
        from risksim.poker.betting import plots

        return plots.side_pots(self, ax)


def _frame(rows: tuple[Any, ...]) -> "pd.DataFrame":
    import pandas as pd

    return pd.DataFrame([structs.asdict(row) for row in rows])
