"""Were the dice fair, was I unlucky: logs of rounds and battles, and raw rolls, against exact chances.

>>> from risksim import luck
>>> answer = luck.luck([{"attackers": 10, "defenders": 5, "attackers_left": 1, "defenders_left": 3}])
>>> round(answer.percentile, 3), round(answer.p_value_anytime, 2)
(0.037, 0.6)
>>> round(luck.dice(counts=[5, 2, 2], sides=3).p_value, 4)
0.5306
"""

from risksim.luck.fairness import DieTest, Fairness, Load, dice
from risksim.luck.midbattle import MidBattle, PlayedRound, begin
from risksim.luck.model import Luck, Row, luck

__all__ = [
    "DieTest",
    "Fairness",
    "Load",
    "Luck",
    "MidBattle",
    "PlayedRound",
    "Row",
    "begin",
    "dice",
    "luck",
]
