"""Pictures of one battle: its ends, losses and rounds, the armies needed, the table of chances, the odds card."""

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from risksim import pictures
from risksim.battles import blitz, exact, model, words
from risksim.battles.model import Need, NeedCurve, Odds, Simulated, WinTable
from risksim.pictures import paper as papers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Chances smaller than this have no room for words in a bar.
_LEAST_WRITTEN = 0.06
#: Up to so many bars their chances are written above them, where they are not negligible.
_MOST_WRITTEN = 16
#: Of more than so many bars those at either end that hardly ever come up, all together, are left out.
_NEGLIGIBLE = 1e-4
#: From so many bars on they are drawn as one outline of about so many steps, each the mean of neighbours.
_MOST_BARS = 200
#: Most points of the curve of chances around the armies needed, and how far it goes to either side.
_MOST_POINTS, _DEVIATIONS = 41, 4
#: Up to so many armies needed the curve has them all.
_FEW_ARMIES = 60
#: Chances whose lines are drawn into a table, with their line styles.
_LINES = {0.5: "solid", 0.8: "dashed", 0.95: "dotted"}


def outcomes(answer: Odds, ax: "Axes | None" = None) -> "Axes":
    """Draw who is left: defenders to the left of the middle, the attacker's armies to its right.

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
    likely = _likely(other | taken)
    is_written = len(likely) <= _MOST_WRITTEN
    # as logarithms, because chances may be too small for doubles
    is_settled = math.isinf(answer.log10_p_win) or math.isinf(answer.log10_p_lose)
    with pictures.axes(ax) as axes:
        for place, (name, part) in enumerate((("taken", taken), ("not taken", other))):
            label = f"{name}: {_chance(sum(part.values()), is_certain=is_settled)}"
            shown = {n: p for n, p in part.items() if n in likely}
            _histogram(axes, shown, place, label, is_written)
        if min(likely) <= 1 <= max(likely):
            axes.axvline(0.5, color="0.4", linewidth=0.8)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.xaxis.set_major_formatter(lambda value, _: f"{abs(value):g}")
        axes.set_xlabel("← defenders left  |  attacker's armies left →")
        axes.set_ylabel("probability")
        axes.margins(y=0.12)
        axes.set_title(
            f"{answer.armies} armies ({answer.attackers} can attack) against {answer.defenders}: "
            f"P(taken) = {_title_chance(answer)}"
        )
        handles, labels = axes.get_legend_handles_labels()
        order = sorted(range(len(labels)), key=lambda place: labels[place].startswith("not"))
        axes.legend([handles[place] for place in order], [labels[place] for place in order])
        return axes


def _title_chance(answer: Odds) -> str:
    return words.short(answer.p_win) if 0.0005 <= answer.p_win <= 0.9995 else words.win(answer)


def _likely(heights: dict[int, float]) -> dict[int, float]:
    """Return the numbers that are worth a bar: all of a few, of many those between two ends that hardly come up.

    >>> list(_likely({n: 1.0 if n == 500 else 0.0 for n in range(1000)}))
    [500]
    """
    if len(heights) <= _MOST_WRITTEN:
        return heights
    numbers = sorted(heights)
    first, last = 0, len(numbers) - 1
    rest = _NEGLIGIBLE / 2
    while first < last and heights[numbers[first]] < rest:
        rest -= heights[numbers[first]]
        first += 1
    rest = _NEGLIGIBLE / 2
    while last > first and heights[numbers[last]] < rest:
        rest -= heights[numbers[last]]
        last -= 1
    return {n: heights[n] for n in numbers[first : last + 1]}


def losses(answer: Odds, ax: "Axes | None" = None) -> "Axes":
    """Draw how many armies either side loses: the attacker upwards, the defender downwards, the means in the legend."""
    sides: tuple[dict[int, float], dict[int, float]] = ({}, {})
    for outcome in answer.outcomes:
        lost = (answer.armies - outcome.armies_left, answer.defenders - outcome.defenders_left)
        for side, number in zip(sides, lost, strict=True):
            side[number] = side.get(number, 0.0) + outcome.p
    means = (answer.expected_attacker_losses, answer.expected_defender_losses)
    deviations = (answer.sd_attacker_losses, answer.sd_defender_losses)
    with pictures.axes(ax) as axes:
        for place, name in enumerate(("attacker", "defender")):
            sign = 1 - 2 * place
            label = f"{name} loses {means[place]:.2f} on average (sd {deviations[place]:.2f})"
            _histogram(axes, {n: sign * p for n, p in _likely(sides[place]).items()}, place, label)
            highest = sign * max(sides[place].values())
            axes.plot([means[place]] * 2, [0, highest], color="black", linestyle=":", linewidth=1.5)
        axes.axhline(0, color="0.4", linewidth=0.8)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_formatter(lambda value, _: f"{abs(value):g}")
        axes.set_xlabel("armies lost")
        axes.set_ylabel("← defender  |  attacker →   probability")
        axes.set_title(
            f"Losses of {answer.armies} armies ({answer.attackers} can attack) against {answer.defenders}"
        )
        axes.legend(fontsize=8)
        return axes


def _histogram(
    axes: "Axes", heights: dict[int, float], colour: int, label: str, is_written: bool = False
) -> None:
    """Draw a bar for each number, or one outline of many; the second colour is hatched as well."""
    if not heights:  # nothing but a line of the legend
        hatch = "//" if colour else None
        axes.fill([], [], facecolor=pictures.COLOURS[colour], edgecolor="white", hatch=hatch, label=label)
        return
    if len(heights) <= _MOST_BARS:
        bars = axes.bar(
            list(heights),
            list(heights.values()),
            0.9,
            color=pictures.COLOURS[colour],
            label=label,
            hatch="//" if colour else None,
            edgecolor="white" if colour else None,
        )
        if is_written:
            axes.bar_label(
                bars, [_chance(abs(height), "", is_certain=True) for height in heights.values()], fontsize=7
            )
        return
    # the ends of a battle may be odd or even by turns; the mean of neighbours shows one outline, not two
    width = 2 * -(-len(heights) // (2 * _MOST_BARS))
    edges = [*range(min(heights), max(heights) + 1, width), max(heights) + 1]
    axes.stairs(
        [
            sum(heights.get(number, 0.0) for number in range(start, stop)) / (stop - start)
            for start, stop in itertools.pairwise(edges)
        ],
        [edge - 0.5 for edge in edges],
        fill=True,
        color=pictures.COLOURS[colour],
        label=label,
        alpha=1 - 0.3 * colour,
    )


def _chance(p: float, smallest: str = "< 0.001", *, is_certain: bool = False) -> str:
    """Show a chance with three decimals; what may fail is not called certain.

    >>> _chance(0.25), _chance(1e-9), _chance(1.0), _chance(1.0, is_certain=True)
    ('0.250', '< 0.001', '> 0.999', '1.000')
    """
    if p >= 0.9995 and not is_certain:
        return "> 0.999"
    return smallest if 0 < p < 0.0005 else f"{p:.3f}"


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
    """Draw the chance against the armies, and mark the fewest that are enough and one fewer."""
    armies = _around(answer)
    with pictures.axes(ax) as axes:
        axes.plot(
            armies,
            [_chance_of(answer, each) for each in armies],
            color=pictures.COLOURS[0],
            marker="o" if len(armies) > armies[-1] - armies[0] else None,
            markersize=3,
        )
        axes.axhline(
            answer.p, color="0.4", linestyle="--", linewidth=1, label=f"wanted: {words.wish(answer.p)}"
        )
        marked = [(answer.armies, answer.p_win, "D", 1), (answer.armies - 1, answer.p_win_one_fewer, "s", 4)]
        for each, p, marker, colour in marked:
            axes.plot(
                [each],
                [p],
                marker,
                color=pictures.COLOURS[colour],
                markeredgecolor="black",
                clip_on=False,
                zorder=3,
                label=f"{each} armies: {words.apart(p, answer.p)}",
            )
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_ylim(0, 1.05)
        axes.set_xlabel("armies on the attacking territory")
        axes.set_ylabel("P(territory taken)")
        axes.set_title(f"Armies to take a territory of {answer.defenders} (rules: {answer.rules})")
        axes.legend()
        return axes


def _around(answer: Need) -> list[int]:
    """Return the armies that the curve has points at: all of them where they are few, else some around those needed."""
    if answer.armies <= _FEW_ARMIES:
        return list(range(1, answer.armies + max(4, answer.armies // 4) + 1))
    reach = _DEVIATIONS * math.isqrt(answer.armies + answer.defenders)
    step = -(-2 * reach // (_MOST_POINTS - 1))
    return list(range(max(1, answer.armies - reach // step * step), answer.armies + reach + 1, step))


def _chance_of(answer: Need, armies: int) -> float:
    """Return the chance of so many armies on the territory to take it."""
    if armies == 1:
        return 0.0
    dice = answer.rule_set.dice
    ends = exact.ends(dice, exact.Battle(armies - 1, answer.defenders))
    return blitz.chance(dice, min(1.0, math.fsum(p for a, d, p in ends if d == 0 and a > 0)))


def need_curve(answer: NeedCurve, ax: "Axes | None" = None) -> "Axes":
    """Draw the armies needed against the defenders, a line for each chance, beside as many armies as defenders."""
    with pictures.axes(ax) as axes:
        for place, (p, row) in enumerate(zip(answer.p, answer.armies, strict=True)):
            points = [(d, n) for d, n in zip(answer.defenders, row, strict=True) if n is not None]
            axes.plot(
                [d for d, _ in points],
                [n for _, n in points],
                color=pictures.COLOURS[place % len(pictures.COLOURS)],
                linestyle=pictures.LINE_STYLES[place % len(pictures.LINE_STYLES)],
                drawstyle="steps-mid",
                label=_wanted(p, points),
            )
        axes.plot(
            answer.defenders, answer.defenders, color="0.5", linewidth=0.8, label="as many as defenders"
        )
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("defenders")
        axes.set_ylabel("armies on the attacking territory")
        axes.set_title(f"Armies needed (rules: {answer.rules})")
        axes.legend()
        return axes


def _wanted(p: float, points: Sequence[tuple[int, int]]) -> str:
    """Return the words for a line: the chance, and how much is needed at its end."""
    if not points:
        return f"chance {p:g}: cannot be had"
    defenders, armies = points[-1]
    return f"chance {p:g} ({armies} against {defenders})"


def table(answer: WinTable, ax: "Axes | None" = None) -> "Axes":
    """Draw the chances to take a territory as a heat map, with the lines of even, 0.8 and 0.95 chances."""
    with pictures.axes(ax) as axes:
        extent = (0.5, answer.defenders[-1] + 0.5, 1.5, answer.armies[-1] + 0.5)
        image = axes.imshow(
            answer.p_win, origin="lower", extent=extent, aspect="auto", cmap="cividis", vmin=0, vmax=1
        )
        if len(answer.armies) > 1 and len(answer.defenders) > 1:
            low = min(min(row) for row in answer.p_win)
            high = max(max(row) for row in answer.p_win)
            lines = {p: style for p, style in _LINES.items() if low < p < high}
            if lines:
                drawn = axes.contour(
                    answer.defenders,
                    answer.armies,
                    answer.p_win,
                    levels=list(lines),
                    colors=["white" if p == 0.5 else "black" for p in lines],
                    linestyles=list(lines.values()),
                    linewidths=1.5,
                )
                axes.clabel(drawn, fmt=lambda p: "even" if p == 0.5 else f"{p:g}", fontsize=8)
        axes.figure.colorbar(image, ax=axes, label="P(territory taken)")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(visible=False)
        axes.set_xlabel("defenders")
        axes.set_ylabel("armies on the attacking territory")
        axes.set_title(f"Chance to take a territory (rules: {answer.rules})")
        return axes


# --- the odds card ------------------------------------------------------------------------------------------------

#: Chances from which on the shade of a cell gets darker, and the greys; black words can be read on all of them.
_BANDS = (0.0, 0.2, 0.5, 0.8, 0.95)
_GREYS = ("1.0", "0.93", "0.83", "0.71", "0.6")
#: The chances that the armies needed are listed for.
_NEEDED = (0.5, 0.8, 0.95)
#: Most rows and columns that can be read on a page, and from where on sizes are left out of a larger table.
_MOST_ROWS, _MOST_COLUMNS, _ALL_UP_TO = 30, 24, 10
#: Most lines of one round.
_MOST_LINES = 8


class _Grid(NamedTuple):
    """Where the cells of a card stand: inches from the upper left corner of the page."""

    left: float
    top: float
    width: float
    height: float

    def cell(self, row: float, column: float) -> tuple[float, float]:
        """Return the middle of a cell."""
        return self.left + (column + 0.5) * self.width, self.top + (row + 0.5) * self.height


def card(answer: WinTable, paper: str) -> "Figure":
    """Draw one page to print: chances in percent, armies needed, one round, and how armies are counted.

    Grey alone tells the bands apart, bold type and a heavy line the better than even chances, so that a copy in black
    and white says the same. Of a large table not all sizes find room; the armies needed are listed up to 500 defenders.

    Parameters
    ----------
    answer
        What :func:`risksim.battles.win_table` returned.
    paper
        ``"a4"`` or ``"letter"``.

    Raises
    ------
    InputError
        If there is no such paper.
    """
    figure, page = papers.page(paper)
    width, height = papers.PAPERS[paper]
    rows = _shown(answer.armies, _MOST_ROWS)
    columns = _shown(answer.defenders, _MOST_COLUMNS)
    label = 1.05
    grid = _Grid(
        papers.MARGIN + label,
        2.3,
        min((width - 2 * papers.MARGIN - label) / len(columns), 0.6),
        min((height - 5.75) / len(rows), 0.3),
    )
    below = grid.top + len(rows) * grid.height
    words = (
        f"Exact, every battle fought to the end. Rules: {answer.rules}, digest {answer.rules_digest[:12]}."
    )
    with pictures.axes(page):
        _heading(page, answer, len(rows) < len(answer.armies) or len(columns) < len(answer.defenders))
        _chances(page, answer, rows, columns, grid)
        _needed(page, answer, columns, grid._replace(top=below + 0.25, height=0.22))
        _one_round(page, answer, below + 1.35)
        page.text(papers.MARGIN, height - papers.MARGIN, words, fontsize=7, va="bottom")
    return figure


def _shown(numbers: Sequence[int], most: int) -> list[int]:
    """Return the sizes that find room: all, or the small ones and round numbers, and always the last.

    >>> _shown(range(1, 21), 24) == list(range(1, 21))
    True
    >>> _shown(range(1, 101), 24)
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
    """
    if len(numbers) <= most:
        return list(numbers)
    small = [number for number in numbers if number <= _ALL_UP_TO]
    for step in (factor * 10**power for power in range(7) for factor in (1, 2, 5)):
        round_ones = [number for number in numbers if number > _ALL_UP_TO and number % step == 0]
        if len(small) + len(round_ones) < most:
            break
    return sorted({*small, *round_ones, numbers[-1]})


def _heading(page: "Axes", answer: WinTable, is_cut: bool) -> None:
    left = papers.MARGIN
    page.text(left, 0.5, "Chance to take a territory, in percent", fontsize=16, weight="bold", va="top")
    words = [
        f"Rules: {answer.rules}.  Rows: armies standing on the attacking territory. One of them has to stay, so one",
        "fewer can attack: that number is in brackets.  Columns: defenders.  Both roll all the dice they may, to the end.",
    ]
    if is_cut:
        words.append("Some sizes are left out.")
    page.text(left, 0.88, "\n".join(words), fontsize=8.5, va="top", linespacing=1.4)
    for place, grey in enumerate(_GREYS):
        x, y = left + 1.3 * place, 1.5
        page.add_patch(Rectangle((x, y), 0.22, 0.16, facecolor=grey, edgecolor="black", linewidth=0.5))
        page.text(x + 0.28, y + 0.08, _band(place), fontsize=8, va="center")


def _band(place: int) -> str:
    """Return the words for a shade.

    >>> [_band(place) for place in (0, 1, 4)]
    ['under 20 %', '20–50 %', '95 % and more']
    """
    low, *high = (f"{100 * p:.0f}" for p in _BANDS[place : place + 2])
    if not high:
        return f"{low} % and more"
    return f"{low}–{high[0]} %" if place else f"under {high[0]} %"


def _chances(
    page: "Axes", answer: WinTable, rows: Sequence[int], columns: Sequence[int], grid: _Grid
) -> None:
    """Draw the chances with their shades, and the heavy line below which they are better than even."""
    size = min(8.5, 72 * min(grid.width / 2.3, grid.height / 1.5))
    centre = grid.left + len(columns) * grid.width / 2
    page.text(centre, grid.top - grid.height - 0.04, "defenders", fontsize=8.5, ha="center", va="bottom")
    page.text(
        grid.left - 0.08,
        grid.top - grid.height / 2,
        "armies (can attack)",
        fontsize=7.5,
        ha="right",
        va="center",
    )
    certain = {defenders: _certain(answer, defenders) for defenders in columns}
    for j, defenders in enumerate(columns):
        page.text(*grid.cell(-1, j), f"{defenders}", fontsize=size, weight="bold", ha="center", va="center")
    for i, armies in enumerate(rows):
        words = f"{armies} ({armies - 1})"
        page.text(
            grid.left - 0.08, grid.cell(i, 0)[1], words, fontsize=size, weight="bold", ha="right", va="center"
        )
        for j, defenders in enumerate(columns):
            p = answer.at(armies, defenders)
            corner = (grid.left + j * grid.width, grid.top + i * grid.height)
            page.add_patch(
                Rectangle(
                    corner, grid.width, grid.height, facecolor=_grey(p), edgecolor="0.55", linewidth=0.4
                )
            )
            weight = "bold" if p >= 0.5 else "normal"
            percent = _percent(p, armies >= certain[defenders])
            page.text(
                *grid.cell(i, j),
                percent,
                fontsize=size if len(percent) < 4 else 0.85 * size,
                weight=weight,
                ha="center",
                va="center_baseline",
            )
    for x, y in _even_line(answer, rows, columns, grid):
        page.plot(x, y, color="black", linewidth=1.8, solid_capstyle="projecting")


def _grey(p: float) -> str:
    return _GREYS[max(place for place, low in enumerate(_BANDS) if p >= low)]


def _percent(p: float, is_certain: bool) -> str:
    """Return a chance in whole percent; what is not certain is not called so, although doubles may round it to 1.

    Where whole percent would reach the next shade a decimal says why the cell does not have it.

    >>> _percent(0.5676, False), _percent(0.001, False), _percent(1.0, False), _percent(1.0, True)
    ('57', '<1', '>99', '100')
    >>> _percent(0.948, False), _percent(0.95, False), _percent(0.49999, False)
    ('94.8', '95', '49.9')
    """
    if 0 < p < 0.005:
        return "<1"
    if p >= 0.995:
        return "100" if is_certain else ">99"
    if any(p < edge <= round(100 * p) / 100 for edge in _BANDS):
        return f"{math.floor(1000 * p) / 10:.1f}"
    return f"{100 * p:.0f}"


def _certain(answer: WinTable, defenders: int) -> float:
    """Return the fewest armies on the territory that are certain to take it; infinite where no number is."""
    dice = answer.rule_set.dice
    if not blitz.is_rolled(dice):  # rounds chances near 1 to 1
        row = answer.defenders.index(defenders)
        return next((n for n, p in zip(answer.armies, answer.p_win, strict=True) if p[row] == 1), math.inf)
    fewest = exact.fewest_certain(dice, defenders)
    return math.inf if fewest is None else fewest + 1


def _even_line(
    answer: WinTable, rows: Sequence[int], columns: Sequence[int], grid: _Grid
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Yield the sides of cells that part chances below one half from those above."""
    better = [[answer.at(armies, defenders) >= 0.5 for defenders in columns] for armies in rows]
    for i, row in enumerate(better):
        for j, is_better in enumerate(row):
            left, top = grid.left + j * grid.width, grid.top + i * grid.height
            if i and better[i - 1][j] != is_better:
                yield (left, left + grid.width), (top, top)
            if j and row[j - 1] != is_better:
                yield (left, left), (top, top + grid.height)


