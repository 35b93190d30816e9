"""Simulated economies against exact ones, against a naive table, and against themselves."""

import math
import os
import random
import subprocess
import sys

import numpy as np
import pytest

from risksim import cards, rules, statistics
from risksim.cards import exact, kernels, schedule, tables
from risksim.cards.model import DECKS, Deck, Trade
from risksim.cards.simulate import _games
from risksim.engine.random import new_state
from risksim.errors import InputError
from tests.naive import cards as naive

# the tests below are many and each is seeded: an honest one falls below this once in thousands of runs
LEAST_P = 1e-4


def near(estimate, value, errors=4.5):
    return abs(estimate.value - value) <= errors * estimate.standard_error + 1e-12


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("trade", ["soon", "hold"])
def test_first_sets_and_sets_at_the_end_against_the_exact_distribution(deck, trade):
    answer = cards.simulate(deck=deck, trade=trade, conquest_rate=0.7, turns=25, trials=40_000, seed=20)
    assert answer.chi_square_first_set > LEAST_P
    assert answer.chi_square_sets > LEAST_P
    oracle = cards.economy(deck=deck, trade=trade, conquest_rate=0.7, cards=25)
    for turn, estimate in enumerate(answer.sets_by_turn, start=1):
        assert near(estimate, oracle.sets_by_turn[turn - 1])
    assert near(answer.expected_cards_first_set, oracle.expected_cards_first_set)


def test_wrong_distributions_fail():
    answer = cards.simulate(deck="no-wilds", turns=25, trials=40_000, seed=21)
    seen = [round(answer.p_first_set[n].value * answer.trials) for n in ("3", "4", "5")]
    own, other = (list(exact.p_first_set(DECKS[name]).values()) for name in ("no-wilds", "classic"))
    assert statistics.chi_square(seen, own).p_value > LEAST_P
    assert statistics.chi_square(seen, other).p_value < 1e-9
    oracle = cards.economy(deck="classic", cards=25)
    assert not near(answer.sets_by_turn[3], oracle.sets_by_turn[3])


def test_a_kernel_with_a_wrong_table_fails():
    card_tables = tables.card_tables((14, 14, 14, 2), True, "soon", rules.load("classic").cards, 0.0, 20)
    forgets_wilds = card_tables.turn_in.copy()
    for hand in range(tables.N_HANDS):
        if (hand >> 9) != (hand >> 6) & 7:
            forgets_wilds[hand :: tables.N_HANDS] = 0
    for table, is_right in ((card_tables.turn_in, True), (forgets_wilds, False)):
        work = _games(card_tables._replace(turn_in=table), 1, 9, tables.threshold(1.0), 20)
        _, by_game, _, _ = work(0, 16_384, new_state(22))
        chances = exact.sets_distribution(DECKS["classic"], 8)[8]
        fit = statistics.chi_square(by_game[: len(chances) + 1], [*chances, 0.0])
        assert (fit.p_value > LEAST_P) is is_right


@pytest.mark.parametrize(("deck", "trade"), [("classic", "soon"), ("no-wilds", "soon"), ("classic", "hold")])
def test_shares_over_the_first_run_through_the_deck(deck, trade):
    chain = exact.DeckChain(DECKS[deck], Trade(trade), is_tagged=True)
    tallies = np.zeros(len(chain.hands.turn_ins))
    begin = np.zeros(len(chain.hands.states))
    begin[0] = 1.0
    chain.through(begin, lambda size, events: np.add(tallies, events, out=tallies))
    ways = list(zip(chain.hands.turn_ins, tallies, strict=True))
    answer = cards.simulate(deck=deck, trade=trade, turns=DECKS[deck].size + 1, trials=20_000, seed=23)
    later = sum(tally for way, tally in ways if way.between > 0)
    for n, estimate in answer.between_sets.items():
        assert near(estimate, sum(tally for way, tally in ways if way.between == int(n)) / later)
    for n, estimate in answer.leftover.items():
        assert near(estimate, sum(tally for way, tally in ways if way.kept == int(n)) / tallies.sum())
    assert near(answer.p_forced, sum(tally for way, tally in ways if way.held == 5) / tallies.sum())
    territory = sum(tally * way.territory_cards for way, tally in ways) / tallies.sum()
    assert near(answer.territory_cards, territory)


def test_reshuffled_decks_go_on_as_the_exact_chain_does():
    for deck in (Deck("small", (3, 4, 3), 1), DECKS["classic"]):
        answer = cards.simulate(deck=deck, turns=151, trials=4_000, seed=24)
        sets = exact.expected_sets(deck, 150)
        # 3k + 2 cards leave no doubt at all, so look at the others too
        for turn in (40, 50, 60, 90, 100, 149, 150, 151):
            assert near(answer.sets_by_turn[turn - 1], sets[turn - 1])
        assert answer.cards_missed == 0


