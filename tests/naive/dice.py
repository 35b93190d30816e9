"""Whole battles the slow, obvious way: every roll of every round, army by army, in exact fractions."""

from fractions import Fraction
from functools import cache

from tests.naive import battles


def dice_rolled(rules, armies, defenders):
    """Return how many dice of either side count; ``armies`` stand on the attacking territory."""
    n_attack = armies if rules.attacker_dice_limit == "armies" else armies - 1
    n_defence = defenders if rules.defender_dice_limit == "armies" else defenders - 1
    if n_defence == 0 and rules.lone_defender == "rolls-1":
        n_defence = 1
    return min(n_attack, rules.attack_dice), min(n_defence, rules.defence_dice)


def ends(rules, armies, defenders, keep=1, until=0):
    """Return {(armies left, defenders left): chance}; None as the chance where the battle would go on for ever."""

    @cache
    def counts(n_attack, n_defence):
        return battles.enumerate_round(rules, n_attack, n_defence)

    @cache
    def walk(armies, defenders):
        if armies <= keep or defenders <= until:
            return {(armies, defenders): Fraction(1)}
        n_attack, n_defence = dice_rolled(rules, armies, defenders)
        if n_defence == 0:
            if rules.lone_defender == "auto-lost":
                return walk(armies, 0)
            return {(armies, defenders): Fraction(1)}  # cannot be attacked
        following = {}
        for (attacker_loses, defender_loses), count in counts(n_attack, n_defence).items():
            after = armies - min(attacker_loses, armies - 1), defenders - min(defender_loses, defenders)
            following[after] = following.get(after, 0) + count
        following.pop((armies, defenders), None)  # a round without a loss is rolled again
        total = sum(following.values())
        if not total:
            return {(armies, defenders): None}
        found = {}
        for after, count in following.items():
            for end, p in walk(*after).items():
                if p is None or found.get(end, 0) is None:
                    found[end] = None
                else:
                    found[end] = found.get(end, 0) + p * Fraction(count, total)
        return found

    return walk(armies, defenders)
