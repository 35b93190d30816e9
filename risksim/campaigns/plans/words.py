"""The answers about plans in words and columns."""

import itertools
from collections.abc import Iterator

from risksim.battles.words import apart, chance
from risksim.campaigns.plans import reading
from risksim.campaigns.plans.model import Attack, BestPlan, PlanNeed, Split
from risksim.errors import counted, in_full

#: What comes up less often than this is left to --json.
LIKELY = 0.01
_MOST_ROWS = 12
#: Most territories left that are all named where those taken are fewer.
_MOST_NAMES = 3
#: Most groups of numbers of armies in a line.
_MOST_PARTS = 6


def best(answer: BestPlan) -> Iterator[str]:
    """Yield the lines for a plan."""
    n = len(answer.territories)
    aim = "take all" if answer.aim == "all" else "the greatest expected value"
    yield (
        f"{answer.armies} armies at the start, {answer.attackers} can attack, {counted(n, 'territory', 'territories')}; "
        f"aim: {aim} (rules: {answer.rules})"
    )
    if answer.keep > 1:
        yield f"every attack stops once {answer.keep} armies or fewer stand where it comes from"
    yield (
        "no order of the attacks and no split is better"
        if answer.is_exact
        else "the order is a heuristic: there are too many to go through them all"
    )
    if answer.aim == "all" and not answer.p_all:
        yield "not all can be taken: this is for the greatest expected value"
    yield ""
    yield f"P(all taken)        {chance(answer.p_all)}  (in the order of the plan: {chance(answer.in_file_order.p_all)})"
    yield (
        f"expected value      {answer.expected_value:.4g}  "
        f"(in the order of the plan: {answer.in_file_order.expected_value:.4g})"
    )
    if answer.expected_armies_left is not None:
        yield f"armies left         {answer.expected_armies_left:.2f} on average, everywhere together, if all is taken"
    yield ""
    yield "likeliest order, and the chance that each is taken"
    width = max(len(name) for name in answer.order)
    behind = {each.name: each for each in answer.territories}
    for at, name in enumerate(answer.order, start=1):
        each = behind[name]
        yield (
            f"  {at:>{len(str(n))}}. {name:<{width}}  {each.defenders} defending, from "
            f"{each.attacked_from or 'start'}  {chance(answer.p_each[name])}"
        )
    yield from _ends(answer)
    yield from _attacks(answer)
    yield from _splits(answer)


def need(answer: PlanNeed) -> Iterator[str]:
    """Yield the lines for the armies a plan needs."""
    yield (
        f"{answer.armies} armies at the start ({answer.attackers} can attack) take all "
        f"{counted(len(answer.territories), 'territory', 'territories')} with chance {apart(answer.p_win, answer.p)} "
        f"(rules: {answer.rules})"
    )
    if answer.armies > 2:
        yield (
            f"{answer.armies - 1} armies would have {apart(answer.p_win_one_fewer, answer.p)}, wanted is {in_full(answer.p)}"
        )
    if not answer.is_exact:
        yield "the order is a heuristic: there are too many to go through them all"


def _ends(answer: BestPlan) -> Iterator[str]:
    """Yield how many territories are taken how likely."""
    width = len(str(len(answer.territories)))
    rows = [(each.p, f"  {each.territories_taken:>{width}}  {chance(each.p)}") for each in answer.outcomes]
    yield from _likeliest("territories taken", rows, len(rows))


def _attacks(answer: BestPlan) -> Iterator[str]:
    """Yield whom to attack where that depends on the armies there."""
    asked: dict[tuple[str, tuple[str, ...]], list[Attack]] = {}
    for row in answer.attacks:
        asked.setdefault((row.attacked_from, row.waiting), []).append(row)
    lines = []
    for (at, waiting), rows in asked.items():
        if len({row.attack for row in rows}) > 1:
            likely = [row for row in rows if row.p >= LIKELY]
            line = f"  from {at} ({_left(answer, at, waiting)})  {_targets(likely)}"
            lines.append((sum(row.p for row in likely), line))
    yield from _likeliest("whom to attack, by the armies there", lines, len(lines))


def _targets(rows: list[Attack]) -> str:
    """Return the territories to attack, neighbouring numbers of armies that attack the same together."""
    runs = [list(run) for _, run in itertools.groupby(rows, lambda row: row.attack)]
    chances = sorted((sum(row.p for row in run) for run in runs), reverse=True)
    least = chances[min(len(chances), _MOST_PARTS) - 1] if chances else 0.0
    parts = [
        f"{_span(run[0].armies_low, run[-1].armies_high)}: {run[0].attack}"
        for run in runs
        if sum(row.p for row in run) >= least
    ]
    return ", ".join(parts if len(parts) == len(runs) else [*parts, "…"])


