"""C31: does anyone ever challenge a bid?

Sources: ``seed-new-rules``.
"""

from fractions import Fraction
from typing import Any

from risksim.claims.checking import allies
from risksim.claims.checking.claim import AS_WRITTEN, Case, Claim, Measured, Number, Reading
from risksim.claims.checking.readings import SPENT_IF_LOST, SPENT_IN_HANDS
from risksim.poker import bidding

BY_CHAIN = "the bids it will make"
CARD_VALUES = (0, Fraction(1, 4), Fraction(1, 2), 1)
#: Rounds in which the share of bids that are challenged and the worth of cards must come to fit each other.
ROUNDS = 60


def measure(case: Case) -> Measured:
    """Solve the game of bid and challenge: with which hands the first rival to join gains."""
    value = float(case.real("value"))
    asked = _asked(case)
    card = case.settings["card_worth"]
    worth: dict[str, Any] = (
        {"contested": float(case.real("contested"))} if card == BY_CHAIN else {"card_value": float(card)}
    )
    found = bidding.challenge(value, **asked, **worth)
    others = [
        Number.of("share of the pot from which he gains", found.equity_needed, "share"),
        Number.of("what he gains on average, not looking at his cards", found.gains[0], "armies"),
        Number.of("what he pays in cards", found.card_cost, "armies"),
        Number.of("v from which he gains without looking", found.challenged_from, "armies"),
    ]
    if case.is_headline:
        others += [
            Number.of(
                "share of hands, where just so many bids to come are challenged", _settled(case), "share"
            )
        ]
        for players in allies.PLAYERS:
            others += _by_value(case, players)
    share = allies.hands_worth(case.rules, found.equity_needed)
    return Measured(
        Number.of("share of hands with which a rival gains by challenging", share, "share"), tuple(others)
    )


def _asked(case: Case, players: int | None = None) -> dict[str, Any]:
    """Return the question: one rival decides, three cards against three."""
    return {
        "players": case.whole("players") if players is None else players,
        "rules": allies.rules(case),
        "rivals": 1,
        "p_control": (float(allies.duel(allies.rules(case))[0]),),
        "share": (0.5,),
    }


def _settled(case: Case) -> Fraction | None:
    """Return the share of hands that challenge where cards are worth what so many challenges leave of them."""
    share = Fraction(0)
    for _ in range(ROUNDS):
        found = bidding.challenge(float(case.real("value")), **_asked(case), contested=share)
        before, share = share, allies.hands_worth(case.rules, found.equity_needed)
        if share == before:
            return share
    return None


def _by_value(case: Case, players: int) -> list[Number]:
    """Return what a turn of an ally must be worth for a challenge without looking, by what a card is worth."""
    asked = _asked(case, players)
    by_chain = bidding.challenge(1.0, **asked)
    numbers = [
        Number.of(f"average gain for each army of v, {players} players", by_chain.gain_per_value, "armies")
    ]
    for each in CARD_VALUES:
        priced = bidding.challenge(1.0, **asked, card_value=float(each))
        label = f"v from which he gains without looking, a card worth {each}, {players} players"
        numbers.append(Number.of(label, priced.challenged_from, "armies"))
    return numbers


CLAIM = Claim(
    "C31",
    "somebody challenges a bid",
    "If no other players challenge you, you are free to use the army.",
    "seed-new-rules",
    measure,
    "share",
    proposition=(
        "A rival who plays well challenges with at least one hand in ten, three cards against three, where a turn of an "
        "ally is worth ten armies (v) to the bidder."
    ),
    low=0.1,
    high=1.0,
    reason="with fewer challenges than one in ten the ally is as good as free, and the poker is not played",
    settings={"players": 2, "value": 10, "card_worth": BY_CHAIN, "contested": 0},
    readings=(
        AS_WRITTEN,
        *(Reading(f"{players} players at the table", settings={"players": players}) for players in (3, 4, 5)),
        Reading("a turn of an ally is worth 3 armies", settings={"value": 3}),
        Reading("a turn of an ally is worth 30 armies", settings={"value": 30}),
        Reading("poker cards are worth nothing else", settings={"card_worth": 0}),
        Reading("a poker card is worth an army", settings={"card_worth": 1}),
        Reading("all bids to come are challenged", settings={"contested": 1}),
        Reading("all bids to come are challenged, 3 players", settings={"contested": 1, "players": 3}),
        SPENT_IN_HANDS,
        Reading(
            "unchallenged bids cost no cards, 3 players",
            clauses={"poker_cards_spent": "hand-played"},
            settings={"players": 3},
        ),
        SPENT_IF_LOST,
        Reading(
            "only a lost hand costs cards, 3 players",
            clauses={"poker_cards_spent": "only-if-lost"},
            settings={"players": 3},
        ),
    ),
)
