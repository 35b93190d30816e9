"""The turn-in economy of one player who draws alone, exactly.

For independent symbols everything follows from a small Markov chain over hands and is a fraction. For a deck of
cards the state is the hand and what is left in the draw pile; the discards are the rest. When the pile is empty and
a card is to be drawn, the discards become the pile: between two such moments the chain runs through the pile card
by card, and over those moments it is a chain over hands alone, whose stationary distribution gives the long-run
shares (to 1e-13 relative; sums are double precision).

A turn earns one card at most. So a hand never holds more than five, and every reading of the forced turn-in (of
exactly five, of five or more, of all sets) comes to the same here. A set is turned in before the next card is drawn.

The functions that :mod:`risksim.factories` builds on: :func:`expected_sets`, :func:`expected_sets_fractions`,
:func:`expected_sets_by_turn`, :func:`expected_territory_cards`, :func:`long_run`.

Sources: ``seed-new-rules``, ``conquer-club``.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from risksim import rules as rules_module
from risksim.cards import schedule, tables
from risksim.cards.model import Deck, Economy, Trade, check_trade, find_deck
from risksim.errors import InputError, check_count, check_real
from risksim.rules import RuleSet
from risksim.rules.clauses import Cards, MatchBonus

Floats = npt.NDArray[np.float64]
#: Four counts of cards, then the cards among them (by symbol) that show a territory one owns.
State = tuple[int, int, int, int, int, int, int]

EMPTY: State = (0, 0, 0, 0, 0, 0, 0)
MOST_CARDS = 100_000
MOST_PILES = 200_000
PRECISION = 1e-14


@dataclass(frozen=True)
class TurnIn:
    """One way in which a set is turned in.

    Parameters
    ----------
    kept_before
        Cards kept after the turn-in before this one; -1 if there was none.
    held
        Cards in hand when turning in.
    cards
        The set.
    matches
        Cards of the set that show a territory one owns (only where the choice goes by them).
    """

    kept_before: int
    held: int
    cards: tables.Hand
    matches: int

    @property
    def kept(self) -> int:
        """Cards left in hand."""
        return self.held - tables.SET_SIZE

    @property
    def between(self) -> int:
        """Cards drawn since the turn-in before; -1 if there was none."""
        return self.held - self.kept_before if self.kept_before >= 0 else -1

    @property
    def territory_cards(self) -> int:
        """Cards of the set that are no wild cards."""
        return tables.SET_SIZE - self.cards[3]


@dataclass(frozen=True)
class Hands:
    """What a policy does with every hand that can arise.

    Parameters
    ----------
    states
        Hands with the number of cards kept at the last turn-in (-1 if none); the first is the empty hand.
    draws
        What a card can be: its symbol, whether it shows an own territory, the chance of that given the symbol.
    successor
        (draws, hands, 6) index of the hand after drawing and turning in, by the order of symbols in the pile.
    turn_in
        (draws, hands, 6) index into ``turn_ins`` plus one; 0 where nothing is turned in.
    turn_ins
        The ways of turning in.
    """

    states: tuple[tuple[State, int], ...]
    draws: tuple[tuple[int, bool, Any], ...]
    successor: npt.NDArray[np.intp]
    turn_in: npt.NDArray[np.intp]
    turn_ins: tuple[TurnIn, ...]


@lru_cache(maxsize=64)
def hands(trade: Trade, has_wilds: bool, share: Any = 0, is_tagged: bool = False) -> Hands:
    """Enumerate the hands that arise under a policy, and what it does with each after each card.

    Parameters
    ----------
    trade
        The trading policy.
    has_wilds
        Whether the deck has wild cards.
    share
        Share of territories owned, for the policy that goes by matches; a fraction keeps the chain exact.
    is_tagged
        Whether a state remembers how many cards were kept at the last turn-in.
    """
    draws: list[tuple[int, bool, Any]] = []
    for symbol in range(4 if has_wilds else 3):
        if trade is Trade.BEST_MATCH and symbol < 3:
            draws += [(symbol, False, 1 - share), (symbol, True, share)]
        else:
            draws.append((symbol, False, 1))
    draws = [draw for draw in draws if draw[2] != 0]
    index: dict[tuple[State, int], int] = {(EMPTY, -1): 0}
    turn_ins: dict[TurnIn, int] = {}
    rows: list[list[list[tuple[int, int]]]] = []
    todo = [(EMPTY, -1)]
    for state in todo:
        row = []
        for symbol, is_match, _ in draws:
            entry = []
            for order in range(len(tables.ORDERS)):
                after, event = _draw_and_trade(state, symbol, is_match, trade, order)
                after = after if is_tagged else (after[0], -1)
                if after not in index:
                    index[after] = len(index)
                    todo.append(after)
                entry.append((index[after], turn_ins.setdefault(event, len(turn_ins) + 1) if event else 0))
            row.append(entry)
        rows.append(row)
    both = np.array(rows, dtype=np.intp).transpose(1, 0, 2, 3)
    return Hands(tuple(index), tuple(draws), both[..., 0].copy(), both[..., 1].copy(), tuple(turn_ins))


def _draw_and_trade(
    state: tuple[State, int], symbol: int, is_match: bool, trade: Trade, order: int
) -> tuple[tuple[State, int], TurnIn | None]:
    counts, kept_before = list(state[0][:4]), state[1]
    matched = list(state[0][4:])
    counts[symbol] += 1
    if is_match:
        matched[symbol] += 1
    hand = _as_hand(counts)
    held = sum(hand)
    chosen = tables.choose_set(hand, order, matched)
    if chosen is None or (trade is Trade.HOLD and held < tables.FULL_HAND):
        return ((*hand, matched[0], matched[1], matched[2]), kept_before), None
    event = TurnIn(kept_before, held, chosen, tables.matches_of(chosen, matched))
    rest = [have - used for have, used in zip(hand, chosen, strict=True)]
    left = [max(have - used, 0) for have, used in zip(matched, chosen, strict=False)]
    return ((rest[0], rest[1], rest[2], rest[3], left[0], left[1], left[2]), sum(rest)), event


def _as_hand(counts: Iterable[int]) -> tables.Hand:
    infantry, cavalry, artillery, wild = counts
    return infantry, cavalry, artillery, wild


# --- the first set -------------------------------------------------------------------------------------------


def p_no_set(deck: Deck) -> list[Fraction]:
    """Return the chance that n cards hold no set, n = 0 … 5, as fractions.

    >>> from risksim.cards.model import DECKS
    >>> p_no_set(DECKS["classic"])[3]
    Fraction(273, 473)
    """
    chances = []
    for n in range(tables.FULL_HAND + 1):
        total = Fraction(0)
        for hand in map(_as_hand, product(range(n + 1), repeat=4)):
            if sum(hand) != n or tables.sets_in(hand):
                continue
            if deck.size is None:
                ways = math.factorial(n) // math.prod(math.factorial(count) for count in hand[:3])
                total += Fraction(ways if hand[3] == 0 else 0, 3**n)
            elif n <= deck.size:
                ways = math.prod(
                    math.comb(have, drawn) for have, drawn in zip(deck.counts, hand, strict=True)
                )
                total += Fraction(ways, math.comb(deck.size, n))
        chances.append(total)
    return chances


def p_first_set(deck: Deck) -> dict[int, Fraction]:
    """Return the chance that a set is first in hand with exactly n cards.

    >>> from risksim.cards.model import DECKS
    >>> p_first_set(DECKS["no-wilds"])[3]
    Fraction(137, 410)
    """
    none = p_no_set(deck)
    return {n: none[n - 1] - none[n] for n in range(tables.SET_SIZE, tables.FULL_HAND + 1)}


def expected_cards_first_set(deck: Deck) -> Fraction:
    """Return the expected number of cards drawn until a set is first in hand.

    >>> from risksim.cards.model import DECKS
    >>> expected_cards_first_set(DECKS["classic"])
    Fraction(72921, 19393)
    """
    return sum((n * p for n, p in p_first_set(deck).items()), Fraction(0))


def expected_symbol_value(deck: Deck, values: Sequence[int] = (4, 6, 8, 10)) -> dict[int, Fraction]:
    """Return the expected armies of a set that goes by its symbols, at each card given no set before it.

    A hand that still holds no set counts as 0, so this is what the next card brings on average.

    Parameters
    ----------
    deck
        The deck.
    values
        Armies for three infantry, three cavalry, three artillery, one of each.

    Sources: ``conquer-club``.

    >>> from risksim.cards.model import DECKS
    >>> [round(float(value), 3) for value in expected_symbol_value(DECKS["independent"]).values()]
    [2.889, 5.333, 7.333]
    """
    weights: dict[tables.Hand, Fraction] = {(0, 0, 0, 0): Fraction(1)}
    value: dict[int, Fraction] = {}
    for n in range(1, tables.FULL_HAND + 1):
        following: dict[tables.Hand, Fraction] = {}
        armies = Fraction(0)
        for hand, weight in weights.items():
            for symbol in range(4):
                p = (
                    Fraction(int(symbol < 3), 3)
                    if deck.size is None
                    else Fraction(deck.counts[symbol] - hand[symbol], max(deck.size - n + 1, 1))
                )
                if p == 0:
                    continue
                after = _as_hand(count + (place == symbol) for place, count in enumerate(hand))
                chosen = tables.choose_set(after)
                if chosen is None:
                    following[after] = following.get(after, Fraction(0)) + weight * p
                else:
                    armies += (
                        weight
                        * p
                        * max(tables.symbol_value(cards, values) for cards in tables.sets_in(after))
                    )
        if n >= tables.SET_SIZE and weights:
            value[n] = armies / sum(weights.values())
        weights = following
    return value


# --- independent symbols -------------------------------------------------------------------------------------


def expected_sets_fractions(
    n_cards: int, trade: str | Trade = Trade.SOON, share: Fraction = Fraction(0)
) -> list[Fraction]:
    """Return the expected number of sets after 0 … ``n_cards`` independent cards, as fractions.

    Parameters
    ----------
    n_cards
        Cards drawn.
    trade
        Trading policy.
    share
        Share of territories owned (matters to ``best-match`` only).

    >>> [str(sets) for sets in expected_sets_fractions(6)]
    ['0', '0', '0', '1/3', '7/9', '1', '4/3']
    """
    chain = hands(check_trade(trade), False, share)
    state = {0: Fraction(1)}
    sets = [Fraction(0)]
    for _ in range(check_count("cards", n_cards, 0, MOST_CARDS)):
        following: dict[int, Fraction] = {}
        gained = Fraction(0)
        for here, weight in state.items():
            for draw, (_, _, p) in enumerate(chain.draws):
                part = weight * p / 3
                there = int(chain.successor[draw, here, 0])
                following[there] = following.get(there, Fraction(0)) + part
                if chain.turn_in[draw, here, 0]:
                    gained += part
        state = following
        sets.append(sets[-1] + gained)
    return sets


def _independent_rates(trade: Trade, share: Any) -> dict[TurnIn, Any]:
    """Return the long-run share of each way of turning in, over all sets."""
    chain = hands(trade, False, share)
    one = Fraction(1) if isinstance(share, (int, Fraction)) else 1.0
    kept: dict[int, int] = {0: 0}
    rows: list[dict[int, Any]] = []
    ways: list[dict[TurnIn, Any]] = []
    todo = [0]
    for start in todo:
        begun = sum(chain.states[start][0][:4])
        state: dict[int, Any] = {start: one}
        row: dict[int, Any] = {}
        way: dict[TurnIn, Any] = {}
        while state:
            following: dict[int, Any] = {}
            for here, weight in state.items():
                for draw, (_, _, p) in enumerate(chain.draws):
                    part = weight * p / 3
                    there, event = int(chain.successor[draw, here, 0]), int(chain.turn_in[draw, here, 0])
                    if not event:
                        following[there] = following.get(there, 0) + part
                        continue
                    if there not in kept:
                        kept[there] = len(kept)
                        todo.append(there)
                    row[kept[there]] = row.get(kept[there], 0) + part
                    turn_in = chain.turn_ins[event - 1]
                    key = TurnIn(begun, turn_in.held, turn_in.cards, turn_in.matches)
                    way[key] = way.get(key, 0) + part
            state = following
        rows.append(row)
        ways.append(way)
    stationary = _stationary(rows, one)
    rates: dict[TurnIn, Any] = {}
    for weight, way in zip(stationary, ways, strict=True):
        for key, p in way.items():
            if weight * p:
                rates[key] = rates.get(key, 0) + weight * p
    return rates


def _stationary(rows: list[dict[int, Any]], one: Any) -> list[Any]:
    """Solve for the stationary distribution of a small chain by elimination (state reduction, no subtraction)."""
    size = len(rows)
    p = [[row.get(column, 0 * one) for column in range(size)] for row in rows]
    # states that cannot be returned to have no long-run share; they are removed first
    alive = _recurrent(rows)
    order = [state for state in range(size) if state in alive]
    for last in range(len(order) - 1, 0, -1):
        removed = order[last]
        out = sum((p[removed][order[column]] for column in range(last)), 0 * one)
        for row in range(last):
            factor = p[order[row]][removed] / out
            p[order[row]][removed] = factor
            if factor:
                for column in range(last):
                    p[order[row]][order[column]] += factor * p[removed][order[column]]
    weights = [0 * one] * size
    weights[order[0]] = one
    for place in range(1, len(order)):
        weights[order[place]] = sum(
            (weights[order[row]] * p[order[row]][order[place]] for row in range(place)), 0 * one
        )
    total = sum(weights, 0 * one)
    return [weight / total for weight in weights]


def _recurrent(rows: list[dict[int, Any]]) -> set[int]:
    def reached(start: int) -> set[int]:
        seen, todo = {start}, [start]
        for here in todo:
            for there, p in rows[here].items():
                if p and there not in seen:
                    seen.add(there)
                    todo.append(there)
        return seen

    reach = [reached(state) for state in range(len(rows))]
    return {state for state in range(len(rows)) if all(state in reach[there] for there in reach[state])}


# --- decks of cards ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Layer:
    """All ways in which a draw pile of a given size can be made up.

    Parameters
    ----------
    piles
        (piles, 4) cards by symbol.
    orders
        (piles) index of the symbols by cards left.
    smaller
        (4, piles) index of the pile in the next smaller layer once a card of that symbol is drawn; -1 if none is left.
    """

    piles: npt.NDArray[np.int64]
    orders: npt.NDArray[np.intp]
    smaller: npt.NDArray[np.intp]


@lru_cache(maxsize=8)
def _layers(counts: tuple[int, int, int, int]) -> tuple[Layer, ...]:
    grid = np.indices([count + 1 for count in counts]).reshape(4, -1).T
    sizes = grid.sum(axis=1)
    index = np.full([count + 1 for count in counts], -1, dtype=np.intp)
    members = [np.flatnonzero(sizes == size) for size in range(sum(counts) + 1)]
    for member in members:
        index[tuple(grid[member].T)] = np.arange(len(member))
    layers = []
    for member in members:
        piles = grid[member]
        # lexsort sorts by its last key first: most cards left, then infantry before cavalry before artillery
        order = np.argsort(-piles[:, :3], axis=1, kind="stable")
        codes = np.array([tables.ORDERS.index(tuple(row)) for row in np.unique(order, axis=0)], dtype=np.intp)
        _, inverse = np.unique(order, axis=0, return_inverse=True)
        smaller = np.full((4, len(piles)), -1, dtype=np.intp)
        for symbol in range(4):
            may = np.flatnonzero(piles[:, symbol] > 0)
            drawn = piles[may].copy()
            drawn[:, symbol] -= 1
            smaller[symbol, may] = index[tuple(drawn.T)]
        layers.append(Layer(piles, codes[np.ravel(inverse)], smaller))
    return tuple(layers)


class DeckChain:
    """The chain over hand and draw pile of one player who draws alone from a deck of cards.

    Parameters
    ----------
    deck
        A deck of cards.
    trade
        The trading policy.
    share
        Share of territories owned (matters to ``best-match`` only).
    is_tagged
        Whether hands remember the cards kept at the last turn-in.

    Raises
    ------
    InputError
        If the deck is so large that the chain would not fit.
    """

    def __init__(self, deck: Deck, trade: Trade, share: float = 0.0, is_tagged: bool = False) -> None:
        assert deck.size is not None
        n_piles = math.prod(count + 1 for count in deck.counts)
        if n_piles > MOST_PILES:
            raise InputError(
                f"deck {deck.name!r} of {deck.size} cards has {n_piles} different draw piles; "
                f"the exact answer takes at most {MOST_PILES}"
            )
        self.deck = deck
        self.size = deck.size
        self.hands = hands(trade, deck.wilds > 0, share, is_tagged)
        self.layers = _layers(deck.counts)
        self.counts = np.array([state[0][:4] for state in self.hands.states])
        self.held = self.counts.sum(axis=1)

    def start(self, hand: int) -> int:
        """Return the index of the pile that holds all cards but those of a hand; -1 if there is no such pile."""
        pile = np.array(self.deck.counts) - self.counts[hand]
        found = np.flatnonzero((self.layers[self.size - self.held[hand]].piles == pile).all(axis=1))
        return int(found[0]) if len(found) else -1

    def through(self, begin: Floats, turned_in: Callable[[int, Floats], None] | None = None) -> Floats:
        """Draw the pile down to the last card.

        Parameters
        ----------
        begin
            (hands) chance of each hand when the discards have just become the pile.
        turned_in
            Called for every pile size with that size before the draw and the (ways of turning in) chances.

        Returns
        -------
        Floats
            (hands) chance of each hand when the pile has run out.
        """
        n_hands = len(self.hands.states)
        chance = np.zeros((n_hands, len(self.layers[self.size].piles)))
        for size in range(self.size, 0, -1):
            for hand in np.flatnonzero((begin > 0) & (self.size - self.held == size)):
                chance[hand, self.start(int(hand))] += begin[hand]
            chance, events = self.draw(size, chance)
            if turned_in is not None:
                turned_in(size, events)
        end: Floats = chance[:, 0]
        return end

    def draw(self, size: int, chance: Floats) -> tuple[Floats, Floats]:
        """Draw one card from a pile of ``size`` cards and turn in what the policy turns in.

        Parameters
        ----------
        size
            Cards in the pile.
        chance
            (hands, piles) chance of each state.

        Returns
        -------
        tuple
            (hands, piles) chances after, and (ways of turning in) chances of turning in.
        """
        after = self.layers[size - 1]
        size_after = len(self.hands.states) * len(after.piles)
        total, events = np.zeros(size_after), np.zeros(len(self.hands.turn_ins) + 1)
        for place, code, mass in self._edges(size, chance):
            total += np.bincount(place, mass, minlength=size_after)
            events += np.bincount(code, mass, minlength=len(events))
        return total.reshape(len(self.hands.states), -1), events[1:]

    def draw_apart(self, size: int, chance: Floats) -> tuple[Floats, Floats]:
        """Draw one card as :meth:`draw` does, but keep apart what turned in a set.

        Returns
        -------
        tuple
            (hands, piles) chances after drawing without, and with, turning in.
        """
        size_after = len(self.hands.states) * len(self.layers[size - 1].piles)
        apart = np.zeros(2 * size_after)
        for place, code, mass in self._edges(size, chance):
            apart += np.bincount(place + size_after * (code > 0), mass, minlength=2 * size_after)
        kept, traded = apart.reshape(2, len(self.hands.states), -1)
        return kept, traded

    def _edges(self, size: int, chance: Floats) -> Iterator[tuple[Any, Any, Floats]]:
        """Yield, for each card that may be drawn: flat places after it, ways of turning in (0: none), chances."""
        layer, after = self.layers[size], self.layers[size - 1]
        live = np.flatnonzero(chance.any(axis=1))
        for draw, (symbol, _, share) in enumerate(self.hands.draws):
            may = np.flatnonzero(layer.smaller[symbol] >= 0)
            smaller = layer.smaller[symbol, may]
            orders = after.orders[smaller]
            place = self.hands.successor[draw, live][:, orders] * len(after.piles) + smaller
            code = self.hands.turn_in[draw, live][:, orders]
            mass = chance[np.ix_(live, may)] * (layer.piles[may, symbol] * float(share) / size)
            yield place.ravel(), code.ravel(), mass.ravel()

    def stationary(self) -> Floats:
        """Return the (hands) long-run chance of each hand when the pile has run out, to 1e-13 relative."""
        begin = np.zeros(len(self.hands.states))
        begin[0] = 1.0
        for _ in range(1_000):
            end = self.through(begin)
            end /= end.sum()
            if np.abs(end - begin).max() < PRECISION:
                break
            begin = end
        return end


@lru_cache(maxsize=64)
def _expected_sets(deck: Deck, n_cards: int, trade: Trade, share: float) -> tuple[float, ...]:
    gained = np.zeros(n_cards + 1)
    if deck.size is None:
        chain = hands(trade, False, share)
        state = np.zeros(len(chain.states))
        state[0] = 1.0
        for n in range(1, n_cards + 1):
            following = np.zeros(len(chain.states))
            for draw, (_, _, p) in enumerate(chain.draws):
                part = state * (float(p) / 3)
                np.add.at(following, chain.successor[draw, :, 0], part)
                gained[n] += part[chain.turn_in[draw, :, 0] > 0].sum()
            state = following
        return tuple(np.cumsum(gained).tolist())
    deck_chain = DeckChain(deck, trade, share)
    profiles: dict[int, tuple[Floats, Floats]] = {}

    def profile(hand: int) -> tuple[Floats, Floats]:
        """Sets expected at each card of a pile begun with this hand, and the hands when it has run out."""
        if hand not in profiles:
            begin = np.zeros(len(deck_chain.hands.states))
            begin[hand] = 1.0
            sets = np.zeros(deck_chain.size - int(deck_chain.held[hand]))

            def turned_in(size: int, events: Floats) -> None:
                if size <= len(sets):
                    sets[len(sets) - size] = events.sum()

            end = deck_chain.through(begin, turned_in)
            profiles[hand] = sets, end
        return profiles[hand]

    empty_pile_at: dict[int, Floats] = {0: np.eye(len(deck_chain.hands.states))[0]}
    for drawn in range(n_cards):
        begin = empty_pile_at.pop(drawn, None)
        if begin is None:
            continue
        for hand in np.flatnonzero(begin):
            sets, end = profile(int(hand))
            seen = min(len(sets), n_cards - drawn)
            gained[drawn + 1 : drawn + 1 + seen] += begin[hand] * sets[:seen]
            if deck.is_reshuffled and len(sets):
                there = drawn + len(sets)
                empty_pile_at[there] = empty_pile_at.get(there, 0.0) + begin[hand] * end
    return tuple(np.cumsum(gained).tolist())


def expected_sets(
    deck: Deck, n_cards: int, trade: str | Trade = Trade.SOON, share: float = 0.0
) -> list[float]:
    """Return the expected number of sets turned in after 0 … ``n_cards`` cards.

    Without replacement up to the deck's size; beyond it the discards are shuffled back (or, if the deck is not
    reshuffled, no card is left to draw).

    Parameters
    ----------
    deck
        The deck.
    n_cards
        Cards drawn.
    trade
        Trading policy.
    share
        Share of territories owned (matters to ``best-match`` only).

    Raises
    ------
    InputError
        If the number of cards is not within 0 … 100,000, or the deck is too large for the exact answer.

    >>> from risksim.cards.model import DECKS
    >>> [round(sets, 4) for sets in expected_sets(DECKS["no-wilds"], 5)]
    [0.0, 0.0, 0.0, 0.3341, 0.778, 1.0]
    """
    check_count("cards", n_cards, 0, MOST_CARDS)
    return list(_expected_sets(deck, n_cards, check_trade(trade), float(share)))


def draws_by_turn(turns: int, conquest_rate: float) -> Iterator[Floats]:
    """Yield, for 0 … ``turns`` turns, the chances of 0 … ``turns`` cards when each turn earns one with that chance."""
    chance = np.zeros(turns + 1)
    chance[0] = 1.0
    yield chance.copy()
    for _ in range(turns):
        chance[1:] = chance[1:] * (1 - conquest_rate) + chance[:-1] * conquest_rate
        chance[0] *= 1 - conquest_rate
        yield chance.copy()


def expected_sets_by_turn(
    deck: Deck,
    turns: int,
    conquest_rate: float = 1.0,
    trade: str | Trade = Trade.SOON,
    share: float = 0.0,
) -> list[float]:
    """Return the expected number of sets after 0 … ``turns`` turns, each of which earns a card with a given chance.

    Parameters
    ----------
    deck
        The deck.
    turns
        Turns played, at most 2,000.
    conquest_rate
        Chance that a turn conquers a territory and so earns a card.
    trade
        Trading policy.
    share
        Share of territories owned (matters to ``best-match`` only).

    Raises
    ------
    InputError
        If a number is out of its range.

    >>> from risksim.cards.model import DECKS
    >>> [round(sets, 4) for sets in expected_sets_by_turn(DECKS["independent"], 4, 0.5)]
    [0.0, 0.0, 0.0, 0.0417, 0.1319]
    """
    check_count("turns", turns, 0, 2_000)
    check_real("conquest_rate", conquest_rate, 0, 1)
    sets = np.array(expected_sets(deck, turns, trade, share))
    return [float(chance @ sets) for chance in draws_by_turn(turns, conquest_rate)]


@lru_cache(maxsize=64)
def turn_in_rates(deck: Deck, trade: Trade, share: Any = 0) -> dict[TurnIn, Any]:
    """Return the long-run share of each way of turning in, over all sets.

    Fractions for independent symbols (with a whole or fractional ``share``), else to 1e-13 relative. For a deck
    that is not reshuffled: the expected share over one run through the deck.

    Parameters
    ----------
    deck
        The deck.
    trade
        Trading policy.
    share
        Share of territories owned (matters to ``best-match`` only).
    """
    if deck.size is None:
        return _independent_rates(trade, share)
    if trade is Trade.HOLD and deck.size < tables.FULL_HAND:
        raise InputError(f"deck {deck.name!r} of {deck.size} cards never fills a hand of {tables.FULL_HAND}")
    tagged = DeckChain(deck, trade, float(share), is_tagged=True)
    begin = np.zeros(len(tagged.hands.states))
    if deck.is_reshuffled:
        plain = DeckChain(deck, trade, float(share))
        for (state, _), weight in zip(plain.hands.states, plain.stationary(), strict=True):
            if weight:
                # the mark of the last turn-in is unknown here and right again after one run through the pile
                begin[next(i for i, (hand, _) in enumerate(tagged.hands.states) if hand == state)] += weight
        begin = tagged.through(begin)
    else:
        begin[0] = 1.0
    tallies = np.zeros(len(tagged.hands.turn_ins))

    def turned_in(_size: int, events: Floats) -> None:
        np.add(tallies, events, out=tallies)

    tagged.through(begin, turned_in)
    total = float(tallies.sum())
    return {
        way: float(tally) / total for way, tally in zip(tagged.hands.turn_ins, tallies, strict=True) if tally
    }


def long_run(
    deck: Deck, trade: str | Trade, measure: Callable[[TurnIn], float | int | None], share: Any = 0
) -> Any:
    """Return the long-run mean over all sets of something read off each turn-in.

    Parameters
    ----------
    deck
        The deck.
    trade
        Trading policy.
    measure
        What is averaged; turn-ins for which it is None are left out.
    share
        Share of territories owned (matters to ``best-match`` only).

    >>> from risksim.cards.model import DECKS
    >>> long_run(DECKS["independent"], "soon", lambda way: way.held)
    Fraction(35, 9)
    """
    rates = turn_in_rates(deck, check_trade(trade), share)
    counted = [(measure(way), rate) for way, rate in rates.items()]
    weight = sum(rate for value, rate in counted if value is not None)
    if not weight:
        return math.nan
    return sum(value * rate for value, rate in counted if value is not None) / weight


def cards_per_set(deck: Deck, trade: str | Trade = Trade.SOON, share: Any = 0) -> Any:
    """Return the cards drawn from one set to the next, in the long run.

    Where cards never run out that is three exactly, whatever the policy: what is drawn is either turned in, three
    cards a set, or in hand, and a hand does not grow. A deck that ends has no long run; its mean is that of one run
    through it, to 1e-13 relative, and NaN if it makes one set only.

    Parameters
    ----------
    deck
        The deck.
    trade
        Trading policy.
    share
        Share of territories owned (matters to ``best-match`` only).

    >>> from risksim.cards.model import DECKS
    >>> cards_per_set(DECKS["classic"])
    Fraction(3, 1)
    """
    if deck.is_independent or deck.is_reshuffled:
        return Fraction(tables.SET_SIZE)
    mean = long_run(deck, trade, lambda way: way.between if way.between >= 0 else None, share)
    if check_trade(trade) is Trade.HOLD and not math.isnan(mean):
        return Fraction(tables.SET_SIZE)  # from five cards to two, and to five again
    return mean


def expected_territory_cards(deck: Deck, trade: str | Trade = Trade.SOON) -> float:
    """Return the expected number of cards in a set that show a territory (no wild cards), in the long run.

    >>> from risksim.cards.model import DECKS
    >>> expected_territory_cards(DECKS["no-wilds"])
    3.0
    """
    return float(long_run(deck, trade, lambda way: way.territory_cards))


def sets_distribution(
    deck: Deck, n_cards: int, trade: str | Trade = Trade.SOON, share: float = 0.0
) -> list[list[float]]:
    """Return the distribution of the number of sets turned in after 0 … ``n_cards`` cards.

    Parameters
    ----------
    deck
        The deck.
    n_cards
        Cards drawn, at most 1,000 and at most the deck.
    trade
        Trading policy.
    share
        Share of territories owned (matters to ``best-match`` only).

    Returns
    -------
    list
        ``[n][k]``: chance of exactly k sets after n cards, k = 0 … ``n_cards // 3``.

    Raises
    ------
    InputError
        If the number of cards is out of its range.

    >>> from risksim.cards.model import DECKS
    >>> [round(p, 3) for p in sets_distribution(DECKS["independent"], 6)[6]]
    [0.0, 0.667, 0.333]
    """
    high = 1_000 if deck.size is None else min(deck.size, 1_000)
    check_count("cards", n_cards, 0, high, f"the distribution of sets, deck {deck.name!r}")
    most = n_cards // tables.SET_SIZE
    policy = check_trade(trade)
    rows = [[1.0] + [0.0] * most]
    step: Callable[[int, Floats], tuple[Floats, Floats]]
    if deck.size is None:
        chain = hands(policy, False, share)
        by_count = np.zeros((most + 1, len(chain.states), 1))
        step = _independent_step(chain)
    else:
        deck_chain = DeckChain(deck, policy, share)
        by_count = np.zeros((most + 1, len(deck_chain.hands.states), 1))
        step = deck_chain.draw_apart
    by_count[0, 0, 0] = 1.0
    for n in range(1, n_cards + 1):
        size = 0 if deck.size is None else deck.size - n + 1
        moved = [step(size, chance) for chance in by_count]
        by_count = np.stack([kept for kept, _ in moved])
        by_count[1:] += np.stack([traded for _, traded in moved[:-1]]) if most else 0.0
        rows.append(by_count.sum(axis=(1, 2)).tolist())
    return rows


def _independent_step(chain: Hands) -> Callable[[int, Floats], tuple[Floats, Floats]]:
    def step(_size: int, chance: Floats) -> tuple[Floats, Floats]:
        kept, traded = np.zeros_like(chance), np.zeros_like(chance)
        for draw, (_, _, p) in enumerate(chain.draws):
            part = chance[:, 0] * (float(p) / 3)
            is_traded = chain.turn_in[draw, :, 0] > 0
            there = chain.successor[draw, :, 0]
            np.add.at(kept[:, 0], there[~is_traded], part[~is_traded])
            np.add.at(traded[:, 0], there[is_traded], part[is_traded])
        return kept, traded

    return step


def expected_armies(
    deck: Deck, n_cards: int, values: Sequence[float], trade: str | Trade = Trade.SOON
) -> list[float]:
    """Return the expected armies from sets after 0 … ``n_cards`` cards when the k-th set brings ``values[k - 1]``.

    Parameters
    ----------
    deck
        The deck.
    n_cards
        Cards drawn, at most 1,000 and at most the deck.
    values
        Armies for the first, second, … set: at least ``n_cards // 3`` of them.
    trade
        Trading policy.

    Raises
    ------
    InputError
        If the number of cards is out of its range or there are too few values.

    >>> from risksim.cards.model import DECKS
    >>> [round(armies, 3) for armies in expected_armies(DECKS["independent"], 6, (4, 6))]
    [0.0, 0.0, 0.0, 1.333, 3.111, 4.0, 6.0]
    """
    most = n_cards // tables.SET_SIZE
    if len(values) < most:
        raise InputError(f"{n_cards} cards can make {most} sets, but only {len(values)} values are given")
    cumulated = np.concatenate([[0.0], np.cumsum(np.asarray(values[:most], dtype=np.float64))])
    return (np.array(sets_distribution(deck, n_cards, trade)) @ cumulated).tolist()  # type: ignore[no-any-return]


# --- the question ---------------------------------------------------------------------------------------------

#: A conquest rate as it was typed (0.7 is seven tenths) keeps answers exact up to this denominator.
LARGEST_DENOMINATOR = 10_000
#: Cards for which sets are counted when nothing else is asked and the deck has no end.
CARDS_ASKED = 42


def economy(
    *,
    rules: str | Path | RuleSet = "classic",
    deck: str | Deck | None = None,
    trade: str | Trade = Trade.SOON,
    conquest_rate: float = 1.0,
    cards: int | None = None,
    share: float = 0.0,
) -> Economy:
    """Answer for the turn-in economy of one player who draws alone.

    Not for players who empty one deck together or drive one schedule: see :func:`risksim.cards.simulate`.

    Parameters
    ----------
    rules
        Rule set: its deck, schedule and match bonus.
    deck
        ``classic`` (14 of each symbol and 2 wild cards), ``no-wilds``, ``independent`` (each card a symbol with
        chance 1/3), a deck of one's own; the rule set's own when None.
    trade
        ``soon``, ``hold`` (to five cards), or ``best-match``: as soon as possible, the set of most matches.
    conquest_rate
        Chance that a turn earns a card.
    cards
        Cards for which sets are counted, 0 … 2,000; as many as the deck has when None.
    share
        Share of territories owned: the chance that a territory card matches.

    Raises
    ------
    InputError
        If a number is out of its range, a name is unknown, or the deck is too large for the exact answer.

    >>> answer = economy(deck="classic")
    >>> answer.exact["expected_cards_first_set"], round(answer.leftover["2"], 4)
    ('72921/19393', 0.1901)
    """
    rule_set = rules_module.load(rules)
    policy = check_trade(trade)
    chosen = find_deck(deck, rule_set)
    q = check_real("conquest_rate", conquest_rate, 0, 1)
    owned = check_real("share", share, 0, 1)
    n_cards = (chosen.size or CARDS_ASKED) if cards is None else check_count("cards", cards, 0, 2_000)
    matters = owned if policy is Trade.BEST_MATCH else 0
    first = p_first_set(chosen)
    to_first = expected_cards_first_set(chosen)

    def over_sets(measure: Callable[[TurnIn], float | int | None]) -> Any:
        return long_run(chosen, policy, measure, matters)

    between = {
        str(n): over_sets(lambda way: None if way.between < 0 else int(way.between == n))  # noqa: B023
        for n in range(1, tables.FULL_HAND + 1)
    }
    kept = {str(n): over_sets(lambda way: int(way.kept == n)) for n in range(3)}  # noqa: B023
    per_set = cards_per_set(chosen, policy, matters)
    forced = over_sets(lambda way: int(way.held == tables.FULL_HAND))
    values = _schedule(rule_set.cards, chosen, policy, matters, max(n_cards // tables.SET_SIZE, 10))
    fractions: dict[str, Any] = {
        "p_first_set": {str(n): str(p) for n, p in first.items()},
        "expected_cards_first_set": str(to_first),
    }
    typed = Fraction(conquest_rate) if isinstance(conquest_rate, (int, Fraction)) else Fraction(repr(q))
    if q and typed.denominator <= LARGEST_DENOMINATOR:
        fractions["expected_turns_first_set"] = str(to_first / typed)
    if isinstance(per_set, Fraction):
        fractions["cards_per_set"] = str(per_set)
    if chosen.is_independent and policy is not Trade.BEST_MATCH:
        fractions |= {
            "between_sets": {n: str(p) for n, p in between.items()},
            "leftover": {n: str(p) for n, p in kept.items()},
            "p_forced": str(forced),
            "sets_by_card": [str(sets) for sets in expected_sets_fractions(min(n_cards, 12), policy)],
        }
    return Economy(
        rules=rule_set.label,
        rules_digest=rule_set.digest,
        deck=chosen.name,
        trade=policy.value,
        conquest_rate=q,
        share=owned,
        p_first_set={str(n): float(p) for n, p in first.items()},
        expected_cards_first_set=float(to_first),
        expected_turns_first_set=float(to_first) / q if q else math.inf,
        between_sets={n: float(p) for n, p in between.items()},
        leftover={n: float(p) for n, p in kept.items()},
        cards_per_set=float(per_set),
        p_forced=float(forced),
        territory_cards=float(over_sets(lambda way: way.territory_cards)),
        match_bonus=float(over_sets(lambda way: _match_bonus(rule_set.cards, way, policy, owned))),
        sets_by_card=tuple(expected_sets(chosen, n_cards, policy, matters)),
        sets_by_turn=tuple(expected_sets_by_turn(chosen, n_cards, q, policy, matters)),
        schedule=tuple(mean for mean, _ in values),
        schedule_sd=tuple(sd for _, sd in values),
        exact=fractions,
    )


def _match_bonus(cards: Cards, way: TurnIn, trade: Trade, share: float) -> float:
    """Return the expected armies for matching cards with one turn-in."""
    if cards.match_bonus is MatchBonus.NONE:
        return 0.0
    is_each = cards.match_bonus is MatchBonus.PER_CARD
    if trade is Trade.BEST_MATCH:
        matches = float(way.matches if is_each else min(way.matches, 1))
    elif is_each:
        matches = share * way.territory_cards
    else:
        matches = 1 - (1 - share) ** way.territory_cards
    return cards.match_bonus_armies * matches


def _schedule(cards: Cards, deck: Deck, trade: Trade, share: float, n: int) -> list[tuple[float, float]]:
    """Return mean and standard deviation of what each of the first n sets is worth, without matches."""
    if schedule.is_escalating(cards):
        return [(float(value), 0.0) for value in schedule.listed_values(cards, n)]
    rates: dict[tables.Hand, Fraction | float] = {}
    for way, rate in turn_in_rates(deck, trade, share).items():
        rates[way.cards] = rates.get(way.cards, 0) + rate
    chances = schedule.value_distribution(cards, 1, rates)
    mean = sum(value * p for value, p in chances.items())
    variance = sum((value - mean) ** 2 * p for value, p in chances.items())
    return [(float(mean), math.sqrt(variance))] * n
