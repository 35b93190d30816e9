"""Pictures of luck: how it ran, row by row, and what the dice showed."""

import math
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
from matplotlib.ticker import MaxNLocator

from risksim import pictures
from risksim.errors import printable
from risksim.luck import words
from risksim.luck.fairness import Fairness
from risksim.luck.model import Luck
from risksim.statistics import clopper_pearson

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Rows up to which each is marked with a dot.
_MOST_MARKED = 60
#: What marks the shares of single dice; of more dice than that only all together are drawn.
_MARKERS = ("o", "s", "^", "D", "v", "P")


def running(answer: Luck, ax: "Axes | None" = None) -> "Axes":
    """Draw the luck so far: inside the darker band at one look, inside the lighter one at all looks at once.

    Parameters
    ----------
    answer
        What :func:`risksim.luck.luck` returned.
    ax
        Where to draw; a new figure when None.
    """
    rows = answer.rows
    n = range(len(rows) + 1)
    with pictures.axes(ax) as axes:
        furthest = max(max(abs(row.low_so_far), row.high_so_far, abs(row.luck_so_far)) for row in rows)
        bands = (
            ("anytime_low", "anytime_high", 5, 0.2, "at all looks at once"),
            ("low_so_far", "high_so_far", 0, 0.25, "at one look"),
        )
        for low, high, colour, alpha, when in bands:
            ends = [[getattr(row, name) for row in rows] for name in (low, high)]
            ends = [
                [each if math.isfinite(each) else math.copysign(9 * furthest + 9, each) for each in side]
                for side in ends
            ]
            axes.fill_between(
                n,
                [ends[0][0], *ends[0]],
                [ends[1][0], *ends[1]],
                color=pictures.COLOURS[colour],
                alpha=alpha,
                step="pre",
                label=f"{answer.level:g} {when}",
            )
        axes.plot(
            n,
            [0.0, *(row.luck_so_far for row in rows)],
            color=pictures.COLOURS[1],
            marker="o" if len(rows) <= _MOST_MARKED else None,
            markersize=4,
            label="luck so far",
        )
        axes.axhline(0, color="0.4", linewidth=0.8)
        reach = 1.15 * max(furthest, *(abs(row.luck_so_far) for row in rows)) + 1
        axes.set_ylim(-1.6 * reach, 1.6 * reach)
        axes.set_xlim(0, len(rows))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("rows of the log")
        axes.set_ylabel("armies better than expected")
        axes.set_title(
            f"Luck ({answer.side}): {answer.luck:+.1f} armies, percentile {words.percentile(answer)}, "
            f"anytime {words.p_value_anytime(answer)}"
        )
        axes.legend(loc="upper left")
        return axes


def percentiles(answer: Luck, ax: "Axes | None" = None) -> "Axes":
    """Draw the percentile of each row; fair dice scatter them evenly between 0 and 1."""
    with pictures.axes(ax) as axes:
        for kind, colour, marker in (("round", 0, "o"), ("battle", 1, "s")):
            places = [place for place, row in enumerate(answer.rows, start=1) if row.kind == kind]
            if places:
                axes.scatter(
                    places,
                    [answer.rows[place - 1].percentile for place in places],
                    s=22,
                    color=pictures.COLOURS[colour],
                    marker=marker,
                    label=kind,
                )
        axes.axhline(0.5, color="0.4", linewidth=0.8)
        axes.set_ylim(-0.03, 1.03)
        axes.set_xlim(0, len(answer.rows) + 0.5)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("rows of the log")
        axes.set_ylabel("percentile (1: luckiest)")
        axes.set_title("Luck of each row")
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
        return axes


def page(answer: Luck) -> "Figure":
    """Draw the luck so far above the percentiles of the rows."""
    with pictures.styled():
        figure, (above, below) = plt.subplots(2, 1, figsize=(7.0, 6.4), height_ratios=(3, 2))
        running(answer, above)
        percentiles(answer, below)
        return figure


def faces(answer: Fairness, ax: "Axes | None" = None) -> "Axes":
    """Draw the share of each face of all dice together, with intervals that hold for all faces at once, and each die.

    Parameters
    ----------
    answer
        What :func:`risksim.luck.dice` returned.
    ax
        Where to draw; a new figure when None.
    """
    test = answer.together
    level = 1 - (1 - answer.level) / answer.sides
    numbers = range(1, answer.sides + 1)
    shares = [count / test.rolls for count in test.counts]
    ends = [clopper_pearson(count, test.rolls, level) for count in test.counts]
    with pictures.axes(ax) as axes:
        axes.bar(
            numbers,
            shares,
            0.8,
            color=[pictures.COLOURS[1 if face == test.face else 0] for face in numbers],
            yerr=(
                [share - low for share, (low, _) in zip(shares, ends, strict=True)],
                [high - share for share, (_, high) in zip(shares, ends, strict=True)],
            ),
            ecolor="0.2",
            capsize=3,
        )
        axes.axhline(1 / answer.sides, color="0.2", linestyle="--", linewidth=1, label="a fair die")
        if 1 < len(answer.dice) <= len(_MARKERS):
            for marker, die in zip(_MARKERS, answer.dice, strict=False):
                axes.plot(
                    numbers,
                    [count / die.rolls for count in die.counts],
                    marker,
                    color="0.2",
                    markerfacecolor="white",
                    label=_as_it_stands(die.name),
                )
        axes.set_ylim(bottom=0)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("face")
        axes.set_ylabel("share of the rolls")
        how = test.method if answer.n_tests == 1 else f"corrected for {answer.n_tests} tests"
        axes.set_title(f"{answer.rolls:,} rolls: p = {words.chance(answer.p_value)} ({how})")
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
        return axes


def _as_it_stands(name: str) -> str:
    """Return a name as a legend shows it: no formula, nothing hidden."""
    return " " * name.startswith("_") + printable(name).replace("$", r"\$")
