"""What the claims say about hands of poker for an ally, dealt and compared at the table one after the other.

Sources: ``seed-new-rules``.
"""

import random
from fractions import Fraction

import pytest

from risksim import statistics
from risksim.claims.checking.check import check, found
from risksim.claims.checking.claim import Case, Effort, verdict
from risksim.rules import load
from tests.naive import poker as naive
from tests.naive import poker_control

CATALOGUE = found()
KEYS = ("C18", "C19", "C20", "C21", "C22", "C23", "C24", "C26")
QUICK = Effort(trials=40_000, seed=1, quick=True)
LEAST_Z = 4.5
#: Suits of the allies by number of players, as the ledger of readings has them.
ALLIES = {2: ("c", "d", "h", "s"), 3: ("cs", "d", "h"), 4: ("cs", "dh"), 5: ("cdhs",)}
READINGS = ("compare-min", "compare-single", "reorder", "above-ace")


def measured(key, clauses=None, *, is_headline=False, **settings):
    entry = CATALOGUE[key]
    assert set(settings) <= set(entry.settings)
    rules = load("new-rules").vary(**(clauses or {}))
    return entry.measure(Case(rules, {**entry.settings, **settings}, QUICK, is_headline))


def value(key, clauses=None, **settings):
    return measured(key, clauses, **settings).number.value


def other(answer, label):
    (number,) = [each for each in answer.others if each.label == label]
    return number.value


def judged(key, clauses=None, **settings):
    entry = CATALOGUE[key]
    return verdict(measured(key, clauses, **settings), entry.low, entry.high).value


def fits(seen, deals, number):
    """Whether a share seen at the table fits a number that is exact, or simulated with many more deals."""
    return abs(statistics.proportion(seen, deals).z_against(number)) < LEAST_Z


def wins_of_seat_0(n_players, deals, seed, order="compare"):
    """The outright wins of a player with three cards: own cards and the board."""
    rng = random.Random(seed)
    won = []
    for _ in range(deals):
        cards = rng.sample(naive.DECK, 2 + 3 * n_players)
        board, hands = cards[:2], [cards[2 + 3 * seat : 5 + 3 * seat] for seat in range(n_players)]
        worths = [naive.worth([*hand, *board], order) for hand in hands]
        if worths[0] > max(worths[1:]):
            won.append((hands[0], board))
    return won


@pytest.fixture(scope="module")
def two():
    return wins_of_seat_0(2, 12_000, 18)


def lacking(won, suits, own=False):
    return sum(
        not any(suit in suits for _, suit in (hand if own else [*hand, *board])) for hand, board in won
    )


def test_c18_winners_without_the_suits_of_an_ally(two):
    answer = measured("C18", is_headline=True)
    assert fits(lacking(two, "s"), len(two), answer.number.value)
    assert fits(lacking(two, "h"), len(two), other(answer, "chance that a winning hand lacks hearts"))
    own = measured("C18", {"suit_test_on": "own-three"})
    assert fits(lacking(two, "s", own=True), len(two), own.number.value)
    assert not fits(lacking(two, "s", own=True), len(two), answer.number.value)
    for players, sets in ALLIES.items():
        assert other(answer, f"{players} players: allies") == len(sets)
        assert other(answer, f"{players} players: fewest suits of an ally") == min(map(len, sets))
        assert other(answer, f"{players} players: most suits of an ally") == max(map(len, sets))
    assert other(answer, "6 players: allies") == 0


def test_c18_with_more_players():
    won = wins_of_seat_0(3, 9_000, 19)
    answer = measured("C18", players=3)
    assert answer.number.label.endswith("lacks clubs and spades")
    assert fits(lacking(won, "cs"), len(won), answer.number.value)
    assert value("C18", players=5) == 0
    checked = check("C18", effort=QUICK)
    verdicts = {row.reading: row.verdict for row in checked.matrix}
    assert [verdicts[name] for name in ("as written", "3 players", "4 players", "5 players")] == [
        "holds",
        "holds",
        "holds",
        "fails",
    ]
    assert verdicts["6 players"] is None


def test_c19_hands_with_a_heart(two):
    answer = measured("C19", is_headline=True)
    won = len(two)
    assert fits(won - lacking(two, "h"), won, answer.number.value)
    assert fits(won - lacking(two, "h", own=True), won, value("C19", {"suit_test_on": "own-three"}))
    five = Fraction(39 * 38 * 37 * 36 * 35, 52 * 51 * 50 * 49 * 48)
    assert other(answer, "chance that 5 random cards hold a given suit") == float(1 - five)
    # a winner's hand is a better one, and red queens are high: hearts rather than clubs
    clubs = other(answer, "five cards of a winning hand hold a club")
    assert answer.number.value > clubs > float(1 - five)


