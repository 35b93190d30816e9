"""What the report on the new rules says about poker, against numbers known elsewhere and arithmetic by hand.

Sources: ``seed-new-rules``.
"""

import csv
from dataclasses import replace
from fractions import Fraction

import pytest

from risksim import claims, poker, rules
from risksim.reports import allies
from risksim.reports.allies import exploits, turns
from risksim.reports.page.report import Study
from tests.naive import betting as naive
from tests.reports.made import once
from tests.reports.test_variant import section

BASE = rules.load("new-rules")
#: The chance that one of two outright wins, as it is known from all deals.
WIN = Fraction(2923447199, 5853074500)


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    folder, answer = once(tmp_path_factory)
    return (folder / answer["page"]).read_text()


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder, _ = once(tmp_path_factory)

    def rows(key):
        with open(folder / "pages" / f"variant-{key}.csv", newline="") as file:
            return list(csv.DictReader(file))

    return rows


def study(base):
    checked = claims.check(["C1"], rules=base, with_matrix=False)
    return Study(base, checked, claims.Effort(trials=2_000, quick=True), {})


# --- hands -------------------------------------------------------------------------------------------------------


def test_every_reading_of_the_queen_is_there_exactly(table):
    rows = {row["reading"]: row for row in table("poker-queen")}
    assert rows.keys() == {"ignore", "compare", "compare-min", "compare-single", "reorder", "above-ace"}
    assert rows["compare"]["p_win_exact"] == str(WIN)
    for row in rows.values():
        assert 2 * Fraction(row["p_win_exact"]) + Fraction(row["p_tie_exact"]) == 1
        assert float(row["p_control_free"]) == float(row["p_win"])  # named last, the suit is always there
        for suit in ("clubs", "diamonds", "hearts", "spades"):
            held = float(row[f"p_suit_given_win_{suit}"])
            assert float(row[f"p_control_{suit}"]) == pytest.approx(held * float(row["p_win"]))
    assert rows["ignore"]["p_control_hearts"] == rows["ignore"]["p_control_spades"]
    assert rows["compare"]["p_control_hearts"] > rows["compare"]["p_control_spades"]
    assert [name for name, row in rows.items() if int(row["straights"]) != 10_200] == ["above-ace"]
    assert [name for name, row in rows.items() if row["is_rule"] == "True"] == ["compare"]


def test_control_by_players_and_cards(table):
    rows = {(int(row["players"]), int(row["cards"])): row for row in table("poker-control")}
    assert rows.keys() == {(players, cards) for players in (2, 3, 4, 5) for cards in (3, 4, 5)}
    for (players, cards), row in rows.items():
        low, p, high = (float(row[name]) for name in ("p_win_low", "p_win", "p_win_high"))
        assert low <= p <= high
        assert (low == high) == ((players, cards) == (2, 3)) == (row["method"] == "exact")
        if cards == 3:
            assert low - 0.05 < 1 / players < high + 0.05
        assert float(row["p_control"]) <= float(row["p_control_free"]) == p
    for players in (2, 3, 4, 5):
        assert float(rows[players, 3]["p_win"]) < float(rows[players, 5]["p_win"])


def test_allies_have_the_suits_of_the_document(table):
    rows = table("poker-allies")
    for players in (2, 3, 4, 5):
        owned = [suit for row in rows if int(row["players"]) == players for suit in row["ally"].split("+")]
        assert sorted(owned) == ["clubs", "diamonds", "hearts", "spades"]
    assert float(next(row for row in rows if row["players"] == "5")["p_suit_given_win"]) == 1


# --- turns between controls ---------------------------------------------------------------------------------------


def test_turns_between_are_arithmetic(table):
    rows = {row["changed"]: row for row in table("poker-turns-between")}
    own = rows[""]
    for rate in (1, 0.7, 0.4):
        assert float(own[f"turns_between_{rate:g}_free"]) == pytest.approx(3 / rate)
        assert float(own[f"turns_between_{rate:g}_contested"]) == pytest.approx(3 / rate / float(WIN))
        one = rows["bid_min_cards = 1"]
        assert float(one[f"turns_between_{rate:g}_contested"]) == pytest.approx(1 / rate / float(WIN))
    assert float(rows["poker_cards_spent = hand-played"]["turns_between_1_free"]) == 1
    # dealt in once more after a loss: two chances for three cards
    assert float(rows["rebuy = dealt-in"]["turns_between_1_contested"]) == pytest.approx(
        3 / float(WIN + WIN * WIN), rel=1e-9
    )


def test_who_challenges_is_arithmetic(text, table):
    rows = {(row["spent"], row["card_worth"], int(row["players"])): row for row in table("poker-challenges")}
    for players in (2, 3, 4, 5):
        harm = Fraction(1, players - 1)
        # three cards are a turn of the ally; the bidder's cards go whatever happens
        own = rows["every-bid", "", players]
        assert float(own["gain_per_value"]) == pytest.approx(float(harm * (1 - WIN) - 1))
        assert own["challenged_from"] == ""
        half = rows["every-bid", "0.5", players]
        assert float(half["challenged_from"]) == pytest.approx(float(Fraction(3, 2) / (harm * (1 - WIN))))
    assert float(rows["every-bid", "", 2]["hands"]) == pytest.approx(316 / 22100)
    assert float(rows["every-bid", "", 3]["hands"]) == 0
    words = section(text, "poker-turns")
    assert "1.4 % of hands (2 players), none (3 players)" in words
    assert "never if it is worth the bids it will make" in words


