"""How battles end under a rule set's ``battle_outcome``: as the dice fall, or by Balanced Blitz.

Balanced Blitz, a setting of the app RISK: Global Domination, takes the chance of every end of a battle and makes it
milder. Ends are on the attacker's side where he got what he fought for (the territory, or the defenders worn down to
``until``), and on the defender's side otherwise. Then

1. a chance of winning or of losing up to ``blitz_cutoff`` is rounded away;
2. the odds of winning are raised to the power ``blitz_power``;
3. the ends are lined up from the best for the attacker to the best for the defender, and ``blitz_trim`` of the
   chance is cut off at either end of the line;
4. within each side, whose chance stays, the chance of each end left is raised to the power ``blitz_gain``.

The line runs through the attacker's side by most attackers left, then fewest defenders, and through the defender's
side by fewest defenders left, then most attackers. Where the attacker stops early (``floor``) the stops are on the
defender's side of it. The first three steps need the chance of winning alone, so tables and searches map one chance.

Sources: ``smg-risk-dice``.
"""

import math
from collections.abc import Sequence

from risksim.battles import exact
from risksim.battles.exact import Battle, End
from risksim.rules.clauses import BattleOutcome, Dice


def is_rolled(dice: Dice) -> bool:
    """Return whether battles end as their dice fall."""
    return dice.battle_outcome is BattleOutcome.ROLLED


def ends(dice: Dice, battle: Battle) -> list[End]:
    """Return every end of a battle under the rule set's ``battle_outcome``, most attackers left first.

    Parameters
    ----------
    dice
        The dice section of a rule set.
    battle
        Armies able to attack, defenders, and when the attacker stops.

    Returns
    -------
    list[End]
        Chances sum to 1 up to rounding; ends that cannot happen are left out.

    Raises
    ------
    InputError
        If the battle would never end.

    >>> blitz = Dice(battle_outcome=BattleOutcome.BALANCED_BLITZ)
    >>> [round(sum(end.p for end in ends(each, Battle(10, 10)) if not end.defenders), 4) for each in (Dice(), blitz)]
    [0.5676, 0.6094]
    """
    rolled = exact.ends(dice, battle)
    return rolled if is_rolled(dice) else balanced(dice, battle, rolled)


def chance(dice: Dice, rolled: float) -> float:
    """Return the attacker's chance to get what he fights for, when the dice alone would give him ``rolled``.

    >>> blitz = Dice(battle_outcome=BattleOutcome.BALANCED_BLITZ)
    >>> chance(Dice(), 0.8), round(chance(blitz, 0.8), 4), chance(blitz, 0.845), chance(blitz, 0.155)
    (0.8, 0.948, 1.0, 0.0)
    """
    return rolled if is_rolled(dice) else _trimmed(dice, _favoured(dice, rolled))


def rolled_chance(dice: Dice, p: float) -> float:
    """Return the least chance the dice must give so that :func:`chance` is ``p`` or more.

    >>> blitz = Dice(battle_outcome=BattleOutcome.BALANCED_BLITZ)
    >>> round(rolled_chance(blitz, 1), 4), round(rolled_chance(blitz, 0.5), 12), rolled_chance(blitz, 0.0)
    (0.8442, 0.5, 0.0)
    """
    if is_rolled(dice) or chance(dice, 0.0) >= p:
        return p
    if p == 1 and not dice.blitz_trim and not dice.blitz_cutoff:
        return 1.0  # powers come near to certainty, but make nothing certain
    low, high = 0.0, 1.0
    while low < (middle := (low + high) / 2) < high:
        if chance(dice, middle) >= p:
            high = middle
        else:
            low = middle
    return high


def balanced(dice: Dice, battle: Battle, rolled: Sequence[tuple[int, int, float]]) -> list[End]:
    """Return the ends of a battle under Balanced Blitz.

    Parameters
    ----------
    dice
        The dice section of a rule set, whose ``blitz_`` clauses are read.
    battle
        Armies able to attack, defenders, and when the attacker stops.
    rolled
        The ends as the dice fall, as :func:`risksim.battles.exact.ends` returns them.

    Returns
    -------
    list[End]
        In the order of :func:`risksim.battles.exact.ends`; ends cut off are left out.

    >>> rolled = exact.ends(Dice(), Battle(1, 1))
    >>> [round(end.p, 4) for end in rolled], [round(end.p, 4) for end in balanced(Dice(), Battle(1, 1), rolled)]
    ([0.4167, 0.5833], [0.3654, 0.6346])
    """
    sides: tuple[list[End], list[End]] = ([], [])
    for attackers, defenders, p in rolled:
        sides[not _is_reached(battle, attackers, defenders)].append(End(attackers, defenders, p))
    sides[0].sort(key=lambda end: (-end.attackers, end.defenders))
    sides[1].sort(key=lambda end: (end.defenders, -end.attackers))
    totals = [math.fsum(end.p for end in side) for side in sides]
    reached = totals[0] / sum(totals)
    favoured = _favoured(dice, reached)
    line = [
        end._replace(p=end.p * share / total)
        for side, total, share in zip(sides, totals, (favoured, 1 - favoured), strict=True)
        for end in side
        if share
    ]
    trim = dice.blitz_trim / 1000
    line = _cut(_cut(line, trim)[::-1], trim)[::-1]
    kept = _trimmed(dice, favoured)
    found = [
        end
        for is_reached, share in ((True, kept), (False, 1 - kept))
        for end in _sharpened(
            [end for end in line if _is_reached(battle, end.attackers, end.defenders) is is_reached],
            share,
            dice.blitz_gain / 100,
        )
    ]
    return sorted(found, key=lambda end: (-end.attackers, end.defenders))


def _is_reached(battle: Battle, attackers: int, defenders: int) -> bool:
    """Return whether the attacker got what he fought for; an empty territory is no gain without an army to move in."""
    return defenders <= battle.until and (attackers > 0 or battle.until > 0)


def _favoured(dice: Dice, p: float) -> float:
    """Return the chance ``p`` rounded where it is slim, with its odds raised to a power."""
    cutoff, power = dice.blitz_cutoff / 1000, dice.blitz_power / 100
    if p <= cutoff:
        return 0.0
    if p >= 1 - cutoff:
        return 1.0
    won: float = p**power
    lost: float = (1 - p) ** power
    return won / (won + lost)


def _trimmed(dice: Dice, p: float) -> float:
    """Return what is left of the chance ``p`` once the line of ends is cut at both its ends."""
    trim = dice.blitz_trim / 1000
    return min(max((p - trim) / (1 - 2 * trim), 0.0), 1.0)


def _cut(line: Sequence[End], mass: float) -> list[End]:
    """Return the line without so much of the chance at its beginning."""
    kept = []
    for end in line:
        taken = min(mass, end.p)
        mass -= taken
        if end.p > taken:
            kept.append(end._replace(p=end.p - taken))
    return kept


def _sharpened(side: Sequence[End], share: float, power: float) -> list[End]:
    """Return one side's ends with their chances raised to a power, brought to the sum ``share``."""
    if not share or not side:
        return []
    likeliest = max(end.p for end in side)
    weights = [(end.p / likeliest) ** power for end in side]
    total = math.fsum(weights)
    return [
        end._replace(p=share * weight / total) for end, weight in zip(side, weights, strict=True) if weight
    ]
