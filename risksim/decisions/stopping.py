"""When to stop: one attack as a problem of optimal stopping, solved backwards over (attackers, defenders).

What is valued
    Everything is counted from the moment of the question, so 0 is "nothing changes". An army lost costs
    ``army_value``, an army destroyed earns ``enemy_army_value``; taking the territory earns ``territory_value`` and
    ``card_value``, and ``continent_value`` where both the territory and the one attacked from must be held for it.

The counter-attack
    Once the attack has ended, a neighbour with ``counter`` armies on one territory (one must stay) attacks once, with
    the dice of the rule set, fighting to the end. His territory borders the one attacked from, and the conquered one.
    He picks the one where that costs most, and leaves it where it would cost nothing. The armies of a stack that is
    attacked are lost as they fall, those of his that fall count as destroyed. Where the stack falls, what it held is
    lost: ``territory_value`` for the conquered territory, ``home_value`` for the one attacked from, and after a
    conquest ``continent_value`` for either; the card stays. After a conquest the armies are split between the two
    territories as is best against that, within the clause ``occupy_min``.

Sources: ``minerva``.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from risksim.answers import Answer
from risksim.battles import exact, model, rounds
from risksim.battles.model import RuledAnswer
from risksim.decisions import attack
from risksim.errors import InputError, check_count, check_real
from risksim.rules.clauses import Dice, OccupyMin

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

#: Most states of the table, and of the counter-attack: about a second in plain Python.
MAX_STATES = 250_000
#: Most that anything may be worth, in armies.
MAX_VALUE = 1_000_000


class Occupation(Struct, frozen=True):
    """How the armies left after a conquest are best split."""

    armies_left: int
    """in all, on both territories"""
    least_in: int
    """fewest that must move in"""
    moved_in: int


class Followed(Answer, Struct, frozen=True):
    """The best play rolled many times, held against its exact value."""

    value: float
    standard_error: float
    low: float
    high: float
    level: float
    p_win: float
    trials: int
    seed: int

    def to_frame(self) -> "pd.DataFrame":
        """Return the estimate as a table of one row."""
        import pandas as pd

        return pd.DataFrame([self.to_dict()])


class Stop(RuledAnswer, frozen=True, kw_only=True):
    """The answer to :func:`stop`; values are in armies, counted from the moment of the question."""

    armies: int
    """on the attacking territory"""
    attackers: int
    """able to attack: one fewer"""
    defenders: int
    army_value: float
    enemy_army_value: float
    territory_value: float
    continent_value: float
    card_value: float
    home_value: float
    counter: int
    attack: bool
    """whether to attack now"""
    value: float
    """of the best play"""
    value_never: float
    """of not attacking at all"""
    value_always: float
    """of attacking on to the end"""
    best_keep: int
    """the best of the rules "stop once N armies stand on the attacking territory": 1 goes on, ``armies`` never starts"""
    value_best_keep: float
    p_win: float
    """chance that the best play takes the territory"""
    p_win_always: float
    p_held: float
    """chance that the best play takes it and still holds it after the counter-attack"""
    p_home_lost: float
    """chance that the counter-attack takes the territory attacked from"""
    expected_attacker_losses: float
    """of the best play, before the counter-attack"""
    expected_defender_losses: float
    table_armies: tuple[int, ...]
    """rows of the table: on the attacking territory"""
    table_defenders: tuple[int, ...]
    """columns of the table"""
    table: tuple[tuple[bool, ...], ...]
    """whether to attack on"""
    gain: tuple[tuple[float | None, ...], ...]
    """what attacking on is worth more than stopping; None where there may be no attack"""
    occupations: tuple[Occupation, ...] = ()
    """where a counter-attack matters: what to move in, for every conquest the best play can come to"""
    simulated: Followed | None = None

    def at(self, armies: int, defenders: int) -> bool:
        """Return whether to attack with so many armies on the territory against so many defenders.

        Raises
        ------
        InputError
            If the table does not reach there.
        """
        row = check_count("armies", armies, 2, self.table_armies[-1], "the size of the table") - 2
        column = check_count("defenders", defenders, 1, self.table_defenders[-1], "the size of the table") - 1
        return self.table[row][column]

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON has them; ``simulated`` only where it was asked for."""
        return {
            key: value for key, value in super().to_dict().items() if value is not None or key != "simulated"
        }

    def to_frame(self) -> "pd.DataFrame":
        """Return one row for each state: armies, defenders, attack, gain."""
        import pandas as pd

        rows = [
            (armies, defenders, is_on, gain)
            for armies, verdicts, gains in zip(self.table_armies, self.table, self.gain, strict=True)
            for defenders, is_on, gain in zip(self.table_defenders, verdicts, gains, strict=True)
        ]
        return pd.DataFrame(rows, columns=["armies", "defenders", "attack", "gain"])

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the table attack on / stop, to be printed."""
        from risksim.decisions import plots

        return plots.stop(self, ax)


class Worth(NamedTuple):
    """What everything is worth, in armies."""

    army: float
    enemy_army: float
    territory: float
    continent: float
    card: float
    home: float


class Hit(NamedTuple):
    """What a counter-attack does to one stack, on average."""

    p_falls: float
    lost: float
    """of the stack attacked"""
    destroyed: float
    """of the neighbour's"""


