"""The question either side asks, what comes of a split of its armies, and the best splits of any number of them."""

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from msgspec import Struct

from risksim.campaigns.fronts import exact
from risksim.campaigns.fronts.exact import Chance, Cost
from risksim.rules import RuleSet


class Holding(Struct, frozen=True):
    """Defenders on the fronts and what becomes of them."""

    armies: int
    """to be placed, in the count of the question"""
    split: tuple[int, ...]
    """defenders on each front, those that stood there included"""
    p_lost: tuple[float, ...]
    """chance that each front falls if it is attacked"""
    p_any_lost: float
    """chance that a front falls: any of them where all are attacked, or the one the enemy picks"""
    p_none_lost: float
    """chance that no front falls; near 0 it carries the digits that 1 - ``p_any_lost`` loses"""
    expected_loss: float
    """expected worth of the fronts that fall; their expected number where no worth was given"""
    attacked: int | None
    """the front the enemy picks, counted from 1; None where all are attacked"""


class Taking(Struct, frozen=True):
    """Attackers on their territories and what becomes of their targets."""

    armies: int
    """to be placed, in the count of the question"""
    split: tuple[int, ...]
    """armies on each attacking territory, those that stood there included"""
    p_win: tuple[float, ...]
    """chance to take each target"""
    p_all: float
    p_any: float
    p_none: float
    """chance that no target is taken; near 0 it carries the digits that 1 - ``p_any`` loses"""
    expected_taken: float
    """expected number of targets taken"""
    expected_value: float
    """expected worth of the targets taken; their number where no worth was given"""


class Question(Struct, frozen=True):
    """What the questions of both sides have in common, checked."""

    extra: int
    """armies that may go anywhere, beside those ``standing``"""
    offset: int
    """by how many the question's count of armies is larger"""
    is_attack: bool
    opponents: tuple[int, ...]
    """attackers able to attack, or defenders of the targets"""
    standing: tuple[int, ...]
    worth: tuple[float, ...] | None
    rule_set: RuleSet
    front_rules: tuple[RuleSet, ...]

    @property
    def worths(self) -> tuple[float, ...]:
        """What each front is worth, 1 where nothing was said."""
        return self.worth or (1.0,) * len(self.opponents)

    def fields(self, split: Sequence[int], p: float | None) -> dict[str, Any]:
        """Return the fields of an answer that repeat the question."""
        return {
            "rule_set": self.rule_set,
            "standing": self.standing,
            "added": tuple(stands - stood for stands, stood in zip(split, self.standing, strict=True)),
            "worth": self.worth,
            "dice": tuple(each.label for each in self.front_rules),
            "p": p,
        }

    def tables(self, extra: int) -> list[list[Chance]]:
        """Return, for each front, the chances with 0 … armies of one's own there."""
        most = extra + max(self.standing)
        found: list[list[Chance]] = [[] for _ in self.opponents]
        find = exact.for_attacks if self.is_attack else exact.for_defences
        for dice in {each.dice for each in self.front_rules}:
            places = [place for place, each in enumerate(self.front_rules) if each.dice == dice]
            tables = find(dice, {self.opponents[place] for place in places}, most)
            for place in places:
                found[place] = tables[self.opponents[place]]
        return found

    def ordered(self, split: Sequence[int]) -> tuple[int, ...]:
        """Return the split with more armies on the earlier of fronts that are alike in everything."""
        alike: dict[Any, list[int]] = {}
        dice = (each.dice for each in self.front_rules)
        for place, key in enumerate(zip(self.opponents, self.standing, self.worths, dice, strict=True)):
            alike.setdefault(key, []).append(place)
        stands = list(split)
        for places in alike.values():
            for place, armies in zip(places, sorted((split[p] for p in places), reverse=True), strict=True):
                stands[place] = armies
        return tuple(stands)


#: What comes of a split: :class:`Holding` or :class:`Taking`.
Outcome = TypeVar("Outcome", Holding, Taking)


class Plan(Generic[Outcome]):
    """The best splits of up to so many armies; the sides differ in what a front costs and what comes of a split."""

    def __init__(self, question: Question, aim: str, extra: int) -> None:
        self.question, self.aim, self.extra = question, aim, extra
        self.tables = question.tables(extra)

    def cost(self, chance: Chance, worth: float, is_likely: bool) -> Cost:
        """Return what a front adds to the sum that is made small; ``is_likely`` says which way its loss is counted."""
        raise NotImplementedError

    def reached(self, cost: Cost) -> float:
        """Return the chance that is wanted (or feared) from the sum of the costs."""
        raise NotImplementedError

    def outcome(self, split: Sequence[int]) -> Outcome:
        """Return what comes of a split."""
        raise NotImplementedError

    def costs(self, extra: int) -> list[list[Cost]]:
        """Return, for each front, its costs with 0 … ``extra`` armies added."""
        found = []
        for table, stood, worth in zip(
            self.tables, self.question.standing, self.question.worths, strict=True
        ):
            with_all = table[stood + extra]
            is_likely = with_all.taken > with_all.held
            found.append(
                [
                    self.cost(chance, worth, is_likely)._replace(squares=stands**2)
                    for stands, chance in enumerate(table[stood : stood + extra + 1], start=stood)
                ]
            )
        return found

    @cached_property
    def sums(self) -> list[exact.Best]:
        """The best split of 0, 1 … armies, and the sum of its costs."""
        return exact.best_sum(self.costs(self.extra), self.extra)

    def best(self, extra: int) -> Outcome:
        """Return what comes of the best split of so many armies beside those standing."""
        return self.outcome(self.placed(self.sums[extra].added))

    def placed(self, added: Sequence[int]) -> tuple[int, ...]:
        """Return where armies stand once so many are added to each front."""
        pairs = zip(self.question.standing, added, strict=True)
        return self.question.ordered([stood + more for stood, more in pairs])

    def chances(self) -> list[float]:
        """Return the chance that is wanted (or feared) with 0, 1 … armies beside those standing."""
        return [self.reached(best.cost) for best in self.sums]

    def at(self, split: Sequence[int]) -> list[Chance]:
        """Return the chances of each front."""
        return [table[stands] for table, stands in zip(self.tables, split, strict=True)]

    def count(self, split: Sequence[int]) -> int:
        """Return the armies of a split as the question counts them."""
        return sum(split) - sum(self.question.standing) + self.question.offset


