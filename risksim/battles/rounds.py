"""One round of dice, exactly: how many of all equally likely rolls cost each side how many armies.

Pure Python integers, so that small questions need no numpy. Nothing is enumerated: the faces are walked from high
to low and only the number of dice already placed is remembered, so three dice against two with a hundred sides
cost milliseconds.

How the clauses are read
    *Extra dice* are rolled on top of the dice a side may roll; of all of them only the best count, as many as the
    side may roll. A *bonus on the highest die* is added to the highest of all dice rolled; with a negative bonus
    that die is lowered and the dice are then put in order again. A bonus on *all* dice moves each of them. Under
    ``bonus_clamp = "to-faces"`` no die leaves the range 1 … sides, under ``"not-below-one"`` and
    ``"not-above-faces"`` none leaves it on that side. *Re-roll* rolls the whole round again until no
    compared pair ties, so its counts and total are those of the rolls without a tie.

Sources: ``osborne-2003``, ``icepool``, ``risk-faq``, ``seed-finnish``, ``seed-russian``.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from math import comb
from types import MappingProxyType
from typing import NamedTuple

from risksim.errors import InputError
from risksim.rules.clauses import (
    AttackerDiceLimit,
    BonusClamp,
    BonusOn,
    DefenderDiceLimit,
    Dice,
    LoneDefender,
    Ties,
    TwoVersusTwo,
)

#: Armies a tied pair costs the attacker and the defender; None where tied rolls do not count.
_TIE_COSTS = {
    Ties.DEFENDER: (1, 0),
    Ties.ATTACKER: (0, 1),
    Ties.BOTH: (1, 1),
    Ties.NEITHER: (0, 0),
    Ties.REROLL: None,
}


class Round(NamedTuple):
    """What one round may cost: ``counts[(attacker_loses, defender_loses)]`` of ``total`` equally likely rolls."""

    counts: Mapping[tuple[int, int], int]
    total: int


class _Side(NamedTuple):
    """One side's dice on their way from the highest value to the lowest.

    ``placed`` dice already lie in order, ``left`` are still to show a lower face, ``held`` is the value at which
    the highest die joins (negative bonus) or the face the highest die really shows (positive bonus), ``top`` is
    true until the highest die is known.
    """

    placed: int
    left: int
    held: int | None
    top: bool


class _Faces(NamedTuple):
    """One side's dice: how many, how many faces lead to each value, and the bonus of the highest."""

    n_dice: int
    weights: tuple[tuple[int, int], ...]
    bonus: int
    sides: int
    clamp: BonusClamp

    def moved(self, face: int) -> int:
        """Return the value the highest die counts as when it shows ``face``."""
        return self.clamp.within(face + self.bonus, self.sides)

    def below(self, value: int) -> int:
        """Return how many faces lead to less than ``value``."""
        return sum(ways for each, ways in self.weights if each < value)

    def values(self) -> set[int]:
        """Return every value a die of this side may count as."""
        plain = {value for value, _ in self.weights}
        return plain | {self.moved(value) for value in plain}


def _faces(n_dice: int, sides: int, bonus: int, on: BonusOn, clamp: BonusClamp) -> _Faces:
    shift = bonus if on is BonusOn.ALL else 0
    weights: dict[int, int] = defaultdict(int)
    for face in range(1, sides + 1):
        weights[clamp.within(face + shift, sides)] += 1
    return _Faces(n_dice, tuple(weights.items()), bonus - shift, sides, clamp)


def _steps(faces: _Faces, value: int, weight: int, side: _Side) -> list[tuple[_Side, int]]:
    """Return what may happen to one side at ``value``: (side afterwards, number of ways)."""
    placed, left, held, top = side
    if top and faces.bonus > 0:
        steps = [(side, 1)]
        for face, ways in faces.weights:
            if faces.moved(face) != value:
                continue
            if face == value:
                steps += [
                    (_Side(n, left - n, None, False), comb(left, n) * ways**n) for n in range(1, left + 1)
                ]
            else:
                steps.append((_Side(1, left, face, False), 1))
        return steps
    if faces.bonus > 0 and held is not None:
        if held != value:
            return [(side, 1)]
        # ``left`` still counts the highest die: n dice show this face, one of which was placed at its bonus
        return [(_Side(n, left - n, None, False), comb(left, n) * weight**n) for n in range(1, left + 1)]
    if top and faces.bonus < 0:
        steps = [(side, 1)]
        lowered = faces.moved(value)
        for n in range(1, left + 1 if weight else 1):
            ways = comb(left, n) * weight**n
            if lowered == value:
                steps.append((_Side(n, left - n, None, False), ways))
            else:
                steps.append((_Side(n - 1, left - n, lowered, False), ways))
        return steps
    joins = 1 if held == value and faces.bonus < 0 else 0
    after = None if joins else held
    return [
        (_Side(placed + n + joins, left - n, after, False), comb(left, n) * weight**n)
        for n in range(left + 1 if weight else 1)
    ]


