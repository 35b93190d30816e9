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


def measure(case: Case) -> Measured:
    """Solve the game of bid and challenge: what the first rival to join a hand gains."""
    rules, players, value = allies.rules(case), case.whole("players"), float(case.real("value"))
    control = float(allies.duel(case)[0])
    card = case.settings["card_worth"]
    worth: dict[str, Any]
    if card == BY_CHAIN:
        p = control if case.real("contested") else None
        worth = {"contested": float(case.real("contested"))} if p is not None else {}
    else:
        worth = {"card_value": float(case.real("card_worth"))}
    asked: dict[str, Any] = {"rivals": 1, "p_control": (control,), "share": (0.5,)}
    found = bidding.challenge(value, players, rules, **asked, **worth)
    others = [
        Number.of("what he pays in cards", found.card_cost, "armies"),
        Number.of(
            "what the bid is worth to the bidder, nobody challenging", found.worth_bidding_alone, "armies"
        ),
        Number.of("v from which a rival challenges", found.challenged_from, "armies"),
        Number.of("share of the pot from which he gains", found.equity_needed, "share"),
    ]
    if case.is_headline:
        for n in allies.PLAYERS:
            by_chain = bidding.challenge(1.0, n, rules, **asked)
            others.append(
                Number.of(
                    f"gain for each army that v is worth, {n} players", by_chain.gain_per_value, "armies"
                )
            )
            for each in CARD_VALUES:
                priced = bidding.challenge(1.0, n, rules, **asked, card_value=float(each))
                label = f"v from which a rival challenges, a card worth {each} armies, {n} players"
                others.append(Number.of(label, priced.challenged_from, "armies"))
    return Measured(
        Number.of("what the first rival to challenge gains", found.gains[0], "armies"), tuple(others)
    )


CLAIM = Claim(
    "C31",
    "somebody challenges a bid",
    "If no other players challenge you, you are free to use the army.",
    "seed-new-rules",
    measure,
    "armies",
    proposition=(
        "A rival who plays well challenges: where a turn of an ally is worth ten armies (v) to the bidder, joining a hand "
        "with three cards against three gains more than nothing."
    ),
    low=1e-6,
    high=float("inf"),
    reason="a rival who gains nothing stays out; whatever is more counts",
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
