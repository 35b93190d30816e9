"""Calls, all-ins, stakes, and betting in equilibrium."""

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import poker, rules
from risksim.errors import InputError
from risksim.poker import betting, deck, tables
from risksim.poker.betting import classes, games, kernels, sequence, tree
from tests.naive import betting as naive

READINGS = ("winner-takes-pot", "side-pot", "capped")
SMALL = {"classes": 3, "trials": 60_000}


# --- calls and all-ins


@settings(deadline=None, max_examples=60)
@given(
    pot=st.integers(0, 60),
    bet=st.integers(1, 60),
    pile=st.integers(1, 60),
    equity=st.floats(0, 1),
    p_fold=st.floats(0, 1),
)
def test_a_call_is_settled_as_at_the_table(pot, bet, pile, equity, p_fold):
    answer = betting.call(pot, bet, pile, equity=equity, p_fold=p_fold)
    for row in answer.rows:
        paid = [row.bet, row.pays]  # the bettor, the caller
        reading = "winner-takes-pot" if row.all_in == "winner-takes-pot" else "side-pot"
        wins = naive.settle(paid, paid, [1], reading)
        loses = naive.settle(paid, paid, [0], reading)
        caller = equity * (wins[1] + pot) + (1 - equity) * loses[1]
        bettor = equity * wins[0] + (1 - equity) * (loses[0] + pot)
        assert row.call_value == pytest.approx(caller)
        assert row.bet_value == pytest.approx(p_fold * pot + (1 - p_fold) * bettor)
        # at the equity needed nothing is gained
        again = betting.call(pot, bet, pile, equity=row.equity_to_call).row(row.all_in)
        assert again.call_value == pytest.approx(0, abs=1e-9)
        again = betting.call(pot, bet, pile, equity=1 - row.equity_to_bet).row(row.all_in)
        assert again.bet_value == pytest.approx(0, abs=1e-9)


def test_one_army_against_twenty():
    answer = betting.call(2, 20, 1)
    literal, side, capped = answer.rows
    assert literal.equity_to_call == pytest.approx(1 / 23)
    assert literal.equity_to_bet == pytest.approx(20 / 23)
    assert side.equity_to_call == capped.equity_to_call == pytest.approx(1 / 4)
    assert answer.row() is literal
    assert betting.call(2, 20, 1, all_in="capped").row().all_in == "capped"


def test_readings_agree_where_nobody_is_short():
    rows = betting.call(5, 4, 4).rows
    assert len({(row.pays, row.pot, row.equity_to_call, row.bettor_risks) for row in rows}) == 1
    # a third, shorter pile caps the bet for both
    capped = betting.call(5, 4, 4, shortest=2).row("capped")
    assert (capped.bet, capped.pays, capped.pot) == (2, 2, 9)


@settings(deadline=None, max_examples=40)
@given(piles=st.lists(st.integers(1, 30), min_size=2, max_size=6))
def test_equal_hands_win_back_what_layers_they_pay_for(piles):
    answer = betting.all_in(piles)
    for reading in READINGS:
        rows = [row for row in answer.rows if row.all_in == reading]
        assert sum(row.net_if_equal for row in rows) == pytest.approx(0)
        paid = [row.pays for row in rows]
        for seat, row in enumerate(rows):
            order = sorted(range(len(piles)), key=lambda other, seat=seat: (other != seat, -paid[other]))
            best = [seat] if reading == "winner-takes-pot" else order
            # he alone best, in every layer he is in; the others' layers go to whom they may
            won = paid[seat] + _alone(paid, seat, reading)
            assert row.may_win == won
            assert best[0] == seat
    literal = [row for row in answer.rows if row.all_in == "winner-takes-pot"]
    shortest = min(literal, key=lambda row: row.pile)
    assert shortest.net_if_equal == max(row.net_if_equal for row in literal) >= 0


def _alone(paid, seat, reading):
    """What others lose to the one with the best hand."""
    if reading == "winner-takes-pot":
        return sum(paid) - paid[seat]
    return sum(min(paid[seat], each) for other, each in enumerate(paid) if other != seat)


def test_split_pots_leave_a_rest():
    assert betting.split(6, 2) == (3, 0)
    assert betting.split(7, 3) == (2, 1)


