"""The question a factory poses, and the answers: frozen dataclasses, validation, clear errors.

The payoff model. A player's turn t = 1 … T: start (every factory pays; an army set turned in now pays its armies),
campaign, which takes at least one territory with chance q, end (one card if it did; a set in hand may become a
factory). A set completed at the end of turn t pays, either way, first at the start of turn t + 1: the army set its
whole value once, a factory its yield at every start from then on. H is the number of starts still to come.

Sources: ``seed-new-rules``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from risksim import rules as rules_module
from risksim.answers import Answer
from risksim.errors import InputError, NotApplicableError, check_count, check_real, unknown_name
from risksim.rules.clauses import MatchBonus, SetSchedule

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from risksim.rules import RuleSet
    from risksim.statistics import ChiSquare, Estimate, PairedDifference

#: The decks a player may draw from alone.
DECKS = ("independent", "classic", "no-wilds")
MAX_TURNS = 200
MAX_PAYMENTS = 1_000
#: Longest simulated game: what is counted grows with its square.
MAX_SIMULATED_TURNS = 60
MAX_ARMIES = 10_000
#: Territory cards in a set at most, hence matching cards.
MAX_MATCHES = 3

Real = float | Fraction


@dataclass(frozen=True)
class Question:
    """What is asked, checked, with every rule resolved to a number; numbers typed as decimals are kept exactly.

    Attributes
    ----------
    turns
        T, turns in the game at most.
    deck
        ``independent``, ``classic`` or ``no-wilds``.
    conquest_rate
        q, chance that a turn earns a card.
    army_value
        Mean armies of a set before the match bonus.
    dice
        (number, sides, bonus) rolled for a set; None where ``army_value`` was given as a fixed number.
    factory_yield
        y, armies a factory pays at each start.
    share
        s, chance that a territory card shows a territory one holds.
    match_armies
        Armies for 0, 1, 2, 3 matching cards in a set.
    factory_match_armies
        The same for a set that buys a factory.
    hazard, recapture
        h, chance that a factory is captured in a round; r, chance to take it back in one's own turn.
    enemy_weight
        w, what an army paid to the captor costs in one's own.
    discount
        g, value of an army one turn later.
    horizon
        Chance that the game lasts exactly 1 … T turns.
    stop
        Chance that it ends after each turn before the last (0 where ``horizon`` was given).
    rules, rules_digest
        Label and digest of the rule set.
    """

    turns: int
    deck: str
    conquest_rate: Fraction
    army_value: Fraction
    dice: tuple[int, int, int] | None
    factory_yield: Fraction
    share: Fraction
    match_armies: tuple[int, int, int, int]
    factory_match_armies: tuple[int, int, int, int]
    hazard: Fraction
    recapture: Fraction
    enemy_weight: Fraction
    discount: Fraction
    horizon: tuple[Fraction, ...]
    stop: Fraction | None
    rules: str
    rules_digest: str

    @property
    def matches_matter(self) -> bool:
        """Whether two cards with the same symbol can differ in what they are worth."""
        pays = any(self.match_armies) or any(self.factory_match_armies)
        return pays and 0 < self.share < 1


def ask(
    turns: int = 10,
    *,
    deck: str = "independent",
    conquest_rate: Real = 1.0,
    army_value: Real | None = None,
    factory_yield: Real | None = None,
    share: Real = 0.0,
    hazard: Real = 0.0,
    recapture: Real = 0.0,
    enemy_weight: Real = 0.0,
    discount: Real = 1.0,
    stop: Real = 0.0,
    horizon: Sequence[Real] | None = None,
    rules: "str | Path | RuleSet" = "new-rules",
) -> Question:
    """Check a question and resolve the rules it is asked under.

    Parameters
    ----------
    turns
        T, turns in the game; with ``stop`` the most it can last.
    deck
        ``independent`` (every card any symbol with chance 1/3), ``classic`` (42 cards and two wilds) or ``no-wilds``.
    conquest_rate, share, hazard, recapture, enemy_weight, discount, stop
        Chances and weights in 0 … 1; see :class:`Question`.
    army_value
        Armies of a set before the match bonus; None is the mean of the rule set's dice.
    factory_yield
        Armies a factory pays at each start; None is what the rule set says.
    horizon
        Chances that the game lasts exactly 1, 2, … turns, instead of ``turns`` and ``stop``.
    rules
        A rule set with factories.

    Raises
    ------
    InputError
        If a number is out of range or the deck is unknown.
    NotApplicableError
        If the rule set has no factories or no fixed set value.

    >>> ask(12, share=0.25).army_value
    Fraction(7, 1)
    """
    rule_set = rules_module.load(rules)
    where = f"rule set {rule_set.label!r}"
    if not rule_set.factories.has_factories:
        raise NotApplicableError(f"{where} has no factories; 'new-rules' has")
    if deck not in DECKS:
        raise unknown_name("deck", str(deck), DECKS)
    n_turns = check_count("turns", turns, 1, MAX_TURNS)
    ends = _rate("stop", stop)
    chances = _horizon(n_turns, ends, horizon)
    dice: tuple[int, int, int] | None = None
    if army_value is None:
        cards = rule_set.cards
        if cards.set_schedule is not SetSchedule.DICE:
            raise NotApplicableError(
                f"{where} values sets by the schedule {cards.set_schedule.value!r}, which is not one number; "
                "give army_value"
            )
        dice = (cards.set_dice, cards.set_dice_sides, cards.set_dice_bonus)
        value = Fraction(cards.set_dice * (cards.set_dice_sides + 1), 2) + cards.set_dice_bonus
    else:
        value = _exact("army_value", army_value, 0, MAX_ARMIES)
    if factory_yield is None:
        pay = Fraction(rule_set.factories.factory_yield)
    else:
        pay = _exact("yield", factory_yield, 0, MAX_ARMIES)
    bonus = _match_armies(rule_set.cards.match_bonus, rule_set.cards.match_bonus_armies)
    return Question(
        turns=len(chances),
        deck=deck,
        conquest_rate=_rate("conquest_rate", conquest_rate),
        army_value=value,
        dice=dice,
        factory_yield=pay,
        share=_rate("share", share),
        match_armies=bonus,
        factory_match_armies=bonus if rule_set.factories.match_bonus_on_factory else (0, 0, 0, 0),
        hazard=_rate("hazard", hazard),
        recapture=_rate("recapture", recapture),
        enemy_weight=_rate("enemy_weight", enemy_weight),
        discount=_rate("discount", discount),
        horizon=chances,
        stop=ends if horizon is None else None,
        rules=rule_set.label,
        rules_digest=rule_set.digest,
    )


def check_simulated(turns: int) -> int:
    """Return the turns of a game that is to be simulated.

    Raises
    ------
    InputError
        If they are not within 1 … 60.
    """
    return check_count("simulated turns", turns, 1, MAX_SIMULATED_TURNS)


def _exact(name: str, value: Real, low: float, high: float) -> Fraction:
    """Return the number as it was typed: 0.1 is one tenth."""
    number = check_real(name, value, low, high)
    return Fraction(value) if isinstance(value, (int, Fraction)) else Fraction(repr(number))


def _rate(name: str, value: Real) -> Fraction:
    return _exact(name, value, 0, 1)


def _match_armies(reading: MatchBonus, armies: int) -> tuple[int, int, int, int]:
    if reading is MatchBonus.PER_CARD:
        return (0, armies, 2 * armies, 3 * armies)
    if reading is MatchBonus.ONCE_A_TURN:
        return (0, armies, armies, armies)
    return (0, 0, 0, 0)


def _horizon(turns: int, stop: Fraction, horizon: Sequence[Real] | None) -> tuple[Fraction, ...]:
    if horizon is None:
        going = 1 - stop
        return (*(going**t * stop for t in range(turns - 1)), going ** (turns - 1))
    if stop:
        raise InputError("give either stop or horizon, not both")
    check_count("turns in horizon", len(horizon), 1, MAX_TURNS)
    chances = tuple(_rate("chance in horizon", chance) for chance in horizon)
    total = sum(chances, Fraction(0))
    if abs(total - 1) > Fraction(1, 10**9):
        raise InputError(f"the chances of horizon must add up to 1, not {float(total):g}")
    return tuple(chance / total for chance in chances)


@dataclass(frozen=True)
class DiceAgainstFactory(Answer):
    """Chances that the armies of one set beat, equal or fall short of one factory's payments."""

    more: float
    equal: float
    fewer: float

    def to_frame(self) -> "pd.DataFrame":
        """Return one row."""
        import pandas as pd

        return pd.DataFrame([self.to_dict()])