def _needed(page: "Axes", answer: WinTable, columns: Sequence[int], grid: _Grid) -> None:
    """Draw, below each column, the armies that take so many defenders with each of the chances."""
    longest = min(columns[-1], model.MAX_DEFENDERS_CURVE)
    curve = model.need_curve(longest, _NEEDED, rules=answer.rule_set)
    size = min(8.5, 72 * grid.width / 2.3)
    for i, p in enumerate(_NEEDED):
        y = grid.cell(i, 0)[1]
        page.text(
            grid.left - 0.08,
            y,
            f"need for {100 * p:.0f} %",
            fontsize=8,
            weight="bold",
            ha="right",
            va="center",
        )
        for j, defenders in enumerate(columns):
            armies = curve.at(defenders, p) if defenders <= longest else None
            words = "–" if armies is None else f"{armies}"
            corner = (grid.left + j * grid.width, grid.top + i * grid.height)
            page.add_patch(
                Rectangle(corner, grid.width, grid.height, facecolor="white", edgecolor="0.55", linewidth=0.4)
            )
            page.text(*grid.cell(i, j), words, fontsize=size, ha="center", va="center_baseline")


def _one_round(page: "Axes", answer: WinTable, top: float) -> None:
    """Draw what one round costs, a line for each number of dice."""
    dice = answer.rule_set.dice
    lines = []
    for n_attack in range(dice.attack_dice, 0, -1):
        for n_defence in range(dice.defence_dice, 0, -1):
            chances = model.round_chances(n_attack, n_defence, rules=answer.rule_set)
            losses = "   ".join(
                f"{each.attacker_loses}–{each.defender_loses}: {100 * each.p:.1f}" for each in chances
            )
            lines.append(f"{n_attack} v {n_defence}    {losses}")
    page.text(
        papers.MARGIN,
        top,
        "One round, attacker's dice v defender's dice; armies lost by attacker–defender: chance in percent",
        fontsize=8.5,
        weight="bold",
        va="top",
    )
    n_columns = 2 if max(map(len, lines)) <= 60 else 1
    for place, line in enumerate(lines[: n_columns * _MOST_LINES]):
        row, column = divmod(place, n_columns)
        page.text(papers.MARGIN + 3.7 * column, top + 0.27 + 0.19 * row, line, fontsize=8.5, va="top")
