"""The exact turn-in economy against enumeration, a naive chain, and what must hold whatever the deck."""

import itertools
import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import cards, rules
from risksim.cards import exact, tables
from risksim.cards.model import DECKS, Deck, Trade, check_trade, find_deck
from risksim.errors import InputError
from tests.naive import cards as naive

SMALL = Deck("small", (2, 3, 2), 1)
TRADES = list(Trade)


def as_list(deck):
    return [
        symbol for symbol, n in zip((*naive.SYMBOLS, naive.WILD), deck.counts, strict=True) for _ in range(n)
    ]


def all_orders(deck):
    """Every order in which the cards of a deck can come, each once (each is equally likely)."""

    def extend(left):
        if not any(left):
            yield ()
        for place, n in enumerate(left):
            if n:
                rest = [count - (place == other) for other, count in enumerate(left)]
                for tail in extend(rest):
                    yield ((*naive.SYMBOLS, naive.WILD)[place], *tail)

    return list(extend(list(deck.counts)))


def test_five_cards_always_hold_a_set():
    for hand in itertools.combinations_with_replacement((*naive.SYMBOLS, naive.WILD), 5):
        assert naive.sets_of(hand)
        assert tables.sets_in(tuple(hand.count(symbol) for symbol in (*naive.SYMBOLS, naive.WILD)))
    assert any(not naive.sets_of(hand) for hand in itertools.combinations(naive.new_deck(2, 0), 4))
    for deck in DECKS.values():
        assert exact.p_no_set(deck)[5] == 0 < exact.p_no_set(deck)[4]


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_the_set_turned_in_is_that_of_the_rules(size):
    piles = list(itertools.product(range(3), repeat=3))
    for hand in itertools.combinations_with_replacement((*naive.SYMBOLS, naive.WILD), size):
        counts = tuple(hand.count(symbol) for symbol in (*naive.SYMBOLS, naive.WILD))
        for pile in piles:
            cards_left = [s for s, n in zip(naive.SYMBOLS, pile, strict=True) for _ in range(n)]
            chosen = naive.choose(list(hand), cards_left)
            found = tables.choose_set(counts, tables.order_of(pile))
            if chosen is None:
                assert found is None
            else:
                symbols = [hand[place] for place in chosen]
                assert found == tuple(symbols.count(s) for s in (*naive.SYMBOLS, naive.WILD))


def test_the_most_matches_come_first():
    hand = [naive.INFANTRY, naive.INFANTRY, naive.CAVALRY, naive.WILD]
    for flags in itertools.product((0, 1), repeat=3):
        chosen = naive.choose(hand, [], [*flags, 0])
        found = tables.choose_set((2, 1, 0, 1), 0, (flags[0] + flags[1], flags[2], 0))
        naive_matches = sum([*flags, 0][place] for place in chosen)
        assert tables.matches_of(found, (flags[0] + flags[1], flags[2], 0)) == naive_matches


@pytest.mark.parametrize("trade", ["soon", "hold"])
def test_expected_sets_of_independent_cards_by_enumeration(trade):
    n = 8
    sequences = list(itertools.product(naive.SYMBOLS, repeat=n))
    along = [naive.sets_along(sequence, trade == "hold") for sequence in sequences]
    expected = [Fraction(sum(column), len(sequences)) for column in zip(*along, strict=True)]
    assert exact.expected_sets_fractions(n, trade) == expected
    assert exact.expected_sets(DECKS["independent"], n, trade) == pytest.approx(
        [float(p) for p in expected], rel=1e-14
    )


