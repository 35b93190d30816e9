"""Campaigns the slow, obvious way: states in dictionaries and fractions, straight from the text of the rules."""

from fractions import Fraction
from functools import cache

from tests.naive.battles import enumerate_round, roll_round


def dice_rolled(rules, armies, defenders):
    """Return the dice of both sides; ``armies`` stand on the attacking territory."""
    n_attack = min(rules.attack_dice, armies if rules.attacker_dice_limit == "armies" else armies - 1)
    n_defence = min(rules.defence_dice, defenders if rules.defender_dice_limit == "armies" else defenders - 1)
    if n_defence == 0 and rules.lone_defender == "rolls-1":
        n_defence = 1
    return n_attack, n_defence


@cache
def round_chances(rules, n_attack, n_defence):
    """Return the chance of each pair of losses, given that somebody loses something."""
    counts = {losses: n for losses, n in enumerate_round(rules, n_attack, n_defence).items() if any(losses)}
    return {losses: Fraction(n, sum(counts.values())) for losses, n in counts.items()}


@cache
def battle(rules, armies, defenders, keep, last=0):
    """Return the chance of each (armies left, defenders left, dice last rolled by the attacker)."""
    if armies <= max(keep, 1) or defenders == 0:
        return {(armies, defenders, last): Fraction(1)}
    n_attack, n_defence = dice_rolled(rules, armies, defenders)
    if n_defence == 0:
        if rules.lone_defender == "cannot-be-attacked":
            return {(armies, defenders, last): Fraction(1)}
        return {(armies, 0, n_attack): Fraction(1)}
    found = {}
    for (a, d), p in round_chances(rules, n_attack, n_defence).items():
        after = battle(rules, armies - min(a, armies - 1), defenders - min(d, defenders), keep, n_attack)
        for end, chance in after.items():
            found[end] = found.get(end, 0) + p * chance
    return found


def must_move(occupy, armies, last):
    """Return the fewest armies that must leave a territory of ``armies`` for the one taken; one stays."""
    if occupy == "dice-last-rolled":
        return min(max(last, 1), armies - 1)
    return armies - 1 if occupy == "all-survivors" else 1


def moves(occupy, armies, last, leave, wish):
    """Return how many move in where ``wish`` are wanted (None: all that need not stay)."""
    least = must_move(occupy, armies, last)
    most = max(least, armies - leave)
    return most if wish is None else max(least, min(wish, most))


def campaign(armies, territories, occupy="dice-last-rolled", keep=1):
    """Return the chance of each (territories taken, armies left where it stopped, defenders left there).

    ``territories`` are (rules, defenders, leave where the attack comes from, gain, armies wanted to move in).
    """
    found = {}
    waiting = [(Fraction(1), 0, armies)]
    while waiting:
        p, taken, standing = waiting.pop()
        if taken == len(territories):
            found[taken, standing, 0] = found.get((taken, standing, 0), 0) + p
            continue
        rules, defenders, leave, gain, wish = territories[taken]
        for (left, foes, last), chance in battle(rules, standing, defenders, max(keep, leave)).items():
            if foes or left == 1:
                end = taken, left, foes
                found[end] = found.get(end, 0) + p * chance
            else:
                waiting.append((p * chance, taken + 1, moves(occupy, left, last, leave, wish) + gain))
    return found


def fight(rules, armies, defenders, keep, random):
    """Roll one battle die by die; return armies and defenders left, and the dice last rolled."""
    last = 0
    while armies > max(keep, 1) and defenders:
        n_attack, n_defence = dice_rolled(rules, armies, defenders)
        if n_defence == 0:
            return (
                (armies, defenders, last)
                if rules.lone_defender == "cannot-be-attacked"
                else (armies, 0, n_attack)
            )
        last = n_attack
        a, d = roll_round(rules, n_attack, n_defence, random)
        armies -= min(a, armies - 1)
        defenders -= min(d, defenders)
    return armies, defenders, last


