"""How many dice to roll: both sides free to roll fewer than they may, solved backwards over (attackers, defenders).

Blind, both announce their dice before anybody rolls, the attacker first. With the house rule *seen* the attacker
announces and rolls, and the defender chooses the number of his dice with that roll in view. Either way it is a game
of two players who want the opposite, so backward induction gives the best play of both. The battle is fought to the
end. Where a round may cost nobody anything, the same choice comes up again, and the best one is found by improving a
first choice until nothing improves (Howard's policy iteration).

What is wanted (``aim``)
    ``win``: the attacker wants to take the territory. ``losses``: each wants the other to lose more armies than he
    himself does, on average; the attacker wants the difference large, the defender small.

Sources: ``risk-faq``.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from risksim.battles import model, rounds
from risksim.battles.model import RuledAnswer
from risksim.decisions import attack, rolls
from risksim.errors import InputError, check_count, unknown_name
from risksim.rules.clauses import Dice

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

AIMS = ("win", "losses")
#: Most states of a table.
MAX_STATES = 40_000
#: Most states times the choices looked at in each, with the rolls in view: some seconds.
MAX_WORK = 1_500_000
#: Differences of this size are rounding; of choices that come to the same, the one with more dice is taken.
_ROUNDING = 1e-12


class Reply(Struct, frozen=True):
    """What the defender does about a number of attack dice, and what that comes to for the attacker."""

    attack_dice: int
    defence_dice: int | None
    """None where it depends on the roll"""
    value: float
    """by the aim: the chance to take the territory, or the difference of the losses"""
    rule: int | None
    """place in ``rules_seen`` of what the defender does about each roll"""


class RollReply(Struct, frozen=True):
    """How many dice to roll against one attack roll."""

    roll: tuple[int, ...]
    """the attack dice that can be met, highest first, bonuses included"""
    defence_dice: int


class SeenRule(Struct, frozen=True):
    """What the defender does about every roll of some number of attack dice."""

    attack_dice: int
    replies: tuple[RollReply, ...]


class DiceChoice(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`dice`."""

    armies: int
    """on the attacking territory"""
    attackers: int
    """able to attack: one fewer"""
    defenders: int
    seen: bool
    aim: str
    attack_dice: int
    """the attacker's best number at the start"""
    defence_dice: int | None
    """the defender's best number against that; None where it depends on the roll"""
    p_win: float
    """chance that the territory is taken when both play best"""
    expected_attacker_losses: float
    expected_defender_losses: float
    p_win_all: float
    """the same when both always roll all their dice"""
    expected_attacker_losses_all: float
    expected_defender_losses_all: float
    value: float
    """by the aim, when both play best"""
    value_defender_first: float | None
    """by the aim, where the defender announces first; None where he sees the roll"""
    order_matters: bool | None
    """whether it matters, in any state, who announces first; where it never does, to announce at once is the same"""
    replies: tuple[Reply, ...]
    """at the start, for every number of attack dice"""
    table_armies: tuple[int, ...]
    """rows of the tables: on the attacking territory"""
    table_defenders: tuple[int, ...]
    """columns of the tables"""
    table_attack_dice: tuple[tuple[int, ...], ...]
    """the attacker's best number"""
    table_defence_dice: tuple[tuple[int, ...], ...] | None
    """the defender's best number against that; None where he sees the roll"""
    table_rule: tuple[tuple[int | None, ...], ...] | None
    """place in ``rules_seen`` of what he does about each roll, None without a choice; None where he is blind"""
    rules_seen: tuple[SeenRule, ...]
    """what the defender does about rolls, as ``table_rule`` and ``replies`` name it"""

    def at(self, armies: int, defenders: int) -> tuple[int, int | SeenRule | None]:
        """Return the attacker's best number of dice and what the defender does about it.

        Raises
        ------
        InputError
            If the table does not reach there.
        """
        row = check_count("armies", armies, 2, self.table_armies[-1], "the size of the table") - 2
        column = check_count("defenders", defenders, 1, self.table_defenders[-1], "the size of the table") - 1
        n_attack = self.table_attack_dice[row][column]
        if self.table_defence_dice is not None:
            return n_attack, self.table_defence_dice[row][column]
        assert self.table_rule is not None
        place = self.table_rule[row][column]
        return n_attack, None if place is None else self.rules_seen[place]

    def to_frame(self) -> "pd.DataFrame":
        """Return one row for each state: armies, defenders, attack_dice, and defence_dice or rule."""
        import pandas as pd

        second = "rule" if self.table_defence_dice is None else "defence_dice"
        replies = self.table_rule if self.table_defence_dice is None else self.table_defence_dice
        assert replies is not None
        rows = [
            (armies, defenders, n_attack, reply)
            for armies, numbers, row in zip(self.table_armies, self.table_attack_dice, replies, strict=True)
            for defenders, n_attack, reply in zip(self.table_defenders, numbers, row, strict=True)
        ]
        frame = pd.DataFrame(rows, columns=["armies", "defenders", "attack_dice", second])
        return frame.astype({second: "Int64"})

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the defender's best number of dice, by state or, with the roll in view, by roll."""
        from risksim.decisions import plots

        return plots.dice(self, ax)


