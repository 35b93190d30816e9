"""Questions about one battle and their answers.

Counting: people at a table count all armies on the attacking territory, and so do these questions; one of them has
to stay behind, so one fewer can attack. Answers state both numbers. ``fighting=True`` takes armies able to attack
instead, as the literature counts.

Importing this module is light, and small exact questions stay light: numpy and numba come in only for large battles
and simulations.
"""

import contextlib
import itertools
import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from risksim import rules as rule_sets
from risksim.answers import Answer, plain
from risksim.battles import blitz, exact, logarithms, rounds
from risksim.errors import InputError, check_count, check_real, counted, in_full
from risksim.rules import RuleSet
from risksim.rules.clauses import Dice

if TYPE_CHECKING:
    from fractions import Fraction

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Rules = str | os.PathLike[str] | RuleSet

#: Most armies on either side of a battle.
MAX_ARMIES = 1_000_000
#: Most states of a battle, of a table of chances, or of a search for the armies needed.
MAX_STATES = 400_000_000
MAX_TABLE = 1_000_000
#: Most defenders for whom the armies needed are searched for: up to as many armies are tried.
MAX_DEFENDERS_SEARCHED = math.isqrt(MAX_STATES)
#: Most defenders of a curve of armies needed, and how many times as many armies it tries at most.
MAX_DEFENDERS_CURVE = 500
MOST_TO_ONE = 10
#: States up to which exact fractions are found without being asked for.
FRACTIONS_UNASKED = 3_600
#: Battles after which a simulation stops although it is not yet as precise as wanted, where no number is given.
MOST_TRIALS_TO_PRECISION = 10_000_000_000


class RoundChance(Struct, frozen=True):
    """One outcome of one round: ``ways`` of ``total`` equally likely rolls."""

    attack_dice: int
    defence_dice: int
    attacker_loses: int
    defender_loses: int
    p: float
    ways: int
    total: int


class Outcome(Struct, frozen=True):
    """One end of a battle."""

    armies_left: int
    """the attacker's armies left in all, before any move in"""
    defenders_left: int
    p: float


class Simulated(Answer, Struct, frozen=True):
    """The same battle rolled many times, held against the exact chances.

    The error and the interval are those of ``p_goal`` where wearing the defenders down was the goal, else of ``p_win``.
    """

    p_win: float
    p_goal: float | None
    """None where taking the territory is the goal"""
    standard_error: float
    low: float
    high: float
    level: float
    trials: int
    seed: int
    method: str
    interval: str
    """kind of the interval: ``wilson``, or ``confidence-sequence`` where the battles went on until it was narrow"""
    chi_square_p: float | None
    """chance of ends so far from the exact distribution if the simulation is right; None with too few trials"""
    counts: tuple[int, ...]
    """how often each of the outcomes came up, in their order"""

    def to_frame(self) -> "pd.DataFrame":
        """Return the estimate as a table of one row."""
        import pandas as pd

        return pd.DataFrame([{key: value for key, value in self.to_dict().items() if key != "counts"}])

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw how often each of the outcomes came up, in their order."""
        from risksim.battles import plots

        return plots.rolled(self, ax)


class RuledAnswer(Answer, Struct, frozen=True, kw_only=True):
    """An answer under a rule set; a dictionary names that by its label and its digest."""

    rule_set: RuleSet

    @property
    def rules(self) -> str:
        """The name of the rule set, and what was varied."""
        return self.rule_set.label

    @property
    def rules_digest(self) -> str:
        """The digest of the rule set, found when it is asked for."""
        return self.rule_set.digest

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary that ``json.dumps`` accepts."""
        fields = {name: plain(getattr(self, name)) for name in self.__struct_fields__ if name != "rule_set"}
        return {**fields, "rules": self.rules, "rules_digest": self.rules_digest}