@pytest.mark.parametrize("deck", [SMALL, Deck("two wilds", (2, 2, 2), 2), Deck("uneven", (4, 1, 2), 0)])
@pytest.mark.parametrize("trade", ["soon", "hold"])
def test_sets_of_a_small_deck_by_enumeration(deck, trade):
    along = [naive.sets_along(order, trade == "hold") for order in all_orders(deck)]
    expected = [sum(column) / len(along) for column in zip(*along, strict=True)]
    assert exact.expected_sets(deck, deck.size, trade) == pytest.approx(expected, rel=1e-13, abs=1e-15)
    distribution = exact.sets_distribution(deck, deck.size, trade)
    for n, column in enumerate(zip(*along, strict=True)):
        shares = [column.count(k) / len(along) for k in range(deck.size // 3 + 1)]
        assert distribution[n] == pytest.approx(shares, abs=1e-14)


@pytest.mark.parametrize("deck", [SMALL, Deck("two wilds", (2, 2, 2), 2)])
@pytest.mark.parametrize("trade", [Trade.SOON, Trade.HOLD])
def test_long_run_shares_against_a_naive_chain(deck, trade):
    expected = naive.long_run(as_list(deck), trade is Trade.HOLD, 700)
    found = {}
    for way, rate in exact.turn_in_rates(deck, trade).items():
        key = (way.kept_before, way.held, way.cards[3])
        found[key] = found.get(key, 0.0) + rate
    # the naive average runs over a finite stretch of a chain that goes round with the deck: 1/350 of a turn-in
    assert set(found) == set(expected)
    for key, rate in found.items():
        assert rate == pytest.approx(expected[key], abs=0.01)
    wrong = exact.turn_in_rates(Deck("other", (2, 2, 2), 0), trade)
    wild = sum(rate for way, rate in wrong.items() if way.cards[3])
    assert abs(wild - sum(p for (_, _, used), p in expected.items() if used)) > 0.05


def test_the_stationary_distribution_does_not_move():
    chain = exact.DeckChain(DECKS["classic"], Trade.SOON)
    settled = chain.stationary()
    assert settled.sum() == pytest.approx(1, abs=1e-13)
    assert chain.through(settled) == pytest.approx(settled, rel=1e-12, abs=1e-16)


@pytest.mark.parametrize("name", DECKS)
@pytest.mark.parametrize("trade", ["soon", "hold"])
def test_three_cards_a_set_in_the_long_run_whatever_the_deck(name, trade):
    answer = cards.economy(deck=name, trade=trade, cards=5)
    assert answer.cards_per_set == 3
    assert sum(answer.between_sets.values()) == pytest.approx(1, rel=1e-13)
    assert sum(answer.leftover.values()) == pytest.approx(1, rel=1e-13)
    assert sum(answer.p_first_set.values()) == pytest.approx(1, rel=1e-15)
    mean = sum(int(n) * p for n, p in answer.between_sets.items())
    assert mean == pytest.approx(answer.cards_per_set, rel=1e-13)


@pytest.mark.parametrize("trade", list(Trade))
@pytest.mark.parametrize(
    "deck", [Deck("few", (3, 2, 2), 1), Deck("uneven", (6, 3, 1), 0)], ids=lambda deck: deck.name
)
def test_three_cards_a_set_is_what_the_turn_ins_average_to(deck, trade):
    def drawn(which):
        return exact.long_run(which, trade, lambda way: way.between if way.between >= 0 else None, 0.3)

    assert drawn(deck) == pytest.approx(3, rel=1e-12)
    assert exact.cards_per_set(deck, trade, 0.3) == 3
    ends = Deck("ends", deck.symbols, deck.wilds, is_reshuffled=False)
    assert exact.cards_per_set(ends, trade, 0.3) == pytest.approx(drawn(ends), rel=1e-12)
    # from the second set on who holds to five draws three a set
    assert (exact.cards_per_set(ends, trade, 0.3) == 3) == (trade is Trade.HOLD)
    assert math.isnan(exact.cards_per_set(Deck("one", (2, 2, 2), 0, is_reshuffled=False), "hold"))


def test_independent_symbols_as_fractions():
    answer = cards.economy(deck="independent")
    assert answer.exact["p_first_set"] == {"3": "1/3", "4": "4/9", "5": "2/9"}
    assert answer.exact["expected_cards_first_set"] == "35/9"
    # whatever is kept, the third card in hand makes a set by 1/3 and else the fourth by 2/3, as from an empty hand
    assert answer.exact["leftover"] == {"0": "1/3", "1": "4/9", "2": "2/9"}
    assert answer.exact["cards_per_set"] == "3"
    assert sum(Fraction(p) for p in answer.exact["between_sets"].values()) == 1
    for key in ("between_sets", "leftover"):
        for n, p in answer.exact[key].items():
            assert float(Fraction(p)) == getattr(answer, key)[n]


@pytest.mark.parametrize("name", DECKS)
def test_who_holds_to_five_turns_in_at_five_eight_eleven(name):
    sets = exact.expected_sets(DECKS[name], 100, "hold")
    assert sets == pytest.approx([max(n - 2, 0) // 3 for n in range(101)], abs=1e-11)
    answer = cards.economy(deck=name, trade="hold", cards=3)
    assert (answer.leftover["2"], answer.between_sets["3"], answer.p_forced) == pytest.approx((1, 1, 1))


@pytest.mark.parametrize("name", DECKS)
def test_two_cards_more_than_a_multiple_of_three_leave_no_doubt(name):
    # a hand without a set has at most four cards, so 3k + 2 cards have made exactly k sets
    sets = exact.expected_sets(DECKS[name], 150)
    assert sets[2::3] == pytest.approx(range(50), abs=1e-11)


def test_sets_go_on_at_the_same_rate_once_the_deck_is_reshuffled():
    for deck in (DECKS["classic"], SMALL):
        sets = exact.expected_sets(deck, 400)
        assert sets[400] - sets[310] == pytest.approx(30, abs=0.02)
    once = Deck("once", (14, 14, 14), 2, is_reshuffled=False)
    assert exact.expected_sets(once, 60)[44:] == pytest.approx([14] * 17)
    assert exact.expected_sets(once, 44) == exact.expected_sets(DECKS["classic"], 44)


def test_first_set_agrees_with_the_chain():
    for deck in DECKS.values():
        none = exact.p_no_set(deck)
        sets = exact.expected_sets(deck, 5)
        assert [1 - float(p) for p in none] == pytest.approx(sets, abs=1e-14)


def test_best_match_keeps_every_match_in_the_long_run():
    share = Fraction(2, 5)
    matches = exact.long_run(DECKS["independent"], "best-match", lambda way: way.matches, share)
    assert matches == 3 * share
    deck = Deck("small", (4, 4, 4), 2)
    found = exact.long_run(deck, "best-match", lambda way: way.matches, 0.4)
    territory = exact.long_run(deck, "best-match", lambda way: way.territory_cards, 0.4)
    assert found == pytest.approx(0.4 * territory, rel=1e-12)
    # with all or none of the map there is nothing to choose by
    for share in (0.0, 1.0):
        best = exact.expected_sets(deck, 14, "best-match", share)
        assert best == pytest.approx(exact.expected_sets(deck, 14, "soon"), abs=1e-3)


def test_sets_by_turn_are_sets_after_a_random_number_of_cards():
    sets = exact.expected_sets_fractions(6)
    q = Fraction(1, 4)
    expected = [
        sum(math.comb(n, k) * q**k * (1 - q) ** (n - k) * sets[k] for k in range(n + 1)) for n in range(7)
    ]
    found = exact.expected_sets_by_turn(DECKS["independent"], 6, 0.25)
    assert found == pytest.approx([float(p) for p in expected], rel=1e-14)
    assert found[6] != pytest.approx(float(sets[2]), rel=0.01)  # not the sets of the mean number of cards


def test_expected_armies_follow_the_distribution():
    values = [4, 6, 8, 10]
    armies = exact.expected_armies(DECKS["independent"], 12, values)
    sequences = itertools.product(naive.SYMBOLS, repeat=7)
    totals = [sum(values[: naive.sets_along(sequence)[7]]) for sequence in sequences]
    assert armies[7] == pytest.approx(sum(totals) / len(totals), rel=1e-13)
    level = exact.expected_armies(DECKS["classic"], 20, [7] * 6)
    assert level == pytest.approx([7 * sets for sets in exact.expected_sets(DECKS["classic"], 20)])


@given(
    st.tuples(*[st.integers(1, 4)] * 3),
    st.integers(0, 3),
    st.sampled_from(["soon", "hold"]),
)
@settings(max_examples=12, deadline=None)
def test_properties_of_any_deck(symbols, wilds, trade):
    deck = Deck("any", symbols, wilds)
    if deck.size < 5:
        return
    sets = exact.expected_sets(deck, deck.size, trade)
    assert all(0 <= later - earlier <= 1 + 1e-12 for earlier, later in itertools.pairwise(sets))
    assert all(max(n - 4, 0) / 3 <= each + 1e-12 <= n / 3 + 1e-11 for n, each in enumerate(sets))
    assert exact.long_run(deck, trade, lambda way: way.between) == pytest.approx(3, rel=1e-11)
    rates = exact.turn_in_rates(deck, check_trade(trade))
    used = [sum(rate * way.cards[place] for way, rate in rates.items()) for place in range(4)]
    assert sum(used) == pytest.approx(3)


def test_decks_follow_the_rules_or_their_names():
    varied = rules.load("classic").vary(wilds=0, cards_per_symbol=10)
    assert find_deck(None, varied).counts == (10, 10, 10, 0)
    assert find_deck("rules", varied) == find_deck(None, varied)
    assert find_deck("classic", varied).counts == (14, 14, 14, 2)
    assert find_deck(None, rules.load("classic")) == DECKS["classic"]
    assert not find_deck("classic", rules.load("classic").vary(deck_reshuffle="stop")).is_reshuffled
    assert cards.economy(deck="classic", rules=varied, cards=3).deck == "classic"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: cards.economy(deck="clasic"), "did you mean 'classic'"),
        (lambda: cards.economy(trade="never"), "unknown trading policy 'never'"),
        (lambda: cards.economy(conquest_rate=1.5), "conquest_rate must lie between 0 and 1, not 1.5"),
        (lambda: cards.economy(conquest_rate=math.nan), "conquest_rate must be a finite number"),
        (lambda: cards.economy(share=-0.1), "share must lie between 0 and 1"),
        (lambda: cards.economy(cards=-1), "cards must be at least 0, not -1"),
        (lambda: cards.economy(cards=2.5), "cards must be a whole number, not 2.5"),
        (lambda: cards.economy(cards=10**9), "cards must be at most 2000"),
        (lambda: Deck("none", (2, 2, 0), 0), "holds no set"),
        (lambda: Deck("none", (-1, 2, 0), 0), "infantry cards must be at least 0"),
        (lambda: cards.economy(deck=Deck("few", (1, 1, 1), 0), trade="hold"), "never fills a hand of 5"),
        (lambda: cards.economy(deck=Deck("many", (84, 84, 84), 84)), "the exact answer takes at most"),
        (lambda: exact.sets_distribution(DECKS["classic"], 45), "cards must be at most 44"),
        (lambda: exact.expected_armies(DECKS["classic"], 9, [1]), "only 1 values are given"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises(InputError, match=words):
        call()


def test_no_set_lies_between_where_the_deck_makes_one():
    answer = cards.economy(deck=Deck("three", (1, 1, 1), 0, is_reshuffled=False))
    assert math.isnan(answer.cards_per_set)
    assert answer.leftover == {"0": 1.0, "1": 0.0, "2": 0.0}
    assert answer.sets_by_card == (0, 0, 0, 1)
