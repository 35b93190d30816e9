"""Cards as text and numbers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim.errors import InputError
from risksim.poker import deck
from tests.naive import poker as naive


def test_numbers_follow_faces_then_suits():
    letters = "cdhs"
    assert [(deck.face_of(card), letters[deck.suit_of(card)]) for card in range(52)] == naive.DECK
    assert [deck.card(deck.face_of(card), deck.suit_of(card)) for card in range(52)] == list(range(52))


@settings(deadline=None, max_examples=50)
@given(st.permutations(range(52)), st.integers(0, 52))
def test_text_is_read_back(cards, n):
    assert deck.parse(deck.text(cards[:n])) == tuple(cards[:n])


def test_ways_to_write_a_card():
    assert deck.parse("10s") == deck.parse("Ts") == deck.parse(" tS ") == (deck.card(10, deck.SPADES),)
    assert deck.parse("Qh,2c") == deck.parse("Qh 2c") == deck.parse("qh,  2C")
    assert deck.parse("") == ()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Qx", "Qx"),
        ("1h", "1h"),
        ("11h", "11h"),
        ("Qh Qd Qh", "Qh is named twice"),
        ("h", "'h'"),
        ("QhKd", "QhKd"),
    ],
)
def test_bad_cards_are_named_in_one_line(text, named):
    with pytest.raises(InputError, match=named) as caught:
        deck.parse(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("cards", "named"), [([52], "52"), ([-1], "-1"), ([1.5], "1.5"), ([3, 3], "2s is named twice")]
)
def test_bad_numbers_are_named(cards, named):
    with pytest.raises(InputError, match=named):
        deck.check(cards)


@pytest.mark.parametrize("hand", ["Qh 2c", "", "2c 3c 4c 5c 6c 7c"])
def test_a_hand_has_five_cards(hand):
    with pytest.raises(InputError, match="a hand has 5 cards"):
        deck.check_hand(hand)


def test_an_unknown_suit():
    with pytest.raises(InputError, match=r"'stars'.*clubs, diamonds, hearts, spades"):
        deck.parse_suit("stars")