class Defending(Plan[Holding]):
    """Defenders against stacks that all attack; the aim is ``"all"`` to hold, or the ``"value"`` held."""

    def cost(self, chance: Chance, worth: float, is_likely: bool) -> Cost:
        """Return what is lost: minus the logarithm of the chance to hold, or the worth that falls."""
        if self.aim == "all":
            return exact.surprise(chance.held, chance.taken)
        return Cost(0, -worth * chance.held if is_likely else worth * chance.taken)

    def reached(self, cost: Cost) -> float:
        """Return the chance that any front falls."""
        return exact.all_of(cost).fails

    def outcome(self, split: Sequence[int]) -> Holding:
        """Return what comes of a split when every front is attacked."""
        chances = self.at(split)
        joint = exact.all_of(*(exact.surprise(chance.held, chance.taken) for chance in chances))
        losses = (worth * chance.taken for worth, chance in zip(self.question.worths, chances, strict=True))
        return Holding(
            self.count(split),
            tuple(split),
            tuple(chance.taken for chance in chances),
            joint.fails,
            joint.happens,
            math.fsum(losses),
            None,
        )


class Guarding(Defending):
    """Defenders against an enemy who picks the front that is best for him."""

    def danger(self, chance: Chance, worth: float) -> float:
        """Return what the enemy looks for, in a measure that keeps the digits of chances near 0 and near 1."""
        if self.aim == "value":
            return worth * chance.taken
        cost = exact.surprise(chance.held, chance.taken)
        return math.inf if cost.infinities else cost.value

    @cached_property
    def dangers(self) -> list[list[float]]:
        """The danger of each front with 0, 1 … armies added."""
        rows = zip(self.tables, self.question.standing, self.question.worths, strict=True)
        return [
            [self.danger(chance, worth) for chance in table[stood : stood + self.extra + 1]]
            for table, stood, worth in rows
        ]

    @cached_property
    def least(self) -> list[float]:
        """The least danger 0, 1 … armies can bring the worst front to."""
        return exact.least_maximum(self.dangers, self.extra)

    def best(self, extra: int) -> Holding:
        """Return what comes of the best split: of those equally good against this enemy the best against all."""
        limit = self.least[extra]
        costs = [
            [
                cost if danger <= limit else Cost(0, math.inf, cost.squares)
                for cost, danger in zip(front, dangers, strict=False)
            ]
            for front, dangers in zip(self.costs(extra), self.dangers, strict=True)
        ]
        return self.outcome(self.placed(exact.best_sum(costs, extra)[extra].added))

    def chances(self) -> list[float]:
        """Return the chance that the front the enemy picks falls, with 0, 1 … armies beside those standing."""
        return [-math.expm1(-danger) for danger in self.least]

    def outcome(self, split: Sequence[int]) -> Holding:
        """Return what comes of a split when the front best for the enemy is attacked, the first of equal ones."""
        chances, worths = self.at(split), self.question.worths
        dangers = [self.danger(*each) for each in zip(chances, worths, strict=True)]
        place = dangers.index(max(dangers))
        return Holding(
            self.count(split),
            tuple(split),
            tuple(chance.taken for chance in chances),
            chances[place].taken,
            chances[place].held,
            worths[place] * chances[place].taken,
            place + 1,
        )


class Attacking(Plan[Taking]):
    """Attackers who want ``"all"`` targets, ``"any"``, the greatest ``"number"`` or the greatest ``"value"``."""

    def cost(self, chance: Chance, worth: float, is_likely: bool) -> Cost:
        """Return what is wanted: a logarithm of the chance to win or to fail, or the worth that is not taken."""
        if self.aim == "all":
            return exact.surprise(chance.taken, chance.held)
        if self.aim == "any":
            failure = exact.surprise(chance.held, chance.taken)
            return Cost(-failure.infinities, -failure.value)
        return Cost(0, worth * chance.held if is_likely else -worth * chance.taken)

    def reached(self, cost: Cost) -> float:
        """Return the chance to take all targets, or any."""
        if self.aim == "any":
            return exact.all_of(Cost(-cost.infinities, -cost.value)).fails
        return exact.all_of(cost).happens

    def outcome(self, split: Sequence[int]) -> Taking:
        """Return what comes of a split."""
        chances = self.at(split)
        won = [chance.taken for chance in chances]
        no_target = exact.all_of(*(exact.surprise(chance.held, chance.taken) for chance in chances))
        return Taking(
            self.count(split),
            tuple(split),
            tuple(won),
            exact.all_of(*(exact.surprise(chance.taken, chance.held) for chance in chances)).happens,
            no_target.fails,
            no_target.happens,
            math.fsum(won),
            math.fsum(worth * p for worth, p in zip(self.question.worths, won, strict=True)),
        )
