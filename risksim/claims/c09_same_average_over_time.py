"""C9: whether both plans bring the same armies over a game of T turns.

Sources: ``seed-new-rules``.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from risksim import factories
from risksim.claims.checking import decks, payoffs
from risksim.claims.checking.claim import AS_WRITTEN, Case, Claim, Measured, Number
from risksim.claims.checking.readings import (
    CONQUEST_RATES,
    DECKS,
    HAZARD_BY_PLAYERS,
    HAZARDS,
    SHARES,
    TURNS,
)
from risksim.factories import exact, model

#: The least a player could notice, in armies a set.
TOLERANCE = 0.5
LENGTHS = (5, 10, 15, 20, 30)
RATES = (Fraction(1), Fraction(7, 10), Fraction(4, 10))
LONGEST = 60


def measure(case: Case) -> Measured:
    """Find the set value that makes both plans equal, and how far the rules are from it."""
    question = model.ask(**payoffs.asked(case))
    armies, factory, *_ = exact.plans(question)
    equal, equal_yield = exact.equal_values(question)
    worth = exact.set_value(question)
    turns = question.turns
    others = [
        Number.of(f"armies plan, {turns} turns", armies, "armies"),
        Number.of(f"factory plan, {turns} turns", factory, "armies"),
        Number.of(f"set value that makes the plans equal, {turns} turns", equal, "armies"),
        Number.of(f"yield that makes the plans equal, {turns} turns", equal_yield, "armies"),
        Number.of("set value of the rules", worth, "armies"),
        Number.of("turns from which the factory plan is ahead", exact.overtaking(question)[0], "turns"),
    ]
    if case.is_headline:
        others += [*_played(case, question, armies, factory), *_grid(question)]
    gap = None if equal is None else equal - worth
    return Measured(
        Number.of(f"equal set value less that of the rules, {turns} turns", gap, "armies"), tuple(others)
    )


def _played(
    case: Case, question: model.Question, armies: float | Fraction, factory: float | Fraction
) -> Iterator[Number]:
    """Yield both plans played out, against their exact values."""
    played = factories.simulate(trials=case.effort.trials, seed=case.effort.seed, **payoffs.asked(case))
    words = f"{question.turns} turns, played"
    yield Number.estimated(f"armies plan, {words}", played.armies_plan, "armies", armies)
    yield Number.estimated(f"factory plan, {words}", played.factory_plan, "armies", factory)


def _grid(question: model.Question) -> Iterator[Number]:
    """Yield the equal set value for games of other lengths and conquest rates, and the lengths at which it holds."""
    for rate in RATES:
        asked = replace(question, conquest_rate=rate, turns=LONGEST, horizon=_fixed(LONGEST))
        _, _, equal, yields = exact.by_length(asked)
        worth = exact.set_value(asked)
        for length in LENGTHS:
            c_star, roll = equal[length - 1], exact.nearest_dice(equal[length - 1])
            words = f"conquest rate {float(rate):g}, {length} turns"
            yield Number.of(
                f"{words}: equal set value" + (f", roll {roll}" if roll else ""), c_star, "armies"
            )
            yield Number.of(f"{words}: equal yield", yields[length - 1], "armies")
        holds = [
            length
            for length, c_star in enumerate(equal, start=1)
            if c_star is not None and abs(float(c_star) - float(worth)) <= TOLERANCE
        ]
        for word, end in (("shortest", 0), ("longest", -1)):
            yield Number.of(
                f"conquest rate {float(rate):g}: {word} game with equal plans",
                holds[end] if holds else None,
                "turns",
            )


def _fixed(turns: int) -> tuple[Fraction, ...]:
    """Return the chances of a game that lasts exactly so many turns."""
    return (*[Fraction(0)] * (turns - 1), Fraction(1))


CLAIM = Claim(
    "C9",
    "both plans bring the same over time",
    "I want the average number of armies a player gets over time to be the same",
    "seed-new-rules",
    measure,
    "armies",
    proposition=(
        "Over a game of ten turns every set turned in for armies brings as much as every set put into factories: the "
        "set value that makes them equal is that of the rules."
    ),
    low=-TOLERANCE,
    high=TOLERANCE,
    reason="armies are whole: half an army a set is the least a player could notice",
    settings={
        "deck": decks.OWN,
        "turns": 10,
        "conquest_rate": 1,
        "share": 0,
        "hazard": 0,
        "enemy_weight": 0,
    },
    readings=(AS_WRITTEN, *DECKS, *TURNS, *CONQUEST_RATES, *SHARES, *HAZARDS, *HAZARD_BY_PLAYERS),
)
