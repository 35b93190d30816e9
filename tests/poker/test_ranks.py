"""Ranks of hands: fixed deals worked out from the rule, a naive twin, counts, symmetry, stored tables."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risksim import poker, rules
from risksim.errors import InputError
from risksim.poker import deck, orders, tables
from risksim.poker.kernels import Ranks, classes, hands
from risksim.poker.orders import Groups, Order, Straights
from tests.naive import poker as naive

# Two hands, and which is better under ignore, compare, compare-min, compare-single, reorder, above-ace; worked out by
# hand. A red queen counts 15 where it is compared alone, under reorder 14 (red king 12, red ace 13).
DEALS = {
    "a single red queen, an ace": ("Qh 9c 7d 5s 2c", "Ac 10d 8h 5c 3d", "<>>><>"),
    "one red queen in a pair, aces": ("Qh Qc 9d 5s 2c", "As Ac 8h 4d 3c", "<><<>>"),
    "both red queens, aces": ("Qh Qd 9c 5s 2c", "As Ac 8h 4d 3c", "<>><>>"),
    "both red queens, one red queen": ("Qh Qd 9c 5s 2c", "Qc Qs Kd 5h 2h", "<>><>>"),
    "a queen with a red, a queen with a red": ("Qh Qc 9d 5s 2c", "Qd Qs 9h 5c 2s", "======"),
    "a kicker, another red queen in the pair": ("Qh Qd 9c 5s 2c", "Qh Qs 10d 5h 2s", "<<><<<"),
    "a red queen beside a pair": ("7h 7d Qh 3s 2c", "7c 7s Ad 3c 2d", "<>>>>>"),
    "a red queen beside a pair, a black ace": ("7h 7d Qh 4s 2c", "7c 7s As 3c 2d", "<>>>>>"),
    "a red ace, a black king": ("Ah 9c 7d 5s 2c", "Kc 9d 7h 5c 2s", ">>>>=>"),
    "a red king, a black king": ("Kh 9c 7d 5s 2c", "Kc 9d 7h 5c 2s", "====<="),
    "two pairs": ("Ah As Qh Qc 3d", "Ad Ac Ks Kh 2c", "<><<>>"),
    "full houses": ("Qh Qc Qs 2c 2d", "Ah Ac As 3c 3d", "<><<<>"),
    "full houses over twos": ("Qh Qd Qs 3c 3d", "Ah Ac As 2c 2d", "<><<>>"),
    "four queens": ("Qc Qd Qh Qs 3c", "Ac Ad Ah As 2c", "<><<>>"),
    "flushes": ("Qh 9h 7h 5h 2h", "As Js 8s 4s 3s", "<>>><>"),
    "ten to ace with a red queen": ("10c Jd Qh Kc As", "9s 10d Js Qc Kd", ">>>>><"),
    "the same straight with a red queen": ("8c 9d 10h Js Qh", "8d 9h 10c Jd Qs", "====<<"),
    "a straight to a red queen, one to a king": ("8c 9d 10h Js Qh", "9c 10s Jd Qs Kc", "<<<<<<"),
    "kings in a row of slots, three sevens": ("10c Jd Kh Kc As", "7c 7d 7h 3s 2d", "<<<<><"),
    "queens in a row of slots, three sevens": ("Jc Qs Kd Ah Qh", "7c 7d 7h 3s 2d", "<<<<<>"),
    "five low with an ace of hearts, three kings": ("Ah 2c 3d 4s 5c", "Ks Kd Kh 8c 7d", ">>>>>>"),
    "five low, six low": ("Ah 2c 3d 4s 5c", "2d 3c 4h 5s 6c", "<<<<<<"),
    "nine to king of hearts, four twos": ("9h 10h Jh Qh Kh", "2c 2d 2h 2s 3c", ">>>><<"),
    "eight, nine, ten, jack, king of hearts, four twos": ("8h 9h 10h Jh Kh", "2c 2d 2h 2s 3c", "<<<<><"),
    "ten to ace of hearts and of spades": ("10h Jh Qh Kh Ah", "10s Js Qs Ks As", "=====<"),
}
PAIRS = list(itertools.combinations(range(len(naive.READINGS)), 2))


def sign(first, second):
    return "<" if first < second else ">" if first > second else "="


def numbers(hand):
    """A hand of the naive twin as cards."""
    return [naive.DECK.index(card) for card in hand]


@pytest.fixture(scope="module")
def every_hand():
    """All hands, a row each."""
    flat = itertools.chain.from_iterable(itertools.combinations(range(52), 5))
    return np.fromiter(flat, dtype=np.uint8, count=5 * hands.N_HANDS).reshape(-1, 5)


def looked_up(cards, table):
    out = np.empty(len(cards), dtype=np.uint16)
    hands.rank_hands(np.ascontiguousarray(cards), table, out)
    return out


@pytest.mark.parametrize(("first", "second", "expected"), DEALS.values(), ids=DEALS)
def test_fixed_deals(first, second, expected):
    found = "".join(
        sign(tables.rank_of(first, reading), tables.rank_of(second, reading)) for reading in naive.READINGS
    )
    assert found == expected


@pytest.mark.parametrize(("first", "second", "expected"), DEALS.values(), ids=DEALS)
def test_the_twin_agrees_on_the_fixed_deals(first, second, expected):
    one, two = naive.named(first), naive.named(second)
    found = "".join(sign(naive.worth(one, r), naive.worth(two, r)) for r in naive.READINGS)
    assert found == expected


@pytest.mark.parametrize(
    ("one", "two"), PAIRS, ids=[f"{naive.READINGS[a]}-{naive.READINGS[b]}" for a, b in PAIRS]
)
def test_some_deal_tells_each_reading_from_each_other(one, two):
    assert any(expected[one] != expected[two] for _, _, expected in DEALS.values())


def assert_same_order(sample, table, reading):
    """Ranks and the twin's tuples order the sample alike, ties included, and agree on categories."""
    by_worth = {}
    for hand, rank in zip(
        sample, looked_up(np.array(list(map(numbers, sample)), np.uint8), table), strict=True
    ):
        by_worth.setdefault(naive.worth(hand, reading), set()).add(int(rank))
    assert all(len(ranks) == 1 for ranks in by_worth.values()), "hands that tie have one rank"
    ranks = [next(iter(by_worth[worth])) for worth in sorted(by_worth)]
    assert all(low < high for low, high in itertools.pairwise(ranks)), "better hands have larger ranks"
    assert [table.category[rank] for rank in ranks] == [worth[0] for worth in sorted(by_worth)]


