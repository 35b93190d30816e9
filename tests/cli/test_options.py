"""Options that are spelt or combined in more than one way."""

import json
import subprocess
import sys

import pytest


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
