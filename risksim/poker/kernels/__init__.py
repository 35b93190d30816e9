"""Poker in compiled loops: ranking every hand of an order, looking ranks up, dealing, comparing hands.

Hands are looked up in one table of all 2,598,960, by the combinatorial number of their five sorted cards. What is done
a million times is done for 512 tables at once, a lane each, so that the loops work on many lanes in one instruction.
"""

from risksim.poker.kernels.hands import Ranks

__all__ = ["Ranks"]
