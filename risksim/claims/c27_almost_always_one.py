"""C27: the ante, "which will almost always be one".

Sources: ``seed-new-rules``.
"""

from typing import Any

from risksim.claims.checking import allies
from risksim.claims.checking.claim import AS_WRITTEN, Case, Claim, Measured, Number, Reading
from risksim.claims.checking.readings import CAP_SIX, CAP_SIX_FORCED_AT_SIX, CAP_SIX_NEVER_FORCED
from risksim.poker import bidding
from risksim.poker.bidding import bids
from risksim.rules import RuleSet

AS_SOON, FULL_HAND = "as soon as allowed", "with a full hand"


def measure(case: Case) -> Measured:
    """Follow one player whose every bid is challenged, and count the bids that are played with one hand."""
    rules = allies.rules(case)
    poker = rules.poker
    chosen = poker.bid_min_cards if case.word("bids") == AS_SOON else poker.poker_hand_cap
    control, lost = allies.duel(allies.rules(case))
    found = {
        least: _economy(rules, least, control, lost)
        for least in range(poker.bid_min_cards, poker.poker_hand_cap + 1)
    }
    others = [Number.of("armies of an ante", poker.ante, "armies")]
    for least, economy in found.items():
        others += [
            Number.of(
                f"hands a challenged bid, played on included, bids from {least} cards",
                _hands(economy),
                "hands",
            ),
            Number.of(f"challenged bids with one ante, bids from {least} cards", _one_ante(economy), "share"),
        ]
    return Measured(
        Number.of("challenged bids with one ante", _one_ante(found[chosen]), "share"), tuple(others)
    )


def _economy(rules: RuleSet, least: int, control: Any, lost: Any) -> bidding.Economy:
    """Return the economy of a player who plays two hands at once whenever he may."""
    may_double = rules.poker.poker_hand_cap >= bids.TWO_HANDS
    return bidding.economy(
        rules, contested=1, p_control=control, p_lost=lost, bid_from=least, doubles=may_double
    )


def _one_ante(economy: bidding.Economy) -> float:
    return sum(p for cards, p in economy.bid_with.items() if int(cards) < bids.TWO_HANDS)


def _hands(economy: bidding.Economy) -> float | None:
    return economy.hands / economy.bids if economy.hands is not None and economy.bids else None


CLAIM = Claim(
    "C27",
    "the ante is almost always one",
    "one army for each hand he is playing (which will almost always be one)",
    "seed-new-rules",
    measure,
    "share",
    proposition=(
        "Of the challenged bids of a player who plays two hands at once whenever he may, at least 95 in 100 are "
        "played with one hand, hence with one ante."
    ),
    low=0.95,
    high=1.0,
    reason="“almost always” allows one exception in twenty",
    settings={"bids": AS_SOON},
    readings=(
        AS_WRITTEN,
        Reading("bids with a full hand only", settings={"bids": FULL_HAND}),
        CAP_SIX_FORCED_AT_SIX,
        Reading(
            "six cards may be held, bids with six only",
            clauses={"poker_hand_cap": 6, "bid_forced_at": "six"},
            settings={"bids": FULL_HAND},
        ),
        CAP_SIX_NEVER_FORCED,
        CAP_SIX,
    ),
)
