"""Pictures of a factory against armies."""

from typing import TYPE_CHECKING, Any

from risksim import pictures

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from risksim.factories.model import (
        BreakEven,
        Curves,
        Cycle,
        EqualValues,
        Marginal,
        Payoffs,
        Policy,
        Sensitivity,
        Simulated,
    )

ARMIES, FACTORIES, BEST = pictures.COLOURS[:3]


def plans(answer: "Payoffs", ax: "Axes | None" = None) -> "Axes":
    """Draw the plans as bars, the pure ones with one standard deviation from game to game."""
    rows = [
        ("armies", answer.armies_plan, answer.armies_plan_sd, ARMIES),
        ("factories", answer.factory_plan, answer.factory_plan_sd, FACTORIES),
        ("best", answer.optimal_plan, None, BEST),
    ]
    with pictures.axes(ax) as drawn:
        for name, value, sd, colour in rows:
            drawn.barh(name, value, color=colour, xerr=sd, capsize=4)
        drawn.invert_yaxis()
        drawn.set_xlabel(f"armies by the start of turn {answer.turns} (bars: one standard deviation)")
        drawn.set_title(f"A factory or armies, {answer.turns} turns")
    return drawn


def _band(ax: "Axes", turn: Any, mean: Any, sd: Any, place: int, label: str) -> None:
    colour = pictures.COLOURS[place]
    low = [value - spread for value, spread in zip(mean, sd, strict=True)]
    high = [value + spread for value, spread in zip(mean, sd, strict=True)]
    ax.fill_between(turn, low, high, color=colour, alpha=0.18, linewidth=0)
    ax.plot(turn, mean, color=colour, linestyle=pictures.LINE_STYLES[place], label=label)


def curves(answer: "Curves", ax: "Axes | None" = None) -> "Axes":
    """Draw both cumulative curves with bands of one standard deviation."""
    with pictures.axes(ax) as drawn:
        _band(drawn, answer.turn, answer.armies, answer.armies_sd, 0, "armies for every set")
        _band(drawn, answer.turn, answer.factories, answer.factories_sd, 1, "a factory for every set")
        drawn.set_xlabel("turn")
        drawn.set_ylabel("armies by the start of the turn")
        drawn.set_title("Armies received (bands: one standard deviation)")
        drawn.legend()
    return drawn


def simulated(answer: "Simulated", ax: "Axes | None" = None) -> "Axes":
    """Draw the three simulated curves with bands of one standard deviation."""
    label = f"factories while {answer.switch_at} payments remain"
    with pictures.axes(ax) as drawn:
        _band(drawn, answer.turn, answer.armies_by_turn, answer.armies_sd, 0, "armies")
        _band(drawn, answer.turn, answer.factories_by_turn, answer.factories_sd, 1, "factories")
        _band(drawn, answer.turn, answer.switch_by_turn, answer.switch_sd, 2, label)
        drawn.set_xlabel("turn")
        drawn.set_ylabel("armies by the start of the turn")
        drawn.set_title(f"The same {answer.trials:,} games under three plans")
        drawn.legend()
    return drawn


def equal_values(answer: "EqualValues", ax: "Axes | None" = None, which: str = "equal_army_value") -> "Axes":
    """Draw c*(T) or y*(T), a line for each conquest rate."""
    labels = {
        "equal_army_value": "set value that equals factories",
        "equal_yield": "yield that equals armies",
    }
    with pictures.axes(ax) as drawn:
        for place, rate in enumerate(dict.fromkeys(row["conquest_rate"] for row in answer.rows)):
            rows = [row for row in answer.rows if row["conquest_rate"] == rate and row[which] is not None]
            drawn.plot(
                [row["turns"] for row in rows],
                [row[which] for row in rows],
                color=pictures.COLOURS[place % len(pictures.COLOURS)],
                linestyle=pictures.LINE_STYLES[place % len(pictures.LINE_STYLES)],
                label=f"a card in {rate:.0%} of turns",
            )
        drawn.set_xlabel("turns in the game")
        drawn.set_ylabel(labels[which])
        drawn.set_title("What would be fair")
        drawn.legend(fontsize=8)
    return drawn


def marginal(answer: "Marginal", ax: "Axes | None" = None) -> "Axes":
    """Draw what one factory is worth by payments left, against one set."""
    with pictures.axes(ax) as drawn:
        drawn.plot(
            answer.payments, answer.factory, color=FACTORIES, marker="o", markersize=3, label="factory"
        )
        drawn.axhline(answer.set_value, color=ARMIES, linestyle="--", label="set turned in")
        drawn.set_xlabel("payments left")
        drawn.set_ylabel("armies")
        drawn.set_title("One set: a factory or armies")
        drawn.legend()
    return drawn


