"""The bank of alias tables: every share is the exact chance, and what is drawn follows it.

Sources: ``walker-1977``, ``vose-1991``.
"""

import json
import os
import subprocess
import sys
from collections import defaultdict

import numpy as np
import pytest

from risksim import rules, statistics
from risksim.battles import exact, kernels, tables
from risksim.battles.exact import Battle
from risksim.engine import random
from risksim.errors import InputError
from risksim.rules.clauses import DefenderDiceLimit, Dice, LoneDefender, Ties

LONE = Dice(
    defender_dice_limit=DefenderDiceLimit.ARMIES_MINUS_ONE, lone_defender=LoneDefender.CANNOT_BE_ATTACKED
)
RULES = {
    "classic": Dice(),
    "finnish": rules.load("finnish").dice,
    "russian": rules.load("russian").dice,
    "ties both": Dice(ties=Ties.BOTH),
    "a lone defender cannot be attacked": LONE,
}


def shares(bank, attackers, defenders):
    """Return the chance of each end as the slots of a battle have it."""
    battle = attackers * (bank.most + 1) + defenders
    first, last = int(bank.begins[battle]), int(bank.begins[battle + 1])
    found = defaultdict(float)
    for slot, rest in zip(bank.slots[first:last].tolist(), bank.rests[first:last].tolist(), strict=True):
        share = (slot >> 32) / 2**32 + rest / 2**64
        for end, part in ((slot & 0xFFFF, share), (slot >> 16 & 0xFFFF, 1 - share)):
            if part:
                found[end >> 8, end & 0xFF] += part / (last - first)
    return found


@pytest.mark.parametrize("name", RULES)
def test_every_battle_has_its_exact_chances(name):
    bank = tables.bank(RULES[name], 20)
    until = exact.stop_at(RULES[name], Battle(1, 1)).until
    for attackers in range(21):
        for defenders in range(21):
            if attackers == 0 or defenders <= until:
                expected = {(attackers, defenders): 1.0}
            else:
                ends = exact.ends(RULES[name], Battle(attackers, defenders))
                expected = {end[:2]: end.p for end in ends}
            found = shares(bank, attackers, defenders)
            assert found.keys() == expected.keys()
            assert all(abs(found[end] - expected[end]) < 1e-15 for end in expected)


def draw(bank, attackers, defenders, n, seed):
    counts, state = defaultdict(int), random.new_state(seed)
    for _ in range(n):
        counts[kernels.draw_battle(bank, attackers, defenders, state)] += 1
    return counts


@pytest.mark.parametrize("name", RULES)
def test_drawn_battles_follow_the_exact_ends(name):
    dice = RULES[name]
    bank = tables.bank(dice)
    for attackers, defenders in ((3, 4), (12, 9), (64, 64)):
        ends = {end[:2]: end.p for end in exact.ends(dice, Battle(attackers, defenders))}
        counts = draw(bank, attackers, defenders, 20_000, 8)
        assert counts.keys() <= ends.keys()
        assert statistics.chi_square([counts[end] for end in ends], list(ends.values())).p_value > 1e-3


def test_the_bank_of_another_rule_fails():
    ends = {end[:2]: end.p for end in exact.ends(Dice(), Battle(12, 9))}
    counts = draw(tables.bank(Dice(defence_extra_dice=1)), 12, 9, 20_000, 8)
    assert statistics.chi_square([counts[end] for end in ends], list(ends.values())).p_value < 1e-9


def test_battles_that_are_over_stay_as_they_are():
    bank, state = tables.bank(Dice(), 64), random.new_state(1)
    for armies in ((0, 0), (0, 64), (64, 0), (1, 0)):
        assert kernels.draw_battle(bank, *armies, state) == armies
    assert kernels.draw_battle(tables.bank(LONE), 30, 1, state) == (30, 1)


def with_word(word):
    """Return a state whose next 64 bits are ``word``: those of (0, ., ., x) are x turned by 23 bits."""
    return np.array([0, 1, 2, (word >> 23 | word << 41) & (2**64 - 1)], np.uint64)


def test_the_first_and_the_last_word_and_those_that_32_bits_leave_open():
    bank = tables.bank(Dice(), 10)
    battle = 10 * 11 + 10
    first, last = int(bank.begins[battle]), int(bank.begins[battle + 1])
    n = last - first
    own, other = ({}, {})
    for place in range(first, last):
        slot = int(bank.slots[place])
        own[place] = (slot >> 8 & 0xFF, slot & 0xFF)
        other[place] = (slot >> 24 & 0xFF, slot >> 16 & 0xFF)
    assert kernels.draw_battle(bank, 10, 10, with_word(0)) == own[first]
    assert kernels.draw_battle(bank, 10, 10, with_word(2**64 - 1)) == other[last - 1]
    n_open = 0
    for place in range(first, last):
        cut, rest = int(bank.slots[place]) >> 32, int(bank.rests[place])
        if own[place] == other[place]:
            continue
        # the words around the bound of the slot's own end, as 64 bits of a fraction of the slots
        bound = (place - first) << 64 | cut << 32 | rest
        for word in (bound // n, bound // n + 1):
            end = kernels.draw_battle(bank, 10, 10, with_word(word))
            assert end == (own[place] if word * n < bound else other[place])
            n_open += (word * n >> 32) & 0xFFFFFFFF == cut
    assert n_open > n  # so that the last 32 bits did decide


@pytest.mark.parametrize("most", [0, 256])
def test_sizes_a_bank_cannot_have_are_refused(most):
    with pytest.raises(InputError, match=f"1 … 255 armies a side, not {most}"):
        tables.bank(Dice(), most)


PROGRAM = """
import json
from risksim.battles import kernels, tables
from risksim.engine import random
from risksim.rules.clauses import Dice
bank, state = tables.bank(Dice(), 6), random.new_state(3)
drawn = [[int(left) for left in kernels.draw_battle(bank, 6, 5, state)] for _ in range(200)]
print(json.dumps([bank.slots.tolist(), bank.rests.tolist(), drawn]))
"""


def test_the_same_bits_without_compiling():
    found = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", PROGRAM],
                env={**os.environ, **environment},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )
        for environment in ({}, {"NUMBA_DISABLE_JIT": "1"})
    ]
    assert found[0] == found[1]


def test_each_kernel_has_one_signature():
    for dice in (Dice(), LONE):
        draw(tables.bank(dice, 5), 3, 3, 5, 1)
    assert len(kernels.draw_battle.signatures) == 1
    assert len(kernels.fill_bank.signatures) == 1
