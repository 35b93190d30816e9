"""Finding claims, plug-ins included; running them; the flip matrix; expectations."""

import json

import pytest

from risksim import catalogues, claims
from risksim.claims.checking import expectations, words
from risksim.claims.checking.check import check, found
from risksim.errors import InputError
from tests.claims import plugins


@pytest.fixture
def plugged(tmp_path, monkeypatch):
    """A folder of the user's, already among the catalogues for the length of a test."""
    monkeypatch.setattr(catalogues, "_plugin_folders", [tmp_path])
    return tmp_path


def test_a_plug_in_is_one_file(plugged):
    plugins.write(plugged, "mine", readings='Reading("two wilds", {"wilds": 2}),')
    checked = check(["c90"])
    assert checked.verdicts() == {"C90": "holds"}
    assert [row.reading for row in checked.matrix] == ["as written", "two wilds"]


def test_a_plug_in_that_is_wrong_fails(plugged):
    plugins.write(
        plugged,
        "wrong",
        """
        from fractions import Fraction

        from risksim.cards import exact, model
        from risksim.claims import Claim, Measured, Number


        def measure(case):
            return Measured(Number.of("set in three", 1 - exact.p_no_set(model.find_deck(None, case.rules))[3]))


        # true of independent symbols, not of cards
        CLAIM = Claim("C91", "t", "s", "seed-new-rules", measure, proposition="one third", low=1 / 3, high=1 / 3, reason="r")
        """,
    )
    checked = check(["C91"])
    assert checked.verdicts() == {"C91": "fails"}
    assert checked.rows[0].number.exact == "200/473"


@pytest.mark.parametrize(
    ("name", "arguments", "complaint"),
    [
        ("again", {"key": "C1"}, "repeats the key C1"),
        ("c01_five_cards_hold_a_set", {}, "repeats the name"),
        ("neither", {"text": "CLAIM = 3"}, "defines neither CLAIM nor FINDING"),
        ("empty", {"text": ""}, "defines neither CLAIM nor FINDING"),
        ("broken", {"text": "import nothing_of_that_name"}, "cannot be imported: ModuleNotFoundError"),
        ("leaving", {"text": "import sys\nsys.exit(0)"}, "cannot be imported: SystemExit: 0"),
        ("gone", {"text": "raise SystemExit"}, "cannot be imported: SystemExit"),
        (
            "clash",
            {"readings": 'Reading("no wilds", {"wilds": 1}),'},
            "reading 'no wilds' means one thing in",
        ),
    ],
)
def test_what_cannot_be_told_apart_is_refused(plugged, name, arguments, complaint):
    plugins.write(plugged, name, **arguments)
    with pytest.raises(InputError, match=complaint):
        found()


def test_a_claim_and_a_finding_in_one_file_are_refused(plugged):
    plugins.write(plugged, "mine")
    path = plugged / "claims" / "mine.py"
    path.write_text(
        path.read_text()
        + 'from risksim.claims import Finding\nFINDING = Finding("C95", "t", "s", "k", measure, quantity="q")\n'
    )
    with pytest.raises(InputError, match="defines both CLAIM and FINDING"):
        found()


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ("1 / 0", "C90 under reading 'as written' cannot be measured: ZeroDivisionError"),
        ("case.whole('turns')", "KeyError"),
        ("exit(0)", "cannot be measured: SystemExit"),
    ],
)
def test_a_measure_that_breaks_is_named(plugged, value, complaint):
    plugins.write(plugged, "mine", value=value)
    with pytest.raises(InputError, match=complaint):
        check(["C90"])


