"""The economy of control: how often a player gets a turn of an ally, who challenges him, which sentences are dead.

Ask :func:`economy` for one player's turns between controls, :func:`readings` for the same under every reading,
:func:`table` for several players who challenge by rule, :func:`challenge` and :func:`thresholds` for the game of bid and
challenge by what a turn of an ally is worth, and :func:`dead_letters` for sentences that never come to pass.

>>> from risksim.poker import bidding
>>> bidding.economy(success=0.6).turns_between
5.0
"""

from risksim.poker.bidding.joining import challenge, thresholds
from risksim.poker.bidding.letters import dead_letters
from risksim.poker.bidding.model import (
    Challenge,
    DeadLetters,
    Economy,
    Equilibrium,
    Letter,
    ReadingRow,
    Readings,
    Table,
    ThresholdRow,
    Thresholds,
)
from risksim.poker.bidding.seats import table
from risksim.poker.bidding.turns import economy, readings

__all__ = [
    "Challenge",
    "DeadLetters",
    "Economy",
    "Equilibrium",
    "Letter",
    "ReadingRow",
    "Readings",
    "Table",
    "ThresholdRow",
    "Thresholds",
    "challenge",
    "dead_letters",
    "economy",
    "readings",
    "table",
    "thresholds",
]