@pytest.mark.parametrize("deck", [Deck("small", (5, 5, 5), 2), DECKS["independent"]])
def test_best_match_against_the_exact_chain(deck):
    answer = cards.simulate(deck=deck, trade="best-match", share=0.4, turns=400, trials=2_048, seed=25)
    oracle = exact.turn_in_rates(deck, Trade.BEST_MATCH, 0.4)
    for n, estimate in answer.leftover.items():
        expected = sum(rate for way, rate in oracle.items() if way.kept == int(n))
        assert abs(estimate.value - expected) < 4.5 * estimate.standard_error + 0.001
    expected = sum(rate * way.matches for way, rate in oracle.items())
    assert abs(answer.matches.value - expected) < 4.5 * answer.matches.standard_error + 0.005


def naive_games(games, seed, **question):
    rng = random.Random(seed)
    return [naive.play(rng, **question) for _ in range(games)]


@pytest.mark.parametrize(
    ("question", "naive_question"),
    [
        ({"players": 3, "turns": 30, "conquest_rate": 0.8}, {"deck": naive.new_deck(14, 2)}),
        (
            {"players": 3, "turns": 12, "trade": "hold", "deck": Deck("small", (5, 5, 5), 1)},
            {"deck": naive.new_deck(5, 1), "hold": True},
        ),
        (
            {
                "players": 2,
                "turns": 25,
                "trade": "best-match",
                "share": 0.5,
                "deck": Deck("few", (3, 3, 3), 3),
            },
            {"deck": naive.new_deck(3, 3), "share": 0.5, "by_match": True},
        ),
        (
            {"players": 2, "turns": 15, "deck": "independent", "rules": "new-rules", "share": 0.25},
            {"deck": None, "share": 0.25, "dice": True},
        ),
    ],
)
def test_players_at_a_naive_table(question, naive_question):
    games = 1_200
    answer = cards.simulate(**question, trials=20_000, seed=26)
    shared = {key: question[key] for key in ("players", "turns", "conquest_rate") if key in question}
    played = naive_games(games, 27, **shared, **naive_question)
    n = question["players"]
    for measure, place in (("sets_by_turn", 0), ("armies_by_turn", 1)):
        totals = np.array([[turn[place] for turn in by_turn] for by_turn, _ in played]).cumsum(axis=1) / n
        for turn in (question["turns"] // 2, question["turns"] - 1):
            estimate = getattr(answer, measure)[turn]
            error = math.hypot(estimate.standard_error, totals[:, turn].std() / math.sqrt(games))
            assert abs(estimate.value - totals[:, turn].mean()) <= 4.5 * error + 1e-9
    turn_ins = [turn_in for _, found in played for turn_in in found]
    for held, key in ((3, "0"), (4, "1"), (5, "2")):
        share = sum(1 for _, cards_held, _ in turn_ins if cards_held == held) / len(turn_ins)
        assert share == pytest.approx(answer.leftover[key].value, abs=0.02)
    wilds = sum(used.count(naive.WILD) for _, _, used in turn_ins) / len(turn_ins)
    assert 3 - wilds == pytest.approx(answer.territory_cards.value, abs=0.02)
    if "share" in question:
        matches = sum(turn[2] for by_turn, _ in played for turn in by_turn) / len(turn_ins)
        assert matches == pytest.approx(answer.matches.value, abs=0.04)


def test_a_deck_that_all_hands_hold_brings_no_sets():
    answer = cards.simulate(
        deck=Deck("small", (5, 5, 5), 1), trade="hold", players=4, turns=9, trials=600, seed=27
    )
    assert answer.sets_by_turn[-1].value == 0
    assert answer.leftover is None
    assert answer.cards_missed == 5


def test_one_schedule_for_all_players():
    alone, four = (
        cards.simulate(players=n, turns=30, trials=4_096, seed=28, deck="independent") for n in (1, 4)
    )
    assert near(four.sets_by_turn[-1], alone.sets_by_turn[-1].value, 6)
    assert four.armies_by_turn[-1].value > 2 * alone.armies_by_turn[-1].value
    values = schedule.listed_values(rules.load("classic").cards, 9)
    # 29 cards have made exactly nine sets
    assert alone.armies_by_turn[-1].value == sum(values)
    assert alone.armies_by_turn[-1].standard_error == 0


def test_armies_of_every_schedule():
    for name, changes in (
        ("classic", {"set_schedule": "count-by-five"}),
        ("classic", {"set_schedule": "listed", "listed_set_values": (3, 5), "listed_set_step": 1}),
        ("new-rules", {}),
        ("classic", {"set_schedule": "by-symbol"}),
        ("new-rules", {"set_dice": 3, "set_dice_bonus": -2}),
    ):
        rule_set = rules.load(name).vary(**changes)
        answer = cards.simulate(rules=rule_set, turns=19, trials=20_000, seed=29)
        oracle = cards.economy(rules=rule_set, cards=18)
        if schedule.is_escalating(rule_set.cards):
            expected = exact.expected_armies(DECKS["classic"], 18, oracle.schedule)[18]
            slack = 0.0
        else:
            # by symbol, the first sets are not quite the average set of the long run
            expected = oracle.schedule[0] * oracle.sets_by_card[18]
            slack = 0.1 if rule_set.cards.set_schedule == "by-symbol" else 0.0
        estimate = answer.armies_by_turn[-1]
        assert abs(estimate.value - expected) <= 4.5 * estimate.standard_error + slack


def test_match_bonus_each_card_or_once():
    for reading in ("per-card", "once-a-turn", "none"):
        rule_set = rules.load("new-rules").vary(match_bonus=reading)
        answer = cards.simulate(
            rules=rule_set, share=0.3, deck="independent", turns=30, trials=10_000, seed=30
        )
        oracle = cards.economy(rules=rule_set, share=0.3, deck="independent")
        found = answer.matches_by_turn[-1]
        # 29 cards have made exactly nine sets
        assert abs(found.value - 9 * oracle.match_bonus) <= 4.5 * found.standard_error
    assert oracle.match_bonus == 0


def test_cards_are_conserved():
    players, turns = 5, 40
    card_tables = tables.card_tables((4, 5, 6, 2), True, "soon", rules.load("classic").cards, 0.0, 99)
    lanes = np.zeros(kernels.N_FIELDS * kernels.LANES, dtype=np.uint32)
    hands, matched = np.zeros((2, players * kernels.LANES), dtype=np.uint32)
    record = np.zeros(players * turns * kernels.LANES, dtype=np.uint8)
    quarter = np.uint64(tables.threshold(0.75))
    kernels.play(players, turns, quarter, card_tables, new_state(31), lanes, hands, matched, record)
    fields = lanes.reshape(kernels.N_FIELDS, kernels.LANES)
    pile, size, discards = fields[1], fields[2], fields[3]
    for byte, total in enumerate((4, 9, 15, 17)):
        held = (hands.reshape(players, -1) >> (3 * byte) & 7).sum(axis=0)
        left = size if byte == 3 else pile >> (8 * byte) & 255
        assert (held + left + (discards >> (8 * byte) & 255) == total).all()


def test_a_deck_that_is_not_reshuffled_runs_out():
    once = Deck("once", (3, 3, 3), 0, is_reshuffled=False)
    answer = cards.simulate(deck=once, players=3, turns=10, trials=2_000, seed=32)
    assert answer.cards_missed == 7
    empty = cards.simulate(deck=once, conquest_rate=0.5, players=1, turns=40, trials=2_000, seed=32)
    assert empty.cards_missed == pytest.approx(11, abs=0.3)


PROGRAM = """
import hashlib, json
from risksim import cards
answers = [
    cards.simulate(players=2, turns=4, trials=300, seed=33, workers=1, share=0.5, trade=trade, rules="new-rules")
    for trade in ("soon", "best-match")
]
print(json.dumps([answer.to_dict() for answer in answers]))
"""


def run(**environment):
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_same_bits_for_any_number_of_workers():
    question = {"players": 3, "turns": 500, "conquest_rate": 0.6, "trials": 9_000, "seed": 34}
    one, two, seven = (cards.simulate(**question, workers=n).to_dict() for n in (1, 2, 7))
    assert one == two == seven
    assert one != cards.simulate(**{**question, "seed": 35}).to_dict()


def test_same_bits_with_jit_off():
    assert run(NUMBA_DISABLE_JIT="1") == run()


def test_each_kernel_has_one_signature():
    cards.simulate(turns=3, trials=600, seed=36)
    cards.simulate(turns=3, trials=600, seed=36, trade="best-match", share=0.5, deck="independent", players=2)
    for kernel in (kernels.play, kernels.pay, kernels.add_shares, kernels.first_sets):
        assert len(getattr(kernel, "signatures", [0])) == 1


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"players": 0}, "players must be at least 1"),
        ({"players": 7}, "players must be at most 6"),
        ({"turns": 0}, "turns must be at least 1"),
        ({"players": 6, "turns": 1_001}, "players times turns must be at most 6000, not 6006"),
        ({"trials": 1}, "trials must be at least 2"),
        ({"seed": -1}, "seed must be at least 0"),
        ({"conquest_rate": math.nan}, "finite"),
        ({"deck": Deck("big", (84, 84, 84), 84)}, "at most 255 cards, not 336"),
        (
            {
                "rules": rules.load("classic").vary(
                    set_schedule="listed", listed_set_values=(10_000,), listed_set_step=1_000
                ),
                "players": 6,
                "turns": 1_000,
            },
            "too many to add up squares of",
        ),
    ],
)
def test_bad_input_is_named(question, words):
    with pytest.raises(InputError, match=words):
        cards.simulate(**{"trials": 100, "seed": 1, **question})
