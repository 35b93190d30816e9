"""The 52 playing cards as numbers, and as text: 4 · (face - 2) + suit.

Faces run from 2 to 14 (jack 11, queen 12, king 13, ace 14), suits are 0 clubs, 1 diamonds, 2 hearts, 3 spades. So the
two of clubs is card 0 and the ace of spades card 51.
"""

import re
from collections.abc import Iterable, Sequence

from risksim.errors import InputError, check_count, unknown_name

N_CARDS, N_SUITS, HAND_SIZE = 52, 4, 5
JACK, QUEEN, KING, ACE = 11, 12, 13, 14
SUITS = ("clubs", "diamonds", "hearts", "spades")
CLUBS, DIAMONDS, HEARTS, SPADES = range(N_SUITS)
RED = (DIAMONDS, HEARTS)

_FACES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_LETTERS = "".join(suit[0] for suit in SUITS)
_CARD = re.compile(rf"(10|[2-9TJQKA])([{_LETTERS}])", re.IGNORECASE)


def card(face: int, suit: int) -> int:
    """Return the number of a card.

    >>> card(QUEEN, HEARTS)
    42
    """
    return N_SUITS * (face - 2) + suit


def face_of(card: int) -> int:
    """Return the face of a card, 2 … 14.

    >>> face_of(42)
    12
    """
    return card // N_SUITS + 2


def suit_of(card: int) -> int:
    """Return the suit of a card, 0 … 3.

    >>> SUITS[suit_of(42)]
    'hearts'
    """
    return card % N_SUITS


def parse_suit(text: str) -> int:
    """Return the number of a suit from its name or its first letter.

    Raises
    ------
    InputError
        If there is no such suit.

    >>> parse_suit("hearts"), parse_suit("s")
    (2, 3)
    """
    word = text.strip().lower()
    for suit, name in enumerate(SUITS):
        if word in (name, name[0]):
            return suit
    raise unknown_name("suit", text, SUITS)


def parse(cards: str) -> tuple[int, ...]:
    """Read cards such as ``Qh 10s`` or ``Qh,Ts``, in the order they are named.

    Raises
    ------
    InputError
        If a card is unknown or named twice.

    >>> parse("Qh 10s, 2c")
    (42, 35, 0)
    """
    return check(_parse_one(word) for word in re.split(r"[\s,]+", cards.strip()) if word)


def _parse_one(word: str) -> int:
    found = _CARD.fullmatch(word)
    if found is None:
        raise InputError(
            f"unknown card {word!r}; a card is a face (2 … 10, J, Q, K, A) and the first letter of its suit "
            "(c, d, h, s), such as Qh or 10s"
        )
    face = found[1].upper().replace("T", "10")
    return card(_FACES.index(face) + 2, _LETTERS.index(found[2].lower()))


def check(cards: Iterable[int]) -> tuple[int, ...]:
    """Return cards given as numbers, each within the deck and named once.

    Raises
    ------
    InputError
        If a number is no card, or is there twice.

    >>> check([42, 35])
    (42, 35)
    """
    checked = tuple(check_count("card", each, 0, N_CARDS - 1) for each in cards)
    for place, each in enumerate(checked):
        if each in checked[:place]:
            raise InputError(f"card {text([each])} is named twice")
    return checked


def check_hand(cards: str | Iterable[int], size: int = HAND_SIZE) -> tuple[int, ...]:
    """Return ``size`` different cards given as text or as numbers.

    Raises
    ------
    InputError
        If a card is unknown or named twice, or there are more or fewer than ``size``.

    >>> check_hand("Ah Ad 3c 3s 9h")
    (50, 49, 4, 7, 30)
    """
    hand = parse(cards) if isinstance(cards, str) else check(cards)
    if len(hand) != size:
        named = f": {text(hand)}" if hand else ""
        raise InputError(f"a hand has {size} cards, not {len(hand)}{named}")
    return hand


def text(cards: Sequence[int]) -> str:
    """Return cards as text.

    >>> text([42, 35, 0])
    'Qh 10s 2c'
    """
    return " ".join(_FACES[face_of(each) - 2] + _LETTERS[suit_of(each)] for each in cards)
