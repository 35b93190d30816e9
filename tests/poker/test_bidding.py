"""Turns between controls, tables that challenge, the joining game, dead letters."""

import contextlib
import itertools
import math
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import poker, rules
from risksim.errors import InputError, NotApplicableError
from risksim.poker import bidding
from risksim.poker.bidding import chain, chances, events, joining, letters, turns
from risksim.rules.clauses import CLAUSES
from tests.naive import bidding as naive

SPENT = ("every-bid", "hand-played", "only-if-lost")


def naive_rules(**changes):
    return naive.RULES | changes


# --- the economy of control


@pytest.mark.parametrize(
    ("question", "share"),
    [
        # three cards for every control, nobody challenging: one turn in three, or q/3 of them
        ({}, Fraction(1, 3)),
        ({"success": 0.6}, Fraction(1, 5)),
        # one card a bid, where one is enough
        ({"bid_min_cards": 1, "success": 0.6}, Fraction(3, 5)),
        ({"own_cards_used": "any", "success": 0.6}, Fraction(3, 5)),
        ({"own_cards_used": "at-most-two", "board_cards": 5}, Fraction(1, 2)),
        # nothing spent: every turn from the third on
        ({"poker_cards_spent": "hand-played"}, Fraction(1)),
        ({"poker_cards_spent": "only-if-lost", "contested": 0.5, "p_control": 1}, Fraction(1)),
        # every bid costs three, challenged or not
        ({"contested": 0.5, "p_control": 0.4}, Fraction(7, 30)),
        ({"contested": 1, "p_control": 0.4}, Fraction(2, 15)),
        ({"success": 0, "contested": 0.5, "p_control": 0.4}, Fraction(0)),
    ],
)
def test_shares_known_by_hand(question, share):
    answer = bidding.economy(**question)
    assert answer.exact["p_ally"] == str(share)
    assert answer.turns_between == (None if share == 0 else pytest.approx(float(1 / share)))


def test_the_wait_for_three_cards_is_a_negative_binomial():
    answer = bidding.economy(success=0.6)
    for turn in range(3, 12):
        chance = math.comb(turn - 1, 2) * 0.6**3 * 0.4 ** (turn - 3)
        assert answer.first[turn - 1] == pytest.approx(chance)
        assert answer.between[turn - 1] == pytest.approx(chance)
    assert answer.exact["expected_first"] == "5"


def test_two_hands_at_once_control_as_often_as_a_second_try_and_cost_more():
    question = {"contested": 1, "p_control": 0.4, "bid_from": 6, "poker_hand_cap": 6, "bid_forced_at": "six"}
    one_by_one, at_once = bidding.economy(**question), bidding.economy(**question, doubles=True)
    assert one_by_one.exact["expected_first"] == at_once.exact["expected_first"] == "75/8"
    assert one_by_one.exact["p_ally"] == "2/15"
    assert at_once.exact["p_ally"] == "8/75"


def test_the_dealer_deals_in_as_often_as_is_paid_for():
    shares = [
        float(
            Fraction(bidding.economy(contested=1, p_control=0.25, rebuy="dealt-in", tries=n).exact["p_ally"])
        )
        for n in range(4)
    ]
    assert shares == pytest.approx([(1 - 0.75 ** (n + 1)) / 3 for n in range(4)])


def test_an_allys_bids_add_turns_and_may_never_end():
    chained = bidding.economy(ally_draws_poker=True, ally_can_bid=True)
    # every third turn of an ally brings the three cards for a further one
    assert chained.exact["p_ally"] == "1/3"
    assert chained.exact["ally_turns"] == "1/2"
    endless = bidding.economy(ally_draws_poker=True, ally_can_bid=True, poker_cards_spent="hand-played")
    assert endless.is_endless
    assert endless.p_ally is None
    assert endless.expected_first == 3
    useless = bidding.economy(ally_can_bid=True)
    assert useless.exact == bidding.economy().exact


