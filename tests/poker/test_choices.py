"""Which cards are played: the worth of a choice is counted deal by deal, the draw hand by hand."""

import itertools
import random

import numpy as np
import pytest

from risksim.engine.random import new_state
from risksim.poker import deck, matchups, orders, simulate, tables, worths
from risksim.poker.kernels import choices, doubles, draws, hands, triples
from risksim.poker.kernels.choices import ROW, Worth
from tests.naive import poker as naive
from tests.naive import poker_control
from tests.poker.test_matchups import counted, letters

COMPARE = orders.of("compare")


def partly_built(cards, suits, win, tie):
    """A measure with the rows that a choice from these cards needs, and no others."""
    ranks = tables.ranks(COMPARE)
    kind, exchange, maps, typical = worths._kinds(COMPARE.strengths, suits)
    worth = Worth(np.zeros(len(typical) * ROW, np.int32), kind, exchange, maps, suits, win, tie)
    numbers = [int(choices.triple_number(*own)) for own in itertools.combinations(cards, 3)]
    wanted = np.zeros(22_100, np.bool_)
    wanted[typical[kind[numbers]]] = True
    scratch = triples.new_scratch(22_100, len(ranks.category))
    choices.count_kinds(
        0, len(typical), wanted, triples.all_triples(), ranks, worth, scratch, choices.new_counted()
    )
    return worth


HANDS = ("Qh 10s 2c 7d", "As Ac Ad 2s 2c", "Qh Qd 3c 4c 9s Ks", "6h 7h 8h 9s 9d 2c", "4c 4s Jc Js 8d 8h")


EQUITY, CLUBS, BLACK = (15, 2, 1), (1, 1, 0), (9, 1, 0)


@pytest.mark.parametrize(
    ("hand", "measure"),
    [*[(hand, EQUITY) for hand in HANDS], (HANDS[1], CLUBS), (HANDS[3], CLUBS), (HANDS[2], BLACK)],
)
def test_worth_of_every_choice(hand, measure):
    suits, win, tie = measure
    cards = deck.parse(hand)
    worth = partly_built(cards, *measure)
    ways, counts = counted(cards, "compare")
    holds = np.arange(16) & suits != 0
    known = win * counts[:, 2, holds].sum(axis=1) + tie * counts[:, 1, holds].sum(axis=1)
    values = np.zeros(20, np.int64)
    choices.value_splits(
        np.array(cards, np.uint8), ways, tables.ranks(COMPARE), worth, choices.new_space(), values
    )
    values = values[: len(ways)]
    if len(cards) < 6:
        assert values.tolist() == known.tolist()
    else:
        # ways that cannot be best are not counted to the end
        best = int(np.argmax(known))
        exactly = [int(choices.table_value(np.array(cards, np.uint8), way, worth)) for way in ways]
        assert (values >= known).all()
        assert (np.array(exactly) - known <= choices.WITH_THREE * win).all()
        assert values.argmax() == best
        for way in range(20):
            own, aside = (
                np.array([cards[place] for place in ways[way][half]], np.uint8)
                for half in (slice(3), slice(3, 6))
            )
            gone = np.int64(sum(1 << card for card in cards))
            space = np.zeros(3 * 52, np.int64)
            lacking = choices.with_three(own, aside, gone, tables.ranks(COMPARE), worth, space)
            assert exactly[way] - lacking == known[way]


def test_equal_choices_are_taken_equally_often():
    state = new_state(70)
    values = np.array([5, 9, 1, 9, 9, 0], np.int64)
    taken = np.bincount([choices.pick_best(5, values, state) for _ in range(6_000)], minlength=6)
    assert taken[[0, 2, 5]].sum() == 0
    assert (abs(taken[[1, 3, 4]] - 2_000) < 5 * 37).all()


