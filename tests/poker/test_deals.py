"""Dealing without replacement is uniform to the last word, and hands are compared as at a table."""

import itertools
import os
import random
import subprocess
import sys

import numpy as np
import pytest

from risksim import statistics
from risksim.engine.random import new_state
from risksim.poker import orders, tables
from risksim.poker.kernels import deals, hands, showdowns
from tests.naive import poker as naive

# the tests below are many and each is seeded: an honest one falls below this once in thousands of runs
LEAST_P = 1e-4


def lane_deals(n_cards, n_dealt, n_groups, seed):
    """Deals of many lanes, a row each."""
    state, words = new_state(seed), np.zeros(hands.LANES, np.uint64)
    places, lanes = np.zeros(n_dealt * hands.LANES, np.uint8), np.zeros(n_dealt * hands.LANES, np.uint8)
    dealt = []
    for _ in range(n_groups):
        deals.deal_lanes(n_cards, n_dealt, state, words, places, lanes)
        dealt.append(lanes.reshape(n_dealt, hands.LANES).T.copy())
    return np.concatenate(dealt)


def single_deals(n_cards, n_dealt, n, seed):
    """Deals from one deck that is never put back in order."""
    state, cards = new_state(seed), np.arange(n_cards, dtype=np.uint8)
    dealt = np.empty((n, n_dealt), np.uint8)
    for row in dealt:
        deals.deal(n_cards, n_dealt, state, cards)
        row[:] = cards[:n_dealt]
    return dealt


def fit(dealt, n_cards):
    """How well deals fit all orders of the cards being equally likely."""
    possible = list(itertools.permutations(range(n_cards), len(dealt[0])))
    seen = dict.fromkeys(possible, 0)
    for deal in dealt:
        seen[tuple(map(int, deal))] += 1
    return statistics.chi_square(list(seen.values()), [1 / len(possible)] * len(possible)).p_value


@pytest.mark.parametrize(("n_cards", "n_dealt"), [(4, 4), (7, 3), (52, 2), (5, 0), (1, 1)])
def test_all_orders_are_equally_likely(n_cards, n_dealt):
    if n_dealt in (0, 1):
        assert (lane_deals(n_cards, n_dealt, 1, 1) == 0).all()
        return
    assert fit(lane_deals(n_cards, n_dealt, 80, 41), n_cards) > LEAST_P
    assert fit(single_deals(n_cards, n_dealt, 20_000, 42), n_cards) > LEAST_P


def test_a_biased_shuffle_fails():
    rng = random.Random(43)
    assert fit([naive.biased_shuffle(4, rng) for _ in range(20_000)], 4) < 1e-9


@pytest.mark.parametrize("n_dealt", [8, 10, 11, 20, 52])
def test_no_card_comes_twice_and_each_place_gets_every_card(n_dealt):
    for dealt in (lane_deals(52, n_dealt, 40, 44), single_deals(52, n_dealt, 4_000, 45)):
        assert (np.diff(np.sort(dealt, axis=1), axis=1) > 0).all()
        for place in {0, 9, 10, n_dealt - 1} & set(range(n_dealt)):
            counts = np.bincount(dealt[:, place], minlength=52)
            assert len(counts) == 52
            assert statistics.chi_square(counts.tolist(), [1 / 52] * 52).p_value > LEAST_P


def test_a_deck_stays_a_deck():
    state, cards = new_state(46), np.array([51, 3, 17, 20, 8], np.uint8)
    for _ in range(50):
        deals.deal(4, 3, state, cards)
        assert sorted(cards[:4].tolist()) == [3, 17, 20, 51]
        assert cards[4] == 8