NAIVE_QUESTIONS = [
    ({}, {"success": 0.7, "contested": 0.5, "control": 0.4, "lost": 0.5, "bid_from": 3}),
    ({"poker_cards_spent": "hand-played"}, {"success": 0.7, "contested": 0.3, "control": 0.3, "lost": 0.6, "bid_from": 4}),
    ({"poker_cards_spent": "only-if-lost"}, {"success": 0.9, "contested": 0.6, "control": 0.4, "lost": 0.4, "bid_from": 3}),
    ({"poker_hand_cap": 6, "bid_forced_at": 6}, {"success": 0.8, "contested": 0.9, "control": 0.4, "lost": 0.5, "bid_from": 6}),
    (
        {"poker_hand_cap": 7, "bid_forced_at": None, "poker_cards_spent": "only-if-lost"},
        {"success": 0.8, "contested": 0.9, "control": 0.35, "lost": 0.5, "bid_from": 6, "doubles": True},
    ),
    ({"own_cards_used": "any", "bid_min_cards": 1}, {"success": 0.5, "contested": 0.4, "control": 0.4, "lost": 0.6, "bid_from": 2}),
]  # fmt: skip


@pytest.mark.parametrize(("clauses", "question"), NAIVE_QUESTIONS)
def test_the_long_run_is_that_of_a_player_with_a_die(clauses, question):
    turns = 60_000
    found = naive.alone(naive_rules(**clauses), random.Random(1), turns, **question)
    words = {5: "five", 6: "six", None: "never"}
    if "bid_forced_at" in clauses:
        clauses = clauses | {"bid_forced_at": words[clauses["bid_forced_at"]]}
    answer = bidding.economy(
        success=question["success"],
        contested=question["contested"],
        p_control=question["control"],
        p_lost=question["lost"],
        bid_from=question["bid_from"],
        doubles=question.get("doubles", False),
        **clauses,
    )
    # controls are further apart than chance alone would put them: the binomial error is an upper one
    error = math.sqrt(turns * answer.p_ally * (1 - answer.p_ally)) + 1
    assert abs(len(found) - turns * answer.p_ally) < 4.5 * error
    gaps = [b - a for a, b in itertools.pairwise(found)]
    for wait in range(1, 8):
        p = answer.between[wait - 1]
        expected = len(gaps) * p
        assert abs(gaps.count(wait) - expected) < 4.5 * math.sqrt(len(gaps) * p * (1 - p)) + 1


def test_a_wrong_share_is_seen():
    found = len(naive.alone(naive.RULES, random.Random(1), 60_000, 0.7, 0.5, 0.4, 0.5, 3))
    wrong = bidding.economy(success=0.7, contested=0.5, p_control=0.5, p_lost=0.5).p_ally
    assert abs(found - 60_000 * wrong) > 4.5 * math.sqrt(60_000 * wrong * (1 - wrong))


@settings(deadline=None, max_examples=40)
@given(
    success=st.integers(1, 10),
    contested=st.integers(0, 10),
    control=st.integers(0, 10),
    spent=st.sampled_from(SPENT),
    cap=st.integers(5, 7),
    forced=st.sampled_from(["five", "six", "never"]),
    rebuy=st.sampled_from(["three-more-cards", "dealt-in", "no"]),
)
def test_cards_are_conserved(success, contested, control, spent, cap, forced, rebuy):
    answer = bidding.economy(
        success=Fraction(success, 10),
        contested=Fraction(contested, 10),
        p_control=Fraction(control, 10),
        poker_cards_spent=spent,
        poker_hand_cap=cap,
        bid_forced_at=forced,
        rebuy=rebuy,
    )
    assert sum(answer.held.values()) == pytest.approx(1)
    p_ally, hands, bids = (Fraction(answer.exact[name]) for name in ("p_ally", "hands", "bids"))
    assert p_ally <= bids <= 1
    if answer.turns_between is not None:
        assert sum(answer.between) == pytest.approx(1, abs=1e-6) or len(answer.between) == turns.MOST_TURNS
        mean = sum(turn * p for turn, p in enumerate(answer.between, 1))
        assert mean <= answer.turns_between + 1e-9
    if spent == "every-bid" and rebuy != "three-more-cards":
        # cards drawn and not refused are spent three at a time
        assert 3 * bids == Fraction(success, 10) - Fraction(answer.exact["cards_refused"])
    assert (hands == 0) == (contested == 0 or bids == 0)


