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
