"""The hand of poker: by reading of the high queen, by players, by cards held."""

import functools
from typing import TYPE_CHECKING, Any

from risksim import pictures, poker
from risksim.poker import allies
from risksim.reports.page import figures, numbers
from risksim.reports.page.contents import Block, Paragraph
from risksim.reports.page.report import Study
from risksim.reports.page.tables import Column, Table
from risksim.rules import RuleSet
from risksim.rules.clauses import QueenHigh
from risksim.statistics import Estimate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

PLAYERS = (2, 3, 4, 5)
FEWEST = 3
#: Deals of a simulation, at most; a quick report makes do with a quarter.
MOST_DEALS = 100_000
#: Readings of the high queen, in words.
QUEENS = {
    QueenHigh.COMPARE: "compared as the highest; groups by their highest card",
    QueenHigh.COMPARE_MIN: "compared as the highest; groups by their lowest card",
    QueenHigh.COMPARE_SINGLE: "compared as the highest, single cards only",
    QueenHigh.REORDER: "red suits run 10, J, K, A, Q, in straights too",
    QueenHigh.ABOVE_ACE: "a red queen stands above the ace, in straights too",
    QueenHigh.IGNORE: "passed over",
}
probability = functools.partial(numbers.percent, decimals=2)


def blocks(study: Study) -> list[Block]:
    """Return the tables and figures about one hand."""
    duel = poker.control(2, rules=study.base)
    words = (
        "Two players with three cards each and two shared ones are counted exactly, all "
        "4 · 10¹¹ deals; more players and more cards are simulated, with 95 % intervals. Nobody folds. The bidder wins "
        f"outright in {probability(duel.p_win)} of hands between two, ties in {probability(duel.p_tie)}; an ally "
        f"named beforehand is won in {probability(min((duel.p_control or {}).values()))} to "
        f"{probability(max((duel.p_control or {}).values()))}, one named with the cards in view in "
        f"{probability(duel.p_control_free)}: whoever names the ally last always has its suit."
    )
    held = by_cards(study)
    return [
        Paragraph(words),
        _queens(study.base),
        _suits(study),
        _figure(held),
        _cards(held),
    ]


def _queens(base: RuleSet) -> Table:
    import pandas as pd

    rows = []
    for reading in QueenHigh:
        answer = poker.control(2, rules=base, queen_high=reading.value)
        exact = answer.exact or {}
        row: dict[str, Any] = {
            "reading": reading.value,
            "is_rule": reading is base.poker.queen_high,
            "p_win": answer.p_win,
            "p_tie": answer.p_tie,
            **{f"p_suit_given_win_{suit}": p for suit, p in answer.p_suit_given_win.items()},
            **{f"p_control_{ally}": p for ally, p in (answer.p_control or {}).items()},
            "p_control_free": answer.p_control_free,
            "straights": answer.categories["straight"],
            "classes": answer.classes,
            "p_win_exact": exact["p_win"],
            "p_tie_exact": exact["p_tie"],
        }
        rows.append(row)
    return Table(
        "poker-queen",
        "Two players, three cards each, by what “the queen is high in hearts and diamonds” means (exact). Suit: chance "
        "that the winning five hold it. Control: of an ally with that one suit, named beforehand.",
        pd.DataFrame(rows),
        [
            Column("reading", "The red queen is", lambda name: QUEENS[QueenHigh(name)], is_number=False),
            Column("p_win", "Win", numbers.fixed(5)),
            Column("p_tie", "Tie", numbers.fixed(5)),
            Column("p_suit_given_win_hearts", "Red suit", probability),
            Column("p_suit_given_win_clubs", "Black suit", probability),
            Column("p_control_hearts", "Control, red", probability),
            Column("p_control_clubs", "Control, black", probability),
            Column("p_control_free", "Control, named last", probability),
            Column("straights", "Straights of 2,598,960"),
        ],
    )


