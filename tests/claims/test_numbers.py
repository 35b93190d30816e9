"""The numbers of the claims, recomputed by slow and obvious means, by hand, or against published values.

Sources: ``osborne-2003``, ``seed-new-rules``.
"""

import random
from fractions import Fraction
from itertools import pairwise, product

import pytest

from risksim.claims.checking.check import found
from risksim.claims.checking.claim import Case, Effort, verdict
from risksim.rules import load
from tests.naive import claims as naive

CATALOGUE = found()
QUICK = Effort(trials=20_000, seed=1, quick=True)
DECK = "I" * 14 + "C" * 14 + "A" * 14


def measured(key, clauses=None, *, is_headline=False, **settings):
    """Measure a claim or finding under clauses and settings of one's own."""
    entry = CATALOGUE[key]
    assert set(settings) <= set(entry.settings)
    rules = load("new-rules").vary(**(clauses or {}))
    return entry.measure(Case(rules, {**entry.settings, **settings}, QUICK, is_headline))


def value(key, clauses=None, **settings):
    return measured(key, clauses, **settings).number.value


def other(answer, label):
    (number,) = [each for each in answer.others if each.label == label]
    return number


def judged(key, clauses=None, **settings):
    entry = CATALOGUE[key]
    return verdict(measured(key, clauses, **settings), entry.low, entry.high).value


# --- the card clock ------------------------------------------------------------------------------------------


def test_c1_every_five_symbols_hold_a_set_and_some_fours_do_not():
    assert all(naive.holds_set(hand) for hand in product("ICAW", repeat=5))
    assert not all(naive.holds_set(hand) for hand in product("ICA", repeat=4))
    assert value("C1") == value("C1", {"wilds": 0}) == value("C1", deck="independent") == 1


def test_c2_counted_hand_by_hand():
    answer = measured("C2")
    by_card = [other(answer, f"chance that the first set comes with card {n}") for n in (3, 4, 5)]
    three, four = naive.p_set_in(DECK + "WW", 3), naive.p_set_in(DECK + "WW", 4)
    assert [Fraction(number.exact) for number in by_card] == [three, four - three, 1 - four]
    assert three == Fraction(200, 473)
    assert answer.number.exact == "72921/19393"
    assert (
        other(measured("C2", {"wilds": 0}), "chance that the first set comes with card 3").exact == "137/410"
    )


def test_c2_turns_by_every_sequence_of_symbols():
    first = [naive.turn_in_at_once(cards)[0] for cards in product("ICA", repeat=5)]
    mean = Fraction(sum(first), len(first))
    assert measured("C2", deck="independent").number.exact == str(mean)
    assert value("C2", deck="independent", conquest_rate=Fraction(1, 2)) == pytest.approx(float(2 * mean))


def test_c3_three_cards_go_with_a_set_so_three_must_come():
    drawn = random.Random(3)
    sets, cards, hand = 0, 0, ()
    pile, discards = [], list(DECK + "WW")
    while cards < 30_000:
        if not pile:
            pile, discards = discards, []
            drawn.shuffle(pile)
        hand, cards = (*hand, pile.pop()), cards + 1
        used = next((three for three in naive.combinations(hand, 3) if naive.is_set(three)), None)
        if used:
            hand, sets = naive.without(hand, used), sets + 1
            discards += used
    assert value("C3") == pytest.approx(cards / sets, abs=0.001)
    assert value("C3", trade="hold", conquest_rate=Fraction(1, 2)) == pytest.approx(6)


def test_c4_and_c6_by_a_long_walk():
    drawn = random.Random(4)
    cards = drawn.choices("ICA", k=60_000)
    moments = naive.turn_in_at_once(cards)
    waits = [after - before for before, after in pairwise(moments)]
    five = sum(wait == 5 for wait in waits) / len(waits)
    assert value("C4", deck="independent") == pytest.approx(five, abs=0.008)
    # cards held at a turn-in are those drawn in all less three for every set before
    held = [moment - 3 * sets for sets, moment in enumerate(moments)]
    assert value("C6", deck="independent") == pytest.approx(sum(n == 5 for n in held) / len(held), abs=0.008)
    assert value("C6", trade="hold") == 1
    assert value("C6", plan="factories") == 0


def test_c5_by_every_sequence_of_symbols():
    by_sequence = [len(naive.turn_in_at_once(cards)) for cards in product("ICA", repeat=7)]
    mean = sum(by_sequence) / len(by_sequence)
    assert value("C5", deck="independent", turns=7) == pytest.approx(mean)


