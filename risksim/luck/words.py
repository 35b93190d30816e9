"""The answers in words and columns, as the command line prints them."""

from collections.abc import Iterator

from risksim.battles.words import tiny
from risksim.errors import counted, printable
from risksim.luck import exact
from risksim.luck.fairness import DieTest, Fairness
from risksim.luck.model import Luck, Row

_MOST_ROWS = 30
#: Anytime p-values up to which fair dice are hard to believe, and worth a second look.
_HARD, _DOUBTFUL = 0.01, 0.05
_MOST_PLAYERS = 1_000_000
#: Decimal logarithm up to which doubles hold numbers, and one over them, with all their digits.
_MOST_POWER = 307
#: Chances closer than this to 0 and 1 are shown with the digits that tell them apart.
_NEAR = 0.005


def luck(answer: Luck) -> Iterator[str]:
    """Yield the lines about a log."""
    kinds = [
        counted(number, kind)
        for number, kind in ((answer.n_rounds, "round"), (answer.n_battles, "battle"))
        if number
    ]
    side = "on either side" if answer.side == "both" else f"as the {answer.side}"
    yield f"{' and '.join(kinds)} {side} (rules: {answer.rules})"
    yield ""
    yield f"you lost    {answer.losses:>5}  expected {answer.expected_losses:.2f}"
    yield f"they lost   {answer.enemy_losses:>5}  expected {answer.expected_enemy_losses:.2f}"
    yield f"luck        {answer.luck:+.2f} armies, sd {answer.sd:.2f}" + (
        "" if answer.z is None else f", z = {answer.z:+.2f}"
    )
    yield f"percentile  {percentile(answer)}, two-sided {p_value(answer)}"
    yield f"            {_players(answer)}"
    yield (
        f"anytime     {p_value_anytime(answer)}, "
        f"e-value {_large(answer.e_value_largest, -answer.log10_p_value_anytime)} at its largest"
    )
    yield f"            {_verdict(answer.p_value_anytime, answer.log10_p_value_anytime)}"
    if answer.n_limits:
        yield ""
        yield (
            f"{counted(answer.n_limits, 'battle')} ended in a way rarer than {exact.VANISHING:.0e}: "
            "its percentile and the p-values say no more than that"
        )
    yield ""
    yield from _rows(answer)


def percentile(answer: Luck) -> str:
    """Show the percentile of all rows, however near to 0 or 1 it is.

    >>> from risksim.luck import luck
    >>> unlucky = {"attackers": 9, "defenders": 9, "attacker_lost": 2, "defender_lost": 0}
    >>> percentile(luck([unlucky] * 20)), percentile(luck([unlucky] * 20, side="defender"))
    ('1.1e-11', '1 - 1.1e-11')
    """
    below, above = (tail + answer.p_same / 2 for tail in (answer.p_unluckier, answer.p_luckier))
    if answer.n_limits and min(below, above) < exact.LEAST_TOLD:
        return _limit(below)
    if below == 0:
        return "< 1e-300"
    if above == 0:
        return "> 1 - 1e-300"
    return chance(below) if below <= above else f"1 - {above:.2g}" if above < _NEAR else chance(1 - above)


def _limit(percentile: float) -> str:
    """Say that a percentile is too near to 0 or 1 to be told."""
    return f"< {exact.LEAST_TOLD:.0e}" if percentile < 0.5 else f"> 1 - {exact.LEAST_TOLD:.0e}"


def p_value(answer: Luck) -> str:
    """Show the two-sided p-value of all rows, and whether it is exact.

    >>> from risksim.luck import luck
    >>> p_value(luck([{"attackers": 9, "defenders": 9, "attacker_lost": 2, "defender_lost": 0}] * 2000))
    'p = 5.64e-1068 (exact)'
    """
    if answer.n_limits and answer.p_value <= exact.LEAST_TOLD:
        return f"p < {exact.LEAST_TOLD:.0e}"
    return f"p = {_small(answer.p_value, answer.log10_p_value)} (exact)"


def p_value_anytime(answer: Luck | Fairness) -> str:
    """Show the anytime p-value, however small it is."""
    return f"p = {_small(answer.p_value_anytime, answer.log10_p_value_anytime)}"


def dice(answer: Fairness) -> Iterator[str]:
    """Yield the lines about raw rolls."""
    together = answer.together
    yield f"{counted(answer.rolls, 'roll')} of {answer.sides}-sided dice"
    yield ""
    yield from _counts(answer)
    yield ""
    if len(answer.dice) > 1:
        yield f"are they fair?  p = {chance(answer.p_value)}: the smallest below, corrected for {answer.n_tests} tests"
        yield from (_adjusted(answer, die) for die in (*answer.dice, together))
    else:
        yield f"{together.name:<{_width(answer)}}  {_test(together)}"
    log10_e = answer.log10_e_value
    yield f"anytime     {p_value_anytime(answer)}, e-value {_large(answer.e_value, log10_e)}"
    yield f"            {_verdict(answer.p_value_anytime, answer.log10_p_value_anytime)}"
    yield (
        f"face {together.face}      came up most above its share: {together.face_share:.4f} of the rolls, a fair die "
        f"{1 / answer.sides:.4f}"
    )
    yield (
        f"            its chance lies in [{together.low:.4f}, {together.high:.4f}] ({answer.level:g}, Clopper-Pearson, "
        "for all faces at once)"
    )
    yield ""
    yield "what could have been noticed (chi-square at 0.05):"
    for load in answer.power:
        yield (
            f"  a face {load.times:g} times as likely as it should be ({load.chance:.3f}): by {answer.rolls:,} rolls with "
            f"chance {load.p_noticed:.2f}; with chance 0.8 it takes {load.rolls_needed:,}"
        )


