"""C11: whether what cards pay grows without end.

Sources: ``seed-new-rules``, ``hasbro-1993``, ``seed-slovak``.
"""

from fractions import Fraction

from risksim.cards import schedule
from risksim.claims.checking import waits
from risksim.claims.checking.claim import AS_WRITTEN, Case, Claim, Measured, Number, Reading
from risksim.claims.checking.readings import ALL_FACTORIES, CONQUEST_RATES, PLAN_ARMIES, PLAN_FACTORIES
from risksim.errors import unknown_name
from risksim.rules import RuleSet

#: Sets turned in per card, in the long run, whatever the deck and the policy.
SETS_A_CARD = Fraction(1, 3)
PLAYERS = (2, 3, 4, 5, 6)


def measure(case: Case) -> Measured:
    """Find by how much a player's card income grows from turn to turn in the long run."""
    plan, players, q = case.word("plan"), case.whole("players"), Fraction(case.real("conquest_rate"))
    if plan not in (PLAN_ARMIES, PLAN_FACTORIES):
        raise unknown_name("plan", plan, (PLAN_ARMIES, PLAN_FACTORIES))
    by_factories = waits.factory_yield(case) * SETS_A_CARD * q
    growth = by_factories if plan == PLAN_FACTORIES else _growth(case.rules, players, q)
    classic = case.rules.vary(set_schedule="official")
    return Measured(
        Number.of("growth of a player's card income, each turn", growth, "armies a turn"),
        (
            Number.of("this schedule: growth of the value of a set, set by set", _step(case.rules), "armies"),
            Number.of("all sets into factories: growth each turn", by_factories, "armies a turn"),
            *(
                Number.of(
                    f"classic schedule, {n} players: growth each turn",
                    _growth(classic, n, q),
                    "armies a turn",
                )
                for n in PLAYERS
            ),
        ),
    )


def _step(rules: RuleSet) -> int:
    """Return by how much the value of a set grows with every set turned in, in the long run."""
    if not schedule.is_escalating(rules.cards):
        return 0
    values = schedule.listed_values(rules.cards, 200)
    return values[-1] - values[-2]


def _growth(rules: RuleSet, players: int, q: Fraction) -> Fraction:
    """Return the growth of income each turn: sets of all players raise the value of each player's own."""
    return _step(rules) * players * (q * SETS_A_CARD) ** 2


CLAIM = Claim(
    "C11",
    "no perpetual growth of card income",
    'There is no "perpetual growth" of values of turn-ins, for one.',
    "seed-new-rules",
    measure,
    "armies a turn",
    proposition="What cards pay a player in a turn does not grow from turn to turn in the long run: the growth is 0.",
    low=-0.05,
    high=0.05,
    reason="growth below a twentieth adds up to less than one army a turn over a game of twenty turns",
    settings={"plan": PLAN_ARMIES, "players": 3, "conquest_rate": 1},
    readings=(
        AS_WRITTEN,
        ALL_FACTORIES,
        *CONQUEST_RATES,
        *(Reading(f"{n} players", settings={"players": n}) for n in PLAYERS if n != 3),
        Reading("classic schedule", clauses={"set_schedule": "official"}),
        Reading("schedule that counts by five", clauses={"set_schedule": "count-by-five"}),
    ),
)