def _one(study: Study, players: int, cards: int = FEWEST) -> poker.Control:
    """Return the bidder with so many cards against rivals with three each."""
    deals = min(study.effort.trials, MOST_DEALS)
    return _dealt(
        study.base, players, cards, max(2, deals // 4 if study.effort.quick else deals), study.effort.seed
    )


@functools.cache
def _dealt(base: RuleSet, players: int, cards: int, deals: int, seed: int) -> poker.Control:
    if players == 2 and cards == FEWEST:
        return poker.control(2, rules=base)
    return poker.control(
        players, cards=(cards, *[FEWEST] * (players - 1)), rules=base, trials=deals, seed=seed
    )


def _ends(answer: poker.Control, *path: str) -> tuple[float | None, float | None, float | None]:
    """Return a number of an answer with its interval, whose ends are the number itself where it is exact."""
    found: Any = getattr(answer, path[0])
    estimate: Any = (answer.estimates or {}).get(path[0])
    for key in path[1:]:
        found = None if found is None else found[key]
        estimate = None if estimate is None else estimate[key]
    if isinstance(estimate, Estimate):
        return estimate.value, estimate.low, estimate.high
    return found, found, found


def _suits(study: Study) -> Table:
    import pandas as pd

    rows = []
    for players in PLAYERS:
        answer = _one(study, players)
        for ally in allies.names(players):
            value, low, high = _ends(answer, "p_control", ally)
            given = None if not value else value / answer.p_win
            rows.append(
                {
                    "players": players,
                    "ally": ally,
                    "p_win": answer.p_win,
                    "p_suit_given_win": given,
                    "p_control": value,
                    "low": low,
                    "high": high,
                    "method": answer.method,
                    "trials": answer.trials,
                }
            )
    return Table(
        "poker-allies",
        "Which ally has which suits, and the bidder's chance to win the hand and the right to play it, named "
        "beforehand; everybody in the hand, three cards each. One ally with all four suits makes the suit test idle.",
        pd.DataFrame(rows),
        [
            Column("players", "Players"),
            Column("ally", "Ally", lambda name: name.replace("+", ", "), is_number=False),
            Column("p_suit_given_win", "Has the suit, if it wins", numbers.percent),
            Column("p_control", "Control", probability),
            Column("low", "from", probability),
            Column("high", "to", probability),
        ],
    )


def by_cards(study: Study) -> "pd.DataFrame":
    """Return win and control by players and by the cards the bidder chooses his three from."""
    import pandas as pd

    rows = []
    for players in PLAYERS:
        for cards in range(FEWEST, min(6, study.base.poker.poker_hand_cap) + 1):
            answer = _one(study, players, cards)
            win, tie, free = (_ends(answer, name) for name in ("p_win", "p_tie", "p_control_free"))
            best = max(answer.p_control or {}, key=lambda ally: (answer.p_control or {})[ally])
            named = _ends(answer, "p_control", best)
            rows.append(
                {
                    "players": players,
                    "cards": cards,
                    "p_win": win[0],
                    "p_win_low": win[1],
                    "p_win_high": win[2],
                    "p_tie": tie[0],
                    "ally": best,
                    "p_control": named[0],
                    "p_control_low": named[1],
                    "p_control_high": named[2],
                    "p_control_free": free[0],
                    "p_control_free_low": free[1],
                    "p_control_free_high": free[2],
                    "method": answer.method,
                    "trials": answer.trials,
                }
            )
    return pd.DataFrame(rows)


def _figure(held: "pd.DataFrame") -> Block:
    fewest, most = held["cards"].min(), held["cards"].max()

    def at(players: int, cards: int) -> str:
        row = held[(held["players"] == players) & (held["cards"] == cards)].iloc[0]
        return numbers.percent(float(row["p_control_free"]))

    return figures.drawn(
        "poker-cards-held",
        "What more cards are worth",
        lambda ax: _lines(ax, held),
        caption=(
            "The bidder's chance of control of an ally that he names last, by the cards he chooses his best three from, "
            "before the board is seen; all rivals are in the hand with three cards each. Dotted: an equal share."
        ),
        alt="; ".join(
            f"{players} players: {at(players, fewest)} with {fewest} cards, {at(players, most)} with {most}"
            for players in PLAYERS
        ),
    )


def _lines(ax: "Axes", held: "pd.DataFrame") -> None:
    with pictures.axes(ax):
        for place, players in enumerate(PLAYERS):
            rows = held[held["players"] == players]
            ax.plot(
                rows["cards"],
                rows["p_control_free"],
                color=pictures.COLOURS[place],
                linestyle=pictures.LINE_STYLES[place],
                marker="o",
                label=f"{players} players",
            )
            ax.axhline(1 / players, color=pictures.COLOURS[place], linewidth=0.8, linestyle=":")
        ax.set_xlabel("poker cards the bidder holds")
        ax.set_ylabel("chance of control")
        ax.set_ylim(0, 1)
        ax.set_xticks(sorted(set(held["cards"])))
        ax.legend(fontsize=8, loc="upper left", ncols=2)


def _cards(held: "pd.DataFrame") -> Table:
    return Table(
        "poker-control",
        "The bidder's chances by players and by the cards he holds, rivals with three each: best three of his cards by "
        "their exact chance to beat one hand; the ally with the best chance, named beforehand, and any ally, named "
        "last. Two players with three cards are exact, the rest 95 % intervals.",
        held,
        [
            Column("players", "Players"),
            Column("cards", "Cards"),
            Column("p_win", "Win", probability),
            Column("p_win_low", "from", probability),
            Column("p_win_high", "to", probability),
            Column("p_tie", "Tie", probability),
            Column("p_control", "Control, named before", probability),
            Column("p_control_free", "Control, named last", probability),
        ],
    )
