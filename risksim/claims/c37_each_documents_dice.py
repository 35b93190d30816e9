"""C37: battle odds under each document's dice.

Sources: ``seed-new-rules``, ``seed-finnish``, ``seed-russian``, ``seed-slovak``, ``seed-malay``, ``hasbro-1993``.
"""

from risksim import battles, rules, statistics
from risksim.claims.checking.claim import AS_WRITTEN, Case, Finding, Measured, Number, Reading
from risksim.rules import CLAUSES

_DICE = [name for name, clause in CLAUSES.items() if clause.section == "dice"]
ARMIES, DEFENDERS = 8, 5
LARGEST = 20


def _dice_of(document: str, **clauses: str) -> dict[str, str | int | bool]:
    """Return every dice clause of a document."""
    return rules.load(document).vary(**clauses).readings(*_DICE)


def measure(case: Case) -> Measured:
    """Find the odds of one battle, of others, and the largest change against the printed rules."""
    simulated = case.effort.trials if case.is_headline else 0
    battle = battles.odds(ARMIES, DEFENDERS, rules=case.rules, simulate=simulated, seed=case.effort.seed)
    others = [
        Number.of(f"P({armies} take {defenders})", *_chance(armies, defenders, case))
        for armies, defenders in ((4, 2), (11, 10))
    ]
    if battle.simulated is not None:
        estimate = statistics.proportion(
            round(battle.simulated.p_win * battle.simulated.trials),
            battle.simulated.trials,
            seed=battle.simulated.seed,
        )
        others.append(
            Number.estimated(f"P({ARMIES} take {DEFENDERS}), rolled", estimate, "probability", battle.p_win)
        )
    else:
        here, printed = (
            battles.win_table(LARGEST, LARGEST, rules=rule_set) for rule_set in (case.rules, "classic")
        )
        change = max(
            (here.p_win[row][column] - printed.p_win[row][column]
             for row in range(len(here.armies)) for column in range(len(here.defenders))),
            key=abs,
        )  # fmt: skip
        others.append(
            Number.of(f"largest change against the printed rules up to {LARGEST} against {LARGEST}", change)
        )
    return Measured(
        Number.of(f"P({ARMIES} take {DEFENDERS})", battle.p_win, "probability", battle.exact.get("p_win")),
        tuple(others),
    )


def _chance(armies: int, defenders: int, case: Case) -> tuple[float, str, str | None]:
    battle = battles.odds(armies, defenders, rules=case.rules)
    return battle.p_win, "probability", battle.exact.get("p_win")


FINDING = Finding(
    "C37",
    "8 armies take a territory of 5",
    "You are free to attack any territory you can, including all allies.",
    "seed-new-rules",
    measure,
    "probability",
    quantity=(
        f"Chance that {ARMIES} armies on a territory, {ARMIES - 1} of which can attack, take one held by "
        f"{DEFENDERS}; the document names no dice, so the printed ones are rolled."
    ),
    readings=(
        AS_WRITTEN,
        *(
            Reading(f"{document.capitalize()} dice", clauses=_dice_of(document))
            for document in ("finnish", "russian", "slovak", "malay")
        ),
        Reading("Russian dice, a lone army rolls", clauses=_dice_of("russian", lone_defender="rolls-1")),
        Reading("attackers win ties", clauses={"ties": "attacker"}),
        Reading("ties cost both", clauses={"ties": "both"}),
        Reading("ties cost nobody", clauses={"ties": "neither"}),
        Reading("ties are rolled again", clauses={"ties": "re-roll"}),
    ),
)
