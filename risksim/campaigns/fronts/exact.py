"""The best way to share armies among fronts, by a dynamic programme over the fronts.

What a front costs need not be convex in the armies that stand there: a few may be worth nothing and a few more a lot.
The best split of one army more may take armies away from a front, so that no greedy split is right. The programme looks
at every number of armies for every front and is exact.

Chances are carried twice, that of taking a front and that of holding it, each summed directly: the smaller of the two
keeps the digits that 1 - p would lose.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from risksim.battles import blitz, exact, rounds
from risksim.rules.clauses import Dice

if TYPE_CHECKING:
    import numpy as np

#: Chances up to which tables, and sums up to which the programme, are worked out in plain Python.
PLAIN_CHANCES = 200_000
PLAIN_SUMS = 100_000


class Chance(NamedTuple):
    """The chance that a territory is taken and the chance that it is not, each to full precision."""

    taken: float
    held: float


class Cost(NamedTuple):
    """What a front adds to the sum that is made small, in the order in which it counts.

    ``infinities`` counts the costs that are infinite (-1: infinitely welcome), so that the finite rest still
    decides where they cannot be avoided; ``squares`` prefers the most even of equally good splits.
    """

    infinities: int
    value: float
    squares: int = 0


class Best(NamedTuple):
    """The best split of some armies: how many are added to each front, and the sum of the costs."""

    added: tuple[int, ...]
    cost: Cost


def for_defences(dice: Dice, stacks: Collection[int], most: int) -> dict[int, list[Chance]]:
    """Return, for each stack able to attack, the chances against 0 … ``most`` defenders; nobody holds nothing.

    Raises
    ------
    InputError
        If a battle would never end.

    >>> [round(chance.taken, 3) for chance in for_defences(Dice(), [3], 2)[3]]
    [1.0, 0.916, 0.656]
    """
    found = {}
    for stack, (won, lost) in enumerate(_rows(dice, max(stacks), most), start=1):
        if stack in stacks:
            pairs = zip(won[1:], lost[1:], strict=True)
            found[stack] = [Chance(1.0, 0.0), *(_chance(dice, *pair) for pair in pairs)]
    return found


def for_attacks(dice: Dice, garrisons: Collection[int], most: int) -> dict[int, list[Chance]]:
    """Return, for each garrison, the chances with 0 … ``most`` armies on the attacking territory; one stays there.

    Raises
    ------
    InputError
        If a battle would never end.

    >>> [round(chance.taken, 3) for chance in for_attacks(Dice(), [2], 4)[2]]
    [0.0, 0.0, 0.106, 0.363, 0.656]
    """
    found = {garrison: [Chance(0.0, 1.0)] * 2 for garrison in garrisons}
    for won, lost in _rows(dice, most - 1, max(garrisons)):
        for garrison, column in found.items():
            column.append(_chance(dice, won[garrison], lost[garrison]))
    return found


def _chance(dice: Dice, won: float, lost: float) -> Chance:
    if blitz.is_rolled(dice):
        return Chance(won, lost)
    taken = blitz.chance(dice, won)
    return Chance(taken, 1 - taken)


def _rows(dice: Dice, attackers: int, defenders: int) -> Iterator[tuple[list[float], list[float]]]:
    """Yield, for 1 … ``attackers``, the chances to take 0 … ``defenders`` as the dice fall, and those not to."""
    if 2 * attackers * defenders <= PLAIN_CHANCES:
        won, lost = (islice(exact.win_rows(dice, defenders, is_loss), attackers) for is_loss in (False, True))
        return zip(won, lost, strict=True)
    tables = (_diagonals(dice, attackers, defenders, is_loss)[1:] for is_loss in (False, True))
    return zip(*(table.tolist() for table in tables), strict=True)


def _diagonals(dice: Dice, attackers: int, defenders: int, is_loss: bool) -> "np.ndarray":
    """Return what :func:`risksim.battles.exact.win_rows` yields, by arrays: cells of the same armies in all at once."""
    import numpy as np

    full_a, full_d = rounds.full_attackers(dice), rounds.full_defenders(dice)
    table = np.full((attackers + 1, defenders + 1), float(is_loss))
    table[1:, 0] = float(not is_loss)
    flat = table.reshape(-1)
    kinds = {
        (a, d): exact.transitions(dice, a, d)[::-1]
        for a in range(1, min(attackers, full_a) + 1)
        for d in range(1, min(defenders, full_d) + 1)
        if rounds.may_attack(dice, d)
    }
    for both in range(2, attackers + defenders + 1):
        least, most = max(1, both - defenders), min(attackers, both - 1)
        first, last = max(least, full_a), min(most, both - full_d)
        for a in (a for a in range(least, most + 1) if first > last or not first <= a <= last):
            losses = kinds.get((min(a, full_a), min(both - a, full_d)), [])
            if losses:
                table[a, both - a] = sum(
                    w * table[a - a_lost, both - a - d_lost] for a_lost, d_lost, w in losses
                )
        if first <= last:
            # cells of one diagonal lie ``defenders`` places apart
            start, stop = first * defenders + both, last * defenders + both + 1
            total = np.zeros(last - first + 1)
            for a_lost, d_lost, weight in kinds[full_a, full_d]:
                back = a_lost * (defenders + 1) + d_lost
                total += weight * flat[start - back : stop - back : defenders]
            flat[start:stop:defenders] = total
    return table


def fewest_taking(dice: Dice, garrison: int, most: int) -> int | None:
    """Return the fewest armies that take a territory whatever the dice show, None if none do.

    Where dice do not decide, chances are looked at up to ``most`` armies.

    >>> fewest_taking(Dice(), 2, 1000) is None, fewest_taking(Dice(attack_bonus=6), 2, 1000)
    (True, 2)
    """
    if blitz.is_rolled(dice):
        attackers = exact.fewest_certain(dice, garrison)
        return None if attackers is None else attackers + 1
    chances = for_attacks(dice, [garrison], most)[garrison]
    return next((armies for armies, chance in enumerate(chances) if chance.taken == 1), None)


def fewest_holding(dice: Dice, stack: int, most: int) -> int | None:
    """Return the fewest defenders, of at most so many, that no roll of a stack's dice can beat, None if none are.

    >>> fewest_holding(Dice(), 2, 1000) is None, fewest_holding(Dice(defence_bonus=6), 2, 1000)
    (True, 1)
    """
    if not blitz.is_rolled(dice):
        chances = for_defences(dice, [stack], most)[stack]
        return next((armies for armies, chance in enumerate(chances) if chance.taken == 0), None)
    strongest = [
        exact.transitions(dice, stack, d) if rounds.may_attack(dice, d) else []
        for d in range(1, rounds.full_defenders(dice) + 1)
    ]
    if all(any(d_lost and not a_lost for a_lost, d_lost, _ in losses) for losses in strongest):
        return None  # it may go on without a loss
    may_fall = [[False] + [True] * stack]
    for d in range(1, most + 1):
        column = [False]
        for a in range(1, stack + 1):
            losses = exact.transitions(dice, a, d) if rounds.may_attack(dice, d) else []
            column.append(
                any(
                    (column if not d_lost else may_fall[d - d_lost])[a - a_lost]
                    for a_lost, d_lost, _ in losses
                )
            )
        may_fall.append(column)
        if not column[stack]:
            return d
    return None


def surprise(p: float, other: float) -> Cost:
    """Return minus the logarithm of a chance ``p``, from the smaller of it and its ``other`` side.

    >>> surprise(1.0, 1e-30).value, surprise(0.0, 1.0)
    (1e-30, Cost(infinities=1, value=0.0, squares=0))
    """
    if p == 0:
        return Cost(1, 0.0)
    return Cost(0, -math.log1p(-other) if other < 0.5 else -math.log(p))


class Joint(NamedTuple):
    """The chance that all of some independent events happen, and the chance that one fails, each to full precision."""

    happens: float
    fails: float


def all_of(*costs: Cost) -> Joint:
    """Return the chances of independent events together, from what :func:`surprise` gives for each.

    >>> all_of(surprise(0.5, 0.5), surprise(0.5, 0.5)).happens
    0.25
    """
    if any(cost.infinities for cost in costs):
        return Joint(0.0, 1.0)
    total = math.fsum(cost.value for cost in costs)
    return Joint(math.exp(-total), -math.expm1(-total))


def best_sum(costs: Sequence[Sequence[Cost]], armies: int) -> list[Best]:
    """Return the split of 0 … ``armies`` armies that makes the sum of the costs smallest.

    Parameters
    ----------
    costs
        For each front its costs with 0 … ``armies`` armies added.
    armies
        Most armies to be shared.

    Returns
    -------
    list[Best]
        Of equally good splits the most even (by ``squares``), of those the one with more armies on earlier fronts.

    >>> best_sum([[Cost(0, 3.0), Cost(0, 1.0)], [Cost(0, 3.0), Cost(0, 2.0)]], 1)[1].added
    (1, 0)
    """
    is_plain = (len(costs) - 1) * (armies + 1) ** 2 <= 2 * PLAIN_SUMS
    step = _plain_step if is_plain else _array_step
    sums = list(costs[-1][: armies + 1])
    choices: list[list[int]] = []
    for front in reversed(costs[:-1]):
        sums, chosen = step(front, sums)
        choices.append(chosen)
    return [Best(_traced(choices[::-1], total), cost) for total, cost in enumerate(sums)]


def _traced(choices: Sequence[Sequence[int]], armies: int) -> tuple[int, ...]:
    added = []
    for chosen in choices:
        added.append(chosen[armies])
        armies -= added[-1]
    return (*added, armies)


def _plain_step(front: Sequence[Cost], others: Sequence[Cost]) -> tuple[list[Cost], list[int]]:
    """Return the sums with one front more, for each number of armies, and how many of them go to that front."""
    sums, chosen = [], []
    for armies in range(len(others)):
        best, here = None, 0
        for added in range(armies, -1, -1):
            one, other = front[added], others[armies - added]
            total = (one[0] + other[0], one[1] + other[1], one[2] + other[2])
            if best is None or total < best:
                best, here = total, added
        assert best is not None
        sums.append(Cost(*best))
        chosen.append(here)
    return sums, chosen


def _array_step(front: Sequence[Cost], others: Sequence[Cost]) -> tuple[list[Cost], list[int]]:
    """Do what :func:`_plain_step` does, for all numbers of armies at once."""
    import numpy as np

    n = len(others)
    # infinite costs are rare; where there are none their count decides nothing
    places = (0, 1, 2) if any(cost.infinities for cost in (*front[:n], *others)) else (1, 2)
    rest = [np.array([cost[place] for cost in others]) for place in places]
    sums = [each + front[0][place] for each, place in zip(rest, places, strict=True)]
    chosen = np.zeros(n, np.int64)
    for added in range(1, n):
        total = [each[: n - added] + front[added][place] for each, place in zip(rest, places, strict=True)]
        best = [each[added:] for each in sums]
        better, equal = total[0] < best[0], total[0] == best[0]
        for one, other in zip(total[1:], best[1:], strict=True):
            if not equal.any():
                break
            better |= equal & (one < other)
            equal &= one == other
        better |= equal  # of equal sums the one with more armies here
        for each, one in zip(best, total, strict=True):
            np.copyto(each, one, where=better)
        np.copyto(chosen[added:], added, where=better)
    columns = [each.tolist() for each in sums]
    if len(places) == 2:
        columns.insert(0, [0] * n)
    return [Cost(*cost) for cost in zip(*columns, strict=True)], chosen.tolist()


def least_maximum(costs: Sequence[Sequence[float]], armies: int) -> list[float]:
    """Return, for 0 … ``armies`` armies shared among fronts, how small the largest of their costs can be made.

    >>> least_maximum([[3.0, 1.0, 0.5], [3.0, 2.0, 1.5]], 2)
    [3.0, 3.0, 2.0]
    """
    best = list(costs[-1][: armies + 1])
    is_plain = (len(costs) - 1) * (armies + 1) ** 2 <= 2 * PLAIN_SUMS
    for front in reversed(costs[:-1]):
        best = _plain_maximum(front, best) if is_plain else _array_maximum(front, best)
    return best


def _plain_maximum(front: Sequence[float], others: Sequence[float]) -> list[float]:
    return [
        min(max(front[added], others[armies - added]) for added in range(armies + 1))
        for armies in range(len(others))
    ]


def _array_maximum(front: Sequence[float], others: Sequence[float]) -> list[float]:
    import numpy as np

    rest, best = np.array(others), np.full(len(others), np.inf)
    for added, cost in enumerate(front[: len(others)]):
        part = best[added:]
        np.minimum(part, np.maximum(rest[: len(part)], cost), out=part)
    found: list[float] = best.tolist()
    return found


def evenly(standing: Sequence[int], armies: int) -> tuple[int, ...]:
    """Return where armies stand when each goes to the front that has fewest, the first of them where several do.

    >>> evenly((1, 1, 4), 6)
    (4, 4, 4)
    """
    stand = list(standing)
    for _ in range(armies):
        stand[stand.index(min(stand))] += 1
    return tuple(stand)