class Ending(NamedTuple):
    """What the end of the attack comes to: the worth of what is won and of the counter-attack that follows."""

    value: float
    p_taken_back: float = 0.0
    p_home_lost: float = 0.0
    moved_in: int = 0


def stop(
    armies: int,
    defenders: int,
    *,
    rules: attack.Rules = "classic",
    fighting: bool = False,
    army_value: float = 1.0,
    enemy_army_value: float = 1.0,
    territory_value: float = 0.0,
    continent_value: float = 0.0,
    card_value: float = 0.0,
    home_value: float = 0.0,
    counter: int = 0,
    size: int = 0,
    simulate: int = 0,
    seed: int | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    **clauses: Any,
) -> Stop:
    """Return when to attack on and when to stop, for values named in armies.

    See :mod:`risksim.decisions.stopping` for what exactly is counted, and when.

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
    army_value
        An army of one's own.
    enemy_army_value
        An army destroyed: 1 where only the two of you are left, less where others profit from it too.
    territory_value
        The territory, kept until after the counter-attack: the armies it pays, its place on the board.
    continent_value
        What is earned only where the territory and the one attacked from are both kept, such as a continent.
    card_value
        The card for a conquest; 0 where this turn has earned it already.
    home_value
        The territory attacked from, lost where the counter-attack takes it.
    counter
        Armies on a neighbour's territory from which he attacks next turn, of which one must stay (0: none does).
        Counted this way with ``fighting`` too.
    size
        Armies and defenders the table reaches at least; it always reaches the start.
    simulate
        Trials in which the best play is rolled; 0 for none.
    seed
        Seed of the simulation; drawn when None.
    workers
        Threads of the simulation; the answer does not depend on it.
    progress
        Called with trials done and trials in all.
    clauses
        Clauses to change for this question, such as ``ties="attacker"`` or ``occupy_min="one"``.

    Raises
    ------
    InputError
        If a number is out of range, the rules are unknown, a battle would never end, or the table is too large.

    >>> answer = stop(9, 4, continent_value=5, counter=6)
    >>> answer.attack, round(answer.value, 2), round(answer.value_always, 2)
    (True, 1.35, 1.26)
    >>> stop(9, 4, enemy_army_value=0.5).attack
    False

    Sources: ``minerva``.
    """
    asked = attack.ask(
        armies,
        defenders,
        rules=rules,
        clauses=clauses,
        fighting=fighting,
        size=size,
        max_states=MAX_STATES,
    )
    worth = Worth(
        *(
            check_real(name, value, 0, MAX_VALUE)
            for name, value in (
                ("army_value", army_value),
                ("enemy_army_value", enemy_army_value),
                ("territory_value", territory_value),
                ("continent_value", continent_value),
                ("card_value", card_value),
                ("home_value", home_value),
            )
        )
    )
    check_count("counter", counter, 0, MAX_STATES)
    if simulate:
        check_count("trials", simulate, 2)
    if counter * asked.most_attackers > MAX_STATES:
        raise InputError(
            f"a counter-attack of {counter:,} armies on up to {asked.most_attackers + 1:,} is too large; "
            f"the most is {MAX_STATES:,} states (rule set {asked.rule_set.label!r})"
        )
    with model.naming(asked.rule_set):
        solution = Solution(asked, worth, counter)
    return solution.answer(
        counter, None if not simulate else solution.simulated(simulate, seed, workers, progress)
    )


