"""Battles one after another, exactly: how far an attack gets, with how many armies, and what lies ahead of it.

A stack attacks a territory until it is taken or the stack is worn to its floor; what is moved in attacks the next
one. Looking forward, one pass over the states of a battle takes all numbers of armies it may begin with at once.
Looking backward, one pass gives the chance of everything that is still to come, again for all numbers of armies.
Small questions are answered here in plain Python, large ones by the kernels; the choice depends on the size of the
question alone.

How armies move in
    After a win some armies have to move in: as many as dice were last rolled, one, or all that are able to attack
    (clause ``occupy_min``). A defender who is lost without a die counts as a round in which the attacker rolled his.
    The others may stay. One army always stays where the attack came from, so no more are asked for than are able to
    attack. The number of dice last rolled is not guessed from what is left: the chance of each end is kept for each
    number of dice.

Throughout, ``attackers`` are armies able to attack (one more stands on the territory).

Sources: ``norvig``, ``osborne-2003``.
"""

import contextlib
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from risksim.battles import blitz, exact, rounds
from risksim.errors import InputError
from risksim.rules.clauses import Dice, OccupyMin

if TYPE_CHECKING:
    from fractions import Fraction

#: States up to which a question is answered in plain Python.
PLAIN_STATES = 100_000

#: A chance as a double or as a fraction.
Chance = TypeVar("Chance", float, "Fraction")
Weights = dict[tuple[int, int], list[tuple[int, int, Chance]]]
#: Chances by dice last rolled (rows) and armies able to attack that are left (columns).
Won = list[list[Chance]]
#: The ends without a win: (attackers, defenders, chance).
Stopped = list[tuple[int, int, Chance]]


class Leg(NamedTuple):
    """One territory to be taken, and how its attacker goes about it."""

    dice: Dice
    defenders: int
    floor: int = 0
    """the attack stops once so many are able to attack, or fewer"""
    leave: int = 1
    """armies that stay where the attack came from, where not more have to move in"""
    gain: int = 0
    """armies that arrive on the territory when it is taken"""
    occupy: OccupyMin = OccupyMin.DICE_LAST_ROLLED
    move: int | None = None
    """armies to move in, as near as the rules and ``leave`` allow; None moves all that may"""
    chosen: Sequence[Sequence[int]] | None = None
    """armies to move in by dice last rolled and armies able to attack that are left, in place of ``move``"""

    @property
    def until(self) -> int:
        """The defenders that cannot be attacked any more: 1 where the rules protect a lone one, else 0."""
        return 0 if rounds.may_attack(self.dice, 1) else 1

    @property
    def battle(self) -> exact.Battle:
        """The battle against a single attacker: what checks of the dice look at."""
        return exact.Battle(self.floor + rounds.full_attackers(self.dice), self.defenders, self.floor)


class Fought(NamedTuple, Generic[Chance]):
    """The ends of one battle that may begin with any number of attackers."""

    won: Won[Chance]
    """chance by dice last rolled and armies able to attack that are left, at least 1"""
    stopped: Stopped[Chance]
    """(attackers, defenders, chance) where the territory was not taken"""


class Moments(NamedTuple):
    """The attacker's losses over some of the ends."""

    p: float
    """chance of these ends"""
    mean: float
    squares: float
    """squared distances from the mean, times chance"""


class Walk(NamedTuple):
    """All ends of a chain."""

    stopped: list[Stopped[float]]
    """for each territory that was not taken: (attackers, defenders, chance), most attackers first"""
    p_each: list[float]
    """chance to take everything up to here"""
    last: list[float]
    """chance to take everything, by armies able to attack on the last territory"""
    losses: Moments
    """of the attacker, over all ends"""

    def whole(self) -> "Walk":
        """Return the walk with chances that add up to 1, free of what rounding added or took away."""
        total = self.p_each[0] + math.fsum(p for *_, p in self.stopped[0])
        return Walk(
            [[(a, d, p / total) for a, d, p in ends] for ends in self.stopped],
            [p / total for p in self.p_each],
            [p / total for p in self.last],
            self.losses,
        )


