"""Questions about plans with branches, and their answers.

Importing this module is light; numpy and numba come in only for plans of some size.
"""

import contextlib
import itertools
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from risksim import rules as rule_sets
from risksim.battles import model as battles
from risksim.campaigns import model as chains
from risksim.campaigns.exact import Leg
from risksim.campaigns.plans import ends, exact, reading
from risksim.campaigns.plans.reading import Plan, Territory
from risksim.errors import InputError, check_count, check_real, in_full
from risksim.rules import RuleSet
from risksim.rules.clauses import OccupyMin

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

#: Rows of attacks and splits rarer than this are left out of an answer.
LEAST_SHOWN = 1e-4


class Attack(Struct, frozen=True):
    """Whom to attack next."""

    attacked_from: str
    waiting: tuple[str, ...]
    """neighbours not taken yet"""
    attack: str
    armies_low: int
    """with so many armies on the territory"""
    armies_high: int
    """or up to so many"""
    p: float
    """chance that it comes to this"""


class Split(Struct, frozen=True):
    """How many armies to move in after a win."""

    territory: str
    attacked_from: str
    waiting: tuple[str, ...]
    """neighbours then left to those that stay"""
    armies_left: int
    """on the territory the attack came from"""
    move_in: int
    p: float
    """chance that it comes to this"""


class PlanOutcome(Struct, frozen=True):
    """One way in which a plan ends."""

    territories_taken: int
    p: float


class InFileOrder(Struct, frozen=True):
    """What comes of attacking in the order of the plan, with the best splits for that."""

    p_all: float
    expected_value: float