class State(NamedTuple):
    """What a state comes to under some play of both; near certainty the chance to fail has the digits that count."""

    p_win: float
    p_fail: float
    attacker_losses: float
    defender_losses: float

    def worth(self, is_win: bool) -> float:
        """Return what the attacker wants large, by the aim."""
        return self.p_win if is_win else self.defender_losses - self.attacker_losses


class _Replies(NamedTuple):
    """Dice by roll."""

    rolls: tuple[rolls.Roll, ...]
    dice: tuple[int, ...]


class _Choice(NamedTuple):
    """One number of attack dice, the reply to it, and what both come to."""

    attack_dice: int
    reply: int | _Replies
    state: State


#: (attacker loses, defender loses) and its chance.
_Outcomes = tuple[tuple[int, int, float], ...]


def dice(
    armies: int,
    defenders: int,
    *,
    rules: attack.Rules = "classic",
    fighting: bool = False,
    seen: bool = False,
    aim: str = "win",
    size: int = 0,
    **clauses: Any,
) -> DiceChoice:
    """Return how many dice attacker and defender should roll.

    Parameters
    ----------
    armies
        Armies on the attacking territory, one of which stays; with ``fighting`` armies able to attack.
    defenders
        Armies on the defended territory.
    rules
        The rule set.
    fighting
        Whether ``armies`` counts only those able to attack.
    seen
        Whether the defender chooses with the attack roll in view, a common house rule.
    aim
        ``"win"`` or ``"losses"``; see :mod:`risksim.decisions.dice_choice`.
    size
        Armies and defenders the table reaches at least; it always reaches the start.
    clauses
        Clauses to change for this question, such as ``defence_dice=3``.

    Raises
    ------
    InputError
        If a number is out of range, the rules are unknown, a battle might never end, or there are too many states or
        rolls to look at each.

    >>> answer = dice(10, 8)
    >>> answer.attack_dice, answer.defence_dice, answer.p_win == answer.p_win_all
    (3, 2, True)
    >>> dice(10, 8, seen=True).p_win < answer.p_win
    True

    Sources: ``risk-faq``.
    """
    if aim not in AIMS:
        raise unknown_name("aim", str(aim), AIMS)
    asked = attack.ask(
        armies, defenders, rules=rules, clauses=clauses, fighting=fighting, size=size, max_states=MAX_STATES
    )
    with model.naming(asked.rule_set):
        _check_work(asked, seen)
        return _answer(asked, seen, aim)


def _check_work(asked: attack.Attack, seen: bool) -> None:
    """Make sure that no choices keep a round from ever costing anything, and that the table is not too large."""
    most_attack = rounds.attack_dice(asked.rounds, asked.most_attackers)
    most_defence = rounds.defence_dice(asked.rounds, asked.most_defenders)
    for n_attack, n_defence in product(range(1, most_attack + 1), range(1, most_defence + 1)):
        counts, total = rounds.round_of(asked.rounds, n_attack, n_defence)
        if counts.get((0, 0), 0) == total:
            raise InputError(
                f"the battle might never end: {n_attack} attacking against {n_defence} defending dice can never "
                "cost an army"
            )
    if not seen or not most_defence:
        return
    looked_at = 0
    for n_attack in range(1, most_attack + 1):
        table = _seen(asked.rounds, n_attack, most_defence)
        looked_at += len(table.rolls) * most_defence
        if all(
            any(kind[roll] == ((0, 0, 1.0),) for kind in table.outcomes) for roll in range(len(table.rolls))
        ):
            raise InputError(
                f"the battle might never end: against {n_attack} attacking dice in view there is always a reply that "
                "costs nobody an army"
            )
    if looked_at * asked.n_states > MAX_WORK:
        raise InputError(
            f"{asked.most_attackers:,} attackers by {asked.most_defenders:,} defenders are too many for a choice after "
            f"every roll of these dice; attackers times defenders may be at most {MAX_WORK // looked_at:,}"
        )