def test_c20_as_published_and_dealt():
    usual = measured("C20", {"queen_high": "ignore"})
    assert usual.number.value == other(usual, "hands of another category") == 0
    published = {
        "straight flush": 40,
        "four of a kind": 624,
        "full house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three of a kind": 54_912,
        "two pairs": 123_552,
        "pair": 1_098_240,
        "high card": 1_302_540,
    }
    for answer in (usual, measured("C20"), measured("C20", {"queen_high": "compare-min"})):
        assert {name: other(answer, f"hands: {name}") for name in published} == published
    rng = random.Random(20)
    for reading in READINGS:
        answer = measured("C20", {"queen_high": reading})
        hands = [rng.sample(naive.DECK, 5) for _ in range(2_500)]
        seen = sum(naive.worth(hand, "ignore")[0] != naive.worth(hand, reading)[0] for hand in hands)
        assert fits(seen, len(hands), Fraction(int(other(answer, "hands of another category")), 2_598_960))
        parts = ("the other hand wins", "a tie is broken", "winner and loser now tie")
        assert sum(other(answer, f"deals where {words}") for words in parts) == pytest.approx(
            answer.number.value
        )


@pytest.mark.parametrize("reading", ["compare", "above-ace"])
def test_c20_deals_and_own_cards(reading):
    rng = random.Random(21)
    answer = measured("C20", {"queen_high": reading})
    seen, deals = 0, 4_000
    for _ in range(deals):
        cards = rng.sample(naive.DECK, 8)
        hands = [cards[:5], cards[:2] + cards[5:]]
        results = set()
        for order in ("ignore", reading):
            mine, theirs = (naive.worth(hand, order) for hand in hands)
            results.add((mine > theirs) - (mine < theirs))
        seen += len(results) == 2
    assert fits(seen, deals, answer.number.value)
    queens = naive.named("Qd Qh 2c")
    halves = {"won": 2, "tied": 1, "lost": 0}
    got = [halves[poker_control.deal(queens, 2, reading, rng)[0]] for _ in range(1_500)]
    share = other(answer, "share of the pot of Qd Qh 2c")
    assert abs(statistics.mean(got).z_against(2 * share)) < LEAST_Z
    (best,) = [each for each in answer.others if "best own cards" in each.label]
    assert best.value >= max(
        each.value for each in answer.others if each.label.startswith("share of the pot")
    )


def test_c21_two_hands(two):
    answer = measured("C21", is_headline=True)
    assert fits(len(two), 12_000, answer.number.value)
    tie, lost = (other(answer, f"chance that {word}") for word in ("both hands tie", "the other hand wins"))
    assert answer.number.value + tie + lost == pytest.approx(1)
    assert lost == answer.number.value
    assert Fraction(answer.number.exact) == Fraction(2923447199, 5853074500)
    deviations = [each.deviation for each in answer.others if each.deviation is not None]
    assert len(deviations) == 2
    assert max(map(abs, deviations)) < LEAST_Z
    for players in (3, 6):
        alone = other(answer, f"chance that the bidder wins, {players} players")
        shared = other(answer, f"chance that nobody wins alone, {players} players")
        assert players * alone + shared == pytest.approx(1, abs=0.03)
    assert len({value("C21", {"queen_high": reading}) for reading in ("ignore", "compare", "reorder")}) == 3


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_c22_whoever_looks_first_never_lacks_the_suit(players):
    won = wins_of_seat_0(players, 1_500, 22 + players)
    for hand, _board in won:
        # the ally that owns the suit of the first own card is named: it is in the hand, come what may
        ally = next(suits for suits in ALLIES[players] if hand[0][1] in suits)
        assert any(suit in ally for _, suit in hand)
    assert value("C22", players=players) == 0
    assert judged("C22", players=players) == "fails"
    before = {"declare_after_seeing_cards": False}
    least = min(lacking(won, suits) for suits in ALLIES[players])
    assert fits(least, len(won), value("C22", before, players=players))
    assert judged("C22", before, players=players) == ("fails" if players == 5 else "holds")


def test_c22_control_named_before_and_after(two):
    answer = measured("C22")
    control, free = (
        other(answer, label)
        for label in ("control of the best ally named before", "control of any ally, named after looking")
    )
    assert fits(len(two) - lacking(two, "h"), 12_000, control)
    assert free == other(answer, "chance to win") == value("C21")
    assert other(answer, "lost by having to name one before") == pytest.approx(free - control)


def best_three(cards):
    """What a plain player keeps: his largest group of equal faces, then his highest cards."""
    faces = [face for face, _ in cards]
    return sorted(cards, key=lambda card: (faces.count(card[0]), 15 if card in RED_QUEENS else card[0]))[-3:]


RED_QUEENS = [(12, "d"), (12, "h")]


