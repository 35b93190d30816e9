"""Every way one battle may end, with its exact chance: the oracle the simulations are held against.

A battle is a Markov chain that only moves down, so one pass over the states from the start gives the chance of each
end. Small battles are done here in plain Python, large ones by the kernels; the choice depends on the size of the
question alone, so that the same question always gives the same digits. With integers in place of floats the
same pass gives exact fractions.

Throughout, ``attackers`` are armies able to attack (one more stands on the territory), ``floor`` is the number of
those at or below which the attacker stops, and ``until`` the number of defenders at or below which he stops.

Sources: ``osborne-2003``, ``norvig``, ``minerva``.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, islice, repeat
from math import gcd, lcm
from operator import mul
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from risksim.battles import powers, rounds
from risksim.errors import InputError, counted, in_full
from risksim.rules.clauses import Dice

if TYPE_CHECKING:
    from fractions import Fraction

#: States up to which a battle is computed in plain Python; beyond, the start of numba costs less than it saves.
PLAIN_STATES = 200_000
#: States up to which exact fractions are found within some seconds.
FRACTION_STATES = 1_000_000


class Battle(NamedTuple):
    """One attack: who stands where and when it stops."""

    attackers: int
    defenders: int
    floor: int = 0
    until: int = 0

    @property
    def n_states(self) -> int:
        """Return the number of states from which the attack may go on."""
        return (self.attackers - self.floor) * (self.defenders - self.until)


class End(NamedTuple):
    """One end of a battle: what is left on either side (attackers: able to attack) and how likely that is."""

    attackers: int
    defenders: int
    p: float


class ExactEnd(NamedTuple):
    """One end of a battle with its chance as an exact fraction."""

    attackers: int
    defenders: int
    p: "Fraction"


#: A chance as a double, or as an integer over a denominator known elsewhere.
Chance = TypeVar("Chance", int, float)

Weights = dict[tuple[int, int], list[tuple[int, int, float]]]
IntegerWeights = dict[tuple[int, int], list[tuple[int, int, int]]]


@lru_cache(maxsize=256)
def is_steady(dice: Dice) -> bool:
    """Return whether every round with all dice costs the same one or two armies in all, however it is shared out.

    Such battles take time and memory in proportion to A + D, not A times D.

    >>> from risksim.rules.clauses import Ties
    >>> is_steady(Dice()), is_steady(Dice(ties=Ties.BOTH))
    (True, False)
    """
    full = transitions(dice, rounds.full_attackers(dice), rounds.full_defenders(dice))
    costs = {a + d for a, d, _ in full}
    return costs in ({1}, {2}) and len(full) == max(costs) + 1


def starts_steady(dice: Dice, battle: Battle) -> bool:
    """Return whether a battle starts with all dice on both sides and is steady as long as it has them."""
    has_all_dice = battle.attackers >= rounds.full_attackers(
        dice
    ) and battle.defenders >= rounds.full_defenders(dice)
    return has_all_dice and is_steady(dice)


def stop_at(dice: Dice, battle: Battle) -> Battle:
    """Return the battle with ``until`` raised to 1 where a lone defender cannot be attacked."""
    return battle if rounds.may_attack(dice, 1) else battle._replace(until=max(battle.until, 1))


def check_ends(dice: Dice, battle: Battle) -> None:
    """Make sure every round of the battle can cost somebody an army.

    Raises
    ------
    InputError
        If some round can never decide anything, so that the battle would never end.
    """
    for attackers in kinds(battle.floor + 1, battle.attackers, rounds.full_attackers(dice)):
        for defenders in kinds(
            stop_at(dice, battle).until + 1, battle.defenders, rounds.full_defenders(dice)
        ):
            rounds.round_at(dice, attackers, defenders)


def kinds(low: int, high: int, full: int) -> range:
    """Return the army counts in ``low`` … ``high`` that differ in their rounds, the full one standing for all above."""
    return range(min(low, full), min(high, full) + 1)


def _losses(dice: Dice, attackers: int, defenders: int) -> tuple[list[tuple[int, int, int]], int]:
    """Return (attacker loses, defender loses, count) of the rounds that cost something, and the sum of the counts."""
    counts = rounds.round_at(dice, attackers, defenders).counts
    losses = [(a, d, count) for (a, d), count in counts.items() if count and (a, d) != (0, 0)]
    return losses, sum(count for _, _, count in losses)


def transitions(dice: Dice, attackers: int, defenders: int) -> list[tuple[int, int, float]]:
    """Return (attacker loses, defender loses, chance) of the next round that costs anything.

    >>> [loss[:2] for loss in transitions(Dice(), 9, 9)]
    [(0, 2), (1, 1), (2, 0)]
    """
    losses, total = _losses(dice, attackers, defenders)
    return [(a, d, count / total) for a, d, count in losses]


def _table(dice: Dice, battle: Battle) -> Weights:
    return {
        (attackers, defenders): transitions(dice, attackers, defenders)
        for attackers in kinds(battle.floor + 1, battle.attackers, rounds.full_attackers(dice))
        for defenders in kinds(battle.until + 1, battle.defenders, rounds.full_defenders(dice))
    }


def ends(dice: Dice, battle: Battle) -> list[End]:
    """Return every end of a battle that is not negligibly rare, most attackers left first.

    Parameters
    ----------
    dice
        The dice section of a rule set.
    battle
        Armies able to attack, defenders, and when the attacker stops.

    Returns
    -------
    list[End]
        Chances sum to 1 up to rounding. Ends rarer than 1e-290 may be missing: doubles cannot tell them from zero.

    Raises
    ------
    InputError
        If the battle would never end.

    >>> [(end.attackers, end.defenders) for end in ends(Dice(), Battle(2, 1))]
    [(2, 0), (1, 0), (0, 1)]

    Sources: ``osborne-2003``.
    """
    check_ends(dice, battle)
    battle = stop_at(dice, battle)
    if battle.n_states > PLAIN_STATES:
        from risksim.battles import tables

        return [End(*end) for end in tables.ends(dice, battle)]
    return [End(*end) for end in _walk(dice, battle, _table(dice, battle), 1.0)]


def _walk(
    dice: Dice,
    battle: Battle,
    table: dict[tuple[int, int], list[tuple[int, int, Chance]]],
    one: Chance,
) -> Iterator[tuple[int, int, Chance]]:
    """Push the chance ``one`` from the start down to the ends."""
    attackers, defenders, floor, until = battle
    full_a, full_d = rounds.full_attackers(dice), rounds.full_defenders(dice)
    rows: list[list[Chance]] = [[one * 0] * (defenders + 1) for _ in range(attackers + 1)]
    rows[attackers][defenders] = one
    for a in range(attackers, floor, -1):
        row = rows[a]
        for d in range(defenders, until, -1):
            chance = row[d]
            if not chance:
                continue
            for a_lost, d_lost, weight in table[min(a, full_a), min(d, full_d)]:
                rows[a - a_lost][d - d_lost] += chance * weight
        rows[a] = row[: until + 1]
        yield from ((a, d, chance) for d, chance in enumerate(rows[a]) if chance)
    for a in range(floor, -1, -1):
        yield from ((a, d, chance) for d, chance in enumerate(rows[a]) if chance)


def exact_ends(dice: Dice, battle: Battle) -> list[ExactEnd]:
    """Return every end of a battle with its chance as a fraction.

    All chances of a given number of armies lost share one denominator, a power of one integer, so the pass needs
    integer products and sums only.

    Raises
    ------
    InputError
        If the battle would never end, or is too large for exact fractions.

    >>> sum(end.p for end in exact_ends(Dice(), Battle(3, 2)) if end.defenders == 0)
    Fraction(6610505, 10077696)
    """
    from fractions import Fraction

    battle = stop_at(dice, battle)
    if battle.n_states > FRACTION_STATES:
        raise InputError(
            f"exact fractions are found for up to {FRACTION_STATES:,} states of a battle, "
            f"not {battle.attackers} against {battle.defenders} armies"
        )
    base, table = _integer_table(dice, battle)
    start = battle.attackers + battle.defenders
    denominators = list(accumulate(repeat(base, start), mul, initial=1))
    count_ends = _skip if starts_steady(dice, battle) else _count
    return [
        ExactEnd(a, d, Fraction(count, denominators[start - a - d]))
        for a, d, count in count_ends(dice, battle, base, table)
    ]


def over_common(ends: Sequence[ExactEnd]) -> tuple[int, list[tuple[int, int, int]]]:
    """Return one denominator for the chances of all ends, and the ends with what stands above it.

    >>> over_common(exact_ends(Dice(), Battle(1, 2)))
    (2592, [(1, 0, 275), (0, 1, 385), (0, 2, 1932)])
    """
    common = 1
    # the largest first: most of the others divide it
    for denominator in sorted((end.p.denominator for end in ends), reverse=True):
        if common % denominator:
            common = lcm(common, denominator)
    return common, [(a, d, p.numerator * (common // p.denominator)) for a, d, p in ends]


def _count(dice: Dice, battle: Battle, base: int, table: IntegerWeights) -> Iterator[tuple[int, int, int]]:
    """Yield the ends with their counts: the chance times ``base`` to the power of the armies lost."""
    return _walk(dice, battle, table, 1)


def _skip(dice: Dice, battle: Battle, base: int, table: IntegerWeights) -> list[tuple[int, int, int]]:
    """Return the same for battles that start steady, skipping what happens while both sides have all their dice.

    Armies only fall, so the ways to some armies with all dice on both sides are a coefficient of a power of the
    round, and those next to where either side loses a die are enough.
    """
    attackers, defenders, floor, until = battle
    full_a, full_d = rounds.full_attackers(dice), rounds.full_defenders(dice)
    low_a, low_d = max(full_a, floor + 1), max(full_d, until + 1)
    ways = [weight for _, _, weight in sorted(table[full_a, full_d])]
    cells: dict[tuple[int, int], int] = {}
    for d, a, count in _falls(defenders, attackers, low_d, low_a, ways[::-1]):
        if a >= low_a:  # the others are among those below
            cells[a, d] = cells.get((a, d), 0) + count
    for a, d, count in _falls(attackers, defenders, low_a, low_d, ways):
        cells[a, d] = cells.get((a, d), 0) + count
    few_defenders = ((a, d) for d in range(low_d - 1, until, -1) for a in range(attackers, low_a - 1, -1))
    few_attackers = ((a, d) for a in range(low_a - 1, floor, -1) for d in range(defenders, until, -1))
    for a, d in chain(few_defenders, few_attackers):
        count = cells.pop((a, d), 0)
        if count:
            for a_lost, d_lost, weight in table[min(a, full_a), min(d, full_d)]:
                to = a - a_lost, d - d_lost
                cells[to] = cells.get(to, 0) + count * weight
    return [(a, d, cells[a, d]) for a, d in sorted(cells, key=lambda end: (-end[0], end[1]))]


def _falls(
    own: int, other: int, low_own: int, low_other: int, ways: Sequence[int]
) -> Iterator[tuple[int, int, int]]:
    """Yield (own armies, other's, ways) wherever a round with all dice brings a side below what it needs for them."""
    cost, loss = len(ways) - 1, own - low_own
    for t, here, before in powers.coefficients(ways, loss, (other - low_other + loss) // cost + 1):
        left = other - cost * t + loss
        if here and left >= low_other:
            for lost in range(1, cost + 1):
                yield low_own - lost, left - cost + lost, here * ways[lost]
        if before and cost == 2 and left > low_other:
            yield low_own - 1, left - 1, before * ways[2]


def _integer_table(dice: Dice, battle: Battle) -> tuple[int, IntegerWeights]:
    """Return an integer ``base`` and weights such that losing k armies has chance weight / base**k."""
    kinds: dict[tuple[int, int], tuple[list[tuple[int, int, int]], int]] = {}
    for attackers, defenders in _table(dice, battle):
        losses, total = _losses(dice, attackers, defenders)
        common = gcd(total, *(count for _, _, count in losses))
        kinds[attackers, defenders] = (
            [(a, d, count // common) for a, d, count in losses],
            total // common,
        )
    base = lcm(*(total for losses, total in kinds.values() if min(a + d for a, d, _ in losses) == 1))
    for losses, total in kinds.values():
        if base ** min(a + d for a, d, _ in losses) % total:
            base = lcm(base, total)
    return base, {
        kind: [(a, d, count * base ** (a + d) // total) for a, d, count in losses]
        for kind, (losses, total) in kinds.items()
    }


def win_rows(dice: Dice, defenders: int, is_loss: bool = False) -> Iterator[list[float]]:
    """Yield, for 1, 2, 3 … armies able to attack, the chances to take a territory held by 0 … ``defenders`` armies.

    Parameters
    ----------
    dice
        The dice section of a rule set.
    defenders
        Most defenders.
    is_loss
        Yield the chances not to take it instead; near certainty they carry the digits that 1 - p loses.

    >>> rows = win_rows(Dice(), 2)
    >>> [round(p, 3) for p in next(rows)]
    [1.0, 0.417, 0.106]
    """
    full_a, full_d = rounds.full_attackers(dice), rounds.full_defenders(dice)
    lost, taken = float(is_loss), float(not is_loss)
    rows = [[lost] * (defenders + 1)]
    attackers = 0
    while True:
        attackers += 1
        row = [taken]
        kinds = {
            d: transitions(dice, attackers, d)[::-1]
            for d in range(1, min(defenders, full_d) + 1)
            if rounds.may_attack(dice, d)
        }
        for d in range(1, defenders + 1):
            losses = kinds.get(min(d, full_d))
            if losses is None:
                row.append(lost)
                continue
            p = 0.0
            for a_lost, d_lost, weight in losses:
                p += weight * (row[d - d_lost] if a_lost == 0 else rows[-a_lost][d - d_lost])
            row.append(p)
        rows.append(row)
        del rows[: -full_a - 1]
        yield row


def win_table(dice: Dice, attackers: int, defenders: int) -> list[list[float]]:
    """Return the chances to take a territory, for 1 … ``attackers`` able to attack (rows) against 0 … ``defenders``.

    >>> round(win_table(Dice(), 10, 10)[9][10], 3)
    0.568
    """
    if attackers * defenders > PLAIN_STATES:
        from risksim.battles import tables

        rows: list[list[float]] = tables.win_table(dice, attackers, defenders)[1:].tolist()
        return rows
    return list(islice(win_rows(dice, defenders), attackers))


def fewest_attackers(dice: Dice, defenders: int, p: float, max_states: int) -> tuple[int, float, float]:
    """Return the fewest armies able to attack that take a territory with chance ``p``, their chance, one fewer's.

    Above an even chance the search runs on the chances to fail, which keep their digits near certainty.

    Raises
    ------
    InputError
        If more than ``max_states`` states would have to be looked at.

    >>> fewest_attackers(Dice(), 5, 0.5, 1000)[0]
    5
    """
    is_loss = p > 0.5
    before = float(is_loss)
    most = min(max_states, PLAIN_STATES) // defenders
    for attackers, row in enumerate(islice(win_rows(dice, defenders, is_loss), most), start=1):
        chance = row[defenders]
        if chance <= 1 - p if is_loss else chance >= p:
            return attackers, *((1 - chance, 1 - before) if is_loss else (chance, before))
        before = chance
    most = max_states // defenders
    if most * defenders > PLAIN_STATES:
        from risksim.battles import tables

        attackers, chance, before = tables.fewest_attackers(dice, defenders, p, most, is_loss)
        if attackers:
            return attackers, *((1 - chance, 1 - before) if is_loss else (chance, before))
    raise InputError(
        f"more than {most + 1:,} armies would be needed against {counted(defenders, 'defender')} for a chance of "
        f"{in_full(p)}; the search ends there"
    )


def best_chance(dice: Dice, defenders: int) -> float:
    """Return the chance to take a territory that ever more attackers come near to, 1 unless the dice forbid it.

    >>> best_chance(Dice(), 8)
    1.0
    """
    chances = [1.0]
    for d in range(1, defenders + 1):
        losses = transitions(dice, rounds.full_attackers(dice), d) if rounds.may_attack(dice, d) else []
        hits = [(d_lost, weight) for _, d_lost, weight in losses if d_lost]
        if all(chances[d - d_lost] == 1.0 for d_lost, _ in hits):
            chances.append(1.0 if hits else 0.0)
        else:
            total = sum(weight for _, weight in hits)
            chances.append(sum(weight * chances[d - d_lost] for d_lost, weight in hits) / total)
    return chances[defenders]


def fewest_certain(dice: Dice, defenders: int) -> int | None:
    """Return the fewest armies able to attack that take the territory whatever the dice show, None if none do.

    >>> fewest_certain(Dice(), 3) is None
    True
    >>> from risksim.rules.clauses import Ties
    >>> fewest_certain(Dice(attack_sides=1, defence_sides=1, ties=Ties.BOTH), 3)
    4
    """
    full = rounds.full_attackers(dice)
    for d in range(1, min(defenders, rounds.full_defenders(dice)) + 1):
        if not rounds.may_attack(dice, d):
            return None
        if any(a_lost and not d_lost for a_lost, d_lost, _ in transitions(dice, full, d)):
            return None  # a round that costs the attacker alone may come up for ever
    may_fail = [[True] * (defenders + 1)]
    while may_fail[-1][defenders]:
        attackers = len(may_fail)
        row = [False]
        for d in range(1, defenders + 1):
            row.append(
                any(
                    row[d - d_lost] if a_lost == 0 else may_fail[attackers - a_lost][d - d_lost]
                    for a_lost, d_lost, _ in transitions(dice, attackers, d)
                )
            )
        may_fail.append(row)
    return len(may_fail) - 1
