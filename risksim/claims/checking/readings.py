"""Readings that several claims share: one name, one meaning, one column of the flip matrix."""

from fractions import Fraction

from risksim.claims.checking.claim import AS_WRITTEN, Reading

NO_WILDS = Reading("no wilds", clauses={"wilds": 0})
INDEPENDENT = Reading("independent symbols", settings={"deck": "independent"})
#: What the variant leaves open about the cards: whether there are wild cards, and whether cards are a deck at all.
DECKS = (NO_WILDS, INDEPENDENT)

HOLD = Reading("hold to five", settings={"trade": "hold"})

#: Cards are earned by turns that take a territory; the author counts one a turn.
CONQUEST_RATES = (
    Reading("7 turns in 10 earn a card", settings={"conquest_rate": Fraction(7, 10)}),
    Reading("4 turns in 10 earn a card", settings={"conquest_rate": Fraction(4, 10)}),
)

#: Length of the game in own turns; ten is the claims' own value.
TURNS = tuple(Reading(f"{turns} turns", settings={"turns": turns}) for turns in (5, 15, 20, 30))

#: Share of the map one holds, hence the chance that a card shows an own territory; none is the claims' own value.
SHARES = (
    Reading("a third of the map", settings={"share": Fraction(1, 3)}),
    Reading("half the map", settings={"share": Fraction(1, 2)}),
)

#: What sets are turned in for.
PLAN_ARMIES, PLAN_FACTORIES = "armies", "factories"
ALL_FACTORIES = Reading("all sets into factories", settings={"plan": PLAN_FACTORIES})

#: What the wait for a set is taken to be: the most it can be, or its mean: from an empty hand to the first set, from
#: the first set (which may buy the first factory) to the second, or from set to set over all of them.
FIVE_CARDS, FIRST_SET, SECOND_SET, NEXT_SET = "five cards", "first set", "second set", "from set to set"
WAIT_FIVE_CARDS = Reading("wait of five cards", settings={"wait": FIVE_CARDS})
WAIT_FIRST_SET = Reading("mean wait for the first set", settings={"wait": FIRST_SET})
WAIT_SECOND_SET = Reading("mean wait from first to second set", settings={"wait": SECOND_SET})
WAIT_NEXT_SET = Reading("mean wait from set to set", settings={"wait": NEXT_SET})

#: Chance that a factory is captured in a round, and what its captor's armies count against one's own: nothing where
#: the captor is ignored, 1 between two players, 1/(n - 1) among n.
HAZARDS = (
    Reading("captured in 1 round of 20", settings={"hazard": Fraction(1, 20)}),
    Reading("captured in 1 round of 10", settings={"hazard": Fraction(1, 10)}),
    Reading("captured in 1 round of 5", settings={"hazard": Fraction(1, 5)}),
)
HAZARD_BY_PLAYERS = tuple(
    Reading(
        f"captured in 1 round of 10, {n} players",
        settings={"hazard": Fraction(1, 10), "enemy_weight": Fraction(1, n - 1)},
    )
    for n in (2, 3)
)

TAKEN_BACK = Reading(
    "captured in 1 round of 10, taken back in 1 turn of 2",
    settings={"hazard": Fraction(1, 10), "recapture": Fraction(1, 2)},
)

#: How many poker cards a player may hold, and at how many he must bid: the document has five in one place, six in another.
CAP_SIX_FORCED_AT_SIX = Reading(
    "six cards may be held, six force a bid", clauses={"poker_hand_cap": 6, "bid_forced_at": "six"}
)
CAP_SIX_NEVER_FORCED = Reading(
    "six cards may be held, none force a bid", clauses={"poker_hand_cap": 6, "bid_forced_at": "never"}
)
CAP_SIX = Reading("six cards may be held, five force a bid", clauses={"poker_hand_cap": 6})

#: What a bid costs in poker cards; the document does not say.
SPENT_IN_HANDS = Reading("unchallenged bids cost no cards", clauses={"poker_cards_spent": "hand-played"})
SPENT_IF_LOST = Reading("only a lost hand costs cards", clauses={"poker_cards_spent": "only-if-lost"})

#: What the all-in clause is, and how much may be bet.
SIDE_POT = Reading("side pots", clauses={"all_in": "side-pot"})
CAPPED = Reading("bets up to the shortest pile", clauses={"all_in": "capped"})
POT_LIMIT = Reading("bets up to the pot", clauses={"betting": "pot"})
ANTES_ALONE = Reading("antes alone", clauses={"betting": "ante-only"})

__all__ = [
    "ALL_FACTORIES",
    "ANTES_ALONE",
    "AS_WRITTEN",
    "CAPPED",
    "CAP_SIX",
    "CAP_SIX_FORCED_AT_SIX",
    "CAP_SIX_NEVER_FORCED",
    "CONQUEST_RATES",
    "DECKS",
    "FIRST_SET",
    "FIVE_CARDS",
    "HAZARDS",
    "HAZARD_BY_PLAYERS",
    "HOLD",
    "INDEPENDENT",
    "NEXT_SET",
    "NO_WILDS",
    "PLAN_ARMIES",
    "PLAN_FACTORIES",
    "POT_LIMIT",
    "SECOND_SET",
    "SHARES",
    "SIDE_POT",
    "SPENT_IF_LOST",
    "SPENT_IN_HANDS",
    "TAKEN_BACK",
    "TURNS",
    "WAIT_FIRST_SET",
    "WAIT_FIVE_CARDS",
    "WAIT_NEXT_SET",
    "WAIT_SECOND_SET",
]
