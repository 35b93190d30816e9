"""Nopython functions: the dynamic programme over a deck of cards, and games of one player who draws alone."""

from typing import Any

import numpy as np

from risksim.engine import jit, random

#: What a plan receives at a start: sets turned in, armies rolled and for matches, payments, payments to captors.
SETS, ARMIES, OWNER, CAPTOR = 0, 1, 2, 3
N_VARIABLES = 4
ARMIES_PLAN, FACTORY_PLAN, SWITCH_PLAN = 0, 1, 2
N_PLANS = 3


@jit.kernel
def sort_symbols(counts: np.ndarray, permutations: np.ndarray, ordered: np.ndarray) -> int:
    """Sort three counts, most first, into ``ordered``; return the permutation that does it (wilds stay)."""
    ordered[3] = counts[3]
    for number in range(6):
        a = counts[permutations[number, 0]]
        b = counts[permutations[number, 1]]
        c = counts[permutations[number, 2]]
        if a >= b and b >= c:
            ordered[0], ordered[1], ordered[2] = a, b, c
            return number
    return 0


@jit.kernel
def find_draws(
    tables: Any,
    counts: np.ndarray,
    ordered: np.ndarray,
    chance: np.ndarray,
    place: np.ndarray,
    renaming: np.ndarray,
) -> None:
    """Find what one card leads to, by its symbol: its chance, the pile after, and how symbols are then renamed.

    Parameters
    ----------
    tables
        :class:`risksim.factories.tables.DeckTables`.
    counts
        (4,) int64 cards gone from the pile, sorted.
    ordered
        (4,) int64 scratch space.
    chance, place, renaming
        (4,) float64, int64, int64 results; the last two are left alone where the chance is 0.
    """
    left = 0
    for symbol in range(4):
        left += tables.full[symbol] - counts[symbol]
    for symbol in range(4):
        there = tables.full[symbol] - counts[symbol]
        chance[symbol] = there / left
        if there > 0:
            counts[symbol] += 1
            renaming[symbol] = sort_symbols(counts, tables.permutations, ordered)
            place[symbol] = tables.places[ordered[0], ordered[1], ordered[2], ordered[3]]
            counts[symbol] -= 1


@jit.kernel
def value_of_draw(
    tables: Any, following: np.ndarray, hand: int, chance: np.ndarray, place: np.ndarray, renaming: np.ndarray
) -> float:
    """Return the expected value after one card, from what :func:`find_draws` found."""
    total = 0.0
    for kind in range(tables.kind_symbols.size):
        symbol = tables.kind_symbols[kind]
        if chance[symbol] > 0.0:
            after = tables.renamed[renaming[symbol], tables.add[hand, kind]]
            total += chance[symbol] * tables.kind_chances[kind] * following[place[symbol], after]
    return total


@jit.kernel
def go_on(
    tables: Any,
    following: np.ndarray,
    onward: np.ndarray,
    pile: int,
    conquest_rate: float,
    counts: np.ndarray,
    ordered: np.ndarray,
    chance: np.ndarray,
    place: np.ndarray,
    renaming: np.ndarray,
) -> None:
    """Fill in the expected values of going on from a pile with each hand of at most four cards.

    Parameters
    ----------
    tables
        :class:`risksim.factories.tables.DeckTables`.
    following
        (piles, hands) float64 values one turn later.
    onward
        (hands,) float64 result; hands that the cards gone cannot make are left alone.
    pile
        Place in the tables.
    conquest_rate
        Chance that the turn earns a card.
    counts, ordered, chance, place, renaming
        Scratch space as for :func:`find_draws`.
    """
    is_empty = tables.gone[pile].sum() == tables.full.sum()
    if not is_empty:
        for symbol in range(4):
            counts[symbol] = tables.gone[pile, symbol]
        find_draws(tables, counts, ordered, chance, place, renaming)
    for hand in range(onward.size):
        if tables.held[hand] > 4 or not fits(tables, pile, hand):
            continue
        here = hand
        if is_empty:
            # the discards become the pile: only the hand is gone from it
            for symbol in range(4):
                ordered[symbol] = tables.hand_symbols[hand, symbol]
            here = tables.renamed[sort_symbols(ordered, tables.permutations, counts), hand]
            find_draws(tables, counts, ordered, chance, place, renaming)
        drawn = value_of_draw(tables, following, here, chance, place, renaming)
        onward[hand] = conquest_rate * drawn + (1.0 - conquest_rate) * following[pile, hand]


