"""Pictures of decisions: tables to be printed, readable in grey."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.collections import LineCollection
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import MaxNLocator

from risksim import pictures
from risksim.decisions.dice_choice import DiceChoice, SeenRule
from risksim.decisions.stopping import Stop
from risksim.decisions.switching import Blitz

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: From light to dark, apart for every eye and every printer.
_SHADES = ("#F0F0F0", "#56B4E9", "#0072B2", "#4D4D4D", "#CC79A7", "#E69F00", "#000000")
_BORDER = "#000000"


def stop(answer: Stop, ax: "Axes | None" = None) -> "Axes":
    """Draw where to attack on and where to stop, with the border between and the start."""
    with pictures.axes(ax) as axes:
        names = {0: "stop", 2: "attack on"}
        cells = [[2 if is_on else 0 for is_on in row] for row in answer.table]
        _grid(axes, answer.table_armies, answer.table_defenders, cells, names)
        _start(axes, answer.armies, answer.defenders)
        _note(axes, answer, cells, "stop")
        counter = f", counter-attack by {answer.counter}" if answer.counter > 1 else ""
        axes.set_title(f"Attack on or stop (rules: {answer.rules}{counter})")
        return axes


def blitz(answer: Blitz, ax: "Axes | None" = None) -> "Axes":
    """Draw where to blitz and where to roll by hand, with the border between and the start."""
    with pictures.axes(ax) as axes:
        names = {0: "roll by hand", 2: "blitz"}
        cells = [[2 if is_blitz else 0 for is_blitz in row] for row in answer.table]
        _grid(axes, answer.table_armies, answer.table_defenders, cells, names)
        _start(axes, answer.armies, answer.defenders)
        _note(axes, answer, cells, "roll by hand")
        axes.set_title(f"Blitz or roll by hand (rules: {answer.rules})")
        return axes


def dice(answer: DiceChoice, ax: "Axes | None" = None) -> "Axes":
    """Draw the defender's best dice: by roll at the start where he sees it and has a choice, by state where not."""
    rule = answer.at(answer.armies, answer.defenders)[1]
    with pictures.axes(ax) as axes:
        if isinstance(rule, SeenRule):
            _rolls(axes, rule)
            axes.set_title(
                f"Dice against a roll: {answer.defenders} defenders, {answer.armies} armies attack "
                f"(rules: {answer.rules})"
            )
            return axes
        is_attack = answer.table_defence_dice is None
        cells = answer.table_defence_dice or answer.table_attack_dice
        numbers = sorted({n for row in cells for n in row})
        side = "attack" if is_attack else "defence"
        names = {n: f"{n} {side} {'die' if n == 1 else 'dice'}" if n else "no dice" for n in numbers}
        _grid(axes, answer.table_armies, answer.table_defenders, cells, names)
        _start(axes, answer.armies, answer.defenders)
        axes.set_title(f"Best number of dice (rules: {answer.rules})")
        return axes


def _grid(
    axes: "Axes",
    armies: Sequence[int],
    defenders: Sequence[int],
    cells: Sequence[Sequence[int]],
    names: dict[int, str],
) -> None:
    """Draw a table of decisions, armies upwards and defenders to the right."""
    xs = [n - 0.5 for n in (*defenders, defenders[-1] + 1)]
    ys = [n - 0.5 for n in (*armies, armies[-1] + 1)]
    _cells(axes, xs, ys, cells)
    _borders(axes, xs, ys, cells)
    axes.set_xlabel("defenders")
    axes.set_ylabel("armies on the attacking territory")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
    _key(axes, names)


def _is_small(xs: Sequence[float], ys: Sequence[float]) -> bool:
    return max(len(xs), len(ys)) <= 60


def _cells(axes: "Axes", xs: Sequence[float], ys: Sequence[float], cells: Sequence[Sequence[float]]) -> None:
    norm = BoundaryNorm([n - 0.5 for n in range(len(_SHADES) + 1)], len(_SHADES))
    axes.pcolormesh(
        xs,
        ys,
        cells,
        cmap=ListedColormap(_SHADES),
        norm=norm,
        edgecolors="white" if _is_small(xs, ys) else "none",
        linewidth=0.3,
    )
    axes.grid(visible=False)


def _borders(axes: "Axes", xs: Sequence[float], ys: Sequence[float], cells: Sequence[Sequence[int]]) -> None:
    """Draw a line wherever two neighbouring cells differ."""
    steps = []
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            if column and line[column - 1] != cell:
                steps.append([(xs[column], ys[row]), (xs[column], ys[row + 1])])
            if row and cells[row - 1][column] != cell:
                steps.append([(xs[column], ys[row]), (xs[column + 1], ys[row])])
    width = 1.6 if _is_small(xs, ys) else 0.8  # a narrow band is not to be hidden by its border
    axes.add_collection(LineCollection(steps, colors=_BORDER, linewidths=width, capstyle="round"))


def _start(axes: "Axes", armies: int, defenders: int) -> None:
    axes.plot(
        defenders,
        armies,
        "o",
        color="white",
        markeredgecolor="black",
        markersize=8,
        markeredgewidth=1.5,
        clip_on=False,
        zorder=3,
    )


def _note(axes: "Axes", answer: Stop | Blitz, cells: Sequence[Sequence[int]], name: str) -> None:
    """Say in words up to how many armies the first choice (0) is right against the defenders asked about."""
    column = list(answer.table_defenders).index(answer.defenders)
    is_first = [row[column] == 0 for row in cells]
    n_first = sum(is_first)
    if not all(is_first[:n_first]):  # no single border
        return
    if n_first == len(is_first):
        words = f"{name} with as many\nas are shown"
    elif n_first:
        words = f"{name} with {answer.table_armies[n_first - 1]} armies\nor fewer"
    else:
        words = f"never {name}"
    axes.text(
        1.02, 0.72, f"against {answer.defenders}:\n{words}", transform=axes.transAxes, va="top", fontsize=9
    )


def _key(axes: "Axes", names: dict[int, str]) -> None:
    patches = [
        Patch(facecolor=_SHADES[value], edgecolor=_BORDER, label=name) for value, name in names.items()
    ]
    axes.legend(handles=patches, loc="upper left", bbox_to_anchor=(1.01, 1.0))


def _rolls(axes: "Axes", rule: SeenRule) -> None:
    """Draw the dice to roll against each roll, the highest die upwards and the others to the right."""
    highest = sorted({reply.roll[0] for reply in rule.replies})
    rests = sorted({reply.roll[1:] for reply in rule.replies})
    numbers = {reply.roll: reply.defence_dice for reply in rule.replies}
    for row, high in enumerate(highest):
        for column, rest in enumerate(rests):
            n = numbers.get((high, *rest))
            if n is None:
                continue
            axes.add_patch(
                Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=_SHADES[n - 1], edgecolor="white")
            )
            if len(numbers) <= 60:
                axes.text(column, row, str(n), ha="center", va="center", color="white" if n > 2 else "black")
    axes.set_xlim(-0.5, len(rests) - 0.5)
    axes.set_ylim(-0.5, len(highest) - 0.5)
    axes.set_xticks(range(len(rests)), ["-".join(map(str, rest)) for rest in rests])
    axes.set_yticks(range(len(highest)), [str(high) for high in highest])
    is_pair = len(rests[-1]) == 1
    axes.set_xlabel("the attacker's second die" if is_pair else "the attacker's other dice that can be met")
    axes.set_ylabel("the attacker's highest die")
    axes.grid(visible=False)
    _key(
        axes,
        {n - 1: f"{n} {'die' if n == 1 else 'dice'}" for n in sorted(set(numbers.values()))},
    )