@pytest.mark.parametrize("reading", naive.READINGS)
def test_random_hands_come_in_the_order_of_the_twin(reading):
    rng = random.Random(36)
    sample = [rng.sample(naive.DECK, 5) for _ in range(8_000)]
    assert_same_order(sample, tables.ranks(reading), reading)


@pytest.mark.parametrize("reading", naive.READINGS)
def test_every_hand_from_ten_to_ace_comes_in_the_order_of_the_twin(reading):
    """There the readings differ: 15,504 hands of twenty cards."""
    high = [card for card in naive.DECK if card[0] >= 10]
    assert_same_order(list(itertools.combinations(high, 5)), tables.ranks(reading), reading)


def test_a_wrong_order_fails():
    rng = random.Random(37)
    sample = [rng.sample(naive.DECK, 5) for _ in range(2_000)]
    for wrong in naive.READINGS[1:]:
        with pytest.raises(AssertionError):
            assert_same_order(sample, tables.ranks(wrong), "ignore")
    right = tables.ranks("ignore")
    exchanged = Ranks(right.rank.copy(), right.category)
    one, two = (tables.number_of(numbers(hand)) for hand in sample[:2])
    assert right.rank[one] != right.rank[two]
    exchanged.rank[[one, two]] = exchanged.rank[[two, one]]
    with pytest.raises(AssertionError):
        assert_same_order(sample, exchanged, "ignore")


