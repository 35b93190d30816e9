"""The answers in words and columns, as the command line prints them."""

import math
from collections.abc import Iterator

from risksim.battles.model import Need, Odds, Outcome, WinTable
from risksim.errors import counted, in_full

_MOST_ENDS = 40
_BAR = 40
_COLUMNS = 15


def odds(answer: Odds) -> Iterator[str]:
    """Yield the lines for one battle."""
    yield (
        f"{counted(answer.armies, 'army', 'armies')} on the territory, {answer.attackers} can attack, against "
        f"{counted(answer.defenders, 'defender')} (rules: {answer.rules})"
    )
    if answer.keep > 1:
        yield f"the attacker stops once {answer.keep} armies or fewer stand there"
    if answer.until:
        yield f"the attacker stops once {counted(answer.until, 'defender is', 'defenders are')} left, or fewer"
    yield ""
    yield f"P(territory taken)  {win(answer)}{_fraction(answer, 'p_win')}"
    if answer.p_win_rolled is not None:
        yield f"as the dice fall    {chance(answer.p_win_rolled)}"
    if answer.p_goal is not None:
        yield f"P(worn to {answer.until} or fewer)  {chance(answer.p_goal)}{_fraction(answer, 'p_goal')}"
    yield f"attacker loses      {answer.expected_attacker_losses:.2f} armies, sd {answer.sd_attacker_losses:.2f}"
    yield f"defender loses      {answer.expected_defender_losses:.2f} armies, sd {answer.sd_defender_losses:.2f}"
    yield ""
    yield from _rounds(answer)
    yield ""
    yield from _ends(answer)
    if answer.simulated is not None:
        yield ""
        yield from _simulated(answer)


def need(answer: Need) -> Iterator[str]:
    """Yield the lines for the armies needed."""
    yield (
        f"{answer.armies} armies on the territory ({answer.attackers} can attack) take "
        f"{counted(answer.defenders, 'defender')} with chance {apart(answer.p_win, answer.p)} (rules: {answer.rules})"
    )
    if answer.armies > 2:
        fewer = apart(answer.p_win_one_fewer, answer.p)
        if answer.p_win_one_fewer >= answer.p:  # as doubles
            fewer = f"a little less than {near_one(answer.p)}"
        yield (f"{answer.armies - 1} armies would have {fewer}, wanted is {wish(answer.p)}")


def table(answer: WinTable) -> Iterator[str]:
    """Yield the lines for a table of chances, so many columns at a time."""
    yield f"P(territory taken); rows: armies on the territory (able to attack); columns: defenders; rules: {answer.rules}"
    width = len(f"{answer.armies[-1]} ({answer.attackers[-1]})")
    for start in range(0, len(answer.defenders), _COLUMNS):
        part = slice(start, start + _COLUMNS)
        yield ""
        yield " " * width + "".join(f"{defenders:>7}" for defenders in answer.defenders[part])
        for armies, attackers, row in zip(answer.armies, answer.attackers, answer.p_win, strict=True):
            yield f"{f'{armies} ({attackers})':>{width}}" + "".join(f"{p:7.3f}" for p in row[part])


def tiny(p: float, log10: float) -> str:
    """Show a chance that a double may be too small for, given its decimal logarithm.

    >>> tiny(0.25, -0.602), tiny(0.0, -3090.2), tiny(0.0, -math.inf)
    ('0.2500', '6.31e-3091', '0.0000')
    """
    if p > 1e-300 or math.isinf(log10):  # below, doubles lose digits
        return chance(p)
    power = math.floor(log10)
    return f"{10 ** (log10 - power):.2f}e{power}"


def win(answer: Odds) -> str:
    """Show the chance to take the territory, and what it lacks to certainty although doubles round it to 1."""
    if answer.p_win > 1 - 1e-12 and math.isfinite(answer.log10_p_lose):
        return f"1 - {tiny(10**answer.log10_p_lose, answer.log10_p_lose)}"
    return tiny(answer.p_win, answer.log10_p_win)


def short(p: float) -> str:
    """Show a chance with three decimals, more where it is close to 0 or 1.

    >>> short(0.25), short(1e-9), short(1 - 3e-8)
    ('0.250', '1e-09', '1 - 3e-08')
    """
    return f"{p:.3f}" if 0.0005 <= p <= 0.9995 else chance(p)


def chance(p: float) -> str:
    """Show a chance with four decimals, more where it is close to 0 or 1."""
    if 0.0005 <= p <= 0.9995 or p == 0 or p > 1 - 1e-12:
        return f"{p:.4f}"
    return f"{p:.3g}" if p < 0.5 else near_one(p)


