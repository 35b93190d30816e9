"""How a plan ends under its best course: how many territories are taken, and how many armies are left.

Told from the last attacks back to the start. The two parts of a stack that has split know nothing of each other, so
the numbers of territories they take add up, and their chances multiply.
"""

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from risksim.campaigns.plans.exact import Attack, Line, Option, Solution, option_of


class Ends(NamedTuple):
    """How a plan ends."""

    p_taken: list[float]
    """chance that 0, 1, 2 … territories are taken"""
    armies_left: float | None
    """armies left at the start and in all territories together, if everything is taken; None where it cannot be"""


class _Ahead(NamedTuple):
    """What a stack comes to with all that it still attacks, by armies able to attack."""

    p_taken: list[Line]
    """chance that 0, 1, 2 … territories are taken"""
    p_all: Line
    """chance that everything is taken"""
    armies: Line
    """armies left if everything is taken, times the chance of that"""


def ends(solution: Solution, attacks: Sequence[Attack], attackers: int) -> Ends:
    """Return how a plan ends.

    Parameters
    ----------
    solution
        The plan with everything decided.
    attacks
        All attacks that may come up, as :func:`risksim.campaigns.plans.exact.follow` has them.
    attackers
        Armies able to attack at the start.
    """
    found = _Found(solution)
    for (at, waiting), group in itertools.groupby(reversed(attacks), lambda a: (a.attacked_from, a.waiting)):
        found.add(at, waiting, group)
    begin = found.ahead(0, solution.nodes[0].targets)
    chances = [float(line[attackers]) for line in begin.p_taken]
    total = math.fsum(chances)  # 1, but for rounding
    p_all = float(begin.p_all[attackers])
    return Ends([p / total for p in chances], float(begin.armies[attackers]) / p_all if p_all else None)


class _Found:
    """What is known so far of the stacks that may come up."""

    def __init__(self, solution: Solution) -> None:
        self._nodes = solution.nodes
        self._courses = solution.courses
        self._arithmetic = solution.arithmetic
        self._known: dict[tuple[int, tuple[int, ...]], _Ahead] = {}

    def ahead(self, at: int, waiting: tuple[int, ...]) -> _Ahead:
        """Return what a stack comes to; where no attack of it may come up, nothing more is taken."""
        known = self._known.get((at, waiting))
        if known is not None:
            return known
        nothing = self._arithmetic.nothing_left(self._nodes[at].most)
        if waiting:
            return _Ahead([nothing.p_all], nothing.value, nothing.value)
        return _Ahead([nothing.p_all], nothing.p_all, range(1, self._nodes[at].most + 2))

    def add(self, at: int, waiting: tuple[int, ...], attacks: Iterable[Attack]) -> None:
        """Fight the attacks of one stack."""
        targets = self._nodes[at].targets
        bits = sum(1 << place for place, target in enumerate(targets) if target in waiting)
        choice = self._courses[at][bits].choice
        found = self.ahead(at, waiting)
        nobody = found.p_all
        for attack in attacks:
            option = option_of(
                self._nodes, self._courses, self._courses[at], at, bits, targets.index(attack.target)
            )
            new = self._fought(option, attack, waiting)
            lines = itertools.zip_longest(new.p_taken, found.p_taken, fillvalue=nobody)
            pairs = [*lines, (new.p_all, found.p_all), (new.armies, found.armies)]
            *counts, p_all, armies = (
                self._arithmetic.chosen(choice, attack.target, line, other) for line, other in pairs
            )
            found = _Ahead(counts, p_all, armies)
        self._known[at, waiting] = found

    def _fought(self, option: Option, attack: Attack, waiting: tuple[int, ...]) -> _Ahead:
        """Return what comes of one attack, from any number of armies."""
        moved = self.ahead(attack.target, self._nodes[attack.target].targets)
        stayed = self.ahead(attack.attacked_from, tuple(each for each in waiting if each != attack.target))

        def mean(pairs: Sequence[tuple[Line, Line]], lost: float = 0.0) -> Line:
            reward = self._arithmetic.products(option, attack.moves, pairs)
            return self._arithmetic.look_back(option, reward, lost)

        counts = [mean([], 1.0)]
        for n in range(len(moved.p_taken) + len(stayed.p_taken) - 1):
            among = range(max(0, n + 1 - len(stayed.p_taken)), min(n + 1, len(moved.p_taken)))
            counts.append(mean([(moved.p_taken[k], stayed.p_taken[n - k]) for k in among]))
        armies = mean([(moved.armies, stayed.p_all), (moved.p_all, stayed.armies)])
        return _Ahead(counts, mean([(moved.p_all, stayed.p_all)]), armies)
