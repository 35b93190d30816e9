"""Several stacks before one territory: who attacks first, exactly.

The stacks stand on different territories next to the first of a chain. One after another attacks, each until the
territory is taken or it is worn to its floor; the defenders left wait for the next. Whoever takes the territory goes on
along the chain, the others stay where they are. Which stack is next may depend on the defenders left, so the best order
is a choice for each set of stacks that wait and each number of defenders, found from the last stack backwards.

Where ties cost both sides, the last attacker of a stack and the last defender may fall together. The territory then
stands empty, which the rules know no more of than to forbid it: here the stack whose turn is next walks in without a
fight, as after a win in which no dice were rolled. If no other stack waits, the territory is not taken.
"""

import itertools
import math
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
        Armies able to attack of each stack, more than the floor.
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
            chances[0] = after[exact.goes_on(leg, attackers, 0)]  # nobody is left to fight: it walks in
            for d, chance in enumerate(chances):
                if chance > best[d]:
                    best[d], chosen[d] = chance, place
            if is_given:
                break
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
    waves = {full: _wave(leg)}
    waves[full][0][leg.defenders] = 1.0
    stopped: list[exact.Stopped[float]] = []
    begins: dict[int, Start] = {}
    turns, parts = [], []
    for waiting in range(full, 0, -1):
        gone = [attackers for place, attackers in enumerate(stacks) if not waiting >> place & 1]
        offset = sum(gone) - leg.floor * len(gone)
        for place, attackers in enumerate(stacks):
            above = _turn(order, waiting, place, waves.get(waiting, []))
            if not above:
                continue
            members = tuple(each for each in range(len(stacks)) if waiting >> each & 1)
            turns += [Turn(members, d, place, p) for d, p in enumerate(above[0]) if p]
            fights = _attack(leg, attackers, above)
            begin = exact.enter(leg, [each.won for each in fights], offset + attackers)
            # of one stack alone what it brought differs only by what was lost before
            begins[place] = _joined(begins[place], begin) if place in begins else begin
            rest = waiting & ~(1 << place)
            wave, ends = waves.setdefault(rest, _wave(leg)), list(exact.ends(fights))
            if rest:
                for (a, d), moments in ends:
                    for sums, value in zip(wave, exact.less(a - leg.floor, *moments), strict=True):
                        sums[d] += value
            else:
                parts.append(exact.losses(((a, *moments) for (a, _), moments in ends), offset + attackers))
                stopped.append(fights[0].stopped)
    rests = [exact.walk(legs[1:], begin) for begin in begins.values()]
    behind = zip(*(each.stopped for each in rests), strict=True)
    all_stopped = [_added(every) for every in (stopped, *behind)]
    last = _summed([each.last for each in rests])
    losses = exact.merged([*parts, *(each.losses for each in rests)])
    return Walk(all_stopped, exact.reached(all_stopped, last), last, losses), turns


def _added(every: Sequence[exact.Stopped[float]]) -> exact.Stopped[float]:
    """Return the ends before one territory of all walks together, most attackers first."""
    found: dict[tuple[int, int], float] = {}
    for a, d, p in itertools.chain(*every):
        found[a, d] = found.get((a, d), 0.0) + p
    return sorted(((a, d, p) for (a, d), p in found.items()), key=lambda end: (-end[0], end[1]))


def _summed(rows: Sequence[Sequence[float]]) -> list[float]:
    """Return the sums of the places of rows that may differ in length."""
    return [sum(column) for column in itertools.zip_longest(*rows, fillvalue=0.0)]


def _wave(leg: Leg) -> list[list[float]]:
    """Return nothing yet, by defenders left: chance, and mean and mean square of the armies lost before.

    Those lost before are counted from what it costs the stacks that have gone to be worn to their floor.
    """
    return [[0.0] * (leg.defenders + 1) for _ in range(3)]


def _turn(order: Order, waiting: int, place: int, wave: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the part of a wave in which one stack is next; nothing where it never is."""
    is_next = [p > 0 and order.choices[waiting][d] == place for d, p in enumerate(wave[0])] if wave else []
    if not any(is_next):
        return []
    return [[value if mine else 0.0 for value, mine in zip(row, is_next, strict=True)] for row in wave]


def _attack(leg: Leg, attackers: int, above: Sequence[list[float]]) -> list[exact.Fought[float]]:
    """Return the ends of one stack's attack: chance, armies brought, their square.

    Where the territory stands empty there is nobody to fight: the stack walks in, without a die.
    """
    nobody = [0.0] * (attackers + 1)
    fights = []
    for channel in above:
        fought = exact.fight(leg, nobody, [0.0, *channel[1:]])
        fought.won[0][attackers] += channel[0]
        fights.append(fought)
    return fights


def _joined(first: Start, second: Start) -> Start:
    """Return the sum of two starts of one stack."""
    p = math.fsum(first.p), math.fsum(second.p)
    offset = round((p[0] * first.mean + p[1] * second.mean) / sum(p)) if any(p) else first.offset
    pairs = zip(first.at(offset).channels, second.at(offset).channels, strict=True)
    chances, brought, squared = (_summed(pair) for pair in pairs)
    return Start(chances, brought, squared, offset)
