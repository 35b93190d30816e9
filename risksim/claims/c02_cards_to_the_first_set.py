"""C2: cards and turns until the first set is in hand.

Sources: ``seed-new-rules``.
"""

import math
from fractions import Fraction

from risksim import cards
from risksim.cards import exact
from risksim.claims.checking import decks
from risksim.claims.checking.claim import AS_WRITTEN, Case, Finding, Measured, Number
from risksim.claims.checking.readings import CONQUEST_RATES, DECKS


def measure(case: Case) -> Measured:
    """Find the distribution of cards to the first set, and its mean in turns."""
    deck = decks.deck(case)
    q = Fraction(case.real("conquest_rate"))
    by_card = exact.p_first_set(deck)
    mean = exact.expected_cards_first_set(deck)
    variance = sum((n * n * p for n, p in by_card.items()), Fraction(0)) - mean**2
    simulated = []
    if case.is_headline:
        drawn = cards.simulate(
            rules=case.rules, deck=deck, turns=5, trials=case.effort.trials, seed=case.effort.seed
        )
        simulated = [
            Number.estimated("expected cards, drawn", drawn.expected_cards_first_set, "cards", mean),
            *(
                Number.estimated(
                    f"chance that the first set comes with card {n}, drawn",
                    drawn.p_first_set[str(n)],
                    "probability",
                    p,
                )
                for n, p in by_card.items()
            ),
        ]
    five_turns = sum((p * _at_least(n, 5, q) for n, p in by_card.items()), Fraction(0))
    return Measured(
        Number.of("expected turns to the first set", mean / q, "turns"),
        (
            Number.of("expected cards to the first set", mean, "cards"),
            Number.of("standard deviation of those cards", math.sqrt(variance), "cards"),
            *(
                Number.of(f"chance that the first set comes with card {n}", p, "probability")
                for n, p in by_card.items()
            ),
            Number.of("chance of a set within five turns", five_turns, "probability"),
            *simulated,
        ),
    )


def _at_least(n_cards: int, turns: int, q: Fraction) -> Fraction:
    """Return the chance of ``n_cards`` or more in so many turns."""
    return sum(
        (math.comb(turns, n) * q**n * (1 - q) ** (turns - n) for n in range(n_cards, turns + 1)), Fraction(0)
    )


FINDING = Finding(
    "C2",
    "wait for the first set",
    "the average number of turns required to get another set of cards to turn in",
    "seed-new-rules",
    measure,
    "turns",
    quantity="Expected turns until a set is first in hand, beginning with no cards.",
    settings={"deck": decks.OWN, "conquest_rate": 1},
    readings=(AS_WRITTEN, *DECKS, *CONQUEST_RATES),
)
