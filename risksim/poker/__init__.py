"""The hand of poker for the right to play an allied army.

An order of the cards says which hand is better (:mod:`risksim.poker.orders`); :func:`hands` counts the hands of an order
by category, :func:`control` finds who wins a hand and the right to play an ally, :func:`dead_letters` which sentences of
the document never matter. How often allies are won and who bids for them is in :mod:`risksim.poker.bidding`, bets are in
:mod:`risksim.poker.betting`.

>>> from risksim import poker
>>> poker.hands("ignore").categories["straight flush"]
40
"""

from risksim.poker.bidding.letters import dead_letters
from risksim.poker.controls import control
from risksim.poker.exact import hands
from risksim.poker.model import CATEGORIES, Control, Game, Hands
from risksim.poker.orders import Groups, Order, Straights

__all__ = [
    "CATEGORIES",
    "Control",
    "Game",
    "Groups",
    "Hands",
    "Order",
    "Straights",
    "control",
    "dead_letters",
    "hands",
]