@settings(deadline=None, max_examples=25)
@given(
    contested=st.integers(0, 5),
    more=st.integers(1, 5),
    control=st.integers(0, 9),
    spent=st.sampled_from(SPENT),
)
def test_more_challenges_never_bring_more_allies(contested, more, control, spent):
    shares = [
        bidding.economy(
            success=Fraction(3, 5),
            contested=Fraction(c, 10),
            p_control=Fraction(control, 10),
            poker_cards_spent=spent,
        ).p_ally
        for c in (contested, contested + more)
    ]
    assert shares[1] <= shares[0] + 1e-12


def test_values_of_cards_are_those_of_the_long_run():
    asked = turns.ask(success=0.6, contested=0.5, p_control=0.4)
    nearly = turns.card_values(asked, 0.99999)
    for with_cards, in_all in zip(turns.card_values(asked), nearly, strict=True):
        assert in_all - nearly[0] == pytest.approx(with_cards, abs=1e-3)


def test_cards_have_a_worth_where_a_chain_keeps_to_one_of_several_levels():
    # one card a bid and a bid every turn: from however many cards, there is an ally in every turn
    asked = turns.ask(own_cards_used="any", bid_min_cards=2)
    values = turns.card_values(asked)
    # the first turn without one is that from no cards
    assert values == pytest.approx([0, 1, 1, 1, 1, 1])


@settings(deadline=None, max_examples=30)
@given(
    chances=st.tuples(*[st.sampled_from([0, Fraction(1, 2), 1])] * 3),
    spent=st.sampled_from(SPENT),
    used=st.sampled_from(["exactly-three", "any"]),
    least=st.integers(1, 3),
    ally=st.booleans(),
)
def test_certainties_are_answered_too(chances, spent, used, least, ally):
    success, contested, control = chances
    answer = bidding.economy(
        success=success,
        contested=contested,
        p_control=control,
        poker_cards_spent=spent,
        own_cards_used=used,
        bid_min_cards=least,
        ally_draws_poker=ally,
        ally_can_bid=ally,
    )
    assert answer.is_endless or sum(answer.held.values()) == pytest.approx(1)
    if success == 0 or (contested == 1 and control == 0):
        assert answer.expected_first is None


def test_chains_small_enough_are_exact_and_the_others_agree(monkeypatch):
    question = {"ally_draws_poker": True, "ally_can_bid": True, "contested": 0.5, "p_control": 0.4}
    small = bidding.economy(**question)
    monkeypatch.setattr(turns, "MOST_EXACT", 0)
    large = bidding.economy(**question)
    assert "/" in small.exact["p_ally"]
    assert "p_ally" not in large.exact
    assert large.p_ally == pytest.approx(small.p_ally)
    assert large.ally_turns == pytest.approx(small.ally_turns)


def test_waits_of_a_chain_by_hand():
    half = Fraction(1, 2)
    # a coin until heads
    assert chain.first_passage([[(half, 0)]], [half], 0) == 2
    assert chain.first_passage([[(Fraction(1), 0)]], [0], 0) is None
    assert chain.waits([[(half, 0)]], [half], [1], 3, 0.0) == [0.5, 0.25, 0.125]
    assert chain.recurrent([[(1, 1)], [(1, 2)], [(1, 1)]], 0) == [1, 2]


def test_readings_hold_the_rule_set_and_every_single_change():
    answer = bidding.readings(success=0.6, contested=0.5, p_control=0.4)
    assert answer.rows[0].changed == {}
    changed = [set(row.changed) for row in answer.rows if len(row.changed) == 1]
    assert {name for names in changed for name in names} == {
        "bid_min_cards", "bid_forced_at", "poker_hand_cap", "own_cards_used", "poker_cards_spent", "rebuy",
        "ally_draws_poker", "ally_can_bid",
    }  # fmt: skip
    assert any(row.is_endless is False and len(row.changed) == 2 for row in answer.rows)
    for row in answer.rows[:8]:
        again = bidding.economy(success=0.6, contested=0.5, p_control=0.4, **row.changed)
        assert row.turns_between == again.turns_between


# --- tables


