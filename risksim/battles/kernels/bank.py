"""Alias tables for all battles up to a size, built in one pass, from which one 64-bit word draws how a battle ends.

A table has as many slots as the battle has ends, and a word times that number tells the slot by its high half and,
by its low one, which of the two ends of the slot it is. Of the low half 32 bits are looked at first; where those leave it
open (hardly ever) the others decide.

Sources: ``walker-1977``, ``vose-1991``, ``blackman-vigna-2021``.
"""

import numpy as np

from risksim.battles.kernels.layouts import NEGLIGIBLE, Bank, Rounds
from risksim.engine.jit import kernel
from risksim.engine.random import next_uint64

_0, _1, _8, _16, _32 = (np.uint64(n) for n in (0, 1, 8, 16, 32))
_LOW_HALF, _BYTE = np.uint64(0xFFFFFFFF), np.uint64(0xFF)
_TWO_32 = 2.0**32


@kernel
def draw_battle(bank: Bank, attackers: int, defenders: int, state: np.ndarray) -> tuple[np.int64, np.int64]:
    """Return the armies left on either side of a battle: able to attack, and defending.

    Both numbers must lie in 0 … ``bank.most``; a battle that is over, or that the rules do not allow, ends as it is.
    There is no branch here: with one, numba would count references to the arrays, which takes longer than the rest.
    """
    battle = np.uint64(attackers * (bank.most + 1) + defenders)
    first = np.uint64(bank.begins[battle])
    n_slots = np.uint64(bank.begins[battle + _1]) - first
    word = next_uint64(state)
    low = (word & _LOW_HALF) * n_slots
    high = (word >> _32) * n_slots + (low >> _32)
    place = first + (high >> _32)
    slot = bank.slots[place]
    part, cut = high & _LOW_HALF, slot >> _32
    rest = np.uint64(bank.rests[place if part == cut else _0])
    turn = _16 if (low & _LOW_HALF) >= rest else _0
    turn = turn if part == cut else (_16 if part > cut else _0)
    end = slot >> turn
    return np.int64((end >> _8) & _BYTE), np.int64(end & _BYTE)


@kernel
def fill_bank(
    until: int,
    tables: Rounds,
    chances: np.ndarray,
    shares: np.ndarray,
    lists: np.ndarray,
    bank: Bank,
) -> int:
    """Fill the arrays of a bank and return the number of slots in use.

    Parameters
    ----------
    until
        Defenders at or below whom nobody can be attacked: 0, or 1.
    tables
        The rounds.
    chances
        ((most + 1)² * ends,) zeroed: by battle, the chance of each of (until + 2) * (most + 1) ends: those with 0 …
        ``until`` defenders left by attackers left, then those without attackers by defenders left.
    shares, lists
        (ends,) float64 and (3 * ends,) int64.
    bank
        Arrays to fill.
    """
    across = bank.most + 1
    n_ends = (until + 2) * across
    n_slots = 0
    for a in range(across):
        for d in range(across):
            battle = a * across + d
            bank.begins[battle] = n_slots
            to = chances[battle * n_ends : (battle + 1) * n_ends]
            if d <= until:
                to[d * across + a] = 1.0
            elif a == 0:
                to[(until + 1) * across + d] = 1.0
            else:
                kind = min(a, tables.full_attackers) * (tables.full_defenders + 1)
                kind += min(d, tables.full_defenders)
                first = kind * tables.width
                for at in range(first + tables.first[kind], first + tables.n_outcomes[kind]):
                    before = (a - tables.attacker_loses[at]) * across + d - tables.defender_loses[at]
                    _add(tables.weights[at], chances[before * n_ends : (before + 1) * n_ends], to)
            n_slots += _fill_slots(n_slots, until, to, shares, lists, bank)
    bank.begins[across * across] = n_slots
    return n_slots


@kernel
def _add(weight: float, chances: np.ndarray, to: np.ndarray) -> None:
    """Add chances with a weight."""
    for k in range(len(to)):
        to[k] += weight * chances[k]


@kernel
def _fill_slots(
    first: int, until: int, chances: np.ndarray, shares: np.ndarray, lists: np.ndarray, bank: Bank
) -> int:
    """Write the slots of one battle from ``first`` on and return how many there are."""
    across, n_ends = bank.most + 1, len(chances)
    ends, small, large = lists[:n_ends], lists[n_ends : 2 * n_ends], lists[2 * n_ends :]
    n, total = 0, 0.0
    for place in range(n_ends):
        if chances[place] > NEGLIGIBLE:
            d, a = place // across, place % across
            ends[n] = (a << 8) + d if d <= until else a
            shares[n] = chances[place]
            total += chances[place]
            n += 1
    n_small, n_large = 0, 0
    for slot in range(n):
        shares[slot] *= n / total
        if shares[slot] < 1.0:
            small[n_small] = slot
            n_small += 1
        else:
            large[n_large] = slot
            n_large += 1
    while n_small > 0 and n_large > 0:
        n_small, n_large = n_small - 1, n_large - 1
        slot, donor = small[n_small], large[n_large]
        _write_slot(first + slot, ends[slot], ends[donor], shares[slot], bank)
        shares[donor] -= 1.0 - shares[slot]
        if shares[donor] < 1.0:
            small[n_small] = donor
            n_small += 1
        else:
            large[n_large] = donor
            n_large += 1
    # rounding may leave slots over; those are full up to a few units in the last place
    for k in range(n_small):
        _write_slot(first + small[k], ends[small[k]], ends[small[k]], 0.0, bank)
    for k in range(n_large):
        _write_slot(first + large[k], ends[large[k]], ends[large[k]], 0.0, bank)
    return n


@kernel
def _write_slot(slot: int, own: int, other: int, share: float, bank: Bank) -> None:
    """Write the two ends of a slot and the 64 bits of the share of its own one."""
    cut = np.uint64(share * _TWO_32)
    bank.slots[slot] = (cut << _32) + np.uint64(own + (other << 16))
    bank.rests[slot] = np.uint64((share * _TWO_32 - np.float64(cut)) * _TWO_32)
