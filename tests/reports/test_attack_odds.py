"""The report on how to attack: well made, the same every time, and every number one that can be found again.

Sources: ``osborne-2003``, ``hohle-2025``.
"""

import csv
import functools
import json
import math
import os
import re
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from risksim import battles, claims, reports, rules
from tests.reports import reading

EFFORT = claims.Effort.of(quick=True, trials=20_000)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    where = tmp_path_factory.mktemp("attack")
    reports.make("attack_odds", where, effort=EFFORT)
    return where


@pytest.fixture(scope="module")
def text(folder):
    return (folder / "attack_odds.html").read_text()


@pytest.fixture(scope="module")
def table(folder):
    def rows(key):
        with open(folder / f"attack_odds-{key}.csv", newline="") as file:
            return list(csv.DictReader(file))

    return rows


def section(text, key):
    part = text[text.index(f'<section id="{key}"') :]
    following = part.find('\n<section id="', 1)
    return " ".join("".join(reading.Reader(part[: following if following > 0 else None]).text).split())


@functools.cache
def needed(p, defenders):
    return battles.need(defenders, p).armies


# --- the page -----------------------------------------------------------------------------------------------------


def test_it_is_well_made_and_asks_for_nothing(text):
    assert reading.complaints(text) == []
    assert reading.outside(text) == []
    assert len(text) < 2_000_000


def test_it_holds_what_it_should(text):
    found = re.findall(r'<section id="([^"]+)" aria', text)
    assert found[:2] == ["answer", "what-to-do"]
    assert found[-4:] == ["checked-by-simulation", "limits", "sources", "manifest"]
    assert {"how-many", "chances-of-all", "one-round", "even-numbers-of-both", "one-more-army"} < set(found)
    assert {"costs", "when-to-stop", "chains", "other-dice"} < set(found)
    for figure in ("need-chart", "heat-map", "round-figure", "surplus", "who-is-left", "losses", "stop-0", "dice-figure"):  # fmt: skip
        assert f'<figure id="{figure}"' in text