@dataclass(frozen=True)
class Payoffs(Answer):
    """A factory or armies: both pure plans, the best plan, and where they break even.

    All plans are expected armies by the last start, each army weighted with ``discount`` once for every start after
    the first, with the chance that the game lasts so long, and with ``-enemy_weight`` where a captor gets it.

    Attributes
    ----------
    rules, rules_digest
        Label and digest of the rule set.
    set_value
        c, mean armies of a set with its match bonus.
    sets
        Expected sets completed by the end of turn ``turns`` - 1: those that can still pay.
    armies_plan, factory_plan
        Every set turned in for armies, or for a factory, as soon as possible; a set at its mean ``set_value``.
    armies_plan_played, factory_plan_played
        The same with the territory cards that sets really hold at each turn: other numbers only where a deck has wild
        cards and matches pay, since early sets hold more wild cards than those of the long run.
    armies_plan_sd, factory_plan_sd
        Standard deviation of what one game brings; None where so many turns run through more than one deck.
    optimal_plan
        The full dynamic programme: hand with matches in view, free to hold, to choose the cards, to build or cash.
    optimal_plan_mean
        Every set goes, as soon as possible, the way that is worth more on average.
    optimal_plan_at_once
        The best of the plans that never hold a set back.
    equal_army_value
        c*, whole value of a set that makes the armies plan equal to the factory plan; None where neither pays.
    equal_yield
        y*, yield that makes the factory plan equal to the armies plan; None where no yield does.
    nearest_dice, nearest_2d6
        The roll NdM + k (M = 6, N ≤ 6, -3 ≤ k ≤ 3), and the 2d6 + k, whose mean is nearest to ``equal_army_value``.
    nearest_dice_before_bonus
        The same for ``equal_army_value`` less the mean match bonus: what to roll where that bonus stays.
    switch_below
        Fewest payments, all of them to the owner, that are worth a set (a tie builds); None if none are.
    build_from, build_to
        Fewest and most payments left at which a factory is worth at least a set, hazard, recapture, captors and
        discount counted; None if never, and where more payments never turn it round.
    overtakes_at_turn
        Fewest turns (4 or more) from which the factory plan is ahead, looked for beyond ``turns``; None if never.
    falls_behind_at_turn
        Where captors' payments turn it round again: turns from which it is not ahead any more; None if never.
    break_even_hazard, break_even_discount
        For one factory with ``payments`` payments: the hazard (with recapture and enemy weight as given, no
        discount), and the discount (no hazard), at which it is worth a set. None where no value in 0 … 1 balances.
    break_even_hazard_given_discount, break_even_discount_given_hazard
        The same with everything else as given.
    break_even_hazard_plan, break_even_discount_plan
        For the whole plans, everything else as given.
    payments_to_owner, payments_to_captor
        Expected payments, of ``payments``, that one factory makes to either.
    dice_against_factory
        Chances that one set turned in brings more, as many, fewer armies than one factory with ``payments`` payments.
    exact
        Fractions, where they are short enough to be kept.
    """

    rules: str
    rules_digest: str
    turns: int
    payments: int
    deck: str
    conquest_rate: float
    army_value: float
    factory_yield: float
    share: float
    hazard: float
    recapture: float
    enemy_weight: float
    discount: float
    stop: float | None
    set_value: float
    sets: float
    armies_plan: float
    armies_plan_sd: float | None
    armies_plan_played: float
    factory_plan: float
    factory_plan_sd: float | None
    factory_plan_played: float
    optimal_plan: float
    optimal_plan_mean: float
    optimal_plan_at_once: float
    equal_army_value: float | None
    equal_yield: float | None
    nearest_dice: str | None
    nearest_dice_before_bonus: str | None
    nearest_2d6: str | None
    switch_below: int | None
    build_from: int | None
    build_to: int | None
    overtakes_at_turn: int | None
    falls_behind_at_turn: int | None
    break_even_hazard: float | None
    break_even_hazard_given_discount: float | None
    break_even_hazard_plan: float | None
    break_even_discount: float | None
    break_even_discount_given_hazard: float | None
    break_even_discount_plan: float | None
    payments_to_owner: float
    payments_to_captor: float
    dice_against_factory: DiceAgainstFactory
    exact: dict[str, str] = field(default_factory=dict)

    def to_frame(self) -> "pd.DataFrame":
        """Return a table of name and value."""
        import pandas as pd

        values = self.to_dict()
        exact = values.pop("exact")
        chances = values.pop("dice_against_factory")
        values |= {f"dice_{name}": chance for name, chance in chances.items()}
        names = list(values)
        return pd.DataFrame(
            {
                "quantity": pd.Series(names, dtype="object"),
                "value": pd.Series([values[name] for name in names], dtype="object"),
                "exact": pd.Series([exact.get(name) for name in names], dtype="object"),
            }
        )

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the plans as bars."""
        from risksim.factories import plots

        return plots.plans(self, ax)


@dataclass(frozen=True)
class Curves(Answer):
    """Both pure plans turn by turn: armies received by the start of each turn.

    Attributes
    ----------
    turn
        1 … T.
    sets
        Expected sets completed by the end of the turn before.
    armies, armies_sd, factories, factories_sd
        Mean and standard deviation of the armies by that start.
    difference_sd
        Standard deviation of factories less armies in the same game.
    equal_army_value, equal_yield
        c*(T) and y*(T) of a game that ends after that start; None where neither plan pays.
    nearest_dice
        The roll nearest to c*(T).
    """

    rules: str
    turn: tuple[int, ...]
    sets: tuple[float, ...]
    armies: tuple[float, ...]
    armies_sd: tuple[float, ...]
    factories: tuple[float, ...]
    factories_sd: tuple[float, ...]
    difference_sd: tuple[float, ...]
    equal_army_value: tuple[float | None, ...]
    equal_yield: tuple[float | None, ...]
    nearest_dice: tuple[str | None, ...]

    def to_frame(self) -> "pd.DataFrame":
        """Return a row for each turn."""
        import pandas as pd

        columns = {name: values for name, values in self.to_dict().items() if name != "rules"}
        return pd.DataFrame(columns)

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw both curves with bands of one standard deviation."""
        from risksim.factories import plots

        return plots.curves(self, ax)


