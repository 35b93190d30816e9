"""The report on the new rules: whole, well made, the same every time, and in agreement with itself and the rules.

Sources: ``seed-new-rules``, ``osborne-2003``.
"""

import csv
import json
import math
import re
from fractions import Fraction

import pytest

from risksim import claims, reports, rules
from risksim.errors import InputError
from tests.reports import reading
from tests.reports.made import once, run


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return once(tmp_path_factory)


@pytest.fixture(scope="module")
def text(made):
    folder, answer = made
    return (folder / answer["page"]).read_text()


@pytest.fixture(scope="module")
def table(made):
    folder, _ = made

    def rows(key):
        with open(folder / "pages" / f"variant-{key}.csv", newline="") as file:
            return list(csv.DictReader(file))

    return rows


def section(text, key):
    """Return the words of one section."""
    part = text[text.index(f'<section id="{key}"') :]
    following = part.find('\n<section id="', 1)
    return " ".join("".join(reading.Reader(part[: following if following > 0 else None]).text).split())


def test_it_is_well_made_and_asks_for_nothing(text):
    assert reading.complaints(text) == []
    assert reading.outside(text) == []
    assert len(text) < 3_000_000


def test_it_holds_what_it_should(text):
    found = re.findall(r'<section id="([^"]+)" aria', text)
    assert found == [
        "answer",
        "page-of-verdicts",
        "what-to-do",
        "which-verdicts-flip",
        "card-clock",
        "payoff-model",
        "both-plans",
        "fair-values",
        "one-set-against-one-factory",
        "capture",
        "what-matters",
        "battle-odds-by-document",
        "poker-hands",
        "poker-turns",
        "poker-bets",
        "poker-exploits",
        "checked-by-simulation",
        "limits",
        "claims-in-full",
        "sources",
        "manifest",
    ]
    for figure in (
        "cards-to-a-set",
        "cumulative-curves",
        "equal-set-value",
        "equal-yield",
        "break-even-lines",
        "policy-figure",
        "tornado-figure",
        "battle-odds",
        "poker-cards-held",
        "poker-waits",
        "poker-challenge-by-value",
        "poker-equity-to-call",
    ):
        assert f'<figure id="{figure}"' in text


def test_two_processes_in_two_folders_give_the_same_bytes(made, tmp_path):
    folder, _ = made
    run(tmp_path, PYTHONHASHSEED="5", TZ="Pacific/Auckland", NUMBA_NUM_THREADS="1")
    first, second = (
        {path.name: path.read_bytes() for path in (where / "pages").iterdir() if path.name != "report.log"}
        for where in (folder, tmp_path)
    )
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []


def test_verdicts_agree_everywhere(made, text, table):
    _, answer = made
    verdicts = answer["verdicts"]
    assert set(verdicts) == {key for key, entry in claims.found().items() if isinstance(entry, claims.Claim)}
    assert {row["key"]: row["verdict"] for row in table("verdicts")} == verdicts
    words = section(text, "page-of-verdicts")
    for verdict in ("holds", "fails", "undecided"):
        n_rows = sum(value == verdict for value in verdicts.values())
        symbol = {"holds": "✔", "fails": "✘", "undecided": "?"}[verdict]
        assert words.count(f"{symbol} {verdict}") == n_rows
    first = next(row for row in table("flips") if row["reading"] == "as written")
    assert {key: first[key] for key in verdicts} == verdicts


def test_the_answer_counts_the_verdicts(made, text):
    _, answer = made
    values = list(answer["verdicts"].values())
    words = section(text, "answer")
    assert f"Of the {len(values)} claims checked" in words
    for verdict, verb in (("holds", "holds?"), ("fails", "fails?"), ("undecided", "(is|are) undecided")):
        count = values.count(verdict)
        assert bool(re.search(rf"\b{count} {verb} \(", words)) == bool(count)


def test_every_verdict_names_its_reading_and_its_error(text, table):
    for row in table("verdicts"):
        start = text.index(f'id="verdicts-{row["key"]}"')
        cells = text[start : text.index("</tr>", start)]
        assert "as written" in cells
        assert "exact" in cells or "not measured" in cells or "…" in cells


def test_flipped_verdicts_are_marked_in_words(made, text, table):
    _, answer = made
    flipped = {
        key
        for row in table("flips")
        for key, headline in answer["verdicts"].items()
        if row[key] not in ("", "not applicable", headline)
    }
    assert flipped, "some reading flips something"
    n_marks = text[text.index('id="flips"') : text.index("Verdicts that flip")].count("flipped")
    assert n_marks == sum(
        row[key] not in ("", "not applicable", headline)
        for row in table("flips")
        for key, headline in answer["verdicts"].items()
    )
    for key in flipped:
        assert f'<a href="#claim-{key}">{key}</a>' in text[text.index("Verdicts that flip") :]


def test_simulated_numbers_lie_near_the_exact_ones(table):
    rows = table("simulated-against-exact")
    assert rows
    assert all(abs(float(row["deviation"])) < 5 for row in rows)


def test_the_ledger_names_every_clause_that_counts(table):
    rows = {row["clause"]: row for row in table("ledger")}
    assert {"wilds", "set_dice", "factory_yield", "match_bonus", "ties", "lone_defender"} <= rows.keys()
    assert "first_player" not in rows
    assert "no wilds" in rows["wilds"]["tried"]
    assert all(row["source"] for row in rows.values())


def test_every_claim_is_there_in_full(text):
    for key, entry in claims.found().items():
        words = section(text, "claims-in-full")
        assert f'id="claim-{key}"' in text
        assert " ".join(entry.sentence.split()) in words


