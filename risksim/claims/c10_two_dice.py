"""C10: the roll of two dice: its range, its spread, and whether the risk matters.

Sources: ``seed-new-rules``.
"""

from dataclasses import replace
from fractions import Fraction

from risksim import battles
from risksim.cards import schedule
from risksim.claims.checking import decks
from risksim.claims.checking.claim import AS_WRITTEN, Case, Finding, Measured, Number, Reading
from risksim.errors import NotApplicableError
from risksim.factories import exact, model
from risksim.rules.clauses import SetSchedule

LARGEST = 30
GAME = 10


def measure(case: Case) -> Measured:
    """Compare attacks strengthened by the roll with attacks strengthened by its mean."""
    if case.rules.cards.set_schedule is not SetSchedule.DICE:
        raise NotApplicableError(f"rule set {case.rules.label!r} rolls no dice for a set")
    roll = schedule.set_roll(case.rules.cards)
    there = case.whole("armies_there")
    changes = _changes(case, roll.distribution, there)
    largest = max(changes, key=lambda defenders: abs(changes[defenders]))
    fewest, most = min(roll.distribution), max(roll.distribution)
    spreads = _spreads(case)
    near = sum((p for value, p in roll.distribution.items() if abs(value - roll.mean) <= 2), Fraction(0))
    return Measured(
        Number.of("largest change of the chance to conquer", changes[largest], "probability"),
        (
            Number.of("defenders against whom that is", largest, "armies"),
            Number.of("least a roll gives", fewest, "armies"),
            Number.of("most a roll gives", most, "armies"),
            Number.of("mean of a roll", roll.mean, "armies"),
            Number.of("standard deviation of a roll", roll.sd, "armies"),
            Number.of("chance of a roll within two of the mean", near, "probability"),
            Number.of("chance of a roll below the mean", 1 - roll.at_least(int(roll.mean)), "probability"),
            *(
                Number.of(f"standard deviation of the armies plan, {turns} turns, {how}", spread, "armies")
                for (turns, how), spread in spreads.items()
            ),
            *(
                Number.of(f"change of the chance to conquer {defenders}", changes[defenders], "probability")
                for defenders in (1, 2, 3, 5, 8, 10, 12, 15)
            ),
        ),
    )


def _changes(case: Case, rolls: dict[int, Fraction], there: int) -> dict[int, float]:
    """Return, by defenders, the chance to conquer with the roll less the chance with its mean."""
    table = battles.win_table(there + max(rolls), LARGEST, rules=case.rules)
    mean = sum((value * p for value, p in rolls.items()), Fraction(0))
    changes = {}
    for defenders in range(1, LARGEST + 1):
        # a mean between two whole numbers is paid as either, by its fraction
        low = int(mean)
        certain = float(1 - (mean - low)) * _chance(table, there + low, defenders)
        if mean != low:
            certain += float(mean - low) * _chance(table, there + low + 1, defenders)
        rolled = sum(float(p) * _chance(table, there + value, defenders) for value, p in rolls.items())
        changes[defenders] = rolled - certain
    return changes


def _chance(table: battles.WinTable, armies: int, defenders: int) -> float:
    return table.at(armies, defenders) if armies >= 2 else 0.0


def _spreads(case: Case) -> dict[tuple[int, str], float]:
    """Return how much the armies plan varies from game to game with the roll, and with its mean paid instead."""
    rolled = model.ask(GAME, deck=decks.deck_name(case), rules=case.rules)
    paid = replace(rolled, dice=None)
    return {
        (GAME, how): spread[0][-1]
        for how, question in (("rolled", rolled), ("paid the mean", paid))
        if (spread := exact.spreads(question)) is not None
    }


FINDING = Finding(
    "C10",
    "risk of the roll in an attack",
    "I am thinking rolling for the armies, two dice, for 2-12 armies.",
    "seed-new-rules",
    measure,
    "probability",
    quantity=(
        "Largest change of the chance to take a territory of up to 30 defenders when a set is rolled for instead of "
        "paid its mean, the armies joining those that stand there and all attacking together."
    ),
    settings={"armies_there": 3, "deck": decks.OWN},
    readings=(
        AS_WRITTEN,
        Reading("one army there already", settings={"armies_there": 1}),
        Reading("ten armies there already", settings={"armies_there": 10}),
    ),
)