def apart(p: float, wanted: float) -> str:
    """Show a chance with as many digits as tell on which side of the wanted one it is, and that it is not certain.

    >>> apart(0.90003, 0.9), apart(0.89996, 0.9), apart(0.99996, 0.9), apart(1.0, 1.0)
    ('0.9000', '0.89996', '0.99996', '1.0000')
    >>> apart(1 - 3e-14, 1 - 2.5e-14), apart(1.0, 1 - 2**-53)
    ('1 - 3e-14', 'at least 1 - 1.11e-16')
    """
    if p == 1 and 1 - 1e-12 < wanted < 1:  # rounded, and who wants so much wants to know
        return f"at least {near_one(wanted)}"
    fixed = (f"{p:.{digits}{'f' if p >= 0.0005 or not p else 'g'}}" for digits in range(4, 9))
    for text in fixed:
        if (float(text) >= wanted) == (p >= wanted) and (float(text) < 1 or p == 1):
            return text
    if p < 0.5:
        return in_full(p)
    short = (near_one(p, digits) for digits in range(3, 18))
    return next(text for text in short if (float(text[4:]) <= 1 - wanted) == (p >= wanted))


def near_one(p: float, digits: int = 3) -> str:
    """Show what a chance lacks to certainty.

    >>> near_one(0.999999)
    '1 - 1e-06'
    """
    return f"1 - {1 - p:.{digits}g}"


def wish(p: float) -> str:
    """Show a chance as it was asked for, and what it lacks to certainty where that is hard to read.

    >>> wish(0.9), wish(1 - 2**-53)
    ('0.9', '0.9999999999999999 (1 - 1.11e-16)')
    """
    return in_full(p) + (f" ({near_one(p)})" if 1 - 1e-8 < p < 1 else "")


def _fraction(answer: Odds, key: str) -> str:
    text = answer.exact.get(key, "")
    return f"  = {text}" if "/" in text and len(text) <= 40 else ""


def _rounds(answer: Odds) -> Iterator[str]:
    yield "one round: attacker's-defender's losses and their chance"
    lines: dict[tuple[int, int], list[str]] = {}
    for chance in answer.round:
        cell = f"{chance.attacker_loses}-{chance.defender_loses} {chance.p:.4f}"
        lines.setdefault((chance.attack_dice, chance.defence_dice), []).append(cell)
    for (n_attack, n_defence), cells in lines.items():
        yield f"  {n_attack} v {n_defence} dice  {'  '.join(cells)}"


def _ends(answer: Odds) -> Iterator[str]:
    if len(answer.outcomes) > _MOST_ENDS:
        yield f"{len(answer.outcomes):,} ends are possible; --json lists them"
        return
    yield "how it ends: the attacker's armies left in all (before moving in), the defenders left"
    width = len(str(answer.armies)), len(str(answer.defenders))
    longest = max(outcome.p for outcome in answer.outcomes)
    for outcome in answer.outcomes:
        bar = "#" * round(_BAR * outcome.p / longest)
        yield (
            f"  {outcome.armies_left:>{width[0]}} v {outcome.defenders_left:<{width[1]}}  "
            f"{_verdict(answer, outcome):7}  {outcome.p:.4f}  {bar}"
        ).rstrip()


def _verdict(answer: Odds, outcome: Outcome) -> str:
    if outcome.defenders_left == 0 and outcome.armies_left > 1:
        return "taken"
    return "stopped" if outcome.armies_left > 1 else "failed"


def _simulated(answer: Odds) -> Iterator[str]:
    from risksim.statistics.estimate import METHOD_NAMES

    simulated = answer.simulated
    assert simulated is not None
    exact, found = (answer.p_win, simulated.p_win)
    if simulated.p_goal is not None:
        assert answer.p_goal is not None
        exact, found = answer.p_goal, simulated.p_goal
    difference = found - exact
    error, fit = simulated.standard_error, simulated.chi_square_p
    away = f"{difference / error:+.2f} standard errors from exact" if error else "no spread"
    yield (
        f"simulated           {found:.6f} ± {error:.2g} "
        f"({100 * simulated.level:g} % {METHOD_NAMES[simulated.interval]} {simulated.low:.6f} to {simulated.high:.6f}; {away})"
    )
    yield (
        f"                    {simulated.trials:,} {'battle' if simulated.trials == 1 else 'battles'}, seed {simulated.seed}; all ends against exact: "
        + ("too few battles" if fit is None else f"chi-square p = {fit:.3g}")
    )
