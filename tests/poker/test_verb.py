"""``risksim poker``: words, JSON, pictures, and one line for bad input."""

import json
import os
import subprocess
import sys

import pytest


def risksim(*words, cwd=None):
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "risksim", "poker", *words],
        cwd=cwd,
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_words_say_what_the_numbers_mean():
    done = risksim("--allies", "--suit", "hearts")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    for words in (
        "0.49947",
        "4 allies: clubs, diamonds, hearts, spades",
        "hearts                   0.39379",
        "< owns hearts",
        "if you name the ally after seeing your cards you can always meet the suit",
        "ties: shares the best hand",
        "every deal is counted",
    ):
        assert words in done.stdout


def test_words_about_given_cards_and_two_hands():
    done = risksim("--hand", "Qh Qd 2c 10s 10c 7s", "--players", "6", "--trials", "4000", "--seed", "1")
    assert done.returncode == 0, done.stderr
    for words in (
        "Qh Qd 10s",
        "an approximation with more than two players",
        "share of pot",
        "on the same board",
        "in separate deals",
        "4,000 deals simulated, seed 1",
        "there is no ally to win",
    ):
        assert words in done.stdout


def test_one_object_of_json_and_a_picture(tmp_path):
    picture = tmp_path / "control.svg"
    done = risksim(
        "--players", "3", "--cards", "3", "--queen-high", "reorder", "--trials", "5000", "--seed", "7",
        "--clause", "suit_test_on=own-three", "--json", "--plot", str(picture),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["queen_high"] == "reorder"
    assert found["seed"] == 7
    assert found["cards"] == [3, 3, 3]
    assert found["suit_test"] == "own-three"
    assert found["estimates"]["p_win"]["trials"] == 5000
    assert list(found["p_control"]) == ["clubs+spades", "diamonds", "hearts"]
    assert "The right to play an ally" in picture.read_text()


def test_a_seed_is_drawn_and_said():
    done = risksim("--players", "3", "--trials", "2000", "--json")
    assert done.stderr.strip() == f"seed {json.loads(done.stdout)['seed']}"


def test_an_order_of_ones_own(tmp_path):
    rows = "\n".join(
        f"{suit} = [{', '.join(map(str, range(2, 15)))}]"
        for suit in ("clubs", "diamonds", "hearts", "spades")
    )
    (tmp_path / "house.toml").write_text(f"[strengths]\n{rows}\n")
    (tmp_path / "short.toml").write_text(f"[strengths]\n{rows.replace('[2, 3,', '[2,', 1)}\n")
    done = risksim("--queen-high", "house.toml", "--hand", "Qh 10s 2c", "--json", cwd=tmp_path)
    house = json.loads(done.stdout)
    natural = json.loads(risksim("--queen-high", "ignore", "--hand", "Qh 10s 2c", "--json").stdout)
    assert house["p_win"] == natural["p_win"]
    assert house["classes"] == 7462
    done = risksim("--queen-high", "house.toml", "--hand", "Qh 10s 2c", cwd=tmp_path)
    assert "the queen: house (7,462 classes of hands)" in done.stdout
    done = risksim("--queen-high", "short.toml", cwd=tmp_path)
    assert done.returncode == 2
    assert "51" in done.stderr


def test_precision_goes_on_until_it_is_reached():
    done = risksim("--players", "3", "--precision", "0.0008", "--seed", "1", "--json")
    assert done.returncode == 0, done.stderr
    known = json.loads(done.stdout)["estimates"]["p_win"]
    assert known["method"] == "confidence-sequence"
    assert known["high"] - known["low"] <= 2 * 0.0008
    assert known["trials"] > 400_000


def test_deals_asked_for_may_end_it_first_and_it_is_said():
    done = risksim("--players", "3", "--precision", "0.001", "--trials", "20000", "--seed", "1")
    assert "the 20,000 deals asked for ended it first" in done.stdout
    done = risksim("--precision", "0.001", "--trials", "20000", "--seed", "1")
    assert "the 20,000 deals asked for ended it first" in done.stdout
    done = risksim("--precision", "0.1", "--trials", "20000", "--seed", "1")
    assert "ended it first" not in done.stdout


def test_two_hands_at_once_are_dealt_no_longer_than_the_precision_takes():
    done = risksim("--hand", "Qh Qd 2c 10s 10c 7s", "--precision", "0.05", "--seed", "1", "--json")
    found = json.loads(done.stdout)
    assert found["trials"] == found["simulated"]["trials"] == 8_192


def test_a_seed_for_nothing():
    done = risksim("--seed", "3")
    assert done.returncode == 0
    assert "nothing was drawn" in done.stderr


BAD = [
    (["--players", "1"], "1"),
    (["--players", "7"], "7"),
    (["--cards", "2"], "2"),
    (["--cards", "7"], "7"),
    (["--cards", "3,3,3"], "3 seats"),
    (["--cards", "3,x"], "3,x"),
    (["--hand", "Qh Qh 2c"], "named twice"),
    (["--hand", "Qh 2c"], "2 cards"),
    (["--players", "6", "--suit", "hearts"], "no ally owns hearts"),
    (["--suit", "stars"], "stars"),
    (["--queen-high", "none"], "none"),
    (["--queen-high", "none.toml"], "none.toml"),
    (["--game", "stud"], "stud"),
    (["--rules", "classic"], "classic"),
    (["--clause", "board_cards"], "NAME=VALUE"),
    (["--allies", "--json"], "--allies"),
    (["--trials", "0"], "0"),
    (["--clause", "queen_high=reorder", "--queen-high", "compare"], "queen_high is given twice"),
    (["--clause", "suit=hearts"], "suit"),
    (["--players", "3", "--precision", "1e-6"], "takes about"),
    (["--precision", "0"], "more than 0"),
    (["--queen-high", "."], "cannot be read"),
    (["--queen-high", "house.txt"], "'house.txt' does not exist"),
    (["--plot", "x.gif"], "x.gif"),
]


@pytest.mark.parametrize(("words", "said"), BAD)
def test_bad_input_gets_one_line(words, said, tmp_path):
    done = risksim(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert said in done.stderr
    assert list(tmp_path.iterdir()) == []
