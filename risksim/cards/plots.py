"""Pictures of the turn-in economy: when sets come, how many, and what they bring."""

from typing import TYPE_CHECKING

from matplotlib.ticker import MaxNLocator

from risksim import pictures
from risksim.cards.model import Economy, Simulation

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def waits(answer: Economy, ax: "Axes | None" = None) -> "Axes":
    """Draw after how many cards the first set is in hand, and how many lie between two turn-ins.

    Parameters
    ----------
    answer
        What :func:`risksim.cards.economy` returned.
    ax
        Where to draw; a new figure when None.
    """
    with pictures.axes(ax) as axes:
        first, later = answer.p_first_set, answer.between_sets
        axes.bar(
            [int(n) - 0.2 for n in first],
            list(first.values()),
            0.4,
            color=pictures.COLOURS[0],
            label="first set in hand",
        )
        axes.bar(
            [int(n) + 0.2 for n in later],
            list(later.values()),
            0.4,
            color=pictures.COLOURS[1],
            hatch="//",
            edgecolor="white",
            label="between two turn-ins, long run",
        )
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("cards")
        axes.set_ylabel("probability")
        axes.set_title(f"Cards to a set: deck {answer.deck}, trading {answer.trade}")
        axes.legend()
        return axes


def sets_by_card(answer: Economy, ax: "Axes | None" = None) -> "Axes":
    """Draw the expected number of sets after so many cards, beside a third of them.

    Parameters
    ----------
    answer
        What :func:`risksim.cards.economy` returned.
    ax
        Where to draw; a new figure when None.
    """
    with pictures.axes(ax) as axes:
        n = range(len(answer.sets_by_card))
        axes.plot(n, answer.sets_by_card, color=pictures.COLOURS[0], label="expected sets turned in")
        axes.plot(
            n,
            [cards / answer.cards_per_set for cards in n],
            pictures.LINE_STYLES[1],
            color=pictures.COLOURS[1],
            label="a set for every three cards",
        )
        axes.set_xlabel("cards drawn")
        axes.set_ylabel("sets")
        axes.set_title(f"Sets by cards: deck {answer.deck}, trading {answer.trade}")
        axes.legend()
        return axes


def income(answer: Simulation, ax: "Axes | None" = None) -> "Axes":
    """Draw a player's armies from cards at each turn, with intervals.

    Parameters
    ----------
    answer
        What :func:`risksim.cards.simulate` returned.
    ax
        Where to draw; a new figure when None.
    """
    with pictures.axes(ax) as axes:
        turns = range(1, answer.turns + 1)
        axes.plot(turns, [e.value for e in answer.income_by_turn], color=pictures.COLOURS[0])
        axes.fill_between(
            turns,
            [e.low for e in answer.income_by_turn],
            [e.high for e in answer.income_by_turn],
            color=pictures.COLOURS[0],
            alpha=0.3,
            linewidth=0,
        )
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("turn")
        axes.set_ylabel("armies from cards, per player")
        axes.set_title(f"Card income: {answer.rules}, {answer.players} players, trading {answer.trade}")
        return axes
