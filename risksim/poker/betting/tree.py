"""The betting of two players as a game tree: what each may do, what the pot comes to, and the game over sequences.

The player on turn acts first in both rounds. A bet is a share of the pot after calling, in whole armies, rounded up; the
same for raises. A pile is all there is. Where the clause ``all_in`` lets a player who is short of a bet take the whole pot,
bets may exceed what the other has left; with a side pot what exceeds it comes back, and with bets capped at the shortest
pile it is never made, which is the same for two.

Sources: ``seed-new-rules``.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from risksim.poker.betting.classes import Deal
from risksim.poker.betting.sequence import Game, InformationSet, Side

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

#: A bet of everything.
ALL = math.inf


class Stakes(NamedTuple):
    """What can be bet, and what is won beside the pot."""

    piles: tuple[int, int]
    ante: int
    sizes: tuple[float, ...]
    """bets and raises as shares of the pot after calling; ``ALL`` is the whole pile"""
    fixed: int | None
    """armies of every bet and raise, instead of ``sizes``"""
    raises: int
    """bets and raises in a round, at most"""
    is_literal: bool
    """whether who is short of a bet may win all of it"""
    ally: float
    """armies the first player gains, and the second loses, where the first wins the hand outright"""


class Public(NamedTuple):
    """What both see."""

    left: tuple[int, int]
    paid: tuple[int, int]
    round: int
    player: int
    raises: int
    is_checked: bool
    history: str


class Action(NamedTuple):
    """What a player may do, and what both see then; ``end`` says how the hand ends."""

    name: str
    after: Public | None
    paid: tuple[int, int]
    end: str
    """"fold", "showdown", or empty"""


class Place(NamedTuple):
    """A node where somebody acts, as both see it, with the information sets it is for each of his classes."""

    player: int
    round: int
    history: str
    actions: tuple[str, ...]
    first_set: int
    """number of the first of his information sets; one for each of his classes in this round"""
    n_sets: int


class End(NamedTuple):
    """One way a hand ends."""

    round: int
    paid: tuple[int, int]
    folded: int | None
    """who folded"""
    sequences: tuple[Ints, Ints]
    """of each player, by his classes in this round"""


class Tree(NamedTuple):
    """The whole game."""

    game: Game
    places: list[Place]
    ends: list[End]


def actions(state: Public, stakes: Stakes, rounds: int) -> Iterator[Action]:
    """Yield what the player to act may do."""
    me, other = state.player, 1 - state.player
    owed = min(state.paid[other] - state.paid[me], state.left[me])
    if state.paid[other] > state.paid[me]:
        yield Action("fold", None, state.paid, "fold")
        yield _closing("call", _pay(state, me, owed), rounds)
    elif state.is_checked:
        yield _closing("check", state, rounds)
    else:
        yield Action(
            "check",
            state._replace(player=other, is_checked=True, history=state.history + "k"),
            state.paid,
            "",
        )
    if state.raises < stakes.raises and state.left[other] > 0 and state.left[me] > owed:
        for amount in _amounts(state, stakes, owed):
            paid = _pay(state, me, owed + amount)
            name = "bet" if owed == 0 else "raise"
            after = paid._replace(player=other, raises=state.raises + 1, history=f"{state.history}b{amount}")
            yield Action(f"{name} {amount}", after, after.paid, "")


def _pay(state: Public, player: int, armies: int) -> Public:
    left, paid = list(state.left), list(state.paid)
    left[player] -= armies
    paid[player] += armies
    return state._replace(left=(left[0], left[1]), paid=(paid[0], paid[1]))


def _closing(name: str, state: Public, rounds: int) -> Action:
    """Return an action that closes a round: on to the next, or to the showdown."""
    if state.round + 1 == rounds or min(state.left) == 0:
        return Action(name, None, state.paid, "showdown")
    after = Public(
        state.left,
        state.paid,
        state.round + 1,
        0,
        0,
        False,
        state.history + ("k" if name == "check" else "c") + "/",
    )
    return Action(name, after, state.paid, "")


def _amounts(state: Public, stakes: Stakes, owed: int) -> list[int]:
    """Return the armies that may be bet beyond calling."""
    me, other = state.player, 1 - state.player
    most = state.left[me] - owed
    if not stakes.is_literal:
        most = min(most, state.left[other])
    if stakes.fixed is not None:
        return [min(stakes.fixed, most)]
    pot = sum(state.paid) + owed
    wanted = (most if size == ALL else math.ceil(size * pot) for size in stakes.sizes)
    return sorted({min(max(1, amount), most) for amount in wanted})


def start(stakes: Stakes) -> Public:
    """Return the hand after the ante."""
    first, second = stakes.piles
    return Public((first - stakes.ante, second - stakes.ante), (stakes.ante, stakes.ante), 0, 0, 0, False, "")


class Builder:
    """Turns a betting tree and a deal into a game over sequences."""

    def __init__(self, stakes: Stakes, deal: Deal) -> None:
        self.stakes, self.deal = stakes, deal
        self.sets: tuple[list[InformationSet], list[InformationSet]] = ([], [])
        self.sequences = [1, 1]
        self.places: list[Place] = []
        self.ends: list[End] = []

    def tree(self) -> Tree:
        """Return the whole game."""
        from scipy.sparse import coo_array

        n = self.deal.classes[0]
        self._walk(start(self.stakes), (np.zeros(n, np.int64), np.zeros(n, np.int64)))
        sides = tuple(Side(sets, n) for sets, n in zip(self.sets, self.sequences, strict=True))
        rows, columns, values = [], [], []
        for end in self.ends:
            first, second = end.sequences
            rows.append(np.repeat(first, len(second)))
            columns.append(np.tile(second, len(first)))
            values.append(self.payoff(end).ravel())
        entries = (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns)))
        payoff = coo_array(entries, shape=(self.sequences[0], self.sequences[1])).tocsr()
        return Tree(Game(sides[0], sides[1], payoff), self.places, self.ends)

    def payoff(self, end: End) -> Floats:
        """Return what the first player wins at an end, times the chance of the cards, by both players' classes."""
        meet = self.deal.rounds[end.round]
        ally = self.stakes.ally
        if end.folded is not None:
            gain = -end.paid[0] if end.folded == 0 else end.paid[1] + ally
            return np.asarray(meet.met * gain)
        mine, theirs = end.paid
        if not self.stakes.is_literal:
            mine = theirs = min(end.paid)
        lost = meet.met - meet.won - meet.tied
        return np.asarray(meet.won * (theirs + ally) - lost * mine + meet.tied * (theirs - mine) / 2)

    def _walk(self, state: Public, sequences: tuple[Ints, Ints]) -> None:
        me = state.player
        options = list(actions(state, self.stakes, len(self.deal.rounds)))
        parents = sequences[me]
        first_set = len(self.sets[me])
        firsts = self.sequences[me] + np.arange(len(parents)) * len(options)
        self.sets[me].extend(
            InformationSet(int(parent), int(first), len(options))
            for parent, first in zip(parents, firsts, strict=True)
        )
        self.sequences[me] += len(parents) * len(options)
        names = tuple(option.name for option in options)
        self.places.append(Place(me, state.round, state.history, names, first_set, len(parents)))
        for number, option in enumerate(options):
            mine = firsts + number
            after = (mine, sequences[1]) if me == 0 else (sequences[0], mine)
            if option.after is None:
                folded = me if option.end == "fold" else None
                self.ends.append(End(state.round, option.paid, folded, after))
            else:
                if option.after.round > state.round:
                    n = self.deal.classes[option.after.round]
                    after = (np.repeat(after[0], n), np.repeat(after[1], n))
                self._walk(option.after, after)