def _rest(faces: _Faces, value: int, side: _Side) -> int:
    """Return the ways in which the dice not yet placed may fall below ``value``."""
    rolls: int
    if faces.bonus > 0 and side.top:
        rolls = sum(ways for face, ways in faces.weights if faces.moved(face) < value) ** side.left
    elif faces.bonus > 0 and side.held is not None:
        # the highest of them shows the face held
        rolls = faces.below(side.held + 1) ** side.left - faces.below(side.held) ** side.left
    else:
        rolls = faces.below(value) ** side.left
    return rolls


def _moves(faces: _Faces, value: int, side: _Side, pairs: int) -> list[tuple[_Side, int, int]]:
    """Return what may happen to one side at ``value`` as far as it counts: (side afterwards, ways, ways to the end).

    Once ``pairs`` dice are placed the others matter no more: all such moves are one, whose ways lead to the end.
    """
    moves = []
    n_full = 0
    for after, ways in _steps(faces, value, dict(faces.weights).get(value, 0), side):
        to_the_end = ways * _rest(faces, value, after)
        if after.placed >= pairs:
            n_full += to_the_end
        elif to_the_end:
            moves.append((after, ways, to_the_end))
    return [*moves, (_Side(pairs, 0, None, False), n_full, n_full)] if n_full else moves


def n_pairs(dice: Dice, n_attack: int, n_defence: int) -> int:
    """Return the pairs of dice compared when so many dice a side count.

    >>> n_pairs(Dice(), 3, 2), n_pairs(Dice(two_vs_two=TwoVersusTwo.ONE_PAIR), 2, 2)
    (2, 1)
    """
    if n_attack == n_defence == 2 and dice.two_vs_two is TwoVersusTwo.ONE_PAIR:
        return 1
    return min(n_attack, n_defence, dice.compared_pairs)


@lru_cache(maxsize=4096)
def round_of(dice: Dice, n_attack: int, n_defence: int) -> Round:
    """Return the outcomes of one round in which so many dice a side count.

    Parameters
    ----------
    dice
        The dice section of a rule set.
    n_attack, n_defence
        Dice that count on each side, at least 1; extra dice of the rule set come on top.

    Returns
    -------
    Round
        Exact integer counts. Losses are those of the comparison alone; what a side can lose at most is the
        matter of :func:`round_at`.

    >>> result = round_of(Dice(), 3, 2)
    >>> [result.counts[losses] for losses in ((0, 2), (1, 1), (2, 0))], result.total
    ([2890, 2611, 2275], 7776)

    Sources: ``osborne-2003``, ``icepool``.
    """
    attack = _faces(
        n_attack + dice.attack_extra_dice,
        dice.attack_sides,
        dice.attack_bonus,
        dice.attack_bonus_on,
        dice.bonus_clamp,
    )
    defence = _faces(
        n_defence + dice.defence_extra_dice,
        dice.defence_sides,
        dice.defence_bonus,
        dice.defence_bonus_on,
        dice.bonus_clamp,
    )
    losses = _walk(attack, defence, n_pairs(dice, n_attack, n_defence), _TIE_COSTS[dice.ties])
    return Round(MappingProxyType(losses), sum(losses.values()))


def _walk(
    attack: _Faces, defence: _Faces, pairs: int, tie_costs: tuple[int, int] | None
) -> dict[tuple[int, int], int]:
    """Count rolls by (attacker loses, defender loses), from the highest value down; sorted.

    ``tie_costs`` are the armies a tie costs either side; None leaves out the rolls in which a pair ties.
    """
    done: dict[tuple[int, int], int] = defaultdict(int)
    states = {(_Side(0, attack.n_dice, None, True), _Side(0, defence.n_dice, None, True), 0, 0): 1}
    for value in sorted(attack.values() | defence.values(), reverse=True):
        following: dict[tuple[_Side, _Side, int, int], int] = defaultdict(int)
        moves_a = {side: _moves(attack, value, side, pairs) for side in {state[0] for state in states}}
        moves_d = {side: _moves(defence, value, side, pairs) for side in {state[1] for state in states}}
        for (side_a, side_d, lost_a, lost_d), count in states.items():
            first = max(side_a.placed, side_d.placed)
            for next_a, ways_a, all_a in moves_a[side_a]:
                for next_d, ways_d, all_d in moves_d[side_d]:
                    # of two dice that meet, the one placed at the higher value is the higher one
                    placed_a, placed_d = next_a.placed, next_d.placed
                    tied = max(min(placed_a, placed_d) - first, 0)
                    decided = max(placed_a, placed_d) - first - tied
                    a, d = (lost_a, lost_d + decided) if placed_a > placed_d else (lost_a + decided, lost_d)
                    if tied:
                        if tie_costs is None:
                            continue
                        a, d = a + tied * tie_costs[0], d + tied * tie_costs[1]
                    if max(placed_a, placed_d) == pairs:
                        done[a, d] += count * all_a * all_d
                    else:
                        following[next_a, next_d, a, d] += count * ways_a * ways_d
        states = following
    return {losses: done[losses] for losses in sorted(done)}