def test_rows_of_exchanged_triples():
    """A row taken from the table of kinds is what the table says of the triple itself."""
    rng = np.random.default_rng(71)
    kind, exchange, maps, typical = worths._kinds(COMPARE.strengths, 15)
    table = rng.integers(0, 1000, len(typical) * ROW).astype(np.int32)
    worth = Worth(table, kind, exchange, maps, 15, 1, 0)
    numbers = rng.integers(0, 22_100, 20)
    own = triples.all_triples().reshape(-1, 3)
    for number, row in zip(numbers, worths._rows(worth, numbers), strict=True):
        left = [card for card in range(52) if card not in own[number]]
        x, y = sorted(rng.choice(left, 2, replace=False).tolist())
        cards = np.array([*own[number], x, y], np.uint8)
        value = row[0] - row[1 + x] - row[1 + y] + row[53 + x + y * (y - 1) // 2]
        assert choices.table_value(cards, np.arange(6, dtype=np.uint8), worth) == value


def test_kinds_without_the_suits_come_first():
    for suits in (1, 2, 9, 15):
        kind, exchange, maps, typical = worths._kinds(COMPARE.strengths, suits)
        held = matchups.suits_of_triples()
        assert (np.diff((held[typical] & suits != 0).astype(int)) >= 0).all()
        own = triples.all_triples().reshape(-1, 3)
        for number in range(0, 22_100, 997):
            moved = maps.reshape(-1, 52)[exchange[number]][own[number]]
            assert choices.triple_number(*moved) == typical[kind[number]]
    assert worths.alike(COMPARE, 8) == 1
    assert worths.alike(COMPARE, 4) == 2
    assert worths.alike(orders.of("ignore"), 12) == 3


def numbers_of(rows):
    a, b, c, d, e = np.sort(rows, axis=1).T.astype(np.int64)
    return (
        a
        + b * (b - 1) // 2
        + c * (c - 1) * (c - 2) // 6
        + d * (d - 1) * (d - 2) * (d - 3) // 24
        + e * (e - 1) * (e - 2) * (e - 3) * (e - 4) // 120
    )


@pytest.mark.parametrize(
    "hand",
    [
        "2c 5c 9c Kc 3d",
        "Qc Qs 3c 4d 9h",
        "5c 6d 7h 8s Ks",
        "2h 3h 4h 5h 6h",
        "Qh Kd 7h 4s 2c",
        "8c 8s 8d Kd Ks",
    ],
)
def test_cards_kept_before_a_draw_are_the_best(hand):
    starts, sums = simulate.sums_of_hands(COMPARE)
    worth = sums[starts[5] :]
    cards = sorted(deck.parse(hand))
    left = [card for card in range(52) if card not in cards]
    best = {}
    for n_kept in (2, 3, 4, 5):
        drawn = np.array([list(rest) for rest in itertools.combinations(left, 5 - n_kept)], np.int64)
        for kept in itertools.combinations(cards, n_kept):
            rows = np.hstack([np.tile(kept, (len(drawn), 1)), drawn])
            best[kept] = worth[numbers_of(rows)].mean()
    space = draws.new_space()
    space.hand[:] = cards
    kept = int(draws.best_keep(starts, sums, space))
    chosen = tuple(card for place, card in enumerate(cards) if kept >> place & 1)
    assert best[chosen] == max(best.values())


def test_sums_over_hands():
    """Twice the hands each beats and those it ties with, itself among them; sums over hands with given cards."""
    starts, sums = simulate.sums_of_hands(COMPARE)
    ranks, worth = tables.ranks(COMPARE), sums[starts[5] :]
    for number in (0, 1_234_567, hands.N_HANDS - 1):
        mine = ranks.rank[number]
        assert worth[number] == 2 * (ranks.rank < mine).sum() + (ranks.rank == mine).sum()
    assert sums[0] == hands.N_HANDS**2 == worth.sum()
    rng = random.Random(72)
    for n_given in (1, 2, 3, 4):
        given = sorted(rng.sample(range(52), n_given))
        place = np.array(given, np.int64)
        left = [card for card in range(52) if card not in given]
        if n_given == 1:
            continue
        rows = np.array([(*given, *rest) for rest in itertools.combinations(left, 5 - n_given)])
        at = draws.place_of(place, (1 << n_given) - 1, starts)
        assert sums[at] == worth[numbers_of(rows)].sum()


@pytest.mark.parametrize("k", [4, 5, 6])
def test_three_cards_for_a_draw(k):
    """All hands that three cards can become, without the cards set aside."""
    starts, sums = simulate.sums_of_hands(COMPARE)
    worth, rng = sums[starts[5] :], random.Random(73)
    cards = rng.sample(range(52), k)
    ways, begin = matchups.splits(3)
    left = np.array(list(itertools.combinations([card for card in range(52) if card not in cards], 2)))
    for way in ways[begin[k] : begin[k + 1]]:
        rows = np.hstack([np.tile([cards[place] for place in way[:3]], (len(left), 1)), left])
        value = draws.value_triple(np.array(cards, np.uint8), way, starts, sums)
        assert value == worth[numbers_of(rows)].sum()


def test_two_hands_at_once():
    rng, ranks = random.Random(74), tables.ranks(COMPARE)
    from risksim.poker.kernels import seats

    table, n_won = seats.new_table(), 0
    for _ in range(400):
        cards = rng.sample(range(52), 14)
        table.own[:] = cards[:6]
        others = np.array(cards[8:14], np.uint8)
        named = [naive.DECK[card] for card in cards]
        for first, n_own in ((0, 2), (0, 1), (1, 1)):
            winners, suits = doubles.winners_of(first, n_own, cards[6], cards[7], others, ranks, table)
            own = [named[:3], named[3:6]][first : first + n_own]
            known = poker_control.two_hands(
                own[0], own[1] if n_own == 2 else None, [named[8:11], named[11:14]], named[6:8], "compare"
            )
            assert letters(int(suits)) == known
            n_won += bool(known)
            net = poker_control.net_antes(
                n_own + 2, [seat for seat in range(n_own + 2) if int(winners) >> seat & 1]
            )
            assert int(doubles.share(winners, n_own, n_own + 2)) == doubles.ANTE * sum(net[:n_own])
    assert n_won > 300