def build(stakes: Stakes, deal: Deal) -> Tree:
    """Return the game of a betting tree over a deal."""
    return Builder(stakes, deal).tree()


def count_sequences(stakes: Stakes, classes: Sequence[int]) -> int:
    """Return how many sequences of actions both players have together, without building the game."""

    def below(state: Public) -> int:
        options = list(actions(state, stakes, len(classes)))
        n_sets = math.prod(classes[: state.round + 1])
        return len(options) * n_sets + sum(below(option.after) for option in options if option.after)

    return 2 + below(start(stakes))


def pots(tree: Tree, deal: Deal, first: Floats, second: Floats) -> dict[str, float]:
    """Return what the pot, the ends and the bets come to under two plans.

    ``pot`` (armies, what nobody called included), ``showdown``, ``fold_first``, ``fold_second``, ``unequal`` (chance
    that the players have paid different amounts into a pot that one of them wins at a showdown).
    """
    found = dict.fromkeys(("pot", "showdown", "fold_first", "fold_second", "unequal"), 0.0)
    for end in tree.ends:
        met = deal.rounds[end.round].met
        p = float(first[end.sequences[0]] @ met @ second[end.sequences[1]])
        found["pot"] += p * sum(end.paid)
        if end.folded is None:
            found["showdown"] += p
            found["unequal"] += p * (end.paid[0] != end.paid[1])
        else:
            found["fold_first" if end.folded == 0 else "fold_second"] += p
    return found


def kuhn(sequence: Sequence[int] = (0, 1, 2)) -> Deal:
    """Return the deal of Kuhn's poker: one of three cards each, the higher wins.

    Sources: ``kuhn-1950``.
    """
    from risksim.poker.betting.classes import Meetings

    n = len(sequence)
    met = (1 - np.eye(n)) / (n * (n - 1))
    won = met * (np.arange(n)[:, None] > np.arange(n))
    return Deal((Meetings(met, won, np.zeros((n, n))),), (n,))
