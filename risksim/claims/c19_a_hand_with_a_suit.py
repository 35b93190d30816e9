"""C19: how often five cards, and the winning hand, hold a given suit.

Sources: ``seed-new-rules``.
"""

from fractions import Fraction
from math import comb

from risksim.claims.checking import showdowns
from risksim.claims.checking.claim import AS_WRITTEN, Case, Finding, Measured, Number
from risksim.claims.checking.showdowns import OWN, OWN_THREE, PLAYERS, QUEENS, TWO_FIVE, Dealt
from risksim.poker import deck
from risksim.rules.clauses import SuitTestOn

RED, BLACK = 1 << deck.HEARTS, 1 << deck.CLUBS
#: Cards that may have to hold the suit, in words.
TESTED = (("five cards", SuitTestOn.WINNING_FIVE), ("own cards played", SuitTestOn.OWN_THREE))


def measure(case: Case) -> Measured:
    """Count winning hands with a heart, the others beside them."""
    players = case.whole("players")
    dealt = showdowns.dealt(case, (OWN,) * players)
    others = [
        Number.of(f"chance that {n} random cards hold a given suit", _random(n), "probability")
        for n in (OWN, deck.HAND_SIZE)
    ]
    others += [
        _held(dealt, f"{tested} of a winning hand hold a {word}", suit, test)
        for tested, test in TESTED
        for word, suit in (("heart", RED), ("club", BLACK))
    ]
    if case.is_headline:
        for n in range(players + 1, 7):
            by_n = showdowns.dealt(case, (OWN,) * n)
            others += [
                _held(by_n, f"five cards of a winning hand hold a {word}, {n} players", suit, TESTED[0][1])
                for word, suit in (("heart", RED), ("club", BLACK))
            ]
    return Measured(_held(dealt, "chance that the winning hand holds a heart", RED, None), tuple(others))


def _held(dealt: Dealt, label: str, suit: int, test: SuitTestOn | None) -> Number:
    return dealt.number(label, dealt.holding(suit, test))


def _random(cards: int) -> Fraction:
    of_others = deck.N_CARDS - deck.N_CARDS // deck.N_SUITS
    return 1 - Fraction(comb(of_others, cards), comb(deck.N_CARDS, cards))


FINDING = Finding(
    "C19",
    "a winning hand holds a given red suit",
    "you must win with a card in the suit of that army in your winning hand",
    "seed-new-rules",
    measure,
    "probability",
    quantity=(
        "Chance that the cards which must hold the ally's suit, as a rule all five of the hand, hold a heart, given "
        "that the hand wins outright: two players, three own cards each, two on the board."
    ),
    settings={"players": 2},
    readings=(AS_WRITTEN, *PLAYERS, OWN_THREE, TWO_FIVE, *QUEENS),
)
