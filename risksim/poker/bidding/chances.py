"""What comes of a challenged bid, from the hands as they are dealt: see :func:`risksim.poker.control`.

Sources: ``seed-new-rules``.
"""

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from risksim.rules.clauses import OwnCardsUsed
from risksim.rules.ruleset import RuleSet

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: Own cards of a hand.
OWN = 3

#: Deals simulated for every number of players in the hand, where not all are counted.
TRIALS = 100_000


class Dealt(NamedTuple):
    """Chances by the number of players in the hand, two first."""

    control: tuple[float, ...]
    share: tuple[float, ...]
    """the bidder's expected share of the pot"""


def dealt(
    rule_set: RuleSet,
    players: int,
    cards: int = 3,
    rival_cards: int = 3,
    *,
    trials: int = TRIALS,
    seed: int = 1,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Dealt:
    """Find the bidder's chances of control and share of the pot with 2 … ``players`` in the hand.

    Where the ally is named with one's cards in view, a winner always has its suit: he names an ally that owns the suit of
    one of them. Where it is named before, he names the one with the best chance at a table of so many players. Two
    with three cards each are counted exactly, all others simulated; equal holdings have equal shares.

    Parameters
    ----------
    rule_set
        The rules.
    players
        Players at the table, 2 … 5: they decide which suits an ally owns.
    cards, rival_cards
        Cards the bidder, and each rival, chooses his hand from.
    trials, seed, workers, progress
        Of the simulations.

    Raises
    ------
    InputError
        If somebody has fewer than three cards or more than six.

    >>> from risksim.rules import load
    >>> found = dealt(load("new-rules"), 2)
    >>> round(found.control[0], 5), round(found.share[0], 5)
    (0.49947, 0.5)
    """
    from risksim import poker
    from risksim.poker import allies

    control, share = [], []
    for n_in in range(2, players + 1):
        is_counted = n_in == 2 and cards == rival_cards == 3
        answer = poker.control(
            n_in,
            cards=(cards, *(rival_cards,) * (n_in - 1)),
            rules=rule_set,
            trials=None if is_counted else trials,
            seed=seed,
            workers=workers,
            progress=progress,
            ante=1,
        )
        named = [answer.p_control_by_suits[ally] for ally in allies.names(players)]
        free = answer.p_control_free if rule_set.poker.declare_after_seeing_cards else None
        control.append(max(named) if free is None else free)
        is_even = cards == rival_cards
        share.append(1 / n_in if is_even else (answer.expected_winnings[0] + 1) / n_in)
    return Dealt(tuple(control), tuple(share))


def is_three_and_two(rule_set: RuleSet) -> bool:
    """Return whether a hand is three own cards and two on the board."""
    poker = rule_set.poker
    return poker.own_cards_used is OwnCardsUsed.EXACTLY_THREE and poker.board_cards == 2


def hands_worth(rule_set: RuleSet, share: float) -> float:
    """Return the part of all hands of three cards that win at least such a share of the pot from a random one.

    That the other's cards lie in the same deck is passed over.
    """
    shares = _shares(rule_set.poker.queen_high.value)
    return float((shares >= share).mean())


@functools.lru_cache(maxsize=2)
def _shares(queen_high: str) -> "npt.NDArray[np.float64]":
    """Return the share of the pot of every three cards."""
    from risksim.poker.betting import classes

    flops = classes.strengths(queen_high).flops
    # three flop cards of the 52 are one's own
    found: npt.NDArray[np.float64] = flops.sum(axis=0) / (flops.shape[0] - OWN)
    return found
