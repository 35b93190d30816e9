"""Questions about several fronts at once, and their answers.

Counting: armies stand on territories. A defender's front holds at least one army; on an attacking territory one of the
armies has to stay behind, so one fewer can attack. Every battle is fought to its end, and fronts are independent of
each other.

Importing this module is light, and questions of a few dozen armies stay light.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from risksim import rules as rule_sets
from risksim.battles import model as battles
from risksim.campaigns import model as campaigns
from risksim.campaigns.fronts import exact
from risksim.campaigns.fronts.plans import (
    Attacking,
    Defending,
    Guarding,
    Holding,
    Outcome,
    Plan,
    Question,
    Taking,
)
from risksim.errors import InputError, check_count, check_real, counted, in_full, unknown_name
from risksim.rules import RuleSet

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

#: Most armies of one side on all fronts together, and on either side of one of them.
MAX_ARMIES = 1_000
#: Most fronts.
MAX_FRONTS = 50
#: What the enemy may do, and what an attack on several targets may be after.
OPPONENTS = ("all", "weakest")
AIMS = ("all", "any", "number", "value")
#: The key that each aim makes best.
_OBJECTIVES = {"all": "p_all", "any": "p_any", "number": "expected_taken", "value": "expected_value"}


class _Fronts(battles.RuledAnswer, frozen=True, kw_only=True):
    """What answers about fronts have in common."""

    armies: int
    """to be placed, in the count of the question"""
    standing: tuple[int, ...]
    """armies on each front before any is placed; one each where none were given, and those are among ``armies``"""
    added: tuple[int, ...]
    """armies placed on each front, beside those ``standing``"""
    worth: tuple[float, ...] | None
    dice: tuple[str, ...]
    """the rules of the battles on each front"""
    objective: str
    """the key that the split makes best"""
    gain_of_one_more: float
    """by how much one army more betters the objective"""
    p: float | None
    """the chance to be kept to"""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON has them; ``p`` and ``needed`` only where they were asked for."""
        fields = super().to_dict()
        return {
            key: value for key, value in fields.items() if value is not None or key not in ("p", "needed")
        }


class Defence(_Fronts, frozen=True, kw_only=True):
    """The answer to :func:`defend`."""

    against: tuple[int, ...]
    """enemy armies on the territory that attacks each front"""
    attackers: tuple[int, ...]
    """of those able to attack: one fewer"""
    opponent: str
    split: tuple[int, ...]
    """defenders on each front, those that stood there included"""
    p_lost: tuple[float, ...]
    """chance that each front falls if it is attacked"""
    p_any_lost: float
    p_none_lost: float
    expected_loss: float
    attacked: int | None
    even_split: Holding
    """each army on the front that has fewest"""
    one_more: Holding
    """the best split of one army more"""
    needed: Holding | None
    """the fewest armies that keep ``p_any_lost`` to ``p``; None where that was not asked"""

    def to_frame(self) -> "pd.DataFrame":
        """Return one row a front: front, against, attackers, standing, defenders, p_lost, and those of the even split."""
        import pandas as pd

        return pd.DataFrame(
            {
                "front": range(1, len(self.split) + 1),
                "against": self.against,
                "attackers": self.attackers,
                "standing": self.standing,
                "defenders": self.split,
                "p_lost": self.p_lost,
                "even_defenders": self.even_split.split,
                "even_p_lost": self.even_split.p_lost,
            }
        )

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the chance to lose each front, beside that of the even split."""
        from risksim.campaigns.fronts import plots

        return plots.defence(self, ax)


class Deployment(_Fronts, frozen=True, kw_only=True):
    """The answer to :func:`deploy`."""

    targets: tuple[int, ...]
    """defenders of each target"""
    aim: str
    split: tuple[int, ...]
    """armies on each attacking territory, those that stood there included"""
    attackers: tuple[int, ...]
    """of those able to attack: one fewer"""
    p_win: tuple[float, ...]
    """chance to take each target"""
    p_all: float
    p_any: float
    p_none: float
    expected_taken: float
    expected_value: float
    even_split: Taking
    """each army on the territory that has fewest"""
    one_more: Taking
    """the best split of one army more"""
    needed: Taking | None
    """the fewest armies with a chance of ``p`` or more; None where that was not asked"""

    def to_frame(self) -> "pd.DataFrame":
        """Return one row a target: target, defenders, standing, armies, attackers, p_win, and those of the even split."""
        import pandas as pd

        return pd.DataFrame(
            {
                "target": range(1, len(self.split) + 1),
                "defenders": self.targets,
                "standing": self.standing,
                "armies": self.split,
                "attackers": self.attackers,
                "p_win": self.p_win,
                "even_armies": self.even_split.split,
                "even_p_win": self.even_split.p_win,
            }
        )

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the chance to take each target, beside that of the even split."""
        from risksim.campaigns.fronts import plots

        return plots.deployment(self, ax)


