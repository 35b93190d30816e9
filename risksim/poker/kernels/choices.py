"""Which three of up to six cards to play: exact worth of a triple when the other cards are set aside.

The worth of a triple is a weighted number of deals of two board cards and three cards of an opponent. Cards set aside
are neither on the board nor with the opponent, so their deals are taken out by inclusion and exclusion:

    worth(t | x, y, z) = all(t) - Σ with(t; x) + Σ with(t; x, y) - with(t; x, y, z).

Tables hold all of it but the last term, which only six cards need: it is counted where the choice depends on it.

Tables hold one triple of each kind that exchanges of suits leave alike.
"""

from typing import Any, NamedTuple

import numpy as np

from risksim.engine import jit, random
from risksim.poker.kernels import hands
from risksim.poker.kernels.hands import Ranks
from risksim.poker.kernels.triples import Scratch, n_disjoint, sort_triples, suits_of

#: Cards of the deck; pairs of cards by number C(a, 1) + C(b, 2).
N_CARDS, N_PAIRS = 52, 1326
#: Numbers kept for a triple: all its deals, those with one card, those with two.
ROW = 1 + N_CARDS + N_PAIRS
#: Deals of board and opponent that hold three given cards, when six cards are out of the deck: all three with the
#: opponent, two of them, or one.
WITH_THREE = 46 * 45 // 2 + 3 * 46 * 45 + 3 * 46 * 45 // 2
#: Ways to choose three of six cards.
MOST_CHOICES = 20


class Worth(NamedTuple):
    """What triples are worth by one measure."""

    with_cards: np.ndarray
    """int32 (kinds · ROW,): for a triple of each kind, weighted deals: all, with each card, with each pair"""
    kind: np.ndarray
    """int32 (22100,): kind of a triple"""
    exchange: np.ndarray
    """uint8 (22100,): the exchange of suits that leads from a triple to the one of its kind"""
    exchanges: np.ndarray
    """uint8 (exchanges · 52,): card for card"""
    suits: int
    """deals count whose five cards hold one of these suits"""
    win_weight: int
    """weight of a deal that is won"""
    tie_weight: int
    """weight of a deal that is tied, 0 or 1"""


class Space(NamedTuple):
    """Space for one choice."""

    own: np.ndarray
    """uint8 (3,)"""
    aside: np.ndarray
    """uint8 (3,)"""
    mine: np.ndarray
    """int64 (3 · 52,)"""


def new_space() -> Space:
    """Return room for one choice."""
    return Space(np.zeros(3, np.uint8), np.zeros(3, np.uint8), np.zeros(3 * N_CARDS, np.int64))


class Counted(NamedTuple):
    """Space for triples counted by the cards they hold."""

    single: np.ndarray
    """int32 (52,)"""
    square: np.ndarray
    """int32 (52 · 52,): with two cards, lower · 52 + higher"""
    pair: np.ndarray
    """uint8 (1326,): with two cards"""
    triple: np.ndarray
    """uint8 (52 · 1326,): weight of a triple, at its card · 1326 + pair of the others, three times"""
    with_card: np.ndarray
    """int32 (52,): of the triples one triple beats, those with a card"""


def new_counted() -> Counted:
    """Return room for counting."""
    return Counted(
        single=np.zeros(N_CARDS, np.int32),
        square=np.zeros(N_CARDS * N_CARDS, np.int32),
        pair=np.zeros(N_PAIRS, np.uint8),
        triple=np.zeros(N_CARDS * N_PAIRS, np.uint8),
        with_card=np.zeros(N_CARDS, np.int32),
    )


@jit.kernel
def pair_number(a: Any, b: Any) -> Any:
    """Return the number of two different cards, int64."""
    one, other = np.int64(a), np.int64(b)
    low, high = min(one, other), max(one, other)
    return low + (high * (high - 1) >> 1)


@jit.kernel
def triple_number(a: Any, b: Any, c: Any) -> Any:
    """Return the number of three different cards, int64."""
    first, second, third = np.int64(a), np.int64(b), np.int64(c)
    low, high = min(first, second, third), max(first, second, third)
    middle = first + second + third - low - high
    return low + (middle * (middle - 1) >> 1) + high * (high - 1) * (high - 2) // 6


@jit.kernel
def count_triple(a: Any, b: Any, c: Any, counted: Counted) -> None:
    """Count one triple by its cards."""
    low, middle = np.int64(a), np.int64(b)
    high = np.int64(c)
    counted.single[low] += 1
    counted.single[middle] += 1
    counted.single[high] += 1
    counted.square[low * N_CARDS + middle] += 1
    counted.square[low * N_CARDS + high] += 1
    counted.square[middle * N_CARDS + high] += 1
    pair, triple = counted.pair, counted.triple
    lower, outer, higher = pair_number(low, middle), pair_number(low, high), pair_number(middle, high)
    pair[lower] += np.uint8(1)
    pair[outer] += np.uint8(1)
    pair[higher] += np.uint8(1)
    triple[low * N_PAIRS + higher] += np.uint8(1)
    triple[middle * N_PAIRS + outer] += np.uint8(1)
    triple[high * N_PAIRS + lower] += np.uint8(1)