# --- a factory against armies --------------------------------------------------------------------------------


def test_c7_two_a_turn():
    first, second = zip(
        *(naive.turn_in_at_once(cards)[:2] for cards in product("ICA", repeat=8)), strict=True
    )
    mean = [sum(moments) / len(moments) for moments in (first, second)]
    assert value("C7", deck="independent", wait="first set") == pytest.approx(2 * mean[0])
    assert value("C7", deck="independent", wait="second set") == pytest.approx(2 * (mean[1] - mean[0]))
    assert value("C7", deck="independent") == 6
    assert value("C7", {"factory_yield": 3}, deck="independent", conquest_rate=Fraction(1, 2)) == 18
    assert other(measured("C7"), "conquest rate at which that is 10 armies").value == pytest.approx(0.6)
    assert (
        other(measured("C7", {"factory_yield": 4}), "conquest rate at which that is 10 armies").value is None
    )
    assert judged("C7") == "fails"
    assert judged("C7", wait="five cards") == "holds"
    assert judged("C7", deck="independent", conquest_rate=Fraction(3, 5)) == "holds"  # 2 · 3 / 0.6


def test_c8_by_hand():
    assert value("C8") == 2 * 5 - 7
    # half the map: half of three cards match, two armies each
    assert value("C8", {"wilds": 0}, share=Fraction(1, 2)) == 2 * 5 - (7 + 2 * 1.5) == 0
    assert judged("C8", {"wilds": 0}, share=Fraction(1, 2)) == "holds"
    answer = measured("C8", is_headline=True)
    beats = [sum(a + b > 2 * h for a, b in product(range(1, 7), repeat=2)) for h in range(1, 7)]
    shown = [number.value for number in answer.others if "beats" in number.label]
    assert shown == pytest.approx([count / 36 for count in beats])
    assert other(answer, "payments that make a factory worth 9 armies").exact == "9/2"


@pytest.mark.parametrize("turns", [4, 5, 6, 8])
def test_c9_by_every_sequence_of_symbols(turns):
    armies, factories = naive.pure_plans(turns)
    answer = measured("C9", deck="independent", turns=turns)
    assert other(answer, f"armies plan, {turns} turns").exact == str(armies)
    assert other(answer, f"factory plan, {turns} turns").exact == str(factories)
    assert answer.number.exact == str(factories / (armies / 7) - 7)
    assert other(answer, f"yield that makes the plans equal, {turns} turns").value == pytest.approx(
        float(2 * armies / factories)
    )


def test_c9_turns_from_a_gain_to_a_loss_with_the_length_of_the_game():
    gaps = [value("C9", turns=turns) for turns in range(4, 16)]
    assert gaps == sorted(gaps)
    assert [judged("C9", turns=turns) for turns in (5, 20)] == ["fails", "fails"]
    holds = [turns for turns in range(4, 30) if judged("C9", turns=turns) == "holds"]
    answer = measured("C9", is_headline=True)
    ends = [
        other(answer, f"conquest rate 1: {word} game with equal plans").value
        for word in ("shortest", "longest")
    ]
    assert ends == [holds[0], holds[-1]]


def test_c9_played_agrees_with_exact():
    deviations = [
        each.deviation for each in measured("C9", is_headline=True).others if each.deviation is not None
    ]
    assert len(deviations) == 2
    assert max(map(abs, deviations)) < 4


def test_c10_every_roll_and_every_die():
    answer = measured("C10", armies_there=1)
    for defenders in (1, 2, 5):
        rolled = sum(naive.p_conquer(1 + a + b, defenders) for a, b in product(range(1, 7), repeat=2)) / 36
        change = float(rolled - naive.p_conquer(8, defenders))
        shown = other(answer, f"change of the chance to conquer {defenders}").value
        assert shown == pytest.approx(change, abs=1e-12)
    rolls = [a + b for a, b in product(range(1, 7), repeat=2)]
    assert other(answer, "least a roll gives").value == min(rolls)
    assert other(answer, "most a roll gives").value == max(rolls)
    assert other(answer, "standard deviation of a roll").value == pytest.approx((35 / 6) ** 0.5)
    assert other(answer, "chance of a roll below the mean").exact == str(
        Fraction(sum(r < 7 for r in rolls), 36)
    )