def _players(answer: Luck) -> str:
    """Say how many players would have fared worse, of as many as it takes for the number to be whole."""
    rarest = min((p for p in (answer.p_unluckier, answer.p_luckier) if p > 0), default=1.0)
    players = 100
    while players < _MOST_PLAYERS and rarest * players < 1:
        players *= 10
    worse, better = (round(p * players) for p in (answer.p_unluckier, answer.p_luckier))
    same = players - worse - better
    rows = (
        "battles"
        if answer.n_battles and not answer.n_rounds
        else "rounds"
        if not answer.n_battles
        else "fights"
    )
    return (
        f"of {players:,} players with these {rows}, {worse:,} would have been unluckier, {same:,} "
        f"just as lucky, {better:,} luckier"
    )


def _verdict(p: float, log10: float) -> str:
    """Say what an anytime-valid p-value comes to."""
    if p <= _HARD:
        return f"fair dice come so far in at most one log of {_one_in(p, log10)}: hard to believe, however often you looked"
    if p <= _DOUBTFUL:
        return f"fair dice come so far in at most one log of {_one_in(p, log10)}: keep an eye on them"
    return "nothing that fair dice would not do, however often you looked"


def _one_in(p: float, log10: float) -> str:
    return f"{int(1 / p):,}" if p > 1e-9 else _large(1 / p, -log10)


def _large(value: float, log10: float) -> str:
    """Show a large number that a double may not hold, given its decimal logarithm."""
    return f"{value:.3g}".replace("e+", "e") if log10 < _MOST_POWER else tiny(0.0, log10)


def _small(p: float, log10: float) -> str:
    """Show a chance that a double may not hold, given its decimal logarithm."""
    return chance(p) if log10 > -_MOST_POWER else tiny(0.0, log10)


def _rows(answer: Luck) -> Iterator[str]:
    rows = answer.rows
    shown = rows if len(rows) <= _MOST_ROWS else _extremes(rows)
    if len(shown) < len(rows):
        yield f"the {len(shown)} rows furthest from even luck, of {len(rows):,} (--json has all):"
    fights = [_fight(row) for row in shown]
    width = max(len(fight) for fight in fights)
    yield f"{'line':>5}  {'':{width}}  you lost   expected  they lost   expected     luck  percentile  so far"
    for row, fight in zip(shown, fights, strict=True):
        own = (row.attacker_losses, row.expected_attacker_losses)
        enemy = (row.defender_losses, row.expected_defender_losses)
        if row.side == "defender":
            own, enemy = enemy, own
        yield (
            f"{row.line:>5}  {fight:{width}}  {own[0]:>8}  {own[1]:9.2f}  {enemy[0]:>9}  {enemy[1]:9.2f}  "
            f"{row.luck:+7.2f}  {_limit(row.percentile) if row.is_limit else chance(row.percentile):>10}  {row.luck_so_far:+6.2f}"
        )


def _extremes(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return the rows of most and of least luck, in the order of the log."""
    furthest = sorted(range(len(rows)), key=lambda place: abs(rows[place].percentile - 0.5), reverse=True)
    return tuple(rows[place] for place in sorted(furthest[:_MOST_ROWS]))


def _fight(row: Row) -> str:
    """Say what a row was: armies on the territory against defenders, dice or what was left."""
    label = "" if row.label is None else f"{printable(row.label)}: "
    dice = row.kind == "round"
    how = (
        f"{row.attack_dice} dice v {row.defence_dice}"
        if dice
        else f"left {row.armies_left} v {row.defenders_left}"
    )
    return f"{label}{row.armies} v {row.defenders}, {how}"


def _counts(answer: Fairness) -> Iterator[str]:
    width = _width(answer)
    yield " " * width + "  " + "".join(f"{face:>8}" for face in range(1, answer.sides + 1))
    dice = answer.dice if len(answer.dice) == 1 else (*answer.dice, answer.together)
    for die in dice:
        yield f"{printable(die.name):<{width}}  " + "".join(f"{count:>8,}" for count in die.counts)
    expected = answer.rolls / answer.sides
    yield f"{'expected':<{width}}  " + "".join(f"{expected:8.1f}" for _ in range(answer.sides))


def _width(answer: Fairness) -> int:
    return max(10, *(len(printable(die.name)) for die in answer.dice))


def _adjusted(answer: Fairness, die: DieTest) -> str:
    return f"{printable(die.name):<{_width(answer)}}  {_test(die)}, Holm {chance(die.p_value_holm)}"


def _test(die: DieTest) -> str:
    error = "" if die.standard_error is None else f" ± {die.standard_error:.1g}"
    return f"p = {chance(die.p_value)}{error} ({die.method}, {counted(die.rolls, 'roll')})"


def chance(p: float) -> str:
    """Show a chance with three decimals, more where it is close to 0 or 1.

    >>> chance(0.25), chance(0.0012), chance(0.9988)
    ('0.250', '0.0012', '1 - 0.0012')
    """
    if _NEAR <= p <= 1 - _NEAR or p in (0, 1):
        return f"{p:.3f}"
    return f"{p:.2g}" if p < 0.5 else f"1 - {1 - p:.2g}"
