"""Decisions in a battle: when to stop, how many dice to roll, when to leave the rest to a blitz.

>>> from risksim import decisions
>>> decisions.stop(6, 6, enemy_army_value=0.8).attack
False
>>> decisions.dice(6, 6).defence_dice
2
"""

from risksim.decisions.dice_choice import DiceChoice, dice
from risksim.decisions.stopping import Stop, stop
from risksim.decisions.switching import Blitz, blitz

__all__ = ["Blitz", "DiceChoice", "Stop", "blitz", "dice", "stop"]
