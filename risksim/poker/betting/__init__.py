"""Bets: what a call needs, what an all-in risks, and how two players bet who play as well as they can.

Ask :func:`call` for the equity from which a bet is worth calling under each reading of the all-in clause, :func:`all_in`
for a hand in which everyone puts everything in, :func:`stakes` for what an ante is of a turn's armies, :func:`split` for
shared pots, :func:`equilibrium` for the betting itself and :func:`side_pots` for what the all-in clause does to it.

>>> from risksim.poker import betting
>>> round(betting.call(pot=3, bet=10, pile=1).row().equity_to_call, 3)
0.071
"""

from risksim.poker.betting.calls import all_in, call, income, split, stakes
from risksim.poker.betting.games import equilibrium, side_pots
from risksim.poker.betting.model import (
    AllIn,
    AllInRow,
    Call,
    CallRow,
    Play,
    PlayRow,
    SidePotRow,
    SidePots,
    StakeRow,
    Stakes,
)

__all__ = [
    "AllIn",
    "AllInRow",
    "Call",
    "CallRow",
    "Play",
    "PlayRow",
    "SidePotRow",
    "SidePots",
    "StakeRow",
    "Stakes",
    "all_in",
    "call",
    "equilibrium",
    "income",
    "side_pots",
    "split",
    "stakes",
]
