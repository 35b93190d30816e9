"""Pictures of bets."""

from typing import TYPE_CHECKING

from risksim import pictures

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from risksim.poker.betting.model import AllIn, Call, Play, SidePots, Stakes


def call(answer: "Call", ax: "Axes | None" = None) -> "Axes":
    """Draw the equities needed to call and to bet, by reading."""
    with pictures.axes(ax) as axes:
        for place, (label, name) in enumerate((("to call", "equity_to_call"), ("to bet", "equity_to_bet"))):
            spots = [row + (place - 0.5) * 0.4 for row in range(len(answer.rows))]
            bars = axes.bar(
                spots,
                [getattr(row, name) for row in answer.rows],
                width=0.4,
                color=pictures.COLOURS[place],
                label=label,
            )
            axes.bar_label(bars, fmt="%.3f", padding=2)
        axes.set_xticks(range(len(answer.rows)), [row.all_in for row in answer.rows])
        axes.set_ylim(0, 1.1)
        axes.set_ylabel("share of the pot needed")
        axes.set_title(f"{answer.bet} bet into {answer.pot}, the caller has {answer.pile}")
        axes.legend()
        return axes


def all_in(answer: "AllIn", ax: "Axes | None" = None) -> "Axes":
    """Draw what everyone gains with equally good hands."""
    readings = list(dict.fromkeys(row.all_in for row in answer.rows))
    with pictures.axes(ax) as axes:
        for place, reading in enumerate(readings):
            rows = [row for row in answer.rows if row.all_in == reading]
            axes.bar(
                [row.player + (place - 1) * 0.25 for row in rows],
                [row.net_if_equal for row in rows],
                width=0.25,
                color=pictures.COLOURS[place],
                label=reading,
            )
        axes.axhline(0, color="black", linewidth=0.8)
        axes.set_xticks(range(1, len(answer.piles) + 1), [f"pile of {pile}" for pile in answer.piles])
        axes.set_ylabel("armies gained on average")
        axes.set_title("Everyone all-in with equally good hands")
        axes.legend()
        return axes


def stakes(answer: "Stakes", ax: "Axes | None" = None) -> "Axes":
    """Draw what the ante is of a turn's armies, by territories."""
    with pictures.axes(ax) as axes:
        rows = [row for row in answer.rows if row.is_rule]
        axes.plot(
            [row.territories for row in rows],
            [row.ante_of_turn or 0.0 for row in rows],
            color=pictures.COLOURS[0],
            marker="o",
            label="an ante",
        )
        axes.plot(
            [row.territories for row in rows],
            [row.pile_of_turn or 0.0 for row in rows],
            color=pictures.COLOURS[1],
            linestyle="--",
            marker="s",
            label="all-in",
        )
        axes.set_ylim(0, 1.05)
        axes.set_xlabel("territories held")
        axes.set_ylabel("share of the next turn's armies")
        axes.set_title(f"What is at stake (rules: {answer.rules})")
        axes.legend()
        return axes


def first_action(answer: "Play", ax: "Axes | None" = None) -> "Axes":
    """Draw the first action of the player on turn, by class of his hand."""
    with pictures.axes(ax) as axes:
        classes = range(1, len(answer.first_action) + 1)
        below = [0.0] * len(answer.first_action)
        for place, name in enumerate(answer.first_actions):
            chances = [row[place] for row in answer.first_action]
            axes.bar(
                classes,
                chances,
                bottom=below,
                color=pictures.COLOURS[place % len(pictures.COLOURS)],
                label=name,
                edgecolor="white",
            )
            below = [low + p for low, p in zip(below, chances, strict=True)]
        axes.set_xticks(list(classes), [f"{share:.2f}" for share in answer.first_equity])
        axes.set_xlabel("share of the pot of the class, worst to best")
        axes.set_ylabel("chance of the first action")
        axes.set_title(f"Betting in equilibrium: piles {answer.piles[0]} and {answer.piles[1]}")
        axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0))
        return axes


def side_pots(answer: "SidePots", ax: "Axes | None" = None) -> "Axes":
    """Draw what the player on turn wins, by piles and reading."""
    pairs = list(dict.fromkeys(row.piles for row in answer.rows))
    with pictures.axes(ax) as axes:
        for place, reading in enumerate(dict.fromkeys(row.all_in for row in answer.rows)):
            rows = [row for row in answer.rows if row.all_in == reading]
            axes.bar(
                [pairs.index(row.piles) + (place - 1) * 0.25 for row in rows],
                [row.value for row in rows],
                width=0.25,
                color=pictures.COLOURS[place],
                label=reading,
            )
        axes.axhline(0, color="black", linewidth=0.8)
        axes.set_xticks(range(len(pairs)), [f"{mine} v {theirs}" for mine, theirs in pairs])
        axes.set_xlabel("piles: on turn v rival")
        axes.set_ylabel("armies the player on turn wins")
        axes.set_title("What the all-in clause does to betting")
        axes.legend()
        return axes
