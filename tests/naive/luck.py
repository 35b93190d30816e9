"""Luck the slow, obvious way: every outcome of every row written out, in fractions; every roll of the dice."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import exp, prod
from random import Random

from tests.naive import battles


def dice_allowed(rules, armies, defenders):
    """Return the most dice either side may roll, by the text of the rules."""
    n_attack = min(rules.attack_dice, armies if rules.attacker_dice_limit == "armies" else armies - 1)
    n_defence = min(rules.defence_dice, defenders if rules.defender_dice_limit == "armies" else defenders - 1)
    return n_attack, n_defence


def round_ends(rules, armies, defenders, n_attack=None, n_defence=None):
    """Return what is left after one round: {(armies, defenders): chance}."""
    most = dice_allowed(rules, armies, defenders)
    rolls = battles.enumerate_round(rules, n_attack or most[0], n_defence or most[1])
    total = sum(rolls.values())
    ends = Counter()
    for (attacker_loses, defender_loses), count in rolls.items():
        left = (armies - min(attacker_loses, armies - 1), defenders - min(defender_loses, defenders))
        ends[left] += Fraction(count, total)
    return ends


def battle_ends(rules, armies, defenders, keep=1, until=0, most_rounds=None):
    """Return what is left of a battle; every round must cost something."""
    if armies <= keep or defenders <= until or most_rounds == 0:
        return Counter({(armies, defenders): Fraction(1)})
    ends = Counter()
    for (a, d), p in round_ends(rules, armies, defenders).items():
        for end, q in battle_ends(
            rules, a, d, keep, until, None if most_rounds is None else most_rounds - 1
        ).items():
            ends[end] += p * q
    return ends


def scores(ends, armies, defenders, side="attacker"):
    """Return the chances of armies lost by the enemy less armies lost by oneself."""
    found = Counter()
    for (a, d), p in ends.items():
        net = (defenders - d) - (armies - a)
        found[net if side == "attacker" else -net] += p
    return found


def sums(rows):
    """Return the chances of all sums of one score from each row, combination by combination."""
    found = Counter()
    for combination in product(*(row.items() for row in rows)):
        found[sum(score for score, _ in combination)] += prod(p for _, p in combination)
    return found


def percentile(chances, score):
    """Return the chance of less and half that of so much."""
    return sum(p for each, p in chances.items() if each < score) + chances[score] / Fraction(2)


def two_sided(chances, score):
    """Return twice the smaller tail."""
    below = sum(p for each, p in chances.items() if each <= score)
    above = sum(p for each, p in chances.items() if each >= score)
    return min(Fraction(1), 2 * min(below, above))


def multinomial_p_value(counts, chances):
    """Return the chance of counts no likelier than these, over all sequences of trials."""
    by_counts = Counter()
    for sequence in product(range(len(chances)), repeat=sum(counts)):
        seen = tuple(sequence.count(cell) for cell in range(len(chances)))
        by_counts[seen] += prod((chances[cell] for cell in sequence), start=Fraction(1))
    return sum(p for p in by_counts.values() if p <= by_counts[tuple(counts)])


def tilted_e_value(rows, tilts):
    """Return the mean over tilts of the product of exp(tilt x) over its expectation; rows are (x, chances)."""

    def fortune(tilt):
        return prod(
            exp(tilt * x) / sum(exp(tilt * each) * p for each, p in chances.items()) for x, chances in rows
        )

    return sum(map(fortune, tilts)) / len(tilts)


class LoadedDice(Random):
    """Dice that show their highest face with another chance; all other numbers as ever."""

    def __init__(self, seed, p_highest):
        super().__init__(seed)
        self.p_highest = p_highest

    def randint(self, a, b):
        if self.random() < self.p_highest:
            return b
        return super().randint(a, b - 1)


def roll_rows(rules, armies, defenders, n, random, attack_random=None):
    """Return rows of a log: the same round n times, as its dice fell."""
    rows = []
    n_attack, n_defence = dice_allowed(rules, armies, defenders)
    for _ in range(n):
        attack = [(attack_random or random).randint(1, rules.attack_sides) for _ in range(n_attack)]
        defence = [random.randint(1, rules.defence_sides) for _ in range(n_defence)]
        roll = {"attack_roll": " ".join(map(str, attack)), "defence_roll": " ".join(map(str, defence))}
        rows.append({"attackers": armies, "defenders": defenders, **roll})
    return rows


def fight_rows(rules, starts, random):
    """Return rows of a log: one battle from each start, fought to its end."""
    rows = []
    for armies, defenders in starts:
        a, d = battles.fight(rules, armies, defenders, random)
        rows.append({"attackers": armies, "defenders": defenders, "attackers_left": a, "defenders_left": d})
    return rows


def round_sums(n):
    """Return how many of all 7776**n rolls of n rounds of three dice against two end at each score, as {score: ways}.

    The scores -2, 0, 2 of a round have 2275, 2611 and 2890 ways. The powers of a polynomial p obey p q' = n p' q, which
    gives each coefficient of q = p**n from the two before it, in integers.
    """
    a, b, c = 2275, 2611, 2890
    ways = [a**n]
    for k in range(2 * n):
        before = ways[k - 1] if k else 0
        ways.append(((n - k) * b * ways[k] + (2 * n - k + 1) * c * before) // (a * (k + 1)))
    return {2 * k - 2 * n: each for k, each in enumerate(ways)}
