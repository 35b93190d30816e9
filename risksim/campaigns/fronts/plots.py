"""Pictures of fronts: what the best split and the even split come to on each."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from risksim import pictures
from risksim.battles.words import short
from risksim.campaigns.fronts.model import Defence, Deployment

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDTH = 0.4
#: Most fronts whose bars have room for the armies behind them.
_MOST_WRITTEN = 12


def defence(answer: Defence, ax: "Axes | None" = None) -> "Axes":
    """Draw the chance to lose each front with the best and with the even split; the numbers are defenders.

    Parameters
    ----------
    answer
        What :func:`risksim.campaigns.defend` returned.
    ax
        Where to draw; a new figure when None.
    """
    even = answer.even_split
    with pictures.axes(ax) as axes:
        _bars(axes, (answer.split, answer.p_lost), (even.split, even.p_lost), answer.against)
        axes.set_xlabel("front (enemy armies beside it)")
        axes.set_ylabel("P(front lost)")
        danger = "P(any front lost)" if answer.attacked is None else "P(lost where the enemy picks)"
        axes.set_title(
            f"{sum(answer.split)} defenders on {len(answer.split)} fronts: {danger} = {short(answer.p_any_lost)}"
        )
        return axes


def deployment(answer: Deployment, ax: "Axes | None" = None) -> "Axes":
    """Draw the chance to take each target with the best and with the even split; the numbers are armies."""
    even = answer.even_split
    with pictures.axes(ax) as axes:
        _bars(axes, (answer.split, answer.p_win), (even.split, even.p_win), answer.targets)
        axes.set_xlabel("target (its defenders)")
        axes.set_ylabel("P(target taken)")
        axes.set_title(
            f"{sum(answer.split)} armies against {len(answer.split)} targets: "
            f"P(all) = {short(answer.p_all)}, P(any) = {short(answer.p_any)}"
        )
        return axes


def _bars(
    axes: "Axes",
    best: tuple[Sequence[int], Sequence[float]],
    even: tuple[Sequence[int], Sequence[float]],
    opponents: Sequence[int],
) -> None:
    places = range(1, len(opponents) + 1)
    for (split, chances), side, name, colour, hatch in (
        (best, -0.5, "best split", pictures.COLOURS[0], ""),
        (even, 0.5, "even split", pictures.COLOURS[1], "//"),
    ):
        bars = axes.bar(
            [place + side * _WIDTH for place in places],
            chances,
            _WIDTH,
            color=colour,
            hatch=hatch,
            edgecolor="white",
            label=name,
        )
        if len(split) <= _MOST_WRITTEN:
            axes.bar_label(bars, [str(armies) for armies in split], fontsize=8)
    if len(opponents) <= _MOST_WRITTEN:
        axes.set_xticks(
            list(places), [f"{place} ({armies})" for place, armies in zip(places, opponents, strict=True)]
        )
    axes.set_ylim(0, max(0.05, 1.25 * max(*best[1], *even[1])))
    axes.legend(ncols=2, loc="upper right")
