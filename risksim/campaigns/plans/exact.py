"""The best order and the best splits of a plan with branches, exactly by dynamic programming.

A stack may attack any neighbour of its territory that the plan names and that is not taken yet. Each attack, once
begun, is fought until the territory is taken or the stack is worn to its floor, and a stack at its floor attacks
nobody. After a win some of the stack move in and never come back, so from then on the two parts know nothing of each
other: the chance to take everything is the product of theirs, the expected value the sum. So it is enough to know, for
each territory, each set of its neighbours not yet taken, and each number of armies there, what is best; the sets grow
one by one. A fixed order is the same with one set of each size.

A stack that cannot take everything before it goes for the greatest expected value, whatever the aim.

Where a territory has so many neighbours that their sets are too many, an order is fixed for it and bettered by
exchanging neighbours in it: a heuristic, which the answer says it is.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from risksim.campaigns import exact
from risksim.campaigns.exact import Leg

#: Most steps in which all sets of neighbours are gone through, and what one set costs beside its steps.
MAX_STEPS = 4_000_000_000
SET_STEPS = 100_000
#: Steps up to which plain Python is used.
PLAIN_STEPS = 500_000
#: Courses less likely than this, next to that of taking everything, are not followed any further.
NEGLIGIBLE = 1e-18
#: Most rounds of exchanges in an order.
_MAX_ROUNDS = 20


#: Numbers by armies able to attack, and by dice last rolled as well: lists or arrays, as the arithmetic has them.
Line = Any
Table = Any


class Node(NamedTuple):
    """A territory of a plan, or the start: a stack may stand here."""

    leg: Leg | None
    """how it is taken, with the armies to leave where the attack comes from; None for the start"""
    value: float
    targets: tuple[int, ...]
    """numbers of the territories attacked from here, in the order of the plan"""
    most: int
    """most armies that may ever be able to attack from here"""


class Course(NamedTuple):
    """What is best from one territory with some of its neighbours not yet taken, by armies able to attack."""

    p_all: Line
    """the chance to take everything"""
    value: Line
    """the expected value of what is taken"""
    choice: Line
    """the neighbour to attack; -1 where none can be"""


#: For each set of neighbours (bits, in the order of the targets) not yet taken.
Courses = dict[int, Course]


class Solution(NamedTuple):
    """A plan with everything decided."""

    nodes: Sequence[Node]
    is_sum: bool
    courses: list[Courses]
    """by territory"""
    is_exact: bool
    arithmetic: "Arithmetic"

    @property
    def at_start(self) -> Course:
        """What is best at the start."""
        return self.whole(0)

    def whole(self, node: int) -> Course:
        """Return what is best from a territory none of whose neighbours is taken."""
        return self.courses[node][(1 << len(self.nodes[node].targets)) - 1]


class Option(NamedTuple):
    """One neighbour that may be attacked next."""

    target: int
    most: int
    """most armies able to attack it"""
    ahead: Course
    """what those that move in have before them"""
    rest: Course
    """what those that stay have before them"""


class Split(NamedTuple):
    """How a stack divides after a win, and what that brings; by dice last rolled and armies able to attack left."""

    moves: Table
    """armies to move in"""
    p_all: Table
    value: Table


class Arithmetic(Protocol):
    """What the search asks of the numbers below it: plain lists or arrays."""

    def nothing_left(self, most: int) -> Course:
        """Return the course of a stack with no neighbour left to take."""

    def split(self, option: Option) -> Split:
        """Return the best split after a win."""

    def course(self, most: int, options: Sequence[Option]) -> Course:
        """Return the best course among options, the earlier if equal."""

    def fight(self, option: Option, entering: list[float]) -> list[list[float]]:
        """Return the wins of a battle by dice last rolled and armies left."""

    def look_back(self, option: Option, reward: Table, lost: float) -> Line:
        """Return the mean of what a battle brings: ``reward`` if won, else ``lost``."""

    def products(self, option: Option, moves: Table, pairs: Sequence[tuple[Line, Line]]) -> Table:
        """Return what both parts of a stack bring: the sum of the products of what either does."""

    def chosen(self, choice: Line, target: int, line: Line, other: Line) -> Line:
        """Return ``line`` where a target is the one to attack, elsewhere the other."""


class Plain:
    """Plain lists."""

    def __init__(self, nodes: Sequence[Node], is_sum: bool) -> None:
        self._nodes = nodes
        self._is_sum = is_sum

    def nothing_left(self, most: int) -> Course:
        """Return the course of a stack with no neighbour left to take."""
        return Course([1.0] * (most + 1), [0.0] * (most + 1), [-1] * (most + 1))

    def split(self, option: Option) -> Split:
        """Return the best split after a win, with more armies moving in if equal."""
        leg = self._leg(option)
        moves: list[list[int]] = []
        for n_dice in range(leg.dice.attack_dice + 1):
            row = [0]
            for a in range(1, option.most + 1):
                least = exact.least_in(leg, a, n_dice)
                if n_dice and moves[-1][a] >= least:
                    row.append(moves[-1][a])  # what was best with fewer dice still is
                else:
                    row.append(self._best_move(option, a, least))
            moves.append(row)
        chances = self.products(option, moves, [(option.ahead.p_all, option.rest.p_all)])
        return Split(moves, chances, self._sums(option, moves))

    def _best_move(self, option: Option, attackers: int, least: int) -> int:
        """Return the best number of armies to move in, the greatest if equal."""
        leg = self._leg(option)
        last = max(least, attackers + 1 - leg.leave)
        best, most = last, 0.0
        if not self._is_sum:
            ahead, rest = option.ahead.p_all, option.rest.p_all
            for move in range(last, least - 1, -1):
                brings = ahead[move + leg.gain - 1] * rest[attackers - move]
                if brings > most:
                    best, most = move, brings
        if not most:
            ahead, rest = option.ahead.value, option.rest.value
            for move in range(last, least - 1, -1):
                brings = ahead[move + leg.gain - 1] + rest[attackers - move]
                if brings > most:
                    best, most = move, brings
        return best

    def course(self, most: int, options: Sequence[Option]) -> Course:
        """Return the best course among options, the earlier if equal; a stack that can attack does."""
        p_all, value, choice = [0.0] * (most + 1), [0.0] * (most + 1), [-1] * (most + 1)
        for option in options:
            split = self.split(option)
            chances = self.look_back(option, split.p_all, 0.0)
            values = self.look_back(option, split.value, 0.0)
            for a in range(self._leg(option).floor + 1, most + 1):
                is_tie = self._is_sum or chances[a] == p_all[a] == 0
                is_better = values[a] > value[a] if is_tie else chances[a] > p_all[a]
                if is_better or choice[a] < 0:
                    p_all[a], value[a], choice[a] = chances[a], values[a], option.target
        return Course(p_all, value, choice)

    def fight(self, option: Option, entering: list[float]) -> list[list[float]]:
        """Return the wins of a battle by dice last rolled and armies left."""
        return exact.fight(self._leg(option), entering).won

    def look_back(self, option: Option, reward: Table, lost: float) -> Line:
        """Return the mean of what a battle brings: ``reward`` if won, else ``lost``."""
        leg = self._leg(option)
        return exact.look_back(leg, option.most, reward, [lost] * (leg.defenders + 1))[0]

    def products(self, option: Option, moves: Table, pairs: Sequence[tuple[Line, Line]]) -> Table:
        """Return what both parts of a stack bring: the sum of the products of what either does."""
        gain = self._leg(option).gain
        return [
            [
                0.0,
                *(
                    sum(ahead[row[a] + gain - 1] * rest[a - row[a]] for ahead, rest in pairs)
                    for a in range(1, len(row))
                ),
            ]
            for row in moves
        ]

    def _sums(self, option: Option, moves: Table) -> Table:
        """Return the value of a territory, and of what both parts of a stack bring after it."""
        gain, value = self._leg(option).gain, self._nodes[option.target].value
        ahead, rest = option.ahead.value, option.rest.value
        return [
            [0.0, *(value + ahead[row[a] + gain - 1] + rest[a - row[a]] for a in range(1, len(row)))]
            for row in moves
        ]

    def chosen(self, choice: Line, target: int, line: Line, other: Line) -> Line:
        """Return ``line`` where a target is the one to attack, elsewhere the other."""
        return [new if each == target else old for each, new, old in zip(choice, line, other, strict=True)]

    def _leg(self, option: Option) -> Leg:
        leg = self._nodes[option.target].leg
        assert leg is not None
        return leg


def best(nodes: Sequence[Node], aim: str, in_order: bool = False) -> Solution:
    """Return a plan with everything decided; where nothing can take everything, for the expected value.

    Parameters
    ----------
    nodes, aim, in_order
        As for :func:`solve`.
    """
    found = solve(nodes, aim, in_order)
    if aim == "all" and not found.at_start.p_all[-1]:
        return solve(nodes, "value", in_order)
    return found


def solve(nodes: Sequence[Node], aim: str, in_order: bool = False) -> Solution:
    """Return a plan with everything decided.

    Parameters
    ----------
    nodes
        The start and the territories, each after the one it is attacked from.
    aim
        ``"all"``, the chance to take everything, or ``"value"``, the expected value.
    in_order
        Attack the neighbours of each territory in the order of the plan; the splits are the best ones for that.
    """
    is_sum = aim == "value"
    arithmetic = _arithmetic(nodes, is_sum)
    search = _Search(nodes, arithmetic, is_sum)
    hard = [] if in_order else _too_many(nodes)
    for at in reversed(range(len(nodes))):
        if in_order:
            search.fix(at, list(nodes[at].targets))
        elif at in hard:
            search.fix(at, search.good_order(at, MAX_STEPS // len(hard)))
        else:
            search.find(at)
    return Solution(nodes, is_sum, search.courses, not hard, arithmetic)


def _arithmetic(nodes: Sequence[Node], is_sum: bool) -> Arithmetic:
    if sum(_n_options(node) * _steps(nodes, at) for at, node in enumerate(nodes)) <= PLAIN_STEPS:
        return Plain(nodes, is_sum)
    from risksim.campaigns.plans import tables

    return tables.Compiled(nodes, is_sum)


def _n_options(node: Node) -> int:
    """Return the number of neighbours in all sets of them."""
    n = len(node.targets)
    return n << max(n - 1, 0)


def _steps(nodes: Sequence[Node], at: int) -> int:
    """Return about how many steps one option of a territory takes."""
    node = nodes[at]
    defenders = max((leg.defenders for target in node.targets if (leg := nodes[target].leg)), default=0)
    return (node.most + 1) ** 2 // 2 + 3 * (node.most + 1) * defenders


def _too_many(nodes: Sequence[Node]) -> list[int]:
    """Return the territories whose neighbours have too many sets to go through."""
    steps = [_n_options(node) * (_steps(nodes, at) + SET_STEPS) for at, node in enumerate(nodes)]
    hard: list[int] = []
    easy = sorted(range(len(nodes)), key=lambda at: steps[at])
    while sum(steps[at] for at in easy) > MAX_STEPS and len(nodes[easy[-1]].targets) > 1:
        hard.append(easy.pop())
    return hard


class _Search:
    """The courses found so far, from the last territories back to the start."""

    def __init__(self, nodes: Sequence[Node], arithmetic: Arithmetic, is_sum: bool) -> None:
        self.nodes = nodes
        self._is_sum = is_sum
        self.courses: list[Courses] = [{} for _ in nodes]
        self._arithmetic = arithmetic

    def find(self, at: int) -> None:
        """Find the best course for every set of neighbours."""
        targets = self.nodes[at].targets
        courses = self.courses[at] = {0: self._arithmetic.nothing_left(self.nodes[at].most)}
        for waiting in range(1, 1 << len(targets)):
            options = [place for place in range(len(targets)) if waiting >> place & 1]
            courses[waiting] = self._course(at, courses, waiting, options)

    def fix(self, at: int, order: Sequence[int]) -> None:
        """Find the courses of neighbours in one order."""
        places = [self.nodes[at].targets.index(target) for target in order]
        courses = self.courses[at] = {0: self._arithmetic.nothing_left(self.nodes[at].most)}
        waiting = 0
        for place in reversed(places):
            waiting |= 1 << place
            courses[waiting] = self._course(at, courses, waiting, [place])

    def _course(self, at: int, courses: Courses, waiting: int, places: Sequence[int]) -> Course:
        node = self.nodes[at]
        return self._arithmetic.course(
            node.most,
            [option_of(self.nodes, self.courses, courses, at, waiting, place) for place in places],
        )

    def good_order(self, at: int, steps: int) -> list[int]:
        """Return a good order of a territory's neighbours: the best of a few, bettered by exchanges."""
        targets = list(self.nodes[at].targets)
        tries = steps // (len(targets) * (_steps(self.nodes, at) + SET_STEPS))
        weights = {target: _defenders_behind(self.nodes, target) for target in targets}
        starts = [
            targets,
            sorted(targets, key=weights.__getitem__),
            sorted(targets, key=lambda t: -weights[t]),
        ]
        best = max(starts, key=lambda order: self._score(at, order))
        score = self._score(at, best)
        for _ in range(_MAX_ROUNDS):
            before = score
            for order in _exchanged(best):
                if tries <= 0:
                    return best
                tries -= 1
                other = self._score(at, order)
                if other > score:
                    best, score = order, other
            if score == before:
                break
        return best

    def _score(self, at: int, order: Sequence[int]) -> float:
        """Return what an order brings: with all armies at the start, elsewhere over all numbers of armies."""
        self.fix(at, order)
        course = self.courses[at][(1 << len(order)) - 1]
        main = course.value if self._is_sum else course.p_all
        return float(main[-1]) if at == 0 else float(sum(main))