def least_in(leg: Leg, attackers: int, n_dice: int) -> int:
    """Return the fewest armies that must move in after a win that left so many able to attack.

    >>> least_in(Leg(Dice(), 3), 5, 3), least_in(Leg(Dice(), 3, occupy=OccupyMin.ALL_SURVIVORS), 5, 3)
    (3, 5)
    """
    if leg.occupy is OccupyMin.DICE_LAST_ROLLED:
        return min(max(n_dice, 1), attackers)
    return 1 if leg.occupy is OccupyMin.ONE else attackers


def moved_in(leg: Leg, attackers: int, n_dice: int) -> int:
    """Return the armies that move in after a win that left so many able to attack.

    >>> moved_in(Leg(Dice(), 3), 5, 3), moved_in(Leg(Dice(), 3, leave=4), 5, 3), moved_in(Leg(Dice(), 3, leave=4), 5, 1)
    (5, 3, 2)
    """
    if leg.chosen is not None:
        return leg.chosen[n_dice][attackers]
    least = least_in(leg, attackers, n_dice)
    most = max(least, attackers + 1 - leg.leave)
    return most if leg.move is None else max(least, min(leg.move, most))


def goes_on(leg: Leg, attackers: int, n_dice: int) -> int:
    """Return the armies able to attack from the territory just taken."""
    return moved_in(leg, attackers, n_dice) + leg.gain - 1


@lru_cache(maxsize=256)
def weights(dice: Dice) -> Weights[float]:
    """Return the next round that costs anything, by (attackers, defenders) up to where more change nothing.

    >>> [losses[:2] for losses in weights(Dice())[1, 1]]
    [(0, 1), (1, 0)]
    """
    table = {}
    for attackers in range(1, rounds.full_attackers(dice) + 1):
        for defenders in range(1, rounds.full_defenders(dice) + 1):
            # what cannot be played is refused before any walk begins
            with contextlib.suppress(InputError):
                table[attackers, defenders] = exact.transitions(dice, attackers, defenders)
    return table


def is_plain(legs: Sequence[Leg], most: int) -> bool:
    """Return whether a question is small enough for plain Python, or about battles that are not walked through."""
    return sum(leg.defenders for leg in legs) * (most + 1) <= PLAIN_STATES


def fight(leg: Leg, entering: Sequence[float], above: Sequence[float] | None = None) -> Fought[float]:
    """Return how one battle ends.

    Parameters
    ----------
    leg
        The territory.
    entering
        Chance to begin with 0, 1, 2 … armies able to attack.
    above
        Chance to begin with the most of them against 0, 1, 2 … defenders, in place of all: for a stack that comes
        after others.

    >>> fought = fight(Leg(Dice(), 2), [0.0, 0.0, 0.0, 1.0])
    >>> round(sum(map(sum, fought.won)), 4)
    0.656
    """
    if not blitz.is_rolled(leg.dice):
        return _blitzed(leg, entering, above)
    if is_plain([leg], len(entering)):
        return push(leg, entering, weights(leg.dice), 0.0, above)
    from risksim.campaigns import tables

    return tables.fight(leg, entering, above)


def push(
    leg: Leg,
    entering: Sequence[Chance],
    law: Weights[Chance],
    zero: Chance,
    above: Sequence[Chance] | None = None,
) -> Fought[Chance]:
    """Push chances, doubles or fractions, down to the ends of one battle; parameters as :func:`fight`."""
    dice, defenders, most, until = leg.dice, leg.defenders, len(entering) - 1, leg.until
    full_a, full_d = rounds.full_attackers(dice), rounds.full_defenders(dice)
    rows = [[zero] * (defenders + 1) for _ in range(most + 1)]
    if above is not None:
        rows[most] = list(above)
    won = [[zero] * (most + 1) for _ in range(dice.attack_dice + 1)]
    stopped: Stopped[Chance] = []
    for a in range(most, -1, -1):
        row = rows.pop()
        row[defenders] += entering[a]
        if a <= leg.floor:
            stopped += [(a, d, chance) for d, chance in enumerate(row) if chance]
            continue
        taken = won[rounds.attack_dice(dice, a)]
        for d in range(defenders, until, -1):
            chance = row[d]
            if not chance:
                continue
            for a_lost, d_lost, weight in law[min(a, full_a), min(d, full_d)]:
                if d == d_lost:
                    taken[a - a_lost] += chance * weight
                elif a_lost:
                    rows[a - a_lost][d - d_lost] += chance * weight
                else:
                    row[d - d_lost] += chance * weight
        stopped += [(a, d, row[d]) for d in range(until, 0, -1) if row[d]]
    fell = sum((taken[0] for taken in won), zero)
    if fell:  # the last two fell together: nobody is left to move in
        stopped.append((0, 0, fell))
        for taken in won:
            taken[0] = zero
    return Fought(won, stopped)


