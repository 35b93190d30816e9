"""C30: turns between controls of an ally.

Sources: ``seed-new-rules``.
"""

from fractions import Fraction

from risksim.claims.checking import allies
from risksim.claims.checking.claim import AS_WRITTEN, Case, Finding, Measured, Number, Reading
from risksim.claims.checking.readings import CONQUEST_RATES, SPENT_IF_LOST, SPENT_IN_HANDS
from risksim.poker import bidding

WITHIN = (3, 5, 10, 20)


def measure(case: Case) -> Measured:
    """Follow one player's poker cards as a chain of turns."""
    rules = allies.rules(case)
    contested = case.real("contested")
    chances = {}
    if contested:
        chances = dict(zip(("p_control", "p_lost"), allies.duel(allies.rules(case)), strict=True))
    found = bidding.economy(rules, success=case.real("conquest_rate"), contested=contested, **chances)
    others = [
        Number.of("own turns until the first control", found.expected_first, "turns"),
        Number.of("turns of allies for each own turn", found.ally_turns, "turns"),
        Number.of("cards in hand at the end of a turn", found.cards_held, "cards"),
        *(
            Number.of(
                f"chance that the next control comes within {turns} turns",
                sum(found.between[:turns]),
                "probability",
            )
            for turns in WITHIN
        ),
    ]
    if case.is_headline:
        others += _contested(case) + _tables(case)
    between = found.exact.get("turns_between")
    value = found.turns_between if between in (None, "None") else Fraction(between)
    return Measured(Number.of("own turns from one control to the next", value, "turns"), tuple(others))


def _contested(case: Case) -> list[Number]:
    """Return the turns between controls where bids are challenged by one rival, as hands are dealt."""
    control, lost = allies.duel(allies.rules(case))
    return [
        Number.of(
            f"turns between, {words}",
            bidding.economy(case.rules, contested=contested, p_control=control, p_lost=lost).turns_between,
            "turns",
        )
        for words, contested in (("every second bid challenged", Fraction(1, 2)), ("every bid challenged", 1))
    ]


def _tables(case: Case) -> list[Number]:
    """Return how many bids can be challenged where all bid at once, and where all wait for a card more."""
    least = case.rules.poker.bid_min_cards
    numbers = []
    for players in allies.PLAYERS:
        for words, bid_from in (("all bid at once", least), ("all wait for a card more", least + 1)):
            if bid_from > case.rules.poker.poker_hand_cap:
                continue
            share = bidding.table(players, case.rules, bid_from=bid_from).p_contested
            label = f"bids that somebody can challenge, {players} players, {words}"
            # found by iteration, to 14 digits
            numbers.append(Number.of(label, None if share is None else min(1.0, round(share, 9)), "share"))
    return numbers


FINDING = Finding(
    "C30",
    "turns from one control to the next",
    "if you have three or more poker cards, you can declare the intent to use one of the allied armies",
    "seed-new-rules",
    measure,
    "turns",
    quantity=(
        "Own turns from one turn with an ally to the next, on average, of a player who bids as soon as he may; as first "
        "read every turn earns a poker card and nobody challenges."
    ),
    settings={"conquest_rate": 1, "contested": 0},
    readings=(
        AS_WRITTEN,
        *CONQUEST_RATES,
        Reading("every second bid is challenged", settings={"contested": Fraction(1, 2)}),
        Reading("every bid is challenged", settings={"contested": 1}),
        Reading(
            "every bid is challenged, 7 turns in 10 earn a card",
            settings={"contested": 1, "conquest_rate": Fraction(7, 10)},
        ),
        Reading("one card is enough to bid", clauses={"bid_min_cards": 1}),
        SPENT_IN_HANDS,
        SPENT_IF_LOST,
        Reading(
            "an ally draws poker cards and bids", clauses={"ally_draws_poker": True, "ally_can_bid": True}
        ),
    ),
)
