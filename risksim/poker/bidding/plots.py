"""Pictures of the economy of control."""

from typing import TYPE_CHECKING

from risksim import pictures
from risksim.poker.bidding import words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from risksim.poker.bidding.model import Challenge, Economy, Readings, Table, Thresholds

#: Turns that are drawn.
_MOST_TURNS = 30


def waits(answer: "Economy", ax: "Axes | None" = None) -> "Axes":
    """Draw when the first and the next control come."""
    with pictures.axes(ax) as axes:
        for place, (label, chances) in enumerate(
            (("the first", answer.first), ("the next after one", answer.between))
        ):
            shown = chances[:_MOST_TURNS]
            turns = [turn + 1 + (place - 0.5) * 0.4 for turn in range(len(shown))]
            axes.bar(turns, shown, width=0.4, color=pictures.COLOURS[place], label=label)
        axes.set_xlabel("own turns")
        axes.set_ylabel("probability")
        axes.set_title(f"Turns until control of an ally (rules: {answer.rules})")
        axes.legend()
        return axes


def readings(answer: "Readings", ax: "Axes | None" = None) -> "Axes":
    """Draw the share of turns with an ally, one reading changed at a time."""
    rows = [row for row in answer.rows if len(row.changed) < 2]
    names = [words.said(row.changed) or "as the rules have it" for row in rows]
    with pictures.axes(ax) as axes:
        bars = axes.barh(
            names,
            [0.0 if row.p_ally is None else row.p_ally for row in rows],
            color=[pictures.COLOURS[1 if not row.changed else 0] for row in rows],
        )
        axes.bar_label(
            bars, ["endless" if row.is_endless else f"{row.p_ally or 0:.3f}" for row in rows], padding=3
        )
        axes.invert_yaxis()
        axes.margins(x=0.12)
        axes.set_xlabel("share of turns with an ally")
        axes.set_title("One reading changed at a time")
        return axes


def held(answer: "Table", ax: "Axes | None" = None) -> "Axes":
    """Draw how many cards players hold at the end of their turns."""
    with pictures.axes(ax) as axes:
        axes.bar(list(answer.held), list(answer.held.values()), color=pictures.COLOURS[0])
        axes.set_xlabel("poker cards in hand")
        axes.set_ylabel("share of own turns")
        axes.set_title(f"Cards at the end of a turn, {answer.players} players")
        return axes


def challenge(answer: "Challenge", ax: "Axes | None" = None) -> "Axes":
    """Draw what joining gains, by how many others join."""
    with pictures.axes(ax) as axes:
        names = [str(others) for others in range(len(answer.gains))]
        axes.bar(names, answer.gains, color=pictures.COLOURS[0])
        axes.axhline(0, color="black", linewidth=0.8)
        axes.set_xlabel("other rivals in the hand")
        axes.set_ylabel("armies gained by joining\nwithout looking at one's cards")
        axes.set_title(f"To challenge or not: a turn of the ally worth {answer.value:g} armies")
        return axes


def thresholds(answer: "Thresholds", ax: "Axes | None" = None) -> "Axes":
    """Draw what a challenge gains for each army an ally's turn is worth, by players and reading."""
    with pictures.axes(ax) as axes:
        holdings = list(dict.fromkeys((row.cards, row.rival_cards) for row in answer.rows))
        for place, spent in enumerate(dict.fromkeys(row.spent for row in answer.rows)):
            for style, (cards, rival_cards) in enumerate(holdings):
                rows = [
                    row
                    for row in answer.rows
                    if row.spent == spent and (row.cards, row.rival_cards) == (cards, rival_cards)
                ]
                axes.plot(
                    [row.players for row in rows],
                    [row.gain_per_value for row in rows],
                    color=pictures.COLOURS[place % len(pictures.COLOURS)],
                    linestyle=pictures.LINE_STYLES[style % len(pictures.LINE_STYLES)],
                    marker="o",
                    label=f"{spent}, {cards} against {rival_cards} cards",
                )
        axes.axhline(0, color="black", linewidth=0.8)
        axes.set_xticks(sorted({row.players for row in answer.rows}))
        axes.set_xlabel("players")
        axes.set_ylabel("armies gained by challenging\nper army an ally's turn is worth")
        axes.set_title("Who challenges without looking at his cards: above the line somebody does")
        axes.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1.01, 1.0))
        return axes
