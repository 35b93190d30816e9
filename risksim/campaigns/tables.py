"""Chains turned into arrays, and the kernels called on them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from risksim.battles import rounds
from risksim.battles import tables as battle_tables
from risksim.campaigns import exact, kernels
from risksim.campaigns.exact import Leg, Start, Walk
from risksim.errors import InputError
from risksim.rules.clauses import Dice, OccupyMin

#: Most cells of the arrays that hold the ends of a chain.
MAX_PLACES = 50_000_000
_OCCUPY = {
    OccupyMin.DICE_LAST_ROLLED: kernels.DICE_LAST_ROLLED,
    OccupyMin.ONE: kernels.ONE,
    OccupyMin.ALL_SURVIVORS: kernels.ALL_SURVIVORS,
}


@lru_cache(maxsize=64)
def laws(dice: tuple[Dice, ...]) -> tuple[kernels.Laws, tuple[int, ...]]:
    """Return the rounds of several dice rules in flat tables, and the most armies one round of each can cost a side."""
    tables = [battle_tables.round_tables(each) for each in dice]
    width = max(each.width for each in tables)
    n_rows = [len(each.n_outcomes) for each in tables]
    base = np.concatenate([[0], np.cumsum(n_rows)[:-1]]).astype(np.int64)
    n_dice = [
        rounds.attack_dice(each, a) if a else 0
        for each in dice
        for a in range(rounds.full_attackers(each) + 1)
        for _ in range(rounds.full_defenders(each) + 1)
    ]
    first = np.concatenate([each.first for each in tables])
    n_outcomes = np.concatenate([each.n_outcomes for each in tables])
    places = np.arange(sum(n_rows), dtype=np.int64) * width

    def padded(name: str) -> np.ndarray:
        parts = [getattr(each, name).reshape(-1, each.width) for each in tables]
        return np.concatenate([np.pad(part, ((0, 0), (0, width - part.shape[1])), "edge") for part in parts]).reshape(-1)

    arrays = (
        base,
        np.array([each.full_attackers for each in tables], np.int64),
        np.array([each.full_defenders for each in tables], np.int64),
        np.array(n_dice, np.int64),
        places + first,
        places + n_outcomes,
        padded("attacker_loses"),
        padded("defender_loses"),
        padded("weights"),
        padded("thresholds"),
    )
    for array in arrays:
        array.setflags(write=False)
    return kernels.Laws(width, *arrays), tuple(each.depth for each in tables)


class Layout(NamedTuple):
    """Where the ends of a chain lie in a flat array."""

    chain: kernels.Chain
    size: int

    def places(self, leg: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield (first place, last place, attackers, defenders) of the runs of one territory; see :meth:`stopped`."""
        chain = self.chain
        defenders, floor, lone = int(chain.defenders[leg]), int(chain.floor[leg]), int(chain.at_lone[leg])
        for below in range(int(chain.low[leg])):
            at = int(chain.at_low[leg]) + below * (defenders + 1)
            yield at, at + defenders, floor - below, -1
        yield int(chain.at_idle[leg]), int(chain.at_idle[leg]) + floor, -1, defenders
        if chain.until[leg]:
            yield lone, lone + chain.most, -1, 1

    def stopped(self, values: np.ndarray, leg: int) -> list[tuple[int, int, float]]:
        """Return (attackers, defenders, value) of each end before one territory that is not zero."""
        found: dict[tuple[int, int], float] = {}
        for first, last, attackers, defenders in self.places(leg):
            part = values[first : last + 1]
            for at in np.flatnonzero(part).tolist():
                state = (attackers, at) if defenders < 0 else (at, defenders)
                found[state] = found.get(state, 0) + part[at].item()
        return sorted(((a, d, p) for (a, d), p in found.items()), key=lambda end: (-end[0], end[1]))

    def attackers(self) -> np.ndarray:
        """Return (size,) armies able to attack that are left at each place."""
        left = np.zeros(self.size, np.int64)
        for leg in range(len(self.chain.defenders)):
            for first, last, attackers, _ in self.places(leg):
                left[first : last + 1] = attackers if attackers >= 0 else np.arange(last + 1 - first)
        left[self.chain.at_last :] = np.arange(self.chain.most + 1)
        return left


