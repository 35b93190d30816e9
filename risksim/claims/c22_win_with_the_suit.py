"""C22: whether the suit that a winning hand must hold binds a player who names the ally himself.

Sources: ``seed-new-rules``.
"""

from risksim.claims.checking import showdowns
from risksim.claims.checking.claim import AS_WRITTEN, Case, Claim, Measured, Reading
from risksim.claims.checking.showdowns import OWN, OWN_THREE, PLAYERS, Dealt
from risksim.poker import tallies
from risksim.poker.kernels.seats import WON
from risksim.poker.numbers import Share

LEAST = 0.01
BEFORE = Reading("ally named before looking", clauses={"declare_after_seeing_cards": False})


def measure(case: Case) -> Measured:
    """Count winners without the suit of the ally they named, which they choose as well as they can."""
    players = case.whole("players")
    sets = showdowns.allied(case, players)
    dealt = showdowns.dealt(case, (OWN,) * players)
    looking = _lacking_named(dealt)
    before = min((dealt.lacking(suits) for suits in sets), key=lambda share: share.successes)
    read = dealt.read()
    wins, deals = before.deals, dealt.tally.deals
    chosen = looking if dealt.poker.declare_after_seeing_cards else before
    return Measured(
        dealt.number("chance that a winner lacks the suit", chosen),
        (
            dealt.number("named after looking: winners without the suit", looking),
            dealt.number("named before looking, the best ally: winners without the suit", before),
            dealt.number("chance to win", read["p_win"]),
            dealt.number("control of any ally, named after looking", read["p_control_free"]),
            dealt.number("control of the best ally named before", Share(wins - before.successes, deals)),
            dealt.number(
                "lost by having to name one before", Share(before.successes - looking.successes, deals)
            ),
        ),
    )


def _lacking_named(dealt: Dealt) -> Share:
    """Return the bidder's wins without the suit of the ally he named with his cards in view."""
    wins = dealt.tally.outcomes(WON)
    return Share(wins - tallies.holding_named(dealt.tally, (WON,), dealt.poker.suit_test_on), wins)


CLAIM = Claim(
    "C22",
    "winning with the suit is a condition",
    "if you win the hand, you must win with a card in the suit of that army in your winning hand",
    "seed-new-rules",
    measure,
    "probability",
    proposition=(
        "Having to win with a card of the ally's suit costs the right to play it: at least one winner in a hundred "
        f"({LEAST:g}) lacks the suit, although he named the ally that suits his cards best. Two players, four allies."
    ),
    low=LEAST,
    high=1.0,
    reason="what decides less than one hand in a hundred is not met in a game",
    settings={"players": 2},
    readings=(
        AS_WRITTEN,
        *PLAYERS,
        OWN_THREE,
        BEFORE,
        *(Reading(f"{BEFORE.name}, {each.name}", BEFORE.clauses, each.settings) for each in PLAYERS),
        Reading(f"{BEFORE.name}, {OWN_THREE.name}", {**BEFORE.clauses, **OWN_THREE.clauses}),
    ),
)