def defend(
    armies: int,
    against: Sequence[int] | int,
    *,
    fronts: int | None = None,
    rules: battles.Rules = "classic",
    opponent: str | None = None,
    fighting: bool = False,
    standing: Sequence[int] | None = None,
    worth: Sequence[float] | None = None,
    dice: Sequence[campaigns.TerritoryDice] | None = None,
    p: float | None = None,
    **clauses: Any,
) -> Defence:
    """Return the best way to split defenders over fronts, each attacked by a stack that fights to the end.

    The best split is found exactly. Of equally good ones the most even is taken (the smallest sum of squares), of
    those the one with more armies on earlier fronts; fronts that are alike in everything hold more armies the
    earlier they come. Where some front is lost for certain whatever is done, as few are as can be, and the others
    are held as well as they can.

    Parameters
    ----------
    armies
        Defenders to place, at least one for each front; with ``standing`` those to add to the armies there.
    against
        Enemy armies on the territory that attacks each front, of which one stays; with ``fighting`` armies able to
        attack. One number for a single stack that may strike any of the ``fronts``.
    fronts
        Number of fronts a single stack may strike.
    rules
        The rule set.
    opponent
        ``"all"``: every stack attacks; the chance to lose any front is made small. ``"weakest"``: the enemy attacks
        the front with the best chance (or the greatest worth times chance) for him only, and that is made small; of
        splits equally good against him the one that would lose the fewest were all attacked. None is ``"all"``,
        and ``"weakest"`` for a single stack.
    fighting
        Whether ``against`` counts only armies able to attack.
    standing
        Armies already on each front, at least one each, which can only be added to.
    worth
        What each front is worth; the expected loss is made small instead.
    dice
        For each front None for the question's own rules, a rule set, or a dictionary of clauses to change.
    p
        Also find the fewest armies that keep ``p_any_lost`` to this.
    clauses
        Clauses to change for this question.

    Raises
    ------
    InputError
        If a number is out of range, lists differ in length, a name is unknown, or no number of armies is enough.

    >>> answer = defend(20, [12, 5, 5])
    >>> answer.split, round(answer.p_any_lost, 3), round(answer.even_split.p_any_lost, 3)
    ((10, 5, 5), 0.858, 0.909)
    """
    rule_set = _varied(rule_sets.load(rules), clauses)
    stacks, opponent = _stacks(against, fronts, opponent, fighting, f"rule set {rule_set.label!r}")
    question = _question(armies, stacks, standing, worth, dice, rule_set, is_attack=False)
    if p is not None and worth is not None:
        raise InputError("p is a chance to lose any front; it does not go with worth")
    planned = Guarding if opponent == "weakest" else Defending
    plan = planned(question, "all" if worth is None else "value", question.extra + 1)
    best, one_more = plan.best(question.extra), plan.best(question.extra + 1)
    objective = "p_any_lost" if worth is None else "expected_loss"
    return Defence(
        **_fields(best),
        **question.fields(best.split, p),
        objective=objective,
        gain_of_one_more=_gain(one_more, best, objective, "p_none_lost"),
        against=tuple(stack + 1 for stack in stacks),
        attackers=stacks,
        opponent=opponent,
        even_split=plan.outcome(exact.evenly(question.standing, question.extra)),
        one_more=one_more,
        needed=None if p is None else _needed(plan, check_real("p", p, 0, 1)),
    )


