"""C12: what the territory match adds to a set, by share of the map.

Sources: ``seed-new-rules``.
"""

from fractions import Fraction

from risksim.cards import exact
from risksim.claims.checking import decks
from risksim.claims.checking.claim import AS_WRITTEN, Case, Claim, Measured, Number, Reading
from risksim.claims.checking.readings import SHARES
from risksim.factories import model
from risksim.factories.exact import mean_bonus

LIMIT = Fraction(1, 2)
AS_PLAYED = "as in whole games"
GRID = (
    Fraction(1, 12),
    Fraction(1, 6),
    Fraction(1, 4),
    Fraction(1, 3),
    Fraction(1, 2),
    Fraction(3, 4),
    Fraction(1),
)


def measure(case: Case) -> Measured:
    """Find the mean bonus of a set as a function of the share of the map its owner holds."""
    deck = decks.deck(case)
    others = [
        Number.of(f"bonus with a share of {share} of the map", _bonus(case, share), "armies")
        for share in (GRID if case.is_headline else ())
    ]
    others += [
        Number.of("cards of a set that show a territory", exact.expected_territory_cards(deck), "cards"),
        Number.of(
            f"share of the map at which the bonus is {float(LIMIT)} armies", _share_at(case, LIMIT), "share"
        ),
    ]
    # a bonus that is small whatever the share needs no measured share
    if case.settings["share"] == AS_PLAYED and _bonus(case, 1) > LIMIT:
        return Measured(
            Number("bonus of a set", None, unit="armies"),
            tuple(others),
            unmeasured="the share of the map that players hold when they turn in a set, in whole games",
        )
    share = 1 if case.settings["share"] == AS_PLAYED else case.real("share")
    return Measured(Number.of("bonus of a set", _bonus(case, share), "armies"), tuple(others))


def _bonus(case: Case, share: float | Fraction) -> float | Fraction:
    question = model.ask(share=share, deck=decks.deck_name(case), rules=case.rules)
    return mean_bonus(question, question.match_armies)


def _share_at(case: Case, armies: Fraction) -> float | None:
    """Return the share of the map at which the bonus, which grows with it, is worth so many armies."""
    if _bonus(case, 1) < armies:
        return None
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _bonus(case, middle) < armies else (low, middle)
    return high


CLAIM = Claim(
    "C12",
    "the match bonus may be left out",
    "place two extra armies on the territory for each card for which you control the territory on the card",
    "seed-new-rules",
    measure,
    "armies",
    proposition=(
        "The match bonus, which only a set turned in for armies earns, may be left out of the comparison with a "
        "factory, as the document does: it adds half an army to a set at most."
    ),
    low=0.0,
    high=float(LIMIT),
    reason="armies are whole: half an army a set is the least a player could notice",
    settings={"deck": decks.OWN, "share": AS_PLAYED},
    readings=(
        AS_WRITTEN,
        *SHARES,
        Reading("no match bonus", clauses={"match_bonus": "none"}),
    ),
)
