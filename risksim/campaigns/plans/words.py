"""The answers about plans in words and columns."""

from collections.abc import Iterator

from risksim.battles.words import apart, chance
from risksim.campaigns.plans.model import BestPlan, PlanNeed, Split
from risksim.errors import counted, in_full

_MOST_ROWS = 40


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
    yield ""
    yield f"P(all taken)        {chance(answer.p_all)}  (in the order of the plan: {chance(answer.in_file_order.p_all)})"
    yield (
        f"expected value      {answer.expected_value:.4g}  "
        f"(in the order of the plan: {answer.in_file_order.expected_value:.4g})"
    )
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


def _attacks(answer: BestPlan) -> Iterator[str]:
    """Yield whom to attack where that depends on the armies there."""
    asked: dict[tuple[str, tuple[str, ...]], set[str]] = {}
    for row in answer.attacks:
        asked.setdefault((row.attacked_from, row.waiting), set()).add(row.attack)
    rows = [row for row in answer.attacks if len(asked[row.attacked_from, row.waiting]) > 1]
    if not rows:
        return
    yield ""
    yield "whom to attack depends on the armies there"
    for row in rows[:_MOST_ROWS]:
        armies = str(row.armies_low) + (f" to {row.armies_high}" if row.armies_high > row.armies_low else "")
        yield f"  from {row.attacked_from} with {armies} ({', '.join(row.waiting)} left): {row.attack}"
    yield from _more(len(rows))


def _splits(answer: BestPlan) -> Iterator[str]:
    """Yield how many to move in where some have something left to do behind."""
    runs: list[list[Split]] = []
    for row in (each for each in answer.splits if each.waiting):
        if runs and (runs[-1][-1].territory, runs[-1][-1].waiting) == (row.territory, row.waiting):
            runs[-1].append(row)
        else:
            runs.append([row])
    if not runs:
        return
    yield ""
    yield "how many to move in, by the armies left where the attack came from"
    for run in runs[:_MOST_ROWS]:
        yield f"  into {run[0].territory} ({', '.join(run[0].waiting)} left to those that stay)  {_moves(run)}"
    yield from _more(len(runs))


def _moves(run: list[Split]) -> str:
    """Return the armies to move in, neighbouring numbers of armies left that move the same together."""
    parts: list[tuple[int, int, int]] = []
    for row in run:
        if parts and parts[-1][2] == row.move_in:
            parts[-1] = parts[-1][0], row.armies_left, row.move_in
        else:
            parts.append((row.armies_left, row.armies_left, row.move_in))
    return ", ".join(f"{high if high == low else f'{high} to {low}'}: {move}" for high, low, move in parts)


def _more(n_rows: int) -> Iterator[str]:
    if n_rows > _MOST_ROWS:
        yield f"  and {n_rows - _MOST_ROWS} more; --json lists them"
