"""The answers in words and columns, as the command line prints them."""

from collections.abc import Callable, Iterator

from risksim.battles.model import RuledAnswer
from risksim.decisions.dice_choice import DiceChoice, Reply, SeenRule
from risksim.decisions.stopping import Stop
from risksim.decisions.switching import Blitz
from risksim.errors import counted, in_full

#: Most rows and columns of a table in words.
_MOST_ROWS, _MOST_COLUMNS = 40, 30


def stop(answer: Stop) -> Iterator[str]:
    """Yield the lines for when to stop."""
    yield _question(answer.armies, answer.attackers, answer.defenders, answer)
    yield _worth(answer)
    yield ""
    yield "attack" if answer.attack else "stop: do not attack"
    yield f"best play        {_armies(answer.value)}  takes the territory with chance {answer.p_win:.4f}"
    always = f"  takes it with chance {answer.p_win_always:.4f}"
    yield f"always attack on {_armies(answer.value_always)}{always}"
    yield f"never attack     {_armies(answer.value_never)}"
    yield f"best fixed floor {_armies(answer.value_best_keep)}  {_floor(answer)}"
    yield (
        f"the best play loses {answer.expected_attacker_losses:.2f} armies and destroys "
        f"{answer.expected_defender_losses:.2f} on average"
    )
    if answer.counter > 1:
        yield (
            f"after the counter-attack the territory is taken and held with chance {answer.p_held:.4f}, "
            f"the one attacked from lost with chance {answer.p_home_lost:.4f}"
        )
    if answer.simulated is not None:
        yield _simulated(answer)
    if answer.occupations:
        yield ""
        yield from _occupations(answer)
    yield ""
    yield "# attack on, . stop; the start in brackets"
    yield from _table(answer, lambda row, column: "#" if answer.table[row][column] else ".")


def dice(answer: DiceChoice) -> Iterator[str]:
    """Yield the lines for how many dice to roll."""
    yield _question(answer.armies, answer.attackers, answer.defenders, answer)
    yield (
        "the defender chooses his dice with the attack roll in view"
        if answer.seen
        else "both announce their dice before they roll, the attacker first"
    ) + f"; aim: {answer.aim}"
    yield ""
    yield "                 P(territory taken)  attacker loses  defender loses"
    yield (
        f"best play        {answer.p_win:18.4f}  {answer.expected_attacker_losses:14.2f}  "
        f"{answer.expected_defender_losses:14.2f}"
    )
    yield (
        f"always all dice  {answer.p_win_all:18.4f}  {answer.expected_attacker_losses_all:14.2f}  "
        f"{answer.expected_defender_losses_all:14.2f}"
    )
    yield ""
    yield f"the attacker rolls {_dice(answer.attack_dice)}"
    for reply in reversed(answer.replies):
        yield from _reply(answer, reply)
    if answer.order_matters is not None:
        yield _order(answer)
    yield ""
    if answer.table_defence_dice is not None:
        yield "best dice, attacker v defender; the start in brackets"
        second = answer.table_defence_dice
        yield from _table(
            answer, lambda row, column: f"{answer.table_attack_dice[row][column]}v{second[row][column]}"
        )
    else:
        assert answer.table_rule is not None
        rules = answer.table_rule
        yield "attack dice, and which of the replies below; the start in brackets"
        yield from _table(
            answer,
            lambda row, column: (
                f"{answer.table_attack_dice[row][column]}"
                + ("" if rules[row][column] is None else _letter(rules[row][column] or 0))
            ),
        )
        for place, rule in enumerate(answer.rules_seen):
            if any(place in row for row in rules):
                yield f"{_letter(place)}  {seen_rule(rule)}"


def blitz(answer: Blitz) -> Iterator[str]:
    """Yield the lines for when to blitz."""
    yield _question(answer.armies, answer.attackers, answer.defenders, answer)
    yield ""
    yield "blitz at once" if answer.blitz else "roll by hand first"
    yield f"P(territory taken)  best play        {answer.p_win:.4f}"
    yield f"                    blitz at once    {answer.p_win_blitz:.4f}"
    yield f"                    all by hand      {answer.p_win_hand:.4f}"
    yield f"                    gain over either {answer.gain:.4f}"
    yield ""
    yield "B blitz, . roll a round by hand; the start in brackets"
    yield from _table(answer, lambda row, column: "B" if answer.table[row][column] else ".")


def seen_rule(rule: SeenRule) -> str:
    """Say what the defender does about the rolls of some number of attack dice.

    >>> from risksim.decisions import dice
    >>> seen_rule(dice(40, 2, seen=True, aim="losses").at(40, 2)[1])
    'against 3 attack dice: 2 dice where the second die is 4 or less, else 1'
    """
    return f"against {counted(rule.attack_dice, 'attack die', 'attack dice')}: {_by_roll(rule)}"


def _by_roll(rule: SeenRule) -> str:
    replies = {reply.roll: reply.defence_dice for reply in rule.replies}
    numbers = sorted(set(replies.values()))
    if len(numbers) == 1:
        return f"always {_dice(numbers[0])}"
    if len(numbers) == 2 and len(next(iter(replies))) <= 2:
        low, high = numbers
        place = len(next(iter(replies))) - 1
        for bound in sorted({roll[place] for roll in replies}):
            exceptions = [roll for roll, n in replies.items() if (n == high) != (roll[place] <= bound)]
            if all(roll[place] == bound + 1 for roll in exceptions) and len(exceptions) <= 2:
                die = "second die" if place else "die"
                more = "".join(f" or the roll is {_roll(roll)}" for roll in exceptions)
                return f"{_dice(high)} where the {die} is {bound} or less{more}, else {low}"
    return "; ".join(
        f"{_dice(n)} against {', '.join(_roll(roll) for roll, each in replies.items() if each == n)}"
        for n in numbers
    )