@pytest.mark.parametrize(("bits", "n", "k"), [(10, 5, 3), (9, 6, 2), (12, 7, 4), (11, 4, 4)])
def test_words_that_are_kept_make_every_order_equally_often(bits, n, k):
    """All words of a few bits, one by one: what is refused is exactly what would favour an order."""
    n_orders = np.prod(range(n - k + 1, n + 1))
    counts, refused = {}, 0
    for word in range(1 << bits):
        taken, rest = naive.digits(word, bits, n, k)
        if rest < (1 << bits) % n_orders:
            refused += 1
        else:
            counts[taken] = counts.get(taken, 0) + 1
    assert len(counts) == n_orders
    assert set(counts.values()) == {(1 << bits) // n_orders}
    assert refused == (1 << bits) % n_orders


@pytest.mark.parametrize("orders_", [52 * 51, 2**57 + 1, 2**58 - 1, 3**36])
def test_words_that_would_favour_an_order_are_drawn_again(orders_):
    words = np.zeros(hands.LANES, np.uint64)
    deals.draw_words(np.uint64(orders_), new_state(47), words)
    least = 2**58 % orders_
    assert all(int(word) < 2**58 and int(word) * orders_ % 2**58 >= least for word in words)


def test_single_deals_refuse_the_same_words():
    """The eleven cards of the first word or two, worked out from the words of the stream."""
    stream, state, cards = new_state(48), new_state(48), np.arange(52, dtype=np.uint8)
    from risksim.engine.random import next_uint64

    for _ in range(300):
        kept = cards.tolist()
        deals.deal(52, 10, state, cards)
        n_orders = int(deals.orders_of(52, 10))
        while True:
            taken, rest = naive.digits(int(next_uint64(stream)) >> 6, 58, 52, 10)
            for place, extra in enumerate(taken):
                kept[place], kept[place + extra] = kept[place + extra], kept[place]
            if rest >= 2**58 % n_orders:
                break
        assert cards.tolist() == kept
    assert stream.tolist() == state.tolist()


def showdown_counts(n_groups, n_players, table, seed):
    counts = np.zeros(1 << n_players, np.int64)
    scratch = showdowns.new_scratch()
    showdowns.deal_and_compare(n_groups, n_players, table, new_state(seed), scratch, counts)
    return counts, scratch


@pytest.mark.parametrize("reading", ["compare", "above-ace"])
@pytest.mark.parametrize("n_players", [2, 3, 6])
def test_the_best_hand_wins_at_every_table(reading, n_players):
    counts, scratch = showdown_counts(1, n_players, tables.ranks(reading), 49)
    rows = scratch.lanes.reshape(-1, hands.LANES)
    seen = np.zeros_like(counts)
    for lane in range(hands.LANES):
        cards = [naive.DECK[card] for card in rows[: 2 + 3 * n_players, lane]]
        worths = [naive.worth(cards[:2] + cards[2 + 3 * s : 5 + 3 * s], reading) for s in range(n_players)]
        winners = sum(1 << seat for seat, worth in enumerate(worths) if worth == max(worths))
        assert scratch.winners[lane] == winners
        seen[winners] += 1
    assert counts.tolist() == seen.tolist()


def test_seats_are_alike_and_tables_are_those_of_the_twin():
    n_groups = 2_000
    counts, _ = showdown_counts(n_groups, 3, tables.ranks("compare"), 50)
    assert counts.sum() == n_groups * hands.LANES
    assert counts[0] == 0
    singles = [int(counts[1 << seat]) for seat in range(3)]
    assert statistics.chi_square(singles, [1 / 3] * 3).p_value > LEAST_P
    rng = random.Random(51)
    played = [sum(1 << seat for seat in naive.play(3, "compare", rng)) for _ in range(10_000)]
    chances = counts / counts.sum()
    assert (
        statistics.chi_square(np.bincount(played, minlength=8)[1:].tolist(), chances[1:].tolist()).p_value
        > LEAST_P
    )


def test_categories_of_hands_dealt():
    """Against the exact counts; those of the order with other straights must fail."""
    dealt = lane_deals(52, 5, 4_000, 52)
    table = tables.ranks("ignore")
    out = np.empty(len(dealt), np.uint16)
    hands.rank_hands(dealt, table, out)
    seen = np.bincount(table.category[out], minlength=9).tolist()
    for reading, is_right in (("ignore", True), ("above-ace", False)):
        other = tables.ranks(reading)
        chances = np.bincount(other.category[other.rank], minlength=9) / hands.N_HANDS
        p = statistics.chi_square(seen, chances.tolist()).p_value
        assert p > LEAST_P if is_right else p < 1e-9


PROGRAM = """
import numpy as np
from risksim.engine.random import new_state
from risksim.poker import orders, tables
from risksim.poker.kernels import Ranks, hands, showdowns
for reading in orders.readings():
    print(tables.hand_keys(orders.of(reading), 4, 9).tolist())
made_up = Ranks((np.arange(hands.N_HANDS) * 7919 % 97).astype(np.uint16), np.zeros(97, np.uint8))
scratch, counts = showdowns.new_scratch(), np.zeros(16, np.int64)
showdowns.deal_and_compare(1, 4, made_up, new_state(3), scratch, counts)
print(counts.tolist(), scratch.lanes.tolist())
out = np.zeros(3, np.uint16)
hands.rank_hands(np.array([[51, 3, 17, 20, 8], [0, 1, 2, 3, 4], [51, 50, 49, 48, 47]], np.uint8), made_up, out)
print(out.tolist())
"""


def test_same_bits_with_jit_off():
    printed = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", PROGRAM],
            env={**os.environ, "NUMBA_DISABLE_JIT": off},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for off in ("0", "1")
    ]
    assert printed[0] == printed[1]
    assert printed[0].count("\n") == len(orders.readings()) + 2


@pytest.mark.skipif(not hasattr(deals.deal, "signatures"), reason="nothing is compiled")
def test_each_kernel_is_compiled_for_one_kind_of_argument():
    for reading in ("compare", "ignore"):
        showdown_counts(1, 2, tables.ranks(reading), 1)
    lane_deals(6, 3, 1, 1)
    dealt = single_deals(6, 5, 1, 1)
    hands.rank_hands(dealt, tables.ranks("compare"), np.zeros(1, np.uint16))
    hands.number_lanes(0, 1, 2, 3, 4, np.zeros(5 * hands.LANES, np.uint8), np.zeros(hands.LANES, np.uint32))
    for kernel in (
        showdowns.deal_and_compare,
        deals.deal_lanes,
        deals.deal,
        hands.rank_hands,
        hands.number_lanes,
    ):
        assert len(kernel.signatures) == 1, kernel.signatures
