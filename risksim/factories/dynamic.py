"""The best plan by backward induction: hold, or turn in which cards, and for armies or for a factory.

At the end of a turn and at the start of the next nothing new is learned, so both choices are one: with H starts
still to come a set is worth its armies at the next start, or a factory's payments from there on. A player may hold
a set back (never with five cards) and sees which cards match. For independent cards the state is the hand; for a
deck it is the hand and the cards gone from the pile, and the induction runs in a kernel.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from risksim.factories import tables
from risksim.factories.model import Question, Real

Counts = tuple[int, ...]


@dataclass(frozen=True)
class Holding:
    """Where holding a set back gains most, at one number of payments left."""

    gain: float
    hand: str | None


@dataclass(frozen=True)
class HandMoves:
    """Every hand of independent cards up to renaming the symbols, fewest cards first.

    Attributes
    ----------
    hands
        Cards by kind; the first is the empty hand.
    held
        Cards in hand.
    draws
        By hand and kind, the hand after drawing (empty for full hands).
    turn_ins
        By hand, (hand left, matching cards) of each choice, without repetition.
    """

    hands: tuple[Counts, ...]
    held: tuple[int, ...]
    draws: tuple[tuple[int, ...], ...]
    turn_ins: tuple[tuple[tuple[int, int], ...], ...]


@lru_cache(maxsize=8)
def hand_moves(of: tables.Kinds) -> HandMoves:
    """Return the moves of independent cards of these kinds."""
    width = len(of.symbols) // 3

    def canonical(hand: Counts) -> Counts:
        parts = sorted((hand[place : place + width] for place in range(0, 3 * width, width)), reverse=True)
        return tuple(count for part in parts for count in part)

    hands = sorted({canonical(hand) for hand in tables.hands(of)}, key=lambda hand: (sum(hand), hand))
    place = {hand: number for number, hand in enumerate(hands)}
    draws, turn_ins = [], []
    for hand in hands:
        full = sum(hand) == tables.FULL_HAND
        draws.append(
            ()
            if full
            else tuple(
                place[canonical(tuple(n + (other == kind) for other, n in enumerate(hand)))]
                for kind in range(3 * width)
            )
        )
        choices = {(place[canonical(rest)], matches) for rest, matches in tables.turn_ins(of, hand)}
        turn_ins.append(tuple(sorted(choices)))
    return HandMoves(tuple(hands), tuple(sum(hand) for hand in hands), tuple(draws), tuple(turn_ins))


def independent(
    question: Question,
    cash: Sequence[Real],
    build: Sequence[Real],
    worth: Sequence[Real],
    *,
    may_hold: bool = True,
    holding: list[Holding] | None = None,
) -> Real:
    """Return the value of the best plan with independent cards.

    Parameters
    ----------
    question
        What is asked.
    cash, build, worth
        By turn 0 … T - 1: a set turned in (before its bonus), a factory (likewise), and one army, decided at the
        end of that turn. Fractions keep the answer exact.
    may_hold
        Whether a set may be held back.
    holding
        Filled, last turn first, with the hands where that gains most.
    """
    of, chances = tables.kinds_of(question)
    moves = hand_moves(of)
    is_exact = isinstance(cash[0], Fraction)
    number = Fraction if is_exact else float
    q = number(question.conquest_rate)
    weights = [number(chance) / 3 for chance in _exact_chances(question, chances)]
    later: list[Real] = [number(0)] * len(moves.hands)
    for turn in range(question.turns - 1, -1, -1):
        sold = [
            max(
                cash[turn] + question.match_armies[m] * worth[turn],
                build[turn] + question.factory_match_armies[m] * worth[turn],
            )
            for m in range(tables.SET_SIZE + 1)
        ]
        onward: list[Real] = [
            q * sum((weight * later[there] for weight, there in zip(weights, draws, strict=True)), number(0))
            + (1 - q) * later[hand]
            if draws
            else number(0)
            for hand, draws in enumerate(moves.draws)
        ]
        best = Holding(0.0, None)
        values: list[Real] = []
        for hand, choices in enumerate(moves.turn_ins):
            turned_in = max((sold[matches] + onward[rest] for rest, matches in choices), default=None)
            may_wait = moves.held[hand] < tables.FULL_HAND
            if turned_in is None:
                values.append(onward[hand])
                continue
            if may_wait and holding is not None and moves.held[hand] <= turn:
                gain = float(onward[hand] - turned_in)
                if gain > best.gain + 1e-12:
                    best = Holding(gain, hand_text(of, moves.hands[hand]))
            values.append(max(turned_in, onward[hand]) if may_wait and may_hold else turned_in)
        later = values
        if holding is not None:
            holding.append(best)
    return later[0]


def _exact_chances(question: Question, chances: Sequence[float]) -> list[Real]:
    if not question.matches_matter:
        return [Fraction(1)] * len(chances)
    return [question.share if kind % 2 else 1 - question.share for kind in range(len(chances))]


def hand_text(of: tables.Kinds, hand: Counts) -> str:
    """Return a hand as letters, a star for each matching card.

    >>> hand_text(tables.kinds(False, True, False), (1, 2, 1, 0, 0, 0))
    'A A* A* B'
    """
    is_split = len(set(of.matching)) > 1
    cards = []
    for symbol, matching, count in zip(of.symbols, of.matching, hand, strict=True):
        letter = "wild" if symbol == tables.WILD else "ABC"[symbol]
        cards += [letter + ("*" if matching and is_split else "")] * count
    return " ".join(cards)


def from_deck(
    question: Question,
    cash: Sequence[Real],
    build: Sequence[Real],
    worth: Sequence[Real],
    *,
    may_hold: bool = True,
) -> float:
    """Return the value of the best plan with a deck of cards; parameters as for :func:`independent`."""
    import numpy as np

    from risksim.factories import kernels

    deck = tables.deck_tables(question)

    def floats(values: Sequence[Real]) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
        return np.array([float(value) for value in values], dtype=np.float64)

    return float(
        kernels.best_plan(
            deck,
            floats(cash),
            floats(build),
            floats(worth),
            floats(question.match_armies),
            floats(question.factory_match_armies),
            float(question.conquest_rate),
            may_hold,
            np.zeros((2, len(deck.gone), len(deck.held)), dtype=np.float64),
        )
    )
