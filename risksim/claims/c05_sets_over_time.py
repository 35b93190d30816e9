"""C5: expected sets after n turns.

Sources: ``seed-new-rules``.
"""

from risksim import cards
from risksim.cards import exact
from risksim.cards.model import Trade
from risksim.claims.checking import decks
from risksim.claims.checking.claim import AS_WRITTEN, Case, Finding, Measured, Number
from risksim.claims.checking.readings import CONQUEST_RATES, DECKS, HOLD, TURNS

SHOWN = (5, 10, 15, 20, 30, 42)


def measure(case: Case) -> Measured:
    """Find the expected sets by the end of the last turn, and turn by turn."""
    deck, trade = decks.deck(case), Trade(case.word("trade"))
    turns, q = case.whole("turns"), float(case.real("conquest_rate"))
    shown = SHOWN if case.is_headline else ()
    sets = exact.expected_sets_by_turn(deck, max([turns, *shown]), q, trade)
    others = [Number.of(f"expected sets after {turn} turns", sets[turn], "sets") for turn in shown]
    if case.is_headline:
        drawn = cards.simulate(
            rules=case.rules,
            deck=deck,
            trade=trade,
            conquest_rate=q,
            turns=max(SHOWN) + 1,
            trials=case.effort.trials,
            seed=case.effort.seed,
        )
        # what is completed by the end of a turn is turned in at the start of the next
        others += [
            Number.estimated(f"sets after {turn} turns, drawn", drawn.sets_by_turn[turn], "sets", sets[turn])
            for turn in shown
        ]
    return Measured(
        Number.of("expected sets over the game", sets[turns], "sets"),
        tuple(others),
    )


FINDING = Finding(
    "C5",
    "sets collected over the game",
    "how long it takes to collect another set of cards to turn in",
    "seed-new-rules",
    measure,
    "sets",
    quantity="Expected sets completed by the end of the last turn.",
    settings={"deck": decks.OWN, "trade": "soon", "conquest_rate": 1, "turns": 10},
    readings=(AS_WRITTEN, *DECKS, HOLD, *CONQUEST_RATES, *TURNS),
)