@pytest.mark.parametrize(
    ("players", "clauses", "question"),
    [
        (2, {}, {"success": 0.7, "join": 0.6, "bid_from": 4}),
        (3, {}, {"success": 0.8, "join": 0.5, "bid_from": 5}),
        (3, {"poker_cards_spent": "only-if-lost"}, {"success": 0.6, "join": 0.5, "bid_from": 3}),
        (2, {"poker_cards_spent": "hand-played"}, {"success": 0.6, "join": 0.4, "bid_from": 3}),
    ],
)
def test_a_table_is_that_of_players_with_dice(players, clauses, question):
    controls = tuple(0.9 / m for m in range(2, players + 1))
    rounds = 40_000 // players
    counts = naive.table(
        naive_rules(**clauses), random.Random(2), rounds, players, controls=controls, **question
    )
    answer = bidding.table(players, p_control=controls, **clauses, **question)
    turns = counts["turns"]
    for name, expected in (
        ("controls", answer.p_ally),
        ("bids", answer.bids),
        ("challenged", answer.bids * answer.p_contested),
    ):
        # turns hang together: twice the error of independent ones
        assert abs(counts[name] / turns - expected) < 9 * math.sqrt(expected * (1 - expected) / turns)
    assert counts["seated"] / counts["challenged"] == pytest.approx(answer.players_in_hand, rel=0.02)


def test_who_bids_at_once_leaves_nobody_to_challenge():
    for players in range(2, 6):
        assert bidding.table(players, success=0.7).p_contested == 0
    waiting = bidding.table(3, bid_from=5)
    assert waiting.p_contested == pytest.approx(1)
    assert waiting.turns_between == pytest.approx(27)


def test_a_table_without_challenges_is_every_player_alone():
    for spent in SPENT:
        alone = bidding.economy(success=0.6, poker_cards_spent=spent)
        assert bidding.table(2, success=0.6, join=0, poker_cards_spent=spent).p_ally == pytest.approx(
            alone.p_ally
        )


# --- the joining game


def brute_equilibria(gains, rivals):
    """Numbers of joiners from which no single rival gains by changing his mind; who gains nothing stays out."""
    found = []
    for joined in range(rivals + 1):
        leaves = joined > 0 and gains[joined - 1] <= 0
        enters = joined < rivals and gains[joined] > 0
        if not leaves and not enters:
            found.append(joined)
    return found


@settings(deadline=None, max_examples=50)
@given(
    value=st.floats(0.1, 50),
    players=st.integers(2, 5),
    card_value=st.floats(0.01, 5),
    stake=st.floats(0, 10),
    control=st.lists(st.floats(0, 1), min_size=4, max_size=4),
    spent=st.sampled_from(SPENT),
)
def test_nobody_gains_by_leaving_an_equilibrium(value, players, card_value, stake, control, spent):
    question = {
        "p_control": sorted(control, reverse=True)[: players - 1],
        "card_value": card_value,
        "stake": stake,
        "poker_cards_spent": spent,
    }
    answer = bidding.challenge(value, players, **question)
    pure = [round(each.joiners) for each in answer.equilibria if each.kind == "pure"]
    assert pure == brute_equilibria([0 if abs(g) < 1e-12 else g for g in answer.gains], players - 1)
    for each in answer.equilibria:
        if each.kind == "mixed":
            others = range(players - 1)
            p = each.p_join
            mean = sum(
                math.comb(players - 2, j) * p**j * (1 - p) ** (players - 2 - j) * answer.gains[j]
                for j in others
            )
            assert mean == pytest.approx(0, abs=1e-6 * max(map(abs, answer.gains)))
    low, high = answer.challenged_from, answer.challenged_to
    assert (answer.gains[0] > 1e-12) == (
        low is not None and value > low and (high is None or value < high)
    ) or (low is not None and value == pytest.approx(low, abs=1e-9))


def test_a_challenge_of_two_by_hand():
    answer = bidding.challenge(10, card_value=0.5)
    # joining costs three cards at half an army and halves the chance of an ally worth ten
    assert answer.gains == pytest.approx([-1.5 + 10 * 0.5])
    assert answer.challenged_from == pytest.approx(3)
    assert answer.worth_bidding_alone == pytest.approx(10 - 1.5)
    # with share s the pot brings 2s - 1 and the ally is denied with chance s
    assert answer.equity_needed == pytest.approx((1.5 + 1) / (2 + 10))
    (only,) = answer.equilibria
    assert (only.joiners, only.bidder_value) == (1, pytest.approx(10 * 0.5 - 1.5))
    assert answer.is_challenged