def test_what_an_ante_is_of_a_turn():
    (row, *_) = betting.stakes(territories=[7]).rows
    # seven territories at the start, three armies: a third of the turn for one hand, all of it all-in
    assert (row.income, row.pile, row.turn) == (3, 3, 3)
    assert row.ante_of_turn == pytest.approx(1 / 3)
    assert row.pile_of_turn == 1
    no, as_pile, twice = betting.stakes(territories=[7], factories=2).rows
    assert (no.pile, no.turn, as_pile.pile, as_pile.turn, twice.pile, twice.turn) == (3, 7, 7, 7, 7, 11)
    assert betting.stakes(territories=[2], pool_min3=False).rows[0].ante_of_pile is None
    assert betting.stakes(territories=[14], continents=5).rows[0].pile == 9


@pytest.mark.parametrize("name", ["classic", "slovak", "new-rules"])
def test_income_is_that_of_the_rules(name):
    rule_set = rules.load(name)
    expected = {
        1: 3,
        9: 3,
        11: 3,
        12: 3 if name == "slovak" else 4,
        14: 3 if name == "slovak" else 4,
        15: 5,
        42: 14,
    }
    assert {n: betting.income(rule_set, n) for n in expected} == expected


# --- sequences and best replies


def matrix_game(payoff):
    rows, columns = payoff.shape
    first = sequence.Side([sequence.InformationSet(0, 1, rows)], rows + 1)
    second = sequence.Side([sequence.InformationSet(0, 1, columns)], columns + 1)
    from scipy.sparse import csr_array

    padded = np.zeros((rows + 1, columns + 1))
    padded[1:, 1:] = payoff
    return sequence.Game(first, second, csr_array(padded))


def test_rock_paper_scissors():
    payoff = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], dtype=float)
    found = sequence.solve(matrix_game(payoff))
    assert found.value == pytest.approx(0, abs=1e-9)
    assert found.first[1:] == pytest.approx([1 / 3] * 3)
    assert found.exploitability == pytest.approx(0, abs=1e-9)
    rock = np.array([1.0, 1.0, 0.0, 0.0])
    # paper beats it every time
    assert sequence.best_reply(matrix_game(payoff).second, -(matrix_game(payoff).payoff.T @ rock)) == 1


@settings(deadline=None, max_examples=20)
@given(st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=2, max_size=4))
def test_matrix_games_have_no_better_reply(rows):
    payoff = np.array(rows, dtype=float)
    found = sequence.solve(matrix_game(payoff))
    assert found.exploitability < 1e-7
    assert found.value <= (payoff @ found.second[1:]).max() + 1e-7
    assert found.value >= (found.first[1:] @ payoff).min() - 1e-7


KUHN = tree.Stakes((2, 2), 1, (0.5,), None, 1, True, 0.0)


def kuhn_plan(built, plans):
    """A plan as the naive hand asks for it."""
    sides = (built.game.first, built.game.second)
    choices = [sequence.choices(side, plan) for side, plan in zip(sides, plans, strict=True)]
    places = {(place.player, place.round, place.history): place for place in built.places}

    def plan(player, number, history, known):
        place = places[player, number, history]
        return zip(place.actions, choices[player][place.first_set + index(known)], strict=True)

    return plan


def index(known, sizes=(3, 3)):
    number = 0
    for each, size in zip(known, sizes, strict=False):
        number = number * size + each
    return number


def cards_of(deal):
    met = deal.rounds[-1]
    sizes = deal.classes
    for mine, theirs in itertools.product(itertools.product(*map(range, sizes)), repeat=2):
        a, b = index(mine, sizes), index(theirs, sizes)
        p = met.met[a, b]
        if p:
            yield p, mine, theirs, met.won[a, b] / p, met.tied[a, b] / p


def test_kuhns_poker_is_worth_a_loss_of_an_eighteenth():
    deal = tree.kuhn()
    built = tree.build(KUHN, deal)
    found = sequence.solve(built.game)
    assert found.value == pytest.approx(-1 / 18, abs=1e-12)
    assert found.exploitability == pytest.approx(0, abs=1e-12)
    bets = {
        (place.player, place.history): [
            float(
                sequence.choices((built.game.first, built.game.second)[place.player], plan)[
                    place.first_set + card
                ][1]
            )
            for card in range(3)
        ]
        for place in built.places
        for plan in [(found.first, found.second)[place.player]]
    }
    alpha = bets[0, ""][0]
    # the known family of equilibria: bet the jack with alpha, never the queen, the king three times as often
    assert 0 <= alpha <= 1 / 3 + 1e-9
    assert bets[0, ""] == pytest.approx([alpha, 0, 3 * alpha], abs=1e-9)
    assert bets[0, "kb1"] == pytest.approx([0, alpha + 1 / 3, 1], abs=1e-9)
    assert bets[1, "b1"] == pytest.approx([0, 1 / 3, 1], abs=1e-9)
    assert bets[1, "k"] == pytest.approx([1 / 3, 0, 1], abs=1e-9)