def _exchanged(order: Sequence[int]) -> Iterator[list[int]]:
    """Yield the orders in which two neighbours next to each other have changed places."""
    for at in range(len(order) - 1):
        yield [*order[:at], order[at + 1], order[at], *order[at + 2 :]]


def _defenders_behind(nodes: Sequence[Node], at: int) -> int:
    """Return the defenders of a territory and of all that is attacked from it."""
    leg = nodes[at].leg
    assert leg is not None
    return leg.defenders + sum(_defenders_behind(nodes, target) for target in nodes[at].targets)


def option_of(
    nodes: Sequence[Node], known: Sequence[Courses], courses: Courses, at: int, waiting: int, place: int
) -> Option:
    """Return one option of a territory: to attack its neighbour in some place of its list."""
    target = nodes[at].targets[place]
    rest = waiting & ~(1 << place)
    whole = (1 << len(nodes[target].targets)) - 1
    return Option(target, nodes[at].most, known[target][whole], courses[rest])


class Attack(NamedTuple):
    """An attack that may come up."""

    target: int
    attacked_from: int
    waiting: tuple[int, ...]
    """the neighbours not yet taken, the target among them"""
    armies: dict[int, float]
    """armies on the territory it comes from, and how likely they are"""
    moves: Table
    """armies to move in, by dice last rolled and armies able to attack left"""
    splits: dict[tuple[int, int], float]
    """(armies left there after the win, armies that move in), and how likely they are"""


