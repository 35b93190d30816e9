"""What a set is worth in each document's wording."""

from fractions import Fraction
from itertools import product

import pytest

from risksim import cards, rules
from risksim.cards import schedule, tables
from risksim.rules.clauses import Cards, SetSchedule


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("classic", [4, 6, 8, 10, 12, 15, 20, 25, 30, 35]),
        # "4, 6, 8, 10, 12, 15, then five more each"
        ("finnish", [4, 6, 8, 10, 12, 15, 20, 25, 30, 35]),
        # "4, 6, 8, 10, 12, 15, 20, the eighth and later five more"
        ("russian", [4, 6, 8, 10, 12, 15, 20, 25, 30, 35]),
        # "4, 6, 8, 10, then count by five"
        ("slovak", [4, 6, 8, 10, 15, 20, 25, 30, 35, 40]),
        # "the eighth set brings 25"
        ("malay", [4, 6, 8, 10, 12, 15, 20, 25, 30, 35]),
    ],
)
def test_escalating_in_each_documents_wording(name, values):
    section = rules.load(name).cards
    assert schedule.listed_values(section, 10) == values
    assert schedule.is_escalating(section)
    answer = cards.economy(rules=name)
    assert answer.schedule[:10] == tuple(values)
    assert set(answer.schedule_sd) == {0.0}


def test_the_fifth_set_is_12_unless_the_document_skips_it():
    # a fault that circulates: 4, 6, 8, 10, 15 under the printed rules
    official = schedule.listed_values(rules.load("classic").cards, 6)
    assert official[4:] == [12, 15]
    assert 12 not in schedule.listed_values(rules.load("slovak").cards, 30)


def test_a_list_of_ones_own():
    section = Cards(set_schedule=SetSchedule.LISTED, listed_set_values=(7, 3), listed_set_step=2)
    assert schedule.listed_values(section, 4) == [7, 3, 5, 7]


@pytest.mark.parametrize(("dice", "sides", "bonus"), [(2, 6, 0), (3, 6, -2), (1, 4, -3), (0, 6, 5)])
def test_dice_by_rolling_every_way(dice, sides, bonus):
    rolls = [max(sum(faces) + bonus, 0) for faces in product(range(1, sides + 1), repeat=dice)]
    roll = schedule.roll(dice, sides, bonus)
    assert {v: Fraction(rolls.count(v), len(rolls)) for v in set(rolls)} == roll.distribution
    assert roll.mean == Fraction(sum(rolls), len(rolls))
    assert roll.at_least(3) == Fraction(sum(1 for v in rolls if v >= 3), len(rolls))


def test_two_dice_bring_2_to_12_seven_on_average():
    section = rules.load("new-rules").cards
    roll = schedule.set_roll(section)
    assert (min(roll.distribution), max(roll.distribution), roll.mean) == (2, 12, 7)
    assert roll.variance == Fraction(35, 6)
    answer = cards.economy(rules="new-rules")
    assert set(answer.schedule) == {7.0}
    assert answer.schedule_sd[0] == pytest.approx((35 / 6) ** 0.5)
    assert not schedule.is_escalating(section)


def test_by_symbol_a_wild_card_stands_for_the_best():
    values = (4, 6, 8, 10)
    worth = {
        (3, 0, 0, 0): 4,
        (0, 3, 0, 0): 6,
        (0, 0, 3, 0): 8,
        (1, 1, 1, 0): 10,
        (2, 0, 0, 1): 4,
        (1, 0, 1, 1): 10,
        (1, 0, 0, 2): 10,
        (0, 0, 0, 3): 10,
    }
    for chosen, armies in worth.items():
        assert tables.symbol_value(chosen, values) == armies
    assert tables.symbol_value((0, 0, 1, 2), (4, 6, 80, 10)) == 80


def test_by_symbol_the_average_set_of_independent_symbols():
    rule_set = rules.load("classic").vary(set_schedule="by-symbol")
    answer = cards.economy(rules=rule_set, deck="independent")
    # held 3 (1/3 of turn-ins): alike by 1/3 from nothing or one card kept (7/9), surely from two alike (2/3 of the
    # other 2/9), never from two different; held 4 (4/9): by 1/2; held 5 (2/9): by 2/3
    alike = Fraction(1, 3) * (Fraction(7, 9) * Fraction(1, 3) + Fraction(2, 9) * Fraction(2, 3))
    alike += Fraction(4, 9) * Fraction(1, 2) + Fraction(2, 9) * Fraction(2, 3)
    expected = alike * 6 + (1 - alike) * 10
    assert answer.schedule[0] == pytest.approx(float(expected), rel=1e-14)
