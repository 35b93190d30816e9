"""What the answer says of each row and of all: against every outcome written out, and its properties."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import battles, luck, rules
from risksim.battles import blitz
from risksim.battles.exact import Battle
from risksim.luck import exact
from tests.naive import battles as naive_battles
from tests.naive import luck as naive

CLASSIC = rules.load("classic").dice
#: Clauses of the naive twin, by the options that lead to them.
RULES = {
    "classic": {},
    "capital": {"defence_dice": 3},
    "attackers win ties": {"ties": "attacker"},
    "ties cost both": {"ties": "both"},
    "eight sides against six": {"attack_sides": 8},
    "a leader": {"attack_bonus": 1},
    "armies must outnumber dice": {"attacker_dice_limit": "armies", "attack_dice": 2},
}


def row(answer):
    (only,) = answer.rows
    return only


@pytest.mark.parametrize("name", RULES)
def test_every_round_against_the_naive_twin(name):
    dice = rules.load("classic").vary(**RULES[name]).dice
    for armies, defenders in ((2, 1), (3, 2), (4, 4)):
        ends = naive.round_ends(dice, armies, defenders)
        for (a, d), p in ends.items():
            lost = {"attacker_lost": armies - a, "defender_lost": defenders - d}
            for side in ("attacker", "defender"):
                chances = naive.scores(ends, armies, defenders, side)
                score = (defenders - d) - (armies - a)
                score = score if side == "attacker" else -score
                found = row(
                    luck.luck(
                        [{"attackers": armies, "defenders": defenders, **lost}], side=side, **RULES[name]
                    )
                )
                assert p > 0
                assert Fraction(found.exact["percentile"]) == naive.percentile(chances, score)
                assert found.percentile == pytest.approx(float(naive.percentile(chances, score)))
                assert found.p_value == pytest.approx(float(naive.two_sided(chances, score)))
                mean = sum(each * q for each, q in chances.items())
                assert found.luck == pytest.approx(float(score - mean))


@pytest.mark.parametrize("name", ["classic", "capital", "ties cost both"])
@pytest.mark.parametrize("stop", [{}, {"keep": 3}, {"until": 1}, {"most_rounds": 2}])
def test_every_end_of_a_battle_against_the_naive_twin(name, stop):
    armies, defenders = 6, 3
    dice = rules.load("classic").vary(**RULES[name]).dice
    ends = naive.battle_ends(dice, armies, defenders, **stop)
    chances = naive.scores(ends, armies, defenders)
    for (a, d), p in ends.items():
        found = row(
            luck.luck(
                [
                    {
                        "attackers": armies,
                        "defenders": defenders,
                        "attackers_left": a,
                        "defenders_left": d,
                        **stop,
                    }
                ],
                **RULES[name],
            )
        )
        score = (defenders - d) - (armies - a)
        assert p > 0
        assert found.percentile == pytest.approx(float(naive.percentile(chances, score)), abs=1e-14)
        assert found.p_value == pytest.approx(float(naive.two_sided(chances, score)), rel=1e-12)
        wanted = sum((armies - a) * p for (a, d), p in ends.items())
        assert found.expected_attacker_losses == pytest.approx(float(wanted))
        assert (found.armies_left, found.defenders_left) == (a, d)


def test_the_sum_of_rows_against_every_combination():
    rows = [
        {"attackers": 4, "defenders": 2, "attacker_lost": 2, "defender_lost": 0},
        {"attackers": 3, "defenders": 3, "attackers_left": 1, "defenders_left": 2},
        {"attackers": 5, "defenders": 1, "attacker_lost": 1, "defender_lost": 0, "attack_dice": 1},
        {"attackers": 2, "defenders": 2, "attacker_lost": 0, "defender_lost": 1, "side": "defender"},
    ]
    laws = [
        naive.scores(naive.round_ends(CLASSIC, 4, 2), 4, 2),
        naive.scores(naive.battle_ends(CLASSIC, 3, 3), 3, 3),
        naive.scores(naive.round_ends(CLASSIC, 5, 1, n_attack=1), 5, 1),
        naive.scores(naive.round_ends(CLASSIC, 2, 2), 2, 2, "defender"),
    ]
    scores = [-2, -1, -1, -1]
    chances = naive.sums(laws)
    answer = luck.luck(rows)
    total = sum(scores)
    mean = sum(each * p for each, p in chances.items())
    variance = sum((each - mean) ** 2 * p for each, p in chances.items())
    assert answer.percentile == pytest.approx(float(naive.percentile(chances, total)), rel=1e-12)
    assert answer.p_value == pytest.approx(float(naive.two_sided(chances, total)), rel=1e-12)
    assert answer.luck == pytest.approx(float(total - mean))
    assert answer.sd == pytest.approx(float(variance) ** 0.5)
    assert answer.z == pytest.approx(answer.luck / answer.sd)
    assert answer.p_unluckier == pytest.approx(float(sum(p for each, p in chances.items() if each < total)))
    assert answer.p_unluckier + answer.p_same + answer.p_luckier == pytest.approx(1)
    found = {round(each + float(mean)): p for each, p in answer.distribution}
    assert found == pytest.approx({each: float(p) for each, p in chances.items() if p}, rel=1e-9)
    # lost by oneself, whichever side that was
    assert (answer.losses, answer.enemy_losses, answer.side) == (2 + 2 + 1 + 1, 0 + 1 + 0 + 0, "both")
    assert answer.luck == pytest.approx(
        (answer.enemy_losses - answer.expected_enemy_losses) - (answer.losses - answer.expected_losses)
    )
    # and each row so far
    for n, one in enumerate(answer.rows, start=1):
        so_far = naive.sums(laws[:n])
        assert one.percentile_so_far == pytest.approx(
            float(naive.percentile(so_far, sum(scores[:n]))), rel=1e-12
        )
        assert one.p_value_so_far == pytest.approx(float(naive.two_sided(so_far, sum(scores[:n]))), rel=1e-12)
        below = sum(p for each, p in so_far.items() if each < round(one.low_so_far + sum_of_means(laws[:n])))
        above = sum(p for each, p in so_far.items() if each > round(one.high_so_far + sum_of_means(laws[:n])))
        assert below <= 0.025
        assert above <= 0.025
    assert answer.rows[-1].e_value == pytest.approx(
        naive.tilted_e_value(
            [(x, {each: float(p) for each, p in law.items()}) for x, law in zip(scores, laws, strict=True)],
            [sign * 2.0**power for power in range(-9, 2) for sign in (1, -1)],
        )
    )


def sum_of_means(laws):
    return float(sum(each * p for law in laws for each, p in law.items()))


def test_long_logs_are_summed_the_same_in_arrays(monkeypatch):
    rows = [{"attackers": 9, "defenders": 6, "attackers_left": 4, "defenders_left": 0}] * 12
    plain = luck.luck(rows)
    monkeypatch.setattr(exact, "PLAIN_PRODUCTS", 0)
    in_arrays = luck.luck(rows)
    for one, other in zip(plain.rows, in_arrays.rows, strict=True):
        assert one.percentile_so_far == pytest.approx(other.percentile_so_far, rel=1e-12)
        assert one.p_value_so_far == pytest.approx(other.p_value_so_far, rel=1e-12)
        assert (one.low_so_far, one.high_so_far) == pytest.approx((other.low_so_far, other.high_so_far))


@pytest.mark.parametrize("name", RULES)
def test_what_a_roll_costs_against_the_naive_twin(name):
    dice = rules.load("classic").vary(**RULES[name]).dice
    faces = range(1, dice.attack_sides + 1)
    for one in faces:
        for other in faces:
            for defence in ((3, 2), (6, 6), (1, 5)):
                wanted = naive_battles.compare(
                    dice,
                    naive_battles.arranged(dice, "attack", [one, other], 2),
                    naive_battles.arranged(dice, "defence", list(defence), 2),
                )
                assert exact.losses_of(dice, (one, other), defence) == wanted


def test_extra_dice_and_bonuses_count_as_the_rules_say():
    row_ = {"attackers": 9, "defenders": 9, "attack_roll": "6 6 1", "defence_roll": "6 5 6"}
    lost = row(luck.luck([row_], defence_extra_dice=1))
    assert (lost.defence_dice, lost.attacker_losses, lost.defender_losses) == (2, 2, 0)
    raised = row(luck.luck([{**row_, "defence_roll": "6 5"}], attack_bonus=1))
    assert (raised.attacker_losses, raised.defender_losses) == (0, 2)


def test_a_lone_defender_without_a_die():
    one = {"attackers": 5, "defenders": 1, "attacker_lost": 0, "defender_lost": 1}
    rolls = {"attackers": 5, "defenders": 1, "attack_roll": "1 1 1"}
    for each in (one, rolls):
        found = luck.luck([each], defender_dice_limit="armies-1")
        assert (found.luck, found.z, found.percentile, found.p_value) == (0, None, 0.5, 1)
        assert found.p_value_anytime == 1


def test_battles_under_balanced_blitz():
    dice = rules.load("classic").vary(battle_outcome="balanced-blitz").dice
    ends = blitz.ends(dice, Battle(9, 6))
    rows = [{"attackers": 10, "defenders": 6, "attackers_left": 4, "defenders_left": 0}]
    found = luck.luck(rows, battle_outcome="balanced-blitz")
    worse = sum(end.p for end in ends if (6 - end.defenders) - (9 - end.attackers) < 0)
    same = sum(end.p for end in ends if (6 - end.defenders) - (9 - end.attackers) == 0)
    assert found.percentile == pytest.approx(worse + same / 2)
    assert found.percentile != pytest.approx(luck.luck(rows).percentile, abs=0.01)


def test_the_same_measures_as_the_odds():
    odds = battles.odds(10, 5)
    found = row(luck.luck([{"attackers": 10, "defenders": 5, "attackers_left": 10, "defenders_left": 0}]))
    assert found.expected_attacker_losses == pytest.approx(odds.expected_attacker_losses)
    assert found.expected_defender_losses == pytest.approx(odds.expected_defender_losses)
    best = next(outcome.p for outcome in odds.outcomes if outcome.armies_left == 10)
    assert found.percentile == pytest.approx(1 - best / 2)


starts = st.tuples(st.integers(2, 12), st.integers(1, 8), st.integers(0, 10**6))


@settings(max_examples=25, deadline=None)
@given(st.lists(starts, min_size=1, max_size=6))
def test_the_luck_of_one_side_is_the_bad_luck_of_the_other(picks):
    rows = []
    for armies, defenders, pick in picks:
        outcomes = battles.odds(armies, defenders, fractions=False).outcomes
        end = outcomes[pick % len(outcomes)]
        left = {"attackers_left": end.armies_left, "defenders_left": end.defenders_left}
        rows.append({"attackers": armies, "defenders": defenders, **left})
    mine, theirs = luck.luck(rows), luck.luck(rows, side="defender")
    assert mine.luck == pytest.approx(-theirs.luck, abs=1e-9)
    assert mine.percentile == pytest.approx(1 - theirs.percentile, abs=1e-9)
    assert mine.p_value == pytest.approx(theirs.p_value, abs=1e-9)
    assert mine.e_value == pytest.approx(theirs.e_value)
    assert 0 <= mine.percentile <= 1
    assert 0 < mine.p_value <= 1
    assert 0 < mine.p_value_anytime <= 1
    in_other_order = luck.luck(rows[::-1])
    assert in_other_order.percentile == pytest.approx(mine.percentile, abs=1e-9)
    assert in_other_order.e_value == pytest.approx(mine.e_value)


def test_fighting_counts_those_able_to_attack():
    on_territory = {"attackers": 8, "defenders": 4, "attackers_left": 3, "defenders_left": 0}
    able = {"attackers": 7, "defenders": 4, "attackers_left": 2, "defenders_left": 0}
    assert luck.luck([able], fighting=True) == luck.luck([on_territory])
    failed = {"attackers": 3, "defenders": 4, "attackers_left": 0, "defenders_left": 2}
    assert row(luck.luck([failed], fighting=True)).armies_left == 1


def test_rows_may_name_their_rules():
    rows = [
        {"attackers": 8, "defenders": 4, "attackers_left": 3, "defenders_left": 0},
        {"attackers": 8, "defenders": 4, "attackers_left": 3, "defenders_left": 0, "rules": "russian"},
    ]
    answer = luck.luck(rows)
    assert [one.rules for one in answer.rows] == ["classic", "russian"]
    assert answer.rules == "classic, russian"
    assert answer.rules_digest == f"{rules.load('classic').digest}, {rules.load('russian').digest}"
    assert answer.rows[1].percentile == luck.luck(rows[:1], rules="russian").percentile


def test_overwhelming_luck_does_not_overflow():
    answer = luck.luck([{"attackers": 9, "defenders": 9, "attacker_lost": 0, "defender_lost": 2}] * 900)
    assert answer.p_value_anytime < 1e-300
    assert answer.e_value == answer.e_value_largest > 1e300
    assert 0 <= answer.p_value < 1e-60
    dice = luck.dice({name: [6] * 700 for name in "abcd"}, seed=1)
    assert 0 < dice.p_value_anytime < 1e-300
    assert dice.e_value > 1e300