def deploy(
    armies: int,
    targets: Sequence[int],
    *,
    rules: battles.Rules = "classic",
    aim: str | None = None,
    fighting: bool = False,
    standing: Sequence[int] | None = None,
    worth: Sequence[float] | None = None,
    dice: Sequence[campaigns.TerritoryDice] | None = None,
    p: float | None = None,
    **clauses: Any,
) -> Deployment:
    """Return the best way to share armies among attacking territories, each of which faces one target.

    The best split is found exactly; of equally good ones the most even is taken, of those the one with more armies on
    earlier territories. One army stays on each territory, and a territory with one army does not attack.

    Parameters
    ----------
    armies
        Armies to place, at least one for each territory; with ``fighting`` those able to attack, with ``standing``
        those to add to the armies there.
    targets
        Defenders of each target.
    rules
        The rule set.
    aim
        What is made large: ``"all"`` the chance to take every target, ``"any"`` at least one, ``"number"`` the
        expected number, ``"value"`` the expected worth. None is ``"value"`` where a worth is given, else ``"all"``.
    fighting
        Whether ``armies`` counts only armies able to attack.
    standing
        Armies already on each territory, at least one each, which can only be added to.
    worth
        What each target is worth.
    dice
        For each target None for the question's own rules, a rule set, or a dictionary of clauses to change.
    p
        Also find the fewest armies with a chance of ``p`` or more, to take all or any.
    clauses
        Clauses to change for this question.

    Raises
    ------
    InputError
        If a number is out of range, lists differ in length, a name is unknown, or no number of armies is enough.

    >>> answer = deploy(20, [3, 6])
    >>> answer.split, round(answer.p_all, 3), round(answer.even_split.p_all, 3)
    ((8, 12), 0.824, 0.781)
    >>> deploy(20, [3, 6], aim="any").split
    (19, 1)
    """
    rule_set = _varied(rule_sets.load(rules), clauses)
    garrisons = _counts("targets", "defenders", targets, 1, f"rule set {rule_set.label!r}")
    aim = _aim(aim, worth, p)
    if fighting and standing is not None:
        raise InputError("fighting does not go with standing: armies that are added can all attack")
    question = _question(
        armies, garrisons, standing, worth, dice, rule_set, is_attack=True, fighting=fighting
    )
    plan = Attacking(question, aim, question.extra + 1)
    best, one_more = plan.best(question.extra), plan.best(question.extra + 1)
    objective = _OBJECTIVES[aim]
    return Deployment(
        **_fields(best),
        **question.fields(best.split, p),
        objective=objective,
        gain_of_one_more=_gain(best, one_more, objective, "p_none"),
        targets=garrisons,
        aim=aim,
        attackers=tuple(stand - 1 for stand in best.split),
        even_split=plan.outcome(exact.evenly(question.standing, question.extra)),
        one_more=one_more,
        needed=None if p is None else _needed(plan, check_real("p", p, 0, 1)),
    )


def _fields(outcome: Holding | Taking) -> dict[str, Any]:
    return {name: getattr(outcome, name) for name in outcome.__struct_fields__}


def _gain(less: Outcome, more: Outcome, objective: str, opposite: str) -> float:
    """Return by how much the objective grows from one outcome to another; near 1 by how much its opposite falls."""
    if objective in ("p_any", "p_any_lost") and getattr(more, objective) > 0.5:
        return float(getattr(less, opposite) - getattr(more, opposite))
    return float(getattr(more, objective) - getattr(less, objective))


def _varied(rule_set: RuleSet, clauses: Mapping[str, Any]) -> RuleSet:
    return rule_set.vary(**{str(name): value for name, value in clauses.items() if value is not None})


def _stacks(
    against: Sequence[int] | int, fronts: int | None, opponent: str | None, fighting: bool, where: str
) -> tuple[tuple[int, ...], str]:
    """Return the armies able to attack each front, and what the enemy does."""
    least = 1 if fighting else 2
    name = "armies able to attack" if fighting else "armies that attack, of which one must stay,"
    if isinstance(against, Iterable):
        if fronts is not None:
            raise InputError(
                "fronts goes with one stack that may strike any of them, not with a list of stacks"
            )
        stacks = _counts("against", name, against, least, where)
    else:
        stack = check_count(name, against, least, MAX_ARMIES, where)
        if fronts is None:
            raise InputError(f"one stack of {stack}: say how many fronts it may strike (fronts)")
        stacks = (stack,) * check_count("fronts", fronts, 1, MAX_FRONTS)
        if opponent == "all":
            raise InputError("one stack strikes one front: list a stack for each front to have all attacked")
        opponent = "weakest"
    if opponent is None:
        opponent = "all"
    if opponent not in OPPONENTS:
        raise unknown_name("opponent", str(opponent), OPPONENTS)
    return tuple(stack - (least - 1) for stack in stacks), opponent


def _counts(argument: str, name: str, values: Any, least: int, where: str) -> tuple[int, ...]:
    """Check a list of armies, one number a front."""
    entries = campaigns.entries(argument, values)
    if not entries:
        raise InputError(f"{argument} is empty; at least one front is needed")
    if len(entries) > MAX_FRONTS:
        raise InputError(f"{argument} lists {len(entries)} fronts; the most is {MAX_FRONTS}")
    return tuple(
        check_count(name, value, least, MAX_ARMIES, f"number {place} of {argument}, {where}")
        for place, value in enumerate(entries, start=1)
    )


