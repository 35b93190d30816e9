"""C21: the chances to win and to tie with two hands of three own cards and two on the board.

Sources: ``seed-new-rules``.
"""

from risksim.claims.checking import showdowns
from risksim.claims.checking.claim import AS_WRITTEN, Case, Finding, Measured
from risksim.claims.checking.showdowns import OWN, QUEENS, TWO_FIVE

LARGEST = 6


def measure(case: Case) -> Measured:
    """Count all deals of two hands; with more players, and beside the counted ones, deal them."""
    dealt = showdowns.dealt(case, (OWN, OWN))
    read = dealt.read()
    others = [
        dealt.number("chance that both hands tie", read["p_tie"]),
        dealt.number("chance that the other hand wins", read["p_lose"]),
    ]
    if case.is_headline:
        rolled = showdowns.dealt(case, (OWN, OWN), is_simulated=True)
        for key, word in (("p_win", "wins"), ("p_tie", "ties")):
            known = read[key].fraction() if dealt.seed is None else None
            others.append(
                rolled.number(f"chance that a hand {word}, dealt", rolled.read()[key], against=known)
            )
        for players in range(3, LARGEST + 1):
            more = showdowns.dealt(case, (OWN,) * players)
            others += [
                more.number(f"chance that the bidder wins, {players} players", more.read()["p_win"]),
                more.number(f"chance that nobody wins alone, {players} players", more.shared()),
            ]
    return Measured(dealt.number("chance that a hand wins", read["p_win"]), tuple(others))


FINDING = Finding(
    "C21",
    "one hand beats another",
    'The best 5-card hand made from a player\'s hand and the two "hole cards" wins the pot.',
    "seed-new-rules",
    measure,
    "probability",
    quantity=(
        "Chance that a given one of two hands, three own cards each and two on the board, beats the other, over all "
        "4.2 · 10¹¹ ordered deals."
    ),
    readings=(AS_WRITTEN, *QUEENS, TWO_FIVE),
)