@lru_cache(maxsize=4096)
def _blitz_ends(dice: Dice, battle: exact.Battle) -> list[exact.End]:
    return blitz.ends(dice, battle)


def _blitzed(leg: Leg, entering: Sequence[float], above: Sequence[float] | None) -> Fought[float]:
    """Return how one battle ends that is not decided round by round: one number of armies after the other."""
    most = len(entering) - 1
    won = [[0.0] * (most + 1) for _ in range(leg.dice.attack_dice + 1)]
    found: dict[tuple[int, int], float] = {}
    starts = [(a, leg.defenders, chance) for a, chance in enumerate(entering) if chance]
    starts += [(most, d, chance) for d, chance in enumerate(above or ()) if chance]
    for a, d, chance in starts:
        if a <= leg.floor or d <= leg.until:
            found[a, d] = found.get((a, d), 0.0) + chance
            continue
        for end in _blitz_ends(leg.dice, exact.Battle(a, d, leg.floor)):
            if end.defenders == 0 and end.attackers > 0:
                won[rounds.attack_dice(leg.dice, end.attackers)][end.attackers] += chance * end.p
            else:
                place = end.attackers, end.defenders
                found[place] = found.get(place, 0.0) + chance * end.p
    return Fought(won, sorted(((a, d, p) for (a, d), p in found.items()), key=lambda end: (-end[0], end[1])))


def look_back(
    leg: Leg, most: int, reward: Sequence[Sequence[float]], lost: Sequence[float]
) -> tuple[list[float], list[float]]:
    """Return the mean of what a battle brings, for every start.

    Parameters
    ----------
    leg
        The territory.
    most
        Most armies able to attack at the start.
    reward
        What a win brings, by dice last rolled and armies able to attack that are left.
    lost
        What an attack that stops before 0, 1, 2 … defenders brings; the first is for the last two falling together.

    Returns
    -------
    tuple[list[float], list[float]]
        For 0 … ``most`` attackers against all defenders, and for ``most`` attackers against 0 … all defenders.

    >>> one = [[1.0] * 4] * 4
    >>> round(look_back(Leg(Dice(), 2), 3, one, [0.0] * 3)[0][3], 4)
    0.656
    """
    if not blitz.is_rolled(leg.dice):
        return _look_back_blitz(leg, most, reward, lost)
    if is_plain([leg], most):
        return _look_back(leg, most, reward, lost)
    from risksim.campaigns import tables

    return tables.look_back(leg, most, reward, lost)


def _look_back(
    leg: Leg, most: int, reward: Sequence[Sequence[float]], lost: Sequence[float]
) -> tuple[list[float], list[float]]:
    dice, defenders, until = leg.dice, leg.defenders, leg.until
    law = weights(dice)
    full_a, full_d = rounds.full_attackers(dice), rounds.full_defenders(dice)
    rows: list[list[float]] = []
    for a in range(most + 1):
        row = list(lost)
        rows.append(row)
        if a <= leg.floor:
            continue
        taken = reward[rounds.attack_dice(dice, a)]
        for d in range(until + 1, defenders + 1):
            value = 0.0
            for a_lost, d_lost, weight in law[min(a, full_a), min(d, full_d)]:
                if d != d_lost:
                    value += weight * rows[a - a_lost][d - d_lost]
                else:
                    value += weight * (taken[a - a_lost] if a > a_lost else lost[0])
            row[d] = value
    return [row[defenders] for row in rows], rows[most]


