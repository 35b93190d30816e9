"""Pictures of poker hands."""

from typing import TYPE_CHECKING

from risksim import pictures
from risksim.poker.model import Hands

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
        axes.set_xlim(right=5)
        axes.set_xlabel("probability")
        axes.set_title(f"Hands of five cards: order {answer.order}, {answer.classes:,} classes")
        return axes
