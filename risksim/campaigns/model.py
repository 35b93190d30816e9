"""Questions about battles one after another, and their answers.

A stack on a first territory attacks along a chain: what is moved into a conquered territory attacks the next one.

Counting: people at a table count all armies on the attacking territory, and so do these questions; one of them has to
stay behind, so one fewer can attack. Answers state both numbers. ``fighting=True`` takes armies able to attack instead.

Importing this module is light, and small exact questions stay light: numpy and numba come in only for large campaigns
and simulations.

Sources: ``norvig``, ``sipolac``.
"""

import contextlib
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from risksim import rules as rule_sets
from risksim.answers import Answer
from risksim.battles import blitz
from risksim.battles import exact as battle_exact
from risksim.battles import model as battles
from risksim.campaigns import exact, stacks
from risksim.campaigns.exact import Leg
from risksim.campaigns.plans.reading import Plan
from risksim.errors import InputError, check_count, check_real, counted, in_full, unknown_name
from risksim.rules import RuleSet

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from risksim.campaigns.plans.model import PlanNeed

#: Most armies on any territory, and most states (armies times defenders) of a campaign.
MAX_ARMIES, MAX_STATES = 100_000, 400_000_000
#: Most territories of a chain.
MAX_TERRITORIES = 1_000
#: Rolled battles a campaign may hold under Balanced Blitz, in states: each number of armies is a battle of its own.
MAX_BLITZ_STATES = 30_000_000
#: States up to which exact fractions are found without being asked for, and at most.
FRACTIONS_UNASKED, MAX_FRACTIONS = 1_000, 20_000
#: How many armies move in, apart from a list of numbers.
MOVES = ("all", "fewest", "best")
#: Relative distances of two chances that are told apart, and of those that differ by rounding alone.
_SAME, _SAME_DOUBLE = 1e-9, 1e-15
#: Most points of a curve of chances.
_MOST_POINTS = 200

#: The dice of one territory: None for the question's own, a rule set, or clauses to change.
TerritoryDice = battles.Rules | Mapping[str, Any] | None


class Outcome(Struct, frozen=True):
    """One end of a campaign."""

    territories_taken: int
    armies_left: int
    """on the territory from which the attack stopped; if everything was taken, on the last one"""
    defenders_left: int
    """on the territory that was not taken"""
    p: float


class Turn(Struct, frozen=True):
    """Which of several stacks attacks next."""

    waiting: tuple[int, ...]
    """armies of the stacks that have not attacked yet"""
    defenders_left: int
    attack_with: int
    """armies of the stack whose turn it is"""
    p: float
    """chance that it comes to this"""


class Simulated(Answer, Struct, frozen=True):
    """The same campaign rolled many times, held against the exact chances."""

    p_all: float
    standard_error: float
    low: float
    high: float
    level: float
    trials: int
    seed: int
    interval: str
    """kind of the interval: ``wilson``, or ``confidence-sequence`` where campaigns went on until it was narrow"""
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
        from risksim.campaigns import plots

        return plots.rolled(self, ax)