def test_a_plug_in_can_be_interrupted(plugged):
    plugins.write(plugged, "slow", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        found()


def test_a_reading_with_an_unknown_clause_is_named(plugged):
    plugins.write(plugged, "mine", readings='Reading("odd", {"wildcards": 1}),')
    with pytest.raises(InputError, match="C90 under reading 'odd': unknown clause 'wildcards'"):
        check(["C90"])


def test_unknown_and_empty_choices():
    with pytest.raises(InputError, match="unknown claim 'C100'; did you mean"):
        check(["C100"])
    with pytest.raises(InputError, match="the choice is empty"):
        check([])


def test_the_order_is_that_of_the_numbers_and_repetitions_count_once():
    keys = list(found())
    assert keys == sorted(keys, key=lambda key: int(key[1:]))
    assert [row.key for row in check(["C4", "C1", "c4"], with_matrix=False).rows] == ["C4", "C1"]


def test_the_matrix_is_blank_where_a_reading_does_not_concern_a_claim():
    checked = check(["C1", "C7", "C3"])
    verdicts = checked.matrix_frame()
    assert list(verdicts.index) == ["C1", "C7"]  # findings have no verdict
    assert list(verdicts.columns)[:3] == ["as written", "no wilds", "independent symbols"]
    assert verdicts.loc["C1", "hold to five"] == ""
    assert verdicts.loc["C7", "wait of five cards"] == "holds"
    assert {row.reading: row.verdict for row in checked.flips()["C7"]} == {"wait of five cards": "holds"}
    assert "C1" not in checked.flips()
    values = checked.matrix_frame("value")
    assert list(values.index) == ["C1", "C7", "C3"]
    assert values.isna().loc["C1", "hold to five"]
    assert values.loc["C7", "wait of five cards"] == 10
    with pytest.raises(InputError, match="unknown content of the matrix"):
        checked.matrix_frame("prose")


def test_one_key_may_be_given_as_it_is():
    assert check("c1", with_matrix=False) == check(["C1"], with_matrix=False)
    with pytest.raises(InputError, match="unknown claim ''"):
        check("")


def test_the_picture_has_a_square_for_every_verdict():
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    checked = check(["C1", "C7"])
    ax = checked.plot()
    assert [label.get_text() for label in ax.get_xticklabels()] == ["C1", "C7"]
    assert len(ax.get_yticklabels()) == len({row.reading for row in checked.matrix})
    letters = [text.get_text() for text in ax.texts]
    said = [row.verdict for row in checked.matrix]
    assert letters.count("H") == said.count("holds") > 0
    assert letters.count("F") == said.count("fails") > 0
    own = plt.figure().subplots()
    assert check(["C7"], rules="classic").plot(own) is own
    assert {text.get_text() for text in own.texts} == {"–"}
    plt.close("all")


def test_without_the_matrix_only_headlines_are_measured():
    checked = check(["C1", "C7"], with_matrix=False)
    assert len(checked.matrix) == len(checked.rows) == 2
    assert "readings that change a verdict" not in words.table(checked)


def test_rows_say_what_was_read_how():
    checked = check(["C7"])
    row = checked.matrix[1]
    assert (row.reading, row.clauses) == ("no wilds", {"wilds": 0})
    assert row.settings["wait"] == "from set to set"
    assert checked.matrix[0].clauses == {}
    written = checked.to_dict()
    json.dumps(written)
    first = written["rows"][0]
    assert first["interval"] == [first["value"], first["value"]] == pytest.approx([6, 6])
    assert first["tolerance"] == [9.5, 10.5]
    assert first["readings"]["conquest_rate"] == 1
    assert written["matrix"][4]["readings"]["conquest_rate"] == 0.7
    assert written["rules"] == "new-rules"
    assert len(checked.to_frame()) == 1
    assert len(row.to_frame()) == 1 + len(row.others)


def test_another_rule_set_gives_another_answer(tmp_path):
    file = tmp_path / "generous.toml"
    file.write_text(
        'title = "generous factories"\nversion = 1\nbased_on = "new-rules"\n[factories]\nfactory_yield = 3\n'
    )
    assert check(["C7"], rules=file).rows[0].number.value == pytest.approx(9)


@pytest.mark.parametrize("rules", ["classic", "finnish", "russian", "slovak", "malay"])
def test_what_a_rule_set_has_no_room_for_is_said_apart(rules):
    checked = check(["C1", "C2", "C7", "C10"], rules=rules, effort=claims.Effort(trials=1_000))
    assert checked.verdicts() == {"C1": "holds"}
    rows = {row.key: row for row in checked.rows}
    assert rows["C2"].not_applicable is None
    assert rows["C2"].number.value is not None
    for key, reason in (("C7", "has no factories; 'new-rules' has"), ("C10", "rolls no dice for a set")):
        assert rows[key].not_applicable == f"rule set '{rules}' {reason}"
        assert (rows[key].verdict, rows[key].number.value) == (None, None)
    assert "C7" not in checked.flips()
    assert set(checked.matrix_frame().loc["C7"]) == {"not applicable"}
    text = words.table(checked)
    assert f"not applicable\n     C7: rule set '{rules}' has no factories; 'new-rules' has\n" in text
    assert text.count("C7") == 1
    assert words.pages(checked).count("not applicable: rule set") == 2
    json.dumps(checked.to_dict(), allow_nan=False)
    assert expectations.differences(checked, {"C7": "holds"}) == ["C7 not applicable, expected holds"]


def test_a_single_reading_may_not_apply(plugged):
    plugins.write(
        plugged,
        "mine",
        value="waits.factory_yield(case) - 1",
        readings='Reading("no factories", {"has_factories": False}), Reading("one", {"factory_yield": 1}),',
    )
    path = plugged / "claims" / "mine.py"
    path.write_text("from risksim.claims.checking import waits\n" + path.read_text())
    checked = check(["C90"])
    assert [row.verdict for row in checked.matrix] == ["holds", None, "fails"]
    assert {row.reading for row in checked.flips()["C90"]} == {"one"}
    # another length too: Python tells a changed file by its second and its size
    path.write_text(path.read_text().replace('{"factory_yield": 1}', '{"factory_yield":  2}'))
    assert "holds under all 2 readings that apply" in words.table(check(["C90"]))


def test_progress_is_reported_to_the_end():
    seen = []
    check(["C1"], progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_words_name_the_flip_and_the_missing_measurement():
    text = words.table(check(["C7", "C12"]))
    assert "fails as written; holds with wait of five cards (10 armies)" in " ".join(text.split())
    assert "not measured: the share of the map" in text
    assert max(map(len, text.splitlines())) <= words.WIDTH


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("none.json", None, "cannot be read"),
        ("bad.json", "{", "not valid JSON"),
        ("bad.toml", "C1 = ", "not valid TOML"),
        ("list.json", "[1]", "must name verdicts by claim"),
        ("empty.toml", "", "must name verdicts by claim"),
        ("who.json", '{"C100": "holds"}', "unknown claim 'C100'"),
        ("finding.json", '{"C2": "holds"}', "C2 is a finding"),
        ("word.json", '{"C1": "hold"}', "did you mean 'holds'"),
        ("twice.json", '{"C1": "holds", "c1": "holds"}', "names C1 twice"),
    ],
)
def test_expectations_that_cannot_be_read(tmp_path, name, text, complaint):
    path = tmp_path / name
    if text is not None:
        path.write_text(text)
    with pytest.raises(InputError, match=complaint):
        expectations.read(path)


def test_expectations_are_compared(tmp_path):
    path = tmp_path / "expected.toml"
    path.write_text('C1 = "holds"\nc7 = "holds"\nC8 = "fails"\n')
    expected = expectations.read(path)
    checked = check(["C1", "C7"], with_matrix=False)
    assert expectations.differences(checked, expected) == ["C7 fails, expected holds"]
    with pytest.raises(InputError, match="none of the expected claims"):
        expectations.differences(check(["C11"], with_matrix=False), expected)


def test_the_package_shows_what_others_build_on():
    assert claims.check is check
    assert set(claims.__all__) >= {
        "Case",
        "Claim",
        "Finding",
        "Reading",
        "Measured",
        "Number",
        "check",
        "found",
    }
