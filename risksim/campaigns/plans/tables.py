"""The search for the best plan on arrays, by the kernels."""

from collections.abc import Sequence

import numpy as np

from risksim.battles import blitz
from risksim.campaigns import exact, kernels, tables
from risksim.campaigns.plans.exact import Course, Node, Option, Split

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
        ones = np.ones(most + 1)
        return Course(np.zeros(most + 1) if self._is_sum else ones, ones, np.full(most + 1, -1))

    def split(self, option: Option) -> Split:
        """Return the best split after a win, with more armies moving in if equal."""
        node = self._nodes[option.target]
        leg = node.leg
        assert leg is not None
        shape = leg.dice.attack_dice + 1, option.most + 1
        question = option.most, leg.dice.attack_dice, leg.leave, leg.gain, tables.OCCUPY[leg.occupy]
        moves, main = np.zeros(shape, np.int64), np.zeros(shape)
        kernels.best_splits(
            question,
            option.ahead.main,
            option.rest.main,
            self._is_sum,
            moves.reshape(-1),
            main.reshape(-1),
        )
        if not self._is_sum:
            return Split(moves, main, main)
        ahead, rest = np.asarray(option.ahead.p_all), np.asarray(option.rest.p_all)
        chances = np.zeros(shape)
        left = np.arange(1, option.most + 1) - moves[:, 1:]
        chances[:, 1:] = ahead[moves[:, 1:] + leg.gain - 1] * rest[left]
        main[:, 1:] += node.value
        return Split(moves, main, chances)

    def course(self, most: int, options: Sequence[Option]) -> Course:
        """Return the best course among options, the earlier if equal; a stack that can attack does."""
        main, p_all, choice = np.zeros(most + 1), np.zeros(most + 1), np.full(most + 1, -1)
        for option in options:
            split = self.split(option)
            brings = self._look_back(option, split.main)
            chances = self._look_back(option, split.p_all) if self._is_sum else brings
            is_better = (brings > main) | (choice < 0)
            is_better[: self._floor(option) + 1] = False
            main[is_better], p_all[is_better] = brings[is_better], chances[is_better]
            choice[is_better] = option.target
        for chances in (p_all,) if self._is_sum else (main, p_all):
            chances[chances < NEGLIGIBLE] = 0.0
        return Course(main, p_all, choice)

    def fight(self, option: Option, entering: list[float]) -> list[list[float]]:
        """Return the wins of a battle by dice last rolled and armies left."""
        leg = self._nodes[option.target].leg
        assert leg is not None
        if not blitz.is_rolled(leg.dice):
            return exact.fight(leg, entering).won
        found, laws = self._layout(option)
        rows, out = np.zeros(8 * (option.most + 1)), np.zeros(found.size)
        won = np.zeros((found.chain.n_dice + 1, option.most + 1))
        kernels.push(found.chain, laws, 0, np.array(entering), np.zeros(0), rows, won.reshape(-1), out)
        wins: list[list[float]] = won.tolist()
        return wins

    def _layout(self, option: Option) -> tuple[tables.Layout, kernels.Laws]:
        leg = self._nodes[option.target].leg
        assert leg is not None
        if option.target not in self._layouts:
            self._layouts[option.target] = tables.layout([leg], option.most)
        return self._layouts[option.target]

    def _floor(self, option: Option) -> int:
        leg = self._nodes[option.target].leg
        assert leg is not None
        return leg.floor

    def _look_back(self, option: Option, reward: np.ndarray) -> np.ndarray:
        leg = self._nodes[option.target].leg
        assert leg is not None
        if not blitz.is_rolled(leg.dice):
            brings, _ = exact.look_back(leg, option.most, reward.tolist(), [0.0] * (leg.defenders + 1))
            return np.array(brings)
        found, laws = self._layout(option)
        rows, lost = np.zeros((8, option.most + 1)), np.zeros((2, leg.defenders + 1))
        flat = reward.flatten()
        kernels.look_back(found.chain, laws, 0, option.most, flat, lost[0], rows.reshape(-1), lost[1])
        column: np.ndarray = rows[leg.defenders % 8].copy()
        return column
