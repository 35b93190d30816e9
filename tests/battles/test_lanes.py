"""Battles in lockstep: every draw decides as the rules say, every battle is counted, and a wrong table fails.

Sources: ``blackman-vigna-2021``.
"""

from itertools import product

import numpy as np
import pytest

from risksim import battles, rules, statistics
from risksim.battles import exact, kernels, rounds, tables
from risksim.battles.exact import Battle
from risksim.engine import random
from risksim.rules.clauses import Dice, Ties
from tests.naive import battles as naive

RULES = {
    "classic": Dice(),
    "finnish": rules.load("finnish").dice,
    "russian": rules.load("russian").dice,
    "ties both": Dice(ties=Ties.BOTH),
    "ties neither": Dice(ties=Ties.NEITHER),
    "ties re-roll": Dice(ties=Ties.REROLL),
    "eight-sided defence": Dice(defence_sides=8),
    "capital": Dice(defence_dice=3),
    "one pair": Dice(compared_pairs=1),
    "one die each": Dice(attack_dice=1, defence_dice=1),
}


def stage_of(dice, attackers, defenders):
    if attackers < rounds.full_attackers(dice):
        return 2
    return 1 if defenders < rounds.full_defenders(dice) else 0


@pytest.mark.parametrize("name", RULES)
def test_every_draw_decides_a_round_as_the_naive_list_of_rolls_does(name):
    dice = RULES[name]
    battle = exact.stop_at(dice, Battle(100, 100))
    lanes = tables.lanes(dice, battle)
    full_a, full_d = rounds.full_attackers(dice), rounds.full_defenders(dice)
    lows = ((full_a, full_d), (full_a, battle.until + 1), (1, battle.until + 1))
    draws = np.arange(65_536).astype(np.uint16)
    for attackers, defenders in product(range(1, full_a + 3), range(battle.until + 1, full_d + 3)):
        if rounds.defence_dice(dice, defenders) == 0:
            expected = [(0, 1)] * 65_535 + [(0, 0)]
        else:
            n_attack, n_defence = rounds.attack_dice(dice, attackers), rounds.defence_dice(dice, defenders)
            expected = naive.losses_of_draws(dice, n_attack, n_defence, attackers, defenders)
        stage = stage_of(dice, attackers, defenders)
        low_a, low_d = lows[stage]
        start = np.uint16((attackers - low_a) << 8 | (defenders - low_d))
        states = np.full(65_536, start)
        for at in range(lanes.begins[stage], lanes.begins[stage + 1], kernels.lanes.FIELDS):
            kernels.lanes.fight(lanes.passes, at, draws, 65_536, states)
        lost = np.array([a << 8 | d for a, d in expected], np.uint16)
        # which of the outcomes comes first among the draws does not matter, how many draws each has does
        assert np.array_equal(np.sort(start - states), np.sort(lost)), (attackers, defenders)


def test_the_draws_beyond_the_last_roll_do_nothing():
    lanes = tables.lanes(Dice(), Battle(30, 20))
    states = np.full(4, 0x0505, np.uint16)
    kernels.lanes.fight(lanes.passes, 0, np.array([0, 62_207, 62_208, 65_535], np.uint16), 4, states)
    # eight draws for each of the 7,776 rolls: two defenders fall at the first, two attackers at the last
    assert states.tolist() == [0x0503, 0x0305, 0x0505, 0x0505]


def test_a_lane_that_stands_still_loses_nothing():
    lanes = tables.lanes(Dice(), Battle(30, 20))
    # an attacker too few, a defender too few, both; every draw
    for state in (0xFF05, 0x05FF - 0x100, 0xFEFF):
        for stage in range(3):
            states = np.full(65_536, state, np.uint16)
            for at in range(lanes.begins[stage], lanes.begins[stage + 1], kernels.lanes.FIELDS):
                draws = np.arange(65_536).astype(np.uint16)
                kernels.lanes.fight(lanes.passes, at, draws, 65_536, states)
            assert (states == state).all()