def test_at_no_value_nothing_is_gained_but_by_a_better_hand():
    answer = bidding.challenge(0)
    assert answer.gains == (0,)
    assert not answer.is_challenged
    assert answer.equity_needed == pytest.approx(0.5)
    better = bidding.challenge(0, share=[0.4])
    assert better.gains == pytest.approx((0.2,))
    assert better.is_challenged


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_as_the_rules_spend_cards_nobody_ever_challenges(players):
    rows = bidding.thresholds([players]).rows
    assert all(row.challenged_from is None for row in rows if row.spent == "every-bid")
    # a control for a control: three cards are one of one's own
    few = next(row for row in rows if row.spent == "every-bid" and row.rival_cards == row.cards == 3)
    assert few.card_cost_per_value == pytest.approx(1)
    assert few.gain_per_value == pytest.approx(-1 + 0.5 / (players - 1))
    # cards beyond the hand's cap are cheap, and where a hand costs the bidder his cards too, two players challenge
    full = [row for row in rows if row.rival_cards == 5 and row.spent != "every-bid"]
    assert all(row.challenged_from == 0 for row in full)


@settings(deadline=None, max_examples=30)
@given(
    fixed=st.floats(-5, 5).filter(lambda x: abs(x) > 1e-6),
    slope=st.floats(-5, 5).filter(lambda x: abs(x) > 1e-6),
    value=st.floats(0, 100),
)
def test_thresholds_of_a_line(fixed, slope, value):
    low, high = joining.interval(joining.Linear(fixed, slope))
    is_above = fixed + slope * value > 0
    is_in = low is not None and value >= low and (high is None or value <= high)
    assert is_above == is_in or abs(fixed + slope * value) < 1e-6


def test_a_coming_end_makes_a_bid_now_worth_more():
    patient, hasty = bidding.challenge(10), bidding.challenge(10, discount=0.9)
    assert patient.worth_bidding_alone == pytest.approx(0)
    # the next three cards are three turns away whether one bids now or waits one turn for nothing
    assert hasty.worth_bidding_alone == pytest.approx(1)


def test_mixed_equilibria_are_found():
    # two rivals: alone one gains, beside another one loses
    answer = bidding.challenge(10, 3, card_value=0.4, p_control=[0.4, 0.38])
    kinds = [each.kind for each in answer.equilibria]
    assert kinds == ["pure", "mixed"]
    assert answer.equilibria[0].joiners == 1
    first, second = answer.gains
    assert answer.equilibria[1].p_join == pytest.approx(first / (first - second))


def test_hands_as_they_are_dealt():
    answer = bidding.challenge(5, dealt=True)
    exact = poker.control(2)
    # whoever looks at his cards before naming the ally always has its suit
    assert answer.p_control == (1.0, pytest.approx(exact.p_win))
    assert answer.share == (1.0, 0.5)
    assert answer.p_hands == pytest.approx(chances.hands_worth(answer.rule_set, answer.equity_needed))
    assert 0 < answer.p_hands < 0.1
    named = bidding.challenge(5, dealt=True, declare_after_seeing_cards=False)
    assert named.p_control[1] == pytest.approx(max(exact.p_control.values()))
    three = bidding.challenge(5, 3, dealt=True, trials=2_000, rivals=1)
    assert three.p_control[1] == pytest.approx(exact.p_win)


def test_thresholds_are_about_what_play_can_come_to():
    rows = bidding.thresholds([3]).rows
    met = {spent: {(row.cards, row.rival_cards) for row in rows if row.spent == spent} for spent in SPENT}
    # who holds five has to bid, and a bid spends cards
    assert met["every-bid"] == {(3, 3), (3, 4), (5, 4)}
    assert met["hand-played"] == met["only-if-lost"] == {(3, 3), (3, 4), (3, 5), (5, 5)}