@pytest.mark.parametrize("cards", [4, 5, 6])
def test_c23_a_plain_player_does_nearly_as_well_and_nobody_better(cards):
    rng = random.Random(23)
    halves, deals = [], 6_000
    for _ in range(deals):
        dealt = rng.sample(naive.DECK, 5 + cards)
        board, other_hand = dealt[:2], dealt[2:5]
        mine = naive.worth([*best_three(dealt[5:]), *board], "compare")
        theirs = naive.worth([*other_hand, *board], "compare")
        halves.append(2 if mine > theirs else 1 if mine == theirs else 0)
    plain = statistics.mean(halves)
    share = value("C23", cards=cards)
    assert plain.z_against(2 * share) < LEAST_Z
    assert share - plain.value / 2 < 0.04
    assert plain.z_against(1) > LEAST_Z


def test_c23_every_pair_of_numbers_of_cards():
    answer = measured("C23", is_headline=True)
    shares = {
        (more, fewer): other(answer, f"best of {more} against {words}: share of the pot")
        for more, fewer, words in (
            (4, 3, "3"),
            (6, 3, "3"),
            (5, 4, "best of 4"),
            (6, 4, "best of 4"),
            (6, 5, "best of 5"),
        )
    } | {(5, 3): answer.number.value}
    assert shares[4, 3] < shares[5, 3] < shares[6, 3]
    assert shares[6, 5] < shares[6, 4] < shares[6, 3]
    assert min(shares.values()) > 0.5
    (dealt,) = [each for each in answer.others if each.deviation is not None]
    assert abs(dealt.deviation) < LEAST_Z
    assert value("C23", cards=3) == 0.5
    assert value("C23", cards=3, players=4) == pytest.approx(1 / 4, abs=0.01)


def test_c24_antes_move_and_are_never_made():
    share = value("C23")
    assert value("C24") == pytest.approx(2 * share - 1)
    assert value("C24", {"ante": 2}) == pytest.approx(2 * (2 * share - 1))
    assert value("C24", cards=3) == value("C24", cards=3, players=5) == 0
    for players in (2, 3, 5):
        answer = measured("C24", players=players)
        assert other(answer, "armies won by all seats together") == 0
        seats = [other(answer, f"armies won by seat {seat + 1}") for seat in range(players)]
        assert sum(seats) == pytest.approx(0, abs=1e-9)
        assert seats[0] == pytest.approx(players * value("C23", players=players) - 1, abs=0.02)
        assert all(seat < 0 for seat in seats[1:])
    rng = random.Random(24)
    net = []
    for _ in range(4_000):
        dealt = rng.sample(naive.DECK, 2 + 5 + 2 * 3)
        hands = [best_three(dealt[2:7]), dealt[7:10], dealt[10:]]
        worths = [naive.worth([*hand, *dealt[:2]], "compare") for hand in hands]
        winners = [seat for seat, worth in enumerate(worths) if worth == max(worths)]
        net.append(poker_control.net_antes(3, winners)[0])
    plain = statistics.mean(net)
    assert plain.z_against(value("C24", players=3)) < LEAST_Z
    assert value("C24", players=3) - plain.value < 0.12


def test_c26_two_hands_by_a_plain_player():
    rng = random.Random(26)
    either = controlled = 0
    deals = 5_000
    for _ in range(deals):
        cards = rng.sample(naive.DECK, 11)
        board, six, rival = cards[:2], cards[2:8], cards[8:]
        first = best_three(six)
        second = [card for card in six if card not in first]
        suits = poker_control.two_hands(first, second, [rival], board, "compare")
        either += suits != ""
        controlled += "h" in suits
    answer = measured("C26")
    for seen, label in ((either, "chance to win with either"), (controlled, "control")):
        number = other(answer, f"two hands on one board: {label}")
        plain = statistics.proportion(seen, deals)
        assert plain.value < number + 0.03
        assert plain.value > number - 0.06
    assert answer.number.value == pytest.approx(
        other(answer, "two hands on one board: control") - other(answer, "best three of six: control")
    )
    separate = measured("C26", {"double_down_board": "separate"})
    assert separate.number.value > answer.number.value
    costs = other(answer, "armies it costs on average")
    assert costs > 0
    assert costs == pytest.approx(
        other(answer, "best three of six: armies won") - other(answer, "two hands on one board: armies won")
    )
    # of a gain that may be none there is no price
    price = "armies it costs for each chance of control gained"
    assert other(separate, price) == pytest.approx(
        other(separate, "armies it costs on average") / separate.number.value
    )
    assert answer.number.low > 0 or other(answer, price) is None
    assert judged("C26", {"double_down_board": "separate"}) == "holds"


@pytest.mark.parametrize("rules", ["classic", "finnish", "russian", "slovak", "malay"])
def test_rules_without_allies_are_told_apart(rules):
    rows = check(KEYS, rules=rules, effort=QUICK).matrix
    assert {row.key for row in rows} == set(KEYS)
    assert all(row.verdict is None for row in rows)
    assert all("allied armies" in (row.not_applicable or "") for row in rows)