@jit.kernel
def best_plan(
    tables: Any,
    cash: np.ndarray,
    build: np.ndarray,
    worth: np.ndarray,
    bonus: np.ndarray,
    factory_bonus: np.ndarray,
    conquest_rate: float,
    may_hold: bool,
    values: np.ndarray,
) -> float:
    """Return the value of the best plan from an empty hand and a full pile, by backward induction.

    Parameters
    ----------
    tables
        :class:`risksim.factories.tables.DeckTables`.
    cash, build, worth
        (T,) float64: a set turned in, a factory, one army, each decided at the end of turn 0 … T - 1.
    bonus, factory_bonus
        (4,) float64 armies for 0 … 3 matching cards of a set turned in, of one that buys a factory.
    conquest_rate
        Chance that a turn earns a card.
    may_hold
        Whether a set may be held back.
    values
        (2, piles, hands) float64 scratch space, 0 on entry.
    """
    n_piles, n_hands = values.shape[1], values.shape[2]
    turns = cash.size
    onward = np.zeros(n_hands)
    counts, ordered = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    chance, place, renaming = np.zeros(4), np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    deck_size = tables.full.sum()
    now, later = 0, 1
    for turn in range(turns - 1, -1, -1):
        most_gone = min(turn, deck_size)
        least_gone = turn if conquest_rate == 1.0 and turn <= deck_size else 0
        for pile in range(n_piles):
            gone = tables.gone[pile].sum()
            if gone > most_gone or gone < least_gone:
                continue
            go_on(
                tables, values[later], onward, pile, conquest_rate, counts, ordered, chance, place, renaming
            )
            for hand in range(n_hands):
                first, last = tables.first_turn_in[hand], tables.first_turn_in[hand + 1]
                if not fits(tables, pile, hand):
                    continue
                best = -1e300
                if tables.held[hand] < 5 and (may_hold or first == last):
                    best = onward[hand]
                for choice in range(first, last):
                    matches = tables.matches[choice]
                    sold = max(
                        cash[turn] + bonus[matches] * worth[turn],
                        build[turn] + factory_bonus[matches] * worth[turn],
                    )
                    best = max(best, sold + onward[tables.left[choice]])
                values[now, pile, hand] = best
        now, later = later, now
    return values[later, 0, 0]


@jit.kernel
def fits(tables: Any, pile: int, hand: int) -> bool:
    """Tell whether the cards of a hand are among those gone from the pile."""
    n_missing = 0
    for symbol in range(4):
        n_missing += max(0, tables.hand_symbols[hand, symbol] - tables.gone[pile, symbol])
    return n_missing == 0


@jit.kernel
def draw_card(tables: Any, pile: np.ndarray, hand: int, state: np.ndarray) -> np.int64:
    """Draw a card's symbol; ``pile`` (4 int64 cards left) is refilled from the discards when it is empty."""
    if tables.full[0] == 0:
        return np.int64(random.below(state, np.uint64(3)))
    left = pile.sum()
    if left == 0:
        for symbol in range(4):
            pile[symbol] = tables.full[symbol] - tables.hand_symbols[hand, symbol]
        left = pile.sum()
    card = np.int64(random.below(state, np.uint64(left)))
    symbol = 0
    while card >= pile[symbol]:
        card -= pile[symbol]
        symbol += 1
    pile[symbol] -= 1
    return np.int64(symbol)


@jit.kernel
def order_of(tables: Any, pile: np.ndarray) -> int:
    """Return the place in ``tables.orders`` of the symbols by cards left, ties in the order of the symbols."""
    for number in range(6):
        a, b, c = tables.orders[number, 0], tables.orders[number, 1], tables.orders[number, 2]
        first = pile[a] > pile[b] or (pile[a] == pile[b] and a < b)
        second = pile[b] > pile[c] or (pile[b] == pile[c] and b < c)
        if first and second:
            return number
    return 0


