"""One hand for an ally: exact against simulated, the simulated against slow deals, and what must hold for any."""

import json
import os
import random
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import poker, statistics
from risksim.errors import InputError, NotApplicableError
from risksim.poker import allies, deck, tallies
from tests.naive import poker as naive
from tests.naive import poker_control

LEAST_P = 1e-4
KEYS = {
    "categories",
    "classes",
    "p_win",
    "p_tie",
    "by_seat",
    "p_suit_given_win",
    "p_control",
    "p_control_free",
    "p_suit_own_three",
    "p_suit_own_three_unconditional",
    "expected_winnings",
    "control_optimal",
}
SUITS = ("clubs", "diamonds", "hearts", "spades")


@pytest.fixture(scope="module")
def two():
    return poker.control()


def test_answers_have_the_promised_keys(two):
    found = json.loads(json.dumps(two.to_dict()))
    assert set(found) >= KEYS
    assert sum(found["categories"].values()) == 2_598_960
    assert list(found["p_suit_given_win"]) == list(SUITS)
    assert [row["seat"] for row in found["by_seat"]] == [1, 2]
    assert found["exact"]["expected_winnings"] == ["0", "0"]
    assert len(two.to_frame()) == 2
    assert "p_win" in two._repr_html_()
    with pytest.raises(AttributeError):
        two.p_win = 1


def test_two_players_exactly(two):
    exact = {key: Fraction(text) for key, text in two.exact.items() if isinstance(text, str)}
    assert exact["p_win"] + exact["p_tie"] + exact["p_lose"] == 1
    assert exact["p_win"] == exact["p_lose"]
    assert two.p_win == float(exact["p_win"])
    # whoever looks first can name an ally of one's own suits
    assert two.exact["p_control_free"] == two.exact["p_win"]
    for one, other in (("clubs", "spades"), ("diamonds", "hearts")):
        for table in ("p_control", "p_suit_given_win", "p_suit_own_three"):
            assert two.exact[table][one] == two.exact[table][other]
    assert two.p_control["diamonds"] > two.p_control["clubs"]
    own = 1 - Fraction(39 * 38 * 37, 52 * 51 * 50)
    assert {Fraction(text) for text in two.exact["p_suit_own_three_unconditional"].values()} == {own}
    for suit in SUITS:
        given_win = Fraction(two.exact["p_suit_given_win"][suit])
        assert given_win * exact["p_win"] == Fraction(two.exact["p_control"][suit])
        assert Fraction(two.exact["p_suit_own_three"][suit]) < given_win
    assert two.control_optimal == two.p_control
    assert Fraction(two.exact["p_control_by_suits"]["+".join(SUITS)]) == exact["p_win"]


def test_readings_of_suit_test_and_ties(two):
    by_test = {
        test: poker.control(suit_test_on=test).exact["p_control"]
        for test in ("winning-five", "own-three", "any-accumulated")
    }
    assert by_test == two.exact["p_control_by_test"]
    assert by_test["own-three"] == by_test["any-accumulated"]
    tied = poker.control(tie_control="declarer")
    won_or_tied = Fraction(two.exact["p_win"]) + Fraction(two.exact["p_tie"])
    assert Fraction(tied.exact["p_control_free"]) == won_or_tied
    assert all(tied.p_control[suit] > two.p_control[suit] for suit in SUITS)
    given_cards = poker.control(hand="Qh 10h 2h 3c 4c")
    held = given_cards.p_control_by_test
    assert (
        held["own-three"]["spades"] == held["any-accumulated"]["spades"] == 0 < held["winning-five"]["spades"]
    )
    assert held["any-accumulated"]["clubs"] == given_cards.p_win


def test_simulated_deals_fit_all_deals_and_those_of_a_choice_do_not():
    answer = poker.control(trials=400_000, seed=80)
    assert answer.simulated.chi_square_p > LEAST_P
    assert abs(answer.simulated.z_win) < 4
    assert answer.simulated.p_tie.contains(answer.p_tie)
    # the same deals held against another order must not fit
    from risksim.poker import numbers, orders, simulate
    from risksim.rules import load

    clauses = load("new-rules").poker
    run = simulate.Run(100_000, 80)
    dealt = simulate.tally(simulate.Deal(poker.Game.DRAW, orders.of("compare"), (3, 3)), run)
    known = numbers.count_all(simulate.Deal(poker.Game.HOLDEM, orders.of("compare"), (3, 3)), None, None)[0]
    deal = simulate.Deal(poker.Game.HOLDEM, orders.of("compare"), (3, 3))
    assert numbers.compare(dealt, known, deal, run, clauses).chi_square_p < 1e-9