def attack_dice(dice: Dice, attackers: int) -> int:
    """Return the dice that count for an attacker with ``attackers`` armies able to attack (one more stands there).

    >>> from risksim.rules.clauses import AttackerDiceLimit
    >>> attack_dice(Dice(), 2), attack_dice(Dice(attacker_dice_limit=AttackerDiceLimit.ARMIES), 2)
    (2, 3)
    """
    limit = attackers if dice.attacker_dice_limit is AttackerDiceLimit.ARMIES_MINUS_ONE else attackers + 1
    return min(dice.attack_dice, limit)


def defence_dice(dice: Dice, defenders: int) -> int:
    """Return the dice that count for ``defenders`` armies; 0 where the rules leave a lone army without a die.

    >>> from risksim.rules.clauses import DefenderDiceLimit
    >>> defence_dice(Dice(), 1), defence_dice(Dice(defender_dice_limit=DefenderDiceLimit.ARMIES_MINUS_ONE), 1)
    (1, 0)
    """
    if dice.defender_dice_limit is DefenderDiceLimit.ARMIES:
        return min(dice.defence_dice, defenders)
    if defenders == 1:
        return 1 if dice.lone_defender is LoneDefender.ROLLS_ONE else 0
    return min(dice.defence_dice, defenders - 1)


def may_attack(dice: Dice, defenders: int) -> bool:
    """Return whether the rules let so many defenders be attacked at all."""
    return defence_dice(dice, defenders) > 0 or dice.lone_defender is LoneDefender.AUTO_LOST


def full_attackers(dice: Dice) -> int:
    """Return the armies able to attack from which on more of them change nothing in a round."""
    return dice.attack_dice


def full_defenders(dice: Dice) -> int:
    """Return the defenders from which on more of them change nothing in a round."""
    return dice.defence_dice + (dice.defender_dice_limit is DefenderDiceLimit.ARMIES_MINUS_ONE)


def round_at(dice: Dice, attackers: int, defenders: int) -> Round:
    """Return the outcomes of the next round between so many armies, with as many dice as they may roll.

    The attacker never loses more than his armies able to attack, the defender never more than he has. A lone
    defender who has no die is lost at once where the rules say so.

    Parameters
    ----------
    dice
        The dice section of a rule set.
    attackers
        Armies able to attack, at least 1; one more stands on the territory.
    defenders
        Armies on the defended territory, at least 1.

    Raises
    ------
    InputError
        If the rules do not let these defenders be attacked, or if the round can never cost anybody anything.

    >>> round_at(Dice(), 1, 1).counts[1, 0]
    21
    """
    return _round_at(dice, min(attackers, full_attackers(dice)), min(defenders, full_defenders(dice)))


@lru_cache(maxsize=4096)
def _round_at(dice: Dice, attackers: int, defenders: int) -> Round:
    n_defence = defence_dice(dice, defenders)
    if not may_attack(dice, defenders):
        raise InputError("a territory held by one army cannot be attacked under these rules")
    if n_defence == 0:
        return Round(MappingProxyType({(0, 1): 1}), 1)
    n_attack = attack_dice(dice, attackers)
    plain = round_of(dice, n_attack, n_defence)
    counts: dict[tuple[int, int], int] = defaultdict(int)
    for (attacker_loses, defender_loses), count in plain.counts.items():
        counts[min(attacker_loses, attackers), min(defender_loses, defenders)] += count
    if not any(count for losses, count in counts.items() if losses != (0, 0)):
        raise InputError(
            f"the battle would never end: {n_attack} attacking against {n_defence} defending dice "
            f"can never cost an army when ties are {dice.ties.value!r}"
        )
    return Round(MappingProxyType({losses: counts[losses] for losses in sorted(counts)}), plain.total)
