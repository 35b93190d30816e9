"""Chains turned into arrays, and the kernels called on them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from risksim.battles import rounds
from risksim.campaigns import exact, kernels
from risksim.campaigns.exact import Leg, Start, Walk
from risksim.errors import InputError
from risksim.rules.clauses import Dice, OccupyMin

#: Most cells of the arrays that hold the ends of a chain.
MAX_PLACES = 50_000_000
#: How many must move in, as the kernels know it.
OCCUPY = {
    OccupyMin.DICE_LAST_ROLLED: kernels.DICE_LAST_ROLLED,
    OccupyMin.ONE: kernels.ONE,
    OccupyMin.ALL_SURVIVORS: kernels.ALL_SURVIVORS,
}


@lru_cache(maxsize=64)
def laws(dice: tuple[Dice, ...]) -> tuple[kernels.Laws, tuple[int, ...]]:
    """Return the rounds of several dice rules in flat tables, and the most armies one round of each can cost a side."""
    rules: list[tuple[int, int, int]] = []
    rows: list[tuple[int, ...]] = []
    depths: list[int] = []
    outcomes: list[tuple[int, int, float, int]] = []
    for each in dice:
        full_a, full_d = rounds.full_attackers(each), rounds.full_defenders(each)
        rules.append((len(rows), full_a, full_d))
        known = exact.weights(each)
        depths.append(max(max(a, d) for losses in known.values() for a, d, _ in losses))
        for a, d in product(range(full_a + 1), range(full_d + 1)):
            found, n_idle = _outcomes(each, a, d) if (a, d) in known else ([], 0)
            first, n_same = len(outcomes), sum(lost == 0 for _, lost, *_ in found)
            n_dice = rounds.attack_dice(each, a) if a else 0
            rows.append((n_dice, first, first + n_idle, first + n_same, first + len(found)))
            outcomes += found
    lost_a, lost_d, weights, thresholds = zip(*outcomes, strict=True)
    arrays = (
        np.array(rules, np.int64),
        np.array(rows, np.int64),
        np.array(lost_a, np.int64),
        np.array(lost_d, np.int64),
        np.array(weights, np.float64),
        np.array(thresholds, np.uint64),
    )
    for array in arrays:
        array.setflags(write=False)
    return kernels.Laws(*arrays), tuple(depths)


def _outcomes(dice: Dice, attackers: int, defenders: int) -> tuple[list[tuple[int, int, float, int]], int]:
    """Return (attacker loses, defender loses, weight, threshold) of a round, and how many outcomes cost nothing.

    Those come first, then those that cost the attacker alone.
    """
    counts, total = rounds.round_at(dice, attackers, defenders)
    order = sorted((d > 0, a > 0, a, d, count) for (a, d), count in counts.items() if count)
    costly = sum(count for _, _, a, d, count in order if a or d)
    found, cumulative = [], 0
    for _, _, a, d, count in order:
        cumulative += count
        # the last outcome takes every draw that is left, so 2**64 itself need not be written
        found.append((a, d, count / costly if a or d else 0.0, min((cumulative << 64) // total, 2**64 - 1)))
    return found, sum(not a and not d for a, d, *_ in found)


class Layout(NamedTuple):
    """Where the ends of a chain lie in a flat array."""

    chain: kernels.Chain
    size: int

    def places(self, leg: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield (first place, last place, attackers, defenders) of the runs of one territory; see :meth:`stopped`."""
        chain = self.chain
        _, defenders, floor, until, *_, low, at_low, at_idle, at_lone = chain.legs[leg].tolist()
        for below in range(low):
            at = at_low + below * (defenders + 1)
            yield at, at + defenders, floor - below, -1
        yield at_idle, at_idle + floor, -1, defenders
        if until:
            yield at_lone, at_lone + chain.most, -1, 1

    def stopped(self, values: np.ndarray, leg: int) -> list[tuple[int, int, float]]:
        """Return (attackers, defenders, value) of each end before one territory that is not zero."""
        found: dict[tuple[int, int], float] = {}
        for first, last, attackers, defenders in self.places(leg):
            part = values[first : last + 1]
            for at in np.flatnonzero(part).tolist():
                state = (attackers, at) if defenders < 0 else (at, defenders)
                found[state] = found.get(state, 0) + part[at].item()
        return sorted(((a, d, p) for (a, d), p in found.items()), key=lambda end: (-end[0], end[1]))

    def left(self, offsets: np.ndarray) -> np.ndarray:
        """Return (size,) armies able to attack that are left at each place, less the offset of its territory."""
        left = np.zeros(self.size, np.int64)
        for leg, offset in enumerate(offsets[:-1].tolist()):
            for first, last, attackers, _ in self.places(leg):
                found = attackers if attackers >= 0 else np.arange(last + 1 - first)
                left[first : last + 1] = found - offset
        left[self.chain.at_last :] = np.arange(self.chain.most + 1) - offsets[-1]
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
    move: list[int] = []
    chosen: list[np.ndarray] = []
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
        [OCCUPY[leg.occupy] for leg in legs],
        move,
        low,
        at_low,
        at_idle,
        at_lone,
    )
    chain = kernels.Chain(
        most,
        n_dice,
        place,
        np.array(columns, np.int64).T.copy(),
        np.concatenate(chosen).reshape(-1) if chosen else np.zeros(1, np.int64),
    )
    return Layout(chain, size), tables


