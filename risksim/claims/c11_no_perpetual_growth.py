"""C11: whether what cards pay grows without end.

Sources: ``seed-new-rules``, ``hasbro-1993``, ``seed-slovak``.
"""

from collections.abc import Iterator
from fractions import Fraction

from risksim import cards
from risksim.cards import exact, schedule
from risksim.claims.checking import decks, waits
from risksim.claims.checking.claim import AS_WRITTEN, Case, Claim, Measured, Number, Reading
from risksim.claims.checking.readings import ALL_FACTORIES, CONQUEST_RATES, PLAN_ARMIES, PLAN_FACTORIES
from risksim.errors import unknown_name
from risksim.rules import RuleSet

#: Sets turned in per card, in the long run, whatever the deck and the policy: three cards go with a set.
SETS_A_CARD = Fraction(1, 3)
PLAYERS = (2, 3, 4, 5, 6)
SHOWN = (10, 20, 30)


def measure(case: Case) -> Measured:
    """Find by how much a player's card income grows from turn to turn in the long run."""
    plan, players, q = case.word("plan"), case.whole("players"), Fraction(case.real("conquest_rate"))
    if plan not in (PLAN_ARMIES, PLAN_FACTORIES):
        raise unknown_name("plan", plan, (PLAN_ARMIES, PLAN_FACTORIES))
    by_factories = waits.factory_yield(case) * SETS_A_CARD * q
    growth = by_factories if plan == PLAN_FACTORIES else _growth(case.rules, players, q)
    classic = case.rules.vary(set_schedule="official")
    others = [
        Number.of("this schedule: growth of the value of a set, set by set", _step(case.rules), "armies"),
        Number.of("all sets into factories: growth each turn", by_factories, "armies a turn"),
    ]
    others += [
        Number.of(f"classic schedule, {n} players: growth each turn", _growth(classic, n, q), "armies a turn")
        for n in PLAYERS
    ]
    if case.is_headline:
        others += [*_own_curves(case), *_shared_curves(case, classic)]
    return Measured(
        Number.of("growth of a player's card income, each turn", growth, "armies a turn"), tuple(others)
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


def _own_curves(case: Case) -> Iterator[Number]:
    """Yield what cards bring a player by the start of some turns, by this roll and by factories.

    Sets completed by the end of one turn are turned in, and factories bought by then pay, at the next start.
    """
    if schedule.is_escalating(case.rules.cards):
        return
    sets = exact.expected_sets_by_turn(decks.deck(case), max(SHOWN), float(case.real("conquest_rate")))
    mean, pay = float(schedule.set_roll(case.rules.cards).mean), waits.factory_yield(case)
    for turn in SHOWN:
        yield Number.of(f"the roll: armies by turn {turn}", mean * sets[turn - 1], "armies")
        yield Number.of(f"factories: armies by turn {turn}", pay * sum(sets[:turn]), "armies")


def _shared_curves(case: Case, classic: RuleSet) -> Iterator[Number]:
    """Yield what cards bring each of several players who share the classic schedule."""
    for players in PLAYERS:
        drawn = cards.simulate(
            rules=classic,
            deck=decks.deck(case),
            conquest_rate=float(case.real("conquest_rate")),
            players=players,
            turns=max(SHOWN),
            trials=max(case.effort.trials // 10, 1000),
            seed=case.effort.seed,
        )
        for turn in SHOWN:
            words = f"classic schedule, {players} players: armies by turn {turn}"
            yield Number.estimated(words, drawn.armies_by_turn[turn - 1], "armies")


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
    reason="growth by a twentieth adds up to one army a turn over a game of twenty turns",
    settings={"deck": decks.OWN, "plan": PLAN_ARMIES, "players": 3, "conquest_rate": 1},
    readings=(
        AS_WRITTEN,
        ALL_FACTORIES,
        *CONQUEST_RATES,
        Reading("2 players", settings={"players": 2}),
        Reading("6 players", settings={"players": 6}),
        Reading("classic schedule", clauses={"set_schedule": "official"}),
        Reading("schedule that counts by five", clauses={"set_schedule": "count-by-five"}),
        Reading("classic schedule, 2 players", clauses={"set_schedule": "official"}, settings={"players": 2}),
        Reading("classic schedule, 6 players", clauses={"set_schedule": "official"}, settings={"players": 6}),
        Reading("sets by their symbols", clauses={"set_schedule": "by-symbol"}),
    ),
)
