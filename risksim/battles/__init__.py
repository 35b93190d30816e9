"""One attack, fought until it ends or the attacker stops: the odds, exactly and by simulation.

>>> from risksim import battles
>>> round(battles.odds(10, 5).p_win, 3)
0.873
>>> battles.need(5, 0.8).armies
9
"""

from risksim.battles.model import (
    Need,
    NeedCurve,
    Odds,
    Outcome,
    RoundChance,
    Simulated,
    WinTable,
    need,
    need_curve,
    odds,
    round_chances,
    win_table,
)

__all__ = [
    "Need",
    "NeedCurve",
    "Odds",
    "Outcome",
    "RoundChance",
    "Simulated",
    "WinTable",
    "need",
    "need_curve",
    "odds",
    "round_chances",
    "win_table",
]
