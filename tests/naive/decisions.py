"""Decisions the slow, obvious way: exact fractions, every policy tried, every roll of single dice looked at."""

from fractions import Fraction
from functools import cache
from itertools import product

from tests.naive import battles


def n_dice(dice, attackers, defenders):
    return min(dice.attack_dice, attackers), min(dice.defence_dice, defenders)


@cache
def costly_rounds(dice, n_attack, n_defence):
    """Return {(attacker loses, defender loses): chance} of a round that costs anybody anything."""
    counts = {
        losses: n for losses, n in battles.enumerate_round(dice, n_attack, n_defence).items() if any(losses)
    }
    return {losses: Fraction(n, sum(counts.values())) for losses, n in counts.items()}


class Stopping:
    """One question of when to stop; ``worth`` has the names army, enemy_army, territory, continent, card, home."""

    def __init__(self, dice, occupy_min, worth, counter):
        self.dice, self.occupy_min, self.counter = dice, occupy_min, counter
        self.worth = {name: Fraction(value) for name, value in worth.items()}
        self.value = cache(self._value)
        self.fight = cache(self._fight)

    def _fight(self, attackers, stack, held):
        """Return what a neighbour's attack to the end changes for the owner of the stack."""
        if stack == 0:
            return -held if attackers else Fraction(0)
        if attackers == 0:
            return Fraction(0)
        change = Fraction(0)
        for (a, d), p in costly_rounds(self.dice, *n_dice(self.dice, attackers, stack)).items():
            now = self.worth["enemy_army"] * a - self.worth["army"] * d
            change += p * (now + self.fight(attackers - a, stack - d, held))
        return change

    def counter_attack(self, *stacks):
        """Return what the neighbour does to the one of the (armies, held) where it hurts most, if anywhere."""
        if self.counter < 2:
            return Fraction(0)
        return min(Fraction(0), *(self.fight(self.counter - 1, armies, held) for armies, held in stacks))

    def stopped(self, attackers):
        return self.counter_attack((attackers + 1, self.worth["home"]))

    def conquered(self, attackers, dice_rolled):
        least = {"dice-last-rolled": min(dice_rolled, attackers), "one": 1, "all-survivors": attackers}
        both = self.worth["continent"]
        splits = [
            self.counter_attack(
                (attackers + 1 - moved, self.worth["home"] + both), (moved, self.worth["territory"] + both)
            )
            for moved in range(least[self.occupy_min], attackers + 1)
        ]
        return self.worth["territory"] + both + self.worth["card"] + max(splits)

    def attacked(self, attackers, defenders, after):
        """Return the value of one more round, ``after(attackers, defenders)`` following where it goes on."""
        n_attack, n_defence = n_dice(self.dice, attackers, defenders)
        total = Fraction(0)
        for (a, d), p in costly_rounds(self.dice, n_attack, n_defence).items():
            left, rest = attackers - a, defenders - d
            now = self.worth["enemy_army"] * d - self.worth["army"] * a
            if rest == 0 and left > 0:
                now += self.conquered(left, n_attack)
            else:
                now += after(left, rest)
            total += p * now
        return total

    def _value(self, attackers, defenders):
        """Return the value of the best play."""
        if attackers == 0 or defenders == 0:
            return self.stopped(attackers)
        return max(self.stopped(attackers), self.attacked(attackers, defenders, self.value))

    def attacks(self, attackers, defenders):
        return self.attacked(attackers, defenders, self.value) > self.stopped(attackers)

    def policy_value(self, attackers, defenders, policy):
        """Return the value of a policy: the states in which it attacks on."""
        if attackers == 0 or defenders == 0 or (attackers, defenders) not in policy:
            return self.stopped(attackers)
        return self.attacked(attackers, defenders, lambda left, rest: self.policy_value(left, rest, policy))

    def best_of_all_policies(self, attackers, defenders):
        states = list(product(range(1, attackers + 1), range(1, defenders + 1)))
        policies = (
            frozenset(state for state, is_on in zip(states, choice, strict=True) if is_on)
            for choice in product((False, True), repeat=len(states))
        )
        return max(self.policy_value(attackers, defenders, policy) for policy in policies)