class Solution:
    """The table of one question, and what its start comes to."""

    def __init__(self, asked: attack.Attack, worth: Worth, counter: int) -> None:
        self.asked, self.worth = asked, worth
        self.dice = asked.rounds
        self.full_a, self.full_d = rounds.full_attackers(self.dice), rounds.full_defenders(self.dice)
        hits = counter_attacks(self.dice, max(counter - 1, 0), asked.most_attackers + 1)
        self.stopped = [self._after_stop(hits[a + 1]) for a in range(asked.most_attackers + 1)]
        self.won = self._after_conquest(hits)
        self.gain = self._backwards()

    def attacks(self, attackers: int, defenders: int) -> bool:
        """Return whether the best play attacks on."""
        gain = self.gain[attackers][defenders]
        return gain is not None and gain > 0

    def moves(self, attackers: int, defenders: int) -> list[tuple[int, int, float]]:
        """Return (attacker loses, defender loses, chance) of the next round that costs anything."""
        return _moves(self.dice, min(attackers, self.full_a), min(defenders, self.full_d))

    def ending(self, attackers: int, defenders: int, before: tuple[int, int]) -> Ending:
        """Return what it comes to when the attack ends here, the last round having started at ``before``."""
        if defenders > 0 or attackers == 0:
            return self.stopped[attackers]
        return self.won[attackers][self.least_in(attackers, before)]

    def least_in(self, attackers: int, before: tuple[int, int]) -> int:
        """Return the fewest armies that must move in after a conquest."""
        reading = self.asked.rule_set.campaign.occupy_min
        if reading is OccupyMin.ALL_SURVIVORS:
            return attackers
        if reading is OccupyMin.ONE or rounds.defence_dice(self.dice, before[1]) == 0:
            return 1
        return min(rounds.attack_dice(self.dice, before[0]), attackers)

    def total(self, attackers: int, defenders: int, ending: Ending) -> float:
        """Return the value of an end, the losses since the start included."""
        lost = self.asked.attackers - attackers
        destroyed = self.asked.defenders - defenders
        return ending.value - self.worth.army * lost + self.worth.enemy_army * destroyed

    def _cost(self, hit: Hit, held: float) -> float:
        """Return what a counter-attack on a stack changes, never for the better: the neighbour may let it be."""
        worth = self.worth
        return min(0.0, worth.enemy_army * hit.destroyed - worth.army * hit.lost - held * hit.p_falls)

    def _after_stop(self, hit: Hit) -> Ending:
        cost = self._cost(hit, self.worth.home)
        return Ending(cost, p_home_lost=hit.p_falls if cost < 0 else 0.0)

    def _after_conquest(self, hits: list[Hit]) -> list[dict[int, Ending]]:
        """Return, by the armies left able to attack, the best split for every number that may have to move in."""
        worth = self.worth
        earned = worth.territory + worth.continent + worth.card
        at_home = [self._cost(hit, worth.home + worth.continent) for hit in hits]
        moved = [self._cost(hit, worth.territory + worth.continent) for hit in hits]
        is_all = self.asked.rule_set.campaign.occupy_min is OccupyMin.ALL_SURVIVORS
        won: list[dict[int, Ending]] = [{}]
        for left in range(1, self.asked.most_attackers + 1):
            least = left if is_all else 1
            best, value, found = left, -float("inf"), {}
            for n in range(left, least - 1, -1):
                cost = min(at_home[left + 1 - n], moved[n])
                if cost >= value:
                    best, value = n, cost
                if n == left or n <= self.full_a:
                    found[n] = _split(best, left + 1 - best, earned + value, at_home, moved, hits)
            won.append(found)
        return won

    def _backwards(self) -> list[list[float | None]]:
        """Return what attacking on is worth more than stopping, in rows of attackers over columns of defenders."""
        worth, stopped, won = self.worth, self.stopped, self.won
        n_columns = self.asked.most_defenders + 1
        values = [[stopped[0].value] * n_columns]
        gains: list[list[float | None]] = [[None] * n_columns]
        for a in range(1, self.asked.most_attackers + 1):
            row, stay = [0.0], stopped[a].value
            gain_row: list[float | None] = [None]
            values.append(row)
            for d in range(1, n_columns):
                moves = self.moves(a, d)
                if not moves:
                    gain_row.append(None)
                    row.append(stay)
                    continue
                value = 0.0
                for a_lost, d_lost, chance in moves:
                    left, rest = a - a_lost, d - d_lost
                    if rest:
                        after = values[left][rest]
                    elif left:
                        after = won[left][self.least_in(left, (a, d))].value
                    else:
                        after = stopped[0].value
                    value += chance * (after - worth.army * a_lost + worth.enemy_army * d_lost)
                gain_row.append(value - stay)
                row.append(max(value, stay))
            gains.append(gain_row)
        return gains

    def answer(self, counter: int, simulated: Followed | None) -> Stop:
        """Return the answer."""
        asked = self.asked
        best = self._follow(self.attacks)
        always = self._follow(lambda a, d: True)
        floors = self._floors()
        best_floor = max(range(len(floors)), key=lambda floor: (floors[floor], -floor))
        return Stop(
            armies=asked.armies,
            attackers=asked.attackers,
            defenders=asked.defenders,
            **{f"{name}_value": value for name, value in self.worth._asdict().items()},
            counter=counter,
            attack=self.attacks(asked.attackers, asked.defenders),
            value=best.value,
            value_never=self.stopped[asked.attackers].value,
            value_always=always.value,
            best_keep=best_floor + 1,
            value_best_keep=floors[best_floor],
            p_win=best.p_win,
            p_win_always=always.p_win,
            p_held=best.p_held,
            p_home_lost=best.p_home_lost,
            expected_attacker_losses=best.lost,
            expected_defender_losses=best.destroyed,
            table_armies=tuple(range(2, asked.most_attackers + 2)),
            table_defenders=tuple(range(1, asked.most_defenders + 1)),
            table=tuple(tuple(gain is not None and gain > 0 for gain in row[1:]) for row in self.gain[1:]),
            gain=tuple(tuple(row[1:]) for row in self.gain[1:]),
            occupations=tuple(best.occupations) if counter > 1 else (),
            rule_set=asked.rule_set,
            simulated=simulated,
        )

    def _walk(self, attacks: Callable[[int, int], bool]) -> "list[_End]":
        """Return every end of a play from the start, in the order in which it is met."""
        asked = self.asked
        chances = [[0.0] * (asked.defenders + 1) for _ in range(asked.attackers + 1)]
        chances[asked.attackers][asked.defenders] = 1.0
        ends = []
        for a in range(asked.attackers, -1, -1):
            for d in range(asked.defenders, 0, -1):
                p = chances[a][d]
                if not p:
                    continue
                moves = self.moves(a, d) if a and attacks(a, d) else []
                if not moves:
                    ends.append(_End(a, d, (a, d), p))
                for a_lost, d_lost, chance in moves:
                    if d_lost < d:
                        chances[a - a_lost][d - d_lost] += p * chance
                    else:
                        ends.append(_End(a - a_lost, 0, (a, d), p * chance))
        return ends

    def _follow(self, attacks: Callable[[int, int], bool]) -> "_Play":
        """Return what a play comes to."""
        asked = self.asked
        play = _Play()
        occupations = set()
        for end in self._walk(attacks):
            ending = self.ending(end.attackers, end.defenders, end.before)
            play.value += end.p * self.total(end.attackers, end.defenders, ending)
            play.lost += end.p * (asked.attackers - end.attackers)
            play.destroyed += end.p * (asked.defenders - end.defenders)
            play.p_home_lost += end.p * ending.p_home_lost
            if end.defenders == 0 and end.attackers:
                play.p_win += end.p
                play.p_held += end.p * (1 - ending.p_taken_back)
                least = self.least_in(end.attackers, end.before)
                occupations.add((end.attackers + 1, least, ending.moved_in))
        play.occupations = [Occupation(*each) for each in sorted(occupations, reverse=True)]
        return play

    def _floors(self) -> list[float]:
        """Return the value of stopping once 0, 1, 2 … armies are able to attack, all from one walk to the end.

        A walk that stops at a floor is the walk to the end up to the first state at or below it; so each step that
        crosses floors ends the attack for those, and the end of the walk ends it for all floors it never came to.
        """
        asked = self.asked
        values = [0.0] * (asked.attackers + 1)
        values[asked.attackers] = self.stopped[asked.attackers].value
        chances = [[0.0] * (asked.defenders + 1) for _ in range(asked.attackers + 1)]
        chances[asked.attackers][asked.defenders] = 1.0
        ended = [0.0] * (asked.attackers + 1)  # by the attackers with whom the last round was begun
        for a in range(asked.attackers, 0, -1):
            for d in range(asked.defenders, 0, -1):
                p = chances[a][d]
                moves = self.moves(a, d)
                if not moves:
                    ended[a] += p * self.total(a, d, self.stopped[a])
                for a_lost, d_lost, chance in moves if p else ():
                    left, rest = a - a_lost, d - d_lost
                    value = p * chance * self.total(left, rest, self.ending(left, rest, (a, d)))
                    if rest:
                        chances[left][rest] += p * chance
                        for floor in range(left, a):
                            values[floor] += value
                    else:
                        ended[a] += value
        beyond = 0.0
        for floor in range(asked.attackers - 1, -1, -1):
            beyond += ended[floor + 1]
            values[floor] += beyond
        return values

    def simulated(
        self,
        trials: int,
        seed: int | None,
        workers: int | None,
        progress: Callable[[int, int], None] | None,
    ) -> Followed:
        """Roll the best play."""
        from risksim.decisions import simulate

        return simulate.follow(self, trials, seed=seed, workers=workers, progress=progress)