@jit.kernel
def add_pairs(a: Any, b: Any, c: Any, counted: Counted, out: np.ndarray) -> None:
    """Add to ``out``, by pair, the counted triples that hold the pair and none of a, b, c; pairs with those mean nothing."""
    pair = counted.pair
    without_a = counted.triple[np.int64(a) * N_PAIRS : (np.int64(a) + 1) * N_PAIRS]
    without_b = counted.triple[np.int64(b) * N_PAIRS : (np.int64(b) + 1) * N_PAIRS]
    without_c = counted.triple[np.int64(c) * N_PAIRS : (np.int64(c) + 1) * N_PAIRS]
    for number in range(N_PAIRS):
        held = np.uint8(np.uint8(without_a[number] + without_b[number]) + without_c[number])
        out[number] += np.int32(np.uint8(pair[number] - held))


@jit.kernel
def add_board(a: Any, b: Any, c: Any, x: Any, y: Any, total: Any, counted: Counted, out: np.ndarray) -> None:
    """Add the deals in which one or both of a pair are on the board x, y, the rest of the pair with the opponent."""
    single, triple, with_card = counted.single, counted.triple, counted.with_card
    first, second, third = pair_number(a, b), pair_number(a, c), pair_number(b, c)
    square = counted.square
    for card in range(N_CARDS):
        at = card * N_PAIRS
        held = triple[at + first] + triple[at + second] + triple[at + third]
        with_card[card] = single[card] + np.int32(held)
    for own in (a, b, c):
        mine = np.int64(own)
        for card in range(N_CARDS):
            other = np.int64(card)
            with_card[card] -= square[min(mine, other) * N_CARDS + max(mine, other)]
    for board in (x, y):
        for card in range(N_CARDS):
            if card != board:
                out[pair_number(board, card)] += with_card[card]
    itself = np.int64(triple[np.int64(a) * N_PAIRS + third])
    out[pair_number(x, y)] += np.int32(n_disjoint(a, b, c, total, single, square) - itself)


@jit.kernel
def count_with_pairs(
    first_kind: int,
    n_kinds: int,
    is_typical: np.ndarray,
    x: int,
    y: int,
    triples: np.ndarray,
    ranks: Ranks,
    worth: Worth,
    scratch: Scratch,
    counted: Counted,
) -> None:
    """Add one board to the deals with each pair of cards, for the triples that stand for some kinds.

    Parameters
    ----------
    first_kind, n_kinds
        Kinds of triples.
    is_typical
        bool (22100,): whether a triple stands for its kind.
    x, y
        The board, x below y.
    triples
        From :func:`risksim.poker.kernels.triples.all_triples`.
    ranks
        The order.
    worth
        What counts; the third part of the rows of ``worth.with_cards`` is added to.
    scratch, counted
        Space.
    """
    n_sorted = sort_triples(x, y, triples, ranks, scratch)
    order = scratch.order
    counted.single[:] = 0
    counted.square[:] = 0
    counted.pair[:] = 0
    counted.triple[:] = 0
    on_board = suits_of(x) | suits_of(y)
    total, first = 0, 0
    while first < n_sorted:
        rank = scratch.rank[order[first]]
        end = first
        while end < n_sorted and scratch.rank[order[end]] == rank:
            end += 1
        for _ in range(worth.tie_weight):
            for place in range(first, end):
                at = 3 * order[place]
                count_triple(triples[at], triples[at + 1], triples[at + 2], counted)
                total += 1
        for place in range(first, end):
            number = order[place]
            kind = worth.kind[number] - first_kind
            if is_typical[number] and 0 <= kind < n_kinds:
                a, b, c = triples[3 * number], triples[3 * number + 1], triples[3 * number + 2]
                if (on_board | suits_of(a) | suits_of(b) | suits_of(c)) & worth.suits:
                    row = np.int64(worth.kind[number]) * ROW + 1 + N_CARDS
                    out = worth.with_cards[row : row + N_PAIRS]
                    add_pairs(a, b, c, counted, out)
                    add_board(a, b, c, x, y, total, counted, out)
        for _ in range(worth.win_weight - worth.tie_weight):
            for place in range(first, end):
                at = 3 * order[place]
                count_triple(triples[at], triples[at + 1], triples[at + 2], counted)
                total += 1
        first = end


