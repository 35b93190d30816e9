"""``risksim campaign`` and ``risksim need``: one object on standard output, one line for what is wrong."""

import json
import subprocess
import sys

import pytest

from risksim import campaigns

PLAN = """
armies = 14

[[territory]]
name = "A"
defenders = 2

[[territory]]
name = "B"
from = "A"
defenders = 3

[[territory]]
name = "C"
from = "A"
defenders = 1
"""


def risksim(*words):
    return subprocess.run(
        [sys.executable, "-m", "risksim", *words], capture_output=True, text=True, check=False, timeout=300
    )


def answered(*words):
    done = risksim(*words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def plan(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(PLAN, encoding="utf-8")
    return str(path)


def test_a_chain():
    found = answered(
        "campaign", "20", "3,2,5", "--leave", "2,1", "--gain", "1,0,0", "--move", "4,9,1", "--keep", "2"
    )
    expected = campaigns.campaign(20, [3, 2, 5], leave=[2, 1], gain=[1, 0, 0], move=[4, 9, 1], keep=2)
    assert found == expected.to_dict()
    assert risksim("campaign", "20", "3,2,5").stdout.startswith("20 armies on the territory, 19 can attack")


def test_dice_of_each_territory():
    found = answered("campaign", "5", "3,2,1", "--sides", "6,8,-")
    assert found["p_all"] == pytest.approx(0.0650734901, abs=5e-11)
    assert answered("campaign", "5", "3,2,1", "--dice", "-,defence-sides=8,-")["p_all"] == found["p_all"]
    capital = campaigns.campaign(9, [3, 2], dice=["capital", None], rules="russian")
    assert (
        answered("campaign", "9", "3,2", "--dice", "capital,-", "--rules", "russian")["p_all"]
        == capital.p_all
    )


def test_several_stacks_rolled():
    found = answered("campaign", "10+7+4", "8,3", "--simulate", "20000", "--seed", "3")
    assert found["stacks"] == [10, 7, 4]
    assert found["turns"][0]["attack_with"] == 4
    assert found["simulated"]["seed"] == 3
    assert answered("campaign", "10+7+4", "8,3", "--order", "given")["p_all"] < found["p_all"]


def test_rolling_until_the_chance_is_known():
    found = answered("campaign", "12", "3,2,4", "--precision", "0.003", "--seed", "3")["simulated"]
    assert found["interval"] == "confidence-sequence"
    assert found["high"] - found["low"] <= 0.006
    expected = campaigns.campaign(12, [3, 2, 4], precision=0.003, seed=3).simulated.to_dict()
    assert found == expected
    few = answered("campaign", "12", "3,2,4", "--precision", "0.0001", "--simulate", "1000", "--seed", "3")
    assert few["simulated"]["trials"] == 1_000


def test_help_says_what_stays_and_what_is_stated():
    campaign, need = (" ".join(risksim(verb, "--help").stdout.split()) for verb in ("campaign", "need"))
    assert "On the first territory N stay; in conquered ones this is only where attacks stop" in campaign
    assert "the next walks in without a fight" in campaign
    assert "both the armies on the territory and those able to attack" in need


def test_a_chain_needs_neither_fronts_nor_arrays():
    script = (
        "import sys; from risksim import campaigns; campaigns.campaign(20, [3, 2, 5]); campaigns.need([3, 2], 0.8); "
        "loaded = {'numpy', 'risksim.campaigns.fronts', 'risksim.campaigns.plans.model'} & set(sys.modules); "
        "assert not loaded, loaded; campaigns.defend, campaigns.plan, campaigns.BestPlan; "
        "assert set(dir(campaigns)) == set(campaigns.__all__); "
        "assert all(hasattr(campaigns, name) for name in campaigns.__all__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    with pytest.raises(AttributeError, match="no attribute 'attack'"):
        campaigns.attack  # noqa: B018


def test_a_plan(plan):
    found = answered("campaign", plan)
    assert found["p_each"].keys() == {"A", "B", "C"}
    assert found["p_all"] == campaigns.plan(plan).p_all
    assert answered("campaign", "18", plan, "--aim", "value")["armies"] == 18
    assert "likeliest order" in risksim("campaign", plan).stdout


def test_need(plan):
    assert answered("need", "8", "--p", "0.8")["armies"] == 13
    assert answered("need", "3,2,5", "--p", "0.8")["armies"] == 16
    assert answered("need", plan, "--p", "0.8")["armies"] == campaigns.need(plan, 0.8).armies
    sides = answered("need", "3,2,1", "--p", "0.95", "--sides", "6,8,6")
    assert sides["armies"] == 17
    assert "16 armies" in risksim("need", "3,2,5", "--p", "0.8").stdout


def test_a_picture(tmp_path, plan):
    for at, words in enumerate((["campaign", "9", "3,2"], ["campaign", plan], ["need", "3,2", "--p", "0.5"])):
        path = tmp_path / f"{at}.svg"
        assert risksim(*words, "--plot", str(path)).returncode == 0
        assert path.read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["campaign", "20"], "DEFENDERS is missing"),
        (["campaign", "20", ""], "DEFENDERS"),
        (["campaign", "20", "3,x"], "'3,x'"),
        (["campaign", "20", "3,0"], "territory 2"),
        (["campaign", "20+", "3"], "'20+'"),
        (["campaign", "-3", "3"], "-3"),
        (["campaign", "1", "3"], "at least 2"),
        (["campaign", "20", "3,2", "--leave", "1,1,1"], "leave has 3 entries"),
        (["campaign", "20", "3,2", "--leaf", "1"], "--leave"),
        (["campaign", "20", "3,2", "--move", "most"], "most"),
        (["campaign", "20", "3,2", "--dice", "capital,"], "empty entry"),
        (["campaign", "20", "3,2", "--sides", "6,x"], "--sides"),
        (["campaign", "20", "3,2", "--aim", "all"], "--aim"),
        (["campaign", "20", "3,2", "--order", "given"], "--order"),
        (["campaign", "20", "3,2", "--seed", "1"], "--seed"),
        (["campaign", "20", "3,2", "--simulate", "0"], "0"),
        (["campaign", "20", "3,2", "--precision", "0"], "no simulation is exact"),
        (["campaign", "20", "3,2", "--precision", "0.7"], "0.7"),
        (["campaign", "missing.toml", "--precision", "0.1"], "--precision"),
        (["campaign", "missing.toml"], "missing.toml"),
        (["campaign", "missing.toml", "--leave", "2"], "--leave"),
        (["campaign", "5+4", "missing.toml"], "one stack"),
        (["need", "ten", "--p", "0.5"], "ten"),
        (["need", "8", "--p", "0.5", "--leave", "2"], "--leave"),
        (["need", "3,2", "--p", "1"], "0.99"),
        (["need", "3,2", "--p", "nan"], "nan"),
        (["need", "3,2,4", "--p", "0.8", "--move", "fewest"], "no nearer than 0.00156579"),
        (["need", "missing.toml", "--p", "0.5"], "missing.toml"),
    ],
    ids=" ".join,
)
def test_what_is_wrong_is_named(words, named):
    done = risksim(*words, "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert named in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
