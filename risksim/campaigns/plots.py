"""Pictures of campaigns: how far they get, with how many armies, and how many armies they need."""

from typing import TYPE_CHECKING, Protocol

from matplotlib.ticker import MaxNLocator

from risksim import pictures
from risksim.campaigns.model import Campaign, Simulated

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Most territories whose bars bear numbers.
_MOST_LABELLED = 16


class Needed(Protocol):
    """Answers about the armies needed, of a chain or of a plan."""

    @property
    def curve(self) -> tuple[tuple[int, float], ...]:
        """Return armies and their chance."""

    @property
    def armies(self) -> int:
        """Return the fewest armies."""

    @property
    def p_win(self) -> float:
        """Return their chance."""

    @property
    def p(self) -> float:
        """Return the chance wanted."""

    @property
    def rules(self) -> str:
        """Return the name of the rule set."""


def reach(answer: Campaign, ax: "Axes | None" = None) -> "Axes":
    """Draw the chance that everything up to each territory is taken.

    Parameters
    ----------
    answer
        What :func:`risksim.campaigns.campaign` returned.
    ax
        Where to draw; a new figure when None.
    """
    n = len(answer.defenders)
    with pictures.axes(ax) as axes:
        bars = axes.bar(range(1, n + 1), answer.p_each, 0.85, color=pictures.COLOURS[0])
        if n <= _MOST_LABELLED:
            axes.bar_label(bars, [f"{p:.2f}" for p in answer.p_each], fontsize=8)
            axes.set_xticks(
                range(1, n + 1), [f"{at}\n({d})" for at, d in enumerate(answer.defenders, start=1)]
            )
        axes.xaxis.grid(visible=False)
        axes.set_ylim(0, 1.1)
        axes.set_xlabel("territory (defenders)")
        axes.set_ylabel("P(taken up to here)")
        standing = "+".join(map(str, answer.stacks))
        axes.set_title(
            f"{standing} armies through {n} {'territory' if n == 1 else 'territories'}: P(all) = {answer.p_all:.3f}"
        )
        return axes


def armies_left(answer: Campaign, ax: "Axes | None" = None) -> "Axes":
    """Draw the armies in the last territory when everything is taken."""
    last = [o for o in answer.outcomes if o.territories_taken == len(answer.defenders)]
    with pictures.axes(ax) as axes:
        axes.bar([o.armies_left for o in last], [o.p for o in last], 0.9, color=pictures.COLOURS[0])
        if answer.expected_armies_left is not None:
            mean = answer.expected_armies_left
            axes.axvline(mean, color="0.3", linestyle="--", linewidth=1, label=f"mean {mean:.1f}")
            axes.legend()
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("armies in the last territory")
        axes.set_ylabel("probability")
        axes.set_title(f"All taken with chance {answer.p_all:.3f}: what is left")
        return axes


def need(answer: Needed, ax: "Axes | None" = None) -> "Axes":
    """Draw the chance to take everything against the armies, and mark the fewest that are enough."""
    armies, chances = zip(*answer.curve, strict=True)
    with pictures.axes(ax) as axes:
        axes.plot(armies, chances, color=pictures.COLOURS[0], marker="o", markersize=3)
        axes.axhline(answer.p, color="0.4", linestyle="--", linewidth=1, label=f"wanted: {answer.p:g}")
        axes.plot(
            [answer.armies],
            [answer.p_win],
            "D",
            color=pictures.COLOURS[1],
            label=f"{answer.armies} armies: {answer.p_win:.3f}",
        )
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_ylim(0, 1.05)
        axes.set_xlabel("armies on the territory all begins from")
        axes.set_ylabel("P(everything taken)")
        axes.set_title(f"Armies to take everything (rules: {answer.rules})")
        axes.legend()
        return axes


def rolled(answer: Simulated, ax: "Axes | None" = None) -> "Axes":
    """Draw the shares of the rolled campaigns that ended in each of the outcomes, in their order."""
    with pictures.axes(ax) as axes:
        shares = [count / answer.trials for count in answer.counts]
        axes.bar(range(1, len(shares) + 1), shares, 0.9, color=pictures.COLOURS[2])
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("outcome, in the order of the exact ones")
        axes.set_ylabel("share of the campaigns")
        axes.set_title(
            f"{answer.trials:,} campaigns rolled: P(all) = {answer.p_all:.4f} [{answer.low:.4f}, {answer.high:.4f}]"
        )
        return axes