@pytest.mark.parametrize("hand", ["Qh 10s 2c", "Ad Ac 7d", "2c 3d 7h"])
def test_given_cards_against_slow_deals(hand):
    answer = poker.control(hand=hand)
    rng = random.Random(81)
    named = [naive.DECK[card] for card in deck.parse(hand)]
    seen = [poker_control.deal(named, 2, "compare", rng) for _ in range(2_500)]
    outcomes = [sum(outcome == each for outcome, _ in seen) for each in ("won", "tied", "lost")]
    assert statistics.chi_square(outcomes, [answer.p_win, answer.p_tie, answer.p_lose]).p_value > LEAST_P
    for suit in SUITS:
        held = sum(outcome == "won" and suit[0] in held for outcome, held in seen)
        assert abs(statistics.proportion(held, 2_500).z_against(answer.p_control[suit])) < 4.5


def test_given_cards_with_several_opponents():
    rng = random.Random(82)
    named = [naive.DECK[card] for card in deck.parse("Qh Qd 2c")]
    answer = poker.control(4, hand="Qh Qd 2c", trials=100_000, seed=83)
    assert answer.hand == "Qh Qd 2c"
    won = sum(poker_control.deal(named, 4, "compare", rng)[0] == "won" for _ in range(2_000))
    assert abs(statistics.proportion(won, 2_000).z_against(answer.p_win)) < 4.5
    assert answer.p_control["diamonds+hearts"] == answer.p_win


