"""C8: a set turned in for armies against the payments of one factory.

Sources: ``seed-new-rules``.
"""

from fractions import Fraction

from risksim.cards import schedule
from risksim.claims.checking import decks, payoffs, waits
from risksim.claims.checking.claim import AS_WRITTEN, Case, Claim, Measured, Number
from risksim.claims.checking.readings import (
    CONQUEST_RATES,
    DECKS,
    FIVE_CARDS,
    SHARES,
    WAIT_FIRST_SET,
    WAIT_FIVE_CARDS,
    WAIT_NEXT_SET,
    WAIT_SECOND_SET,
)

SET_VALUES = (7, 8, 9, 10)
PAYMENTS = (1, 2, 3, 4, 5, 6)


def measure(case: Case) -> Measured:
    """Compare what a factory pays over the wait for a set with what the set itself brings."""
    pay, worth = waits.factory_yield(case), payoffs.set_value(case)
    paid = pay * waits.cards(case, case.word("wait")) / case.real("conquest_rate")
    others = [
        Number.of("armies the factory pays over that wait", paid, "armies"),
        Number.of("armies of a set, with its match bonus", worth, "armies"),
        Number.of("payments that make a factory worth that set", worth / pay, "payments"),
    ]
    if case.is_headline:
        roll = schedule.set_roll(case.rules.cards)
        others += [
            Number.of(f"payments that make a factory worth {c} armies", Fraction(c, pay), "payments")
            for c in SET_VALUES
        ]
        for payments in PAYMENTS:
            more = roll.at_least(pay * payments + 1)
            equal = roll.at_least(pay * payments) - more
            others += [
                Number.of(
                    f"chance that the roll beats {payments} payment{'s' * (payments > 1)}",
                    more,
                    "probability",
                ),
                Number.of(
                    f"chance that the roll equals {payments} payment{'s' * (payments > 1)}",
                    equal,
                    "probability",
                ),
            ]
    return Measured(Number.of("factory less set", paid - worth, "armies"), tuple(others))


CLAIM = Claim(
    "C8",
    "a factory and a set are equivalent",
    'Turning in for armies immediately should be somehow "equivalent."',
    "seed-new-rules",
    measure,
    "armies",
    proposition=(
        "What a factory pays over the five turns the document counts for the next set equals what a set brings at "
        "once: the difference is 0."
    ),
    low=-0.5,
    high=0.5,
    reason="armies are whole: half an army a set is the least a player could notice",
    settings={
        "deck": decks.OWN,
        "trade": "soon",
        "conquest_rate": 1,
        "wait": FIVE_CARDS,
        "share": 0,
    },
    readings=(
        AS_WRITTEN,
        *DECKS,
        *CONQUEST_RATES,
        WAIT_FIRST_SET,
        WAIT_SECOND_SET,
        WAIT_FIVE_CARDS,
        WAIT_NEXT_SET,
        *SHARES,
    ),
)
