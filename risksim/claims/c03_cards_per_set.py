"""C3: cards per set in the long run.

Sources: ``seed-new-rules``.
"""

from risksim.cards import exact
from risksim.cards.model import Trade
from risksim.claims.checking import decks
from risksim.claims.checking.claim import AS_WRITTEN, Case, Finding, Measured, Number
from risksim.claims.checking.readings import CONQUEST_RATES, DECKS, HOLD


def measure(case: Case) -> Measured:
    """Average the cards drawn from set to set over all sets."""
    deck, trade = decks.deck(case), Trade(case.word("trade"))
    q = case.real("conquest_rate")
    cards = exact.cards_per_set(deck, trade)
    within_42 = exact.expected_sets(deck, 42, trade)[42]
    return Measured(
        Number.of("turns from set to set, long run", cards / q, "turns"),
        (
            Number.of("cards from set to set, long run", cards, "cards"),
            Number.of("cards a set within the first 42", 42 / within_42, "cards"),
            Number.of(
                "cards kept after a turn-in", exact.long_run(deck, trade, lambda way: way.kept), "cards"
            ),
            Number.of(
                "cards of a set that show a territory",
                exact.long_run(deck, trade, lambda way: way.territory_cards),
                "cards",
            ),
        ),
    )


FINDING = Finding(
    "C3",
    "wait from set to set, long run",
    "based on how long it takes to collect another set of cards to turn in",
    "seed-new-rules",
    measure,
    "turns",
    quantity="Expected turns from one set to the next, over all sets: three cards go with a set, so three must come.",
    settings={"deck": decks.OWN, "trade": "soon", "conquest_rate": 1},
    readings=(AS_WRITTEN, *DECKS, HOLD, *CONQUEST_RATES),
)
