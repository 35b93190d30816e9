"""What the kernels read: rounds, stages of lanes and tables to draw from, as flat arrays."""

from typing import NamedTuple

import numpy as np

#: Chances below this are taken for zero: doubles end near 1e-308, and numbers close to that end are slow.
NEGLIGIBLE = 1e-290


class Rounds(NamedTuple):
    """Rounds as flat tables; row (a, d) is a * (full_defenders + 1) + d, with a and d cut at their full numbers."""

    full_attackers: int
    full_defenders: int
    width: int
    """entries in a row"""
    depth: int
    """most armies one round can cost one side"""
    n_outcomes: np.ndarray
    """(rows,) int64: outcomes in the row"""
    first: np.ndarray
    """(rows,) int64: place of the first outcome that costs anything"""
    attacker_loses: np.ndarray
    """(rows * width,) int64: armies; beyond the last outcome it is repeated"""
    defender_loses: np.ndarray
    """(rows * width,) int64"""
    weights: np.ndarray
    """(rows * width,) float64: chance among the outcomes that cost anything"""
    thresholds: np.ndarray
    """(rows * width,) uint64: a draw below the entry, and not below the one before, is this outcome"""


class Alias(NamedTuple):
    """A table for drawing an index by 32 bits, and 64 more where those leave it open."""

    bits: int
    """at most 31"""
    ends: np.ndarray
    """(2 * 2**bits,) uint32: for each slot the index taken below its bound, and the one taken above"""
    bounds: np.ndarray
    """(2**bits,) uint64: the slot's number in the high bits of 32, the first bits of its own index's share below"""
    rests: np.ndarray
    """(2**bits,) uint64: the other bits of that share"""


class Lanes(NamedTuple):
    """The rounds of a battle for lanes in lockstep; see :mod:`risksim.battles.kernels.lanes`."""

    passes: np.ndarray
    """(passes * 10,) uint16: the draw at which it begins, three bounds beyond that, the three losses below them
    (attackers in the high byte), and the lanes it is for: a mask, the least number under it, and how many more"""
    begins: np.ndarray
    """(4,) int64: where the passes of each stage begin, and where the last one's end"""
    lows: np.ndarray
    """(2,) int64: the fewest attackers and defenders with whom both sides roll all their dice"""
    offsets: np.ndarray
    """(3,) uint16: what turns a lane of each stage into the place where it is counted"""
    steps: np.ndarray
    """(3,) int64: steps of a stage between two looks at its lanes"""


class LaneSpace(NamedTuple):
    """Scratch space of the lanes; ``seen`` must be zero, and is left so."""

    streams: np.ndarray
    """(4 * 64,) uint64: the states of the generators, one word of each after the other"""
    words: np.ndarray
    """(256,) uint64: the draws of a step"""
    states: np.ndarray
    """(1024,) uint16: the lanes"""
    found: np.ndarray
    """(1537,) uint16: lanes that stand still"""
    flags: np.ndarray
    """(1024,) uint16: which lanes do"""
    reserves: np.ndarray
    """(2 * 1024,) int64: attackers, then defenders, that do not fit into a lane of the first stage"""
    seen: np.ndarray
    """(67584,) int64: battles that have come to each place"""
    feeds: np.ndarray
    """(1024,) uint16: places whose battles wait for the stage"""
    feeding: np.ndarray
    """(2,) int64: the first of ``feeds`` that is not empty yet, how many of them there are"""


class Bank(NamedTuple):
    """Alias tables for every battle of 0 … ``most`` armies able to attack against 0 … ``most`` defenders."""

    most: int
    """at most 255"""
    begins: np.ndarray
    """((most + 1)² + 1,) uint32: the first slot of each battle, by attackers, then defenders"""
    slots: np.ndarray
    """(slots,) uint64: in the high half the first 32 bits of the share of the slot's own end, then the other end, then
    its own one, as attackers * 256 + defenders"""
    rests: np.ndarray
    """(slots,) uint32: the next 32 bits of that share"""
