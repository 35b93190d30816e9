"""Numbers of the card clock that are known in public.

Sources: ``seed-new-rules``, ``hasbro-1993``.
"""

from fractions import Fraction

import pytest

from risksim import cards


@pytest.mark.parametrize(
    ("deck", "in_three", "expected_cards"),
    [("no-wilds", "137/410", "797/205"), ("classic", "200/473", "72921/19393")],
)
def test_the_first_set(deck, in_three, expected_cards):
    answer = cards.economy(deck=deck)
    assert answer.exact["p_first_set"]["3"] == in_three
    assert answer.exact["expected_cards_first_set"] == expected_cards
    assert answer.p_first_set["3"] == float(Fraction(in_three))
    assert answer.expected_cards_first_set == float(Fraction(expected_cards))
    assert round(answer.expected_cards_first_set, 4) in (3.8878, 3.7602)
    assert answer.expected_turns_first_set == answer.expected_cards_first_set
    half = cards.economy(deck=deck, conquest_rate=0.5, cards=3)
    assert half.expected_turns_first_set == pytest.approx(2 * answer.expected_cards_first_set, rel=1e-15)