def follow(solution: Solution, attackers: int) -> tuple[list[float], list[Attack]]:
    """Return the chance that each territory is taken (the start: 1), and all attacks that may come up."""
    nodes = solution.nodes
    masses: list[dict[int, list[float]]] = [{} for _ in nodes]
    start = [0.0] * (nodes[0].most + 1)
    start[attackers] = 1.0
    masses[0][(1 << len(nodes[0].targets)) - 1] = start
    p_each, attacks = [1.0] + [0.0] * (len(nodes) - 1), []
    negligible = NEGLIGIBLE * (float(solution.at_start.p_all[attackers]) or 1.0)
    for at, node in enumerate(nodes):
        for waiting in sorted(solution.courses[at], reverse=True):
            mass = masses[at].get(waiting)
            if mass is None or not waiting or sum(mass) < negligible:
                continue
            choice = list(solution.courses[at][waiting].choice)
            for place, target in enumerate(node.targets):
                entering = [p if choice[a] == target else 0.0 for a, p in enumerate(mass)]
                if any(entering):
                    attack = _followed(solution, masses, at, waiting, place, entering)
                    p_each[target] += math.fsum(attack.splits.values())
                    attacks.append(attack)
        for target in node.targets:  # rounding may bring it above what it cannot exceed
            p_each[target] = min(p_each[target], p_each[at])
    return p_each, attacks


