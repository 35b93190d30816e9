"""The verb ``rules``: what is there, clause by clause, where two differ, and a new file to edit."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from risksim import cli, rules


def test_the_list_shows_every_rule_set_with_title_and_digest(run):
    code, out, _ = run("rules")
    assert code == 0
    for name, rule_set in rules.load_all().items():
        assert re.search(rf"^{name} +{rule_set.digest[:12]}  {re.escape(rule_set.title)}$", out, re.MULTILINE)


def test_the_list_names_house_rules_no_clause_expresses(run, run_json):
    _, out, _ = run("rules")
    answer = run_json("rules")
    assert len(answer["inexpressible"]) > 10
    for rule in answer["inexpressible"]:
        assert f"  {rule['name']}: {rule['asks']}" in out


def test_every_clause_is_printed_with_reading_alternatives_and_source(run):
    code, out, _ = run("rules", "new-rules")
    assert code == 0
    for clause in rules.load("new-rules").clauses():
        block = re.search(rf"^[* ] {clause.name} = (.*)\n(.*)\n(.*)\n(.*)$", out, re.MULTILINE)
        assert block is not None, clause.name
        assert block[1] == clause.text
        assert clause.description in block[2]
        for alternative in clause.alternatives:
            assert alternative in block[3]
        assert block[4].strip() == f"in: {clause.source}"
    assert "secret missions" in out


def test_json_carries_every_clause(run_json):
    answer = run_json("rules", "slovak")
    assert answer["name"] == "slovak"
    assert answer["digest"] == rules.load("slovak").digest
    by_name = {clause["name"]: clause for clause in answer["clauses"]}
    assert by_name.keys() == set(rules.CLAUSES)
    assert {key: value for key, value in by_name["reinforcements_12_to_14"].items() if key != "read_by"} == {
        "name": "reinforcements_12_to_14",
        "section": "income",
        "value": "three",
        "description": "reinforcements for 12 to 14 territories",
        "switch": 9,
        "alternatives": ["floor"],
        "allowed": "floor, three",
        "source": rules.load("slovak").source["reinforcements_12_to_14"],
    }
    assert "battles" in by_name["ties"]["read_by"]
    assert by_name["starting_armies"]["value"] == [40, 35, 30, 25, 20]
    assert by_name["has_factories"]["value"] is False
    assert by_name["has_factories"]["alternatives"] == ["true"]


def test_a_difference_names_both_readings(run, run_json):
    answer = run_json("rules", "malay", "--diff", "classic")
    assert {row["clause"]: (row["first"], row["second"]) for row in answer["differences"]} == {
        "forced_trade": ("five-or-more-all-sets", "five-or-more"),
        "elim_trade": ("over-six-next-turn", "six-or-more-at-once"),
    }
    _, out, _ = run("rules", "malay", "--diff", "classic")
    assert re.search(r"^forced_trade +five-or-more-all-sets +five-or-more$", out, re.MULTILINE)
    assert len(out.splitlines()) == 3


def test_rule_sets_that_play_alike_say_so(run, write):
    _, out, _ = run("rules", write(""), "--diff", "classic")
    assert out == "house and classic play alike: no clause differs\n"


@pytest.mark.parametrize("parent", ["classic", "new-rules", "slovak"])
def test_a_new_file_loads_as_it_is_and_names_every_clause(run, tmp_path, monkeypatch, parent):
    monkeypatch.chdir(tmp_path)
    code, _, _ = run("rules", "--new", "house", "--based-on", parent)
    assert code == 0
    path = tmp_path / "house.toml"
    assert rules.load(path).digest == rules.load(parent).digest
    text = path.read_text(encoding="utf-8")
    for clause in rules.load(parent).clauses():
        assert f"# {clause.description}: {clause.allowed}\n# {clause.name} = " in text
    assert [each.name for each in tmp_path.iterdir()] == ["house.toml"]
    names = "|".join(rules.CLAUSES)
    uncommented = re.sub(rf"^# (?=(?:{names}) = )", "", text, flags=re.MULTILINE)
    path.write_text(uncommented, encoding="utf-8")
    assert uncommented.count("\n# ") < text.count("\n# ") - 80
    assert rules.load(path).digest == rules.load(parent).digest
    changed = text.replace('# ties = "defender"', 'ties = "attacker"')
    path.write_text(changed, encoding="utf-8")
    assert rules.differences(rules.load(parent), rules.load(path)) == ["ties"]


def test_a_new_file_may_be_based_on_a_file(run, write, tmp_path, monkeypatch):
    write("[cards]\nwilds = 0\n", "first")
    monkeypatch.chdir(tmp_path)
    code, _, err = run("rules", "--new", "second", "--based-on", "first.toml")
    assert code == 0, err
    assert rules.load("second.toml").cards.wilds == 0


def test_the_name_of_a_new_file_may_bring_its_suffix(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, err = run("rules", "--new", "n2.toml")
    assert code == 0, err
    assert [each.name for each in tmp_path.iterdir()] == ["n2.toml"]
    text = (tmp_path / "n2.toml").read_text()
    assert 'title = "n2: a house rule"' in text
    assert "free text in your own words" in text
    assert "n2.toml.toml" not in text
    assert run("rules", "--new", "n2.toml")[2] == "risksim: n2.toml exists already; nothing written\n"


def test_nothing_is_promised_instead_that_cannot_be_done():
    verbs = {path.stem for path in Path(cli.__file__).parent.glob("verbs/*.py")}
    promised = [each.instead for each in rules.inexpressible()]
    named = {verb for text in promised for verb in re.findall(r"risksim (\w+)", text)}
    assert named
    assert named <= verbs
    clauses = {word for text in promised for word in re.findall(r"[a-z]+(?:_[a-z]+)+", text)}
    assert len(clauses) > 5
    assert clauses <= rules.CLAUSES.keys()


def test_a_file_that_is_there_is_never_overwritten(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.toml").write_text("mine")
    code, out, err = run("rules", "--new", "house")
    assert (code, out, err) == (2, "", "risksim: house.toml exists already; nothing written\n")
    assert (tmp_path / "house.toml").read_text() == "mine"
    assert [each.name for each in tmp_path.iterdir()] == ["house.toml"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--new", "a b"], "'a b' cannot name a rule set"),
        (["--new", "../house"], "'../house' cannot name a rule set"),
        (["--new", ""], "'' cannot name a rule set"),
        (["--new", "classic"], "there is a rule set 'classic' already"),
        (["--new", "house", "--based-on", "clasic"], "did you mean 'classic'?"),
        (["--based-on", "classic"], "--based-on needs --new"),
        (["classic", "--new", "house"], "--new takes neither NAME nor --diff"),
        (["classic", "--diff", "clasic"], "did you mean 'classic'?"),
        (["--dif", "classic"], "--diff"),
    ],
)
def test_a_bad_request_writes_nothing_and_exits_with_2(run, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    code, out, err = run("rules", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_one_line(run, monkeypatch, tmp_path):
    import tempfile

    def refuse(**_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    code, _, err = run("rules", "--new", "house")
    assert (code, err) == (2, "risksim: house.toml cannot be written: Permission denied\n")


def test_plug_ins_are_listed(run_json, tmp_path):
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "ours.toml").write_text('title = "Ours"\nversion = 1\nbased_on = "new-rules"\n')
    listed = run_json("--plugins", tmp_path, "rules")["rule_sets"]
    assert "ours" in {each["name"] for each in listed}


def test_a_folder_without_anything_to_plug_in_is_refused(run, tmp_path):
    code, out, err = run("--plugins", tmp_path, "rules")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "has neither rules/, claims/ nor reports/" in err


def test_rules_load_without_numpy_numba_or_pandas():
    program = (
        "import sys; from risksim import rules; rules.load('new-rules').vary(ties='attacker').digest;"
        "print([name for name in ('numpy', 'numba', 'pandas', 'click', 'difflib') if name in sys.modules])"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.strip()
    assert loaded in ("[]", "['difflib']")


def test_a_reader_that_has_seen_enough_is_no_failure():
    program = f"{sys.executable} -m risksim rules new-rules | head -n 1; echo ${{PIPESTATUS[0]}}"
    for _ in range(3):
        done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[1:] == ["0"]
        assert done.stderr == ""
