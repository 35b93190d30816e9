"""What all hands of three to five cards are worth together, each with its best three cards."""

from typing import Any

import numpy as np

from risksim.engine import jit
from risksim.poker.kernels import choices
from risksim.poker.kernels.choices import Worth


@jit.kernel
def next_hand(cards: np.ndarray) -> None:
    """Replace cards, the lowest first, by the next ones that have the same highest card or the next higher."""
    n = len(cards)
    place = 0
    while place < n - 1 and cards[place] + 1 == cards[place + 1]:
        cards[place] = place
        place += 1
    cards[place] += 1


@jit.kernel
def sum_best(highest: int, splits: np.ndarray, worth: Worth, cards: np.ndarray) -> Any:
    """Return the worth of the best three cards, summed over all hands with this highest card.

    Parameters
    ----------
    highest
        The highest card.
    splits
        uint8 (ways, 6): places of the cards, the three to play first.
    worth
        What triples are worth.
    cards
        uint8 (k,), k three to five: space.
    """
    n = len(cards)
    for place in range(n):
        cards[place] = place
    cards[n - 1] = highest
    total = np.int64(0)
    while cards[n - 1] == highest:
        best = np.int64(0)
        for way in range(len(splits)):
            best = max(best, choices.table_value(cards, splits[way], worth))
        total += best
        next_hand(cards)
    return total