def test_the_same_question_gives_the_same_bytes(folder, tmp_path):
    words = [
        "report",
        "attack_odds",
        "--quick",
        "--trials",
        str(EFFORT.trials),
        "--out",
        str(tmp_path),
        "--json",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "risksim", *words],
        env={**os.environ, "PYTHONHASHSEED": "5", "NUMBA_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["verdicts"] == {}
    first, second = (
        {path.name: path.read_bytes() for path in where.iterdir() if path.name != "report.log"}
        for where in (folder, tmp_path)
    )
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []


def test_the_manifest_names_the_dice_of_every_rule_set(folder, text):
    manifest = json.loads((folder / "attack_odds.manifest.json").read_text())
    assert {name: each["digest"] for name, each in manifest["rules"].items()} == {
        name: each.digest for name, each in rules.load_all().items()
    }
    assert manifest["claims"] == {}
    assert {f"attack_odds-{key}.csv" for key in ("fits", "chances", "dice-rules")} < set(manifest["tables"])
    assert "Rules checked" not in text


# --- how many are needed ------------------------------------------------------------------------------------------


def test_the_rules_to_remember_are_never_too_few(text, table):
    rows = table("rules-to-remember")
    assert [float(row["chance"]) for row in rows] == [0.5, 0.8, 0.95]
    for row in rows:
        share, more, p = Fraction(row["share"]), int(row["more"]), float(row["chance"])
        wasted = [math.ceil(share * d) + more - needed(p, d) for d in range(1, 31)]
        assert min(wasted) == 0
        assert max(wasted) == int(row["most_wasted"])
        assert sum(wasted) / 30 == pytest.approx(float(row["mean_wasted"]))
        assert int(row["for_10"]) == math.ceil(share * 10) + more
        assert row["rule"] in section(text, "answer")
        # no simpler share does better
        for other in (Fraction(1), Fraction(6, 5), Fraction(4, 3), Fraction(3, 2)):
            said = [math.ceil(other * d) for d in range(1, 31)]
            least = max(needed(p, d) - n for d, n in enumerate(said, start=1))
            assert max(n + least - needed(p, d) for d, n in enumerate(said, start=1)) >= max(wasted)


def test_the_lines_are_least_squares(table):
    rows = table("fits")
    assert len(rows) == 12
    for row in rows:
        p, up_to = float(row["p"]), int(row["up_to"])
        sizes = np.arange(1, up_to + 1)
        armies = np.array([needed(p, int(d)) for d in sizes])
        if float(row["root"]) == 0:
            slope, intercept = np.polyfit(sizes, armies, 1)
            assert (float(row["slope"]), float(row["intercept"])) == pytest.approx((slope, intercept))
        said = float(row["intercept"]) + float(row["slope"]) * sizes + float(row["root"]) * np.sqrt(sizes)
        assert float(row["largest_error"]) == pytest.approx(np.abs(said - armies).max())
        assert int(row["at"]) == 1 + np.abs(said - armies).argmax()
        assert int(row["n_right"]) == (np.round(said) == armies).sum()


def test_a_line_is_enough_for_even_chances_only(table):
    errors = {
        (row["p"], row["up_to"], row["root"] != "0.0"): float(row["largest_error"]) for row in table("fits")
    }
    assert all(errors["0.5", up_to, False] < 0.5 for up_to in ("10", "30", "100"))
    for p in ("0.8", "0.95"):
        assert errors[p, "10", False] < errors[p, "30", False] < errors[p, "100", False]
        assert errors[p, "100", True] < errors[p, "100", False] / 2


def test_where_the_published_line_breaks(text, table):
    wrong = [d for d in range(1, 101) if round(1.2204 + 0.8525 * d) + 1 != needed(0.5, d)]
    assert wrong[0] == 66
    words = section(text, "how-many")
    assert "exactly right up to 65 defenders" in words
    assert f"{len(wrong)} of the first 100 are off" in words
    slope = (2611 + 2 * 2275) / (2611 + 2 * 2890)
    assert f"every {1 / (slope - 0.8525):,.0f} defenders" in words
    for row in table("beyond"):
        defenders = int(row["defenders"])
        assert int(row["armies"]) == needed(0.5, defenders)
        assert float(row["published"]) == pytest.approx(2.2204 + 0.8525 * defenders)
        assert float(row["published_off"]) == pytest.approx(
            2.2204 + 0.8525 * defenders - needed(0.5, defenders)
        )


# --- chances ------------------------------------------------------------------------------------------------------


def test_chances_are_those_published(text, table):
    chances = {(int(row["armies"]), int(row["defenders"])): float(row["p_win"]) for row in table("chances")}
    assert chances[4, 2] == pytest.approx(6610505 / 10077696, rel=1e-12)
    assert chances[11, 10] == pytest.approx(0.5675928721, abs=1e-10)
    assert chances[101, 100] == pytest.approx(0.8243628661, abs=1e-10)
    assert "favoured from 5 against 5 on" in section(text, "answer")
    behind = [n for n in range(1, 101) if chances[n + 1, n] <= 0.5]
    assert behind == [1, 2, 3, 4]


def test_one_round_is_counted(table):
    ways = {
        (row["dice"], int(row["attacker_loses"])): (int(row["ways"]), int(row["total"]))
        for row in table("one-round-table")
    }
    assert [ways["3 v 2", lost] for lost in (0, 1, 2)] == [(2890, 7776), (2611, 7776), (2275, 7776)]
    assert ways["1 v 1", 1] == (21, 36)
    rates = {row["dice"]: float(row["exchange"]) for row in table("one-round-table")}
    assert rates["3 v 2"] == pytest.approx((2611 + 2 * 2275) / (2611 + 2 * 2890))


def test_the_advice_sorts_rounds_by_who_they_favour(text):
    words = section(text, "what-to-do")
    assert "less than the defender (attacker's v defender's dice): 3 v 2, 3 v 1 and 2 v 1." in words
    assert "cost him more: 2 v 2, 1 v 2 and 1 v 1." in words


def test_one_more_army(text, table):
    chances = {(int(row["armies"]), int(row["defenders"])): float(row["p_win"]) for row in table("chances")}
    for row in table("one-more-table"):
        n, d = int(row["armies"]), int(row["defenders"])
        assert n == needed(0.5, d)
        assert float(row["fewer"]) == pytest.approx(chances[n - 1, d] - chances[n, d])
        assert float(row["more_1"]) == pytest.approx(chances[n + 1, d] - chances[n, d])
    most = max(chances[n + 1, d] - p for (n, d), p in chances.items() if (n + 1, d) in chances)
    assert f"up to {100 * most:.1f} percentage points" in section(text, "answer")
    assert "2 armies on the territory have 41.7 % against 1, 2 able to attack have 75.4 %" in section(text, "one-more-army")  # fmt: skip


def test_costs_are_expected_losses(table):
    rows = table("costs-table")
    assert len(rows) == 12
    for row in rows:
        odds = battles.odds(int(row["armies"]), int(row["defenders"]), fractions=False)
        assert float(row["attacker_losses"]) == odds.expected_attacker_losses
        assert float(row["exchange"]) == pytest.approx(
            odds.expected_attacker_losses / odds.expected_defender_losses
        )


def test_rolled_battles_agree(table):
    rows = table("simulated-against-exact")
    assert len({row["seed"] for row in rows}) == len(rows) == 5
    for row in rows:
        exact, trials = float(row["exact"]), int(row["trials"])
        assert exact == battles.odds(int(row["armies"]), int(row["defenders"]), fractions=False).p_win
        off = (float(row["simulated"]) - exact) / math.sqrt(exact * (1 - exact) / trials)
        assert float(row["deviation"]) == pytest.approx(off)
        assert abs(off) < 5
        assert float(row["low"]) < float(row["simulated"]) < float(row["high"])


# --- other dice, stopping -----------------------------------------------------------------------------------------


def test_every_rule_set_is_compared_once(table):
    rows = table("dice-rules")
    names = [name for row in rows for name in row["rules"].split(", ")]
    assert sorted(names) == rules.names()
    for row in rows:
        name = row["rules"].split(", ")[-1]
        for n in (5, 10, 20):
            exact = battles.odds(n + 1, n, rules=name, fractions=False).p_win
            assert float(row[f"p_{n}"]) == pytest.approx(exact, abs=1e-12)
    assert [float(row["p_10"]) for row in rows] == sorted((float(row["p_10"]) for row in rows), reverse=True)
    together = next(row["rules"] for row in rows if "classic" in row["rules"])
    assert "new-rules" in together
    assert "finnish" not in together


one_round = functools.cache(battles.round_chances)


@functools.cache
def worth(attackers, defenders, destroyed, prize):
    """The best that may come of an attack, from the rounds alone: stop, or roll once more."""
    if defenders == 0:
        return prize
    if attackers == 0:
        return 0.0
    on = sum(
        each.p
        * (
            each.defender_loses * destroyed
            - each.attacker_loses
            + worth(attackers - each.attacker_loses, defenders - each.defender_loses, destroyed, prize)
        )
        for each in one_round(min(attackers, 3), min(defenders, 2))
    )
    return max(0.0, on)


def test_going_on_is_what_pays(table):
    rows = {int(row["defenders"]): row for row in table("going-on")}
    for key, destroyed, prize in (("two_left", 1.0, 0.0), ("worth_3", 0.5, 3.0), ("worth_5", 0.5, 5.0)):
        for defenders in range(1, 16):
            stops = [n for n in range(2, 32) if worth(n - 1, defenders, destroyed, prize) == 0]
            first = max(stops, default=1) + 1
            assert rows[defenders][key] == ("" if first > 31 else str(first))


@functools.cache
def ends(armies, defenders):
    odds = battles.odds(armies, defenders, fractions=False)
    return [
        (each.armies_left, each.p)
        for each in odds.outcomes
        if not each.defenders_left and each.armies_left > 1
    ]


@functools.cache
def chain(armies, defenders):
    """The chance to take territories in a row, one army staying in each, from single battles alone."""
    if not defenders:
        return 1.0
    if armies < 2:
        return 0.0
    return math.fsum(p * chain(left - 1, defenders[1:]) for left, p in ends(armies, defenders[0]))


def test_chains_take_what_they_need(text, table):
    rows = [row for row in table("chain-needs") if int(row["territories"]) in (1, 2, 5)]
    assert len(rows) == 3 * 4 * 3
    for row in rows:
        territories = (int(row["garrison"]),) * int(row["territories"])
        armies, p = int(row["armies"]), float(row["p"])
        assert chain(armies, territories) >= p > chain(armies - 1, territories)
    for row in table("spread"):
        territories = (int(row["garrison"]),) * int(row["territories"])
        assert sum(territories) == 12
        assert float(row["p_all"]) == pytest.approx(chain(int(row["armies"]), territories), abs=1e-12)
    assert '<figure id="chain-reach"' in text


def test_each_further_territory_costs_as_much_again(table):
    lengths = np.arange(1, 9)
    for row in table("chain-steps"):
        armies = [
            float(each["armies"])
            for each in table("chain-needs")
            if (each["garrison"], each["p"]) == (row["garrison"], row["p"])
        ]
        slope, intercept = np.polyfit(lengths, armies, 1)
        assert float(row["each"]) == pytest.approx(slope)
        assert float(row["largest_error"]) == pytest.approx(
            np.abs(intercept + slope * lengths - armies).max()
        )


# --- other rules --------------------------------------------------------------------------------------------------


def test_it_is_made_for_other_rules(tmp_path):
    house = rules.load("capital").vary(battle_outcome="balanced-blitz")
    reports.make("attack_odds", tmp_path, rules=house, effort=EFFORT)
    page = (tmp_path / "attack_odds.html").read_text()
    assert reading.complaints(page) == []
    assert "Rules checked: capital with battle_outcome=balanced-blitz" in page
    assert "never favoured" in section(page, "answer")
    assert "Höhle (2025) says" not in page
    assert "3 v 3" in section(page, "one-round")
    assert "one draw decides the whole battle" in section(page, "when-to-stop")


def test_dice_that_cannot_win(tmp_path):
    reports.make("attack_odds", tmp_path, rules=rules.load("classic").vary(attack_sides=1), effort=EFFORT)
    page = (tmp_path / "attack_odds.html").read_text()
    assert reading.complaints(page) == []
    assert "No number of armies reaches the usual chances" in section(page, "answer")
