"""Pictures of poker hands."""

from typing import TYPE_CHECKING

from risksim import pictures
from risksim.poker.model import Control, Hands

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def categories(answer: Hands, ax: "Axes | None" = None) -> "Axes":
    """Draw how likely each category is, on a logarithmic axis.

    Parameters
    ----------
    answer
        What :func:`risksim.poker.hands` returned.
    ax
        Where to draw; a new figure when None.
    """
    with pictures.axes(ax) as axes:
        names = list(answer.categories)[::-1]
        bars = axes.barh(
            names, [answer.categories[name] / answer.hands for name in names], color=pictures.COLOURS[0]
        )
        axes.bar_label(bars, [f"{answer.categories[name]:,}" for name in names], padding=3)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:g}")
        axes.set_xlim(right=5)
        axes.set_xlabel("probability")
        axes.set_title(f"Hands of five cards: order {answer.order}, {answer.classes:,} classes")
        return axes


def control(answer: Control, ax: "Axes | None" = None) -> "Axes":
    """Draw the chances of the bidder: to win, and to play each ally.

    Parameters
    ----------
    answer
        What :func:`risksim.poker.control` returned.
    ax
        Where to draw; a new figure when None.
    """
    bars: list[tuple[str, float, int]] = [("wins the hand", answer.p_win, 0)]
    if answer.p_control_free is not None:
        bars.append(("an ally named\nafter looking", answer.p_control_free, 1))
    bars += [(name.replace("+", "\n+ "), p, 2) for name, p in (answer.p_control or {}).items()]
    with pictures.axes(ax) as axes:
        names, chances, colours = zip(*bars, strict=True)
        drawn = axes.bar(names, chances, color=[pictures.COLOURS[colour] for colour in colours])
        axes.bar_label(drawn, [f"{p:.3f}" for p in chances], padding=2)
        axes.set_ylim(0, max(chances) * 1.15)
        axes.set_ylabel("probability")
        cards = answer.hand or ", ".join(map(str, answer.cards)) + " cards"
        axes.set_title(f"The right to play an ally: {answer.players} players, {cards}")
        return axes
