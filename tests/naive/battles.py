"""Battles the slow, obvious way: individual dice in lists, straight from the text of the rules."""

from collections import Counter
from itertools import product
from math import gcd


def arrange(dice, bonus, bonus_on, clamp, sides, n_count):
    """Return the dice that count, highest first, after any bonus."""

    def within(value):
        if value < 1 and clamp in ("to-faces", "not-below-one"):
            return 1
        if value > sides and clamp in ("to-faces", "not-above-faces"):
            return sides
        return value

    dice = sorted(dice, reverse=True)
    if bonus_on == "all":
        dice = [within(value + bonus) for value in dice]
    else:
        dice = [within(dice[0] + bonus), *dice[1:]]
    return sorted(dice, reverse=True)[:n_count]


def compare(rules, attack, defence):
    """Return (attacker loses, defender loses), or None where the whole round is rolled again."""
    pairs = list(zip(attack, defence, strict=False))[: rules.compared_pairs]
    if rules.two_vs_two == "one-pair" and len(attack) == 2 and len(defence) == 2:
        pairs = pairs[:1]
    attacker_loses = defender_loses = 0
    for one, other in pairs:
        if one == other:
            if rules.ties == "re-roll":
                return None
            attacker_loses += rules.ties in ("defender", "both")
            defender_loses += rules.ties in ("attacker", "both")
        elif one > other:
            defender_loses += 1
        else:
            attacker_loses += 1
    return attacker_loses, defender_loses


def arranged(rules, side, dice, n_count):
    """Return one side's dice that count."""
    return arrange(
        dice,
        getattr(rules, f"{side}_bonus"),
        getattr(rules, f"{side}_bonus_on"),
        rules.bonus_clamp,
        getattr(rules, f"{side}_sides"),
        n_count,
    )


def enumerate_round(rules, n_attack, n_defence):
    """Count all rolls of one round by their losses."""

    def all_rolls(side, n):
        faces = range(1, getattr(rules, f"{side}_sides") + 1)
        n_rolled = n + getattr(rules, f"{side}_extra_dice")
        return Counter(tuple(arranged(rules, side, roll, n)) for roll in product(faces, repeat=n_rolled))

    counts = Counter()
    for attack, n_one in all_rolls("attack", n_attack).items():
        for defence, n_other in all_rolls("defence", n_defence).items():
            losses = compare(rules, attack, defence)
            if losses is not None:
                counts[losses] += n_one * n_other
    return dict(counts)


def roll_round(rules, n_attack, n_defence, random):
    """Roll one round; re-rolled rounds are rolled until they count."""
    while True:
        dice = {}
        for side, n in (("attack", n_attack), ("defence", n_defence)):
            n_rolled = n + getattr(rules, f"{side}_extra_dice")
            sides = getattr(rules, f"{side}_sides")
            roll = [random.randint(1, sides) for _ in range(n_rolled)]
            dice[side] = arranged(rules, side, roll, n)
        losses = compare(rules, dice["attack"], dice["defence"])
        if losses is not None:
            return losses


def fight(rules, armies, defenders, random, keep=1, until=0):
    """Fight one battle; ``armies`` stand on the attacking territory. Return (armies left, defenders left)."""
    while armies > keep and armies >= 2 and defenders > until:
        n_attack = min(rules.attack_dice, armies if rules.attacker_dice_limit == "armies" else armies - 1)
        n_defence = min(
            rules.defence_dice, defenders if rules.defender_dice_limit == "armies" else defenders - 1
        )
        if n_defence == 0:
            if rules.lone_defender == "cannot-be-attacked":
                break
            if rules.lone_defender == "auto-lost":
                defenders = 0
                break
            n_defence = 1
        attacker_loses, defender_loses = roll_round(rules, n_attack, n_defence, random)
        armies -= min(attacker_loses, armies - 1)
        defenders -= min(defender_loses, defenders)
    return armies, defenders


def losses_of_draws(rules, n_attack, n_defence, most_attacker, most_defender):
    """Return what each of the 65,536 draws of 16 bits costs either side in one round.

    All rolls are listed by what they cost, dearest for the defender first, and each gets as many draws as there is room
    for all to get equally many; the draws left over cost nothing. No side loses more than the most it can.
    """
    rolls = Counter()
    for (attacker_loses, defender_loses), n in enumerate_round(rules, n_attack, n_defence).items():
        rolls[min(attacker_loses, most_attacker), min(defender_loses, most_defender)] += n
    # rolls that come in equal bundles are told apart by bundle only
    bundle = gcd(*rolls.values())
    n_each = 65_535 // (sum(rolls.values()) // bundle)
    draws = []
    for losses in sorted(rolls):
        if losses != (0, 0):
            draws += [losses] * (rolls[losses] // bundle * n_each)
    return draws + [(0, 0)] * (65_536 - len(draws))
