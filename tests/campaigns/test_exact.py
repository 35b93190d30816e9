"""Chains: against the naive twin in fractions, plain Python against kernels, chances backward against forward."""

import math
import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import battles, campaigns, rules
from risksim.battles import exact as battle_exact
from risksim.campaigns import exact, tables
from risksim.campaigns.exact import Leg
from risksim.rules.clauses import (
    AttackerDiceLimit,
    BattleOutcome,
    DefenderDiceLimit,
    Dice,
    LoneDefender,
    OccupyMin,
    Ties,
)
from tests.naive import campaigns as naive

few = settings(max_examples=40, deadline=None)
kinds_of_dice = st.builds(
    Dice,
    attack_dice=st.integers(1, 3),
    defence_dice=st.integers(1, 3),
    attack_sides=st.sampled_from([4, 6]),
    defence_sides=st.sampled_from([3, 6]),
    ties=st.sampled_from([Ties.DEFENDER, Ties.ATTACKER, Ties.BOTH]),
    attacker_dice_limit=st.sampled_from(AttackerDiceLimit),
    defender_dice_limit=st.sampled_from(DefenderDiceLimit),
    lone_defender=st.sampled_from(LoneDefender),
)


@st.composite
def chains(draw, most=4):
    occupy = draw(st.sampled_from(OccupyMin))
    legs = []
    for _ in range(draw(st.integers(1, 3))):
        leave = draw(st.integers(1, 3))
        legs.append(
            Leg(
                dice=draw(kinds_of_dice),
                defenders=draw(st.integers(2, most)),
                floor=leave - 1,
                leave=leave,
                gain=draw(st.integers(0, 2)),
                occupy=occupy,
                move=draw(st.sampled_from([None, 0, 2])),
            )
        )
    return legs


def as_naive(legs):
    return [(leg.dice, leg.defenders, leg.leave, leg.gain, leg.move) for leg in legs]


def ends(walked):
    found = {(len(walked.p_each), a + 1, 0): p for a, p in enumerate(walked.last) if p}
    for taken, stopped in enumerate(walked.stopped):
        found |= {(taken, a + 1, d): p for a, d, p in stopped}
    return found


@few
@given(chains(), st.integers(1, 6))
def test_every_end_is_that_of_the_naive_twin(legs, attackers):
    expected = naive.campaign(attackers + 1, as_naive(legs), legs[0].occupy)
    assert sum(expected.values()) == 1
    wanted = pytest.approx({end: float(p) for end, p in expected.items()}, abs=1e-14)
    assert ends(exact.walk(legs, exact.start(attackers))) == wanted
    assert ends(tables.walk(legs, exact.start(attackers))) == wanted


@few
@given(chains(), st.integers(1, 6))
def test_losses_are_those_of_the_ends(legs, attackers):
    # with nobody left behind but one in each territory, an end tells what was lost
    legs = [leg._replace(leave=1, floor=0, move=None) for leg in legs]
    walked = exact.walk(legs, exact.start(attackers))
    # one stays in each place left behind, and the others stand where the attack stopped
    lost = [
        (attackers + 1 + sum(leg.gain for leg in legs[:taken]) - taken - armies, p)
        for (taken, armies, _), p in ends(walked).items()
    ]
    mean = sum(n * p for n, p in lost)
    squares = sum((n - mean) ** 2 * p for n, p in lost)
    assert walked.losses == pytest.approx((1.0, mean, squares), abs=1e-13)


@few
@given(chains(most=7), st.integers(1, 14))
def test_kernels_and_plain_python_agree(legs, attackers):
    plain, compiled = exact.walk(legs, exact.start(attackers)), tables.walk(legs, exact.start(attackers))
    assert ends(compiled) == pytest.approx(ends(plain), abs=1e-14)
    assert compiled.p_each == pytest.approx(plain.p_each, abs=1e-14)
    assert compiled.losses == pytest.approx(plain.losses, abs=1e-12)
    for is_loss in (False, True):
        by_kernel = tables.chances_ahead(legs, attackers, is_loss)
        for one, other in zip(exact.chances_ahead(legs, attackers, is_loss), by_kernel, strict=True):
            assert one == pytest.approx(other[: len(one)], abs=1e-14)