def test_who_has_looked_may_challenge_where_nobody_does_without_looking():
    row = bidding.thresholds([2], holdings=[(3, 3)]).rows[0]
    assert (row.spent, row.challenged_from) == ("every-bid", None)
    # with share s the pot brings 2s - 1, and of an ally worth v he spends v for certain and denies the bidder s v
    assert (row.best_hand_from, row.best_hand_to) == (0, None)
    rule_set = rules.load("new-rules")
    for worth, part in ((1, row.p_hands_at_1), (10, row.p_hands_at_10)):
        assert part == chances.hands_worth(rule_set, (1 + worth) / (2 + worth))
        assert bidding.challenge(worth, 2).p_hands == part
    four = bidding.thresholds([4], holdings=[(3, 3)]).rows[0]
    # the best hand wins an army and denies a third of v, at a cost of v
    assert four.best_hand_to == pytest.approx(1.5)
    assert (four.p_hands_at_10, bidding.challenge(10, 4).p_hands) == (0, 0)
    assert bidding.challenge(1, 2, rival_cards=4).p_hands is None


def test_hands_that_are_good_enough():
    rule_set = rules.load("new-rules")
    parts = [chances.hands_worth(rule_set, share) for share in (0, 0.3, 0.5, 0.7, 0.99)]
    assert parts[0] == 1
    assert parts == sorted(parts, reverse=True)
    assert 0.4 < parts[2] < 0.5  # a few very good hands make up for many that are a little worse than even
    assert parts[4] < 0.01


# --- dead letters


def clause_words(naive_values):
    forced = {5: "five", 6: "six", None: "never"}
    found = {name: value for name, value in naive_values.items() if name in CLAUSES}
    return found | {"bid_forced_at": forced[naive_values["bid_forced_at"]]}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"poker_hand_cap": 6, "bid_forced_at": 6},
        {"poker_hand_cap": 6, "poker_cards_spent": "hand-played"},
        {"poker_cards_spent": "only-if-lost"},
        {"bid_forced_at": None, "poker_hand_cap": 7},
        {"bid_min_cards": 1, "join_min_cards": 2},
    ],
)
def test_what_can_come_to_pass_is_what_players_without_sense_run_into(changes):
    table = naive_rules(ante=1, least_pile=3, bets=True, **changes)
    seen = naive.whatever(table, random.Random(3), 3, 12_000)
    rule_set = rules.load("new-rules").vary(**clause_words(table))
    found = set()
    for name, facts in events.reached(rule_set, 3):
        true = dict(facts)
        if name in ("hold", "join", "doubles", "plays on"):
            found.add((name, true["cards"]))
        elif name == "bid":
            found.add(("forced" if true["forced"] else "free", true["cards"]))
        elif name == "hand":
            found.add(("left", true["left"]))
        elif name == "lost":
            found.add(("lost", true["left"]))
        elif name in ("pile counted before", "kept out without armies"):
            found.add((name, None))
    assert seen == found


def test_the_document_as_it_is_read():
    answer = bidding.dead_letters()
    dead = {letter.name for letter in answer.letters}
    assert {"doubling down", "playing again with six", "forced at six", "a bid with one card"} <= dead
    assert {"forced at five", "joining with three", "free to use the army"} <= set(answer.alive)
    assert set(answer.alive) == set(answer.only_without_allies)
    assert len(dead) + len(answer.alive) == answer.sentences == len(letters.sentences())
    by_name = {letter.name: letter for letter in answer.letters}
    assert by_name["a winner without the suit"].players == (5, 6)
    assert by_name["a winner without the suit"].revived_by == ()
    assert {"rebuy": "dealt-in"} in by_name["dealt in by the dealer"].revived_by
    assert {"rebuy": "dealt-in"} in by_name["playing on"].revived_by
    for name in ("factories in the pool", "factories in the pile"):
        assert by_name[name].reason == "factories in the betting pile: no"
        changes = [{"pool_includes_factories": each} for each in ("yes-not-placed", "yes-and-placed")]
        assert list(by_name[name].revived_by) == changes
    six = by_name["doubling down"]
    assert {"bid_forced_at": "six", "poker_hand_cap": 6} in six.revived_by
    assert "cards with which a player can come to bid: 3, 4, 5" in six.reason