@dataclass(frozen=True)
class EqualValues(Answer):
    """c*(T), y*(T) and the nearest roll over turns and conquest rates.

    Attributes
    ----------
    rows
        Dictionaries with ``turns``, ``conquest_rate``, ``equal_army_value``, ``equal_yield``, ``nearest_dice`` and
        ``nearest_2d6``.
    """

    rules: str
    rows: tuple[dict[str, Any], ...]

    def to_frame(self) -> "pd.DataFrame":
        """Return a row for each pair."""
        import pandas as pd

        return pd.DataFrame(list(self.rows))

    def plot(self, ax: "Axes | None" = None, which: str = "equal_army_value") -> "Axes":
        """Draw c*(T), or with ``which="equal_yield"`` y*(T), a line for each conquest rate."""
        from risksim.factories import plots

        return plots.equal_values(self, ax, which)


@dataclass(frozen=True)
class Marginal(Answer):
    """One set against one factory, by payments left.

    Attributes
    ----------
    payments
        H = 1, 2, ….
    factory
        What a factory with so many payments is worth, in armies at its first payment.
    set_value
        c.
    payments_to_owner, payments_to_captor
        Expected payments to either.
    dice_more, dice_equal, dice_fewer
        Chances that the set brings more, as many, fewer armies (undiscounted, captor's payments at their weight).
    break_even_hazard, break_even_discount
        For that many payments; None where no value balances.
    """

    rules: str
    payments: tuple[int, ...]
    set_value: float
    factory: tuple[float, ...]
    payments_to_owner: tuple[float, ...]
    payments_to_captor: tuple[float, ...]
    dice_more: tuple[float, ...]
    dice_equal: tuple[float, ...]
    dice_fewer: tuple[float, ...]
    break_even_hazard: tuple[float | None, ...]
    break_even_discount: tuple[float | None, ...]

    def to_frame(self) -> "pd.DataFrame":
        """Return a row for each number of payments."""
        import pandas as pd

        return pd.DataFrame({name: values for name, values in self.to_dict().items() if name != "rules"})

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw a factory's worth against a set's by payments left."""
        from risksim.factories import plots

        return plots.marginal(self, ax)


@dataclass(frozen=True)
class BreakEven(Answer):
    """Worth of one factory less worth of a set, over payments H (columns) and hazards h (rows).

    Attributes
    ----------
    payments, hazards
        The grid.
    advantage
        ``advantage[i][j]``: factory less set, in armies, at ``hazards[i]`` and ``payments[j]``. Its zero contour is
        the break-even line; with an enemy weight it rises with H and then falls, so a hazard can meet it twice.
    line
        Break-even hazard for each H; None where no hazard balances.
    """

    rules: str
    set_value: float
    enemy_weight: float
    recapture: float
    payments: tuple[int, ...]
    hazards: tuple[float, ...]
    advantage: tuple[tuple[float, ...], ...]
    line: tuple[float | None, ...]

    def to_frame(self) -> "pd.DataFrame":
        """Return a row for each point of the grid."""
        import pandas as pd

        return pd.DataFrame(
            [
                {"payments": h_left, "hazard": hazard, "advantage": value}
                for hazard, row in zip(self.hazards, self.advantage, strict=True)
                for h_left, value in zip(self.payments, row, strict=True)
            ]
        )

    def plot(self, ax: "Axes | None" = None, measured: float | None = None) -> "Axes":
        """Draw the contours, and a measured hazard as a line across them."""
        from risksim.factories import plots

        return plots.break_even(self, ax, measured)


@dataclass(frozen=True)
class Sensitivity(Answer):
    """What one parameter at a time does to factory plan less armies plan.

    Attributes
    ----------
    base
        The difference with every parameter as asked.
    rows
        Dictionaries with ``parameter``, ``low``, ``high`` (its range), ``at_low``, ``at_high`` (the difference
        there), widest span first.
    """

    rules: str
    turns: int
    base: float
    rows: tuple[dict[str, Any], ...]

    def to_frame(self) -> "pd.DataFrame":
        """Return a row for each parameter."""
        import pandas as pd

        return pd.DataFrame(list(self.rows))

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the tornado."""
        from risksim.factories import plots

        return plots.tornado(self, ax)