def test_no_pure_reply_in_kuhns_poker_gains():
    deal = tree.kuhn()
    built = tree.build(KUHN, deal)
    found = sequence.solve(built.game)
    hand = naive.Hand((2, 2), 1, None, 1, 1, True)
    equilibrium = kuhn_plan(built, (found.first, found.second))
    cards = list(cards_of(deal))
    assert hand.value(cards, equilibrium) == pytest.approx(-1 / 18)
    places = [place for place in built.places if place.player == 0]
    best = -1.0
    for picks in itertools.product(range(2), repeat=6):
        chosen = {
            (place.history, card): picks[2 * 0 + 3 * k + card]
            for k, place in enumerate(places)
            for card in range(3)
        }

        def reply(player, number, history, known, chosen=chosen):
            if player == 1:
                return equilibrium(player, number, history, known)
            place = next(each for each in places if each.history == history)
            return [(action, float(chosen[history, known[0]] == k)) for k, action in enumerate(place.actions)]

        best = max(best, hand.value(cards, reply))
    assert best == pytest.approx(-1 / 18)


# --- the betting tree


@pytest.mark.parametrize("is_literal", [True, False])
@pytest.mark.parametrize(("piles", "ally"), [((3, 3), 0.0), ((2, 6), 0.0), ((6, 2), 1.5), ((1, 4), 2.0)])
@pytest.mark.parametrize("rounds", [1, 2])
def test_plans_are_worth_what_playing_them_out_is(is_literal, piles, ally, rounds):
    deal = classes.deal("ignore", flop=3, river=3, rounds=rounds, trials=20_000)
    stakes = tree.Stakes(piles, 1, (0.5, 1.0, tree.ALL), None, 2, is_literal, ally)
    built = tree.build(stakes, deal)
    die = random.Random(4)
    plans = []
    for side in (built.game.first, built.game.second):
        plan = np.zeros(side.sequences)
        plan[0] = 1.0
        for place in side.sets:
            weights = np.array([die.random() for _ in range(place.actions)])
            plan[place.first : place.first + place.actions] = plan[place.parent] * weights / weights.sum()
        plans.append(plan)
    hand = naive.Hand(piles, 1, None, 2, rounds, is_literal, ally)
    played = hand.value(list(cards_of(deal)), kuhn_plan(built, plans))
    assert float(plans[0] @ (built.game.payoff @ plans[1])) == pytest.approx(played, abs=1e-12)


@settings(deadline=None, max_examples=40)
@given(
    piles=st.tuples(st.integers(1, 12), st.integers(1, 12)),
    raises=st.integers(0, 3),
    rounds=st.integers(1, 2),
    is_literal=st.booleans(),
    fixed=st.sampled_from([None, 1, 3]),
)
def test_nobody_pays_more_than_he_has(piles, raises, rounds, is_literal, fixed):
    stakes = tree.Stakes(piles, 1, (0.5, 1.0, tree.ALL), fixed, raises, is_literal, 0.0)

    def walk(state):
        options = list(tree.actions(state, stakes, rounds))
        assert (
            len({option.name for option in options})
            == len(options)
            >= 2 - (raises == 0 or min(state.left) == 0)
        )
        for option in options:
            for seat in range(2):
                assert 1 <= option.paid[seat] <= piles[seat]
            if not is_literal:
                assert max(option.paid) <= min(piles)
            if option.after is not None:
                assert all(
                    left + paid == pile
                    for left, paid, pile in zip(option.after.left, option.after.paid, piles, strict=True)
                )
                walk(option.after)
            elif option.end == "showdown" and is_literal and option.paid[0] != option.paid[1]:
                short = min((0, 1), key=lambda seat: option.paid[seat])
                assert option.paid[short] == piles[short]

    walk(tree.start(stakes))
    deal = [2] * rounds
    assert tree.count_sequences(stakes, deal) > 2


