"""C6: how often five cards force a turn-in, by plan.

Sources: ``seed-new-rules``.
"""

from risksim.cards import exact
from risksim.cards.model import Trade
from risksim.claims.checking import decks
from risksim.claims.checking.claim import AS_WRITTEN, Case, Finding, Measured, Number
from risksim.claims.checking.readings import (
    ALL_FACTORIES,
    CONQUEST_RATES,
    DECKS,
    HOLD,
    PLAN_ARMIES,
    PLAN_FACTORIES,
)
from risksim.errors import unknown_name


def measure(case: Case) -> Measured:
    """Find the share of sets that are turned in from five cards at the start of a turn."""
    deck, q = decks.deck(case), case.real("conquest_rate")
    plan, trade = case.word("plan"), Trade(case.word("trade"))
    if plan not in (PLAN_ARMIES, PLAN_FACTORIES):
        raise unknown_name("plan", plan, (PLAN_ARMIES, PLAN_FACTORIES))
    # who builds factories turns sets in at the end of the turn, so a hand that is carried over holds no set
    by_factories = exact.p_no_set(deck)[5]
    soon, hold = (
        exact.long_run(deck, policy, lambda way: int(way.held == 5)) for policy in (Trade.SOON, Trade.HOLD)
    )
    forced = by_factories if plan == PLAN_FACTORIES else soon if trade is Trade.SOON else hold
    return Measured(
        Number.of("share of sets turned in from five cards", forced, "share"),
        (
            Number.of("armies as soon as possible: the rule speaks, and asks nothing new", soon, "share"),
            Number.of("armies, holding to five: the rule ends the holding", hold, "share"),
            Number.of(
                "factories as soon as possible: five cards are never carried over", by_factories, "share"
            ),
            Number.of("turns between such turn-ins", None if not forced else 3 / (forced * q), "turns"),
        ),
    )


FINDING = Finding(
    "C6",
    "turn-ins from a hand of five",
    "If you have five Risk cards in your hand, you must turn in a set of three cards.",
    "seed-new-rules",
    measure,
    "share",
    quantity="Long-run share of sets turned in at a start with five cards in hand, where the rule compels.",
    settings={"deck": decks.OWN, "trade": "soon", "conquest_rate": 1, "plan": PLAN_ARMIES},
    readings=(AS_WRITTEN, *DECKS, HOLD, ALL_FACTORIES, *CONQUEST_RATES),
)
