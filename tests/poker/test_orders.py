"""Orders of cards: readings of the rule, and files of a user's own."""

import pytest

from risksim.errors import InputError
from risksim.poker import deck, orders
from risksim.poker.orders import Groups, Order, Straights
from risksim.rules.clauses import QueenHigh
from tests.naive import poker as naive

ROWS = {suit: list(range(2, 15)) for suit in deck.SUITS}


def written(folder, name="house.toml", **keys):
    """Write an order file: keys with their TOML text."""
    rows = keys.pop("rows", ROWS)
    text = "".join(f"{key} = {value}\n" for key, value in keys.items())
    if rows is not None:
        text += "[strengths]\n" + "".join(f"{suit} = {row}\n" for suit, row in rows.items())
    path = folder / name
    path.write_text(text)
    return path


def test_every_reading_of_the_clause_is_an_order():
    assert list(orders.readings()) == [reading.value for reading in QueenHigh] == list(naive.READINGS)


@pytest.mark.parametrize("reading", naive.READINGS)
def test_strengths_and_rules_are_those_of_the_twin(reading):
    strength, group, follows, is_ace_low = naive.house_rules(reading)
    order = orders.of(reading)
    assert order.strengths == tuple(strength(card) for card in naive.DECK)
    assert order.straights == follows
    assert order.ace_low is is_ace_low
    assert order.groups == group
    assert order.words


def test_an_order_stays_as_it_is_and_compares_by_content():
    order = orders.of(QueenHigh.COMPARE)
    assert orders.of(order) is order
    assert Order(name="house", strengths=list(order.strengths)).strengths == order.strengths


def test_a_file_says_what_a_reading_says(tmp_path):
    rows = {**ROWS, "hearts": [*range(2, 12), 15, 13, 14], "diamonds": [*range(2, 12), 15, 13, 14]}
    path = written(
        tmp_path,
        title='"Red queens"',
        source='"at our table"',
        groups='"lowest"',
        straights='"slots"',
        rows=rows,
    )
    order = orders.of(str(path))
    assert order == orders.load(path) == orders.of(path)
    assert order.strengths == orders.of("above-ace").strengths
    assert (order.name, order.words, order.source) == ("house", "Red queens", "at our table")
    assert (order.groups, order.straights, order.ace_low) == (Groups.LOWEST, Straights.SLOTS, True)


def test_a_file_may_list_the_cards_one_by_one(tmp_path):
    path = written(tmp_path, strengths=list(orders.NATURAL), ace_low="false", rows=None)
    order = orders.load(path)
    assert order.strengths == orders.NATURAL
    assert order.ace_low is False
    assert (order.groups, order.straights) == (Groups.HIGHEST, Straights.FACES)


BAD = {
    "51 in a list": ({"strengths": list(orders.NATURAL[:51]), "rows": None}, "51 strengths; an order has 52"),
    "53 in a list": ({"strengths": [*orders.NATURAL, 2], "rows": None}, "53 strengths; an order has 52"),
    "51 by suit": ({"rows": {**ROWS, "spades": ROWS["spades"][:12]}}, "spades has 12.*51 in all, not 52"),
    "a suit missing": ({"rows": {s: ROWS[s] for s in deck.SUITS[:3]}}, "spades has 0.*39 in all"),
    "a suit unknown": ({"rows": {**ROWS, "stars": ROWS["clubs"]}}, "unknown suit 'stars'"),
    "a suit no list": ({"rows": {**ROWS, "clubs": 3}}, "clubs must be a list"),
    "no strengths": ({"rows": None, "groups": '"natural"'}, "strengths are missing"),
    "an empty file": ({"rows": None}, "strengths are missing"),
    "strengths of text": ({"strengths": '"high"', "rows": None}, "strengths must be lists"),
    "an unknown key": ({"strenght": 1}, "unknown key 'strenght'.*did you mean 'strengths'"),
    "too strong": (
        {"rows": {**ROWS, "hearts": [*range(2, 14), 61]}},
        "strength of Ah must be at most 60, not 61",
    ),
    "too weak": (
        {"rows": {**ROWS, "hearts": [0, *range(3, 15)]}},
        "strength of 2h must be at least 1, not 0",
    ),
    "half strengths": (
        {"rows": {**ROWS, "hearts": [2.5, *range(3, 15)]}},
        "strength of 2h must be a whole number",
    ),
    "strengths true": (
        {"rows": {**ROWS, "hearts": "[true, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]"}},
        "strength of 2h must be a whole",
    ),
    "groups unknown": ({"groups": '"best"'}, "groups = 'best' is not allowed.*natural, highest, lowest"),
    "groups a number": ({"groups": 1}, "groups = 1 is not allowed"),
    "straights unknown": ({"straights": '"suits"'}, "straights = 'suits' is not allowed.*faces, slots"),
    "ace low a number": ({"ace_low": 1}, "ace_low = 1 is not allowed.*true, false"),
    "no title": ({"title": '" "'}, "title must be text"),
    "not TOML": ({"title": "= ="}, "not valid TOML"),
}


@pytest.mark.parametrize(("keys", "message"), BAD.values(), ids=BAD)
def test_a_bad_file_gets_one_line_that_names_it(tmp_path, keys, message):
    path = written(tmp_path, **keys)
    with pytest.raises(InputError, match=message) as caught:
        orders.of(path)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(str(path))


def test_a_file_may_not_bear_the_name_of_a_reading(tmp_path):
    with pytest.raises(InputError, match="name of the reading 'compare'"):
        orders.of(written(tmp_path, "compare.toml"))


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match="does not exist"):
        orders.of("nowhere/order.toml")
    with pytest.raises(InputError, match="cannot be read"):
        orders.load(tmp_path)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not UTF-8"):
        orders.load(tmp_path / "bytes.toml")


def test_unknown_readings():
    with pytest.raises(InputError, match="unknown reading of queen_high 'compar'; did you mean 'compare'"):
        orders.of("compar")
    with pytest.raises(InputError, match="not 7"):
        orders.of(7)
