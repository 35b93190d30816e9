"""Dice of two editions, as answers on Board & Card Games Stack Exchange count them.

Sources: ``bgse-bunker``, ``bgse-bonus-die``.
"""

import pytest

from risksim import battles


@pytest.mark.parametrize(
    ("defence", "attack", "defender_wins", "even", "attacker_wins"),
    [
        (1, 1, 0.722, 0, 0.278),
        (2, 1, 0.861, 0, 0.139),
        (1, 2, 0.583, 0, 0.417),
        (2, 2, 0.533, 0.320, 0.147),
        (1, 3, 0.506, 0, 0.494),
        (2, 3, 0.352, 0.408, 0.239),
    ],
)
def test_a_bunker(defence, attack, defender_wins, even, attacker_wins):
    chances = {
        (chance.attacker_loses, chance.defender_loses): chance.p
        for chance in battles.round_chances(attack, defence, rules="bunker")
    }
    pairs = min(attack, defence)
    assert chances[pairs, 0] == pytest.approx(defender_wins, abs=6e-4)
    assert chances.get((1, 1), 0) == pytest.approx(even, abs=6e-4)
    assert chances[0, pairs] == pytest.approx(attacker_wins, abs=6e-4)


def test_the_bonus_die():
    ways = {
        defence: [chance.ways for chance in battles.round_chances(3, defence, rules="bonus-die")]
        for defence in (1, 2)
    }
    assert ways == {1: [3667, 4109], 2: [10767, 13671, 22218]}