class _SeenDice(NamedTuple):
    """The rolls of so many attack dice, and what every number of defence dice makes of each."""

    rolls: tuple[rolls.Roll, ...]
    chances: tuple[float, ...]
    outcomes: tuple[tuple[_Outcomes, ...], ...]
    """by the number of defence dice less one, then by roll"""
    by_roll: tuple[tuple[_Outcomes, ...], ...]
    """the same by roll, then by the number of defence dice"""
    losses: tuple[rolls.Losses, ...]
    """all that may be lost"""


@lru_cache(maxsize=256)
def _seen(dice: Dice, n_attack: int, most_defence: int) -> _SeenDice:
    n_seen = max(rounds.n_pairs(dice, n_attack, n) for n in range(1, most_defence + 1))
    ways = rolls.counted(dice, True, n_attack, n_seen)
    total = sum(ways.values())
    tables = [rolls.against(dice, n_attack, n, n_seen) for n in range(1, most_defence + 1)]
    outcomes = tuple(
        tuple(tuple((a, d, p) for (a, d), p in table[roll].items()) for roll in ways) for table in tables
    )
    return _SeenDice(
        tuple(ways),
        tuple(count / total for count in ways.values()),
        outcomes,
        tuple(zip(*outcomes, strict=True)),
        tuple({losses: None for table in tables for costs in table.values() for losses in costs}),
    )


@lru_cache(maxsize=1024)
def _blind(dice: Dice, n_attack: int, n_defence: int) -> _Outcomes:
    """Return the outcomes of a round; a lone army without a die is lost at once."""
    if n_defence == 0:
        return ((0, 1, 1.0),)
    counts, total = rounds.round_of(dice, n_attack, n_defence)
    return tuple((a, d, n / total) for (a, d), n in counts.items())