@jit.kernel
def count_kinds(
    first_kind: int,
    n_kinds: int,
    is_typical: np.ndarray,
    triples: np.ndarray,
    ranks: Ranks,
    worth: Worth,
    scratch: Scratch,
    counted: Counted,
) -> None:
    """Fill the rows of some kinds: deals with pairs, from them those with single cards, and all."""
    for y in range(N_CARDS):
        for x in range(y):
            count_with_pairs(first_kind, n_kinds, is_typical, x, y, triples, ranks, worth, scratch, counted)
    for number in range(len(is_typical)):
        kind = np.int64(worth.kind[number])
        if is_typical[number] and first_kind <= kind < first_kind + n_kinds:
            own = triples[3 * number : 3 * number + 3]
            row = worth.with_cards[kind * ROW : (kind + 1) * ROW]
            for y in range(N_CARDS):
                for x in range(y):
                    at = 1 + N_CARDS + pair_number(x, y)
                    if x in own or y in own:
                        row[at] = 0
                    row[1 + x] += row[at]
                    row[1 + y] += row[at]
            # a deal has five cards, so four pairs with each of them
            for card in range(N_CARDS):
                row[1 + card] >>= 2
                row[0] += row[1 + card]
            row[0] //= 5


@jit.kernel
def rank_if_counted(a: Any, b: Any, c: Any, x: Any, y: Any, own: Any, ranks: Ranks, worth: Worth) -> Any:
    """Return the rank of a triple on the board x, y; -1 where its five cards lack the suits that count."""
    if (own | suits_of(x) | suits_of(y)) & worth.suits == 0:
        return np.int64(-1)
    return np.int64(hands.rank_of(a, b, c, x, y, ranks))


@jit.kernel
def weigh(mine: Any, other: Any, worth: Worth) -> Any:
    """Return the weight of a deal by the ranks of the two hands."""
    return np.int64(worth.win_weight if mine > other else worth.tie_weight if mine == other else 0)


@jit.kernel
def with_three(
    own: np.ndarray, aside: np.ndarray, out_of_deck: Any, ranks: Ranks, worth: Worth, mine: np.ndarray
) -> Any:
    """Return the weight of the deals that hold the three cards set aside, for a triple.

    Whichever of the three cards are on the board and whichever with the opponent, these are five cards together, the
    opponent's hand: only the own hand differs between the ten ways to put them.

    Parameters
    ----------
    own, aside
        uint8 (3,).
    out_of_deck
        The six cards as a set.
    ranks, worth
        The order; the measure.
    mine
        int64 (3 · 52,): scratch space.
    """
    a, b, c = own[0], own[1], own[2]
    p, q, s = aside[0], aside[1], aside[2]
    suits = suits_of(a) | suits_of(b) | suits_of(c)
    for place in range(3):
        for i in range(N_CARDS):
            if out_of_deck >> i & 1 == 0:
                mine[place * N_CARDS + i] = rank_if_counted(a, b, c, aside[place], i, suits, ranks, worth)
    with_pq = rank_if_counted(a, b, c, p, q, suits, ranks, worth)
    with_ps = rank_if_counted(a, b, c, p, s, suits, ranks, worth)
    with_qs = rank_if_counted(a, b, c, q, s, suits, ranks, worth)
    weight = np.int64(0)
    for i in range(N_CARDS):
        if out_of_deck >> i & 1:
            continue
        for j in range(i):
            if out_of_deck >> j & 1:
                continue
            other = np.int64(hands.rank_of(p, q, s, i, j, ranks))
            weight += weigh(rank_if_counted(a, b, c, i, j, suits, ranks, worth), other, worth)
            for place in range(0, 3 * N_CARDS, N_CARDS):
                weight += weigh(mine[place + i], other, worth) + weigh(mine[place + j], other, worth)
            weight += weigh(with_pq, other, worth) + weigh(with_ps, other, worth)
            weight += weigh(with_qs, other, worth)
    return weight


@jit.kernel
def table_value(cards: np.ndarray, split: np.ndarray, worth: Worth) -> Any:
    """Return the worth of the three cards that come first in ``split``, all but the deals with three cards set aside."""
    number = triple_number(cards[split[0]], cards[split[1]], cards[split[2]])
    row = np.int64(worth.kind[number]) * ROW
    card_map = np.int64(worth.exchange[number]) * N_CARDS
    value = np.int64(worth.with_cards[row])
    for i in range(3, len(cards)):
        x = worth.exchanges[card_map + cards[split[i]]]
        value -= worth.with_cards[row + 1 + x]
        for j in range(3, i):
            y = worth.exchanges[card_map + cards[split[j]]]
            value += worth.with_cards[row + 1 + N_CARDS + pair_number(x, y)]
    return value


