"""C1: five cards always hold a set.

Sources: ``seed-new-rules``.
"""

from risksim.cards import exact
from risksim.cards.model import Trade
from risksim.claims.checking import decks
from risksim.claims.checking.claim import AS_WRITTEN, Case, Claim, Measured, Number
from risksim.claims.checking.readings import DECKS


def measure(case: Case) -> Measured:
    """Count, over all hands of five, those with a set; and the cards it can take to the next one."""
    deck = decks.deck(case)
    none = exact.p_no_set(deck)
    between = [way.between for way in exact.turn_in_rates(deck, Trade.SOON) if way.between >= 0]
    return Measured(
        Number.of("chance that five cards hold a set", 1 - none[5]),
        (
            *(Number.of(f"chance that {n} cards hold a set", 1 - none[n]) for n in (3, 4)),
            Number.of("most cards from one set to the next, trading at once", max(between), "cards"),
            Number.of("fewest cards from one set to the next", min(between), "cards"),
        ),
    )


CLAIM = Claim(
    "C1",
    "five cards always hold a set",
    "I'm guaranteed to get another set to turn in after five cards.",
    "seed-new-rules",
    measure,
    "probability",
    proposition="Any five cards hold a set: the chance is exactly 1.",
    low=1.0,
    high=1.0,
    reason="a guarantee allows no exception",
    settings={"deck": decks.OWN},
    readings=(AS_WRITTEN, *DECKS),
)
