"""Fronts the slow, obvious way: every split is tried, in fractions."""

from fractions import Fraction
from functools import cache
from math import prod

from tests.naive.battles import enumerate_round


@cache
def p_taken(rules, attackers, defenders):
    """Return the chance that so many armies able to attack take the territory, fighting to the end."""
    if defenders == 0:
        return Fraction(attackers > 0)
    if attackers == 0:
        return Fraction(0)
    n_attack = min(rules.attack_dice, attackers + 1 if rules.attacker_dice_limit == "armies" else attackers)
    n_defence = min(rules.defence_dice, defenders if rules.defender_dice_limit == "armies" else defenders - 1)
    if n_defence == 0:
        if rules.lone_defender == "cannot-be-attacked":
            return Fraction(0)
        if rules.lone_defender == "auto-lost":
            return Fraction(1)
        n_defence = 1
    counts = {}
    for (lost, killed), count in enumerate_round(rules, n_attack, n_defence).items():
        losses = min(lost, attackers), min(killed, defenders)
        counts[losses] = counts.get(losses, 0) + count
    counts.pop((0, 0), None)
    total = sum(counts.values())
    return sum(
        Fraction(count, total) * p_taken(rules, attackers - lost, defenders - killed)
        for (lost, killed), count in counts.items()
    )


def splits(standing, armies):
    """Yield where armies may stand when so many are added."""
    if len(standing) == 1:
        yield (standing[0] + armies,)
        return
    for added in range(armies + 1):
        for rest in splits(standing[1:], armies - added):
            yield (standing[0] + added, *rest)


def best(standing, armies, badness):
    """Return the split with the least badness, of equals the most even, of those the one that is first in front."""
    return min(
        splits(standing, armies),
        key=lambda split: (badness(split), sum(n * n for n in split), [-n for n in split]),
    )


def defend(rules, attackers, standing, armies, opponent="all", worth=None):
    """Return the best split of defenders; ``rules`` are the dice of each front."""

    def lost(split):
        return [p_taken(dice, a, d) for dice, a, d in zip(rules, attackers, split, strict=True)]

    def to_any(split):
        chances = lost(split)
        return chances.count(1), 1 - prod(1 - p for p in chances if p < 1)

    def weighted(split):
        return [w * p for w, p in zip(worth or [1] * len(split), lost(split), strict=True)]

    def badness(split):
        against_all = to_any(split) if worth is None else (sum(weighted(split)),)
        return (max(weighted(split)), *against_all) if opponent == "weakest" else against_all

    return best(standing, armies, badness)


def deploy(rules, defenders, standing, armies, aim="all", worth=None):
    """Return the best split of attackers; one army stays on each territory."""

    def badness(split):
        won = [p_taken(dice, a - 1, d) for dice, a, d in zip(rules, split, defenders, strict=True)]
        if aim == "all":
            return won.count(0), -prod(p for p in won if p > 0)
        if aim == "any":
            return -won.count(1), prod(1 - p for p in won if p < 1)
        return -sum(w * p for w, p in zip(worth or [1] * len(won), won, strict=True))

    return best(standing, armies, badness)