def walk(legs: Sequence[Leg], begin: Start) -> Walk:
    """Return every end of a chain, by the kernels."""
    most = len(begin.p) - 1 + sum(leg.gain for leg in legs)
    found, tables = layout(legs, most)
    channels = np.zeros((3, most + 1))
    for channel, values in zip(channels, begin.channels, strict=True):
        channel[: len(values)] = values
    out, offsets = walked(found, tables, channels, begin.offset)
    stopped = [found.stopped(out[0], leg) for leg in range(len(legs))]
    last = out[0, found.chain.at_last :].tolist()
    return Walk(stopped, exact.reached(stopped, last), last, _losses(found.left(offsets), out))


def walked(
    found: Layout, tables: kernels.Laws, channels: np.ndarray, offset: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends of a chain in their places, by channel, and the offsets of the armies brought.

    ``channels`` ((3, most + 1)) are used up.
    """
    chain = found.chain
    rows = np.zeros(8 * (chain.most + 1))
    won = np.zeros((3, (chain.n_dice + 1) * (chain.most + 1)))
    out, offsets = np.zeros((3, found.size)), np.full(len(chain.legs) + 1, offset)
    kernels.walk(chain, tables, channels, rows, won, out, offsets)
    return out, offsets


def _losses(left: np.ndarray, out: np.ndarray) -> exact.Moments:
    """Return the losses over all ends, their squares taken about a whole number near the mean."""
    p, brought, squared = out
    total = float(p.sum())
    if not total:
        return exact.Moments(0.0, 0.0, 0.0)
    near = round(float((brought - left * p).sum()) / total)
    by = left + near
    first = float((brought - by * p).sum())
    second = float((squared - 2 * by * brought + by * by * p).sum())
    return exact.Moments(total, near + first / total, max(second - first * first / total, 0.0))


def fight(leg: Leg, entering: Sequence[float], above: Sequence[float] | None = None) -> exact.Fought[float]:
    """Return how one battle ends, by the kernels; parameters as for :func:`risksim.campaigns.exact.fight`."""
    most = len(entering) - 1
    found, tables = layout([leg], most)
    rows = np.zeros(8 * (most + 1))
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
    rows, last = np.zeros((8, most + 1)), np.zeros(leg.defenders + 1)
    flat = np.array([row[: most + 1] for row in reward], np.float64).reshape(-1)
    kernels.look_back(found.chain, tables, 0, most, flat, np.array(lost, np.float64), rows.reshape(-1), last)
    return rows[leg.defenders % 8].tolist(), last.tolist()


def chances_ahead(legs: Sequence[Leg], most: int, is_loss: bool) -> np.ndarray:
    """Return the chances before each territory and at the end of all: (legs + 1, most + gains + 1)."""
    sizes = most + np.concatenate([[0], np.cumsum([leg.gain for leg in legs[:-1]])]).astype(np.int64)
    total = most + sum(leg.gain for leg in legs)
    found, tables = layout(legs, total)
    chain = found.chain
    reward, rows = np.zeros((chain.n_dice + 1) * (total + 1)), np.zeros(8 * (total + 1))
    lost, last = np.zeros((2, 1 + max(leg.defenders for leg in legs)))
    chances = np.zeros((len(legs) + 1) * (total + 1))
    kernels.look_ahead(chain, tables, sizes, is_loss, reward, lost, rows, last, chances)
    return chances.reshape(len(legs) + 1, total + 1)