@pytest.mark.parametrize("game", ["holdem", "two-five", "draw"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_seats_are_alike_and_winnings_cancel(game, players):
    answer = poker.control(players, game=game, trials=40_000, seed=84)
    alone = [round(row["p_win"] * 40_000) for row in answer.by_seat]
    assert statistics.chi_square(alone, [1 / players] * players).p_value > LEAST_P
    assert abs(sum(answer.expected_winnings)) < 1e-12
    for estimate in answer.estimates.get("expected_winnings", ()) if answer.estimates else ():
        assert abs(estimate.value) < 5 * estimate.standard_error
    if players == 6:
        assert answer.p_control is answer.p_control_free is answer.allies is answer.control_optimal is None
    else:
        assert tuple(answer.p_control) == allies.names(players) == answer.allies
        assert answer.p_control_free <= answer.p_win + 1e-12
        assert max(answer.p_control.values()) <= answer.p_win


def test_allies_share_all_suits():
    sets = {2: [1, 1, 1, 1], 3: [1, 1, 2], 4: [2, 2], 5: [4], 6: []}
    for players, sizes in sets.items():
        found = allies.suit_sets(players)
        assert sorted(suits.bit_count() for suits in found) == sizes
        assert sum(found) == (15 if found else 0)
    answer = poker.control(3, suit="spades", trials=10_000, seed=1)
    assert answer.ally == "clubs+spades"
    assert answer.p_control_ally == answer.p_control["clubs+spades"]


def test_two_own_cards_are_chosen_for_the_board_of_five():
    """Of a pair and a low card the pair is played: the reading of the clauses and the game by name are the same."""
    answer = poker.control(
        hand="Ah Ad 2c", own_cards_used="at-most-two", board_cards=5, trials=20_000, seed=2
    )
    assert answer.game == "two-five"
    assert answer.p_win > 0.75
    named = poker.control(hand="Ah Ad 2c", game="two-five", trials=20_000, seed=2)
    assert named.p_win == answer.p_win
    assert answer.p_suit_own_three["clubs"] == 0
    assert answer.p_suit_own_three["hearts"] == 1


def test_more_cards_are_better():
    """Six players, so that no table for an ally is needed; seats with the same cards are alike."""
    answer = poker.control(6, cards=[5, 4, 4, 3, 3, 3], trials=60_000, seed=85)
    chances = [row["p_win"] for row in answer.by_seat]
    assert chances[0] > chances[1] + 0.01 > chances[3] + 0.03
    for first, last in ((1, 3), (3, 6)):
        alone = [round(p * 60_000) for p in chances[first:last]]
        assert statistics.chi_square(alone, [1 / len(alone)] * len(alone)).p_value > LEAST_P
    assert abs(sum(answer.expected_winnings)) < 1e-12
    assert answer.expected_winnings[0] > 0 > answer.expected_winnings[5]


def test_best_of_given_cards_exactly():
    answer = poker.control(hand="Qh 10s 2c Qd 7s")
    equities = [choice["equity"] for choice in answer.choices]
    assert len(equities) == 10
    assert equities == sorted(equities, reverse=True)
    assert equities[0] == pytest.approx(answer.p_win + answer.p_tie / 2, abs=1e-15)
    for ally, p in answer.control_optimal.items():
        assert p == max(choice["p_control"][ally] for choice in answer.choices) >= answer.p_control[ally]
    assert answer.control_optimal["clubs"] > answer.p_control["clubs"]
    # two ways as good as each other are averaged: nothing sets the clubs apart from the spades
    even = poker.control(hand="Qh 7h 9c 9s Qd 2h")
    assert even.p_control["clubs"] == even.p_control["spades"]


def test_doubling_down():
    answer = poker.control(6, hand="Qh Qd 2c 10s 10c 7s", trials=20_000, seed=3)
    same, separate = answer.double_down["same"], answer.double_down["separate"]
    assert separate["p_win"] > same["p_win"] > answer.p_win
    # two hands cost two antes and compete for one pot on the same board
    assert same["expected_winnings"] > -2
    assert answer.estimates["double_down"]["same"]["p_win"].trials == 20_000


@pytest.mark.parametrize(
    "asked",
    [
        {"players": 3},
        {"players": 6, "cards": 4},
        {"players": 4, "game": "two-five"},
        {"players": 3, "game": "draw", "cards": [5, 4, 3]},
    ],
)
def test_same_bits_for_any_number_of_threads(asked):
    answers = [poker.control(**asked, trials=20_000, seed=86, workers=workers) for workers in (1, 2, 7)]
    assert answers[0] == answers[1] == answers[2]
    assert poker.control(**asked, trials=20_000, seed=87) != answers[0]


def test_pairs_meet_on_the_same_boards_for_any_number_of_threads():
    from risksim.poker import orders, simulate

    first, second = (simulate.build_pairs(orders.of("compare"), 3_000, workers) for workers in (1, 3))
    assert all((one == two).all() for one, two in zip(first, second, strict=True))
    assert first.met.sum() == 3_000 * 1_081


def test_pairs_are_stored_and_loaded(tmp_path, monkeypatch):
    from risksim.poker import orders, simulate

    order, built = orders.of("compare"), []
    right = simulate.build_pairs(order, 50)
    monkeypatch.setattr(simulate.stored.jit, "cache_folder", lambda: tmp_path / "kernels")
    monkeypatch.setattr(simulate, "build_pairs", lambda *asked: built.append(1) or right)
    for _ in range(2):
        monkeypatch.setattr(simulate, "_kept_pairs", {})
        found = simulate.pairs_on_boards(order)
        assert all((one == two).all() for one, two in zip(found, right, strict=True))
    assert built == [1]


def test_precision_stops_early():
    answer = poker.control(3, precision=0.02, trials=1_000_000, seed=4)
    assert 8_192 <= answer.trials < 100_000
    assert answer.trials % 8_192 == 0
    assert answer.estimates["p_win"].trials == answer.trials
    assert (answer.estimates["p_win"].high - answer.estimates["p_win"].low) / 2 < 0.02


@settings(deadline=None, max_examples=25)
@given(st.integers(2, 6), st.data())
def test_winnings_of_any_tally_cancel(players, data):
    sets = data.draw(st.lists(st.integers(1, 2**players - 1), min_size=1, max_size=20))
    import numpy as np

    winners = np.bincount(sets, minlength=64)
    tally = tallies.Tally(winners, np.zeros((3, 16, 16, 16), np.int64), np.zeros((3, 8), np.int64))
    nets = [tallies.shares(tally, players, seat) for seat in range(players)]
    assert sum(net * count for each in nets for net, count in each.items()) == 0
    known = [0.0] * players
    for each in sets:
        known = [
            total + net
            for total, net in zip(
                known,
                poker_control.net_antes(players, [s for s in range(players) if each >> s & 1]),
                strict=True,
            )
        ]
    for seat, each in enumerate(nets):
        assert sum(net * count for net, count in each.items()) / tallies.PARTS == pytest.approx(known[seat])


BAD = [
    ({"players": 1}, "players must be at least 2, not 1"),
    ({"players": 7}, "players must be at most 6, not 7"),
    ({"cards": 2}, "cards must be at least 3, not 2"),
    ({"cards": 7}, "cards must be at most 6, not 7"),
    ({"cards": [3, 3, 3]}, "lists 3 seats, not 2"),
    ({"cards": [3, 2.5]}, "2.5"),
    ({"hand": "Qh Qh 2c"}, "Qh is named twice"),
    ({"hand": "Qh 2c"}, "2 cards, not 3 … 6"),
    ({"hand": "Qh 1c 3d"}, "1c"),
    ({"hand": 5}, "not 5"),
    ({"hand": "Qh 2c 3d", "cards": [4, 3]}, "seat 1 4 cards"),
    ({"players": 6, "suit": "hearts"}, "no ally owns hearts"),
    ({"suit": "stars"}, "stars"),
    ({"game": "stud"}, "stud"),
    ({"game": "draw", "players": 6, "cards": 6}, "the deck has 52"),
    ({"queen_high": "highest"}, "highest"),
    ({"trials": 1}, "trials"),
    ({"seed": -1}, "seed"),
    ({"workers": 0}, "workers"),
    ({"precision": 0, "players": 3}, "precision"),
]


@pytest.mark.parametrize(("asked", "said"), BAD)
def test_bad_input(asked, said):
    with pytest.raises(InputError) as caught:
        poker.control(**asked)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_rules_without_allies_or_with_an_unknown_game():
    with pytest.raises(NotApplicableError, match="'classic' has no allied armies"):
        poker.control(rules="classic")
    with pytest.raises(NotApplicableError, match="board_cards=4"):
        poker.control(board_cards=4)


PROGRAM = """
import numpy as np
from risksim.engine.random import new_state
from risksim.poker import matchups
from risksim.poker.kernels import Ranks, choices, doubles, draws, hands, seats, sevens, triples
rng = np.random.default_rng(1)
ranks = Ranks((np.arange(hands.N_HANDS) * 7919 % 97).astype(np.uint16), np.zeros(97, np.uint8))
cards = triples.all_triples(9)
wins, ties = np.zeros((2, 84 * 16), np.uint32)
triples.count_boards(0, 4, 9, cards, ranks, triples.new_scratch(84, 97), wins, ties)
print(wins.tolist(), ties.tolist())
maps = np.concatenate([np.arange(52), np.arange(52) // 4 * 4 + 3 - np.arange(52) % 4]).astype(np.uint8)
table = rng.integers(0, 10**6, 50 * choices.ROW).astype(np.int32)
kind, exchange = rng.integers(0, 50, 22100).astype(np.int32), rng.integers(0, 2, 22100).astype(np.uint8)
worth = choices.Worth(table, kind, exchange, maps, 15, 2, 1)
ways, starts = matchups.splits(3)
counts = np.zeros((4, 48), np.int64)
found = np.zeros(22100, np.uint16)
choices.count_against_one(np.array([8, 0, 5, 3], np.uint8), ways[1:5], 10, ranks, np.zeros(52, np.uint8), found, counts)
print(counts.tolist())
named = np.full(22100, 3, np.uint8)
six = np.array([3, 14, 15, 9, 26, 50], np.uint8)
asked = seats.Question(np.array([4, 3, 5]), 0, six, ways[:1], ways, starts, named)
counts, table = np.zeros(seats.N_COUNTS, np.int64), seats.new_table()
seats.play(20, asked, ranks, worth, worth, new_state(5), table, counts)
print(np.flatnonzero(counts).tolist(), counts[counts > 0].tolist())
values = np.zeros(20, np.int64)
worth.with_cards[:] //= 40
worth.with_cards[::choices.ROW] += 60000
choices.value_splits(six, ways[15:], ranks, worth, choices.new_space(), values)
print(values.tolist())
asked = seats.Question(np.array([6, 3]), 6, six, ways[:1], ways, starts, named)
same, separate = np.zeros((2, 18), np.int64)
doubles.play(15, asked, ranks, worth, new_state(6), table, np.zeros(3, np.uint8), same, separate)
print(same.tolist(), separate.tolist())
pairs, begin = matchups.splits(2)
asked = seats.Question(np.array([4, 3]), 0, six, pairs[:1], pairs, begin, named)
counts[:] = 0
by_pair = rng.integers(0, 9, 1326)
sevens.play(20, asked, ranks, by_pair, by_pair, new_state(7), np.zeros(5, np.int64), table, counts)
print(np.flatnonzero(counts).tolist(), counts[counts > 0].tolist())
sums = rng.integers(0, 10**7, draws.N_SUMS)
asked = seats.Question(np.array([4, 3, 3]), 0, six, ways[:1], ways, starts, named)
counts[:] = 0
begins = np.array(draws.STARTS, np.int64)
draws.play(5, asked, ranks, begins, sums, new_state(8), table, draws.new_space(), counts)
print(np.flatnonzero(counts).tolist(), counts[counts > 0].tolist())
"""


def test_same_bits_with_jit_off():
    printed = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", PROGRAM],
            env={**os.environ, "NUMBA_DISABLE_JIT": off},
            capture_output=True,
            text=True,
            check=False,
        )
        for off in ("0", "1")
    ]
    assert printed[0].returncode == printed[1].returncode == 0, printed[0].stderr + printed[1].stderr
    assert printed[0].stdout == printed[1].stdout
    assert printed[0].stdout.count("\n") == 7