def _look_back_blitz(
    leg: Leg, most: int, reward: Sequence[Sequence[float]], lost: Sequence[float]
) -> tuple[list[float], list[float]]:
    def mean(a: int, d: int) -> float:
        if a <= leg.floor or d <= leg.until:
            return lost[d]
        return math.fsum(
            end.p
            * (
                reward[rounds.attack_dice(leg.dice, end.attackers)][end.attackers]
                if end.defenders == 0 and end.attackers > 0
                else lost[end.defenders]
            )
            for end in _blitz_ends(leg.dice, exact.Battle(a, d, leg.floor))
        )

    column = [mean(a, leg.defenders) for a in range(most + 1)]
    return column, [mean(most, d) for d in range(leg.defenders)] + column[-1:]


def chances_ahead(legs: Sequence[Leg], most: int, is_loss: bool = False) -> list[list[float]]:
    """Return the chance to take all territories that are left, before each of them and at the end of all.

    Parameters
    ----------
    legs
        The territories, in their order.
    most
        Most armies able to attack at the start.
    is_loss
        Return the chance not to take them all instead; near certainty it carries the digits that 1 - p loses.

    Returns
    -------
    list[list[float]]
        A row for each territory, and one of certainty at the end, each for 0, 1, 2 … armies able to attack from the
        territory before it.

    >>> rows = chances_ahead([Leg(Dice(), 3), Leg(Dice(), 2)], 4)
    >>> round(rows[0][4], 7)
    0.2500009
    """
    size = most + sum(leg.gain for leg in legs)
    if all(blitz.is_rolled(leg.dice) for leg in legs) and not is_plain(legs, size):
        from risksim.campaigns import tables

        rows: list[list[float]] = tables.chances_ahead(legs, most, is_loss).tolist()
        return rows
    return _ahead(legs, most, is_loss)[0]


def chance_with_ever_more(legs: Sequence[Leg], is_loss: bool = False, most: int | None = None) -> float:
    """Return the chance to take all territories that ever more armies at the start come near to.

    Where all that may move in do, that is the chance that the dice allow at all. Where only some move in, however many
    are left, no more than those go on.

    Parameters
    ----------
    legs
        The territories, in their order, with their fixed wishes how many move in.
    is_loss
        Return the chance not to take them all instead.
    most
        More armies than that going on count as ever more; None is no limit.

    >>> chance_with_ever_more([Leg(Dice(), 3), Leg(Dice(), 2)])
    1.0
    >>> round(chance_with_ever_more([Leg(Dice(), 3, move=0), Leg(Dice(), 2)]), 4)  # two able to attack
    0.3627
    """
    p = 1.0
    for at, leg in enumerate(legs):
        p *= blitz.chance(leg.dice, exact.best_chance(leg.dice, leg.defenders))
        behind = legs[at + 1 :]
        if leg.move is None or leg.occupy is OccupyMin.ALL_SURVIVORS or not behind:
            continue
        on = goes_on(leg, leg.move + leg.leave + leg.dice.attack_dice, leg.dice.attack_dice)
        if most is None or on <= most:
            rest = chances_ahead(behind, on, is_loss)[0][on]
            return 1 - p + p * rest if is_loss else p * rest
    return 1 - p if is_loss else p


def best_moves(legs: Sequence[Leg], most: int) -> list[Leg]:
    """Return the territories with the armies to move in chosen for the best chance to take all, and more if equal.

    >>> legs = best_moves([Leg(Dice(), 3), Leg(Dice(), 2)], 4)
    >>> legs[0].chosen[3][4]
    4
    """
    return _ahead([leg._replace(move=None, chosen=()) for leg in legs], most, False)[1]


def _ahead(legs: Sequence[Leg], most: int, is_loss: bool) -> tuple[list[list[float]], list[Leg]]:
    """Return the chances before each territory, and the territories with the moves in that lead to them."""
    sizes = [most]
    for leg in legs:
        sizes.append(sizes[-1] + leg.gain)
    rows = [[float(not is_loss)] * (sizes[-1] + 1)]
    decided: list[Leg] = []
    for leg, size in zip(legs[::-1], sizes[-2::-1], strict=True):
        after = rows[-1]
        if leg.chosen == ():
            leg = leg._replace(chosen=_best_in(leg, size, after))
        reward = [
            [0.0, *(after[goes_on(leg, a, n_dice)] for a in range(1, size + 1))]
            for n_dice in range(leg.dice.attack_dice + 1)
        ]
        rows.append(look_back(leg, size, reward, [float(is_loss)] * (leg.defenders + 1))[0])
        decided.append(leg)
    return rows[::-1], decided[::-1]


