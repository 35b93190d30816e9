"""All deals of two players, counted without looking at one: against every deal of a small deck, and against itself."""

import itertools
import random

import numpy as np
import pytest

from risksim.engine.random import new_state
from risksim.poker import deck, matchups, orders, tables, worths
from risksim.poker.kernels import choices, sevens, triples
from risksim.poker.orders import Groups, Order, Straights
from tests.naive import poker as naive
from tests.naive import poker_control

LETTERS = {1: "c", 2: "d", 4: "h", 8: "s"}


def letters(suits):
    return "".join(LETTERS[1 << suit] for suit in range(4) if suits >> suit & 1)


# low cards, so that a small deck has all of it: a red 3 is strongest, straights follow strengths
STRENGTHS = tuple(
    16 if deck.face_of(card) == 3 and deck.suit_of(card) in deck.RED else deck.face_of(card)
    for card in range(52)
)
SMALL = Order(name="small", strengths=STRENGTHS, groups=Groups.LOWEST, straights=Straights.SLOTS)
IN_WORDS = (lambda card: 16 if card[0] == 3 and card[1] in "dh" else card[0], "lowest", "slots", True)


@pytest.fixture(scope="module")
def small():
    return tables.build(SMALL)


def test_every_deal_of_a_small_deck(small):
    n_cards = 11
    cards = triples.all_triples(n_cards)
    n_triples = len(cards) // 3
    wins, ties = np.zeros((2, n_triples * 16), np.uint32)
    scratch = triples.new_scratch(n_triples, len(small.category))
    n_boards = n_cards * (n_cards - 1) // 2
    for first in range(0, n_boards, 20):
        triples.count_boards(first, 20, n_cards, cards, small, scratch, wins, ties)
    wins, ties = wins.reshape(-1, 16), ties.reshape(-1, 16)
    small_deck = naive.DECK[:n_cards]
    for number, own in enumerate(cards.reshape(-1, 3)):
        counts = poker_control.against_one([naive.DECK[card] for card in own], [], small_deck, IN_WORDS)
        for suits in range(16):
            assert wins[number, suits] == counts.get(("won", letters(suits)), 0)
            assert ties[number, suits] == counts.get(("tied", letters(suits)), 0)


def counted(cards, order, n_cards=52, ranks=None):
    """Counts of every way to choose three of the cards: (ways, 3, 16)."""
    ways, starts = matchups.splits(3)
    chosen = ways[starts[len(cards)] : starts[len(cards) + 1]]
    counts = np.zeros((len(chosen), 48), np.int64)
    choices.count_against_one(
        np.array(cards, np.uint8),
        chosen,
        n_cards,
        tables.ranks(order) if ranks is None else ranks,
        np.zeros(52, np.uint8),
        np.zeros(22_100, np.uint16),
        counts,
    )
    return chosen, counts.reshape(-1, 3, 16)


@pytest.mark.parametrize(
    "own", [(0, 5, 9), (4, 5, 6), (1, 4, 10), (2, 6, 7, 8), (0, 5, 6, 9, 10), (0, 1, 5, 6, 8, 11)]
)
def test_deals_with_cards_set_aside_of_a_small_deck(small, own):
    small_deck = naive.DECK[:12]
    for way, counts in zip(*counted(own, SMALL, 12, small), strict=True):
        played = [naive.DECK[own[place]] for place in way[:3]]
        aside = [naive.DECK[own[place]] for place in way[3 : len(own)]]
        known = poker_control.against_one(played, aside, small_deck, IN_WORDS)
        for outcome, row in zip(("lost", "tied", "won"), counts, strict=True):
            for suits in range(16):
                assert row[suits] == known.get((outcome, letters(suits)), 0)


@pytest.mark.parametrize("reading", ["compare", "above-ace"])
def test_triples_against_the_deals_one_by_one(reading):
    found = matchups.matchups(reading)
    rng = random.Random(60)
    for _ in range(5):
        own = sorted(rng.sample(range(52), 3))
        number = int(choices.triple_number(*own))
        counts = counted(own, reading)[1][0]
        assert found.wins[number].tolist() == counts[2].tolist()
        assert found.ties[number].tolist() == counts[1].tolist()
        assert counts.sum() == matchups.BOARDS_OF_TRIPLE * matchups.OPPONENTS