class BestPlan(battles.RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`plan`."""

    armies: int
    """on the territory all begins from"""
    attackers: int
    """able to attack: one fewer"""
    keep: int
    aim: str
    is_exact: bool
    """whether no order is better; with a heuristic, somewhere an order was only looked for"""
    p_all: float
    """chance that everything is taken"""
    p_each: dict[str, float]
    """chance that each territory is taken, by its name"""
    expected_value: float
    """of what is taken"""
    expected_armies_left: float | None
    """armies left at the start and in all territories together, if everything is taken; None if it cannot be"""
    outcomes: tuple[PlanOutcome, ...]
    """how many territories are taken how likely, the most first"""
    order: tuple[str, ...]
    """the likeliest order of the attacks; those of two parts of a split stack may be mixed at will"""
    attacks: tuple[Attack, ...]
    """whom to attack with how many armies"""
    splits: tuple[Split, ...]
    """how many armies to move in after each win"""
    in_file_order: InFileOrder
    territories: tuple[Territory, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary that ``json.dumps`` accepts, with the answer in words."""
        from risksim.campaigns.plans import words

        return {**super().to_dict(), "words": list(words.best(self))}

    def to_frame(self) -> "pd.DataFrame":
        """Return the territories: territory, attacked_from, defenders, value, p."""
        import pandas as pd

        rows = [
            (
                each.name,
                each.attacked_from or reading.START,
                each.defenders,
                each.value,
                self.p_each[each.name],
            )
            for each in self.territories
        ]
        return pd.DataFrame(rows, columns=["territory", "attacked_from", "defenders", "value", "p"])

    def splits_frame(self) -> "pd.DataFrame":
        """Return the splits: territory, attacked_from, waiting, armies_left, move_in, p."""
        import pandas as pd

        rows = [
            (s.territory, s.attacked_from, ", ".join(s.waiting), s.armies_left, s.move_in, s.p)
            for s in self.splits
        ]
        return pd.DataFrame(rows).set_axis(list(Split.__struct_fields__), axis=1)

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the chance that each territory is taken."""
        from risksim.campaigns.plans import plots

        return plots.best(self, ax)


class PlanNeed(battles.RuledAnswer, frozen=True, kw_only=True):
    """The armies a plan needs."""

    territories: tuple[Territory, ...]
    is_exact: bool
    """whether no order does with fewer; with a heuristic, somewhere an order was only looked for"""
    p: float
    """the chance asked for"""
    armies: int
    """fewest armies on the territory all begins from"""
    attackers: int
    """able to attack: one fewer"""
    p_win: float
    """chance that everything is taken"""
    p_win_one_fewer: float
    curve: tuple[tuple[int, float], ...]
    """armies at the start and their chance, around the number needed"""

    def to_frame(self) -> "pd.DataFrame":
        """Return the curve: armies, p_win."""
        import pandas as pd

        return pd.DataFrame(self.curve, columns=["armies", "p_win"])

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the chance against the armies, with the number needed."""
        from risksim.campaigns import plots

        return plots.need(self, ax)


def plan(
    plan: Plan | str | os.PathLike[str],
    *,
    armies: int | None = None,
    aim: str | None = None,
    rules: battles.Rules | None = None,
    **clauses: Any,
) -> BestPlan:
    """Return the best order of attacks and the best splits of a plan with branches, and what comes of them.

    From a stack any neighbour of its territory that the plan names may be attacked. Each attack, once begun, is fought
    until the territory is taken or the stack is worn to its floor. After a win some armies move in (at least as many
    as clause ``occupy_min`` asks for) and do not come back. What is best may depend on the armies left: the answer has
    whom to attack with how many armies, and how many to move in with how many left. It is found exactly, by dynamic
    programming over the sets of neighbours not yet taken, as long as these are not too many (a dozen neighbours of one
    territory are not, up to some 300 armies); beyond, the order is a heuristic and ``is_exact`` is false.

    Whatever the aim, a stack that cannot take everything before it goes for the greatest expected value. What comes of
    the best course is exact as well: ``outcomes``, the whole distribution of the number of territories taken, and
    ``expected_armies_left``, the armies left everywhere if all are taken, those that stayed at the start among them.

    Parameters
    ----------
    plan
        A plan, or the path of a plan file (:mod:`risksim.campaigns.plans.reading`).
    armies
        Armies at the start, in place of those of the plan.
    aim
        ``"all"``, the chance to take everything, or ``"value"``, the expected value of what is taken, in place of the
        aim of the plan.
    rules
        The rule set, in place of that of the plan.
    clauses
        Clauses to change for this question, on top of those of the plan.

    Raises
    ------
    InputError
        If the file or the plan is not as it should be, a number is out of range, a territory cannot be attacked, or a
        battle would never end.

    >>> fork = Plan(
    ...     armies=12,
    ...     territories=(Territory(name="A", defenders=2), Territory(name="B", defenders=4)),
    ... )
    >>> answer = plan(fork)
    >>> answer.order, round(answer.p_all, 4), round(answer.in_file_order.p_all, 4)
    (('B', 'A'), 0.7603, 0.7505)
    """
    found, rule_set, where = _read(plan, armies, aim, rules, clauses)
    if found.armies is None:
        raise InputError("the plan does not say how many armies it begins with; give armies")
    if found.keep >= found.armies:
        raise InputError(f"keep must be at most {found.armies - 1}, not {found.keep} ({found.armies} armies)")
    attackers = found.armies - 1
    numbered, nodes = _nodes(found, rule_set, attackers, where)
    solution = exact.best(nodes, found.aim)
    taken, attacks = exact.follow(solution, attackers)
    ended = ends.ends(solution, attacks, attackers)
    in_order = exact.best(nodes, found.aim, in_order=True)
    names = [reading.START, *(each.name for each in numbered)]
    p_each = dict(zip(names[1:], taken[1:], strict=True))
    return BestPlan(
        armies=found.armies,
        attackers=attackers,
        keep=found.keep,
        aim=found.aim,
        is_exact=solution.is_exact,
        p_all=_chance(solution.at_start.p_all[-1]),
        p_each={each.name: p_each[each.name] for each in found.territories},
        expected_value=_value(nodes, taken),
        expected_armies_left=ended.armies_left,
        outcomes=tuple(PlanOutcome(n, p) for n, p in reversed(list(enumerate(ended.p_taken))) if p),
        order=_order(nodes, attacks, names),
        attacks=tuple(_attack_rows(attacks, names)),
        splits=tuple(row for attack in attacks for row in _split_rows(attack, names)),
        in_file_order=InFileOrder(
            p_all=_chance(in_order.at_start.p_all[-1]),
            expected_value=_value(nodes, exact.follow(in_order, attackers)[0]),
        ),
        territories=found.territories,
        rule_set=rule_set,
    )


def need(
    plan: Plan | str | os.PathLike[str], p: float, *, rules: battles.Rules | None = None, **clauses: Any
) -> PlanNeed:
    """Return the fewest armies with which a plan takes everything with at least some chance.

    Parameters
    ----------
    plan
        A plan, or the path of a plan file; its armies and its aim do not matter.
    p
        The chance wanted, 0 … 1; certainty (1) is refused.
    rules
        The rule set, in place of that of the plan.
    clauses
        Clauses to change for this question, on top of those of the plan.

    Raises
    ------
    InputError
        If the file or the plan is not as it should be, no number of armies reaches the chance, or more than 2,000
        would be needed.

    >>> fork = Plan(territories=(Territory(name="A", defenders=2), Territory(name="B", defenders=4)))
    >>> need(fork, 0.8).armies
    13
    """
    found, rule_set, where = _read(plan, None, "all", rules, clauses)
    p = check_real("p", p, 0, 1)
    most = min(2 * sum(each.defenders for each in found.territories) + 10, reading.MAX_ARMIES - 1)
    _check_can_be_had(_nodes(found, rule_set, most, where)[1], p, rule_set)
    while True:
        nodes = _nodes(found, rule_set, most, where)[1]
        solution = exact.solve(nodes, "all")
        chances = [_chance(chance) for chance in solution.at_start.p_all]
        attackers = next((a for a, chance in enumerate(chances) if a >= found.keep and chance >= p), 0)
        if attackers:
            break
        if most == reading.MAX_ARMIES - 1:
            raise InputError(
                f"more than {reading.MAX_ARMIES:,} armies would be needed for a chance of {in_full(p)}; the search ends "
                f"there (rule set {rule_set.label!r})"
            )
        most = min(2 * most, reading.MAX_ARMIES - 1)
    return PlanNeed(
        territories=found.territories,
        is_exact=solution.is_exact,
        p=p,
        armies=attackers + 1,
        attackers=attackers,
        p_win=chances[attackers],
        p_win_one_fewer=chances[attackers - 1],
        curve=chains.curve(chances, attackers),
        rule_set=rule_set,
    )


def _check_can_be_had(nodes: Sequence[exact.Node], p: float, rule_set: RuleSet) -> None:
    """Refuse a chance that no number of armies reaches."""
    legs = [node.leg for node in nodes if node.leg is not None]
    chains.check_can_be_had(legs, p, rule_set)
    where = f"rule set {rule_set.label!r}"
    if p == 1:
        raise InputError(
            f"p = 1 is not looked for in a plan with branches; ask for less, such as 0.99 ({where})"
        )
    if (
        p
        and rule_set.campaign.occupy_min is OccupyMin.ALL_SURVIVORS
        and any(len(n.targets) > 1 for n in nodes)
    ):
        raise InputError(
            f"p = {in_full(p)} cannot be had: all survivors move in, and nobody stays to attack a second neighbour ({where})"
        )


def _read(
    plan: Plan | str | os.PathLike[str],
    armies: int | None,
    aim: str | None,
    rules: battles.Rules | None,
    clauses: Mapping[str, Any],
) -> tuple[Plan, RuleSet, str]:
    """Return the plan with what the question puts in its place, its rules, and what it is called in messages."""
    where = "plan" if isinstance(plan, Plan) else os.fspath(plan)
    found = reading.check(plan) if isinstance(plan, Plan) else reading.read(plan)
    changes: dict[str, Any] = {}
    if armies is not None:
        changes["armies"] = check_count("armies", armies, 2, reading.MAX_ARMIES)
    if aim is not None:
        changes["aim"] = aim
    if rules is None:
        with _naming(where):
            rule_set = rule_sets.load(found.rules)
    else:
        rule_set = rule_sets.load(rules)
    asked = {name: value for name, value in clauses.items() if value is not None}
    try:
        rule_set = rule_set.vary(**{**found.clauses, **asked})
    except InputError:
        with _naming(where):
            rule_set.vary(**found.clauses)
        raise  # the clauses of the plan alone are well
    return reading.check(structs.replace(found, **changes)), rule_set, where


@contextlib.contextmanager
def _naming(place: str) -> Iterator[None]:
    """Name the file and the territory in what is refused about the rules, where that is not done yet."""
    try:
        yield
    except InputError as error:
        if str(error).startswith(place):
            raise
        raise InputError(f"{place}: {error}") from None


def _nodes(
    plan: Plan, rule_set: RuleSet, attackers: int, where: str
) -> tuple[list[Territory], list[exact.Node]]:
    """Return the territories, each after the one it is attacked from, and as the search takes them, the start first."""
    numbered: list[Territory] = []
    behind: dict[str | None, list[Territory]] = {}
    for each in plan.territories:
        behind.setdefault(each.attacked_from, []).append(each)
    waiting: list[Territory] = list(behind[None])
    while waiting:
        each = waiting.pop(0)
        numbered.append(each)
        waiting += behind.get(each.name, [])
    number = {each.name: at for at, each in enumerate(numbered, start=1)}
    most: dict[str | None, int] = {None: attackers}
    leave: dict[str | None, int] = {None: plan.keep}
    for each in numbered:
        most[each.name] = most[each.attacked_from] + each.gain
        leave[each.name] = each.leave
    nodes = []
    for name in (None, *(each.name for each in numbered)):
        territory = None if name is None else numbered[number[name] - 1]
        nodes.append(
            exact.Node(
                leg=None if territory is None else _leg(plan, rule_set, territory, leave, where),
                value=0.0 if territory is None else territory.value,
                targets=tuple(number[each.name] for each in behind.get(name, [])),
                most=most[name],
            )
        )
    return numbered, nodes


def _leg(
    plan: Plan, rule_set: RuleSet, territory: Territory, leave: Mapping[str | None, int], where: str
) -> Leg:
    place = f"{where}: territory {territory.name!r}"
    with _naming(place):
        base = rule_set if territory.rules is None else rule_sets.load(territory.rules)
        ruled = chains.territory_rules(base, territory.clauses or None, None, place)
    stay = leave[territory.attacked_from]
    leg = Leg(
        dice=ruled.dice,
        defenders=territory.defenders,
        floor=max(plan.keep, stay) - 1,
        leave=stay,
        gain=territory.gain,
        occupy=rule_set.campaign.occupy_min,
    )
    chains.check_leg(leg, place, ruled)
    return leg


def _value(nodes: list[exact.Node], taken: list[float]) -> float:
    return sum(node.value * p for node, p in zip(nodes, taken, strict=True))


def _chance(p: float) -> float:
    """Return a chance as a plain double, without what rounding brings it above 1."""
    return min(float(p), 1.0)


def _order(nodes: list[exact.Node], attacks: list[exact.Attack], names: list[str]) -> tuple[str, ...]:
    """Return the likeliest order: at every turn the target attacked most often, and what is behind it right after."""
    turns: dict[tuple[int, tuple[int, ...]], list[tuple[float, int]]] = {}
    for attack in attacks:
        turn = sum(attack.armies.values()), attack.target
        turns.setdefault((attack.attacked_from, attack.waiting), []).append(turn)

    def from_here(at: int) -> list[str]:
        waiting, found = nodes[at].targets, []
        while waiting:
            _, target = max(turns.get((at, waiting), [(0.0, waiting[0])]))
            found += [names[target], *from_here(target)]
            waiting = tuple(each for each in waiting if each != target)
        return found

    return tuple(from_here(0))


def _attack_rows(attacks: list[exact.Attack], names: list[str]) -> list[Attack]:
    """Return attacks as rows of neighbouring numbers of armies between which no other attack is better."""
    choices: dict[tuple[int, tuple[int, ...]], dict[int, int]] = {}
    for attack in attacks:
        chosen = choices.setdefault((attack.attacked_from, attack.waiting), {})
        chosen.update(dict.fromkeys(attack.armies, attack.target))
    likely = {(each.attacked_from, each.waiting, each.target): each.armies for each in attacks}
    rows = []
    for (at, waiting), chosen in choices.items():
        for target, run in itertools.groupby(sorted(chosen), key=chosen.__getitem__):
            armies = list(run)
            rows.append(
                Attack(
                    attacked_from=names[at],
                    waiting=tuple(names[each] for each in waiting),
                    attack=names[target],
                    armies_low=armies[0],
                    armies_high=armies[-1],
                    p=_chance(math.fsum(likely[at, waiting, target][each] for each in armies)),
                )
            )
    return [row for row in rows if row.p >= LEAST_SHOWN]


def _split_rows(attack: exact.Attack, names: list[str]) -> list[Split]:
    return [
        Split(
            territory=names[attack.target],
            attacked_from=names[attack.attacked_from],
            waiting=tuple(names[each] for each in attack.waiting if each != attack.target),
            armies_left=armies_left,
            move_in=move,
            p=_chance(p),
        )
        for (armies_left, move), p in sorted(attack.splits.items(), reverse=True)
        if p >= LEAST_SHOWN
    ]