def test_c11_growth_in_games_played_card_by_card():
    players, turns, games = 3, 240, 60
    drawn = random.Random(11)
    income = [0.0] * turns
    for _ in range(games):
        sets, hands = 0, [()] * players
        for turn in range(turns):
            for player in range(players):
                hands[player] = (*hands[player], drawn.choice("ICA"))
                used = next((t for t in naive.combinations(hands[player], 3) if naive.is_set(t)), None)
                if used:
                    hands[player] = naive.without(hands[player], used)
                    income[turn] += 20 + 5 * (sets - 6) if sets >= 6 else (4, 6, 8, 10, 12, 15)[sets]
                    sets += 1
    early, late = sum(income[60:120]), sum(income[180:240])
    growth = (late - early) / 60 / 120 / (games * players)
    assert value("C11", {"set_schedule": "official"}) == pytest.approx(growth, rel=0.03)
    assert value("C11") == 0
    assert judged("C11", {"set_schedule": "official"}) == judged("C11", plan="factories") == "fails"
    assert value("C11", plan="factories") == pytest.approx(2 / 3)
    answer = measured("C11", is_headline=True)
    shown = other(answer, f"classic schedule, {players} players: armies by turn 20")
    # this deck has cards to run out of; the one above has not
    assert shown.value == pytest.approx(sum(income[:20]) / (games * players), rel=0.1)
    plans = measured("C9")
    assert other(answer, "the roll: armies by turn 10").value == pytest.approx(
        other(plans, "armies plan, 10 turns").value
    )
    assert other(answer, "factories: armies by turn 10").value == pytest.approx(
        other(plans, "factory plan, 10 turns").value
    )


def test_c12_two_armies_a_matching_card():
    for share in (Fraction(1, 3), Fraction(1, 2)):
        assert value("C12", {"wilds": 0}, share=share) == 6 * share
    assert judged("C12") == "undecided"
    assert measured("C12").unmeasured
    assert judged("C12", share=Fraction(1, 20)) == "holds"
    assert judged("C12", share=Fraction(1, 3)) == "fails"
    edge = other(measured("C12", {"wilds": 0}), "share of the map at which the bonus is 0.5 armies").value
    assert edge == pytest.approx(1 / 12)


def test_c13_payment_by_payment():
    def worth(payments, hazard, weight):
        owned = [(1 - hazard) ** k for k in range(1, payments + 1)]
        return sum(2 * (mine - weight * (1 - mine)) for mine in owned) - 7

    assert value("C13", hazard=Fraction(1, 10)) == pytest.approx(worth(10, 0.1, 0))
    both = value("C13", hazard=Fraction(1, 10), enemy_weight=1)
    assert both == pytest.approx(worth(10, 0.1, 1))
    assert judged("C13", hazard=Fraction(1, 10), enemy_weight=1) == "fails"
    assert judged("C13", hazard=0, payments=3) == "fails"
    assert judged("C13", hazard=0, payments=4) == "holds"
    assert judged("C13") == "undecided"
    answer = measured("C13", is_headline=True)
    bears = other(answer, "hazard a factory with 10 payments bears, 2 players").value
    assert worth(10, bears, 1) == pytest.approx(0, abs=1e-9)


def test_c14_the_geometric_sum():
    for turns in (5, 10, 30):
        later = value("C14", turns=turns)
        assert sum(2 * later**k for k in range(turns)) == pytest.approx(7)
    assert value("C14", turns=3) is None


@pytest.mark.parametrize("turns", [5, 8, 10])
def test_c15_every_choice_tried(turns):
    best = naive.best_plan(turns)
    answer = measured("C15", deck="independent", turns=turns)
    assert other(answer, "best plan").value == pytest.approx(float(best))
    pure = (
        naive.pure_plans(turns)
        if turns < 9
        else (other(answer, "armies plan").value, other(answer, "factory plan").value)
    )
    assert answer.number.value == pytest.approx(float(best - Fraction(max(pure))), abs=1e-9)


def test_c37_published_odds_and_each_documents_dice():
    assert value("C37") == pytest.approx(float(naive.p_conquer(8, 5)), abs=1e-12)
    assert round(value("C37"), 3) == 0.736
    finnish = load("finnish").readings("attacker_dice_limit")
    russian = load("russian").readings("defender_dice_limit", "lone_defender")
    assert value("C37", finnish) == pytest.approx(0.7921, abs=5e-5)
    assert value("C37", russian) == pytest.approx(0.8337, abs=5e-5)
    assert value("C37", {"ties": "neither"}) != pytest.approx(value("C37", {"ties": "re-roll"}), abs=1e-3)
    (rolled,) = [each for each in measured("C37", is_headline=True).others if each.deviation is not None]
    assert abs(rolled.deviation) < 4