@pytest.mark.parametrize("reading", ["compare", "ignore"])
def test_suits_an_order_treats_alike_fare_alike(reading):
    """Clubs and spades, diamonds and hearts; under the natural order all four. Red and black differ under the other."""
    found = matchups.matchups(reading)
    own = triples.all_triples().reshape(-1, 3).astype(int)
    is_like = {}
    for exchange in itertools.permutations(range(4)):
        moved = np.sort(own - own % 4 + np.array(exchange)[own % 4], axis=1)
        number = moved[:, 0] + moved[:, 1] * (moved[:, 1] - 1) // 2
        number += moved[:, 2] * (moved[:, 2] - 1) * (moved[:, 2] - 2) // 6
        sets = [worths.moved(suits, exchange) for suits in range(16)]
        is_like[exchange] = all(np.array_equal(each[number][:, sets], each) for each in found)
    alike = {exchange for exchange, like in is_like.items() if like}
    assert alike == set(worths.exchanges(orders.of(reading).strengths))
    assert len(alike) == {"compare": 4, "ignore": 24}[reading]


def test_every_deal_is_won_lost_or_tied():
    totals = {}
    for reading in ("compare", "compare-min", "ignore", "reorder"):
        found = matchups.matchups(reading)
        won, tied = int(found.wins.sum(dtype=int)), int(found.ties.sum(dtype=int))
        assert 2 * won + tied == matchups.N_DEALS == 22_100 * 1_176 * 16_215
        totals[reading] = (won, tied)
    # which pair of queens is the stronger is only turned round between these two
    assert totals["compare"] == totals["compare-min"]
    assert len(set(totals.values())) == 3


def test_counts_are_stored_and_loaded(tmp_path, monkeypatch):
    right = matchups.matchups("reorder")
    built = []
    monkeypatch.setattr(matchups.stored.jit, "cache_folder", lambda: tmp_path / "kernels")
    monkeypatch.setattr(matchups, "build", lambda *asked: built.append(1) or right)
    for n_built, damage in ((1, None), (1, None), (2, lambda path: path.write_bytes(path.read_bytes()[:-4]))):
        for path in tmp_path.glob("*.matchups"):
            if damage:
                damage(path)
        monkeypatch.setattr(matchups, "_kept", {})
        found = matchups.matchups("reorder")
        assert len(built) == n_built
        assert np.array_equal(found.wins, right.wins)
        assert np.array_equal(found.ties, right.ties)


def test_same_counts_for_any_number_of_threads():
    first, second = (matchups.build(orders.of("compare"), workers=workers) for workers in (1, 3))
    assert np.array_equal(first.wins, second.wins)
    assert np.array_equal(first.ties, second.ties)


@pytest.mark.parametrize("board", [(0, 1, 5, 9, 10), (2, 3, 4, 6, 7), (1, 4, 8, 9, 12)])
def test_all_pairs_on_a_board_of_five(small, board):
    n_cards = 13
    scratch = sevens.new_scratch(len(small.category))
    scratch.board[:] = board
    cards = np.array([(a, b) for b in range(52) for a in range(b)], np.uint8).ravel()
    wins, ties = np.zeros((2, 1326 * 16), np.int64)
    met = np.zeros(1326, np.int64)
    sevens.count_board(n_cards, cards, small, scratch, wins, ties, met)
    known = poker_control.pairs_on_board([naive.DECK[card] for card in board], naive.DECK[:n_cards], IN_WORDS)
    assert met.sum() == len(known) == 28
    for (one, other), (won, tied, held) in known.items():
        number = int(choices.pair_number(naive.DECK.index(one), naive.DECK.index(other)))
        (suits,) = (suits for suits in range(16) if letters(suits) == held)
        assert wins[16 * number + suits] == won == wins[16 * number : 16 * number + 16].sum()
        assert ties[16 * number + suits] == tied == ties[16 * number : 16 * number + 16].sum()


def test_best_of_seven():
    rng, ranks = random.Random(61), tables.ranks("compare")
    seen = []
    for _ in range(150):
        cards = rng.sample(range(52), 7)
        value = int(sevens.value_of_seven(cards[0], cards[1], np.array(cards[2:], np.int64), ranks))
        best, held = poker_control.best_of_seven([naive.DECK[card] for card in cards], "compare")
        assert letters(value & 15) == held
        seen.append((value >> 4, best))
    for one, other in itertools.pairwise(sorted(seen)):
        assert (one[0] < other[0]) == (one[1] < other[1])


def test_boards_at_random_are_met_evenly():
    ranks = tables.ranks("compare")
    wins, ties = np.zeros((2, 1326 * 16), np.int64)
    met = np.zeros(1326, np.int64)
    cards = np.array([(a, b) for b in range(52) for a in range(b)], np.uint8).ravel()
    full, scratch = np.arange(52, dtype=np.uint8), sevens.new_scratch(len(ranks.category))
    sevens.count_random_boards(200, cards, ranks, new_state(62), full, scratch, wins, ties, met)
    assert met.sum() == 200 * 1081
    assert 2 * wins.sum() + ties.sum() == 200 * 1081 * 990
