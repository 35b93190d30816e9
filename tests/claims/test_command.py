"""``risksim check`` as it is typed."""

import json
import subprocess
import sys

import pytest

from tests.claims import plugins


def risksim(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "risksim", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_json_is_one_object_with_a_row_for_each():
    done = risksim("check", "--claims", "C1,C12,C2", "--quick", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    rows = {row["key"]: row for row in answer["rows"]}
    assert list(rows) == ["C1", "C12", "C2"]
    assert (rows["C1"]["verdict"], rows["C12"]["verdict"], rows["C2"]["verdict"]) == (
        "holds",
        "undecided",
        None,
    )
    assert rows["C1"]["tolerance"] == [1, 1]
    assert rows["C2"]["number"]["exact"] == "72921/19393"
    assert rows["C12"]["value"] is None
    assert rows["C12"]["unmeasured"]


def test_the_table_and_one_claim_in_full():
    done = risksim("check", "--claims", "C7", "--quick")
    assert done.returncode == 0
    assert done.stdout.startswith("C7  a factory pays ten armies a set: fails")
    assert "wait of five cards" in done.stdout
    assert "trials" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--claims", "C99"), "risksim: unknown claim 'C99'; did you mean 'C9'?"),
        (("--claims", ","), "the choice is empty"),
        (("--claims", "C1", "--trials", "0"), "trials must be at least 1"),
        (("--claims", "C1", "--rules", "clasic"), "did you mean 'classic'?"),
        (("--expect", "nowhere.json"), "cannot be read"),
    ],
)
def test_bad_input_is_one_line(arguments, complaint):
    done = risksim("check", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert complaint in done.stderr


def test_every_rule_set_is_answered():
    done = risksim("check", "--quick", "--rules", "classic")
    assert done.returncode == 0
    assert "holds under all" in done.stdout
    assert "rule set 'classic' has no factories" in done.stdout


def test_expectations_met_and_not_met(tmp_path):
    met, missed = tmp_path / "met.json", tmp_path / "missed.toml"
    met.write_text('{"C1": "holds"}')
    missed.write_text('C1 = "fails"\n')
    assert risksim("check", "--claims", "C1", "--expect", met).returncode == 0
    done = risksim("check", "--claims", "C1", "--json", "--expect", missed)
    assert done.returncode == 1
    assert json.loads(done.stdout)["rows"][0]["verdict"] == "holds"
    assert done.stderr == "C1 holds, expected fails\n"


def test_a_claim_of_ones_own(tmp_path):
    plugins.write(tmp_path, "mine", title="a claim of the house")
    done = risksim("--plugins", tmp_path, "check", "--claims", "C90", "--json")
    assert json.loads(done.stdout)["rows"][0]["title"] == "a claim of the house"
    plugins.write(tmp_path, "leaving", "import sys; sys.exit(0)")
    done = risksim("--plugins", tmp_path, "check", "--claims", "C90")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "leaving.py cannot be imported: SystemExit: 0" in done.stderr
    (tmp_path / "claims" / "leaving.py").unlink()
    plugins.write(tmp_path, "mine", key="C1")
    done = risksim("--plugins", tmp_path, "check", "--claims", "C1")
    assert done.returncode == 2
    assert "repeats the key C1" in done.stderr
    assert done.stderr.count("\n") == 1
