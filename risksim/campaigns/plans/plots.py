"""Pictures of plans: what is taken how likely."""

from typing import TYPE_CHECKING

from risksim import pictures
from risksim.campaigns.plans.model import BestPlan

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def best(answer: BestPlan, ax: "Axes | None" = None) -> "Axes":
    """Draw the chance that each territory is taken, in the likeliest order of the attacks.

    Parameters
    ----------
    answer
        What :func:`risksim.campaigns.plan` returned.
    ax
        Where to draw; a new figure when None.
    """
    defenders = {each.name: each.defenders for each in answer.territories}
    chances = [answer.p_each[name] for name in answer.order]
    with pictures.axes(ax) as axes:
        bars = axes.barh(range(len(chances)), chances, 0.8, color=pictures.COLOURS[0])
        axes.bar_label(bars, [f"{p:.3f}" for p in chances], padding=3, fontsize=8)
        axes.set_yticks(
            range(len(chances)),
            [f"{at}. {name} ({defenders[name]})" for at, name in enumerate(answer.order, start=1)],
        )
        axes.invert_yaxis()
        axes.yaxis.grid(visible=False)
        axes.set_xlim(0, 1.1)
        axes.set_xlabel("P(taken)")
        axes.set_title(f"{answer.armies} armies: P(all) = {answer.p_all:.3f}")
        return axes
