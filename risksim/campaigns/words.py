"""The answers about campaigns in words and columns, as the command line prints them."""

from collections.abc import Iterator, Sequence

from risksim.battles.words import apart, chance
from risksim.campaigns.model import Campaign, Need, Turn
from risksim.errors import counted, in_full

_MOST_ENDS = 40
_MOST_TURNS = 12
_BAR = 40
#: Chances to fail so small that they are said in place of that to succeed.
_SLIM = 5e-4


def campaign(answer: Campaign) -> Iterator[str]:
    """Yield the lines for a chain."""
    n = len(answer.defenders)
    yield (
        f"{_standing(answer)}, against {'–'.join(map(str, answer.defenders))} in "
        f"{counted(n, 'territory', 'territories')} (rules: {answer.rules})"
    )
    yield from _conditions(answer)
    yield ""
    p_all = f"1 - {answer.p_fail:.3g}" if 0 < answer.p_fail < _SLIM else chance(answer.p_all)
    yield f"P(all taken)        {p_all}{_fraction(answer)}"
    if answer.expected_armies_left is not None:
        yield f"armies in the last  {answer.expected_armies_left:.2f} on average, if it is taken"
    yield f"attacker loses      {answer.expected_attacker_losses:.2f} armies, sd {answer.sd_attacker_losses:.2f}"
    yield f"defenders lose      {answer.expected_defender_losses:.2f} armies, sd {answer.sd_defender_losses:.2f}"
    yield ""
    yield "taken up to here"
    width = len(str(n)), max(len(str(each)) for each in answer.defenders)
    for at, (defenders, p) in enumerate(zip(answer.defenders, answer.p_each, strict=True)):
        own = f"  ({answer.dice[at]})" if answer.dice[at] != answer.rules else ""
        bar = "#" * round(_BAR * p)
        yield f"  {at + 1:>{width[0]}}. {defenders:>{width[1]}} defending  {chance(p):>9}  {bar}{own}".rstrip()
    if answer.turns:
        yield ""
        yield from _turns(answer.turns)
    yield ""
    yield from _ends(answer)
    if answer.simulated is not None:
        yield ""
        yield from _simulated(answer)


def need(answer: Need) -> Iterator[str]:
    """Yield the lines for the armies a chain needs."""
    yield (
        f"{answer.armies} armies on the territory ({answer.attackers} can attack) take "
        f"{'–'.join(map(str, answer.defenders))} with chance {apart(answer.p_win, answer.p)} (rules: {answer.rules})"
    )
    if answer.armies > 2:
        yield (
            f"{answer.armies - 1} armies would have {apart(answer.p_win_one_fewer, answer.p)}, wanted is {in_full(answer.p)}"
        )


def _standing(answer: Campaign) -> str:
    if len(answer.stacks) == 1:
        return f"{counted(answer.armies, 'army', 'armies')} on the territory, {answer.attackers} can attack"
    return f"{'+'.join(map(str, answer.stacks))} armies on {len(answer.stacks)} territories, {answer.attackers} can attack"


def _conditions(answer: Campaign) -> Iterator[str]:
    if answer.keep > 1:
        yield f"every attack stops once {answer.keep} armies or fewer stand where it comes from"
    if any(each != 1 for each in answer.leave):
        yield f"armies that stay on going on: {', '.join(map(str, answer.leave))}"
    if any(answer.gain):
        yield f"armies gained on taking: {', '.join(map(str, answer.gain))}"
    if answer.move != "all":
        moved = answer.move if isinstance(answer.move, str) else ", ".join(map(str, answer.move))
        yield f"armies that move in: {moved}"


def _fraction(answer: Campaign) -> str:
    text = str(answer.exact.get("p_all", ""))
    return f"  = {text}" if "/" in text and len(text) <= 40 else ""


def _turns(turns: Sequence[Turn]) -> Iterator[str]:
    yield "who attacks next: the stacks that wait, the defenders left, and how likely that is"
    shown = sorted(turns, key=lambda turn: -turn.p)[:_MOST_TURNS]
    for turn in sorted(shown, key=lambda turn: (-len(turn.waiting), -turn.defenders_left)):
        waiting = "+".join(map(str, turn.waiting))
        there = f"against {turn.defenders_left}" if turn.defenders_left else "before an empty territory"
        yield f"  {waiting} {there}: {turn.attack_with}  ({chance(turn.p)})"
    if len(turns) > len(shown):
        yield f"  and {len(turns) - len(shown)} rarer turns; --json lists them"


def _ends(answer: Campaign) -> Iterator[str]:
    if len(answer.outcomes) > _MOST_ENDS:
        yield f"{len(answer.outcomes):,} ends are possible; --json lists them"
        return
    yield "how it ends: territories taken, armies left where the attack stopped, defenders left there"
    n = len(answer.defenders)
    width = (
        len(str(n)),
        len(str(max(o.armies_left for o in answer.outcomes))),
        len(str(max(answer.defenders))),
    )
    longest = max(outcome.p for outcome in answer.outcomes)
    for o in answer.outcomes:
        left = f"v {o.defenders_left:<{width[2]}}" if o.territories_taken < n else " " * (width[2] + 2)
        bar = "#" * round(_BAR * o.p / longest)
        yield (
            f"  {o.territories_taken:>{width[0]}} of {n}  {o.armies_left:>{width[1]}} {left}  {o.p:.4f}  {bar}"
        ).rstrip()


def _simulated(answer: Campaign) -> Iterator[str]:
    from risksim.statistics.estimate import METHOD_NAMES

    simulated = answer.simulated
    assert simulated is not None
    difference = simulated.p_all - answer.p_all
    error, fit = simulated.standard_error, simulated.chi_square_p
    away = f"{difference / error:+.2f} standard errors from exact" if error else "no spread"
    yield (
        f"simulated           {simulated.p_all:.6f} ± {error:.2g} "
        f"({100 * simulated.level:g} % {METHOD_NAMES[simulated.interval]} {simulated.low:.6f} to {simulated.high:.6f}; {away})"
    )
    yield (
        f"                    {counted(simulated.trials, 'campaign')}, seed {simulated.seed}; all ends against exact: "
        + ("too few campaigns" if fit is None else f"chi-square p = {fit:.3g}")
    )