@dataclass(frozen=True)
class Cycle(Answer):
    """What a factory pays until the next set: "two a turn, so ten armies".

    Attributes
    ----------
    turns_to_first_set
        Expected turns until the first set, from an empty hand.
    turns_between_first_and_second
        Expected payments of the first factory until the next set is completed.
    turns_between_sets
        The same in the long run: exactly three cards a set, as cards drawn are three for each set and those in hand.
    most_cards
        Cards within which a set is certain, from an empty hand.
    armies_first_cycle, armies_in_long_run, armies_at_most
        The same times the yield: after the first factory, in the long run, and if a set took ``most_cards`` turns.
    """

    rules: str
    deck: str
    conquest_rate: float
    factory_yield: float
    turns_to_first_set: float | None
    turns_between_first_and_second: float | None
    turns_between_sets: float | None
    most_cards: int
    armies_first_cycle: float | None
    armies_in_long_run: float | None
    armies_at_most: float | None

    def to_frame(self) -> "pd.DataFrame":
        """Return one row."""
        import pandas as pd

        return pd.DataFrame([self.to_dict()])

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the armies a factory pays until the next set, by how long that is taken to be."""
        from risksim.factories import plots

        return plots.cycle(self, ax)


@dataclass(frozen=True)
class Policy(Answer):
    """The best plan as something a player can carry in the head.

    Attributes
    ----------
    rules_of_thumb
        A row for each number of payments left: ``payments``, ``factory`` (its worth), ``build_up_to`` (most matching
        cards with which a set still goes into a factory; -1: never), ``hold_gain`` (most armies that holding a set
        back can gain there) and ``hold_with`` (the hand where it does, None if none).
    optimal_plan, optimal_plan_at_once, optimal_plan_mean, armies_plan, factory_plan
        As in :class:`Payoffs`: what is lost by never holding, and by not looking at the matches. The pure plans are
        those played with the cards that sets really hold.
    best_switch
        The best single turn to stop building: build while at least so many payments remain.
    best_switch_plan
        What it brings when every set goes at once and matches are not looked at.
    """

    rules: str
    turns: int
    rules_of_thumb: tuple[dict[str, Any], ...]
    optimal_plan: float
    optimal_plan_at_once: float
    optimal_plan_mean: float
    best_switch: int
    best_switch_plan: float
    armies_plan: float
    factory_plan: float

    def to_frame(self) -> "pd.DataFrame":
        """Return a row for each number of payments left."""
        import pandas as pd

        return pd.DataFrame(list(self.rules_of_thumb))

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw build or cash by payments left and matching cards."""
        from risksim.factories import plots

        return plots.policy(self, ax)


