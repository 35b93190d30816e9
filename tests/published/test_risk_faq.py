"""How many dice the defender should roll, as the Risk FAQ (question 3.1) advises.

The advice is for a defender who wants to kill as many attackers as he can, and holds against an attacker who never
runs out of dice: blind all dice; with the roll in view two dice where the attacker's second die is 3 or less, 4 or
less with exactly two armies left, 3 or less with exactly three. The FAQ treats exactly four armies apart; the roll
4-4 that comes on top there is computed here, not read there. To keep the territory against a large stack is another
aim, with another rule, computed as well.

Sources: ``risk-faq``.
"""

import pytest

from risksim import decisions
from risksim.decisions import words

LARGE = 60


@pytest.fixture(scope="module")
def seen():
    return decisions.dice(LARGE, 12, seen=True, aim="losses")


def two_dice(answer, defenders):
    """Return the rolls (highest, second) against which the defender rolls two dice."""
    n_attack, rule = answer.at(LARGE, defenders)
    assert n_attack == 3
    return {reply.roll for reply in rule.replies if reply.defence_dice == 2}


def up_to(bound):
    return {(high, second) for high in range(1, 7) for second in range(1, high + 1) if second <= bound}


def test_with_two_armies_a_second_die_up_to_four(seen):
    assert two_dice(seen, 2) == up_to(4)


@pytest.mark.parametrize("defenders", [3, 5, 6, 7, 8, 9, 10, 11, 12])
def test_else_a_second_die_up_to_three(seen, defenders):
    assert two_dice(seen, defenders) == up_to(3)


def test_with_four_armies_two_fours_as_well(seen):
    assert two_dice(seen, 4) == up_to(3) | {(4, 4)}


def test_blind_all_dice():
    answer = decisions.dice(LARGE, 12, aim="losses")
    assert answer.table_defence_dice[-1] == (1, *[2] * 11)


def test_the_advice_in_words(seen):
    rules = [words.seen_rule(seen.at(LARGE, defenders)[1]) for defenders in (2, 3)]
    assert rules == [
        "against 3 attack dice: 2 dice where the second die is 4 or less, else 1",
        "against 3 attack dice: 2 dice where the second die is 3 or less, else 1",
    ]


def test_to_keep_the_territory_against_a_large_stack_four_is_the_bound_everywhere_but_for_two_fours():
    answer = decisions.dice(LARGE, 12, seen=True)
    for defenders in range(3, 13):
        assert two_dice(answer, defenders) == up_to(4) - {(4, 4)}