def _splits(answer: BestPlan) -> Iterator[str]:
    """Yield how many to move in where some have something left to do behind."""
    runs: dict[str, dict[tuple[str, ...], list[Split]]] = {}
    for row in (each for each in answer.splits if each.waiting):
        runs.setdefault(row.territory, {}).setdefault(row.waiting, []).append(row)
    alike: dict[str, list[str]] = {}
    lines, n_rare = [], 0
    for territory, by_waiting in runs.items():
        likely = {
            waiting: rows for waiting, rows in by_waiting.items() if sum(row.p for row in rows) >= LIKELY
        }
        n_rare += len(by_waiting) - len(likely)
        simple = _simply([row for rows in likely.values() for row in rows], answer.rule_set.dice.attack_dice)
        if simple:
            alike.setdefault(simple, []).append(territory)
            continue
        for waiting, rows in likely.items():
            left = _left(answer, rows[0].attacked_from, waiting)
            line = f"  into {territory} ({left} to those that stay)  {_moves(_without_tails(rows))}"
            lines.append((sum(row.p for row in rows), line))
    every = [*((1.0, f"  into {', '.join(names)}  {simple}") for simple, names in alike.items()), *lines]
    title = "how many to move in, by the armies left where the attack came from"
    yield from _likeliest(title, every, len(every) + n_rare)


def _simply(rows: list[Split], n_dice: int) -> str:
    """Return how many move in where a few words say it, else nothing."""
    if not rows:
        return ""
    most = max(row.move_in for row in rows)
    if most > n_dice and all(row.move_in == row.armies_left - 1 for row in rows):
        return "all but one"
    if any(row.move_in != min(most, row.armies_left - 1) for row in rows):
        return ""
    is_few = min(row.armies_left for row in rows) <= most
    return f"{most}, of {most} or fewer all but one" if is_few else str(most)


def _left(answer: BestPlan, at: str, waiting: tuple[str, ...]) -> str:
    """Return which neighbours are left, or which are not where that is shorter."""
    neighbours = [each.name for each in answer.territories if (each.attacked_from or reading.START) == at]
    taken = [name for name in neighbours if name not in waiting]
    if len(taken) >= len(waiting) or len(waiting) <= _MOST_NAMES:
        return f"{', '.join(waiting)} left"
    return f"all but {', '.join(taken)} left" if taken else "all left"


def _likeliest(title: str, lines: list[tuple[float, str]], n_all: int) -> Iterator[str]:
    """Yield the likeliest of some lines, in the order they came in, and how many are left out."""
    order = sorted((at for at, (p, _) in enumerate(lines) if p >= LIKELY), key=lambda at: -lines[at][0])
    shown = sorted(order[:_MOST_ROWS])
    if not shown:
        return
    yield ""
    yield title
    for at in shown:
        yield lines[at][1]
    if n_all > len(shown):
        yield f"  and {n_all - len(shown)} more, less likely; --json lists them"


def _without_tails(rows: list[Split]) -> list[Split]:
    """Return splits without those at either end that come up too seldom, all of them together."""
    low, high = 0, len(rows)
    p = rows[low].p
    while p < LIKELY / 2:
        low += 1
        p += rows[low].p
    p = rows[high - 1].p
    while p < LIKELY / 2 and high - 1 > low:
        high -= 1
        p += rows[high - 1].p
    return rows[low:high]


def _moves(rows: list[Split]) -> str:
    """Return the armies to move in, neighbouring numbers of armies left that move the same together.

    Should there be too many of these, they are bunched so that each bunch comes up about as often.
    """
    parts = [list(part) for _, part in itertools.groupby(rows, lambda row: row.move_in)]
    if len(parts) > _MOST_PARTS:
        bunch = sum(row.p for row in rows) / _MOST_PARTS
        p = 0.0
        bunches: list[list[Split]] = []
        for row in rows:
            if p >= bunch * len(bunches):
                bunches.append([row])
            else:
                bunches[-1].append(row)
            p += row.p
        parts = bunches
    return ", ".join(
        f"{_span(part[0].armies_left, part[-1].armies_left)}: {_span(part[0].move_in, part[-1].move_in)}"
        for part in parts
    )


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"