def _best_in(leg: Leg, most: int, after: Sequence[float]) -> list[list[int]]:
    """Return, by dice last rolled and armies left, how many to move in for the best chance ``after`` that."""
    free = leg._replace(chosen=None)
    chosen = []
    for n_dice in range(leg.dice.attack_dice + 1):
        row = [0]
        for a in range(1, most + 1):
            least, last = least_in(leg, a, n_dice), moved_in(free, a, n_dice)
            row.append(max(range(last, least - 1, -1), key=lambda m: after[m + leg.gain - 1]))
        chosen.append(row)
    return chosen


class Start(NamedTuple):
    """With what a chain begins: for each number of armies able to attack, the chance and what was lost before.

    ``brought`` are armies lost before plus armies able to attack, less ``offset``: their mean and mean square, each
    times the chance. No round changes what was brought, and near the offset no digits are lost to large squares.
    """

    p: list[float]
    brought: list[float]
    squared: list[float]
    offset: int

    @property
    def channels(self) -> tuple[list[float], list[float], list[float]]:
        """Chance, and armies brought and their square times the chance: each goes through a battle as chances do."""
        return self.p, self.brought, self.squared

    @property
    def mean(self) -> float:
        """Mean of the armies brought; the offset where no start is possible."""
        total = math.fsum(self.p)
        return self.offset + math.fsum(self.brought) / total if total else self.offset

    def at(self, offset: int) -> "Start":
        """Return the same start with another offset."""
        by = offset - self.offset
        moved = [less(by, *each) for each in zip(*self.channels, strict=True)]
        return Start(self.p, [first for _, first, _ in moved], [second for *_, second in moved], offset)


def start(attackers: int) -> Start:
    """Return the start of one stack."""
    nothing = [0.0] * (attackers + 1)
    return Start([0.0] * attackers + [1.0], nothing, list(nothing), attackers)


def walk(legs: Sequence[Leg], begin: Start) -> Walk:
    """Return every end of a chain.

    >>> result = walk([Leg(Dice(), 3), Leg(Dice(), 2)], start(4))
    >>> [round(p, 4) for p in result.p_each]
    [0.6416, 0.25]
    """
    rolled = all(blitz.is_rolled(leg.dice) for leg in legs)
    most = len(begin.p) + sum(leg.gain for leg in legs)
    if rolled and not is_plain(legs, most):
        from risksim.campaigns import tables

        return tables.walk(legs, begin)
    stopped, parts = [], []
    for leg in legs:
        fights = [fight(leg, channel) for channel in begin.channels]
        stopped.append(fights[0].stopped)
        parts.append(losses(((a, *moments) for (a, _), moments in ends(fights)), begin.offset))
        begin = enter(leg, [each.won for each in fights], begin.offset)
    last = ((a, *moments) for a, moments in enumerate(zip(*begin.channels, strict=True)))
    parts.append(losses(last, begin.offset))
    return Walk(stopped, reached(stopped, begin.p), begin.p, merged(parts))


def reached(stopped: Sequence[Stopped[float]], last: Sequence[float]) -> list[float]:
    """Return the chance to take everything up to each territory: that of all ends behind it.

    Added up from the end of the chain, so that none is greater than the one before.

    >>> reached([[(0, 1, 0.25)], [(0, 2, 0.5)]], [0.0, 0.25])
    [0.75, 0.25]
    """
    found = [math.fsum(last)]
    for before in stopped[:0:-1]:
        found.append(found[-1] + math.fsum(p for *_, p in before))
    return found[::-1]


def ends(fights: Sequence[Fought[float]]) -> Iterator[tuple[tuple[int, int], tuple[float, float, float]]]:
    """Yield (attackers, defenders) of the ends without a win, with what the three channels of a start come to there."""
    p, brought, squared = ({(a, d): value for a, d, value in each.stopped} for each in fights)
    for place, chance in p.items():
        yield place, (chance, brought.get(place, 0.0), squared.get(place, 0.0))