class Odds(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`odds`; the standard deviations are those of the losses."""

    armies: int
    """on the attacking territory"""
    attackers: int
    """able to attack: one fewer"""
    defenders: int
    keep: int
    until: int
    p_win: float
    """chance that the territory is taken"""
    p_goal: float | None
    """chance that the defenders are worn to ``until`` or fewer; None where that is not the goal"""
    log10_p_win: float
    """decimal logarithm of ``p_win``, also where that is too small for a double or too near to 1; -inf (null in JSON)
    where it cannot be won"""
    log10_p_lose: float
    """the same of the chance that the territory is not taken"""
    p_win_rolled: float | None = None
    """chance that the territory is taken as the dice fall; None where that is what the rules play"""
    expected_attacker_losses: float
    expected_defender_losses: float
    sd_attacker_losses: float
    sd_defender_losses: float
    round: tuple[RoundChance, ...]
    """one round, for every number of dice the rules allow"""
    outcomes: tuple[Outcome, ...]
    exact: dict[str, str] = {}
    """fractions such as ``"5/12"``, for the keys where they were found"""
    simulated: Simulated | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON has them; those that may be missing only where there is something to say."""
        return {
            key: value
            for key, value in super().to_dict().items()
            if value is not None or key not in ("p_goal", "p_win_rolled", "simulated")
        }

    def to_frame(self) -> "pd.DataFrame":
        """Return the ends of the battle: armies_left, defenders_left, p."""
        import pandas as pd

        return pd.DataFrame([(o.armies_left, o.defenders_left, o.p) for o in self.outcomes]).set_axis(
            ["armies_left", "defenders_left", "p"], axis=1
        )

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the ends of the battle as a histogram."""
        from risksim.battles import plots

        return plots.outcomes(self, ax)

    def plot_losses(self, ax: "Axes | None" = None) -> "Axes":
        """Draw how many armies either side loses, with the means."""
        from risksim.battles import plots

        return plots.losses(self, ax)

    def plot_rounds(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the chances of one round by dice."""
        from risksim.battles import plots

        return plots.rounds(self, ax)


class Need(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`need`."""

    defenders: int
    p: float
    """the chance asked for"""
    armies: int
    """fewest armies on the attacking territory"""
    attackers: int
    """able to attack: one fewer"""
    p_win: float
    p_win_one_fewer: float

    def to_frame(self) -> "pd.DataFrame":
        """Return the two numbers of armies and their chances."""
        import pandas as pd

        return pd.DataFrame(
            {"armies": [self.armies - 1, self.armies], "p_win": [self.p_win_one_fewer, self.p_win]}
        )

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw both chances beside the one that was wanted."""
        from risksim.battles import plots

        return plots.need(self, ax)


class NeedCurve(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`need_curve`."""

    defenders: tuple[int, ...]
    """1, 2 …"""
    p: tuple[float, ...]
    """the chances asked for"""
    armies: tuple[tuple[int | None, ...], ...]
    """fewest armies on the attacking territory, a row for each chance, a column for each number of defenders; None
    where ten times as many armies as defenders, and a hundred more, are not enough"""

    def at(self, defenders: int, p: float) -> int | None:
        """Return the armies needed against so many defenders for one of the chances asked for.

        Raises
        ------
        InputError
            If the curve does not reach so many defenders, or was not asked for the chance.
        """
        column = check_count("defenders", defenders, 1, self.defenders[-1], "the length of the curve") - 1
        if p not in self.p:
            raise InputError(f"p = {p!r} is none of the chances of the curve: {', '.join(map(str, self.p))}")
        return self.armies[self.p.index(p)][column]

    def to_frame(self) -> "pd.DataFrame":
        """Return one row for each chance and number of defenders: p, defenders, armies, attackers."""
        import pandas as pd

        rows = [
            (p, defenders, armies, None if armies is None else armies - 1)
            for p, row in zip(self.p, self.armies, strict=True)
            for defenders, armies in zip(self.defenders, row, strict=True)
        ]
        return pd.DataFrame(rows, columns=["p", "defenders", "armies", "attackers"]).astype(
            {"armies": "Int64", "attackers": "Int64"}
        )

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the armies needed against the defenders, a line for each chance."""
        from risksim.battles import plots

        return plots.need_curve(self, ax)


class WinTable(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`win_table`: the chance to take a territory, for all armies up to a size."""

    armies: tuple[int, ...]
    """on the attacking territory: 2, 3 …, one row each"""
    attackers: tuple[int, ...]
    """able to attack: 1, 2 …"""
    defenders: tuple[int, ...]
    """1, 2 …, one column each"""
    p_win: tuple[tuple[float, ...], ...]

    def at(self, armies: int, defenders: int) -> float:
        """Return the chance of so many armies on the territory against so many defenders.

        Raises
        ------
        InputError
            If the table does not reach there.
        """
        row = check_count("armies", armies, 2, self.armies[-1], "the size of the table") - 2
        column = check_count("defenders", defenders, 1, self.defenders[-1], "the size of the table") - 1
        return self.p_win[row][column]

    def to_frame(self) -> "pd.DataFrame":
        """Return one row for each pair: armies, defenders, p_win."""
        import pandas as pd

        return pd.DataFrame(
            [
                (armies, defenders, p)
                for armies, row in zip(self.armies, self.p_win, strict=True)
                for defenders, p in zip(self.defenders, row, strict=True)
            ]
        ).set_axis(["armies", "defenders", "p_win"], axis=1)

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the table as a heat map with the line of even chances."""
        from risksim.battles import plots

        return plots.table(self, ax)

    def figure(self, paper: str = "a4") -> "Figure":
        """Return the odds card: one page to print, readable in black and white.

        Parameters
        ----------
        paper
            ``"a4"`` or ``"letter"``.

        Raises
        ------
        InputError
            If there is no such paper.
        """
        from risksim.battles import plots

        return plots.card(self, paper)


def odds(
    armies: int,
    defenders: int,
    *,
    rules: Rules = "classic",
    fighting: bool = False,
    keep: int = 1,
    until: int = 0,
    fractions: bool | None = None,
    simulate: int = 0,
    precision: float | None = None,
    method: str | None = None,
    seed: int | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    **clauses: Any,
) -> Odds:
    """Return how one battle ends, exactly.

    Both sides always roll as many dice as they may. The territory is taken when its last defender falls and an army
    is left that may move in; if the last two fall together (ties cost both) it is not.

    Parameters
    ----------
    armies
        Armies on the attacking territory, one of which stays; with ``fighting`` armies able to attack.
    defenders
        Armies on the defended territory.
    rules
        The rule set.
    fighting
        Whether ``armies`` counts only those able to attack.
    keep
        Stop once so many armies (or fewer) stand on the attacking territory, the one that stays included; 1 fights
        to the end. Counted this way with ``fighting`` too.
    until
        Stop once the defenders are worn to so many or fewer.
    fractions
        Whether to find exact fractions: None finds them where they take a few hundredths of a second (60 against
        60), True up to a million states (some seconds), False never. Under ``battle_outcome = "balanced-blitz"``
        chances are raised to powers, and there are none.
    simulate
        Trials of a simulation to hold against the exact answer; 0 for none.
    precision
        Roll until the chance to take the territory is known to ± so much (``simulate`` battles at most, where
        given): half the width of a 95 % confidence sequence.
    method
        ``"dice"`` rolls every round, ``"alias"`` draws the end from the exact distribution (for tests of the
        generator, and where many ends are needed fast). None takes ``"dice"``, and ``"alias"`` where battles do not
        end as their dice fall (clause ``battle_outcome``).
    seed
        Seed of the simulation; drawn when None.
    workers
        Threads of the simulation; the answer does not depend on it.
    progress
        Called with trials done and trials in all.
    clauses
        Clauses to change for this question, such as ``attack_dice=2`` or ``ties="attacker"``. They replace the
        clause of the rule set within the range any rule set may have, so more dice than the rule set allows may be
        tried out in this way.

    Raises
    ------
    InputError
        If a number is out of range, the rules are unknown, the defenders cannot be attacked, the battle would never
        end, or it is too large.

    >>> answer = odds(4, 2)
    >>> answer.attackers, answer.exact["p_win"]
    (3, '6610505/10077696')
    >>> round(odds(12, 5, keep=8).p_win, 3)
    0.507

    Sources: ``osborne-2003``, ``minerva``.
    """
    rule_set = ruled(rules, clauses)
    battle = _battle(rule_set, armies, defenders, fighting, keep, until)
    dice = rule_set.dice
    with naming(rule_set):
        wants_fractions = _wants_fractions(dice, battle, fractions)
        method = _method(dice, method)
        exact.check_ends(dice, battle)
        exact_ends = exact.exact_ends(dice, battle) if wants_fractions else []
        rolled = [exact.End(a, d, float(p)) for a, d, p in exact_ends] or exact.ends(dice, battle)
    ends = rolled if blitz.is_rolled(dice) else blitz.balanced(dice, battle, rolled)
    in_fractions = _measures(battle, exact_ends) if wants_fractions else {}
    measures = {name: float(value) for name, value in (in_fractions or _measures(battle, ends)).items()}
    is_rolled = blitz.is_rolled(dice)
    logs = logarithms.of_battle(dice, battle, ends) if is_rolled else logarithms.of_ends(ends)
    simulated = None
    if check_count("simulate", simulate, 0) or precision is not None:
        if precision is not None:
            _check_precision(precision, measures.get("p_goal", measures["p_win"]), simulate)
        from risksim.battles.simulate import simulate as roll

        simulated = roll(
            dice,
            battle,
            ends,
            simulate or MOST_TRIALS_TO_PRECISION,
            method=method,
            precision=precision,
            seed=seed,
            workers=workers,
            progress=progress,
        )
    return Odds(
        armies=battle.attackers + 1,
        attackers=battle.attackers,
        defenders=battle.defenders,
        keep=keep,
        until=until,
        rule_set=rule_set,
        p_win=measures["p_win"],
        p_goal=measures.get("p_goal"),
        log10_p_win=logs.p_win,
        log10_p_lose=logs.p_lose,
        p_win_rolled=None if is_rolled else _chance(rolled),
        expected_attacker_losses=measures["expected_attacker_losses"],
        expected_defender_losses=measures["expected_defender_losses"],
        sd_attacker_losses=_spread([(battle.attackers - end.attackers, end.p) for end in ends]),
        sd_defender_losses=_spread([(battle.defenders - end.defenders, end.p) for end in ends]),
        round=_rounds(dice),
        outcomes=tuple(Outcome(end.attackers + 1, end.defenders, end.p) for end in ends),
        exact={name: as_text(value) for name, value in in_fractions.items()},
        simulated=simulated,
    )


def need(defenders: int, p: float, *, rules: Rules = "classic", **clauses: Any) -> Need:
    """Return the fewest armies that take a territory with at least some chance, fighting to the end.

    Parameters
    ----------
    defenders
        Armies on the defended territory, at most 20,000.
    p
        The chance wanted, 0 … 1. Certainty (1) can be had only where no roll of the dice can fail.
    rules
        The rule set.
    clauses
        Clauses to change for this question, such as ``defence_dice=3``.

    Raises
    ------
    InputError
        If a number is out of range, no number of armies reaches the chance, or the search is too large.

    >>> answer = need(5, 0.5)
    >>> answer.armies, round(answer.p_win, 3), round(answer.p_win_one_fewer, 3)
    (6, 0.506, 0.359)

    Sources: ``hohle-2025``.
    """
    rule_set = ruled(rules, clauses)
    where = f"the search for the armies needed, rule set {rule_set.label!r}"
    check_count("defenders", defenders, 1, MAX_DEFENDERS_SEARCHED, where)
    p = check_real("p", p, 0, 1)
    with naming(rule_set):
        attackers, p_win, p_fewer = _fewest(rule_set.dice, defenders, p)
    return Need(
        defenders=defenders,
        p=p,
        armies=attackers + 1,
        attackers=attackers,
        p_win=p_win,
        p_win_one_fewer=p_fewer,
        rule_set=rule_set,
    )


def need_curve(
    defenders: int, p: Sequence[float] = (0.5, 0.8, 0.95), *, rules: Rules = "classic", **clauses: Any
) -> NeedCurve:
    """Return the fewest armies that take territories of 1, 2 … defenders with some chances, in one pass over all.

    For more defenders than 500, or a chance of 1, ask :func:`need` for each.

    Parameters
    ----------
    defenders
        Most defenders, at most 500.
    p
        The chances wanted, each above 0 and below 1.
    rules
        The rule set.
    clauses
        Clauses to change for this question, such as ``defence_dice=3``.

    Raises
    ------
    InputError
        If a number is out of range, no chance is given, or a battle would never end.

    >>> need_curve(5, [0.5, 0.8]).armies
    ((3, 4, 5, 6, 6), (4, 6, 7, 8, 9))

    Sources: ``hohle-2025``.
    """
    rule_set = ruled(rules, clauses)
    where = f"a curve of armies needed, rule set {rule_set.label!r}"
    check_count("defenders", defenders, 1, MAX_DEFENDERS_CURVE, where)
    chances = tuple(check_real("p", each, 0, 1) for each in p)
    if not chances or not 0 < min(chances) <= max(chances) < 1:
        raise InputError("p must be chances above 0 and below 1, at least one")
    with naming(rule_set):
        exact.check_ends(rule_set.dice, exact.Battle(rounds.full_attackers(rule_set.dice), defenders))
        rolled = {each: blitz.rolled_chance(rule_set.dice, each) for each in chances}
        found = _fewest_of_all(rule_set.dice, defenders, list(rolled.values()))
    return NeedCurve(
        defenders=tuple(range(1, defenders + 1)),
        p=chances,
        armies=tuple(
            tuple(None if fewest is None else fewest + 1 for fewest in found[rolled[each]])
            for each in chances
        ),
        rule_set=rule_set,
    )


def win_table(
    armies: int, defenders: int, *, rules: Rules = "classic", fighting: bool = False, **clauses: Any
) -> WinTable:
    """Return the chances to take a territory, fighting to the end, for all armies up to a size.

    Parameters
    ----------
    armies
        Most armies on the attacking territory, one of which stays; with ``fighting`` most armies able to attack.
    defenders
        Most defenders.
    rules
        The rule set.
    fighting
        Whether ``armies`` counts only those able to attack.
    clauses
        Clauses to change for this question.

    Raises
    ------
    InputError
        If a number is out of range, the table is too large, or a battle in it would never end.

    >>> table = win_table(10, 10)
    >>> round(table.at(armies=10, defenders=10), 3)
    0.48

    Sources: ``osborne-2003``.
    """
    rule_set = ruled(rules, clauses)
    battle = _battle(rule_set, armies, defenders, fighting, 1, 0, is_table=True)
    if battle.n_states > MAX_TABLE:
        raise InputError(
            f"a table of {battle.attackers:,} by {battle.defenders:,} chances is too large; "
            f"the most is {MAX_TABLE:,} chances (rule set {rule_set.label!r})"
        )
    with naming(rule_set):
        exact.check_ends(rule_set.dice, battle)
        rows = exact.win_table(rule_set.dice, battle.attackers, battle.defenders)
    if not blitz.is_rolled(rule_set.dice):
        rows = [[blitz.chance(rule_set.dice, p) for p in row] for row in rows]
    return WinTable(
        armies=tuple(range(2, battle.attackers + 2)),
        attackers=tuple(range(1, battle.attackers + 1)),
        defenders=tuple(range(1, battle.defenders + 1)),
        p_win=tuple(tuple(row[1:]) for row in rows),
        rule_set=rule_set,
    )


def round_chances(
    attack_dice: int, defence_dice: int, *, rules: Rules = "classic", **clauses: Any
) -> tuple[RoundChance, ...]:
    """Return the chances of one round in which so many dice meet, before any limit to what a side can lose.

    Raises
    ------
    InputError
        If the rule set does not allow so many dice, or a clause is unknown.

    >>> [(chance.ways, chance.total) for chance in round_chances(3, 2)]
    [(2890, 7776), (2611, 7776), (2275, 7776)]

    Sources: ``osborne-2003``, ``icepool``.
    """
    rule_set = ruled(rules, clauses)
    for side, number, most in (
        ("attacking", attack_dice, rule_set.dice.attack_dice),
        ("defending", defence_dice, rule_set.dice.defence_dice),
    ):
        if check_count(f"{side} dice", number, 1) > most:
            raise InputError(f"{number} {side} dice; rule set {rule_set.label!r} allows at most {most}")
    return tuple(_round(rule_set.dice, attack_dice, defence_dice))


def as_text(value: "Fraction | int") -> str:
    """Return a fraction as text, however many digits it has.

    >>> from fractions import Fraction
    >>> as_text(Fraction(1, 3)), as_text(Fraction(10**5000)) == "1" + "0" * 5000
    ('1/3', True)
    """
    numerator, denominator = (_digits(number) for number in (value.numerator, value.denominator))
    return numerator if denominator == "1" else f"{numerator}/{denominator}"


def _digits(number: int) -> str:
    """Return a natural number in decimals, a few thousand digits at a time: Python refuses more at once."""
    block = 10**4000
    parts = []
    while number >= block:
        number, low = divmod(number, block)
        parts.append(f"{low:04000d}")
    return "".join([str(number), *reversed(parts)])


def ruled(rules: Rules, clauses: Mapping[str, Any]) -> RuleSet:
    """Return a rule set with clauses changed; those that are None are left as they are."""
    changes = {str(name): value for name, value in clauses.items() if value is not None}
    return rule_sets.load(rules).vary(**changes)


@contextlib.contextmanager
def naming(rule_set: RuleSet) -> Iterator[None]:
    """Name the rule set in what the mathematics below refuses; it knows dice only."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{error} (rule set {rule_set.label!r})") from None


def able_to_attack(armies: int, fighting: bool, most: int, where: str) -> int:
    """Return how many of so many armies can attack, ``most`` at most: all of them if ``fighting``, else all but one."""
    if fighting:
        return check_count("armies able to attack", armies, 1, most, where)
    return (
        check_count("armies on the attacking territory, of which one must stay,", armies, 2, most, where) - 1
    )


def _battle(
    rule_set: RuleSet,
    armies: int,
    defenders: int,
    fighting: bool,
    keep: int,
    until: int,
    is_table: bool = False,
) -> exact.Battle:
    where = f"rule set {rule_set.label!r}"
    attackers = able_to_attack(armies, fighting, MAX_ARMIES, where)
    check_count("defenders", defenders, 1, MAX_ARMIES, where)
    on_territory = f"{attackers + 1} armies on the attacking territory"
    floor = check_count("keep", keep, 1, attackers, on_territory) - 1
    check_count("until", until, 0, defenders - 1, counted(defenders, "defender"))
    battle = exact.Battle(attackers, defenders, floor, until)
    if not is_table and defenders == 1 and not rounds.may_attack(rule_set.dice, 1):
        raise InputError(f"1 defender; a territory held by one army cannot be attacked ({where})")
    if battle.n_states > MAX_STATES and not exact.is_steady(rule_set.dice):
        raise InputError(
            f"{attackers} attackers against {defenders} defenders are too many for these dice; "
            f"attackers times defenders may be at most {MAX_STATES:,} ({where})"
        )
    return battle


def _wants_fractions(dice: Dice, battle: exact.Battle, fractions: bool | None) -> bool:
    """Return whether exact fractions are to be found, refusing to where there are none."""
    if blitz.is_rolled(dice):
        return battle.n_states <= FRACTIONS_UNASKED if fractions is None else fractions
    if fractions:
        raise InputError(
            "no exact fractions: balanced-blitz raises chances to powers; battle_outcome = 'rolled' has them"
        )
    return False


def _method(dice: Dice, method: str | None) -> str:
    """Return how to simulate battles, refusing to roll rounds where they do not decide."""
    if method is None:
        return "dice" if blitz.is_rolled(dice) else "alias"
    if method == "dice" and not blitz.is_rolled(dice):
        raise InputError(
            "method 'dice' rolls every round, but balanced-blitz decides whole battles; use method 'alias'"
        )
    return method


def _check_precision(precision: float, p: float, most: int) -> None:
    """Refuse a precision that is none, or would take more battles than are rolled unless so many are asked for."""
    from risksim import statistics

    half_width = check_real("precision", precision, 0, 0.5)
    if half_width == 0:
        raise InputError("precision must be more than 0: no simulation is exact")
    trials = statistics.trials_to_precision(p, half_width)
    if trials > MOST_TRIALS_TO_PRECISION and not most:
        raise InputError(
            f"a chance of {p:.4g} known to ± {half_width:g} takes about {trials:.1e} battles; "
            f"the most is {MOST_TRIALS_TO_PRECISION:,} (simulate sets another)"
        )


def _measures(battle: exact.Battle, ends: Sequence[tuple[int, int, Any]]) -> dict[str, Any]:
    """Return the answers that are sums over the ends, in the kind of number the chances come in."""
    if not isinstance(ends[0][2], float | int):
        from fractions import Fraction

        common, counts = exact.over_common([exact.ExactEnd(*end) for end in ends])
        return {name: Fraction(value, common) for name, value in _measures(battle, counts).items()}
    total = math.fsum if isinstance(ends[0][2], float) else sum
    measures = {"p_win": _chance(ends)}
    if battle.until:
        measures["p_goal"] = total(p for _, d, p in ends if d <= battle.until)
    measures["expected_attacker_losses"] = total((battle.attackers - a) * p for a, _, p in ends)
    measures["expected_defender_losses"] = total((battle.defenders - d) * p for _, d, p in ends)
    return measures


def _chance(ends: Sequence[tuple[int, int, Any]]) -> Any:
    """Return the chance that the territory is taken: no defender left, and an army to move in."""
    taken = [p for attackers, defenders, p in ends if defenders == 0 and attackers > 0]
    return min(math.fsum(taken), 1.0) if ends and isinstance(ends[0][2], float) else sum(taken)


def _spread(values: list[tuple[int, float]]) -> float:
    """Return the standard deviation of (value, chance) pairs."""
    centre = math.fsum(value * p for value, p in values)
    return math.sqrt(math.fsum((value - centre) ** 2 * p for value, p in values))


def _rounds(dice: Dice) -> tuple[RoundChance, ...]:
    return tuple(
        chance
        for n_attack in range(dice.attack_dice, 0, -1)
        for n_defence in range(dice.defence_dice, 0, -1)
        for chance in _round(dice, n_attack, n_defence)
    )


def _round(dice: Dice, n_attack: int, n_defence: int) -> Iterator[RoundChance]:
    counts, total = rounds.round_of(dice, n_attack, n_defence)
    for (attacker_loses, defender_loses), ways in counts.items():
        yield RoundChance(n_attack, n_defence, attacker_loses, defender_loses, ways / total, ways, total)


def _fewest(dice: Dice, defenders: int, p: float) -> tuple[int, float, float]:
    """Return the fewest armies able to attack that win with chance ``p``, their chance, and that of one fewer."""
    exact.check_ends(dice, exact.Battle(rounds.full_attackers(dice), defenders))
    best, wanted = exact.best_chance(dice, defenders), blitz.rolled_chance(dice, p)
    if wanted > best:
        nearest = blitz.chance(dice, best)
        chance = f"comes no nearer than {nearest:g}" if nearest else "stays 0"
        raise InputError(
            f"p = {p:g} cannot be had against {counted(defenders, 'defender')}: the chance {chance}"
        )
    if wanted == 1:
        certain = exact.fewest_certain(dice, defenders)
        if certain is None:
            raise InputError(
                f"p = 1 cannot be had against {counted(defenders, 'defender')}: no number of armies is certain to win; "
                "ask for less, such as 0.99"
            )
        fewer = exact.ends(dice, exact.Battle(certain - 1, defenders)) if certain > 1 else []
        return certain, 1.0, blitz.chance(dice, float(_chance(fewer)))
    try:
        attackers, p_win, p_fewer = exact.fewest_attackers(dice, defenders, wanted, MAX_STATES)
    except InputError as error:
        if blitz.is_rolled(dice):
            raise
        raise InputError(f"{error}; balanced-blitz would make it {in_full(p)}") from None
    return attackers, blitz.chance(dice, p_win), blitz.chance(dice, p_fewer)


def _fewest_of_all(dice: Dice, defenders: int, chances: Sequence[float]) -> dict[float, list[int | None]]:
    """Return, for each chance, the fewest armies able to attack that win with it against 1 … ``defenders``."""
    found: dict[float, list[int | None]] = {p: [None] * defenders for p in chances}
    least = exact.best_chance(dice, defenders)  # the more defenders, the smaller
    for is_loss in (False, True):  # above an even chance the chances to fail keep their digits
        wanted = {p for p in chances if (p > 0.5) == is_loss}
        waiting = [
            (p, d)
            for p in wanted
            for d in range(1, defenders + 1)
            if p <= least or p <= exact.best_chance(dice, d)
        ]
        rows = exact.win_rows(dice, defenders, is_loss)
        for attackers, row in enumerate(itertools.islice(rows, MOST_TO_ONE * defenders + 100), start=1):
            if not waiting:
                break
            still = []
            for p, d in waiting:
                if row[d] <= 1 - p if is_loss else row[d] >= p:
                    found[p][d - 1] = attackers
                else:
                    still.append((p, d))
            waiting = still
    return found
