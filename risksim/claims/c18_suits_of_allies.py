"""C18: suits over allies by number of players: where the suit decides nothing, and where there is no ally.

Sources: ``seed-new-rules``.
"""

from fractions import Fraction

from risksim.claims.checking import showdowns
from risksim.claims.checking.claim import AS_WRITTEN, Case, Claim, Measured, Number, Reading
from risksim.claims.checking.showdowns import OWN, OWN_THREE, PLAYERS, Dealt
from risksim.poker import allies
from risksim.poker.worths import ALL_SUITS

LEAST = 0.01


def measure(case: Case) -> Measured:
    """Find how often a winner lacks the suits of an ally he named beforehand, the ally with most suits first of all."""
    players = case.whole("players")
    sets = showdowns.allied(case, players)
    dealt = showdowns.dealt(case, (OWN,) * players)
    most = max(sets, key=lambda suits: (suits.bit_count(), suits))
    others = [
        Number.of("allies", len(sets), "allies"),
        Number.of("fewest suits of an ally", min(map(int.bit_count, sets)), "suits"),
        Number.of("most suits of an ally", most.bit_count(), "suits"),
        *(_lacking(dealt, suits) for suits in sets if suits != most),
    ]
    if case.is_headline:
        others += _by_players()
    return Measured(_lacking(dealt, most), tuple(others))


def _lacking(dealt: Dealt, suits: int) -> Number:
    label = f"chance that a winning hand lacks {allies.named(suits).replace('+', ' and ')}"
    if suits == ALL_SUITS:
        return Number.of(label, Fraction(0), "probability")
    return dealt.number(label, dealt.lacking(suits))


def _by_players() -> list[Number]:
    """Return how suits fall to allies, for every number of players."""
    numbers = []
    for players in range(allies.FEWEST_PLAYERS, allies.MOST_PLAYERS + 1):
        sets = allies.suit_sets(players)
        numbers.append(Number.of(f"{players} players: allies", len(sets), "allies"))
        if sets:
            numbers += [
                Number.of(
                    f"{players} players: {word} suits of an ally", choose(map(int.bit_count, sets)), "suits"
                )
                for word, choose in (("fewest", min), ("most", max))
            ]
    return numbers


CLAIM = Claim(
    "C18",
    "an ally's suits can be missed",
    "Each allied army is assigned at least one poker suit, i.e., hearts, diamonds, clubs, spades",
    "seed-new-rules",
    measure,
    "probability",
    proposition=(
        "The suit of an ally matters to whoever named it before the cards were seen: even of the ally with most suits "
        f"one winning hand in a hundred ({LEAST:g}) has none. Two players, four allies."
    ),
    low=LEAST,
    high=1.0,
    reason="what decides less than one hand in a hundred is not met in a game",
    settings={"players": 2},
    readings=(
        AS_WRITTEN,
        *PLAYERS,
        Reading("6 players", settings={"players": 6}),
        OWN_THREE,
        *(
            Reading(f"{each.name}, suit among the own three", OWN_THREE.clauses, each.settings)
            for each in PLAYERS
        ),
    ),
)
