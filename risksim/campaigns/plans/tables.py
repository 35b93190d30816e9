"""The search for the best plan on arrays, by the kernels."""

from collections.abc import Sequence

import numpy as np

from risksim.battles import blitz
from risksim.campaigns import exact, kernels, tables
from risksim.campaigns.exact import Leg
from risksim.campaigns.plans.exact import Course, Line, Node, Option, Split

#: Chances below this are taken for zero: products of smaller ones are numbers so small that they are slow.
NEGLIGIBLE = 1e-140


class Compiled:
    """Arrays; see :class:`risksim.campaigns.plans.exact.Arithmetic`."""

    def __init__(self, nodes: Sequence[Node], is_sum: bool) -> None:
        self._nodes = nodes
        self._is_sum = is_sum
        self._layouts: dict[int, tuple[tables.Layout, kernels.Laws]] = {}

    def nothing_left(self, most: int) -> Course:
        """Return the course of a stack with no neighbour left to take."""
        return Course(np.ones(most + 1), np.zeros(most + 1), np.full(most + 1, -1))

    def split(self, option: Option) -> Split:
        """Return the best split after a win, with more armies moving in if equal."""
        moves, brings = self._best_moves(option, option.most, self._is_sum)
        if self._is_sum:
            chances = self.products(option, moves, [(option.ahead.p_all, option.rest.p_all)])
            brings[:, 1:] += self._nodes[option.target].value
            return Split(moves, chances, brings)
        lost = np.flatnonzero((brings[1:] == 0).any(axis=0))
        if lost[-1]:  # the first is that of no armies
            n = int(lost[-1]) + 1
            by_value, _ = self._best_moves(option, n - 1, is_sum=True)
            moves[:, :n] = np.where(brings[:, :n] == 0, by_value, moves[:, :n])
        return Split(moves, brings, self._sums(option, moves))

    def _best_moves(self, option: Option, most: int, is_sum: bool) -> tuple[np.ndarray, np.ndarray]:
        """Return the best numbers of armies to move in, and the sum or product of what both parts bring."""
        leg = self._leg(option)
        question = most, leg.dice.attack_dice, leg.leave, leg.gain, tables.OCCUPY[leg.occupy]
        shape = leg.dice.attack_dice + 1, most + 1
        moves, brings = np.zeros(shape, np.int64), np.zeros(shape)
        ahead, rest = option.ahead, option.rest
        lines = (ahead.value, rest.value) if is_sum else (ahead.p_all, rest.p_all)
        kernels.best_splits(question, *lines, is_sum, moves.reshape(-1), brings.reshape(-1))
        return moves, brings

    def _sums(self, option: Option, moves: np.ndarray) -> np.ndarray:
        """Return the value of a territory, and of what both parts of a stack bring after it."""
        sums, (moved, stayed) = np.zeros(moves.shape), self._parts(option, moves)
        sums[:, 1:] = option.ahead.value[moved] + option.rest.value[stayed]
        sums[:, 1:] += self._nodes[option.target].value
        return sums

    def _parts(self, option: Option, moves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the armies able to attack from the territory taken, and from where it was attacked."""
        moved = moves[:, 1:]
        return moved + self._leg(option).gain - 1, np.arange(1, option.most + 1) - moved

    def products(self, option: Option, moves: np.ndarray, pairs: Sequence[tuple[Line, Line]]) -> np.ndarray:
        """Return what both parts of a stack bring: the sum of the products of what either does."""
        found, (moved, stayed) = np.zeros(moves.shape), self._parts(option, moves)
        for ahead, rest in pairs:
            found[:, 1:] += np.asarray(ahead)[moved] * np.asarray(rest)[stayed]
        return found

    def course(self, most: int, options: Sequence[Option]) -> Course:
        """Return the best course among options, the earlier if equal; a stack that can attack does."""
        p_all, value, choice = np.zeros(most + 1), np.zeros(most + 1), np.full(most + 1, -1)
        for option in options:
            split = self.split(option)
            chances = self.look_back(option, split.p_all, 0.0)
            values = self.look_back(option, split.value, 0.0)
            chances[chances < NEGLIGIBLE] = 0.0
            is_tie = self._is_sum | ((chances == 0) & (p_all == 0))
            is_better = np.where(is_tie, values > value, chances > p_all) | (choice < 0)
            is_better[: self._leg(option).floor + 1] = False
            p_all[is_better], value[is_better] = chances[is_better], values[is_better]
            choice[is_better] = option.target
        return Course(p_all, value, choice)

    def fight(self, option: Option, entering: list[float]) -> list[list[float]]:
        """Return the wins of a battle by dice last rolled and armies left."""
        leg = self._leg(option)
        if not blitz.is_rolled(leg.dice):
            return exact.fight(leg, entering).won
        found, laws = self._layout(option)
        rows, out = np.zeros(8 * (option.most + 1)), np.zeros(found.size)
        won = np.zeros((found.chain.n_dice + 1, option.most + 1))
        kernels.push(found.chain, laws, 0, np.array(entering), np.zeros(0), rows, won.reshape(-1), out)
        wins: list[list[float]] = won.tolist()
        return wins

    def look_back(self, option: Option, reward: np.ndarray, lost: float) -> np.ndarray:
        """Return the mean of what a battle brings: ``reward`` if won, else ``lost``."""
        leg = self._leg(option)
        if not blitz.is_rolled(leg.dice):
            brings, _ = exact.look_back(leg, option.most, reward.tolist(), [lost] * (leg.defenders + 1))
            return np.array(brings)
        found, laws = self._layout(option)
        rows, stops = np.zeros((8, option.most + 1)), np.full(leg.defenders + 1, lost)
        last = np.zeros(leg.defenders + 1)
        kernels.look_back(found.chain, laws, 0, option.most, reward.flatten(), stops, rows.reshape(-1), last)
        column: np.ndarray = rows[leg.defenders % 8].copy()
        return column

    def chosen(self, choice: Line, target: int, line: Line, other: Line) -> np.ndarray:
        """Return ``line`` where a target is the one to attack, elsewhere the other."""
        merged, is_chosen = np.array(other, np.float64), np.equal(choice, target)
        merged[is_chosen] = np.asarray(line)[is_chosen]
        return merged

    def _layout(self, option: Option) -> tuple[tables.Layout, kernels.Laws]:
        if option.target not in self._layouts:
            self._layouts[option.target] = tables.layout([self._leg(option)], option.most)
        return self._layouts[option.target]

    def _leg(self, option: Option) -> Leg:
        leg = self._nodes[option.target].leg
        assert leg is not None
        return leg
