"""Mistakes that circulate: each is made here on purpose, and each is too far from the truth to pass.

Sources: ``osborne-2003``.
"""

import random
from collections import Counter, defaultdict
from itertools import product

import pytest

from risksim import battles, statistics

TRUE_10_V_10 = 0.5675928721
ROUNDING = 5e-11


def p_win(attackers, defenders, rounds):
    """Return P(win) of a chain whose ``rounds[(dice, dice)]`` holds {losses: chance}."""
    chances = defaultdict(float)
    chances[attackers, defenders] = 1.0
    for a in range(attackers, 0, -1):
        for d in range(defenders, 0, -1):
            for (a_lost, d_lost), p in rounds[min(a, 3), min(d, 2)].items():
                chances[a - a_lost, d - d_lost] += chances[a, d] * p
    return sum(p for (a, d), p in chances.items() if d == 0)


def rounds_with(faces):
    """Return the rounds of dice whose faces come up as often as they stand in ``faces``."""
    found = {}
    for n_attack, n_defence in product((1, 2, 3), (1, 2)):
        counts = Counter()
        for roll in product(faces, repeat=n_attack + n_defence):
            attack, defence = (sorted(part, reverse=True) for part in (roll[:n_attack], roll[n_attack:]))
            lost = sum(one <= other for one, other in zip(attack, defence, strict=False))
            counts[lost, min(n_attack, n_defence) - lost] += 1
        total = sum(counts.values())
        found[n_attack, n_defence] = {losses: n / total for losses, n in counts.items()}
    return found


FAIR = rounds_with(range(1, 7))


def as_products(rounds):
    """Return the rounds with both pairs taken for independent."""
    found = dict(rounds)
    for kind in ((2, 2), (3, 2)):
        faces, n_attack = range(1, 7), kind[0]
        pairs = [0.0, 0.0]
        for roll in product(faces, repeat=n_attack + 2):
            attack, defence = (sorted(part, reverse=True) for part in (roll[:n_attack], roll[n_attack:]))
            for pair in (0, 1):
                pairs[pair] += (attack[pair] > defence[pair]) / 6 ** (n_attack + 2)
        high, low = pairs
        found[kind] = {
            (0, 2): high * low,
            (1, 1): high * (1 - low) + (1 - high) * low,
            (2, 0): (1 - high) * (1 - low),
        }
    return found


def test_the_chain_of_these_tests_is_right():
    assert p_win(10, 10, FAIR) == pytest.approx(TRUE_10_V_10, abs=ROUNDING)


def test_pairs_are_not_independent():
    wrong = as_products(FAIR)
    assert abs(wrong[3, 2][0, 2] - 2890 / 7776) > 0.05
    assert abs(p_win(10, 10, wrong) - TRUE_10_V_10) > 0.005
    both = next(c for c in battles.round_chances(3, 2) if c.defender_loses == 2)
    assert both.p == pytest.approx(2890 / 7776, abs=1e-15)


def test_dice_are_fair():
    wrong = rounds_with([value % 6 for value in range(8)])  # three random bits, wrapped round to six faces
    assert abs(p_win(10, 10, wrong) - TRUE_10_V_10) > 0.005
    answer = battles.odds(11, 10, simulate=400_000, seed=4)
    assert answer.p_win == pytest.approx(TRUE_10_V_10, abs=ROUNDING)
    assert abs(answer.simulated.p_win - TRUE_10_V_10) < 0.004


def reuse_dice(attackers, defenders, source):
    """Fight a battle in which all rounds with the same number of dice see the same roll again."""
    rolled = {}
    while attackers > 0 and defenders > 0:
        kind = min(attackers, 3), min(defenders, 2)
        if kind not in rolled:
            rolled[kind] = [sorted((source.randint(1, 6) for _ in range(n)), reverse=True) for n in kind]
        attack, defence = rolled[kind]
        lost = sum(one <= other for one, other in zip(attack, defence, strict=False))
        attackers -= lost
        defenders -= min(kind) - lost
    return attackers + 1, defenders


def test_every_round_rolls_anew():
    source = random.Random(8)
    wrong = Counter(reuse_dice(10, 10, source) for _ in range(4_000))
    ends = {(o.armies_left, o.defenders_left): o.p for o in battles.odds(11, 10).outcomes}
    assert statistics.chi_square([wrong[end] for end in ends], list(ends.values())).p_value < 1e-12
    assert wrong[11, 0] / 4_000 > 0.2 > 10 * ends[11, 0]


def test_ten_able_to_attack_through_2_3_10():
    through = {10: 1.0}
    for defenders in (2, 3, 10):
        following = defaultdict(float)
        for attackers, p in through.items():
            if attackers == 0:
                continue
            for outcome in battles.odds(attackers, defenders, fighting=True).outcomes:
                if outcome.defenders_left == 0:
                    # of the armies left in all one stays behind and one will have to stay on the taken territory
                    following[outcome.armies_left - 2] += p * outcome.p
        through = following
    assert sum(through.values()) == pytest.approx(0.1296, abs=5e-5)


def test_the_territory_keeps_one_army():
    assert battles.odds(11, 10).p_win == battles.odds(10, 10, fighting=True).p_win
    assert battles.odds(11, 10).p_win == pytest.approx(TRUE_10_V_10, abs=ROUNDING)
    assert battles.odds(10, 10).p_win == pytest.approx(0.480, abs=5e-4)


def test_ten_against_ten_is_not_a_digit_off():
    assert abs(battles.odds(10, 10, fighting=True).p_win - 0.5774) > 0.009
