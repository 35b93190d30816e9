"""Battles in compiled loops over flat tables: exact distributions, tables of chances, and battles rolled by the million."""

from risksim.battles.kernels.chances import fewest_attackers, win_table
from risksim.battles.kernels.drawing import draw_ends
from risksim.battles.kernels.ends import band_ends, row_ends
from risksim.battles.kernels.layouts import Alias, Rounds
from risksim.battles.kernels.rolling import roll_battles

__all__ = [
    "Alias",
    "Rounds",
    "band_ends",
    "draw_ends",
    "fewest_attackers",
    "roll_battles",
    "row_ends",
    "win_table",
]
