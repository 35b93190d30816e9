"""The picture of a battle round by round."""

from typing import TYPE_CHECKING

from matplotlib.ticker import MaxNLocator

from risksim import pictures
from risksim.luck.midbattle.model import MidBattle

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def followed(battle: MidBattle, ax: "Axes | None" = None) -> "Axes":
    """Draw the chance to take the territory and the attacker's luck after every round.

    Parameters
    ----------
    battle
        The battle, begun or over.
    ax
        Where to draw; a new figure when None.
    """
    chances = [battle.p_win_at_start, *(each.p_win for each in battle.history)]
    with pictures.axes(ax) as axes:
        axes.plot(range(len(chances)), chances, "o-", color=pictures.COLOURS[0], label="P(territory taken)")
        axes.plot(
            range(1, len(chances)),
            [each.percentile for each in battle.history],
            "s--",
            color=pictures.COLOURS[1],
            label="luck of the attacker (percentile)",
        )
        axes.axhline(0.5, color="0.4", linewidth=0.8)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_ylim(-0.03, 1.03)
        axes.set_xlabel("rounds")
        axes.set_ylabel("probability")
        state = battle.ended or f"{battle.armies_left} against {battle.defenders_left}"
        axes.set_title(
            f"{battle.armies} armies against {battle.defenders}: {state} after {len(chances) - 1} rounds"
        )
        axes.legend()
        return axes