class Campaign(battles.RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`campaign`; the standard deviations are those of the losses."""

    armies: int
    """on the first territory, or on those of all stacks"""
    attackers: int
    """able to attack: one fewer a stack"""
    stacks: tuple[int, ...]
    """armies of each stack"""
    defenders: tuple[int, ...]
    leave: tuple[int, ...]
    """armies that stay in each conquered territory but the last, where not more have to move on"""
    gain: tuple[int, ...]
    keep: int
    move: str | tuple[int, ...]
    dice: tuple[str, ...]
    """the rules of the battle for each territory"""
    p_all: float
    """chance that everything is taken"""
    p_each: tuple[float, ...]
    """chance that everything up to here is taken"""
    p_fail: float
    """chance that not everything is taken, with the digits that 1 - ``p_all`` loses near certainty"""
    expected_armies_left: float | None
    """armies in the last territory, if it is taken; None if it cannot be"""
    expected_attacker_losses: float
    expected_defender_losses: float
    sd_attacker_losses: float
    sd_defender_losses: float
    outcomes: tuple[Outcome, ...]
    turns: tuple[Turn, ...] = ()
    """which of several stacks attacks next, for all that may come up; the first of them is the first attack"""
    exact: dict[str, Any] = {}  # noqa: RUF012
    """fractions such as ``"5/12"``, for the keys where they were found"""
    simulated: Simulated | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON has them; those that may be missing only where there is something to say."""
        fields = super().to_dict()
        return {
            key: value
            for key, value in fields.items()
            if key not in ("simulated", "turns") or value not in (None, [])
        }

    def to_frame(self) -> "pd.DataFrame":
        """Return the ends of the campaign: territories_taken, armies_left, defenders_left, p."""
        import pandas as pd

        rows = [(o.territories_taken, o.armies_left, o.defenders_left, o.p) for o in self.outcomes]
        return pd.DataFrame(rows, columns=["territories_taken", "armies_left", "defenders_left", "p"])

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw how far the attack gets."""
        from risksim.campaigns import plots

        return plots.reach(self, ax)

    def plot_armies(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the armies in the last territory, if everything is taken."""
        from risksim.campaigns import plots

        return plots.armies_left(self, ax)


class Need(battles.RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`need`."""

    defenders: tuple[int, ...]
    p: float
    """the chance asked for"""
    armies: int
    """fewest armies on the first territory"""
    attackers: int
    """able to attack: one fewer"""
    p_win: float
    """chance that everything is taken"""
    p_win_one_fewer: float
    curve: tuple[tuple[int, float], ...]
    """armies on the first territory and their chance, around the number needed"""

    def to_frame(self) -> "pd.DataFrame":
        """Return the curve: armies, p_win."""
        import pandas as pd

        return pd.DataFrame(self.curve, columns=["armies", "p_win"])

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the chance against the armies, with the number needed."""
        from risksim.campaigns import plots

        return plots.need(self, ax)


def campaign(
    armies: int | Sequence[int],
    defenders: Sequence[int],
    *,
    rules: battles.Rules = "classic",
    leave: int | Sequence[int] | None = None,
    gain: int | Sequence[int] | None = None,
    keep: int = 1,
    move: str | int | Sequence[int] = "all",
    order: str = "best",
    dice: Sequence[TerritoryDice] | None = None,
    sides: int | Sequence[int | None] | None = None,
    fighting: bool = False,
    fractions: bool | None = None,
    simulate: int = 0,
    precision: float | None = None,
    seed: int | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    **clauses: Any,
) -> Campaign:
    """Return how far an attack along a chain of territories gets, and with how many armies, exactly.

    Every attack is fought until the territory is taken or the attacker stops. Both sides always roll as many dice as
    they may. After a win some armies have to move in (clause ``occupy_min``), and one has to stay.

    Parameters
    ----------
    armies
        Armies on the first territory, one of which stays. A list is of several stacks, each on a territory of its own
        next to the first target, which attack it one after another; the one that takes it goes on. Where ties cost
        both, the last attacker of a stack and the last defender may fall together: the next stack, if there is one,
        then walks into the empty territory without a fight.
    defenders
        Armies on each territory of the chain, in its order.
    rules
        The rule set.
    leave
        Armies that stay in each conquered territory when its conquerors go on, so that they attack from there until
        only so many are left; one number for all, or one for each but the last (an entry for that changes nothing).
        None is 1. Where more armies have to move in than this allows, they do. On the first territory ``keep`` stay.
    gain
        Armies that arrive in each territory on taking it, such as for the cards of a beaten player; one number for
        all, or one for each. None is 0.
    keep
        Stop every attack once so many armies (or fewer) stand on the territory it comes from; 1 fights to the end.
    move
        Armies that move in after a win: ``"all"`` that are not to be left; the ``"fewest"`` the rules ask for; one
        number for all or one for each, kept to as nearly as the rules and ``leave`` allow; or ``"best"``: chosen after each win for
        the chance to take everything. Armies left behind do not come after, so that is ``"all"`` unless the dice
        are such that more armies can hurt.
    order
        Which of several stacks attacks next: ``"best"`` for the chance to take everything, found exactly for up to 8
        (the choice may depend on the defenders left), or as ``"given"``.
    dice
        For each territory None for the question's own, a rule set whose dice hold there, or a dictionary of clauses
        about dice to change.
    sides
        Sides of the defender's dice: one number for all territories, or one for each (None: as the rules have it).
    fighting
        Whether ``armies`` counts only those able to attack.
    fractions
        Whether to find exact fractions: None finds them where they take a few hundredths of a second, True up to
        20,000 states (armies times defenders; some seconds), False never.
    simulate
        Trials of a simulation, round by round, to hold against the exact answer; 0 for none.
    precision
        Roll until the chance to take everything is known to ± so much (``simulate`` campaigns at most, where given):
        half the width of a 95 % confidence sequence.
    seed
        Seed of the simulation; drawn when None.
    workers
        Threads of the simulation; the answer does not depend on it.
    progress
        Called with trials done and trials in all.
    clauses
        Clauses to change for this question, such as ``attack_dice=2`` or ``occupy_min="one"``.

    Raises
    ------
    InputError
        If the chain is empty, a list has the wrong length, a number is out of range, a name is unknown, a territory
        cannot be attacked, a battle would never end, or the campaign is too large.

    >>> answer = campaign(72, [22, 8, 2, 2, 2, 7, 1, 1, 3, 1, 2, 3, 5, 1])
    >>> round(answer.p_all, 13)
    0.8105485936352
    >>> round(campaign(5, [3, 2, 1], sides=[6, 8, 6]).p_all, 10)
    0.0650734901

    Sources: ``norvig``, ``sipolac``.
    """
    rule_set = battles.ruled(rules, clauses)
    legs, labels = _legs(rule_set, defenders, leave, gain, keep, move, dice, sides)
    standing = _stacks(armies, fighting, keep, rule_set)
    if order not in ("best", "given"):
        raise unknown_name("order", str(order), ("best", "given"))
    attackers = [each - 1 for each in standing]
    most = max(attackers)
    _check_size(legs, most, rule_set)
    if move == "best":
        legs = exact.best_moves(legs, most)
    walked, turns, choices = _walk(legs, attackers, order)
    walked = walked.whole()
    outcomes = _outcomes(walked)
    in_fractions = {}
    if _wants_fractions(legs, attackers, fractions, rule_set):
        in_fractions = _fractions(exact.fractions(legs, most))
    simulated = None
    if check_count("simulate", simulate, 0) or precision is not None:
        from risksim.campaigns.simulate import simulate as roll

        _check_rolled(legs)
        simulated = roll(
            legs,
            attackers,
            choices,
            outcomes,
            simulate or battles.MOST_TRIALS_TO_PRECISION,
            precision=precision,
            seed=seed,
            workers=workers,
            progress=progress,
        )
    defenders_lost = _defender_losses(legs, outcomes)
    return Campaign(
        armies=sum(standing),
        attackers=sum(attackers),
        stacks=tuple(standing),
        defenders=tuple(leg.defenders for leg in legs),
        leave=tuple(leg.leave for leg in legs[1:]),
        gain=tuple(leg.gain for leg in legs),
        keep=keep,
        move=move if isinstance(move, str) else tuple(leg.move or 0 for leg in legs),
        dice=labels,
        p_all=walked.p_each[-1],
        p_each=tuple(walked.p_each),
        p_fail=math.fsum(p for ends in walked.stopped for *_, p in ends),
        expected_armies_left=_mean_left(walked.last),
        expected_attacker_losses=walked.losses.mean,
        expected_defender_losses=defenders_lost[0],
        sd_attacker_losses=math.sqrt(walked.losses.squares / walked.losses.p),
        sd_defender_losses=defenders_lost[1],
        outcomes=outcomes,
        turns=turns,
        exact=in_fractions,
        simulated=simulated,
        rule_set=rule_set,
    )


def need(
    defenders: "Sequence[int] | Plan | str | os.PathLike[str]",
    p: float,
    *,
    rules: battles.Rules | None = None,
    leave: int | Sequence[int] | None = None,
    gain: int | Sequence[int] | None = None,
    move: str | int | Sequence[int] = "all",
    dice: Sequence[TerritoryDice] | None = None,
    sides: int | Sequence[int | None] | None = None,
    **clauses: Any,
) -> "Need | PlanNeed":
    """Return the fewest armies on one territory that take a whole chain, or a whole plan, with at least some chance.

    Parameters
    ----------
    defenders
        Armies on each territory of the chain, in its order; or a plan with branches, or the path of a plan file, which
        says itself what is to be left and gained.
    p
        The chance wanted, 0 … 1. Certainty (1) can be had only where no roll of the dice can fail, and not for a plan.
    rules
        The rule set; None is ``"classic"``, and that of the plan for a plan.
    leave, gain, move, dice, sides, clauses
        As for :func:`campaign`.

    Raises
    ------
    InputError
        If a number is out of range, no number of armies reaches the chance, or the search is too large.

    >>> answer = need([3, 2, 5], 0.8)
    >>> answer.armies, round(answer.p_win, 3), round(answer.p_win_one_fewer, 3)
    (16, 0.817, 0.76)

    Sources: ``norvig``.
    """
    if isinstance(defenders, (str, os.PathLike, Plan)):
        from risksim.campaigns.plans import model as plans

        given = {"leave": leave, "gain": gain, "dice": dice, "sides": sides, "move": move != "all"}
        for name, value in given.items():
            if value is not None and value is not False:
                raise InputError(f"{name} goes with a chain; a plan says it for each territory")
        return plans.need(defenders, p, rules=rules, **clauses)
    rule_set = battles.ruled("classic" if rules is None else rules, clauses)
    legs, _ = _legs(rule_set, defenders, leave, gain, 1, move, dice, sides)
    p = check_real("p", p, 0, 1)
    check_can_be_had(legs, p, rule_set)
    is_loss = p > 0.5
    last = _most_searched(legs)
    most = min(2 * sum(leg.defenders for leg in legs) + 10, last)
    while True:
        moved = exact.best_moves(legs, most) if move == "best" else legs
        chances = exact.chances_ahead(moved, most, is_loss)[0][: most + 1]
        enough = (
            a for a, chance in enumerate(chances) if a and (chance <= 1 - p if is_loss else chance >= p)
        )
        attackers = next(enough, 0)
        if attackers:
            break
        _check_more_help(legs, p, chances[most], last, rule_set)
        if most == last:
            raise InputError(
                f"more than {most + 1:,} armies would be needed for a chance of {in_full(p)}; the search ends there "
                f"(rule set {rule_set.label!r})"
            )
        most = min(2 * most, last)
    others = exact.chances_ahead(moved, most, not is_loss)[0][: most + 1]
    won, lost = (others, chances) if is_loss else (chances, others)
    # the smaller of the two has all its digits
    wins = [p if p <= q else 1 - q for p, q in zip(won, lost, strict=True)]
    return Need(
        defenders=tuple(leg.defenders for leg in legs),
        p=p,
        armies=attackers + 1,
        attackers=attackers,
        p_win=wins[attackers],
        p_win_one_fewer=wins[attackers - 1],
        curve=curve(wins, attackers),
        rule_set=rule_set,
    )


def curve(chances: Sequence[float], attackers: int) -> tuple[tuple[int, float], ...]:
    """Return (armies on the territory, chance) from the fewest to some more than ``attackers``, not too many points."""
    last = min(attackers + max(attackers // 3, 5), len(chances) - 1)
    stride = -(-last // _MOST_POINTS)
    shown = sorted({*range(attackers, 0, -stride), *range(attackers, last + 1, stride)})
    return tuple((a + 1, chances[a]) for a in shown)


@contextlib.contextmanager
def naming(place: str, rule_set: RuleSet) -> Iterator[None]:
    """Name the territory and the rule set in what the mathematics below refuses; it knows dice only."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{place}: {error} (rule set {rule_set.label!r})") from None


def territory_rules(rule_set: RuleSet, dice: TerritoryDice, sides: int | None, place: str) -> RuleSet:
    """Return the rules whose dice hold in one territory.

    Parameters
    ----------
    rule_set
        The rules of the whole question.
    dice
        None, a rule set, or clauses about dice to change.
    sides
        Sides of the defender's dice; None keeps them.
    place
        What the territory is called in messages.

    Raises
    ------
    InputError
        If there is no such rule set or clause, or a clause is not about dice.
    """
    if isinstance(dice, Mapping):
        for name in dice:
            clause = rule_sets.CLAUSES.get(str(name))
            if clause is not None and clause.section != "dice":
                raise InputError(
                    f"{place}: clause {name!r} is not about dice ({clause.section}); give it for all territories"
                )
        found = battles.ruled(rule_set, dice)
    else:
        found = rule_set if dice is None else rule_sets.load(dice)
    return found if sides is None else found.vary(defence_sides=sides)


def check_leg(leg: Leg, place: str, rule_set: RuleSet) -> None:
    """Make sure that a territory can be attacked and that the battle for it ends.

    Raises
    ------
    InputError
        If not.
    """
    with naming(place, rule_set):
        if leg.defenders <= leg.until:
            raise InputError("a territory held by one army cannot be attacked")
        battle_exact.check_ends(leg.dice, leg.battle)


def _legs(
    rule_set: RuleSet,
    defenders: Sequence[int],
    leave: int | Sequence[int] | None,
    gain: int | Sequence[int] | None,
    keep: int,
    move: str | int | Sequence[int],
    dice: Sequence[TerritoryDice] | None,
    sides: int | Sequence[int | None] | None,
) -> tuple[list[Leg], tuple[str, ...]]:
    """Return the territories, and what the rules of their battles are called."""
    where = f"rule set {rule_set.label!r}"
    garrisons = entries("defenders", defenders)
    if not garrisons:
        raise InputError("defenders is empty; a campaign takes at least one territory")
    if len(garrisons) > MAX_TERRITORIES:
        raise InputError(f"{len(garrisons):,} territories are too many; the most is {MAX_TERRITORIES:,}")
    n = len(garrisons)
    check_count("keep", keep, 1, MAX_ARMIES)
    leaves = [keep, *_for_each("leave", leave, n, 1, 1, is_last_idle=True)]
    gains = _for_each("gain", gain, n, 0, 0)
    if isinstance(move, str):
        if move not in MOVES:
            raise unknown_name("move", move, MOVES)
        moves: Sequence[int | None] = [0 if move == "fewest" else None] * n
    else:
        moves = _for_each("move", move, n, 1, 1)
    all_sides = [None] * n if sides is None else _sides(sides, n)
    own = [None] * n if dice is None else _listed("dice", dice, n)
    legs, labels = [], []
    for at in range(n):
        place = f"territory {at + 1}"
        ruled = territory_rules(rule_set, own[at], all_sides[at], place)
        leg = Leg(
            dice=ruled.dice,
            defenders=check_count("defenders", garrisons[at], 1, MAX_ARMIES, f"{place}, {where}"),
            floor=max(keep, leaves[at]) - 1,
            leave=leaves[at],
            gain=gains[at],
            occupy=rule_set.campaign.occupy_min,
            move=moves[at],
        )
        check_leg(leg, place, ruled)
        legs.append(leg)
        labels.append(ruled.label)
    return legs, tuple(labels)


def entries(name: str, values: Any) -> tuple[Any, ...]:
    """Return a list as a tuple.

    Raises
    ------
    InputError
        If it is no list.
    """
    if isinstance(values, Iterable) and not isinstance(values, (str, bytes, Mapping)):
        return tuple(values)
    raise InputError(f"{name} takes a list with an entry for each territory, not {values!r}")


def _listed(name: str, values: Any, n: int, is_last_idle: bool = False) -> tuple[Any, ...]:
    """Check that a list has an entry for each territory; for the last it may be left out where that is idle."""
    found = entries(name, values)
    if len(found) != n and not (is_last_idle and len(found) == n - 1):
        wanted = f" but the last, or {n}" if is_last_idle else ""
        raise InputError(
            f"{name} has {counted(len(found), 'entry', 'entries')} for {counted(n, 'territory', 'territories')}; "
            f"it takes one for each{wanted}"
        )
    return found


def _for_each(
    name: str, values: Any, n: int, default: int, least: int, is_last_idle: bool = False
) -> list[int]:
    """Return one number for each territory from None, one number for all, or a list."""
    if values is None:
        return [default] * n
    if not isinstance(values, Iterable):
        return [check_count(name, values, least, MAX_ARMIES)] * n
    found = _listed(name, values, n, is_last_idle)
    return [
        check_count(name, value, least, MAX_ARMIES, f"territory {place}")
        for place, value in enumerate(found, start=1)
    ]


def _sides(sides: int | Sequence[int | None], n: int) -> Sequence[int | None]:
    return [sides] * n if not isinstance(sides, Iterable) else _listed("sides", sides, n)


def _stacks(armies: int | Sequence[int], fighting: bool, keep: int, rule_set: RuleSet) -> list[int]:
    """Return the armies on the territory of each stack."""
    many = isinstance(armies, Iterable)
    found = entries("armies", armies) if many else (armies,)
    if not 1 <= len(found) <= stacks.MAX_STACKS:
        raise InputError(
            f"armies lists {counted(len(found), 'stack')}; there may be 1 to {stacks.MAX_STACKS}"
        )
    name = (
        "armies able to attack"
        if fighting
        else f"armies on {'an' if many else 'the'} attacking territory, of which one must stay,"
    )
    where = f"rule set {rule_set.label!r}"
    standing = [check_count(name, each, 2 - fighting, MAX_ARMIES, where) + fighting for each in found]
    check_count("keep", keep, 1, min(standing) - 1, f"{min(standing)} armies on the attacking territory")
    return standing


def _check_size(legs: Sequence[Leg], most: int, rule_set: RuleSet) -> None:
    where = f"rule set {rule_set.label!r}"
    most += sum(leg.gain for leg in legs)
    check_count("armies, those gained included,", most + 1, 2, MAX_ARMIES, where)
    n_states = most * sum(leg.defenders for leg in legs)
    if n_states > MAX_STATES:
        raise InputError(
            f"{most + 1:,} armies through {counted(len(legs), 'territory', 'territories')} are too many; armies times "
            f"defenders may be at most {MAX_STATES:,} ({where})"
        )
    n_states = most * most * sum(leg.defenders for leg in legs if not blitz.is_rolled(leg.dice)) // 2
    if n_states > MAX_BLITZ_STATES:
        raise InputError(
            f"{most + 1:,} armies are too many where balanced-blitz decides each battle by itself; half of armies times "
            f"armies times defenders may be at most {MAX_BLITZ_STATES:,} ({where})"
        )


def _check_rolled(legs: Sequence[Leg]) -> None:
    if not all(blitz.is_rolled(leg.dice) for leg in legs):
        raise InputError("a simulation rolls every round, but balanced-blitz decides whole battles")


def _walk(
    legs: Sequence[Leg], attackers: Sequence[int], order: str
) -> tuple[exact.Walk, tuple[Turn, ...], list[list[int]]]:
    """Return all ends, the turns of several stacks, and who is next for every set of them that waits."""
    if len(attackers) == 1:
        choices = [[0] * (legs[0].defenders + 1)] * 2
        return exact.walk(legs, exact.start(attackers[0])), (), choices
    most = max(attackers)
    after = (
        exact.chances_ahead(legs[1:], most + legs[0].gain)[0]
        if len(legs) > 1
        else [1.0] * (most + legs[0].gain + 1)
    )
    found = stacks.best_order(legs[0], attackers, after, is_given=order == "given")
    walked, turns = stacks.walk(legs, attackers, found)
    named = tuple(
        Turn(
            tuple(attackers[each] + 1 for each in turn.waiting),
            turn.defenders,
            attackers[turn.next] + 1,
            turn.p,
        )
        for turn in turns
    )
    return walked, named, found.choices


def _outcomes(walked: exact.Walk) -> tuple[Outcome, ...]:
    n = len(walked.p_each)
    found = [Outcome(n, a + 1, 0, p) for a, p in reversed(list(enumerate(walked.last))) if p]
    for taken in range(n - 1, -1, -1):
        found += [Outcome(taken, a + 1, d, p) for a, d, p in walked.stopped[taken]]
    return tuple(found)


def _mean_left(last: Sequence[float]) -> float | None:
    total = math.fsum(last)
    return math.fsum((a + 1) * p for a, p in enumerate(last)) / total if total else None


def _defender_losses(legs: Sequence[Leg], outcomes: Sequence[Outcome]) -> tuple[float, float]:
    """Return mean and standard deviation of the armies the defenders lose."""
    before = [0]
    for leg in legs:
        before.append(before[-1] + leg.defenders)
    lost = [
        (before[o.territories_taken] + (legs[o.territories_taken].defenders - o.defenders_left), o.p)
        if o.territories_taken < len(legs)
        else (before[-1], o.p)
        for o in outcomes
    ]
    near = round(math.fsum(n * p for n, p in lost))
    first, second = (math.fsum((n - near) ** power * p for n, p in lost) for power in (1, 2))
    return near + first, math.sqrt(max(second - first * first, 0.0))


def _wants_fractions(
    legs: Sequence[Leg], attackers: Sequence[int], fractions: bool | None, rule_set: RuleSet
) -> bool:
    """Return whether exact fractions are to be found, refusing to where there are none."""
    n_states = (max(attackers) + sum(leg.gain for leg in legs)) * sum(leg.defenders for leg in legs)
    has_some = len(attackers) == 1 and all(blitz.is_rolled(leg.dice) for leg in legs)
    if fractions and not has_some:
        raise InputError("exact fractions are found for one stack whose battles are rolled")
    if fractions and n_states > MAX_FRACTIONS:
        raise InputError(
            f"exact fractions are found for up to {MAX_FRACTIONS:,} states (armies times defenders), "
            f"not {n_states:,} (rule set {rule_set.label!r})"
        )
    return has_some and n_states <= FRACTIONS_UNASKED if fractions is None else fractions


def _fractions(found: exact.Fractions) -> dict[str, Any]:
    texts: dict[str, Any] = {
        "p_all": battles.as_text(found.p_each[-1]),
        "p_each": [battles.as_text(p) for p in found.p_each],
    }
    if found.p_each[-1]:
        mean = sum((a + 1) * p for a, p in enumerate(found.last)) / found.p_each[-1]
        texts["expected_armies_left"] = battles.as_text(mean)
    return texts


def check_can_be_had(legs: Sequence[Leg], p: float, rule_set: RuleSet) -> None:
    """Refuse a chance that no number of armies reaches, even if all of them go on.

    Raises
    ------
    InputError
        If the dice forbid it.
    """
    where = f"rule set {rule_set.label!r}"
    best = math.prod(
        blitz.chance(leg.dice, battle_exact.best_chance(leg.dice, leg.defenders)) for leg in legs
    )
    if p > best:
        chance = f"comes no nearer than {_short_of(best, p)}" if best else "stays 0"
        raise InputError(f"p = {in_full(p)} cannot be had: the chance {chance} ({where})")
    if p < 1:
        return
    is_certain = all(
        not blitz.is_rolled(leg.dice) or battle_exact.fewest_certain(leg.dice, leg.defenders) is not None
        for leg in legs
    )
    if not is_certain:
        raise InputError(
            f"p = 1 cannot be had: no number of armies is certain to win; ask for less, such as 0.99 ({where})"
        )


def _check_more_help(legs: Sequence[Leg], p: float, reached: float, last: int, rule_set: RuleSet) -> None:
    """Refuse a chance that is not reached though more armies change nothing any more, as few of them move in.

    Parameters
    ----------
    legs, p, rule_set
        The question; chances above 1/2 are looked for by those to fail.
    reached
        The chance, or that to fail, of the most armies tried so far, all of which do not suffice.
    last
        The most armies that will be tried.
    """
    is_loss = p > 0.5
    limit = exact.chance_with_ever_more(legs, is_loss, last)
    is_below = limit > 1 - p if is_loss else limit < p
    if math.isclose(reached, limit, rel_tol=_SAME if is_below else _SAME_DOUBLE):
        best = exact.chance_with_ever_more(legs, most=last) if limit > 0.5 or not is_loss else 1 - limit
        chance = f"comes no nearer than {_short_of(best, p)}" if best else "stays 0"
        raise InputError(
            f"p = {in_full(p)} cannot be had: however many armies there are, so few move in that the chance {chance} "
            f"(rule set {rule_set.label!r})"
        )


def _short_of(chance: float, p: float) -> str:
    """Return a chance in six digits, or in more where these do not tell it from the wanted one above it."""
    text = f"{chance:.6g}"
    return text if float(text) < p else in_full(chance)


def _most_searched(legs: Sequence[Leg]) -> int:
    total = sum(leg.defenders for leg in legs)
    if all(blitz.is_rolled(leg.dice) for leg in legs):
        return min(MAX_STATES // total, MAX_ARMIES)
    return math.isqrt(2 * MAX_BLITZ_STATES // total)