def rolled(dice, battle, n, seed, n_blocks=1, by=None):
    """Roll in lanes by the rounds of ``by`` and return the counts and the expected chances in their places."""
    battle = exact.stop_at(dice, battle)
    lanes = tables.lanes(by or dice, battle)
    space, places = tables.lane_space(), tables.layout(dice, battle)
    counts = np.zeros(places.size, np.int64)
    for block in range(n_blocks):
        state = random.new_state(seed, block)
        kernels.roll_in_lanes(battle, tables.round_tables(by or dice), lanes, n, state, space, counts)
    assert not space.seen.any()
    expected = np.zeros(places.size)
    for attackers, defenders, p in exact.ends(dice, battle):
        expected[places.place(attackers, defenders)] = p
    return counts, expected


@pytest.mark.parametrize(
    "battle",
    [
        Battle(400, 300),
        Battle(3000, 20),
        Battle(20, 260),
        Battle(125, 122),
        Battle(600, 500, 299, 200),
        Battle(40, 300, 20, 250),
        Battle(2, 100),
        Battle(100, 1),
        Battle(1, 1),
    ],
)
@pytest.mark.parametrize("name", ["classic", "ties both", "capital"])
def test_large_and_small_battles_follow_the_exact_ends(name, battle):
    counts, expected = rolled(RULES[name], battle, 20_000, 4, n_blocks=3)
    assert counts.sum() == 60_000
    assert statistics.chi_square(counts, expected).p_value > 1e-3


@pytest.mark.parametrize(
    ("dice", "wrong"),
    [
        (Dice(), Dice(defence_extra_dice=1)),
        (Dice(), Dice(ties=Ties.ATTACKER)),
        (Dice(defence_sides=8), Dice(defence_sides=9)),
    ],
)
def test_the_lanes_of_another_rule_fail(dice, wrong):
    counts, expected = rolled(dice, Battle(12, 10), 200_000, 5, by=wrong)
    assert statistics.chi_square(counts, expected).p_value < 1e-9
    counts, expected = rolled(dice, Battle(12, 10), 200_000, 5)
    assert statistics.chi_square(counts, expected).p_value > 1e-3


@pytest.mark.parametrize("n", [1, 2, 3, 1023, 1024, 1025, 1026, 5001])
def test_every_battle_begun_is_counted(n):
    for battle in (Battle(30, 20), Battle(3, 2), Battle(500, 100)):
        counts, expected = rolled(Dice(), battle, n, n)
        assert counts.sum() == n
        assert not counts[expected == 0].any()


def test_few_battles_at_a_time_favour_none():
    # stopping at the first so many that end would favour the short ones, most of all where there are few
    counts, expected = rolled(Dice(), Battle(25, 25), 30, 9, n_blocks=3_000)
    assert counts.sum() == 90_000
    assert statistics.chi_square(counts, expected).p_value > 1e-3


def test_what_does_not_fit_into_lanes_is_rolled_one_by_one():
    six = Dice(attack_dice=6, defence_dice=6)
    assert tables.lanes(six, Battle(20, 20)) is None  # 36^6 rolls
    assert tables.lanes(Dice(), Battle(2, 500)) is None  # large, but two attackers never roll three dice
    assert tables.lanes(Dice(), Battle(2, 100)) is not None
    assert battles.odds(3, 500, simulate=1_000, seed=1).simulated.trials == 1_000
    assert (
        battles.odds(15, 12, attack_dice=6, defence_dice=6, simulate=1_000, seed=1).simulated.trials == 1_000
    )


def test_each_kernel_has_one_signature():
    for dice in (Dice(), Dice(ties=Ties.NEITHER)):
        for battle in (Battle(30, 20), Battle(300, 200)):
            rolled(dice, battle, 100, 1)
    for name in ("roll_in_lanes", "fight"):
        assert len(getattr(kernels.lanes, name).signatures) == 1, name