@jit.kernel
def run_factory(
    tables: Any, received: np.ndarray, first_start: int, last_start: int, in_switch: bool, fate: np.ndarray
) -> None:
    """Let one factory pay from ``first_start`` on, to its owner or its captor, in every plan that builds it."""
    is_owned = True
    hazard, recapture = tables.rates[2], tables.rates[3]
    for start in range(first_start, last_start + 1):
        if is_owned and random.uniform(fate) < hazard:
            is_owned = False
        who = OWNER if is_owned else CAPTOR
        received[FACTORY_PLAN, who, start - 1] += 1
        if in_switch:
            received[SWITCH_PLAN, who, start - 1] += 1
        if not is_owned and random.uniform(fate) < recapture:
            is_owned = True


@jit.kernel
def cash_set(tables: Any, territories: int, state: np.ndarray) -> tuple[int, int]:
    """Return the armies rolled for a set, and its matching cards."""
    matches = 0
    for _ in range(territories):
        if random.uniform(state) < tables.rates[1]:
            matches += 1
    armies = tables.dice[2]
    for _ in range(tables.dice[0]):
        armies += 1 + np.int64(random.below(state, np.uint64(tables.dice[1])))
    return armies, matches


@jit.kernel
def play_game(
    tables: Any, switch_at: int, state: np.ndarray, fate: np.ndarray, pile: np.ndarray, received: np.ndarray
) -> int:
    """Play one game under all three plans at once; return the sets completed while they could still pay.

    Parameters
    ----------
    tables
        :class:`risksim.factories.tables.PlayTables`.
    switch_at
        The switching plan builds while at least so many payments remain at most.
    state, fate
        (4,) uint64 streams: of the cards and dice, and of what becomes of factories.
    pile
        (4,) int64 scratch space.
    received
        (3, 4, T) int64, 0 on entry: sets turned in, armies, payments to owner and to captor, by plan and start.
    """
    turns = tables.horizon.size
    length = 1
    if turns > 1:
        chance = random.uniform(state)
        while chance >= tables.horizon[length - 1]:
            length += 1
    for symbol in range(4):
        pile[symbol] = tables.full[symbol]
    hand, sets = 0, 0
    for turn in range(1, turns):
        if random.uniform(state) >= tables.rates[0]:
            continue
        drawn = draw_card(tables, pile, hand, state)
        order = order_of(tables, pile)
        territories = tables.territories[drawn, hand, order]
        hand = tables.successor[drawn, hand, order]
        if territories < 0:
            continue
        sets += 1
        armies, matches = cash_set(tables, territories, state)
        if turn >= length:
            continue
        builds = turns - turn >= switch_at
        received[ARMIES_PLAN, SETS, turn] += 1
        received[ARMIES_PLAN, ARMIES, turn] += armies + tables.match_armies[matches]
        received[FACTORY_PLAN, ARMIES, turn] += tables.factory_match_armies[matches]
        if builds:
            received[SWITCH_PLAN, ARMIES, turn] += tables.factory_match_armies[matches]
        else:
            received[SWITCH_PLAN, SETS, turn] += 1
            received[SWITCH_PLAN, ARMIES, turn] += armies + tables.match_armies[matches]
        run_factory(tables, received, turn + 1, length, builds, fate)
    return sets


@jit.kernel
def play_games(
    tables: Any,
    n_trials: int,
    switch_at: int,
    state: np.ndarray,
    fate: np.ndarray,
    pile: np.ndarray,
    received: np.ndarray,
    live: np.ndarray,
    counts: np.ndarray,
    sums: np.ndarray,
    products: np.ndarray,
) -> None:
    """Play games and add up, in integers, what each plan received at each start, and all products of two of these.

    Parameters
    ----------
    tables, switch_at, state, fate, pile, received
        As for :func:`play_game`.
    n_trials
        Games.
    live
        (12 T,) int64 scratch space.
    counts
        (sets,) int64 games by sets completed.
    sums
        (12 T,) int64, by plan, variable, start.
    products
        (12 T, 12 T) int64, upper triangle.
    """
    flat = received.reshape(-1)
    for _ in range(n_trials):
        flat[:] = 0
        sets = play_game(tables, switch_at, state, fate, pile, received)
        counts[sets] += 1
        n_live = 0
        for place in range(flat.size):
            if flat[place] != 0:
                live[n_live] = place
                n_live += 1
                sums[place] += flat[place]
        for i in range(n_live):
            for j in range(i, n_live):
                products[live[i], live[j]] += flat[live[i]] * flat[live[j]]