def test_dead_letters_are_those_found(text, table):
    found = poker.dead_letters(players=(2, 3, 4, 5))
    assert [row["quote"] for row in table("poker-dead-letters")] == [letter.quote for letter in found.letters]
    assert f"of {found.sentences} sentences about bids, hands and allies, {len(found.letters)}" in section(
        text, "poker-turns"
    )


# --- bets --------------------------------------------------------------------------------------------------------


def test_calls_are_pots_counted_out(text, table):
    for row in table("poker-calls"):
        bet, pile = int(row["bet"]), int(row["pile"])
        if row["all_in"] == "capped":
            bet = min(bet, pile)
        paid = [bet, min(bet, pile)]
        reading = "side-pot" if row["all_in"] == "capped" else row["all_in"]
        lost, won = (naive.settle(paid, paid, [best], reading)[1] for best in (0, 1))
        assert float(row["equity_to_call"]) == pytest.approx(-lost / (won + 2 - lost))
    assert "needs 15.4 % of the pot to call instead of 33.3 %" in section(text, "poker-bets")


def test_betting_well_favours_the_short_pile_without_side_pots(table):
    rows = {
        (int(row["first_pile"]), int(row["second_pile"]), row["all_in"]): row
        for row in table("poker-betting")
    }
    assert len(rows) == 9
    value = {key: float(row["value"]) for key, row in rows.items()}
    fair = value[10, 3, "side-pot"]
    assert value[10, 3, "capped"] == pytest.approx(fair)
    assert value[3, 3, "winner-takes-pot"] == pytest.approx(fair)
    assert value[10, 3, "winner-takes-pot"] < fair < value[3, 10, "winner-takes-pot"]
    for (_, _, reading), row in rows.items():
        assert float(row["exploitability"]) < 1e-9
        if reading != "winner-takes-pot":
            assert float(row["p_unequal"]) == 0


def test_stakes_are_divisions(table):
    for row in table("poker-stakes"):
        built = 2 * int(row["factories"])
        armies = max(3, int(row["territories"]) // 3)
        placed = {
            "no": armies + built,
            "yes-not-placed": armies + built,
            "yes-and-placed": armies + 2 * built,
        }
        turn = placed[row["pool_includes_factories"]]
        assert int(row["turn"]) == turn
        assert float(row["ante_of_turn"]) == pytest.approx(1 / turn)


# --- exploits ----------------------------------------------------------------------------------------------------


def test_every_exploit_is_open_before_and_closed_after(text, table):
    rows = table("poker-edits")
    assert len(rows) == len(exploits.EXPLOITS) >= 8
    words = section(text, "poker-exploits")
    for row, exploit in zip(rows, exploits.EXPLOITS, strict=True):
        assert row["exploit"] == exploit.key
        assert not exploit.is_closed(float(row["before"]))
        assert exploit.is_closed(float(row["after"]))
        assert row["is_closed"] == "True"
        assert "“" in row["sentence"]
        assert row["sentence"].endswith(("”", "”."))
        assert row["sentence"].rstrip(".") in words
    is_open = {row["exploit"] for row in rows if row["open_as_read"] == "True"}
    assert is_open == {"at once", "nobody challenges", "named last", "short pile", "six cards"}


def test_effects_of_edits_by_hand(table):
    rows = {row["exploit"]: (float(row["before"]), float(row["after"])) for row in table("poker-edits")}
    assert rows["free bids"] == rows["one card"] == (1, 3)
    assert rows["short pile"] == pytest.approx((2 / 13, 2 / 6))
    assert rows["counted twice"] == (8, 4)
    # dealt in three times more: four chances for three cards
    chance = sum(float(WIN) ** tries for tries in range(1, 5))
    assert rows["dealt in"] == pytest.approx((3 / chance, 3 / float(WIN)))
    assert rows["named last"][0] == 1
    best = max(poker.control(2).p_suit_given_win.values())
    assert rows["named last"][1] == pytest.approx(best)
    # rivals who keep their cards: a hand with no chance at all loses the ante, one with all wins it and the ally
    needed = {n: turns.challenge(BASE, turns.VALUE, n, Fraction(0)).equity_needed for n in (2, 3, 4, 5)}
    for players, share in needed.items():
        harm, v = 1 / (players - 1), turns.VALUE
        assert 2 * share - 1 + harm * v * (1 - 2 * (1 - share) * float(WIN)) == pytest.approx(0, abs=1e-9)


def test_rules_that_carry_an_edit_show_it_closed():
    edited = BASE.vary(all_in="capped", declare_after_seeing_cards=False)
    found = {each.key: exploits.closed(edited, each) for each in exploits.EXPLOITS}
    assert not found["short pile"].is_open
    assert not found["named last"].is_open
    assert found["at once"].is_open


def test_an_edit_that_does_not_close_is_passed_over():
    tried = {each.key: each for each in exploits.EXPLOITS}["nobody challenges"]
    assert exploits.closed(BASE, tried).edit is tried.edits[1]
    only_first = replace(tried, edits=tried.edits[:1])
    assert not tried.is_closed(exploits.closed(BASE, only_first).after)


def test_rules_without_allies_say_so():
    none = rules.load("new-rules").vary(has_allied_armies=False)
    for draw in allies.SECTIONS:
        drawn = draw(study(none))
        assert "no allied armies" in drawn.blocks[0].words
        assert list(drawn.tables()) == []
    assert allies.in_short(study(none)) is None


def test_the_answer_says_what_the_sections_find(text):
    words = section(text, "answer")
    assert "plays an ally every 3 turns that earn a card if nobody challenges" in words
    assert "1.4 % of his hands between two players and with none among three" in words