def layout(legs: Sequence[Leg], most: int) -> tuple[Layout, kernels.Laws]:
    """Return a chain as arrays.

    Parameters
    ----------
    legs
        The territories.
    most
        Most armies able to attack from anywhere.

    Raises
    ------
    InputError
        If the ends of the chain are too many.
    """
    distinct = tuple(dict.fromkeys(leg.dice for leg in legs))
    tables, depths = laws(distinct)
    rule = [distinct.index(leg.dice) for leg in legs]
    low = [min(depths[at], leg.floor + 1) for at, leg in zip(rule, legs, strict=True)]
    at_low, at_idle, at_lone, place = [], [], [], 0
    for leg, n_low in zip(legs, low, strict=True):
        at_low.append(place)
        at_idle.append(place + n_low * (leg.defenders + 1))
        at_lone.append(at_idle[-1] + leg.floor + 1)
        place = at_lone[-1] + (most + 1 if leg.until else 0)
    size = place + most + 1
    if size > MAX_PLACES:
        raise InputError(
            f"the chain may end in {size:,} ways, which is too many; the most is {MAX_PLACES:,} (so many armies need "
            "a lower floor, or fewer territories)"
        )
    n_dice = max(leg.dice.attack_dice for leg in legs)
    move, chosen = [], []
    for leg in legs:
        if leg.chosen is None:
            move.append(-1 if leg.move is None else leg.move)
            continue
        move.append(-2 - len(chosen))
        table = np.zeros((n_dice + 1, most + 1), np.int64)
        given = np.array(leg.chosen, np.int64)
        table[: given.shape[0], : given.shape[1]] = given
        chosen.append(table)
    columns = (
        rule,
        [leg.defenders for leg in legs],
        [leg.floor for leg in legs],
        [leg.until for leg in legs],
        [leg.leave for leg in legs],
        [leg.gain for leg in legs],
        [_OCCUPY[leg.occupy] for leg in legs],
        move,
        low,
        at_low,
        at_idle,
        at_lone,
    )
    chain = kernels.Chain(
        most,
        n_dice,
        *(np.array(column, np.int64) for column in columns),
        place,
        np.concatenate(chosen).reshape(-1) if chosen else np.zeros(1, np.int64),
    )
    return Layout(chain, size), tables


def walk(legs: Sequence[Leg], begin: Start) -> Walk:
    """Return every end of a chain, by the kernels."""
    most = len(begin.p) - 1 + sum(leg.gain for leg in legs)
    found, tables = layout(legs, most)
    channels = np.zeros((3, most + 1))
    for channel, values in zip(channels, begin, strict=True):
        channel[: len(values)] = values
    out, p_each = walked(found, tables, channels)
    left = found.attackers()
    p, brought, squared = out
    return Walk(
        stopped=[found.stopped(p, leg) for leg in range(len(legs))],
        p_each=p_each.tolist(),
        last=p[found.chain.at_last :].tolist(),
        losses=exact.Moments(
            float(p.sum()),
            float((brought - left * p).sum()),
            float((squared - 2 * left * brought + left * left * p).sum()),
        ),
    )


def walked(found: Layout, tables: kernels.Laws, channels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends of a chain in their places, by channel, and the chance to take everything up to each territory.

    ``channels`` ((n, most + 1)) are used up.
    """
    chain = found.chain
    n = len(channels)
    rows = np.zeros(8 * (int(chain.defenders.max()) + 1))
    won = np.zeros((n, (chain.n_dice + 1) * (chain.most + 1)))
    out, p_each = np.zeros((n, found.size)), np.zeros(len(chain.defenders))
    kernels.walk(chain, tables, channels, rows, won, out, p_each)
    return out, p_each


def fight(leg: Leg, entering: Sequence[float], above: Sequence[float] | None = None) -> exact.Fought[float]:
    """Return how one battle ends, by the kernels; parameters as for :func:`risksim.campaigns.exact.fight`."""
    most = len(entering) - 1
    found, tables = layout([leg], most)
    rows = np.zeros(8 * (leg.defenders + 1))
    won = np.zeros((found.chain.n_dice + 1) * (most + 1))
    out = np.zeros(found.size)
    start, top = np.asarray(entering, np.float64), np.asarray([] if above is None else above, np.float64)
    kernels.push(found.chain, tables, 0, start, top, rows, won, out)
    return exact.Fought(won.reshape(-1, most + 1).tolist(), found.stopped(out, 0))


def look_back(
    leg: Leg, most: int, reward: Sequence[Sequence[float]], lost: Sequence[float]
) -> tuple[list[float], list[float]]:
    """Return what a battle brings, by the kernels; parameters as for :func:`risksim.campaigns.exact.look_back`."""
    found, tables = layout([leg], most)
    rows, column = np.zeros(8 * (leg.defenders + 1)), np.zeros(most + 1)
    flat = np.array([row[: most + 1] for row in reward], np.float64).reshape(-1)
    kernels.look_back(found.chain, tables, 0, most, flat, np.asarray(lost, np.float64), rows, column)
    at = (most % 8) * (leg.defenders + 1)
    return column.tolist(), rows[at : at + leg.defenders + 1].tolist()


def chances_ahead(legs: Sequence[Leg], most: int, is_loss: bool) -> np.ndarray:
    """Return the chances before each territory and at the end of all: (legs + 1, most + gains + 1)."""
    sizes = most + np.concatenate([[0], np.cumsum([leg.gain for leg in legs[:-1]])]).astype(np.int64)
    total = most + sum(leg.gain for leg in legs)
    found, tables = layout(legs, total)
    chain = found.chain
    most_defenders = int(chain.defenders.max())
    reward = np.zeros((chain.n_dice + 1) * (total + 1))
    lost, rows = np.zeros(most_defenders + 1), np.zeros(8 * (most_defenders + 1))
    chances = np.zeros((len(legs) + 1) * (total + 1))
    kernels.look_ahead(chain, tables, sizes, is_loss, reward, lost, rows, chances)
    return chances.reshape(len(legs) + 1, total + 1)
