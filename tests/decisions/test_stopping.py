"""When to stop: against every policy there is, against the slow twin, and what must hold whatever is valued."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import battles, decisions
from risksim.errors import InputError
from risksim.rules.clauses import Dice, OccupyMin, Ties
from tests.naive import decisions as naive

NAMES = ("army", "enemy_army", "territory", "continent", "card", "home")
# halves and quarters are exact in both kinds of number, so ties are ties in both
quarters = st.integers(0, 20).map(lambda n: n / 4)
worths = st.fixed_dictionaries(dict.fromkeys(NAMES, quarters))


def asked(worth):
    return {f"{name}_value": value for name, value in worth.items()}


@settings(deadline=None, max_examples=60)
@given(
    st.integers(2, 7),
    st.integers(1, 4),
    worths,
    st.integers(0, 6),
    st.sampled_from([Ties.DEFENDER, Ties.ATTACKER, Ties.BOTH]),
    st.sampled_from(OccupyMin),
)
def test_the_twin_agrees(armies, defenders, worth, counter, ties, occupy_min):
    twin = naive.Stopping(Dice(ties=ties), occupy_min.value, worth, counter)
    answer = decisions.stop(
        armies, defenders, counter=counter, ties=ties.value, occupy_min=occupy_min.value, **asked(worth)
    )
    assert answer.value == pytest.approx(float(twin.value(armies - 1, defenders)), abs=1e-9)
    assert answer.value_never == pytest.approx(float(twin.stopped(armies - 1)), abs=1e-9)
    states = [(a, d) for a in range(1, armies) for d in range(1, defenders + 1)]
    everywhere = twin.policy_value(armies - 1, defenders, frozenset(states))
    assert answer.value_always == pytest.approx(float(everywhere), abs=1e-9)
    floors = [
        twin.policy_value(armies - 1, defenders, frozenset(state for state in states if state[0] > floor))
        for floor in range(armies)
    ]
    assert answer.value_best_keep == pytest.approx(float(max(floors)), abs=1e-9)
    assert floors[answer.best_keep - 1] == pytest.approx(float(max(floors)), abs=1e-9)
    for a, d in states:
        gain = answer.gain[a - 1][d - 1]
        if abs(gain) > 1e-9:
            assert answer.at(a + 1, d) == twin.attacks(a, d)


@settings(deadline=None, max_examples=12)
@given(worths, st.integers(0, 5))
def test_no_policy_of_all_is_better(worth, counter):
    twin = naive.Stopping(Dice(), "dice-last-rolled", worth, counter)
    best = twin.best_of_all_policies(3, 3)
    answer = decisions.stop(4, 3, counter=counter, **asked(worth))
    assert answer.value == pytest.approx(float(best), abs=1e-9)


def test_a_worse_policy_would_be_noticed():
    worth = dict.fromkeys(NAMES, 0) | {"army": 1, "enemy_army": 0.5, "territory": 3}
    twin = naive.Stopping(Dice(), "dice-last-rolled", worth, 0)
    assert twin.policy_value(3, 3, frozenset([(3, 3)])) < twin.best_of_all_policies(3, 3)


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 14), st.integers(1, 12), worths, st.integers(0, 12))
def test_the_best_play_is_the_best(armies, defenders, worth, counter):
    answer = decisions.stop(armies, defenders, counter=counter, **asked(worth))
    assert answer.value >= answer.value_best_keep - 1e-9
    assert answer.value_best_keep >= max(answer.value_always, answer.value_never) - 1e-9
    assert answer.p_win <= answer.p_win_always + 1e-12
    assert answer.p_held <= answer.p_win + 1e-12
    assert answer.attack == answer.at(armies, defenders)
    for each in answer.occupations:
        assert each.least_in <= each.moved_in < each.armies_left


def test_where_losses_cost_nothing_one_attacks_on():
    answer = decisions.stop(40, 40, army_value=0, enemy_army_value=0, territory_value=1)
    assert all(all(row) for row in answer.table)
    assert answer.value == pytest.approx(battles.odds(40, 40).p_win)
    assert not any(any(row) for row in decisions.stop(9, 9, enemy_army_value=0).table)


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 10), st.integers(1, 10), quarters, quarters)
def test_a_dearer_territory_never_calls_for_a_stop(armies, defenders, value, more):
    cheap, dear = (
        decisions.stop(armies, defenders, territory_value=each, enemy_army_value=0.5)
        for each in (value, value + more)
    )
    for row, other in zip(cheap.table, dear.table, strict=True):
        assert all(not one or two for one, two in zip(row, other, strict=True))


def test_one_against_one_breaks_even_at_a_value_of_one_and_two_fifths():
    # 15 of 36 rounds take the territory and 21 lose the army
    assert not decisions.stop(2, 1, territory_value=0.4 - 1e-9).attack
    assert decisions.stop(2, 1, territory_value=0.4 + 1e-9).attack


def test_attacking_on_to_the_end_is_the_battle():
    answer, odds = decisions.stop(12, 9, enemy_army_value=0.75, card_value=3), battles.odds(12, 9)
    assert answer.p_win_always == pytest.approx(odds.p_win)
    value = 0.75 * odds.expected_defender_losses - odds.expected_attacker_losses + 3 * odds.p_win
    assert answer.value_always == pytest.approx(value)


def test_a_floor_is_the_floor_of_the_odds():
    answer = decisions.stop(12, 9, enemy_army_value=0.9, territory_value=2)
    assert 1 < answer.best_keep < 12
    odds = battles.odds(12, 9, keep=answer.best_keep)
    value = 0.9 * odds.expected_defender_losses - odds.expected_attacker_losses + 2 * odds.p_win
    assert answer.value_best_keep == pytest.approx(value)


def test_a_neighbour_with_one_army_cannot_attack():
    values = {"territory_value": 2, "home_value": 3}
    alone, harmless = (decisions.stop(8, 5, counter=counter, **values) for counter in (0, 1))
    assert alone.value == harmless.value
    assert harmless.p_home_lost == 0
    assert decisions.stop(8, 5, counter=9, **values).value < alone.value


def test_what_is_held_and_what_is_lost():
    nothing = dict.fromkeys(("army_value", "enemy_army_value"), 0)
    answer = decisions.stop(9, 5, **nothing, territory_value=1, counter=7)
    assert 0.1 < answer.p_held < answer.p_win - 0.1
    assert answer.value == pytest.approx(answer.p_held)
    answer = decisions.stop(9, 5, **nothing, home_value=1, counter=7)
    assert answer.p_home_lost == pytest.approx(battles.odds(7, 9).p_win)
    assert answer.value == pytest.approx(-answer.p_home_lost)


def test_the_convention_of_the_literature():
    assert decisions.stop(8, 4, fighting=True, counter=6).value == decisions.stop(9, 4, counter=6).value


def test_a_larger_table_holds_the_smaller():
    small, large = decisions.stop(6, 4, territory_value=1), decisions.stop(6, 4, territory_value=1, size=9)
    assert large.value == small.value
    assert [row[:4] for row in large.table[:5]] == list(small.table)
    assert large.table_armies[-1] == large.table_defenders[-1] == 9


def test_a_lone_defender_who_cannot_be_attacked_ends_the_attack():
    clauses = {"defender_dice_limit": "armies-1", "lone_defender": "cannot-be-attacked"}
    answer = decisions.stop(8, 3, territory_value=100, **clauses)
    assert answer.p_win == 0
    assert answer.gain[6][0] is None
    assert not answer.at(8, 1)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"armies": 1}, "must be at least 2, not 1"),
        ({"defenders": 0}, "defenders must be at least 1"),
        ({"army_value": -1}, "army_value must lie between 0"),
        ({"counter": -1}, "counter must be at least 0"),
        ({"counter": 10**6}, "counter"),
        ({"armies": 10**4, "defenders": 10**4}, "too large"),
        ({"size": 10**4}, "too large"),
        ({"simulate": 1}, "trials must be at least 2"),
        ({"rules": "balanced-blitz"}, "battle_outcome=rolled"),
        ({"ties": "neither", "attack_sides": 1, "defence_sides": 1}, "never end"),
        ({"knights": 3}, "knights"),
    ],
)
def test_bad_input(question, words):
    with pytest.raises(InputError, match=words) as caught:
        decisions.stop(**{"armies": 9, "defenders": 4} | question)
    assert "\n" not in str(caught.value)