def follow(dice, attacks, attackers, defenders, random):
    """Roll one attack, die by die, for as long as ``attacks(attackers, defenders)``; return what is left."""
    while attackers and defenders and attacks(attackers, defenders):
        a, d = battles.roll_round(dice, *n_dice(dice, attackers, defenders), random)
        attackers, defenders = attackers - a, defenders - d
    return attackers, defenders


class Dicing:
    """The choice of dice as a game, for ties that always cost somebody an army.

    ``order`` is "attacker" or "defender" (who announces first), or "seen" (the defender sees the roll).
    """

    def __init__(self, dice, order, aim):
        self.dice, self.order, self.aim = dice, order, aim
        self.value = cache(self._value)

    def _value(self, attackers, defenders):
        if defenders == 0 or attackers == 0:
            return Fraction(int(attackers > 0 and self.aim == "win"))
        most_attack, most_defence = n_dice(self.dice, attackers, defenders)
        ours, theirs = range(1, most_attack + 1), range(1, most_defence + 1)
        if self.order == "attacker":
            return max(min(self.rolled(attackers, defenders, i, j) for j in theirs) for i in ours)
        if self.order == "defender":
            return min(max(self.rolled(attackers, defenders, i, j) for i in ours) for j in theirs)
        return max(self.seen(attackers, defenders, i, theirs) for i in ours)

    def after(self, attackers, defenders, losses):
        a, d = losses
        now = d - a if self.aim == "losses" else 0
        return now + self.value(attackers - a, defenders - d)

    def rolled(self, attackers, defenders, n_attack, n_defence):
        rounds = costly_rounds(self.dice, n_attack, n_defence)
        return sum(p * self.after(attackers, defenders, losses) for losses, p in rounds.items())

    def seen(self, attackers, defenders, n_attack, numbers):
        """Return the value of a number of attack dice, every roll of which is answered in the best way."""
        faces = range(1, self.dice.attack_sides + 1)
        total = Fraction(0)
        for roll in product(faces, repeat=n_attack):
            attack = battles.arranged(self.dice, "attack", roll, n_attack)
            total += min(self.replied(attackers, defenders, attack, n) for n in numbers)
        return total / len(faces) ** n_attack

    def replied(self, attackers, defenders, attack, n_defence):
        faces = range(1, self.dice.defence_sides + 1)
        total = Fraction(0)
        for roll in product(faces, repeat=n_defence):
            defence = battles.arranged(self.dice, "defence", roll, n_defence)
            total += self.after(attackers, defenders, battles.compare(self.dice, attack, defence))
        return total / len(faces) ** n_defence


def p_by_hand(dice, attackers, defenders):
    """Return the chance to take a territory with every round rolled by hand."""
    if defenders == 0 or attackers == 0:
        return float(attackers > 0)
    rounds = costly_rounds(dice, *n_dice(dice, attackers, defenders))
    return sum(float(p) * p_by_hand(dice, attackers - a, defenders - d) for (a, d), p in rounds.items())


def p_by_blitz(rolled):
    """Return the chance to win under Balanced Blitz with the numbers the app was published with."""
    if rolled <= 0.05:
        return 0.0
    if rolled >= 0.95:
        return 1.0
    odds = (rolled / (1 - rolled)) ** 1.3
    return min(max((odds / (1 + odds) - 0.1) / 0.8, 0.0), 1.0)


def p_by_switching(dice, attackers, defenders):
    """Return the chance to take a territory when the player may blitz before any round."""
    if defenders == 0 or attackers == 0:
        return float(attackers > 0)
    rounds = costly_rounds(dice, *n_dice(dice, attackers, defenders))
    one_more = sum(
        float(p) * p_by_switching(dice, attackers - a, defenders - d) for (a, d), p in rounds.items()
    )
    return max(one_more, p_by_blitz(p_by_hand(dice, attackers, defenders)))