class _Game:
    """The states of a battle under one way of choosing, solved from the smallest up."""

    def __init__(
        self,
        dice: Dice,
        attackers: int,
        defenders: int,
        is_win: bool,
        choose: "Callable[[_Game, int, int], _Choice]",
    ) -> None:
        self.dice, self.is_win = dice, is_win
        self.is_likely = False
        self.known: dict[tuple[int, int, tuple[int, ...]], _Outcomes] = {}
        over = _Choice(0, 0, State(0.0, 1.0, 0.0, 0.0))
        self.rows = [[over] * (defenders + 1)]
        for a in range(1, attackers + 1):
            self.rows.append([_Choice(0, 0, State(1.0, 0.0, 0.0, 0.0))])
            for d in range(1, defenders + 1):
                self.is_likely = self.rows[a - 1][d].state.p_win > 0.5
                self.rows[a].append(choose(self, a, d) if rounds.may_attack(dice, d) else over)

    def value(self, state: State) -> float:
        """Return what the attacker wants large in the state being solved, with all the digits it has."""
        return -state.p_fail if self.is_win and self.is_likely else state.worth(self.is_win)

    def least(self, values: list[float]) -> int:
        """Return the place of the smallest value; chances are compared by their ratio, losses by their difference."""
        return _least(values, 0.0 if self.is_win else 1.0)

    def after(self, attackers: int, defenders: int, a_lost: int, d_lost: int) -> State:
        """Return the state after a round, its losses counted; nobody loses more than he has."""
        left, rest = max(attackers - a_lost, 0), max(defenders - d_lost, 0)
        state = self.rows[left][rest].state
        return State(
            state.p_win,
            state.p_fail,
            state.attacker_losses + attackers - left,
            state.defender_losses + defenders - rest,
        )

    def mixed(self, attackers: int, defenders: int, outcomes: _Outcomes) -> State:
        """Return the mean over the outcomes of a round that cost somebody something."""
        p_win = p_fail = lost = destroyed = total = 0.0
        for a_lost, d_lost, p in outcomes:
            if a_lost or d_lost:
                after = self.after(attackers, defenders, a_lost, d_lost)
                p_win += p * after.p_win
                p_fail += p * after.p_fail
                lost += p * after.attacker_losses
                destroyed += p * after.defender_losses
                total += p
        return State(p_win / total, p_fail / total, lost / total, destroyed / total)

    def round(self, attackers: int, defenders: int, n_attack: int, n_defence: int) -> _Choice:
        """Return what a round with so many dice comes to."""
        outcomes = _blind(self.dice, n_attack, n_defence)
        return _Choice(n_attack, n_defence, self.mixed(attackers, defenders, outcomes))

    def replied(
        self, attackers: int, defenders: int, table: _SeenDice, n_attack: int, replies: tuple[int, ...]
    ) -> _Choice:
        """Return what a round comes to in which the defender replies to each roll with so many dice."""
        outcomes = self.known.get((n_attack, len(table.outcomes), replies))
        if outcomes is None:
            chances: dict[rolls.Losses, float] = {}
            for roll, (chance, n) in enumerate(zip(table.chances, replies, strict=True)):
                for a, d, p in table.outcomes[n - 1][roll]:
                    chances[a, d] = chances.get((a, d), 0.0) + chance * p
            outcomes = tuple((a, d, p) for (a, d), p in chances.items())
            self.known[n_attack, len(table.outcomes), replies] = outcomes
        return _Choice(n_attack, _Replies(table.rolls, replies), self.mixed(attackers, defenders, outcomes))

    def reply_to_rolls(self, attackers: int, defenders: int, n_attack: int, n_defence: int) -> _Choice:
        """Return the best replies to the rolls of so many attack dice, with ``n_defence`` dice at most."""
        table = _seen(self.dice, n_attack, n_defence)
        values = {
            losses: self.value(self.after(attackers, defenders, *losses))
            for losses in table.losses
            if any(losses)
        }
        replies = (n_defence,) * len(table.rolls)
        choice = self.replied(attackers, defenders, table, n_attack, replies)
        while True:
            values[0, 0] = self.value(choice.state)
            replies = tuple(
                [
                    self.least([sum([p * values[a, d] for a, d, p in each]) for each in by_number])
                    for by_number in table.by_roll
                ]
            )
            better = self.replied(attackers, defenders, table, n_attack, replies)
            if (0, 0) not in table.losses or self.least([self.value(better.state), values[0, 0]]) == 2:
                return better
            choice = better

    def reply(self, attackers: int, defenders: int, n_attack: int) -> _Choice:
        """Return the best number of defence dice against an announced number of attack dice."""
        n_defence = rounds.defence_dice(self.dice, defenders)
        choices = [
            self.round(attackers, defenders, n_attack, n) for n in range(min(n_defence, 1), n_defence + 1)
        ]
        return choices[self.least([self.value(choice.state) for choice in choices]) - 1]

    def best_attack(self, choices: list[_Choice]) -> _Choice:
        """Return the attacker's best choice, of several the one with most dice; the choices are in their order."""
        return choices[self.least([-self.value(choice.state) for choice in choices]) - 1]


def _least(values: list[float], scale: float) -> int:
    """Return the place (1, 2 …) of the smallest value, the last of them where several are the same up to rounding.

    >>> _least([0.5, 0.4, 0.4], 0.0)
    3
    """
    best = len(values)
    for n in range(len(values) - 1, 0, -1):
        if values[n - 1] < values[best - 1] - _ROUNDING * max(scale, abs(values[best - 1])):
            best = n
    return best


def _all_dice(game: _Game, attackers: int, defenders: int) -> _Choice:
    """Choose as many dice as may be rolled on both sides."""
    n_attack = rounds.attack_dice(game.dice, attackers)
    return game.round(attackers, defenders, n_attack, rounds.defence_dice(game.dice, defenders))


def _replies(game: _Game, attackers: int, defenders: int) -> list[_Choice]:
    """Return the best reply to every number of attack dice, all announced."""
    n_attack = rounds.attack_dice(game.dice, attackers)
    return [game.reply(attackers, defenders, n) for n in range(1, n_attack + 1)]


def _replies_seen(game: _Game, attackers: int, defenders: int) -> list[_Choice]:
    """Return the best replies to the rolls of every number of attack dice."""
    n_defence = rounds.defence_dice(game.dice, defenders)
    if n_defence <= 1:
        return _replies(game, attackers, defenders)
    n_attack = rounds.attack_dice(game.dice, attackers)
    return [game.reply_to_rolls(attackers, defenders, n, n_defence) for n in range(1, n_attack + 1)]


