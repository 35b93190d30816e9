"""What the claims say about bids, bets and ties, recomputed at the table: with dice, armies counted out, hand by hand.

Sources: ``seed-new-rules``.
"""

import random
from fractions import Fraction

import pytest

from risksim.claims.checking import allies
from risksim.claims.checking.check import check, found
from risksim.claims.checking.claim import Case, Effort, verdict
from risksim.poker.bidding import chances
from risksim.rules import load
from tests.naive import betting as naive_bets
from tests.naive import bidding as naive_bids
from tests.naive import poker as naive_poker

CATALOGUE = found()
KEYS = ("C25", "C27", "C28", "C29", "C30", "C31", "C33")
QUICK = Effort(trials=5_000, seed=1, quick=True)
SIX = {"poker_hand_cap": 6, "bid_forced_at": "six"}
#: The chance that one of two outright wins, as it is known from all deals.
WIN = Fraction(2923447199, 5853074500)


def case_of(key, clauses=None, *, is_headline=False, **settings):
    entry = CATALOGUE[key]
    assert set(settings) <= set(entry.settings)
    rules = load("new-rules").vary(**(clauses or {}))
    return Case(rules, {**entry.settings, **settings}, QUICK, is_headline)


def measured(key, clauses=None, **settings):
    return CATALOGUE[key].measure(case_of(key, clauses, **settings))


def value(key, clauses=None, **settings):
    return measured(key, clauses, **settings).number.value


def other(answer, label):
    (number,) = [each for each in answer.others if each.label == label]
    return number.value


def judged(key, clauses=None, **settings):
    entry = CATALOGUE[key]
    return verdict(measured(key, clauses, **settings), entry.low, entry.high).value


@pytest.mark.parametrize("rules", ["classic", "finnish", "russian", "slovak", "malay"])
def test_rules_without_allies_are_told_apart(rules):
    rows = check(KEYS, rules=rules, effort=QUICK).matrix
    assert {row.key for row in rows} == set(KEYS)
    assert {row.not_applicable for row in rows} <= {
        f"rule set {rules!r} has no allied armies to bid for",
        *(row.not_applicable for row in rows if "no allied armies" in (row.not_applicable or "")),
    }
    assert not any(row.verdict for row in rows)


# --- six cards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("changes", "plays_on"), [({}, set()), (SIX, {6})])
def test_c25_whatever_players_do(changes, plays_on):
    rules = naive_bids.RULES | {"ante": 1, "least_pile": 3, "bets": True}
    if changes:
        rules |= {"poker_hand_cap": 6, "bid_forced_at": 6}
    seen = set()
    for players in allies.PLAYERS:
        happened = naive_bids.whatever(rules, random.Random(players), players, 3_000)
        seen |= {cards for what, cards in happened if what == "plays on"}
    assert seen == plays_on
    answer = measured("C25", changes)
    assert answer.number.value == (4 if plays_on else 0)
    assert other(answer, "fewest cards with which one can play on, 3 players") == (6 if plays_on else None)
    assert other(answer, "sentences about six cards that never matter") == (0 if plays_on else 5)
    assert judged("C25", changes) == ("holds" if plays_on else "fails")


def test_c25_fewer_than_six_are_no_six():
    # any number of cards goes into a hand: four leave three
    loose = {**SIX, "own_cards_used": "any"}
    assert other(measured("C25", loose), "fewest cards with which one can play on, 2 players") == 4
    assert judged("C25", loose) == "fails"


def test_c27_two_hands_take_six_cards():
    assert value("C27") == 1
    # whoever waits for six always has them: every bid is two hands
    waiting = measured("C27", SIX, bids="with a full hand")
    assert waiting.number.value == 0
    assert other(waiting, "hands a challenged bid, played on included, bids from 6 cards") == 2
    assert other(waiting, "challenged bids with one ante, bids from 5 cards") == 1
    assert judged("C27", SIX, bids="with a full hand") == "fails"
    assert judged("C27", SIX) == "holds"


# --- bets ----------------------------------------------------------------------------------------------------


def to_call(pot, bet, pile, reading):
    """The share of the pot at which a call wins back what it costs, the pot counted out."""
    paid = [bet, min(bet, pile)]
    lost, won = (
        naive_bets.settle(paid, paid, [best], "winner-takes-pot" if reading == "literal" else "side-pot")[1]
        for best in (0, 1)
    )
    return -lost / (won + pot - lost)


@pytest.mark.parametrize(("short", "long"), [(3, 10), (3, 4), (9, 10), (5, 5), (2, 40)])
def test_c28_armies_counted_out(short, long):
    bet, pile = long - 1, short - 1
    difference = to_call(2, bet, pile, "literal") - to_call(2, bet, pile, "side")
    assert value("C28", short_pile=short, long_pile=long) == pytest.approx(difference)
    assert judged("C28", short_pile=short, long_pile=long) == ("holds" if difference > -0.05 else "fails")


def test_c28_no_other_clause_lets_the_short_pile_win_more():
    for clauses in (
        {"all_in": "side-pot"},
        {"all_in": "capped"},
        {"betting": "pot"},
        {"betting": "ante-only"},
    ):
        assert value("C28", clauses) == 0
    assert value("C28", {"betting": "fixed"}) == 0
    (row,) = check(["C28"], rules=load("new-rules").vary(ante=3), effort=QUICK, with_matrix=False).rows
    assert "leaves no armies for a call" in row.not_applicable


