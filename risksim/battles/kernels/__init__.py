"""Battles in compiled loops over flat tables: exact distributions, tables of chances, and battles rolled by the million."""

from risksim.battles.kernels import ends, lanes
from risksim.battles.kernels.bank import draw_battle, fill_bank
from risksim.battles.kernels.chances import fewest_attackers, win_table
from risksim.battles.kernels.drawing import draw_ends
from risksim.battles.kernels.ends import band_ends, row_ends
from risksim.battles.kernels.lanes import roll_in_lanes
from risksim.battles.kernels.layouts import Alias, Bank, Lanes, LaneSpace, Rounds
from risksim.battles.kernels.logarithms import log10_chance
from risksim.battles.kernels.rolling import roll_battles

__all__ = [
    "Alias",
    "Bank",
    "LaneSpace",
    "Lanes",
    "Rounds",
    "band_ends",
    "draw_battle",
    "draw_ends",
    "ends",
    "fewest_attackers",
    "fill_bank",
    "lanes",
    "log10_chance",
    "roll_battles",
    "roll_in_lanes",
    "row_ends",
    "win_table",
]