def less(by: int, p: float, first: float, second: float) -> tuple[float, float, float]:
    """Return chance, mean and mean square (times the chance) of something that has become so much less.

    >>> less(2, 0.5, 1.5, 4.5)
    (0.5, 0.5, 0.5)
    """
    return p, first - by * p, second - 2 * by * first + by * by * p


def losses(left: Iterable[tuple[int, float, float, float]], offset: int) -> Moments:
    """Return the losses over some ends.

    Parameters
    ----------
    left
        Armies able to attack that are left, chance, and armies brought and their square, times the chance.
    offset
        How much less than in truth is said to be brought.

    >>> losses([(3, 0.5, 0.0, 0.0), (1, 0.5, 0.0, 0.0)], 9)
    Moments(p=1.0, mean=7.0, squares=1.0)
    """
    found = [each for each in left if each[1]]
    p = math.fsum(each[1] for each in found)
    if not p:
        return Moments(0.0, 0.0, 0.0)
    near = round(math.fsum(first - a * p for a, p, first, _ in found) / p)
    lost = [less(a + near, *moments) for a, *moments in found]
    first, second = (math.fsum(each[at] for each in lost) for at in (1, 2))
    return Moments(p, offset + near + first / p, max(second - first * first / p, 0.0))


def merged(parts: Sequence[Moments]) -> Moments:
    """Return the losses over the ends of all parts.

    >>> merged([Moments(0.5, 1.0, 0.0), Moments(0.5, 3.0, 0.5)])
    Moments(p=1.0, mean=2.0, squares=1.5)
    """
    p = math.fsum(part.p for part in parts)
    if not p:
        return Moments(0.0, 0.0, 0.0)
    mean = math.fsum(part.p * part.mean for part in parts) / p
    return Moments(p, mean, math.fsum(part.squares + part.p * (part.mean - mean) ** 2 for part in parts))


def enter(leg: Leg, won: Sequence[Won[float]], offset: int) -> Start:
    """Return with what the next battle begins, from the wins of a battle in all three channels."""
    moves = [
        (a, goes_on(leg, a, n_dice), p, won[1][n_dice][a], won[2][n_dice][a])
        for n_dice, row in enumerate(won[0])
        for a, p in enumerate(row)
        if p
    ]
    total = math.fsum(p for *_, p, _, _ in moves)
    near = round(math.fsum(first + (to - a) * p for a, to, p, first, _ in moves) / total) if total else 0
    channels = [[0.0] * (len(won[0][0]) + leg.gain) for _ in won]
    for a, to, *moments in moves:
        for channel, value in zip(channels, less(near + a - to, *moments), strict=True):
            channel[to] += value
    p, brought, squared = channels
    return Start(p, brought, squared, offset + near)


class Fractions(NamedTuple):
    """A chain in exact fractions."""

    p_each: list["Fraction"]
    last: list["Fraction"]
    """chance to take everything, by armies able to attack on the last territory"""


def fractions(legs: Sequence[Leg], attackers: int) -> Fractions:
    """Return the chances of a chain as fractions, by the same walk.

    >>> str(fractions([Leg(Dice(), 2)], 3).p_each[0])
    '6610505/10077696'
    """
    from fractions import Fraction

    zero = Fraction(0)
    chances = [zero] * attackers + [Fraction(1)]
    p_each = []
    for leg in legs:
        won = push(leg, chances, _fraction_weights(leg.dice), zero).won
        p_each.append(sum((p for row in won for p in row), zero))
        chances = [zero] * (len(chances) + leg.gain)
        for n_dice, row in enumerate(won):
            for a, p in enumerate(row):
                if p:
                    chances[goes_on(leg, a, n_dice)] += p
    return Fractions(p_each, chances)


@lru_cache(maxsize=64)
def _fraction_weights(dice: Dice) -> Weights["Fraction"]:
    from fractions import Fraction

    table = {}
    for attackers, defenders in weights(dice):
        counts = rounds.round_at(dice, attackers, defenders).counts
        costly = [(a, d, count) for (a, d), count in counts.items() if count and (a, d) != (0, 0)]
        total = sum(count for *_, count in costly)
        table[attackers, defenders] = [(a, d, Fraction(count, total)) for a, d, count in costly]
    return table