class _End(NamedTuple):
    """One end of an attack and the state in which its last round was begun."""

    attackers: int
    defenders: int
    before: tuple[int, int]
    p: float


class _Play:
    """What a play comes to, summed over its ends."""

    def __init__(self) -> None:
        self.value = self.lost = self.destroyed = self.p_win = self.p_held = self.p_home_lost = 0.0
        self.occupations: list[Occupation] = []


def _split(
    moved_in: int, stay: int, value: float, at_home: list[float], moved: list[float], hits: list[Hit]
) -> Ending:
    """Return the ending in which so many armies moved in and so many stay: the neighbour picks the worse for them."""
    if min(at_home[stay], moved[moved_in]) == 0:
        return Ending(value, moved_in=moved_in)
    if at_home[stay] < moved[moved_in]:
        return Ending(value, p_home_lost=hits[stay].p_falls, moved_in=moved_in)
    return Ending(value, p_taken_back=hits[moved_in].p_falls, moved_in=moved_in)


@lru_cache(maxsize=4096)
def _moves(dice: Dice, attackers: int, defenders: int) -> list[tuple[int, int, float]]:
    return exact.transitions(dice, attackers, defenders) if rounds.may_attack(dice, defenders) else []


def counter_attacks(dice: Dice, attackers: int, most: int) -> list[Hit]:
    """Return what an attack by so many able to attack does to stacks of 0 … ``most`` armies, fought to the end.

    >>> [round(hit.p_falls, 3) for hit in counter_attacks(Dice(), 3, 2)]
    [1.0, 0.916, 0.656]
    """
    full_a, full_d = rounds.full_attackers(dice), rounds.full_defenders(dice)
    rows = [[Hit(0.0, 0.0, 0.0)] * (most + 1)]
    for a in range(1, attackers + 1):
        row = [Hit(1.0, 0.0, 0.0)]
        for d in range(1, most + 1):
            p_falls = lost = destroyed = 0.0
            for a_lost, d_lost, chance in _moves(dice, min(a, full_a), min(d, full_d)):
                after = row[d - d_lost] if a_lost == 0 else rows[-a_lost][d - d_lost]
                p_falls += chance * after.p_falls
                lost += chance * (after.lost + d_lost)
                destroyed += chance * (after.destroyed + a_lost)
            row.append(Hit(p_falls, lost, destroyed))
        rows.append(row)
        del rows[: -full_a - 1]
    return rows[-1]
