"""C4: how the wait between sets varies, and the cards that are left over.

Sources: ``seed-new-rules``.
"""

from collections.abc import Callable

from risksim.cards import exact
from risksim.cards.model import Trade
from risksim.claims.checking import decks
from risksim.claims.checking.claim import AS_WRITTEN, Case, Finding, Measured, Number
from risksim.claims.checking.readings import DECKS, HOLD


def measure(case: Case) -> Measured:
    """Find the long-run shares of sets by cards drawn since the set before, and by cards left over."""
    deck, trade = decks.deck(case), Trade(case.word("trade"))
    between = [exact.long_run(deck, trade, _drawn(n)) for n in range(1, 6)]
    left = [exact.long_run(deck, trade, _kept(n)) for n in range(3)]
    return Measured(
        Number.of("share of sets that take five cards", between[4], "share"),
        (
            *(
                Number.of(f"share of sets {n} card{'s' * (n > 1)} after the set before", share, "share")
                for n, share in enumerate(between, start=1)
            ),
            *(
                Number.of(f"share of turn-ins that leave {n} card{'s' * (n != 1)}", share, "share")
                for n, share in enumerate(left)
            ),
        ),
    )


def _drawn(n: int) -> Callable[[exact.TurnIn], int | None]:
    return lambda way: int(way.between == n) if way.between >= 0 else None


def _kept(n: int) -> Callable[[exact.TurnIn], int]:
    return lambda way: int(way.kept == n)


FINDING = Finding(
    "C4",
    "sets that take all five cards",
    "I'm guaranteed to get another set to turn in after five cards.",
    "seed-new-rules",
    measure,
    "share",
    quantity="Long-run share of sets for which five cards are drawn after the set before; the other waits beside it.",
    settings={"deck": decks.OWN, "trade": "soon"},
    readings=(AS_WRITTEN, *DECKS, HOLD),
)