def test_the_rule_to_memorise_is_arithmetic(text, table):
    # a factory pays 2 a turn, a set 7 and 2 more for each matching card; a tie builds
    for row in table("rule-to-memorise"):
        matches = int(row["matching_cards"])
        assert int(row["hazard_0"]) == math.ceil((7 + 2 * matches) / 2)
        # with capture: fewest H with 2 * sum((1 - h) ** k) at least the set, or never
        for hazard in (Fraction(1, 20), Fraction(1, 10), Fraction(1, 5)):
            left, paid = 0, Fraction(0)
            while paid < 7 + 2 * matches and left < 60:
                left += 1
                paid += 2 * (1 - hazard) ** left
            expected = str(left) if paid >= 7 + 2 * matches else ""
            assert row[f"hazard_{float(hazard):g}"] == expected
    assert "while at least 4 of your own turns are still to come" in section(text, "answer")


def test_the_card_clock_has_the_known_chances(table):
    by_deck = {row["deck"]: row for row in table("waits")}
    for deck, chance, mean in (
        ("classic", Fraction(200, 473), Fraction(72921, 19393)),
        ("no-wilds", Fraction(137, 410), Fraction(797, 205)),
    ):
        assert float(by_deck[deck]["first_set_3"]) == pytest.approx(float(chance), rel=1e-12)
        assert float(by_deck[deck]["expected_cards_first_set"]) == pytest.approx(float(mean), rel=1e-12)


def test_both_plans_cross_where_the_table_says(text, table):
    rows = {
        int(row["turn"]): float(row["factories"]) - float(row["armies"]) for row in table("plans-by-turn")
    }
    ahead = min(
        turn for turn in rows if turn >= 4 and all(rows[later] > 0 for later in rows if later >= turn)
    )
    assert f"The factory plan is ahead from turn {ahead} on." in section(text, "both-plans")


def test_break_even_hazards_balance(table):
    for row in table("break-even"):
        payments = int(row["payments"])
        for name, weight in (("captor ignored", 0.0), ("2 players", 1.0)):
            if not row[name]:
                assert 2 * payments < 7
                continue
            kept = [(1 - float(row[name])) ** k for k in range(1, payments + 1)]
            assert 2 * sum(p - weight * (1 - p) for p in kept) == pytest.approx(7, abs=1e-6)


def test_battles_are_those_published(table):
    chances = {
        (row["rules"], int(row["armies"]), int(row["defenders"])): float(row["p_win"])
        for row in table("battles")
    }
    assert chances["classic", 11, 10] == pytest.approx(0.5675928721, abs=1e-10)
    assert chances["classic", 4, 2] == pytest.approx(6610505 / 10077696, rel=1e-12)
    assert chances["classic", 8, 5] == pytest.approx(0.7364, abs=5e-5)
    assert chances["finnish", 8, 5] == pytest.approx(0.7921, abs=5e-5)
    assert chances["russian", 8, 5] == pytest.approx(0.8337, abs=5e-5)


def test_the_payoff_model_is_written_out(text):
    words = section(text, "payoff-model")
    for part in (
        "chance q",
        "first pays at the start of turn t + 1",
        "2d6",
        "captured",
        "backward induction",
    ):
        assert part in words


def test_limits_name_what_is_undecided(made, text):
    _, answer = made
    words = section(text, "limits")
    assert "Whole games are not played" in words
    assert "Poker" in words
    for key, verdict in answer["verdicts"].items():
        if verdict == "undecided":
            assert key in words


def test_the_manifest_names_every_rule_set_and_claim(made):
    folder, answer = made
    manifest = json.loads((folder / answer["manifest"]).read_text())
    assert set(manifest["rules"]) == {"classic", "new-rules", "finnish", "russian", "slovak", "malay"}
    assert set(manifest["claims"]) == set(claims.found())
    assert {f"pages/{name}" for name in manifest["tables"]} == set(answer["tables"])
    assert (manifest["trials"], manifest["quick"]) == (2000, True)


def test_colours_can_be_read():
    css = (reports.page.__path__[0]) + "/template/page.css"
    with open(css) as file:
        style = file.read()
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", style))
    for ink in ("ink", "soft", "link", "holds", "fails", "undecided"):
        for ground in ("#ffffff", colours["shade"], "#fff3d6"):
            assert contrast(colours[ink], ground) >= 4.5
    assert contrast("#888888", "#ffffff") < 4.5


def contrast(first, second):
    """Return the contrast of two colours as the web guidelines define it."""

    def luminance(colour):
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_a_house_rule_gets_its_own_page(made, tmp_path):
    folder, answer = made
    house = rules.load("new-rules").vary(factory_yield=3)
    effort = claims.Effort.of(quick=True, trials=2000)
    own = reports.make("variant", tmp_path, rules=house, effort=effort)
    manifest = json.loads((tmp_path / "variant.manifest.json").read_text())
    assert manifest["rules"][house.label]["digest"] == house.digest
    assert f"Rules checked: {house.label}" in (tmp_path / "variant.html").read_text()
    assert section((tmp_path / "variant.html").read_text(), "what-to-do") != section(
        (folder / answer["page"]).read_text(), "what-to-do"
    )
    assert set(own.verdicts) == set(answer["verdicts"])


def test_rules_without_factories_get_no_such_page(tmp_path):
    with pytest.raises(InputError, match="classic"):
        reports.make(
            "variant", tmp_path / "pages", rules="classic", effort=claims.Effort.of(quick=True, trials=2000)
        )
    assert not (tmp_path / "pages").exists()