def _roll(roll: tuple[int, ...]) -> str:
    return "-".join(map(str, roll))


def _dice(number: int) -> str:
    return counted(number, "die", "dice")


def _letter(place: int) -> str:
    """Name a place: a … z, then a1 … z1 and so on.

    >>> _letter(0), _letter(27)
    ('a', 'b1')
    """
    again, letter = divmod(place, 26)
    return chr(ord("a") + letter) + (str(again) if again else "")


def _reply(answer: DiceChoice, reply: Reply) -> Iterator[str]:
    what = "P(taken)" if answer.aim == "win" else "losses, defender's less attacker's,"
    comes_to = f"{what} {reply.value:.4f}"
    if reply.rule is not None:
        yield f"  {seen_rule(answer.rules_seen[reply.rule])}; {comes_to}"
    elif reply.defence_dice:
        yield (
            f"  against {counted(reply.attack_dice, 'attack die', 'attack dice')}: {_dice(reply.defence_dice)}; "
            f"{comes_to}"
        )


def _order(answer: DiceChoice) -> str:
    if not answer.order_matters:
        return "who announces first makes no difference in any state, so announcing at once makes none either"
    return (
        f"it matters who announces first: with the defender first the value is {answer.value_defender_first:.6f}, "
        f"with the attacker first {answer.value:.6f}; announced at once it lies between"
    )


def _question(armies: int, attackers: int, defenders: int, answer: RuledAnswer) -> str:
    return (
        f"{counted(armies, 'army', 'armies')} on the territory, {attackers} can attack, against "
        f"{counted(defenders, 'defender')} (rules: {answer.rules})"
    )


def _worth(answer: Stop) -> str:
    named = {
        "an own army": answer.army_value,
        "an enemy army": answer.enemy_army_value,
        "the territory": answer.territory_value,
        "the continent": answer.continent_value,
        "the card": answer.card_value,
        "the territory attacked from": answer.home_value,
    }
    worth = ", ".join(
        f"{name} {in_full(value)}" for name, value in named.items() if value or name.endswith("army")
    )
    counter = f"; then a neighbour's {answer.counter} armies attack" if answer.counter > 1 else ""
    return f"worth: {worth}{counter}"


def _armies(value: float) -> str:
    return f"{value + 0.0:+9.2f} armies"


def _floor(answer: Stop) -> str:
    if answer.best_keep == 1:
        return "go on to the end"
    if answer.best_keep >= answer.armies:
        return "do not start"
    return f"stop once {answer.best_keep} armies stand on the territory"


def _simulated(answer: Stop) -> str:
    simulated = answer.simulated
    assert simulated is not None
    error = simulated.standard_error
    away = f"; {(simulated.value - answer.value) / error:+.2f} standard errors from exact" if error else ""
    return (
        f"simulated        {_armies(simulated.value)}  ± {error:.2g} ({100 * simulated.level:g} % "
        f"{simulated.low:.4f} to {simulated.high:.4f}{away}; {simulated.trials:,} attacks, seed {simulated.seed})"
    )


def _occupations(answer: Stop) -> Iterator[str]:
    yield "move in after a conquest, with so many armies left in all on both territories:"
    shown = answer.occupations[:_MOST_ROWS]
    found: dict[int, list[str]] = {}
    for each in shown:
        found.setdefault(each.armies_left, []).append(f"{each.moved_in} (at least {each.least_in} must)")
    for left, moves in found.items():
        yield f"  {left:>4}: {', '.join(moves)}"
    if len(answer.occupations) > len(shown):
        yield "  --json lists the others"


def _table(answer: Stop | DiceChoice | Blitz, cell: Callable[[int, int], str]) -> Iterator[str]:
    """Yield a table of decisions around the start, with it in brackets."""
    n_rows, n_columns = len(answer.table_armies), len(answer.table_defenders)
    rows = _around(answer.armies - 2, n_rows, _MOST_ROWS)
    columns = _around(answer.defenders - 1, n_columns, _MOST_COLUMNS)
    cells = {(row, column): cell(row, column) for row in rows for column in columns}
    width = max(*(len(each) for each in cells.values()), len(str(answer.table_defenders[columns[-1]]))) + 2
    yield "armies  defenders"
    heads = "".join(f"{answer.table_defenders[column]:>{width - 1}} " for column in columns)
    yield f"{'':6}{heads}".rstrip()
    for row in reversed(rows):
        line = f"{answer.table_armies[row]:>6}"
        for column in columns:
            is_start = (row, column) == (answer.armies - 2, answer.defenders - 1)
            text = f"[{cells[row, column]}]" if is_start else f" {cells[row, column]} "
            line += f"{text:>{width}}"
        yield line.rstrip()
    if len(rows) < n_rows or len(columns) < n_columns:
        yield "(the part around the start; --json has the whole table, --plot draws it)"


def _around(place: int, length: int, most: int) -> range:
    """Return up to ``most`` places in 0 … length - 1 that hold ``place``, those below it first.

    >>> _around(50, 100, 10), _around(3, 8, 10)
    (range(41, 51), range(0, 8))
    """
    first = max(min(place - most + 1, length - most), 0)
    return range(first, min(first + most, length))