def rolled(armies, territories, random, occupy="dice-last-rolled", keep=1):
    """Roll one campaign die by die; arguments and answer as for :func:`campaign`."""
    for taken, (rules, defenders, leave, gain, wish) in enumerate(territories):
        armies, foes, last = fight(rules, armies, defenders, max(keep, leave), random)
        if foes or armies == 1:
            return taken, armies, foes
        armies = moves(occupy, armies, last, leave, wish) + gain
    return len(territories), armies, 0


def best_of_stacks(stacks, rules, defenders, after):
    """Return the best chance of several stacks to take one territory and what is ``after`` it (by armies moved in)."""

    @cache
    def best(waiting, foes):
        chances = [Fraction(0)]
        for place in waiting:
            rest = tuple(each for each in waiting if each != place)
            chance = Fraction(0)
            for (left, still, last), p in battle(rules, stacks[place], foes, 1).items():
                if not still and left > 1:
                    chance += p * after(moves("dice-last-rolled", left, last, 1, None))
                elif still:
                    chance += p * best(rest, still)
                elif rest:  # both fell together: one of the others walks in without a die
                    chance += p * max(
                        after(moves("dice-last-rolled", stacks[each], 0, 1, None)) for each in rest
                    )
            chances.append(chance)
        return max(chances)

    return best(tuple(range(len(stacks))), defenders)


def best_plan(armies, territories, aim, occupy="dice-last-rolled", keep=1):
    """Return the best that any course of attacks and splits brings, every stack and territory in one state.

    ``territories`` are name -> (rules, defenders, attacked from (None: the start), leave, gain, value).
    """

    def floor(place):
        return max(keep, 1 if place is None else territories[place][3])

    def stay(place):
        return keep if place is None else territories[place][3]

    @cache
    def best(standing, untaken):
        if not untaken:
            return Fraction(aim == "all")
        brings = [Fraction(0)]
        for place, here in standing:
            others = tuple(each for each in standing if each[0] != place)
            for name in sorted(untaken):
                rules, defenders, attacked_from, _, gain, value = territories[name]
                if attacked_from != place or here <= floor(place):
                    continue
                total = Fraction(0)
                for (left, foes, last), p in battle(rules, here, defenders, floor(place)).items():
                    if foes or left == 1:
                        total += p * best((*others, (place, left)), untaken)
                        continue
                    least = must_move(occupy, left, last)
                    total += p * max(
                        (value if aim == "value" else 0)
                        + best((*others, (place, left - move), (name, move + gain)), untaken - {name})
                        for move in range(least, max(least, left - stay(place)) + 1)
                    )
                brings.append(total)
        return max(brings)

    return best(((None, armies),), frozenset(territories))


def played(armies, territories, attacks, splits, occupy="dice-last-rolled", keep=1):
    """Return the chance of each (territories taken, armies left everywhere) when a plan is played as it is told.

    Parameters
    ----------
    armies, territories, occupy, keep
        As for :func:`best_plan`.
    attacks
        (where from (None: the start), neighbours not taken, armies there) -> whom to attack.
    splits
        (the territory taken, neighbours not taken, armies left where the attack came from) -> armies told to move in,
        the first of them that are enough for the dice last rolled.
    """

    def neighbours(place):
        return frozenset(name for name, row in territories.items() if row[2] == place)

    ends = {}

    def play(p, fighting, resting, taken):
        if not fighting:
            end = len(taken), sum(resting)
            ends[end] = ends.get(end, 0) + p
            return
        (place, here, waiting), *others = fighting
        floor = max(keep, 1 if place is None else territories[place][3])
        if not waiting or here <= floor:
            play(p, others, (*resting, here), taken)
            return
        name = attacks[place, waiting, here]
        rules, defenders, _, _, gain, _ = territories[name]
        for (left, foes, last), chance in battle(rules, here, defenders, floor).items():
            if foes or left == 1:
                play(p * chance, others, (*resting, left), taken)
                continue
            rest = waiting - {name}
            least = must_move(occupy, left, last)
            move = min(told for told in splits[name, rest, left] if told >= least)
            parts = (place, left - move, rest), (name, move + gain, neighbours(name))
            play(p * chance, [*others, *parts], resting, (*taken, name))

    play(Fraction(1), [(None, armies, neighbours(None))], (), ())
    return ends
