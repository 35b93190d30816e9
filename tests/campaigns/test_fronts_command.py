"""``risksim defend`` and ``risksim deploy`` as they are typed."""

import json
import subprocess
import sys

import matplotlib as mpl
import pytest
from matplotlib import pyplot

from risksim import campaigns

mpl.use("agg")


def risksim(*words, cwd=None):
    return subprocess.run(
        [sys.executable, "-m", "risksim", *words], capture_output=True, text=True, check=False, cwd=cwd
    )


def test_defend_says_what_the_library_says():
    done = risksim(
        *("defend", "5", "--against", "12,8", "--standing", "4,6", "--worth", "2,1.5"),
        *("--dice", "-,defence-dice=3+ties=attacker", "--opponent", "weakest", "--json"),
    )
    answer = campaigns.defend(
        5,
        [12, 8],
        standing=[4, 6],
        worth=[2, 1.5],
        dice=[None, {"defence_dice": 3, "ties": "attacker"}],
        opponent="weakest",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == answer.to_dict()


def test_deploy_says_what_the_library_says():
    done = risksim("deploy", "20", "--targets", "3,6", "--aim", "any", "--p", "0.5", "--json")
    assert json.loads(done.stdout) == campaigns.deploy(20, [3, 6], aim="any", p=0.5).to_dict()


def test_one_stack_against_several_fronts():
    done = risksim("defend", "20", "--against", "12", "--fronts", "3", "--json")
    assert json.loads(done.stdout)["opponent"] == "weakest"


def test_words():
    lines = risksim("defend", "20", "--against", "12,8,8", "--p", "0.3").stdout.splitlines()
    assert lines[0] == "20 armies on 3 fronts; every front is attacked, to the end (rules: classic)"
    assert lines[3].split() == ["1", "12", "11", "8", "0.7941", "7", "0.8520"]
    assert lines[-1] == "48 armies would keep it to 0.3: 0.2789   split 20, 14, 14"
    lines = risksim("deploy", "6", "--standing", "5,8", "--targets", "3,6").stdout.splitlines()
    assert lines[0].startswith("6 armies beside 13 that stand there against 2 targets")
    assert "P(all taken)           0.7835   (even split 0.7055)" in lines


@pytest.mark.parametrize(
    "words", [("defend", "20", "--against", "9,8"), ("deploy", "20", "--targets", "3,6")]
)
def test_pictures(words, tmp_path):
    done = risksim(*words, "--plot", "answer.svg", cwd=tmp_path)
    assert done.returncode == 0
    assert "even split" in (tmp_path / "answer.svg").read_text(encoding="utf-8")


def test_titles_do_not_round_to_certainty():
    assert "P(all) = 1 - " in campaigns.deploy(60, [3, 6]).plot().get_title(loc="left")
    assert "P(all) = 0.824, P(any) = 0.991" in campaigns.deploy(20, [3, 6]).plot().get_title(loc="left")
    assert "lost) = 0.858" in campaigns.defend(20, [12, 5, 5]).plot().get_title(loc="left")
    assert "lost) = 6.33e-12" in campaigns.defend(60, [5]).plot().get_title(loc="left")
    pyplot.close("all")


@pytest.mark.parametrize(
    "words", [("defend", "20", "--against", "9,8"), ("deploy", "20", "--targets", "3,6")]
)
def test_small_questions_stay_light(words):
    program = (
        "import sys; from risksim.cli import main\n"
        f"try: main({list(words)})\n"
        "except SystemExit: print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["defend", "20"], "--against"),
        (
            ["defend", "20", "--against", "9,,8"],
            "--against takes whole numbers with commas between, not '9,,8'",
        ),
        (["defend", "20", "--against", "9,8.5"], "'9,8.5'"),
        (["defend", "20", "--against", "9,0"], "number 2 of against"),
        (["defend", "20", "--against", "9", "--fronts", "0"], "fronts must be at least 1"),
        (["defend", "20", "--against", "9,8", "--worth", "1,x"], "--worth takes numbers"),
        (["defend", "20", "--against", "9,8", "--dice", "-,"], "--dice has an empty entry"),
        (["defend", "20", "--against", "9,8", "--dice", "-,ties="], "--dice takes NAME=VALUE"),
        (["defend", "20", "--against", "9,8", "--dice", "-"], "dice has 1 entry for 2 fronts"),
        (["defend", "20", "--against", "9,8", "--dice", "-,ties=both+ties=neither"], "ties is given twice"),
        (["defend", "20", "--against", "9,8", "--opponent", "best"], "unknown opponent 'best'"),
        (["defend", "1", "--against", "9,8"], "armies must be at least 2, not 1"),
        (["deploy", "20"], "--targets"),
        (["deploy", "20", "--targets", "3,-1"], "-1"),
        (
            ["deploy", "20", "--targets", "3,6", "--worth", "1,2", "--aim", "all"],
            "worth goes with aim 'value'",
        ),
        (["deploy", "2000", "--targets", "3,6"], "armies must be at most 1000, not 2000"),
    ],
)
def test_one_line_and_exit_2(words, named):
    done = risksim(*words)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert named in done.stderr