@few
@given(chains(most=7), st.integers(1, 14))
def test_looking_back_gives_what_walking_gives(legs, attackers):
    p = exact.walk(legs, exact.start(attackers)).p_each[-1]
    assert exact.chances_ahead(legs, attackers)[0][attackers] == pytest.approx(p, abs=1e-14)
    assert exact.chances_ahead(legs, attackers, True)[0][attackers] == pytest.approx(1 - p, abs=1e-14)


@few
@given(chains(), st.integers(1, 8))
def test_fractions_are_what_the_doubles_come_near_to(legs, attackers):
    found, walked = exact.fractions(legs, attackers), exact.walk(legs, exact.start(attackers))
    assert [float(p) for p in found.p_each] == pytest.approx(walked.p_each, abs=1e-14)
    assert [float(p) for p in found.last] == pytest.approx(walked.last, abs=1e-14)


@few
@given(chains(), st.integers(1, 8))
def test_no_fixed_numbers_beat_the_best_moves(legs, attackers):
    free = [leg._replace(move=None) for leg in legs]
    best = exact.walk(exact.best_moves(free, attackers), exact.start(attackers)).p_each[-1]
    assert tables.walk(exact.best_moves(free, attackers), exact.start(attackers)).p_each[-1] == pytest.approx(
        best, abs=1e-14
    )
    for wishes in product((None, 0, 2), repeat=len(legs)):
        tried = [leg._replace(move=wish) for leg, wish in zip(free, wishes, strict=True)]
        assert exact.walk(tried, exact.start(attackers)).p_each[-1] <= best + 1e-14


@few
@given(kinds_of_dice, st.integers(4, 12), st.integers(2, 9), st.integers(0, 3))
def test_a_chain_of_one_is_a_battle(dice, attackers, defenders, floor):
    expected = {
        (a, d): p for a, d, p in battle_exact.ends(dice, battle_exact.Battle(attackers, defenders, floor))
    }
    walked = exact.walk([Leg(dice, defenders, floor)], exact.start(attackers))
    taken = sum(p for (a, d), p in expected.items() if d == 0 and a > 0)
    assert walked.p_each == [pytest.approx(taken, abs=1e-14)]
    stopped = {(a, d): p for (a, d), p in expected.items() if d or not a}
    assert {(a, d): p for a, d, p in walked.stopped[0]} == pytest.approx(stopped, abs=1e-14)


def test_dice_last_rolled_are_kept_exactly():
    # a lone defender falls to three dice, to two or to one; four armies have to stay, so all beyond are forced
    leg = Leg(Dice(ties=Ties.BOTH), 1, floor=3, leave=4)
    won = exact.fight(leg, [0.0] * 6 + [1.0]).won
    assert [sum(row) for row in won[:3]] == [0.0, 0.0, 0.0]
    assert [exact.moved_in(leg, a, 3) for a in (3, 4, 5, 6)] == [3, 3, 3, 3]
    assert [exact.moved_in(leg, a, 1) for a in (3, 4, 5, 6)] == [1, 1, 2, 3]
    # with ties that cost both the armies left do not tell the dice: two left may come from three dice or from two
    won = exact.fight(Leg(Dice(ties=Ties.BOTH), 1), [0.0, 0.0, 0.0, 1.0]).won
    assert won[3][2] > 0
    assert won[2][2] > 0


def test_ten_able_to_attack_through_two_three_ten():
    # published by a program that goes on with the dice of one battle in the next: near .094
    answer = campaigns.campaign(10, [2, 3, 10], fighting=True)
    assert answer.p_all == pytest.approx(0.1296, abs=5e-5)
    assert abs(answer.p_all - 0.094) > 0.03


@pytest.mark.parametrize("keep", [1, 3])
def test_every_number_of_armies_more_helps_and_every_defender_hurts(keep):
    legs = [Leg(Dice(), d, keep - 1, keep) for d in (3, 2, 4)]
    chances = exact.chances_ahead(legs, 40)[0][:41]
    assert chances == sorted(chances)
    for at in range(3):
        harder = list(legs)
        harder[at] = legs[at]._replace(defenders=legs[at].defenders + 1)
        assert all(
            one <= other + 1e-15
            for one, other in zip(exact.chances_ahead(harder, 40)[0], chances, strict=False)
        )