def _listed(argument: str, values: Any, n_fronts: int) -> tuple[Any, ...]:
    """Check that a list has an entry for each front."""
    entries = campaigns.entries(argument, values)
    if len(entries) != n_fronts:
        fronts = counted(n_fronts, "front")
        raise InputError(f"{argument} has {counted(len(entries), 'entry', 'entries')} for {fronts}")
    return entries


def _aim(aim: str | None, worth: Sequence[float] | None, p: float | None) -> str:
    if aim is None:
        aim = "all" if worth is None else "value"
    if aim not in AIMS:
        raise unknown_name("aim", str(aim), AIMS)
    if (worth is not None) != (aim == "value"):
        raise InputError(
            "aim 'value' needs the worth of each target"
            if worth is None
            else f"worth goes with aim 'value', not {aim!r}"
        )
    if p is not None and aim not in ("all", "any"):
        raise InputError(f"p is a chance to take all targets or any; it does not go with aim {aim!r}")
    return aim


def _question(
    armies: int,
    opponents: tuple[int, ...],
    standing: Sequence[int] | None,
    worth: Sequence[float] | None,
    dice: Sequence[campaigns.TerritoryDice] | None,
    rule_set: RuleSet,
    *,
    is_attack: bool,
    fighting: bool = False,
) -> Question:
    n_fronts = len(opponents)
    fronts = counted(n_fronts, "front")
    if standing is None:
        # one army stands everywhere; it is among those of the question unless that counts others only
        stood, offset = (1,) * n_fronts, 0 if fighting else n_fronts
        name, least, context = "armies", offset, f"{fronts}, one army each" if offset else fronts
    else:
        stood, offset = (
            _counts("standing", "armies standing", _listed("standing", standing, n_fronts), 1, fronts),
            0,
        )
        name, least, context = "armies to add", 0, f"{sum(stood)} armies stand there"
    most = MAX_ARMIES - sum(stood) + offset
    if most < 0:
        raise InputError(f"standing has {sum(stood)} armies in all; the most is {MAX_ARMIES}")
    extra = check_count(name, armies, least, most, context) - offset
    worths = None
    if worth is not None:
        worths = tuple(check_real("worth", each, 0) for each in _listed("worth", worth, n_fronts))
        if not any(worths):
            raise InputError("worth is 0 for every front; at least one must be worth something")
    entries = [None] * n_fronts if dice is None else _listed("dice", dice, n_fronts)
    front_rules = tuple(
        campaigns.territory_rules(rule_set, each, None, f"front {place}")
        for place, each in enumerate(entries, start=1)
    )
    return Question(extra, offset, is_attack, opponents, stood, worths, rule_set, front_rules)


def _needed(plan: Plan[Outcome], p: float) -> Outcome:
    """Return what comes of the fewest armies that bring the chance to ``p``, or down to it."""
    question = plan.question
    most = MAX_ARMIES - sum(question.standing)
    if p == float(question.is_attack):
        extra = _certain(question, plan.aim)
        if extra > most:
            raise _too_many(question, p)
        return type(plan)(question, plan.aim, extra).best(extra)
    while True:
        for extra, chance in enumerate(plan.chances()):
            if chance >= p if question.is_attack else chance <= p:
                return plan.best(extra)
        if plan.extra >= most:
            raise _too_many(question, p)
        plan = type(plan)(question, plan.aim, min(2 * plan.extra + 10, most))


def _too_many(question: Question, p: float) -> InputError:
    most = MAX_ARMIES - sum(question.standing) + question.offset
    return InputError(
        f"more than {most:,} armies would be needed for a chance of {in_full(p)}; "
        f"the search ends there (rule set {question.rule_set.label!r})"
    )


def _certain(question: Question, aim: str) -> int:
    """Return the fewest armies beside those standing that leave nothing to the dice; doubles round much more to 1."""
    find = exact.fewest_taking if question.is_attack else exact.fewest_holding
    fewest = [
        find(rules.dice, opponent, MAX_ARMIES)
        for rules, opponent in zip(question.front_rules, question.opponents, strict=True)
    ]
    added = [
        None if armies is None else max(armies - stood, 0)
        for armies, stood in zip(fewest, question.standing, strict=True)
    ]
    found = [armies for armies in added if armies is not None]
    if aim == "any" and found:
        return min(found)
    if len(found) == len(added):
        return sum(found)
    place = added.index(None)
    if question.is_attack:
        against, hint = counted(question.opponents[place], "defender"), "to win; ask for less, such as 0.99"
    else:
        against, hint = counted(question.opponents[place], "attacker"), "to hold; ask for more, such as 0.01"
    raise InputError(
        f"p = {int(question.is_attack)} cannot be had against {against}: no number of armies is certain {hint} "
        f"(rule set {question.front_rules[place].label!r})"
    )
