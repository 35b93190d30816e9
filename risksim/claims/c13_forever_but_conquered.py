"""C13: what a factory is worth when it may be conquered.

Sources: ``seed-new-rules``.
"""

from fractions import Fraction

from risksim import factories
from risksim.claims.checking import decks, payoffs
from risksim.claims.checking.claim import AS_WRITTEN, Case, Claim, Measured, Number, Reading
from risksim.claims.checking.readings import HAZARD_BY_PLAYERS, HAZARDS, TAKEN_BACK

AS_PLAYED = "as in whole games"
PAYMENTS = (4, 5, 7, 10, 15, 20, 30)
HAZARDS_SHOWN = (Fraction(0), Fraction(1, 20), Fraction(1, 10), Fraction(1, 5), Fraction(1, 3))
#: What an army paid to the captor counts against one's own, in words.
WEIGHTS = (
    ("captor ignored", Fraction(0)),
    ("2 players", Fraction(1)),
    ("3 players", Fraction(1, 2)),
    ("4 players", Fraction(1, 3)),
)


def measure(case: Case) -> Measured:
    """Find what a factory pays less the set it cost, as a function of the chance that it is captured."""
    payments = case.whole("payments")
    others = _functions(case, payments) if case.is_headline else ()
    label = f"factory less set, {payments} payments"
    if case.settings["hazard"] == AS_PLAYED:
        return Measured(
            Number(label, None, unit="armies"),
            others,
            unmeasured="the chance per round that a factory is captured, in whole games, by where it is built",
        )
    answer = factories.marginal(payments, **payoffs.asked(case))
    return Measured(
        Number.of(label, answer.factory[-1] - answer.set_value, "armies"),
        (
            Number.of("payments to the owner", answer.payments_to_owner[-1], "payments"),
            Number.of("payments to captors", answer.payments_to_captor[-1], "payments"),
            Number.of("hazard at which factory and set are worth the same", answer.break_even_hazard[-1]),
        ),
    )


def _functions(case: Case, payments: int) -> tuple[Number, ...]:
    """Return the worth of a factory by hazard, and the hazard it can bear by payments and by the captor's weight."""
    rules = {"rules": case.rules, "deck": decks.deck_name(case), "share": case.real("share")}
    numbers = []
    for hazard in HAZARDS_SHOWN:
        answer = factories.marginal(payments, **rules, hazard=hazard)
        numbers += [
            Number.of(f"hazard {hazard}: payments to the owner", answer.payments_to_owner[-1], "payments"),
            Number.of(
                f"hazard {hazard}: factory less set, captor ignored",
                answer.factory[-1] - answer.set_value,
                "armies",
            ),
        ]
    for words, weight in WEIGHTS:
        line = factories.break_even(PAYMENTS, (0,), **rules, enemy_weight=weight).line
        numbers += [
            Number.of(f"hazard a factory with {left} payments bears, {words}", hazard, "probability")
            for left, hazard in zip(PAYMENTS, line, strict=True)
        ]
    return tuple(numbers)


CLAIM = Claim(
    "C13",
    "forever, though it may be conquered",
    "forever, but they may be conquered by other players, who then get the armies",
    "seed-new-rules",
    measure,
    "armies",
    proposition=(
        "A factory with ten payments to come is worth at least the set it cost, though it may be conquered and then "
        "pays its captor."
    ),
    low=0.0,
    high=float("inf"),
    reason="who is offered both builds when the factory is worth as much or more; a tie builds",
    settings={
        "deck": decks.OWN,
        "payments": 10,
        "share": 0,
        "hazard": AS_PLAYED,
        "recapture": 0,
        "enemy_weight": 0,
    },
    readings=(
        AS_WRITTEN,
        Reading("never captured", settings={"hazard": 0}),
        *HAZARDS,
        *HAZARD_BY_PLAYERS,
        TAKEN_BACK,
    ),
)
