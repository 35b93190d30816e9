"""C24: armies won or lost by a hand with antes alone.

Sources: ``seed-new-rules``.
"""

from fractions import Fraction

from risksim.claims.checking import showdowns
from risksim.claims.checking.claim import AS_WRITTEN, Case, Finding, Measured, Number, Reading
from risksim.claims.checking.showdowns import OWN, PLAYERS, QUEENS_AS_USUAL, SIX, Dealt
from risksim.poker import holdings
from risksim.poker.model import Game

LARGEST = 6


def measure(case: Case) -> Measured:
    """Find what the bidder wins on average, by players and cards, and whether all seats together win nothing."""
    players, cards, rivals = (case.whole(name) for name in ("players", "cards", "rival_cards"))
    held = (cards, *(rivals,) * (players - 1))
    dealt = showdowns.dealt(case, held)
    others = [
        Number.of("armies won by all seats together", _together(dealt), "armies"),
        *(
            dealt.number(f"armies won by seat {seat + 1}", leaf, "armies")
            for seat, leaf in enumerate(dealt.read()["expected_winnings"])
        ),
    ]
    if case.is_headline:
        others += [
            _net(case, (more, *(OWN,) * (n - 1)), f"{n} players, {more} cards against {OWN}")
            for n in range(2, LARGEST + 1)
            for more in range(OWN, SIX + 1)
            if (n, more) != (players, cards) and (more < SIX or n == 2)
        ]
    return Measured(_net(case, held, "armies won by the bidder"), tuple(others))


def _net(case: Case, held: tuple[int, ...], label: str) -> Number:
    """Return what the bidder wins on average; with cards like everybody else's that is nothing."""
    asked = showdowns.deal(case, held)
    ante = case.rules.poker.ante
    if len(set(held)) == 1:
        return Number.of(label, Fraction(0), "armies")
    if len(held) == 2 and held[1] == OWN and held[0] <= holdings.MOST_CARDS and asked.game is Game.HOLDEM:
        return Number.of(label, ante * (2 * holdings.share_of_best(asked.order, held[0]) - 1), "armies")
    dealt = showdowns.dealt(case, held)
    return dealt.number(label, dealt.read()["expected_winnings"][0], "armies")


def _together(dealt: Dealt) -> Fraction:
    return sum((leaf.fraction() for leaf in dealt.read()["expected_winnings"]), Fraction(0))


FINDING = Finding(
    "C24",
    "armies an ante-only hand brings",
    "Each player must ante up one army for each hand he is playing",
    "seed-new-rules",
    measure,
    "armies",
    quantity=(
        "Armies that the bidder wins on average in a hand with antes alone, with the best three of five cards against "
        "one player with three, split pots divided evenly; players with as many cards win nothing on average."
    ),
    settings={"players": 2, "cards": 5, "rival_cards": OWN},
    readings=(
        AS_WRITTEN,
        Reading("4 cards against 3", settings={"cards": 4}),
        Reading("3 cards against 3", settings={"cards": 3}),
        *PLAYERS,
        Reading("an ante of two armies", clauses={"ante": 2}),
        QUEENS_AS_USUAL,
    ),
)
