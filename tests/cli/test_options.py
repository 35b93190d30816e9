"""Options that are spelt or combined in more than one way."""

import json
import subprocess
import sys

import pytest

from risksim.battles import model
from risksim.campaigns.fronts import model as fronts
from risksim.decisions import dice_choice, stopping, switching


def risksim(*words):
    done = subprocess.run(
        [sys.executable, "-m", "risksim", *words], capture_output=True, text=True, check=True
    )
    return done.stdout, done.stderr


@pytest.mark.parametrize("words", [["odds", "6", "4"], ["cards"], ["factories"]], ids=lambda words: words[0])
def test_trials_is_another_name_of_simulate(words):
    one, other = (
        risksim(*words, name, "200", "--seed", "3", "--json") for name in ("--simulate", "--trials")
    )
    assert one == other
    assert json.loads(one[0])["simulated"]["trials"] == 200


@pytest.mark.parametrize("words", [["odds", "6", "4"], ["cards"], ["factories"]], ids=lambda words: words[0])
def test_the_seed_drawn_is_told_and_gives_the_same_again(words):
    answer, told = risksim(*words, "--trials", "200", "--json")
    name, seed = told.split()
    assert name == "seed"
    assert risksim(*words, "--trials", "200", "--json", "--seed", seed) == (answer, "")


def test_the_help_of_cards_names_its_limits():
    words, _ = risksim("cards", "--help")
    words = " ".join(words.split())
    for named in ("at most 2000", "at most 6", "no-wilds", "independent", "rules"):
        assert named in words


@pytest.mark.parametrize(
    ("verb", "named"),
    [
        ("defend", ("1,000 armies", "50 fronts")),
        ("deploy", ("1,000 armies", "50 targets")),
        ("dice", ("40,000",)),
        ("stop", ("250,000",)),
        ("blitz", ("160,000",)),
        ("odds", ("with --precision at most so many", "10,000,000,000")),
    ],
)
def test_limits_are_named_in_the_help(verb, named):
    words = " ".join(risksim(verb, "--help")[0].split())
    for each in named:
        assert each in words


def test_the_limits_of_the_help_are_those_of_the_library():
    assert (fronts.MAX_ARMIES, fronts.MAX_FRONTS) == (1_000, 50)
    assert (dice_choice.MAX_STATES, stopping.MAX_STATES, switching.MAX_STATES) == (40_000, 250_000, 160_000)
    assert model.MOST_TRIALS_TO_PRECISION == 10_000_000_000


def test_precision_and_trials_together_mean_whatever_comes_first():
    most, precise = (
        json.loads(risksim("odds", "6", "4", "--simulate", trials, "--precision", "0.1", "--json")[0])
        for trials in ("100", "1000000")
    )
    assert most["simulated"]["trials"] == 100
    assert precise["simulated"]["trials"] < 1_000_000
    assert precise["simulated"]["high"] - precise["simulated"]["low"] <= 0.2