@jit.kernel
def value_splits(
    cards: np.ndarray, splits: np.ndarray, ranks: Ranks, worth: Worth, space: Space, values: np.ndarray
) -> None:
    """Find what each way to choose three of the cards is worth.

    Parameters
    ----------
    cards
        uint8 (k,): four to six cards.
    splits
        uint8 (ways, 6): places of the cards, the three to play first.
    ranks, worth
        The order; the measure.
    space
        Scratch space.
    values
        int64: filled with the weight of all deals; of six cards an upper limit for ways that are not among the best.
    """
    n = len(splits)
    for way in range(n):
        values[way] = table_value(cards, splits[way], worth)
    if len(cards) == 6:
        subtract_with_three(cards, splits, ranks, worth, space, values)


@jit.kernel
def subtract_with_three(
    cards: np.ndarray, splits: np.ndarray, ranks: Ranks, worth: Worth, space: Space, values: np.ndarray
) -> None:
    """Take out the deals that hold all three cards set aside, from the most promising way on, while one might be best."""
    first, second = np.int64(-1), np.int64(-1)
    for way in range(len(splits)):
        second = max(second, min(first, values[way]))
        first = max(first, values[way])
    if second < first - WITH_THREE * worth.win_weight:
        return
    out_of_deck = np.int64(0)
    for card in cards:
        out_of_deck |= np.int64(1) << np.int64(card)
    best, done = np.int64(-1), np.int64(0)
    is_open = True
    while is_open:
        next_way, most = -1, best
        for way in range(len(splits)):
            if done >> way & 1 == 0 and values[way] >= most:
                next_way, most = way, values[way]
        is_open = next_way >= 0
        if is_open:
            split = splits[next_way]
            for place in range(3):
                space.own[place], space.aside[place] = cards[split[place]], cards[split[3 + place]]
            values[next_way] -= with_three(space.own, space.aside, out_of_deck, ranks, worth, space.mine)
            best = max(best, values[next_way])
            done |= np.int64(1) << np.int64(next_way)


@jit.kernel
def pick_best(n: int, values: np.ndarray, state: np.ndarray) -> Any:
    """Return where the largest of ``n`` values is, of several one at random."""
    best, n_best = np.int64(-1), np.uint64(0)
    for way in range(n):
        if values[way] > best:
            best, n_best = values[way], np.uint64(0)
        n_best += np.uint64(values[way] == best)
    left = random.below(state, n_best) if n_best > np.uint64(1) else np.uint64(0)
    for way in range(n):
        if values[way] == best:
            if left == np.uint64(0):
                return way
            left -= np.uint64(1)
    return 0


@jit.kernel
def count_against_one(
    cards: np.ndarray,
    splits: np.ndarray,
    n_cards: int,
    ranks: Ranks,
    left: np.ndarray,
    found: np.ndarray,
    counts: np.ndarray,
) -> None:
    """Count every deal of two board cards and three cards of an opponent, for each way to choose three cards.

    Parameters
    ----------
    cards, splits
        As for :func:`value_splits`, three cards or more.
    n_cards
        Cards of the deck.
    ranks
        The order.
    left, found
        uint8 (52,), uint16 (22100,): scratch space.
    counts
        int64 (ways, 3 · 16): added to, by lost, tied, won and the suits of the five cards.
    """
    out_of_deck = np.int64(0)
    for card in cards:
        out_of_deck |= np.int64(1) << np.int64(card)
    for y in range(n_cards):
        for x in range(y):
            board = np.int64(1) << x | np.int64(1) << y
            if board & out_of_deck:
                continue
            n_left = 0
            for card in range(n_cards):
                if (board | out_of_deck) >> card & 1 == 0:
                    left[n_left] = card
                    n_left += 1
            n_found = 0
            for third in range(n_left):
                for second in range(third):
                    for first in range(second):
                        found[n_found] = hands.rank_of(left[first], left[second], left[third], x, y, ranks)
                        n_found += 1
            count_ways(x, y, cards, splits, found[:n_found], ranks, counts)


@jit.kernel
def count_ways(
    x: int,
    y: int,
    cards: np.ndarray,
    splits: np.ndarray,
    found: np.ndarray,
    ranks: Ranks,
    counts: np.ndarray,
) -> None:
    """Compare each way to choose three cards with the hands found on one board."""
    for way in range(len(splits)):
        a, b, c = cards[splits[way, 0]], cards[splits[way, 1]], cards[splits[way, 2]]
        mine = hands.rank_of(a, b, c, x, y, ranks)
        won, at_most = np.int32(0), np.int32(0)
        for other in found:
            won += np.int32(1) if other < mine else np.int32(0)
            at_most += np.int32(1) if other <= mine else np.int32(0)
        cell = suits_of(a) | suits_of(b) | suits_of(c) | suits_of(x) | suits_of(y)
        counts[way, cell] += len(found) - at_most
        counts[way, 16 + cell] += at_most - won
        counts[way, 32 + cell] += won
