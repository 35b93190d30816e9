"""C25: playing again after a lost hand, "only if you have six".

Sources: ``seed-new-rules``.
"""

from risksim.claims.checking import allies
from risksim.claims.checking.claim import AS_WRITTEN, Case, Claim, Measured, Number, Reading
from risksim.claims.checking.readings import CAP_SIX, CAP_SIX_FORCED_AT_SIX, CAP_SIX_NEVER_FORCED
from risksim.poker.bidding import events, letters
from risksim.poker.bidding.events import Event

SIX = 6
#: The sentences of the document that need six cards, by the names the search knows them by.
SENTENCES = (
    "playing again with six",
    "forced at six",
    "doubling down",
    "an ante for each of two hands",
    "almost always one",
)


def measure(case: Case) -> Measured:
    """Search everything that can happen with poker cards for a hand played on after a loss."""
    reached = {players: events.reached(allies.rules(case), players) for players in allies.PLAYERS}
    fewest = {
        players: min(_cards(found, "plays on", by="cards"), default=None)
        for players, found in reached.items()
    }
    known = {sentence.name: sentence for sentence in letters.sentences()}
    dead = [name for name in SENTENCES if not any(known[name].is_alive(found) for found in reached.values())]
    others = [
        Number.of("sentences about six cards that never matter", len(dead), "sentences"),
        Number.of("most cards held at the end of a turn", max(_cards(reached[2], "hold")), "cards"),
        Number.of("most cards left after a lost hand", _most_left(reached[2]), "cards"),
    ]
    others += [
        Number.of(f"fewest cards with which one can play on, {players} players", each, "cards")
        for players, each in fewest.items()
    ]
    return Measured(
        Number.of(
            "numbers of players, 2 to 5, with whom a loser can play on with six cards and never with fewer",
            sum(each == SIX for each in fewest.values()),
            "tables",
        ),
        tuple(others),
    )


def _cards(found: frozenset[Event], name: str, **wanted: str) -> list[int]:
    facts = [dict(each) for event, each in found if event == name]
    return [each["cards"] for each in facts if wanted.items() <= each.items()]


def _most_left(found: frozenset[Event]) -> int:
    return max((dict(facts)["left"] for event, facts in found if event == "lost"), default=0)


CLAIM = Claim(
    "C25",
    "a loser plays again only with six cards",
    "you may play again only if you have three more cards, which will only happen if you have six at the end of your turn",
    "seed-new-rules",
    measure,
    "tables",
    proposition=(
        "Whoever loses a hand can come to play again with three more cards of his own, and only if he had six: at "
        "each of the four numbers of players that leave an ally."
    ),
    low=len(allies.PLAYERS),
    high=len(allies.PLAYERS),
    reason="the sentence makes no difference between tables and allows no other number of cards",
    readings=(
        AS_WRITTEN,
        CAP_SIX_FORCED_AT_SIX,
        CAP_SIX_NEVER_FORCED,
        CAP_SIX,
        Reading(
            "six cards may be held, unchallenged bids cost none",
            clauses={"poker_hand_cap": 6, "poker_cards_spent": "hand-played"},
        ),
        Reading("any number of own cards in a hand", clauses={"own_cards_used": "any"}),
        Reading("a loser is dealt in by the dealer", clauses={"rebuy": "dealt-in"}),
        Reading("a loser never plays again", clauses={"rebuy": "no"}),
    ),
)
