"""Several stacks before one territory: who attacks first, exactly.

The stacks stand on different territories next to the first of a chain. One after another attacks, each until the
territory is taken or it is worn to its floor; the defenders left wait for the next. Whoever takes the territory goes on
along the chain, the others stay where they are. Which stack is next may depend on the defenders left, so the best order
is a choice for each set of stacks that wait and each number of defenders, found from the last stack backwards.
"""

from collections.abc import Sequence
from typing import NamedTuple

from risksim.campaigns import exact
from risksim.campaigns.exact import Leg, Start, Walk

#: Most stacks whose best order is looked for.
MAX_STACKS = 8


class Order(NamedTuple):
    """Which stack attacks next."""

    choices: list[list[int]]
    """by the set of stacks that wait (bits) and the defenders left: the place of the next in the list of stacks"""
    chance: float
    """to take the whole chain"""


class Turn(NamedTuple):
    """One decision that may come up: the stacks that wait, the defenders left, who attacks, and how likely that is."""

    waiting: tuple[int, ...]
    defenders: int
    next: int
    p: float


def best_order(leg: Leg, stacks: Sequence[int], after: Sequence[float], is_given: bool = False) -> Order:
    """Return the order with the best chance, the earlier in the list if equal.

    Parameters
    ----------
    leg
        The first territory.
    stacks
        Armies able to attack of each stack.
    after
        Chance to take the rest of the chain, by armies able to attack from the first territory.
    is_given
        Keep the order of the list.

    >>> from risksim.rules.clauses import Dice
    >>> order = best_order(Leg(Dice(), 4), [5, 2], [0.0] * 4 + [1.0] * 2)
    >>> order.choices[0b11][4]
    1
    """
    across = leg.defenders + 1
    values = [[0.0] * across]
    choices = [[0] * across]
    reward = [
        [0.0, *(after[exact.goes_on(leg, a, n_dice)] for a in range(1, max(stacks) + 1))]
        for n_dice in range(leg.dice.attack_dice + 1)
    ]
    for waiting in range(1, 1 << len(stacks)):
        best, chosen = [-1.0] * across, [0] * across
        for place, attackers in enumerate(stacks):
            if not waiting >> place & 1:
                continue
            rest = values[waiting & ~(1 << place)]
            chances = exact.look_back(leg, attackers, [row[: attackers + 1] for row in reward], rest)[1]
            for d, chance in enumerate(chances):
                if chance > best[d]:
                    best[d], chosen[d] = chance, place
            if is_given:
                break
        best[0] = 0.0
        values.append(best)
        choices.append(chosen)
    return Order(choices, values[-1][leg.defenders])


def walk(legs: Sequence[Leg], stacks: Sequence[int], order: Order) -> tuple[Walk, list[Turn]]:
    """Return every end of a chain that several stacks attack in an order, and the decisions that may come up.

    >>> from risksim.rules.clauses import Dice
    >>> legs = [Leg(Dice(), 4)]
    >>> result, turns = walk(legs, [5, 2], best_order(legs[0], [5, 2], [1.0] * 6))
    >>> round(result.p_each[0], 4), turns[0].waiting
    (0.7636, (0, 1))
    """
    leg, full = legs[0], (1 << len(stacks)) - 1
    # by defenders left: chance, mean and mean square of the armies lost before
    waves = {full: [[0.0] * (leg.defenders + 1) for _ in range(3)]}
    waves[full][0][leg.defenders] = 1.0
    stopped: dict[tuple[int, int], float] = {}
    total, begin, turns = [0.0, 0.0, 0.0], Start([], [], []), []
    for waiting in range(full, 0, -1):
        for place in range(len(stacks)):
            above = _turn(order, waiting, place, waves.get(waiting, []))
            if not above:
                continue
            members = tuple(each for each in range(len(stacks)) if waiting >> each & 1)
            turns += [Turn(members, d, place, p) for d, p in enumerate(above[0]) if p]
            fights = _attack(leg, stacks[place], above)
            begin = _joined(begin, exact.enter(leg, [each.won for each in fights]))
            rest = waiting & ~(1 << place)
            wave = waves.setdefault(rest, [[0.0] * (leg.defenders + 1) for _ in range(3)])
            ends = [{(a, d): p for a, d, p in each.stopped} for each in fights]
            for (a, d), p in ends[0].items():
                moments = p, ends[1].get((a, d), 0.0), ends[2].get((a, d), 0.0)
                if rest and d:
                    for sums, value in zip(wave, exact.losses(a, *moments), strict=True):
                        sums[d] += value
                else:
                    stopped[a, d] = stopped.get((a, d), 0.0) + p
                    total = [one + other for one, other in zip(total, exact.losses(a, *moments), strict=True)]
    taken = sum(begin.p)
    ends_here = sorted(((a, d, p) for (a, d), p in stopped.items()), key=lambda end: (-end[0], end[1]))
    if len(legs) == 1:
        for a, moments in enumerate(zip(*begin, strict=True)):
            total = [one + other for one, other in zip(total, exact.losses(a, *moments), strict=True)]
        return Walk([ends_here], [taken], begin.p, exact.Moments(*total)), turns
    rest_of_it = exact.walk(legs[1:], begin)
    total = [one + other for one, other in zip(total, rest_of_it.losses, strict=True)]
    return (
        Walk(
            [ends_here, *rest_of_it.stopped],
            [taken, *rest_of_it.p_each],
            rest_of_it.last,
            exact.Moments(*total),
        ),
        turns,
    )


def _turn(order: Order, waiting: int, place: int, wave: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the part of a wave in which one stack is next; nothing where it never is."""
    is_next = [p > 0 and order.choices[waiting][d] == place for d, p in enumerate(wave[0])] if wave else []
    if not any(is_next):
        return []
    return [[value if mine else 0.0 for value, mine in zip(row, is_next, strict=True)] for row in wave]


def _attack(leg: Leg, attackers: int, above: Sequence[Sequence[float]]) -> list[exact.Fought[float]]:
    """Return the ends of one stack's attack: chance, armies brought, their square."""
    p, lost, squared = above
    nobody = [0.0] * (attackers + 1)
    brought = [one + attackers * chance for one, chance in zip(lost, p, strict=True)]
    square = [
        two + 2 * attackers * one + attackers * attackers * chance
        for two, one, chance in zip(squared, lost, p, strict=True)
    ]
    return [exact.fight(leg, nobody, channel) for channel in (p, brought, square)]


def _joined(first: Start, second: Sequence[Sequence[float]]) -> Start:
    """Return the sum of two starts of different lengths."""
    size = max(len(first.p), len(second[0]))

    def padded(values: Sequence[float]) -> list[float]:
        return [*values, *[0.0] * (size - len(values))]

    return Start(
        *(
            [a + b for a, b in zip(padded(one), padded(other), strict=True)]
            for one, other in zip(first, second, strict=True)
        )
    )