def test_sequences_are_counted_as_they_are_built():
    deal = classes.deal("ignore", flop=2, river=2, trials=2_000)
    stakes = tree.Stakes((3, 5), 1, (1.0, tree.ALL), None, 2, True, 0.0)
    built = tree.build(stakes, deal)
    assert tree.count_sequences(stakes, (2, 2)) == built.game.first.sequences + built.game.second.sequences


# --- classes of hands


def test_strengths_on_a_board_are_those_counted_one_by_one():
    order = "compare"
    board = deck.parse("Qh 7s")
    table = tables.ranks(order)
    ranks = lambda cards: int(table.rank[tables.number_of(cards)])  # noqa: E731
    die = random.Random(5)
    found = classes.strengths(order)
    start = int(kernels.board_number(*sorted(board))) * kernels.N_TRIPLES
    shares = naive.shares_on_board(board, ranks, range(deck.N_CARDS))
    for hand in die.sample(sorted(shares), 300):
        level = found.levels[start + int(kernels.triple_number(*hand))]
        assert level == min(int(shares[hand] * 256), 255)
    rivers = [card for card in range(deck.N_CARDS) if card not in (board[0], *deck.parse("Ac Ad 9s"))]
    triple = int(kernels.triple_number(*deck.parse("Ac Ad 9s")))
    mean = np.mean(
        [
            (
                found.levels[
                    int(kernels.board_number(*sorted((board[0], river)))) * kernels.N_TRIPLES + triple
                ]
                + 0.5
            )
            / 256
            for river in rivers
        ]
    )
    assert found.flops[board[0], triple] == pytest.approx(mean, abs=0.002)


def test_triples_and_boards_have_numbers_of_their_own():
    numbers = {int(kernels.triple_number(*hand)) for hand in itertools.combinations(range(52), 3)}
    assert numbers == set(range(kernels.N_TRIPLES))
    assert int(kernels.triple_number(9, 4, 7)) == int(kernels.triple_number(4, 7, 9))
    boards = {int(kernels.board_number(b, a)) for a, b in itertools.combinations(range(52), 2)}
    assert boards == set(range(1326))


def test_classes_meet_alike_and_the_better_win():
    deal = classes.deal("compare", flop=4, river=4, trials=200_000)
    for meet in deal.rounds:
        assert meet.met.sum() == pytest.approx(1)
        assert np.allclose(meet.met, meet.met.T)
        lost = meet.met - meet.won - meet.tied
        assert np.allclose(meet.won, lost.T)
    first, last = deal.rounds
    assert first.met.sum(axis=1) == pytest.approx([1 / 4] * 4, abs=0.01)
    assert np.all(np.diff(deal.equity) > 0.1)
    # a pot of two three-card hands is shared once in a thousand deals
    assert 0.0005 < last.tied.sum() < 0.002
    again = classes.deal("compare", flop=4, river=4, trials=200_000, workers=1)
    assert np.array_equal(again.rounds[1].won, last.won)


def test_hands_that_meet_win_as_often_as_all_deals_counted():
    trials = 400_000
    deal = classes.deal("compare", flop=2, river=2, trials=trials, seed=6)
    exact = poker.control(2)
    tied = deal.rounds[-1].tied.sum()
    assert abs(tied - exact.p_tie) < 4.5 * math.sqrt(exact.p_tie / trials)
    # a chance off by more than half would be seen
    assert abs(tied - 1.6 * exact.p_tie) > 4.5 * math.sqrt(1.6 * exact.p_tie / trials)
    # both classes of the river are equally likely
    parts = deal.rounds[-1].met.sum(axis=1)
    river = parts.reshape(2, 2).sum(axis=0)
    assert abs(river[0] - 0.5) < 0.005


# --- equilibria


def test_equal_piles_do_not_care_for_the_all_in_clause():
    rows = betting.side_pots([(4, 4)], **SMALL).rows
    assert len({round(row.value, 9) for row in rows}) == 1


def test_the_short_pile_gains_by_the_letter():
    rows = {(row.piles, row.all_in): row for row in betting.side_pots([(3, 10), (10, 3)], **SMALL).rows}
    assert rows[(3, 10), "winner-takes-pot"].value > rows[(3, 10), "side-pot"].value
    assert rows[(10, 3), "winner-takes-pot"].value <= rows[(10, 3), "side-pot"].value
    assert rows[(3, 10), "winner-takes-pot"].p_unequal > 0 == rows[(3, 10), "side-pot"].p_unequal
    for pair in ((3, 10), (10, 3)):
        # for two, money that comes back and money that is never bet are the same
        assert rows[pair, "side-pot"].value == pytest.approx(rows[pair, "capped"].value, abs=1e-9)


