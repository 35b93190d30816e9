"""C29: split pots.

Sources: ``seed-new-rules``.
"""

from fractions import Fraction
from typing import Any

from risksim import poker
from risksim.claims.checking import allies
from risksim.claims.checking.claim import AS_WRITTEN, Case, Finding, Measured, Number, Reading
from risksim.poker import betting
from risksim.rules.clauses import TieControl

MOST_DEALS = 200_000


def measure(case: Case) -> Measured:
    """Count, over all deals of two hands, those that tie."""
    answer = poker.control(2, rules=allies.rules(case))
    exact = answer.exact or {}
    others = [
        Number.of("tied hands of two that give the declarer control", _tied_control(case), "probability"),
        *(
            Number.of(
                f"armies of a pot of {pot} that {sharers} cannot share",
                betting.split(pot, sharers)[1],
                "armies",
            )
            for pot, sharers in ((2, 2), (3, 2), (4, 2), (5, 2), (4, 3), (5, 3))
        ),
    ]
    if case.is_headline:
        others += _simulated(case)
    return Measured(
        Number.of("chance that two hands tie", Fraction(exact["p_tie"]), "probability"), tuple(others)
    )


def _tied_control(case: Case) -> Fraction:
    """Return what the bidder's chance of control gains if a tie gives it to him."""
    with_tie, without = (
        Fraction(
            (poker.control(2, rules=case.rules, tie_control=reading.value).exact or {})["p_control_free"]
        )
        for reading in (TieControl.DECLARER, TieControl.NO)
    )
    return with_tie - without


def _simulated(case: Case) -> list[Number]:
    """Return the chance that the bidder shares the best hand, with more players and in other games."""
    asked: dict[str, Any] = {
        "trials": min(case.effort.trials, MOST_DEALS),
        "seed": case.effort.seed,
        "rules": case.rules,
    }
    numbers = []
    questions: list[tuple[str, dict[str, Any]]] = [
        *((f"{players} players", {"players": players}) for players in allies.PLAYERS[1:]),
        ("two cards of one's own and five on the board", {"game": "two-five"}),
        ("five-card draw", {"game": "draw"}),
    ]
    for label, question in questions:
        answer = poker.control(**question, **asked)
        estimate = (answer.estimates or {})["p_tie"]
        numbers.append(Number.estimated(f"chance that the bidder ties: {label}", estimate, "probability"))
    return numbers


FINDING = Finding(
    "C29",
    "how often a pot is split",
    "If hands are tied, the pot is split",
    "seed-new-rules",
    measure,
    "probability",
    quantity=(
        "Chance that two hands of three own cards tie on one board, over all deals. What becomes of armies that cannot "
        "be shared evenly the document does not say."
    ),
    readings=(
        AS_WRITTEN,
        Reading("red queens rank as usual", clauses={"queen_high": "ignore"}),
        Reading("groups of queens rank by the lowest", clauses={"queen_high": "compare-min"}),
        Reading("red queens rank high as single cards", clauses={"queen_high": "compare-single"}),
        Reading("red suits run to the queen", clauses={"queen_high": "reorder"}),
        Reading("red queens stand above the ace", clauses={"queen_high": "above-ace"}),
    ),
)
