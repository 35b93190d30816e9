"""A round in which a tie costs nobody, and other dice people ask for.

Sources: ``icepool``, ``risk-faq``.
"""

from risksim import battles


def counts(**clauses):
    chances = battles.round_chances(3, 2, **clauses)
    return {(chance.attacker_loses, chance.defender_loses): chance.ways for chance in chances}


def test_a_tie_costs_nobody():
    by_wins = {(0, 0): 381, (0, 1): 915, (0, 2): 979, (1, 0): 1_545, (1, 1): 1_066, (2, 0): 2_890}
    assert counts(ties="neither") == {(lost, won): ways for (won, lost), ways in by_wins.items()}


def test_a_third_defence_die_of_which_the_best_two_count():
    assert counts(defence_extra_dice=1) == {(0, 2): 10_767, (1, 1): 13_671, (2, 0): 22_218}


def test_one_added_to_the_defenders_highest_die():
    assert counts(defence_bonus=1) == {(0, 2): 1_860, (1, 1): 3_176, (2, 0): 2_740}