def _followed(
    solution: Solution,
    masses: list[dict[int, list[float]]],
    at: int,
    waiting: int,
    place: int,
    entering: list[float],
) -> Attack:
    """Fight one battle for all numbers of armies that come to it, and hand on what is left."""
    nodes = solution.nodes
    option = option_of(nodes, solution.courses, solution.courses[at], at, waiting, place)
    leg = nodes[option.target].leg
    assert leg is not None
    table = solution.arithmetic.split(option).moves
    moves = table if isinstance(table, list) else table.tolist()
    whole = (1 << len(nodes[option.target].targets)) - 1
    moved = masses[option.target].setdefault(whole, [0.0] * (nodes[option.target].most + 1))
    stayed = masses[at].setdefault(waiting & ~(1 << place), [0.0] * (nodes[at].most + 1))
    splits: dict[tuple[int, int], float] = {}
    for n_dice, row in enumerate(solution.arithmetic.fight(option, entering)):
        for a, p in enumerate(row):
            if p:
                move = moves[n_dice][a]
                moved[move + leg.gain - 1] += p
                stayed[a - move] += p
                splits[a + 1, move] = splits.get((a + 1, move), 0.0) + p
    targets = nodes[at].targets
    return Attack(
        option.target,
        at,
        tuple(each for bit, each in enumerate(targets) if waiting >> bit & 1),
        {a + 1: p for a, p in enumerate(entering) if p},
        table,
        splits,
    )
