"""C23: the best three of more cards against the best three of fewer.

Sources: ``seed-new-rules``.
"""

from fractions import Fraction

from risksim.claims.checking import showdowns
from risksim.claims.checking.claim import AS_WRITTEN, Case, Finding, Measured, Number, Reading
from risksim.claims.checking.showdowns import OWN, PLAYERS, QUEENS_AS_USUAL, SIX, Dealt
from risksim.poker import holdings
from risksim.poker.model import Game

HELD = range(OWN, SIX + 1)


def measure(case: Case) -> Measured:
    """Find the bidder's share of the pot by the cards he, and everybody else, chooses from."""
    cards, rivals = case.whole("cards"), case.whole("rival_cards")
    others = [_won(case, cards, rivals)]
    if case.is_headline:
        dealt, label = _dealt(case, cards, rivals), f"{_words(cards, rivals)}: share of the pot, dealt"
        known = _exact_share(case, cards, rivals)
        others.append(dealt.number(label, showdowns.share_of_pot(dealt), "share", known))
        others += [
            number(case, more, fewer)
            for more in HELD
            for fewer in HELD
            if fewer < more and (more, fewer) != (cards, rivals)
            for number in (_share, _won)
        ]
    return Measured(_share(case, cards, rivals), tuple(others))


def _exact_share(case: Case, cards: int, rivals: int) -> Fraction | None:
    """Return the share of the pot where it is counted over all hands and deals."""
    asked = showdowns.deal(case, _held(case, cards, rivals))
    is_counted = asked.held[1:] == (OWN,) and cards <= holdings.MOST_CARDS and asked.game is Game.HOLDEM
    return holdings.share_of_best(asked.order, cards) if is_counted else None


def _share(case: Case, cards: int, rivals: int) -> Number:
    label = f"{_words(cards, rivals)}: share of the pot"
    known = _exact_share(case, cards, rivals)
    if known is not None:
        return Number.of(label, known, "share")
    dealt = _dealt(case, cards, rivals)
    return dealt.number(label, showdowns.share_of_pot(dealt), "share")


def _won(case: Case, cards: int, rivals: int) -> Number:
    dealt = _dealt(case, cards, rivals)
    return dealt.number(f"{_words(cards, rivals)}: chance to win outright", dealt.read()["p_win"])


def _dealt(case: Case, cards: int, rivals: int) -> Dealt:
    return showdowns.dealt(case, _held(case, cards, rivals))


def _held(case: Case, cards: int, rivals: int) -> tuple[int, ...]:
    return (cards, *(rivals,) * (case.whole("players") - 1))


def _words(cards: int, rivals: int) -> str:
    return f"best of {cards} against {rivals if rivals == OWN else f'best of {rivals}'}"


FINDING = Finding(
    "C23",
    "best three of five cards against three",
    "If he has more than three cards, he must choose three and set aside any extras.",
    "seed-new-rules",
    measure,
    "share",
    quantity=(
        "Share of the pot of two that the bidder wins on average with the best three of five poker cards against one "
        "player with three; the three are chosen before the board is seen, nobody folds, a tie splits the pot."
    ),
    settings={"players": 2, "cards": 5, "rival_cards": OWN},
    readings=(
        AS_WRITTEN,
        Reading("4 cards against 3", settings={"cards": 4}),
        Reading("6 cards against 3", settings={"cards": 6}),
        Reading("5 cards against 4", settings={"rival_cards": 4}),
        *PLAYERS,
        QUEENS_AS_USUAL,
    ),
)
