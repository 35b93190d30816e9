"""A question and a rule set turned into arrays: every switch of the dice rules is resolved here, once.

Kernels see rounds as rows of flat tables, one row for each pair of (attackers, defenders) up to the numbers from
which more armies change nothing. They return the ends of battles in one flat array whose layout :class:`Ends`
describes.
"""

import contextlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, product
from math import exp, fsum, gcd, inf, isqrt, log
from typing import NamedTuple

import numpy as np

from risksim.battles import exact, kernels, rounds
from risksim.errors import InputError
from risksim.rules.clauses import Dice

#: Most armies a side in a bank: both have to fit into 16 bits.
_MOST_IN_BANK = 255
#: Most draws of 16 bits that may decide something; a bound above them all has to fit into 16 bits itself.
_MOST_DRAWS = (1 << 16) - 1


class Ends(NamedTuple):
    """Where each end of a battle lies in a flat array: first those with few defenders, then the other ones.

    ``depth`` is the most armies one round can cost one side, so an end lies less than that below ``floor`` or
    ``until``.
    """

    battle: exact.Battle
    depth: int

    @property
    def size(self) -> int:
        """Length of the flat array."""
        return self.depth * (self.battle.attackers + self.battle.defenders + 2)

    def place(self, attackers: int, defenders: int) -> int:
        """Return the place of one end."""
        battle = self.battle
        if defenders <= battle.until:
            return (battle.until - defenders) * (battle.attackers + 1) + attackers
        beyond = self.depth * (battle.attackers + 1)
        return beyond + (battle.floor - attackers) * (battle.defenders + 1) + defenders

    def states(self, indices: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield (attackers, defenders) left at each place."""
        battle = self.battle
        beyond = self.depth * (battle.attackers + 1)
        for index in indices:
            if index < beyond:
                below, attackers = divmod(index, battle.attackers + 1)
                yield attackers, battle.until - below
            else:
                below, defenders = divmod(index - beyond, battle.defenders + 1)
                yield battle.floor - below, defenders


@lru_cache(maxsize=256)
def round_tables(dice: Dice) -> kernels.Rounds:
    """Return the rounds of a dice rule as flat tables.

    Returns
    -------
    kernels.Rounds
        Read-only arrays. Rows are for ``attackers`` 0 … full and ``defenders`` 0 … full; those without a round, or
        with one that can never cost anything, are empty. Within a row the outcomes stand in the order of losses,
        the last one repeated to the end of the row.
    """
    full_a, full_d = rounds.full_attackers(dice), rounds.full_defenders(dice)
    outcomes = {}
    for a, d in product(range(1, full_a + 1), range(1, full_d + 1)):
        # what cannot be played is refused before any kernel runs
        with contextlib.suppress(InputError):
            counts = rounds.round_at(dice, a, d).counts
            outcomes[a, d] = [(*losses, count) for losses, count in counts.items() if count]
    width = max(len(each) for each in outcomes.values())
    n_rows = (full_a + 1) * (full_d + 1)
    n_outcomes = np.zeros(n_rows, np.int64)
    first = np.zeros(n_rows, np.int64)
    attacker_loses = np.zeros(n_rows * width, np.int64)
    defender_loses = np.zeros(n_rows * width, np.int64)
    weights = np.zeros(n_rows * width, np.float64)
    thresholds = np.zeros(n_rows * width, np.uint64)
    for (a, d), each in outcomes.items():
        row = a * (full_d + 1) + d
        total = sum(count for *_, count in each)
        costly = sum(count for *losses, count in each if any(losses))
        n_outcomes[row] = len(each)
        first[row] = sum(not any(losses) for *losses, _ in each)
        cumulative = 0
        for place in range(width):
            a_lost, d_lost, count = each[min(place, len(each) - 1)]
            cumulative += count if place < len(each) else 0
            at = row * width + place
            attacker_loses[at], defender_loses[at] = a_lost, d_lost
            if place < len(each) and (a_lost or d_lost):
                weights[at] = count / costly
            # the last outcome takes every draw that is left, so 2**64 itself need not be written
            thresholds[at] = min((cumulative << 64) // total, 2**64 - 1)
    arrays = (n_outcomes, first, attacker_loses, defender_loses, weights, thresholds)
    for array in arrays:
        array.setflags(write=False)
    depth = int(max(attacker_loses.max(), defender_loses.max()))
    return kernels.Rounds(full_a, full_d, width, depth, *arrays)


def lanes(dice: Dice, battle: exact.Battle) -> kernels.Lanes | None:
    """Return the rounds of a battle for lanes in lockstep, or None where another kernel has to roll it.

    That is where 16 bits cannot hold its chances exactly, and where one side is large and the other too small for all
    its dice, so that the battle is short.

    Parameters
    ----------
    dice
        The dice section of a rule set.
    battle
        As :func:`risksim.battles.exact.stop_at` returns it.
    """
    full_a, full_d = rounds.full_attackers(dice), rounds.full_defenders(dice)
    counts = {
        (a, d): rounds.round_at(dice, a, d)
        for a in exact.kinds(battle.floor + 1, battle.attackers, full_a)
        for d in exact.kinds(battle.until + 1, battle.defenders, full_d)
    }
    lows = max(full_a, battle.floor + 1), max(full_d, battle.until + 1)
    spare = battle.attackers - lows[0], battle.defenders - lows[1]
    if min(spare) < 0 and max(spare) > kernels.lanes.MOST:
        return None
    if any(each.total // gcd(*each.counts.values()) > _MOST_DRAWS for each in counts.values()):
        return None
    stages = (lows, (lows[0], battle.until + 1), (battle.floor + 1, battle.until + 1))
    passes: tuple[list[list[int]], ...] = ([], [], [])
    for (a, d), each in counts.items():
        stage = 2 if a < full_a else 1 if d < full_d else 0
        low_a, low_d = stages[stage]
        above_a, above_d = max(a, battle.floor + 1) - low_a, max(d, battle.until + 1) - low_d
        is_for = (
            (kernels.lanes.SIGNS, 0, 0),
            (kernels.lanes.SIGNS | 0x7F, above_d, 0),
            (0xFFFF, above_a << 8 | above_d, 0x7F - above_d if d == full_d else 0),
        )[stage]
        passes[stage].extend([*entries, *is_for] for entries in _passes(each))
    begins = [0, *accumulate(len(each) * kernels.lanes.FIELDS for each in passes)]
    bias = kernels.lanes.BIAS
    offsets = [(a - battle.floor + bias) << 8 | (d - battle.until + bias) for a, d in stages]
    arrays = (
        np.array(list(chain.from_iterable(chain(*passes))), np.uint16),
        np.array(begins, np.int64),
        np.array(lows, np.int64),
        np.array(offsets, np.uint16),
        np.array([_steps(dice, battle, lows), 2, 2], np.int64),
    )
    for array in arrays:
        array.setflags(write=False)
    return kernels.Lanes(*arrays)


def _passes(each: rounds.Round) -> Iterator[list[int]]:
    """Yield, three outcomes a pass, the draw at which they begin, the bounds beyond it, and the losses below them.

    Every chance is a whole number of draws of 16 bits; so many of them as that takes are left over, and do nothing.
    """
    common = gcd(*each.counts.values())
    draws = _MOST_DRAWS // (each.total // common)
    costly = [
        (a << 8 | d, count // common * draws) for (a, d), count in each.counts.items() if a + d and count
    ]
    low = 0
    for start in range(0, len(costly), 3):
        losses, counts = zip(*(costly[start : start + 3] + [(0, 0)] * 3)[:3], strict=True)
        yield [low, *accumulate(counts), *losses]
        low += sum(counts)


def _steps(dice: Dice, battle: exact.Battle, lows: tuple[int, int]) -> int:
    """Return how many rounds with all dice to roll between two looks at the lanes.

    A look costs some rounds, and so do the lanes that stand still until the next one.
    """
    spare = battle.attackers - lows[0], battle.defenders - lows[1]
    if min(spare) < 0:
        return 0
    costs = exact.transitions(dice, lows[0], lows[1])
    means = (sum(p * a for a, _, p in costs), sum(p * d for _, d, p in costs))
    n_rounds = min((n + 1) / mean for n, mean in zip(spare, means, strict=True) if mean)
    return max(1, min(64, isqrt(int(4 * n_rounds))))


def lane_space() -> kernels.LaneSpace:
    """Return fresh scratch space for lanes."""
    n_lanes = kernels.lanes.LANES
    return kernels.LaneSpace(
        streams=np.zeros(4 * kernels.lanes.STREAMS, np.uint64),
        words=np.zeros(kernels.lanes.WORDS, np.uint64),
        states=np.zeros(n_lanes, np.uint16),
        found=np.zeros(n_lanes + n_lanes // 2 + 1, np.uint16),
        flags=np.zeros(n_lanes, np.uint16),
        reserves=np.zeros(2 * n_lanes, np.int64),
        seen=np.zeros((256 + kernels.lanes.GAP) * 256, np.int64),
        feeds=np.zeros(kernels.lanes.FEEDS, np.uint16),
        feeding=np.zeros(2, np.int64),
    )


def layout(dice: Dice, battle: exact.Battle) -> Ends:
    """Return where the ends of a battle lie in the arrays of the kernels."""
    return Ends(battle, round_tables(dice).depth)


def end_chances(dice: Dice, battle: exact.Battle) -> np.ndarray:
    """Return the chance of each end of a battle, in the places that :func:`layout` gives.

    ``battle`` is as :func:`risksim.battles.exact.stop_at` returns it.
    """
    tables = round_tables(dice)
    if exact.starts_steady(dice, battle):
        chances = _band_chances(tables, battle)
        chances /= chances.sum()  # each of its lines has rounded on its own
    else:
        chances = np.zeros(layout(dice, battle).size, np.float64)
        rows = np.zeros(8 * (battle.defenders + 1), np.float64)
        kernels.row_ends(battle, tables, rows, chances)
    return chances


def _band_chances(tables: kernels.Rounds, battle: exact.Battle) -> np.ndarray:
    """Return the chance of each end of a battle that starts with all dice, each round of which costs the same."""
    attackers, defenders = battle.attackers, battle.defenders
    chances = np.zeros(Ends(battle, tables.depth).size, np.float64)
    far = 2 * kernels.ends.reach(float(attackers + defenders)) + 2 * kernels.ends.WARM + 8
    line = np.zeros(min(int(far), attackers + defenders + 8), np.float64)
    cone = np.zeros(2 * kernels.ends.MOST_ROUNDS, np.float64)
    strip = tables.depth + max(tables.full_attackers, tables.full_defenders)
    few_defenders = np.zeros(strip * (attackers + 1), np.float64)
    few_attackers = np.zeros(strip * (defenders + 1), np.float64)
    kernels.band_ends(battle, tables, line, cone, few_defenders, few_attackers, chances)
    return chances


def ends(dice: Dice, battle: exact.Battle) -> Iterator[tuple[int, int, float]]:
    """Yield (attackers, defenders, chance) of every end that is not negligibly rare, by the kernels."""
    chances = end_chances(dice, battle)
    indices = np.flatnonzero(chances)
    states = layout(dice, battle).states(indices.tolist())
    found = [(a, d, p) for (a, d), p in zip(states, chances[indices].tolist(), strict=True)]
    yield from sorted(found, key=lambda end: (-end[0], end[1]))


def win_table(dice: Dice, attackers: int, defenders: int) -> np.ndarray:
    """Return the chances to take a territory.

    Returns
    -------
    np.ndarray
        (attackers + 1, defenders + 1) float64; row a is for a armies able to attack, row 0 is zero, column 0 one.
    """
    battle = exact.stop_at(dice, exact.Battle(attackers, defenders))
    table = np.zeros((attackers + 1, defenders + 1), np.float64)
    if battle.until < defenders:
        spare = np.zeros(defenders + 1, np.float64)
        kernels.win_table(battle, round_tables(dice), table.reshape(-1), spare)
    table[1:, 0] = 1.0
    return table


def fewest_attackers(
    dice: Dice, defenders: int, p: float, most: int, is_loss: bool
) -> tuple[int, float, float]:
    """Return the fewest armies able to attack whose chance reaches ``p``, with the chances of them and one fewer.

    With ``is_loss`` the chances are those of failing, to be brought down to 1 - p. The number is 0 if more than
    ``most`` armies would be needed.
    """
    battle = exact.stop_at(dice, exact.Battle(most, defenders))
    rows = np.zeros(8 * (defenders + 1), np.float64)
    spare = np.zeros(defenders + 1, np.float64)
    chances = np.zeros(2, np.float64)
    found = kernels.fewest_attackers(battle, round_tables(dice), p, is_loss, rows, spare, chances)
    return int(found), float(chances[0]), float(chances[1])


def log10_chance(dice: Dice, battle: exact.Battle, is_loss: bool) -> float:
    """Return the decimal logarithm of the chance to take the territory or, with ``is_loss``, not to.

    ``battle`` is as :func:`risksim.battles.exact.stop_at` returns it.
    """
    n = 8 * (battle.defenders + 1)
    parts, powers = np.zeros(n, np.float64), np.zeros(n, np.int64)
    return float(kernels.log10_chance(battle, round_tables(dice), is_loss, parts, powers))


def log10_tilted_chance(dice: Dice, battle: exact.Battle, is_loss: bool) -> float:
    """Return the same for a chance that is very small, of a battle that :func:`exact.starts_steady`.

    What is very unlikely happens in the likeliest of its ways: with all their dice, both sides wear each other down in
    proportion. The chances of all rounds are tilted by powers of the losses so that this is what they lead to; the
    ends are found as ever; and each gives its tilt back.
    """
    tables = round_tables(dice)
    full_a, full_d = rounds.full_attackers(dice), rounds.full_defenders(dice)
    full = exact.transitions(dice, full_a, full_d)
    cost = full[0][0] + full[0][1]
    spare_a = battle.attackers - max(full_a, battle.floor + 1) + 1
    spare_d = battle.defenders - max(full_d, battle.until + 1) + 1
    tilt = _tilt([(a, p) for a, _, p in full], cost * spare_a / (spare_a + spare_d))
    scale = log(sum(p * exp(tilt * a) for a, _, p in full)) / cost
    lost_a, lost_d = tables.attacker_loses, tables.defender_loses
    weights = tables.weights * np.exp(tilt * lost_a - scale * (lost_a + lost_d))
    weights.setflags(write=False)
    chances = _band_chances(tables._replace(weights=weights), battle)
    places = np.flatnonzero(chances)
    terms = [
        log(p) - tilt * (battle.attackers - a) + scale * (battle.attackers - a + battle.defenders - d)
        for (a, d), p in zip(
            layout(dice, battle).states(places.tolist()), chances[places].tolist(), strict=True
        )
        if (d == 0 and a > 0) is not is_loss
    ]
    most = max(terms, default=-inf)
    return (most + log(fsum(exp(term - most) for term in terms))) / log(10) if most > -inf else most


def _tilt(losses: Sequence[tuple[int, float]], mean: float) -> float:
    """Return the power of e by which each army lost has to weigh for the losses to have that mean."""

    def tilted(tilt: float) -> float:
        # the largest exponent is taken out, so that nothing overflows
        most = max(tilt * lost for lost, _ in losses)
        weights = [(lost, p * exp(tilt * lost - most)) for lost, p in losses]
        return sum(lost * weight for lost, weight in weights) / sum(weight for _, weight in weights)

    low, high = -60.0, 60.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if tilted(middle) < mean else (low, middle)
    return (low + high) / 2


def alias_table(probabilities: np.ndarray) -> kernels.Alias:
    """Return a table from which one 64-bit draw picks an index with the given chances.

    Parameters
    ----------
    probabilities
        (n,) chances; they are brought to the sum 1.

    Returns
    -------
    kernels.Alias
        2**bits slots (at least n), each shared by two indices.

    Sources: ``walker-1977``, ``vose-1991``.
    """
    n = len(probabilities)
    bits = max(1, (n - 1).bit_length())
    n_slots = 1 << bits
    shares = np.zeros(n_slots)
    shares[:n] = probabilities
    shares *= n_slots / shares.sum()
    own = np.minimum(np.arange(n_slots), n - 1)
    other = own.copy()
    part = np.ones(n_slots)
    left = shares.tolist()
    small = [slot for slot in range(n_slots) if left[slot] < 1]
    large = [slot for slot in range(n_slots) if left[slot] >= 1]
    while small and large:
        slot, donor = small.pop(), large.pop()
        part[slot], other[slot] = left[slot], donor
        left[donor] -= 1.0 - left[slot]
        (small if left[donor] < 1 else large).append(donor)
    # rounding may leave slots over; those are full up to a few units in the last place
    for slot in (*small, *large):
        own[slot] = other[slot] = slot if slot < n else int(np.argmax(probabilities))
    cuts = np.array([min(int(share * 2.0**64), 2**64 - 1) for share in part.tolist()], dtype=np.uint64)
    spare = np.uint64(32 - bits)
    bounds = (np.arange(n_slots, dtype=np.uint64) << spare) + (cuts >> np.uint64(32 + bits))
    return kernels.Alias(
        bits, np.stack([own, other], axis=1).reshape(-1).astype(np.uint32), bounds, cuts << spare
    )


def bank(dice: Dice, most: int = 64) -> kernels.Bank:
    """Return alias tables of the exact ends of every battle up to a size, for :func:`kernels.draw_battle`.

    Parameters
    ----------
    dice
        The dice section of a rule set; each of its rounds must be able to cost somebody an army.
    most
        Armies able to attack, and defenders, up to which battles are drawn; at most 255.

    Returns
    -------
    kernels.Bank
        Read-only arrays, 2.2 MB of them looked at for battles up to 64 against 64. A battle that is over, or a lone
        defender whom the rules do not let be attacked, stays as it is.

    Raises
    ------
    InputError
        If some round could never decide anything.

    >>> from risksim.engine import random
    >>> kernels.draw_battle(bank(Dice(), 8), 3, 0, random.new_state(1))
    (3, 0)

    Sources: ``walker-1977``, ``vose-1991``.
    """
    if not 1 <= most <= _MOST_IN_BANK:
        raise InputError(f"a bank holds battles of up to 1 … {_MOST_IN_BANK} armies a side, not {most}")
    battle = exact.Battle(most, most)
    exact.check_ends(dice, battle)
    until = exact.stop_at(dice, battle).until
    n_battles = (most + 1) ** 2
    n_ends = (until + 2) * (most + 1)
    n_slots = n_battles * (until + 1 + most)  # no battle has more ends than its armies, and one more each
    draft = kernels.Bank(
        most, np.zeros(n_battles + 1, np.uint32), np.zeros(n_slots, np.uint64), np.zeros(n_slots, np.uint32)
    )
    n_slots = kernels.fill_bank(
        until,
        round_tables(dice),
        np.zeros(n_battles * n_ends),
        np.zeros(n_ends),
        np.zeros(3 * n_ends, np.int64),
        draft,
    )
    arrays = (draft.begins, draft.slots[:n_slots].copy(), draft.rests[:n_slots].copy())
    for array in arrays:
        array.setflags(write=False)
    return kernels.Bank(most, *arrays)