def break_even(answer: "BreakEven", ax: "Axes | None" = None, measured: float | None = None) -> "Axes":
    """Draw factory less set over payments and hazard; the heavy line is where they are equal.

    The contours are of the difference itself over the grid, so a line that rises and then falls is drawn as it is.
    """
    import numpy as np

    advantage = np.array(answer.advantage)
    with pictures.axes(ax) as drawn:
        if len(answer.payments) > 1 and len(answer.hazards) > 1:
            limit = max(1.0, float(np.abs(advantage).max()))
            levels = np.linspace(-limit, limit, 17)
            filled = drawn.contourf(
                answer.payments, answer.hazards, advantage, levels=levels, cmap="RdBu", alpha=0.75
            )
            drawn.figure.colorbar(filled, ax=drawn, label="factory less set, armies")
        points = [
            (h_left, hazard)
            for h_left, hazard in zip(answer.payments, answer.line, strict=True)
            if hazard is not None
        ]
        if points:
            drawn.plot(*zip(*points, strict=True), color="black", label="break even")
        if measured is not None:
            drawn.axhline(measured, color=pictures.COLOURS[4], linestyle=":", label="measured hazard")
        drawn.set_ylim(min(answer.hazards), max(answer.hazards))
        drawn.set_xlabel("payments left")
        drawn.set_ylabel("chance of capture in a round")
        drawn.set_title(
            f"A factory against {answer.set_value:g} armies (captor's armies weigh {answer.enemy_weight:g})"
        )
        if points or measured is not None:
            drawn.legend()
    return drawn


def tornado(answer: "Sensitivity", ax: "Axes | None" = None) -> "Axes":
    """Draw one bar for each parameter, from the difference at its low end to that at its high end."""
    with pictures.axes(ax) as drawn:
        for place, row in enumerate(answer.rows):
            for end, colour in (("low", ARMIES), ("high", FACTORIES)):
                value = row[f"at_{end}"]
                drawn.barh(place, value - answer.base, left=answer.base, color=colour, height=0.7)
                is_right = value >= answer.base
                drawn.annotate(
                    f"{row[end]:g}",
                    (value, place),
                    xytext=(3 if is_right else -3, 0),
                    textcoords="offset points",
                    va="center",
                    ha="left" if is_right else "right",
                    fontsize=8,
                )
        drawn.axvline(answer.base, color="black", linewidth=0.8)
        drawn.axvline(0.0, color="grey", linewidth=0.8, linestyle=":")
        drawn.set_yticks(range(len(answer.rows)), [row["parameter"].replace("_", " ") for row in answer.rows])
        drawn.invert_yaxis()
        drawn.margins(x=0.1)
        drawn.set_xlabel("factory plan less armies plan, armies")
        drawn.set_title(f"What matters, one at a time ({answer.turns} turns)")
    return drawn


def policy(answer: "Policy", ax: "Axes | None" = None) -> "Axes":
    """Draw build (F) or cash (A) by payments left and matching cards; a dot where holding can gain."""
    with pictures.axes(ax) as drawn:
        for row in answer.rules_of_thumb:
            for matches in range(4):
                builds = matches <= row["build_up_to"]
                drawn.add_patch(_cell(row["payments"], matches, FACTORIES if builds else ARMIES))
                drawn.annotate(
                    "F" if builds else "A",
                    (row["payments"], matches),
                    ha="center",
                    va="center",
                    color="white",
                )
            if row["hold_gain"]:
                drawn.plot(row["payments"], 3.7, "k.", markersize=6)
        drawn.set_xlim(0.5, answer.turns + 0.5)
        drawn.set_ylim(-0.5, 4.0)
        drawn.set_yticks(range(4))
        drawn.grid(visible=False)
        drawn.set_xlabel("payments left")
        drawn.set_ylabel("matching cards in the set")
        drawn.set_title("F: build a factory, A: take armies (dot: holding a set can gain)")
    return drawn


def cycle(answer: "Cycle", ax: "Axes | None" = None) -> "Axes":
    """Draw the armies of a factory until the next set: after the first one, in the long run, and at most."""
    rows = [
        ("after the first set", answer.armies_first_cycle, BEST),
        ("in the long run", answer.armies_in_long_run, FACTORIES),
        (f"within {answer.most_cards} cards", answer.armies_at_most, ARMIES),
    ]
    with pictures.axes(ax) as drawn:
        for name, armies, colour in rows:
            bars = drawn.barh(name, armies or 0.0, color=colour)
            drawn.bar_label(bars, ["for ever" if armies is None else f"{armies:.3g}"], padding=3)
        drawn.invert_yaxis()
        drawn.margins(x=0.1)
        drawn.set_xlabel(f"armies until the next set, at {answer.factory_yield:g} a turn")
        drawn.set_title("What a factory pays until the next set")
    return drawn


def _cell(x: float, y: float, colour: str) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((x - 0.47, y - 0.47), 0.94, 0.94, color=colour, linewidth=0)