def test_c28_in_equilibrium_the_longer_pile_pays():
    answer = measured("C28", is_headline=True)
    moved = next(each for each in answer.others if "longer pile loses" in each.label)
    assert 0 < moved.low < moved.high < 0.2
    alike = measured("C28", long_pile=3, is_headline=True)
    assert other(alike, moved.label) == pytest.approx(0, abs=1e-9)


def test_c29_hands_dealt_and_pots_shared_out():
    die, ties, n_deals = random.Random(29), 0, 15_000
    for _ in range(n_deals):
        cards = die.sample(naive_poker.DECK, 8)
        one, two = (naive_poker.worth((*own, *cards[6:]), "ignore") for own in (cards[:3], cards[3:6]))
        ties += one == two
    p = value("C29", {"queen_high": "ignore"})
    assert abs(ties - n_deals * p) < 4.5 * (n_deals * p) ** 0.5
    answer = measured("C29")
    assert answer.number.exact == str(1 - 2 * WIN)
    for pot, sharers in ((3, 2), (4, 2), (5, 3)):
        left = pot
        while left >= sharers:  # an army each
            left -= sharers
        assert other(answer, f"armies of a pot of {pot} that {sharers} cannot share") == left
    assert other(answer, "tied hands of two that give the declarer control") == float(1 - 2 * WIN)


def test_c29_the_board_ties_more_where_more_of_it_is_shared():
    answer = measured("C29", is_headline=True)
    five = other(answer, "chance that the bidder ties: two cards of one's own and five on the board")
    assert five > 10 * answer.number.value


# --- bids ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clauses", "settings"),
    [
        ({}, {}),
        ({}, {"conquest_rate": Fraction(7, 10), "contested": 1}),
        ({}, {"contested": Fraction(1, 2)}),
        ({"poker_cards_spent": "only-if-lost"}, {"contested": Fraction(1, 2)}),
        ({"bid_min_cards": 1}, {"conquest_rate": Fraction(2, 5)}),
    ],
)
def test_c30_turn_by_turn(clauses, settings):
    turns = 60_000
    with_ally = naive_bids.alone(
        naive_bids.RULES | clauses,
        random.Random(30),
        turns,
        float(settings.get("conquest_rate", 1)),
        float(settings.get("contested", 0)),
        float(WIN),
        float(WIN),
        bid_from=clauses.get("bid_min_cards", 3),
    )
    assert value("C30", clauses, **settings) == pytest.approx(turns / len(with_ally), rel=0.03)


def test_c30_by_hand():
    assert value("C30") == 3
    # a hand every third turn, won with a chance
    assert measured("C30", contested=1).number.exact == str(3 / WIN)
    assert value("C30", {"poker_cards_spent": "hand-played"}) == 1
    answer = measured("C30", is_headline=True)
    assert other(answer, "bids that somebody can challenge, 3 players, all bid at once") == 0
    assert other(answer, "bids that somebody can challenge, 3 players, all wait for a card more") == 1


def test_c31_by_hand():
    # joining costs three cards, a turn of an ally; the bidder pays three whatever happens; his chance falls with the
    # rival's share s of the pot: 2 s - 1 - v + (0 - (2 (1 - s) p v - v)) = 0
    p = float(WIN)
    for v in (3, 10, 30):
        needed = (1 + 2 * p * v) / (2 + 2 * p * v)
        assert other(measured("C31", value=v), "share of the pot from which he gains") == pytest.approx(
            needed
        )
    # of n players the harm to one is 1/(n - 1): from three on not even a sure win is worth three cards
    for players in (3, 4, 5):
        assert other(measured("C31", players=players), "share of the pot from which he gains") is None
        assert value("C31", players=players) == 0
    # cards that are worth nothing else leave the pot and what the bidder is kept from
    free = (1 + 10 * (2 * p - 1)) / (2 + 2 * 10 * p)
    assert other(measured("C31", card_worth=0), "share of the pot from which he gains") == pytest.approx(free)
    assert [judged("C31"), judged("C31", card_worth=0)] == ["fails", "holds"]


def test_c31_counts_hands_as_other_counts_do():
    case = case_of("C31")
    assert allies.hands_worth(case.rules, 0.0) == 1
    assert allies.hands_worth(case.rules, None) == allies.hands_worth(case.rules, 1.0) == 0
    for share in (0.3, 0.5, 0.8, 0.9):
        assert float(allies.hands_worth(case.rules, share)) == pytest.approx(
            chances.hands_worth(case.rules, share), abs=0.02
        )


def test_c31_settles_where_expected_and_made_challenges_agree():
    share = other(
        measured("C31", is_headline=True), "share of hands, where just so many bids to come are challenged"
    )
    assert value("C31") < share < value("C31", contested=1)
    assert value("C31", contested=share) == pytest.approx(share, abs=0.002)


def test_c33_by_hand():
    assert measured("C33").number.exact == "1/3"
    for territories, armies in ((3, 3), (9, 3), (12, 4), (21, 7)):
        assert measured("C33", territories=territories).number.exact == f"1/{armies}"
    answer = measured("C33", factories=2)
    assert answer.number.exact == "1/7"
    assert other(answer, "share of them that an all-in risks") == pytest.approx(3 / 7)
    twice = measured("C33", {"pool_includes_factories": "yes-and-placed"}, factories=2)
    assert other(twice, "armies of the next turn, cards apart") == 3 + 4 + 4
    assert value("C33", {"pool_min3": False}) == 0.5
