"""Rolls of one side that the other side sees: which dice count, how often, and what a comparison costs.

Sources: ``osborne-2003``, ``risk-faq``.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from types import MappingProxyType

from risksim.battles import rounds
from risksim.errors import InputError
from risksim.rules.clauses import BonusOn, Dice, Ties

#: Most rolls, apart from the order of their dice, that are told apart.
MAX_ROLLS = 60_000
#: Most pairs of an attack roll and a defence roll that are compared.
MAX_PAIRS = 100_000

_TIE_COSTS = {
    Ties.DEFENDER: (1, 0),
    Ties.ATTACKER: (0, 1),
    Ties.BOTH: (1, 1),
    Ties.NEITHER: (0, 0),
}

Roll = tuple[int, ...]
Losses = tuple[int, int]


@lru_cache(maxsize=256)
def counted(dice: Dice, is_attack: bool, n_dice: int, n_seen: int) -> Mapping[Roll, int]:
    """Return the highest dice of every roll of one side, bonuses included, and in how many ways they come up.

    Parameters
    ----------
    dice
        The dice section of a rule set.
    is_attack
        Whether the attacker rolls.
    n_dice
        Dice that count, at least 1; extra dice of the rule set come on top.
    n_seen
        Highest dice that matter.

    Raises
    ------
    InputError
        If there are too many different rolls.

    >>> rolls = counted(Dice(), True, 3, 2)
    >>> rolls[6, 6], rolls[1, 1], sum(rolls.values())
    (16, 1, 216)
    """
    side = "attack" if is_attack else "defence"
    sides: int = getattr(dice, f"{side}_sides")
    bonus: int = getattr(dice, f"{side}_bonus")
    is_on_all = getattr(dice, f"{side}_bonus_on") is BonusOn.ALL
    n_rolled = n_dice + getattr(dice, f"{side}_extra_dice")
    if comb(sides + n_rolled - 1, n_rolled) > MAX_ROLLS:
        raise InputError(f"{n_rolled} dice with {sides} sides show too many different rolls to look at each")
    found: Counter[Roll] = Counter()
    for faces in combinations_with_replacement(range(sides, 0, -1), n_rolled):
        ways = factorial(n_rolled) // prod(factorial(n) for n in Counter(faces).values())
        moved = [
            dice.bonus_clamp.within(face + bonus, sides) if is_on_all or not place else face
            for place, face in enumerate(faces)
        ]
        found[tuple(sorted(moved, reverse=True)[: min(n_dice, n_seen)])] += ways
    return MappingProxyType(dict(sorted(found.items(), reverse=True)))


def against(dice: Dice, n_attack: int, n_defence: int, n_seen: int) -> dict[Roll, dict[Losses, float]]:
    """Return, for every attack roll, the chances of what so many defence dice make of it.

    Parameters
    ----------
    dice
        The dice section of a rule set.
    n_attack, n_defence
        Dice that count on each side, at least 1.
    n_seen
        Highest attack dice by which rolls are told apart.

    Returns
    -------
    dict[Roll, dict[Losses, float]]
        By roll and by (attacker loses, defender loses); a round that is rolled again costs nobody anything.

    Raises
    ------
    InputError
        If there are too many rolls to compare.

    >>> [round(p, 3) for p in against(Dice(), 3, 2, 2)[6, 4].values()]
    [0.583, 0.278, 0.139]
    """
    attacks = counted(dice, True, n_attack, n_seen)
    pairs = rounds.n_pairs(dice, n_attack, n_defence)
    defences = counted(dice, False, n_defence, pairs)
    if len(attacks) * len(defences) > MAX_PAIRS:
        raise InputError(
            f"{len(attacks):,} attack rolls against {len(defences):,} defence rolls are too many to compare; "
            f"the most is {MAX_PAIRS:,} pairs"
        )
    total = sum(defences.values())
    costs: dict[Roll, dict[Losses, float]] = {}
    for attack in attacks:
        ways: Counter[Losses] = Counter()
        for defence, count in defences.items():
            ways[compared(attack[:pairs], defence, dice.ties)] += count
        costs[attack] = {losses: count / total for losses, count in sorted(ways.items())}
    return costs


def compared(attack: Roll, defence: Roll, ties: Ties) -> Losses:
    """Return what the attacker and the defender lose when the dice of two rolls meet, highest against highest.

    >>> compared((6, 4), (6, 3), Ties.DEFENDER)
    (1, 1)
    """
    attacker_loses = defender_loses = 0
    for one, other in zip(attack, defence, strict=False):
        if one == other:
            if ties is Ties.REROLL:
                return 0, 0
            attacker_loses += _TIE_COSTS[ties][0]
            defender_loses += _TIE_COSTS[ties][1]
        elif one > other:
            defender_loses += 1
        else:
            attacker_loses += 1
    return attacker_loses, defender_loses
