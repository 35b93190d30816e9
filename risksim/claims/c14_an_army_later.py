"""C14: how much less an army may be worth a turn later before a set beats a factory.

Sources: ``seed-new-rules``.
"""

from fractions import Fraction

from risksim.claims.checking import decks, payoffs
from risksim.claims.checking.claim import AS_WRITTEN, Case, Finding, Measured, Number
from risksim.claims.checking.readings import HAZARDS, SHARES, TURNS
from risksim.factories import exact, model

PAYMENTS = (4, 5, 7, 10, 15, 20, 30)


def measure(case: Case) -> Measured:
    """Find the discount at which one factory, with a payment at every start of the game, is worth a set."""
    question = model.ask(**payoffs.asked(case))
    worth = exact.set_value(question) - exact.mean_bonus(question, question.factory_match_armies)
    others = [Number.of("armies of a set, with its match bonus", exact.set_value(question), "armies")]
    if case.is_headline:
        others += [
            Number.of(f"the same with {left} payments", _discount(question, worth, left), "armies")
            for left in PAYMENTS
        ]
        _, plans = exact.break_evens_of_plans(question)
        others.append(Number.of(f"the same for both whole plans, {question.turns} turns", plans, "armies"))
    return Measured(
        Number.of(
            f"an army a turn later, where {question.turns} payments are worth a set",
            _discount(question, worth, question.turns),
            "armies",
        ),
        tuple(others),
    )


def _discount(question: model.Question, worth: float | Fraction, payments: int) -> float | None:
    return exact.break_even_discount(
        worth,
        question.factory_yield,
        payments,
        hazard=question.hazard,
        recapture=question.recapture,
        enemy_weight=question.enemy_weight,
    )


FINDING = Finding(
    "C14",
    "worth of an army a turn later",
    "which starts to give me two armies per turn forever after",
    "seed-new-rules",
    measure,
    "armies",
    quantity=(
        "Value of an army one turn later, in armies now, at which a factory with a payment at every start of a "
        "ten-turn game is worth the set it cost: a player who values it less turns sets in."
    ),
    settings={"deck": decks.OWN, "turns": 10, "share": 0, "hazard": 0, "enemy_weight": 0},
    readings=(AS_WRITTEN, *TURNS, *SHARES, *HAZARDS),
)