COUNTS = {
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


@pytest.mark.parametrize("reading", ["ignore", "compare", "compare-min", "compare-single"])
def test_counts_where_straights_follow_faces(reading):
    answer = poker.hands(reading)
    assert answer.categories == COUNTS
    assert list(answer.categories) == list(COUNTS)
    assert answer.hands == sum(answer.categories.values()) == 2_598_960


@pytest.mark.parametrize(
    ("reading", "straight_flushes", "straights"), [("reorder", 40, 10_200), ("above-ace", 34, 8_926)]
)
def test_counts_where_straights_follow_slots(reading, straight_flushes, straights):
    """By the cards in each slot; straights take pairs and high cards, and a flush they spoil stays one."""
    answer = poker.hands(reading).categories
    strength, *_ = naive.house_rules(reading)
    by_slot = {slot: [card for card in naive.DECK if strength(card) == slot] for slot in range(2, 16)}
    rows = [[by_slot[top - k] for k in range(5)] for top in range(6, 16)]
    rows.append([[card for card in naive.DECK if card[0] == face] for face in (14, 2, 3, 4, 5)])
    ways = sum(len(a) * len(b) * len(c) * len(d) * len(e) for a, b, c, d, e in rows)
    one_suit = sum(all(any(suit == s for _, s in slot) for slot in row) for row in rows for suit in "cdhs")
    assert (one_suit, ways - one_suit) == (straight_flushes, straights)
    assert (answer["straight flush"], answer["straight"]) == (straight_flushes, straights)
    assert answer["flush"] + answer["straight flush"] == COUNTS["flush"] + COUNTS["straight flush"]
    assert sum(answer.values()) == 2_598_960
    for unmoved in ("four of a kind", "full house", "three of a kind", "two pairs"):
        assert answer[unmoved] == COUNTS[unmoved]


def test_classes():
    answer = poker.hands("ignore")
    assert answer.classes == 7_462
    assert list(answer.classes_by_category.values()) == [10, 156, 156, 1_277, 10, 858, 858, 2_860, 1_277]
    frame = answer.to_frame()
    assert frame["hands"].sum() == 2_598_960
    assert frame["p"].sum() == pytest.approx(1)
    assert answer.to_dict()["categories"] == COUNTS


def test_the_order_of_a_rule_set():
    assert poker.hands(rules=rules.load("new-rules")) == poker.hands("compare")
    assert poker.hands(rules=rules.load("new-rules").vary(queen_high="reorder")).order == "reorder"
    with pytest.raises(InputError, match="unknown reading"):
        poker.hands("queens")


def test_a_picture():
    import matplotlib

    matplotlib.use("agg")
    axes = poker.hands("ignore").plot()
    assert "7,462 classes" in axes.get_title(loc="left")
    matplotlib.pyplot.close(axes.figure)


def swapped(cards, first, second):
    """Hands with two suits exchanged."""
    suits = np.arange(4, dtype=np.uint8)
    suits[[first, second]] = suits[[second, first]]
    return (cards & 252) | suits[cards & 3]


@pytest.mark.parametrize("reading", naive.READINGS)
def test_suits_of_a_colour_are_alike_and_colours_are_not(every_hand, reading):
    table = tables.ranks(reading)
    ranks = looked_up(every_hand, table)
    assert np.array_equal(np.bincount(ranks), np.bincount(table.rank))
    for pair in ((deck.HEARTS, deck.DIAMONDS), (deck.CLUBS, deck.SPADES)):
        assert np.array_equal(looked_up(swapped(every_hand, *pair), table), ranks)
    across = looked_up(swapped(every_hand, deck.CLUBS, deck.HEARTS), table)
    assert np.array_equal(across, ranks) == (reading == "ignore")


def test_the_number_of_a_hand():
    rng = random.Random(5)
    for _ in range(2_000):
        hand = rng.sample(naive.DECK, 5)
        cards = np.array(sorted(numbers(hand)), np.uint8)
        assert hands.hand_number(*cards) == naive.number_of(hand)
    lowest, highest = np.arange(5, dtype=np.uint8), np.arange(47, 52, dtype=np.uint8)
    assert (hands.hand_number(*lowest), hands.hand_number(*highest)) == (0, hands.N_HANDS - 1)


def test_five_numbers_are_sorted():
    """A network that sorts all sequences of zeros and ones sorts everything."""
    for bits in itertools.product((0, 1), repeat=5):
        assert hands.sort_five(*bits) == tuple(sorted(bits))
    for places in itertools.permutations(range(5)):
        assert hands.sort_five(*places) == (0, 1, 2, 3, 4)


@pytest.mark.parametrize("n", [0, 1, 511, 512, 513])
def test_batches_of_any_size(every_hand, n):
    table = tables.ranks("compare")
    cards = np.random.default_rng(3).permuted(every_hand[1_000_000 : 1_000_000 + n], axis=1)
    expected = [table.rank[tables.number_of(hand.tolist())] for hand in cards]
    assert looked_up(cards, table).tolist() == expected
    assert [hands.rank_of(*hand, table) for hand in cards[:5]] == expected[:5]


ORDERS = st.builds(
    Order,
    name=st.just("house"),
    strengths=st.lists(st.integers(1, 16), min_size=52, max_size=52),
    groups=st.sampled_from(Groups),
    straights=st.sampled_from(Straights),
    ace_low=st.booleans(),
)


@settings(deadline=None, max_examples=60)
@given(ORDERS, st.randoms(use_true_random=False))
def test_any_order_against_the_twin(order, rng):
    """Few faces, so that fours, triples and straights by slots with pairs in them are common."""
    cards = rng.sample(range(13), 4)
    few = [card for card in range(52) if card // 4 in cards or rng.random() < 0.1]
    strengths = np.array(order.strengths, dtype=np.int64)
    group_rule = {"natural": classes.NATURAL, "highest": classes.HIGHEST, "lowest": classes.LOWEST}[
        order.groups
    ]
    reading = (
        lambda card: order.strengths[naive.DECK.index(card)],
        order.groups.value,
        order.straights.value,
        order.ace_low,
    )
    space = np.zeros(5, np.int64)
    both = []
    for _ in range(40):
        hand = sorted(rng.sample(few, 5))
        key = classes.hand_key(
            np.array(hand, dtype=np.int64),
            group_rule,
            order.straights == "slots",
            order.ace_low,
            strengths,
            space,
        )
        worth = naive.worth([naive.DECK[card] for card in hand], reading)
        assert key >> classes.CATEGORY_SHIFT == worth[0]
        both.append((worth, key))
    for (worth, key), (other_worth, other_key) in itertools.pairwise(both):
        assert sign(worth, other_worth) == sign(key, other_key)


def test_an_order_that_tells_too_many_hands_apart_is_refused():
    every_card = Order(name="bridge", strengths=tuple(range(1, 53)))
    with pytest.raises(InputError, match=r"order 'bridge' tells .* classes of hands apart; at most 65,535"):
        tables.ranks(every_card)


def test_names_and_words_do_not_make_another_table():
    order = Order(name="mine", strengths=orders.NATURAL, groups=Groups.NATURAL, words="as ever")
    assert tables.ranks(order).rank is not None
    assert np.array_equal(tables.ranks(order).rank, tables.ranks("ignore").rank)


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A cache folder of the test's own, and the orders that were ranked instead of loaded."""
    built = []
    right = tables.ranks("reorder")
    monkeypatch.setattr(tables.stored.jit, "cache_folder", lambda: tmp_path / "kernels")
    monkeypatch.setattr(tables, "build", lambda order, name: built.append(name) or right)
    tables._ranks.cache_clear()
    yield tmp_path, built
    tables._ranks.cache_clear()


def asked(order="reorder"):
    tables._ranks.cache_clear()
    return tables.ranks(order)


def test_a_table_is_ranked_once_and_loaded_after_that(kept):
    folder, built = kept
    first, second = asked(), asked()
    assert built == ["reorder"]
    assert len(list(folder.iterdir())) == 1
    for one, two in zip(first, second, strict=True):
        assert np.array_equal(one, two)
        assert one.dtype == two.dtype
        assert two.flags.writeable == one.flags.writeable
    asked("compare")
    assert built == ["reorder", "compare"]


@pytest.mark.parametrize("damage", ["flipped", "short", "empty", "long", "only a seal"])
def test_a_damaged_table_is_made_again(kept, damage):
    folder, built = kept
    asked()
    (path,) = folder.iterdir()
    content = bytearray(path.read_bytes())
    whole = bytes(content)
    content[1_000_000] ^= 1
    wrong = {
        "flipped": content,
        "short": whole[:-1],
        "empty": b"",
        "long": whole + b"\0",
        "only a seal": whole[:32],
    }
    path.write_bytes(wrong[damage])
    asked()
    assert built == ["reorder", "reorder"]
    assert path.read_bytes() == whole


def test_a_table_of_other_code_is_not_loaded(kept, monkeypatch):
    _, built = kept
    asked()
    monkeypatch.setattr(tables, "_code_digest", lambda: b"other")
    asked()
    assert built == ["reorder", "reorder"]


def test_without_a_folder_tables_stay_in_memory(kept, monkeypatch):
    folder, built = kept
    for nowhere in (lambda: None, lambda: folder / "not there" / "kernels"):
        monkeypatch.setattr(tables.stored.jit, "cache_folder", nowhere)
        assert asked().rank.size == hands.N_HANDS
        tables.ranks("reorder")
    assert built == ["reorder", "reorder"]
    assert list(folder.iterdir()) == []


def test_a_full_disk_leaves_nothing_behind(kept, monkeypatch):
    folder, _ = kept

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tables.os, "replace", full)
    assert asked().rank.size == hands.N_HANDS
    assert list(folder.iterdir()) == []
