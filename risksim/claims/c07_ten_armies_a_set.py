"""C7: what a factory pays until the next set.

Sources: ``seed-new-rules``.
"""

from risksim.claims.checking import decks, waits
from risksim.claims.checking.claim import AS_WRITTEN, Case, Claim, Measured, Number
from risksim.claims.checking.readings import (
    CONQUEST_RATES,
    DECKS,
    HOLD,
    NEXT_SET,
    WAIT_FIRST_SET,
    WAIT_FIVE_CARDS,
    WAIT_NEXT_SET,
    WAIT_SECOND_SET,
)

AUTHORS_COUNT = 10


def measure(case: Case) -> Measured:
    """Multiply the yield of a factory with the turns to the next set."""
    pay = waits.factory_yield(case)
    q = case.real("conquest_rate")
    wait = waits.cards(case, case.word("wait"))
    # the wait in turns is the wait in cards over q, so one rate makes it what the document counts
    balancing = pay * wait / AUTHORS_COUNT
    return Measured(
        Number.of("armies a factory pays until the next set", pay * wait / q, "armies"),
        (
            Number.of(
                f"conquest rate at which that is {AUTHORS_COUNT} armies",
                balancing if balancing <= 1 else None,
                "probability",
            ),
            *(Number.of(f"wait: {name}", waits.cards(case, name), "cards") for name in waits.WAITS),
        ),
    )


CLAIM = Claim(
    "C7",
    "a factory pays ten armies a set",
    "If a factory gives two armies a turn, that's 10 armies.",
    "seed-new-rules",
    measure,
    "armies",
    proposition=(
        "Until the next set is in hand a factory has paid ten armies, on average over all sets: by that average the "
        "document means to value it, though its own count of ten takes five cards, the longest wait."
    ),
    low=AUTHORS_COUNT - 0.5,
    high=AUTHORS_COUNT + 0.5,
    reason="armies are whole: within half an army the average rounds to the ten of the sentence",
    settings={"deck": decks.OWN, "trade": "soon", "conquest_rate": 1, "wait": NEXT_SET},
    readings=(
        AS_WRITTEN,
        *DECKS,
        HOLD,
        *CONQUEST_RATES,
        WAIT_FIRST_SET,
        WAIT_SECOND_SET,
        WAIT_FIVE_CARDS,
        WAIT_NEXT_SET,
    ),
)
