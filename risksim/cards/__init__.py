"""The turn-in economy: when sets come, what they bring, and what trading policies do to both.

Ask :func:`economy` for one player who draws alone, exactly, and :func:`simulate` for players who share one deck and
one schedule.

>>> from risksim import cards
>>> cards.economy(deck="no-wilds").exact["p_first_set"]["3"]
'137/410'
"""

from risksim.cards.exact import economy
from risksim.cards.model import DECKS, Deck, Economy, Simulation, Trade
from risksim.cards.simulate import simulate

__all__ = ["DECKS", "Deck", "Economy", "Simulation", "Trade", "economy", "simulate"]