@few
@given(chains(), st.booleans())
def test_the_chance_of_ever_more_armies_is_that_of_very_many(legs, is_loss):
    limit = exact.chance_with_ever_more(legs, is_loss)
    assert tables.chances_ahead(legs, 1_500, is_loss)[0][1_500] == pytest.approx(limit, abs=1e-9)
    # if no number counts as few, every battle has as many armies as it takes
    by_dice = math.prod(battle_exact.best_chance(leg.dice, leg.defenders) for leg in legs)
    assert exact.chance_with_ever_more(legs, is_loss, most=-1) == (1 - by_dice if is_loss else by_dice)


def test_large_chains():
    legs = [Leg(Dice(), 100) for _ in range(40)]
    walked = exact.walk(legs, exact.start(4_999))
    assert walked.losses.p == pytest.approx(1, abs=1e-12)
    assert exact.chances_ahead(legs, 4_999, True)[0][4_999] == pytest.approx(1 - walked.p_each[-1], abs=1e-12)
    assert walked.losses.mean == pytest.approx(40 * 85, rel=0.02)  # about 0.85 attackers a defender


@pytest.mark.parametrize("attackers", [1_000, 20_000, 60_000])
def test_spreads_keep_their_digits_however_many_attack(attackers):
    # with so many armies no battle is lost, so the three of them spread as one does
    one = battles.odds(attackers, 5, fighting=True)
    three = exact.walk([Leg(Dice(), 5)] * 3, exact.start(attackers)).losses
    assert three.mean == pytest.approx(3 * one.expected_attacker_losses, rel=1e-13)
    assert three.squares == pytest.approx(3 * one.sd_attacker_losses**2, rel=1e-12)


@pytest.mark.parametrize("occupy", OccupyMin)
def test_armies_that_stay_behind_cost_no_digits(occupy):
    legs = [Leg(Dice(), 5, occupy=occupy, move=0), Leg(Dice(), 3, leave=2, floor=1), Leg(Dice(), 2)]
    few_armies, many = (exact.walk(legs, exact.start(n)).losses for n in (400, 40_000))
    assert many == pytest.approx(few_armies, rel=1e-12)
    assert exact.walk(legs[:1], exact.start(0)).losses == (1.0, 0.0, 0.0)


def test_blitz_goes_battle_by_battle():
    blitz = Dice(battle_outcome=BattleOutcome.BALANCED_BLITZ)
    legs = [Leg(blitz, 4), Leg(blitz, 3)]
    chance = 0.0
    for a, d, p in battles.blitz.ends(blitz, battle_exact.Battle(11, 4)):
        if d == 0 and a > 1:
            second = battles.blitz.ends(blitz, battle_exact.Battle(a - 1, 3))
            chance += p * sum(end.p for end in second if end.defenders == 0)
    walked = exact.walk(legs, exact.start(11))
    assert walked.p_each[-1] == pytest.approx(chance, abs=1e-14)
    assert exact.chances_ahead(legs, 11)[0][11] == pytest.approx(chance, abs=1e-14)
    assert walked.losses.p == pytest.approx(1)
    assert chance != pytest.approx(
        exact.walk([Leg(Dice(), 4), Leg(Dice(), 3)], exact.start(11)).p_each[-1], abs=0.01
    )


def test_rolling_dice_one_by_one_comes_near():
    dice = rules.load("russian").dice
    legs = [Leg(dice, 3, 1, 2, 1), Leg(Dice(), 2, 0, 1, 0)]
    expected = ends(exact.walk(legs, exact.start(7)))
    generator, trials = random.Random(1), 3_000
    seen = {}
    for _ in range(trials):
        end = naive.rolled(8, as_naive(legs), generator, legs[0].occupy)
        seen[end] = seen.get(end, 0) + 1
    assert seen.keys() <= expected.keys()
    for end, p in expected.items():
        assert abs(seen.get(end, 0) - trials * p) < 5 * (trials * p + 1) ** 0.5