@dataclass(frozen=True)
class Simulated(Answer):
    """Three plans played on the same cards, dice and captures.

    Attributes
    ----------
    rules, rules_digest
        Label and digest of the rule set.
    switch_at
        The third plan builds while at least so many payments remain at most, and cashes afterwards.
    armies_plan, factory_plan, switch_plan
        Armies by the last start, with errors.
    factory_less_armies, switch_less_armies, switch_less_factory
        Paired differences, each with its own interval and the variance that the pairing removed.
    turn, armies_by_turn, factories_by_turn, switch_by_turn
        Means by the start of each turn.
    armies_sd, factories_sd, switch_sd
        Standard deviations over games by the start of each turn.
    sets
        Games by number of sets completed by the end of turn T - 1: 0, 1, 2, ….
    exact_armies_plan, exact_factory_plan, exact_switch_plan
        What the exact calculation says.
    chi_square
        The counts ``sets`` against their exact chances.
    """

    rules: str
    rules_digest: str
    turns: int
    trials: int
    seed: int
    switch_at: int
    armies_plan: "Estimate"
    factory_plan: "Estimate"
    switch_plan: "Estimate"
    factory_less_armies: "PairedDifference"
    switch_less_armies: "PairedDifference"
    switch_less_factory: "PairedDifference"
    turn: tuple[int, ...]
    armies_by_turn: tuple[float, ...]
    factories_by_turn: tuple[float, ...]
    switch_by_turn: tuple[float, ...]
    armies_sd: tuple[float, ...]
    factories_sd: tuple[float, ...]
    switch_sd: tuple[float, ...]
    sets: tuple[int, ...]
    exact_armies_plan: float
    exact_factory_plan: float
    exact_switch_plan: float
    chi_square: "ChiSquare"

    def to_frame(self) -> "pd.DataFrame":
        """Return a row for each plan and turn."""
        import pandas as pd

        series = {
            "armies": (self.armies_by_turn, self.armies_sd),
            "factories": (self.factories_by_turn, self.factories_sd),
            "switch": (self.switch_by_turn, self.switch_sd),
        }
        return pd.DataFrame(
            [
                {"plan": plan, "turn": turn, "mean": mean, "sd": sd}
                for plan, (means, sds) in series.items()
                for turn, mean, sd in zip(self.turn, means, sds, strict=True)
            ]
        )

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the three curves."""
        from risksim.factories import plots

        return plots.simulated(self, ax)