def test_what_revives_a_letter_does_and_nothing_smaller():
    answer = bidding.dead_letters()
    own = answer.rule_set.readings()
    for letter in answer.letters:
        for changes in letter.revived_by:
            alive = bidding.dead_letters(
                revive=False, players=[n for n in letter.players if n < 6], **changes
            )
            assert letter.name in alive.alive
            for name, value in changes.items():
                assert own[name] != value
                rest = {other: each for other, each in changes.items() if other != name}
                with contextlib.suppress(InputError):  # a change that cannot be played alone
                    left = bidding.dead_letters(revive=False, players=[3], **rest)
                    assert letter.name not in left.alive


def test_six_cards_are_reached_at_five_forced_where_an_unchallenged_bid_is_free():
    question = {"poker_hand_cap": 6, "bid_forced_at": "five", "players": [3], "revive": False}
    assert "doubling down" not in bidding.dead_letters(**question).alive
    assert "doubling down" in bidding.dead_letters(poker_cards_spent="hand-played", **question).alive


def test_quotes_are_short_and_each_sentence_has_a_known_event():
    found = letters.sentences()
    assert len({each.name for each in found}) == len(found)
    assert all(0 < len(each.quote) < 160 for each in found)
    wide = rules.load("new-rules").vary(
        bid_min_cards=1,
        poker_hand_cap=10,
        bid_forced_at="six",
        own_cards_used="any",
        board_cards=4,
        join_min_cards=0,
        ally_draws_poker=True,
        ally_can_bid=True,
    )
    names = {name for name, _ in events.reached(wide, 3)}
    for each in found:
        for need in each.needs:
            assert need["event"] in names


# --- bad input


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: bidding.economy("classic"), "classic"),
        (lambda: bidding.economy(success=1.2), "1.2"),
        (lambda: bidding.economy(contested=0.5), "p_control"),
        (lambda: bidding.economy(contested=0.5, p_control=0.7, p_lost=0.6), "exceed 1"),
        (lambda: bidding.economy(bid_from=2), "at least 3"),
        (lambda: bidding.economy(bid_from=6), "at most 5"),
        (lambda: bidding.economy(doubles=True), "poker_hand_cap"),
        (lambda: bidding.economy(tries=-1), "-1"),
        (lambda: bidding.economy(poker_card_spent="no"), "poker_cards_spent"),
        (lambda: bidding.readings(vary={"wildz": [1]}), "wilds"),
        (lambda: bidding.table(1), "1"),
        (lambda: bidding.table(6), "6"),
        (lambda: bidding.table(5, poker_hand_cap=10), "161,051"),
        (lambda: bidding.table(3, p_control=[0.5]), "2 … 3"),
        (lambda: bidding.table(2, p_control=[0.6]), "0.6"),
        (lambda: bidding.challenge(-1), "-1"),
        (lambda: bidding.challenge(1, players=6), "6"),
        (lambda: bidding.challenge(1, cards=6), "at most 5"),
        (lambda: bidding.challenge(1, rival_cards=2), "at least 3"),
        (lambda: bidding.challenge(1, rivals=2), "2 players"),
        (lambda: bidding.challenge(1, card_value=1, success=0.5), "card_value"),
        (lambda: bidding.challenge(1, ally_draws_poker=True, ally_can_bid=True), "card_value"),
        (lambda: bidding.challenge(1, dealt=True, share=[0.5]), "neither"),
        (lambda: bidding.challenge(1, seed=4), "dealt"),
        (lambda: bidding.challenge(1, p_control=[1.5]), "1.5"),
        (lambda: bidding.challenge(1, 3, p_control=[0.5]), "2 numbers"),
        (lambda: bidding.dead_letters(players=[7]), "7"),
        (lambda: bidding.dead_letters(players=[]), "players"),
    ],
)
def test_bad_input_is_told_in_one_line(ask, message):
    with pytest.raises(InputError, match=message) as told:
        ask()
    assert "\n" not in str(told.value)


def test_rules_without_allies_do_not_apply():
    with pytest.raises(NotApplicableError):
        bidding.dead_letters("classic")