@pytest.mark.parametrize("reading", ["ante-only", "fixed", "pot", "no-limit"])
@pytest.mark.parametrize("rounds", [1, 2])
def test_no_reply_gains_against_an_equilibrium(reading, rounds):
    answer = betting.equilibrium((4, 4), rounds=rounds, betting=reading, **SMALL)
    assert answer.exploitability < 1e-8
    assert answer.p_showdown + sum(answer.p_fold) == pytest.approx(1)
    for name, total in _sums(answer).items():
        assert total == pytest.approx(1), name
    if reading == "ante-only":
        assert answer.value == pytest.approx(0, abs=1e-12)
        assert answer.pot == pytest.approx(2)
        assert answer.p_showdown == pytest.approx(1)
    else:
        assert answer.pot > 2
        assert answer.value < 0  # the player on turn speaks first


def _sums(answer):
    found = {}
    for row in answer.rows:
        key = (row.player, row.history, row.flop_class, row.river_class)
        found[key] = found.get(key, 0) + row.p
    return found


def test_an_ally_at_stake_makes_the_player_on_turn_bolder():
    plain = betting.equilibrium((4, 4), rounds=1, **SMALL)
    ally = betting.equilibrium((4, 4), rounds=1, ally_value=6, **SMALL)
    assert ally.value_without_bets == pytest.approx(3, abs=0.02)
    assert ally.value > plain.value
    checks = [sum(row[0] for row in answer.first_action) for answer in (plain, ally)]
    assert checks[1] <= checks[0]


def test_one_army_leaves_nothing_to_bet():
    answer = betting.equilibrium((1, 9), rounds=2, **SMALL)
    assert answer.first_actions == ("check",)
    assert answer.value == pytest.approx(0, abs=1e-12)


def test_more_classes_are_counted_over_the_same_deals():
    coarse = betting.equilibrium((3, 3), rounds=1, classes=2, trials=60_000, seed=3)
    again = betting.equilibrium((3, 3), rounds=1, classes=2, trials=60_000, seed=3, workers=1)
    assert coarse.to_dict() == again.to_dict()
    assert math.isfinite(coarse.value)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: betting.call(-1, 2, 3), "-1"),
        (lambda: betting.call(1, 0, 3), "bet"),
        (lambda: betting.call(1, 2, 0), "pile"),
        (lambda: betting.call(1, 2, 3, shortest=4), "at most 3"),
        (lambda: betting.call(1, 2, 3, equity=1.5), "1.5"),
        (lambda: betting.call(1, 2, 3, all_inn="capped"), "all_in"),
        (lambda: betting.all_in([3]), "2 … 6"),
        (lambda: betting.all_in([3, 0]), "0"),
        (lambda: betting.split(3, 0), "sharers"),
        (lambda: betting.stakes(territories=[43]), "42"),
        (lambda: betting.stakes(factories=-1), "-1"),
        (lambda: betting.equilibrium((3,)), "two players"),
        (lambda: betting.equilibrium((0, 3)), "pile"),
        (lambda: betting.equilibrium((3, 3), rounds=3), "3"),
        (lambda: betting.equilibrium((3, 3), sizes=()), "sizes"),
        (lambda: betting.equilibrium((3, 3), sizes=(2,), betting="pot"), "2"),
        (lambda: betting.equilibrium((3, 3), raises=9), "9"),
        (lambda: betting.equilibrium((3, 3), classes=1), "classes"),
        (lambda: betting.equilibrium((40, 40)), "sequences"),
        (lambda: betting.equilibrium((3, 3), trials=10), "trials"),
        (lambda: betting.side_pots([]), "piles"),
    ],
)
def test_bad_input_is_told_in_one_line(ask, message):
    with pytest.raises(InputError, match=message) as told:
        ask()
    assert "\n" not in str(told.value)


def test_stakes_are_read_from_the_rules():
    rule_set = rules.load("new-rules").vary(all_in="capped", betting="fixed", ante=2)
    stakes = games.ask(rule_set, (5, 6), (0.5,), 2, 3, 0.0)
    assert (stakes.ante, stakes.fixed, stakes.is_literal) == (2, 3, False)
