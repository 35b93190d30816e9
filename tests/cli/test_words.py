"""The words of answers and refusals: singular and plural, digits that tell numbers apart, names worth naming."""

from fractions import Fraction

import pytest

from risksim import battles, cards, factories
from risksim.battles import words as battle_words
from risksim.cards import words as card_words
from risksim.errors import InputError, check_real, counted, unknown_name
from risksim.factories import words as factory_words


def test_one_is_singular():
    assert [counted(n, "turn") for n in (0, 1, 2)] == ["0 turns", "1 turn", "2 turns"]
    factory = "\n".join(factory_words.payoffs(factories.payoffs(1, payments=1)))
    assert "1 turn," in factory
    assert "with 1 payment left" in factory
    played = cards.simulate(turns=1, trials=2, seed=1)
    assert "1 player, 1 turn each" in next(card_words.simulation(played))
    battle = battles.odds(2, 1, simulate=1, seed=1)
    assert "  1 battle, seed 1" in "\n".join(battle_words.odds(battle))


def test_what_never_comes_is_called_so():
    lines = "\n".join(card_words.economy(cards.economy(conquest_rate=0)))
    assert "never at conquest rate 0" in lines
    assert "inf" not in lines


def read(text):
    """Return a chance as words have it: 0.9, 1 - 1e-09, at least 1 - 1e-16."""
    *lacking, last = text.removeprefix("at least ").removeprefix("a little less than ").split(" - ")
    return float(1 - Fraction(last)) if lacking else float(last)


@pytest.mark.parametrize(
    ("defenders", "p"),
    [
        (5, 0.5),
        (20, 0.9999999999999999),
        (8, 0.9999999999999999),
        (8, 1 - 1e-13),
        (8, 1 - 1e-9),
        (8, 0.9999),
        (5000, 0.99),
        (20, 1e-9),
        (3, 0),
        (400, 0.123456789),
    ],
)
def test_the_chances_around_the_one_wanted_stand_on_their_sides_of_it(defenders, p):
    first, *second = battle_words.need(battles.need(defenders, p))
    has = first.split("with chance ")[1].split(" (rules")[0]
    assert p <= read(has) < 1
    for line in second:
        fewer, wanted = line.split("would have ")[1].split(", wanted is ")
        assert float(wanted.split(" (")[0]) == p
        assert read(fewer) < p or fewer == f"a little less than {battle_words.near_one(p)}"


def test_a_refused_number_keeps_its_digits():
    with pytest.raises(InputError, match=r"between 0 and 1, not 1\.0000000000000002$"):
        check_real("p", 1.0000000000000002, 0, 1)
    with pytest.raises(InputError, match=r"at least 0, not -2$"):
        check_real("p", -2, 0)


def test_a_semicolon_comes_with_a_hint_alone():
    assert str(unknown_name("deck", "", ["one", "two"])) == "unknown deck '' (known: one, two)"
    assert (
        str(unknown_name("rule set", "nonesuch", ["finnish"]))
        == "unknown rule set 'nonesuch' (known: finnish)"
    )


def test_known_names_keep_their_order():
    ordered = [f"C{n}" for n in range(1, 13)]
    assert str(unknown_name("claim", "x", dict.fromkeys(ordered))).endswith(f"(known: {', '.join(ordered)})")
    assert str(unknown_name("rule set", "x", {"b", "a"})).endswith("(known: a, b)")


def test_of_many_names_only_the_nearest_are_listed():
    many = [f"clause_{n}" for n in range(90)] + ["ties"]
    assert str(unknown_name("clause", "tyes", many)).endswith(
        "did you mean 'ties'? (91 are known, the nearest: ties)"
    )
    assert len(str(unknown_name("clause", "clause", many))) < 150
    assert str(unknown_name("clause", "§", many)) == "unknown clause '§' (91 are known)"
