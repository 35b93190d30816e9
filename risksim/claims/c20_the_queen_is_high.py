"""C20: what "the queen is high in hearts and diamonds" does under each of its readings.

Sources: ``seed-new-rules``.
"""

from fractions import Fraction

import numpy as np
import numpy.typing as npt

from risksim import poker
from risksim.claims.checking import allies
from risksim.claims.checking.claim import AS_WRITTEN, Case, Finding, Measured, Number
from risksim.claims.checking.showdowns import QUEENS
from risksim.poker import changes, deck, matchups, tables
from risksim.poker.kernels.choices import triple_number
from risksim.poker.kernels.triples import all_triples

USUAL = "ignore"
#: Own cards whose share of the pot shows what the reading does.
SHOWN = ("Ac Ad Ah", "Qc Qd Qh", "Ac As 2d", "Qd Qh 2c", "Qc Qd 2h")


def measure(case: Case) -> Measured:
    """Count the deals that end otherwise than with queens as usual, the hands by category, the best own cards."""
    queen_high = allies.rules(case).poker.queen_high.value
    changed = changes.changed(USUAL, queen_high)
    counted = poker.hands(queen_high)
    shares = _shares(queen_high)
    best = int(np.argmax(shares))
    others = [
        *(
            Number.of(f"deals where {words}", Fraction(n, matchups.N_DEALS), "share")
            for words, n in (
                ("the other hand wins", changed.turned),
                ("a tie is broken", changed.broken),
                ("winner and loser now tie", changed.tied),
            )
        ),
        Number.of("hands of another category", _other_categories(queen_high), "hands"),
        *(Number.of(f"hands: {category}", n, "hands") for category, n in counted.categories.items()),
        Number.of("classes of hands that tie", counted.classes, "classes"),
        Number.of(f"share of the pot of the best own cards, {_named(best)}", _share(shares[best]), "share"),
        *(
            Number.of(
                f"share of the pot of {cards}", _share(shares[triple_number(*deck.parse(cards))]), "share"
            )
            for cards in SHOWN
            if triple_number(*deck.parse(cards)) != best
        ),
    ]
    return Measured(
        Number.of("share of deals whose result is another", changed.share, "share"), tuple(others)
    )


def _other_categories(queen_high: str) -> int:
    """Return how many of all hands of five belong to another category than usual."""
    usual, here = (tables.ranks(order) for order in (USUAL, queen_high))
    return int((usual.category[usual.rank] != here.category[here.rank]).sum())


def _shares(queen_high: str) -> npt.NDArray[np.int64]:
    """Return what three own cards get of the pot against three random ones, by number, in halves of a deal."""
    counts = matchups.matchups(queen_high)
    won, tied = (each.sum(axis=1, dtype=np.int64) for each in counts)
    halves: npt.NDArray[np.int64] = 2 * won + tied
    return halves


def _share(halves: int) -> Fraction:
    return Fraction(int(halves), 2 * matchups.BOARDS_OF_TRIPLE * matchups.OPPONENTS)


def _named(number: int) -> str:
    return deck.text(all_triples()[3 * number : 3 * number + 3].tolist())


FINDING = Finding(
    "C20",
    "deals a high red queen changes",
    "The queen shall be the high card in the hearts and diamonds, ♥ ♦ the red suits.",
    "seed-new-rules",
    measure,
    "share",
    quantity=(
        "Share of all deals of two hands (three own cards each, two on the board) that end otherwise than with red "
        "queens as usual. As written here a red queen beats an ace and lifts its pair or triple, and straights stay."
    ),
    readings=(AS_WRITTEN, *QUEENS),
)
