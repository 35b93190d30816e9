"""Pictures of one battle: its ends, its rounds, and the table of chances."""

from typing import TYPE_CHECKING

from matplotlib.ticker import MaxNLocator

from risksim import pictures
from risksim.battles.model import Need, Odds, Simulated, WinTable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Chances smaller than this have no room for words in a bar.
_LEAST_WRITTEN = 0.06


def outcomes(answer: Odds, ax: "Axes | None" = None) -> "Axes":
    """Draw the ends of a battle: defenders left to the left of the middle, attackers left to its right.

    Parameters
    ----------
    answer
        What :func:`risksim.battles.odds` returned.
    ax
        Where to draw; a new figure when None.
    """
    taken: dict[int, float] = {}
    other: dict[int, float] = {}
    for outcome in answer.outcomes:
        if outcome.defenders_left == 0 and outcome.armies_left > 1:
            taken[outcome.armies_left] = taken.get(outcome.armies_left, 0.0) + outcome.p
        else:
            other[-outcome.defenders_left] = other.get(-outcome.defenders_left, 0.0) + outcome.p
    with pictures.axes(ax) as axes:
        axes.bar(
            list(taken),
            list(taken.values()),
            0.9,
            color=pictures.COLOURS[0],
            label="taken",
        )
        axes.bar(
            list(other),
            list(other.values()),
            0.9,
            color=pictures.COLOURS[1],
            hatch="//",
            edgecolor="white",
            label="not taken",
        )
        axes.axvline(0.5, color="0.4", linewidth=0.8)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.xaxis.set_major_formatter(lambda value, _: f"{abs(value):g}")
        axes.set_xlabel("← defenders left      attacker's armies left →")
        axes.set_ylabel("probability")
        axes.set_title(
            f"{answer.armies} armies ({answer.attackers} can attack) against {answer.defenders}: "
            f"P(taken) = {answer.p_win:.3f}"
        )
        axes.legend()
        return axes


def rounds(answer: Odds, ax: "Axes | None" = None) -> "Axes":
    """Draw the chances of one round, one stacked bar for each number of dice."""
    bars: dict[str, list[tuple[str, float]]] = {}
    for chance in answer.round:
        name = f"{chance.attack_dice} v {chance.defence_dice}"
        bars.setdefault(name, []).append((f"{chance.attacker_loses}-{chance.defender_loses}", chance.p))
    with pictures.axes(ax) as axes:
        kinds = sorted({kind for parts in bars.values() for kind, _ in parts})
        for place, parts in enumerate(bars.values()):
            left = 0.0
            for kind, p in parts:
                colour = pictures.COLOURS[kinds.index(kind) % len(pictures.COLOURS)]
                axes.barh(place, p, 0.8, left=left, color=colour, alpha=0.75, edgecolor="white")
                if p >= _LEAST_WRITTEN:
                    words = f"{kind}\n{p:.3f}"
                    axes.text(left + p / 2, place, words, ha="center", va="center", fontsize=7)
                left += p
        axes.set_yticks(range(len(bars)), list(bars))
        axes.invert_yaxis()
        axes.set_xlim(0, 1)
        axes.set_xlabel("probability of attacker's-defender's losses")
        axes.set_ylabel("dice")
        axes.set_title(f"One round (rules: {answer.rules})")
        return axes


def rolled(answer: Simulated, ax: "Axes | None" = None) -> "Axes":
    """Draw the shares of the rolled battles that ended in each of the outcomes, in their order."""
    with pictures.axes(ax) as axes:
        shares = [count / answer.trials for count in answer.counts]
        axes.bar(range(1, len(shares) + 1), shares, 0.9, color=pictures.COLOURS[2])
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("outcome, in the order of the exact ones")
        axes.set_ylabel("share of the battles")
        axes.set_title(
            f"{answer.trials:,} battles rolled: P(taken) = {answer.p_win:.4f} [{answer.low:.4f}, {answer.high:.4f}]"
        )
        return axes


def need(answer: Need, ax: "Axes | None" = None) -> "Axes":
    """Draw the chances with just enough armies, and with one fewer, beside the chance that was wanted."""
    armies = (answer.armies - 1, answer.armies)
    chances = (answer.p_win_one_fewer, answer.p_win)
    with pictures.axes(ax) as axes:
        bars = axes.bar(
            [str(n) for n in armies], chances, 0.6, color=(pictures.COLOURS[1], pictures.COLOURS[0])
        )
        axes.bar_label(bars, [f"{p:.3f}" for p in chances])
        axes.axhline(answer.p, color="0.4", linestyle="--", linewidth=1, label=f"wanted: {answer.p:g}")
        axes.set_ylim(0, 1.1)
        axes.set_xlabel("armies on the attacking territory")
        axes.set_ylabel("P(territory taken)")
        axes.set_title(f"Armies to take a territory of {answer.defenders} (rules: {answer.rules})")
        axes.legend()
        return axes


def table(answer: WinTable, ax: "Axes | None" = None) -> "Axes":
    """Draw the chances to take a territory as a heat map, with the line of even chances."""
    with pictures.axes(ax) as axes:
        extent = (0.5, answer.defenders[-1] + 0.5, 1.5, answer.armies[-1] + 0.5)
        image = axes.imshow(
            answer.p_win, origin="lower", extent=extent, aspect="auto", cmap="cividis", vmin=0, vmax=1
        )
        if len(answer.armies) > 1 and len(answer.defenders) > 1:
            low = min(min(row) for row in answer.p_win)
            high = max(max(row) for row in answer.p_win)
            if low < 0.5 < high:
                axes.contour(
                    answer.defenders,
                    answer.armies,
                    answer.p_win,
                    levels=[0.5],
                    colors="white",
                    linewidths=1.5,
                )
        axes.figure.colorbar(image, ax=axes, label="P(territory taken)")
        axes.grid(visible=False)
        axes.set_xlabel("defenders")
        axes.set_ylabel("armies on the attacking territory")
        axes.set_title(f"Chance to take a territory (rules: {answer.rules})")
        return axes
