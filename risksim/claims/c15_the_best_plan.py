"""C15: the best plan, what it gains, and the rule to keep in the head.

Sources: ``seed-new-rules``.
"""

from risksim import factories
from risksim.claims.checking import decks, payoffs
from risksim.claims.checking.claim import AS_WRITTEN, Case, Finding, Measured, Number
from risksim.claims.checking.readings import CONQUEST_RATES, DECKS, HAZARDS, SHARES, TURNS

#: Matching cards of a set at most.
MATCHES = 3


def measure(case: Case) -> Measured:
    """Compare the best plan with both pure plans and with one switch from factories to armies."""
    answer = factories.policy(**payoffs.asked(case))
    better = max(answer.armies_plan, answer.factory_plan)
    others = [
        Number.of("armies plan", answer.armies_plan, "armies"),
        Number.of("factory plan", answer.factory_plan, "armies"),
        Number.of("best plan", answer.optimal_plan, "armies"),
        Number.of(
            "best plan over the worse pure plan",
            answer.optimal_plan - min(answer.armies_plan, answer.factory_plan),
            "armies",
        ),
        Number.of(
            "rule to remember: build while so many payments remain, else turn in",
            answer.best_switch,
            "payments",
        ),
        Number.of("last turn at whose end that rule builds", answer.turns - answer.best_switch, "turns"),
        Number.of("what that rule brings", answer.best_switch_plan, "armies"),
        Number.of(
            "what that rule loses against the best plan",
            answer.optimal_plan - answer.best_switch_plan,
            "armies",
        ),
        Number.of("gain from holding sets back", answer.optimal_plan - answer.optimal_plan_at_once, "armies"),
        Number.of(
            "gain from choosing which cards to turn in",
            answer.optimal_plan_at_once - answer.optimal_plan_mean,
            "armies",
        ),
    ]
    for matches in range(MATCHES + 1 if case.real("share") else 1):
        builds = [row["payments"] for row in answer.rules_of_thumb if row["build_up_to"] >= matches]
        others.append(
            Number.of(
                f"build with {matches} matching cards from so many payments",
                min(builds, default=None),
                "payments",
            )
        )
    return Measured(
        Number.of("best plan over the better pure plan", answer.optimal_plan - better, "armies"),
        tuple(others),
    )


FINDING = Finding(
    "C15",
    "gain of the best plan",
    "You can either turn in a set of cards at the start of your turn for some number of armies",
    "seed-new-rules",
    measure,
    "armies",
    quantity=(
        "Expected armies by the last start of a ten-turn game that the best plan gains over the better of both pure "
        "plans."
    ),
    settings={"deck": decks.OWN, "turns": 10, "conquest_rate": 1, "share": 0, "hazard": 0, "enemy_weight": 0},
    readings=(AS_WRITTEN, *DECKS, *TURNS, *CONQUEST_RATES, *SHARES, *HAZARDS),
)
