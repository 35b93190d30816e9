"""Antes against incomes, calls without a side pot, and what the betting becomes."""

from typing import TYPE_CHECKING

from risksim import pictures
from risksim.poker import betting
from risksim.reports.page import figures, numbers
from risksim.reports.page.contents import Block, Paragraph
from risksim.reports.page.report import Study
from risksim.reports.page.tables import Column, Table
from risksim.rules import RuleSet
from risksim.rules.clauses import AllIn

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Armies left, after the ante, to a player of the first turns and to one with a large income, and the bets drawn.
SHORT, LONG = 2, 9
BETS = tuple(range(1, 21))
PILES = ((3, 3), (10, 3), (3, 10))
MOST_DEALS = 200_000
CLASSES = 3
READINGS = {
    AllIn.WINNER_TAKES_POT: "the winner takes the pot",
    AllIn.SIDE_POT: "side pots",
    AllIn.CAPPED: "bets up to the shortest pile",
}
armies = numbers.fixed(3)


def pot(base: RuleSet) -> int:
    """Return the antes of two."""
    return 2 * base.poker.ante


def to_call(base: RuleSet, bet: int) -> tuple[float, float]:
    """Return the share of the pot a short pile needs to call, as written and with a side pot."""
    answer = betting.call(pot(base), bet, SHORT, base)
    return (
        answer.row(AllIn.WINNER_TAKES_POT.value).equity_to_call,
        answer.row(AllIn.SIDE_POT.value).equity_to_call,
    )


def blocks(study: Study) -> list[Block]:
    """Return the tables and figures about bets."""
    base = study.base
    literal, fair = to_call(base, LONG)
    words = (
        f"“A player may go all-in, but this does not result in a side pot”: as written the winner takes the whole pot, "
        f"armies that nobody matched included. A player with {SHORT} armies left who is bet {LONG} needs "
        f"{numbers.percent(literal)} of the pot to call instead of {numbers.percent(fair)}, and the bettor risks {LONG} "
        f"armies to win {SHORT} and the antes. So nobody who plays well bets more than the shortest pile can call, "
        "except now and then."
    )
    return [Paragraph(words), _calls(base), _equilibria(study), *_stakes(base)]


def _calls(base: RuleSet) -> Block:
    import pandas as pd

    rows = [
        {"pot": pot(base), "bet": bet, "pile": SHORT, "all_in": row.all_in, "equity_to_call": row.equity_to_call,
         "bettor_risks": row.bettor_risks, "bettor_wins": row.bettor_wins, "folds_needed": row.folds_needed}
        for bet in BETS
        for row in betting.call(pot(base), bet, SHORT, base).rows
    ]  # fmt: skip
    table = Table(
        "poker-calls", "What a call needs by bet and reading of the all-in clause.", pd.DataFrame(rows), None
    )
    return figures.drawn(
        "poker-equity-to-call",
        "What a call with two armies needs",
        lambda ax: _drawn(ax, base),
        caption=(
            f"Share of the pot from which a player with {SHORT} armies left gains by calling, by the bet, antes of two "
            "in the pot (exact). Capped bets need what side pots need."
        ),
        alt="; ".join(
            f"a bet of {bet}: {numbers.percent(to_call(base, bet)[0])} as written, "
            f"{numbers.percent(to_call(base, bet)[1])} with a side pot"
            for bet in (2, 5, 9, 20)
        ),
        data=table,
    )


def _drawn(ax: "Axes", base: RuleSet) -> None:
    with pictures.axes(ax):
        for place, label in enumerate(("no side pot, as written", "side pot")):
            ax.plot(
                BETS,
                [to_call(base, bet)[place] for bet in BETS],
                color=pictures.COLOURS[place],
                linestyle=pictures.LINE_STYLES[place],
                marker=".",
                label=label,
            )
        ax.set_xlabel("armies bet")
        ax.set_ylabel("share of the pot to call")
        ax.set_ylim(0, 0.5)
        ax.set_xticks([1, 5, 10, 15, 20])
        ax.legend(fontsize=8)


def _equilibria(study: Study) -> Table:
    deals = max(1_000, min(study.effort.trials, MOST_DEALS))
    found = betting.side_pots(
        PILES, study.base, rounds=2, classes=CLASSES, trials=deals, seed=study.effort.seed
    )
    frame = found.to_frame()
    frame["first_pile"], frame["second_pile"] = zip(*frame.pop("piles"), strict=True)
    return Table(
        "poker-betting",
        f"Two players who bet as well as they can, after the flop and after the river, hands in {CLASSES} classes met over "
        f"{deals:,} deals: armies the player on turn wins, the ally apart; the pot; and showdowns for which one has paid "
        "more. Bets are half the pot, the pot and all.",
        frame,
        [
            Column("first_pile", "Pile on turn"),
            Column("second_pile", "Rival's pile"),
            Column("all_in", "All-in", lambda name: READINGS[AllIn(name)], is_number=False),
            Column("value", "Wins, armies", armies),
            Column("pot", "Pot, armies", numbers.fixed(2)),
            Column("p_showdown", "Shown down", numbers.percent),
            Column("p_unequal", "One paid more", numbers.percent),
        ],
    )


def _stakes(base: RuleSet) -> list[Block]:
    import pandas as pd

    parts = [betting.stakes(base, factories=factories).to_frame() for factories in (0, 1, 2, 4)]
    frame = pd.concat(parts, ignore_index=True)
    own = frame[frame["is_rule"]]
    table = Table("poker-stakes", "What an ante and an all-in are of a turn's armies.", frame, None)
    extract = Table(
        "poker-stakes-shown",
        "What an ante is of the armies of the next turn, cards apart, and what an all-in risks, as the rules have it "
        "(exact).",
        own[own["territories"].isin([7, 12, 21])],
        [
            Column("territories", "Territories"),
            Column("factories", "Factories"),
            Column("pile", "Pile"),
            Column("turn", "Next turn"),
            Column("ante_of_turn", "Ante", numbers.percent),
            Column("pile_of_turn", "All-in", numbers.percent),
        ],
        is_written=False,
    )
    first = own[(own["territories"] == 7) & (own["factories"] == 0)].iloc[0]
    words = (
        f"With the seven territories everyone starts with, an ante is {numbers.percent(float(first['ante_of_turn']))} of "
        f"the next turn's armies and an all-in {numbers.percent(float(first['pile_of_turn']))}; armies of factories are "
        "not at stake."
        if base.poker.pool_includes_factories.value == "no"
        else f"With the seven territories everyone starts with, an ante is {numbers.percent(float(first['ante_of_turn']))} "
        "of the next turn's armies; armies of factories are at stake too."
    )
    return [Paragraph(words), extract, table]
