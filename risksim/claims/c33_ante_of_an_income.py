"""C33: how much of a turn's income an early ante or an all-in is.

Sources: ``seed-new-rules``.
"""

from fractions import Fraction

from risksim.claims.checking import allies
from risksim.claims.checking.claim import AS_WRITTEN, Case, Finding, Measured, Number, Reading
from risksim.poker import betting
from risksim.poker.betting.model import StakeRow

TERRITORIES = (3, 7, 9, 12, 15, 18, 21)
FACTORIES = (1, 2, 4)


def measure(case: Case) -> Measured:
    """Divide the ante, and the pile, by the armies of the next turn, cards apart."""
    territories = case.whole("territories")
    row = _row(case, territories, case.whole("factories"))
    others = [
        Number.of("armies of the next turn, cards apart", row.turn, "armies"),
        Number.of("share of them that an all-in risks", _share(row.pile, row.turn), "share"),
    ]
    if case.is_headline:
        for each in TERRITORIES:
            shown = _row(case, each, 0)
            others.append(
                Number.of(
                    f"share of an ante, {each} territories",
                    _share(case.rules.poker.ante, shown.turn),
                    "share",
                )
            )
        for each in FACTORIES:
            shown = _row(case, territories, each)
            words = f"{territories} territories and {each} factor{'y' if each == 1 else 'ies'}"
            others += [
                Number.of(f"share of an ante, {words}", _share(case.rules.poker.ante, shown.turn), "share"),
                Number.of(f"share of an all-in, {words}", _share(shown.pile, shown.turn), "share"),
            ]
    return Measured(
        Number.of(
            "share of a turn's armies that an ante is", _share(case.rules.poker.ante, row.turn), "share"
        ),
        tuple(others),
    )


def _row(case: Case, territories: int, factories: int) -> StakeRow:
    rows = betting.stakes(allies.rules(case), territories=[territories], factories=factories).rows
    return next(row for row in rows if row.is_rule)


def _share(armies: int, of: int) -> Fraction | None:
    return Fraction(armies, of) if of else None


FINDING = Finding(
    "C33",
    "an early ante against a turn's income",
    "Each player must ante up one army for each hand he is playing",
    "seed-new-rules",
    measure,
    "share",
    quantity=(
        "The ante as a share of the armies of the next turn, cards apart, of a player with the seven territories that "
        "everyone starts with and no factory."
    ),
    settings={"territories": 7, "factories": 0},
    readings=(
        AS_WRITTEN,
        Reading("twelve territories", settings={"territories": 12}),
        Reading("twenty-one territories", settings={"territories": 21}),
        Reading("two factories", settings={"factories": 2}),
        Reading(
            "two factories, counted into the pile and not placed",
            clauses={"pool_includes_factories": "yes-not-placed"},
            settings={"factories": 2},
        ),
        Reading(
            "two factories, counted into the pile and placed",
            clauses={"pool_includes_factories": "yes-and-placed"},
            settings={"factories": 2},
        ),
        Reading("the pile has no minimum", clauses={"pool_min3": False}),
        Reading("an ante of two armies", clauses={"ante": 2}),
    ),
)