def _attacker_first(game: _Game, attackers: int, defenders: int) -> _Choice:
    return game.best_attack(_replies(game, attackers, defenders))


def _with_rolls_seen(game: _Game, attackers: int, defenders: int) -> _Choice:
    return game.best_attack(_replies_seen(game, attackers, defenders))


def _defender_first(game: _Game, attackers: int, defenders: int) -> _Choice:
    n_attack, n_defence = rounds.attack_dice(game.dice, attackers), rounds.defence_dice(game.dice, defenders)
    choices = [
        game.best_attack([game.round(attackers, defenders, n, reply) for n in range(1, n_attack + 1)])
        for reply in range(min(n_defence, 1), n_defence + 1)
    ]
    return choices[game.least([game.value(choice.state) for choice in choices]) - 1]


def _answer(asked: attack.Attack, seen: bool, aim: str) -> DiceChoice:
    """Solve the game in all the ways that are compared."""
    start = asked.attackers, asked.defenders
    is_win = aim == "win"

    def solved(choose: Callable[[_Game, int, int], _Choice]) -> _Game:
        return _Game(asked.rounds, asked.most_attackers, asked.most_defenders, is_win, choose)

    game = solved(_with_rolls_seen if seen else _attacker_first)
    other = None if seen else solved(_defender_first)
    replies = (_replies_seen if seen else _replies)(game, *start)
    best, every = (each.rows[start[0]][start[1]] for each in (game, solved(_all_dice)))
    rules_seen = _RulesSeen()
    table_rule = tuple(tuple(rules_seen.place(each) for each in row[1:]) for row in game.rows[1:])
    return DiceChoice(
        armies=asked.armies,
        attackers=asked.attackers,
        defenders=asked.defenders,
        seen=seen,
        aim=aim,
        attack_dice=best.attack_dice,
        defence_dice=_number(best),
        p_win=best.state.p_win,
        expected_attacker_losses=best.state.attacker_losses,
        expected_defender_losses=best.state.defender_losses,
        p_win_all=every.state.p_win,
        expected_attacker_losses_all=every.state.attacker_losses,
        expected_defender_losses_all=every.state.defender_losses,
        value=best.state.worth(is_win),
        value_defender_first=None if other is None else other.rows[start[0]][start[1]].state.worth(is_win),
        order_matters=None if other is None else _differ(game, other),
        replies=tuple(
            Reply(each.attack_dice, _number(each), each.state.worth(is_win), rules_seen.place(each))
            for each in replies
        ),
        table_armies=tuple(range(2, asked.most_attackers + 2)),
        table_defenders=tuple(range(1, asked.most_defenders + 1)),
        table_attack_dice=tuple(tuple(each.attack_dice for each in row[1:]) for row in game.rows[1:]),
        table_defence_dice=None
        if seen
        else tuple(tuple(_number(each) or 0 for each in row[1:]) for row in game.rows[1:]),
        table_rule=table_rule if seen else None,
        rules_seen=rules_seen.all(),
        rule_set=asked.rule_set,
    )


def _differ(game: _Game, other: _Game) -> bool:
    """Return whether two ways of choosing come to different values in any state."""
    return any(
        abs(one.state.worth(game.is_win) - two.state.worth(game.is_win)) > 1e-9
        for row, others in zip(game.rows, other.rows, strict=True)
        for one, two in zip(row, others, strict=True)
    )


def _number(choice: _Choice) -> int | None:
    return choice.reply if isinstance(choice.reply, int) else None


class _RulesSeen:
    """The replies to rolls met so far, each once."""

    def __init__(self) -> None:
        self.places: dict[tuple[int, _Replies], int] = {}

    def place(self, choice: _Choice) -> int | None:
        """Return the place of what a defender does about rolls; None where he has no choice."""
        if isinstance(choice.reply, int):
            return None
        return self.places.setdefault((choice.attack_dice, choice.reply), len(self.places))

    def all(self) -> tuple[SeenRule, ...]:
        """Return the replies in the order of their places."""
        return tuple(
            SeenRule(n_attack, tuple(map(RollReply, replies.rolls, replies.dice)))
            for n_attack, replies in self.places
        )
