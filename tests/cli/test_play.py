"""``risksim odds --play``: words come as the rounds do, through a pipe and on a terminal."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time

import pytest

from risksim import luck

CLI = [sys.executable, "-m", "risksim", "odds"]


def play(results, *words):
    return subprocess.run(
        [*CLI, "10", "8", "--play", *words], input=results, capture_output=True, text=True, check=False
    )


def test_every_round_is_answered():
    done = play("6 5 1 / 4 2\n\n# a note\n1 0\n2 0\nundo\nUNDO\nundo\n1,1\nquit\n0 2\n")
    assert done.returncode == 0
    heads = [line.split(";")[0] for line in done.stdout.splitlines() if line.startswith(("round", "back"))]
    assert heads == [
        "round 1: 6 5 1 / 4 2 costs 0-2",
        "round 2: costs 2-0",
        "back to 1 round: 10 armies on the territory, 9 can attack, against 6 defenders",
        "back to 0 rounds: 10 armies on the territory, 9 can attack, against 8 defenders",
        "round 1: costs 1-1",
    ]
    refusals = done.stderr.splitlines()
    assert [refusal[:9] for refusal in refusals] == ["3 v 2 dic", "no round "]


def test_it_ends_with_the_battle():
    done = subprocess.run(
        [*CLI, "2", "1", "--play"], input="0 1\n0 1\n", capture_output=True, text=True, check=True
    )
    assert "round 1: costs 0-1; taken after 1 round, 2 armies left in all against 0" in done.stdout
    assert done.stderr == ""


def short(results):
    return subprocess.run(
        [*CLI, "2", "1", "--play"], input=results, capture_output=True, text=True, check=False
    )


def test_the_last_round_may_be_taken_back():
    done = short("0 1\nundo\n1 0\n")
    assert (done.returncode, done.stderr) == (0, "")
    said = [line.split(",")[0] for line in done.stdout.splitlines() if line.startswith(("round", "back"))]
    assert said == [
        "round 1: costs 0-1; taken after 1 round",
        "back to 0 rounds: 2 armies on the territory",
        "round 1: costs 1-0; failed after 1 round",
    ]


def test_a_stream_without_end_ends_with_the_battle():
    program = f"yes '0 1' | timeout 60 {' '.join(CLI)} 2 1 --play; echo ${{PIPESTATUS[1]}}"
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "0"


def test_the_help_says_how_many_armies():
    done = subprocess.run([*CLI, "--help"], capture_output=True, text=True, check=True)
    assert "up to 1,000 armies a side" in " ".join(done.stdout.split())


def test_one_object_at_the_end():
    done = play("2 0\nno\n1 1\n", "--json")
    assert json.loads(done.stdout) == luck.begin(10, 8).after("2 0").after("1 1").to_dict()
    assert "P(territory taken)" in done.stderr


def test_nothing_played_is_no_error():
    assert play("").returncode == 0
    assert play("", "--json").returncode == 0
    done = subprocess.run(
        ["bash", "-c", f"{' '.join(CLI)} 10 8 --play <&-"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_what_is_no_text_is_refused_in_one_line():
    done = subprocess.run(
        [*CLI, "10", "8", "--play"], input=b"\xff\xfe\n0 2\n", capture_output=True, check=True
    )
    assert len(done.stderr.splitlines()) == 1
    assert b"round 1: costs 0-2" in done.stdout


def test_a_picture(tmp_path):
    path = tmp_path / "battle.svg"
    play("2 0\n1 1\n", "--plot", str(path))
    assert "luck of the attacker" in path.read_text(encoding="utf-8")


def test_a_reader_may_leave():
    program = f"yes '0 2' | {' '.join(CLI)} 900 900 --play | head -n 1; echo ${{PIPESTATUS[1]}}"
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "0"


def test_balanced_blitz_is_named():
    done = play("", "--rules", "balanced-blitz")
    assert "the odds are those of leaving the rest to balanced-blitz" in done.stdout


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--table"], "--table does not go with --play"),
        (["--simulate", "9"], "--simulate does not go with --play"),
        (["--precision", "0.1"], "--precision does not go with --play"),
        (["--fractions"], "--fractions does not go with --play"),
        (["--keep", "12"], "keep must be at most 9, not 12"),
    ],
)
def test_what_does_not_go_with_it(words, named):
    done = play("0 2\n", *words)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert named in done.stderr


def read_until(stream, wanted, seconds=60):
    """Return what comes from a stream up to some words."""
    shown, end = b"", time.monotonic() + seconds
    while wanted not in shown and time.monotonic() < end:
        if select.select([stream], [], [], 1)[0]:
            block = os.read(stream, 1000)
            if not block:
                break
            shown += block
    assert wanted in shown
    return shown


def test_words_come_before_the_input_ends():
    with subprocess.Popen(
        [*CLI, "10", "8", "--play"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as running:
        read_until(running.stdout.fileno(), b"undo takes one back")
        running.stdin.write(b"0 2\n")
        running.stdin.flush()
        read_until(running.stdout.fileno(), b"luck of the attacker")
        running.stdin.close()
    assert running.returncode == 0


def on_a_terminal(theirs, *words):
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), theirs)
    return subprocess.Popen([*CLI, *words, "--play"], env={**os.environ, "TERM": "xterm"}, **streams)


def test_a_terminal_is_asked_whether_to_take_back_the_last_round():
    ours, theirs = pty.openpty()
    with on_a_terminal(theirs, "2", "1") as running:
        os.close(theirs)
        read_until(ours, b"round 1, 1 v 1 dice: ")
        os.write(ours, b"0 1\n")
        read_until(ours, b"undo, or enter to finish: ")
        os.write(ours, b"0 1\n")
        read_until(ours, b"the battle is over: taken")
        os.write(ours, b"undo\n")
        read_until(ours, b"round 1, 1 v 1 dice: ")
        os.write(ours, b"1 0\n")
        read_until(ours, b"undo, or enter to finish: ")
        os.write(ours, b"\n")
        assert running.wait(60) == 0
    os.close(ours)


def test_ctrl_c_through_a_pipe():
    with subprocess.Popen(
        [*CLI, "10", "8", "--play"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        read_until(running.stdout.fileno(), b"undo takes one back")
        running.send_signal(signal.SIGINT)
        assert running.stderr.read() == b"risksim: stopped\n"
        assert running.wait(60) == 130


@pytest.mark.parametrize("words", [("10", "8"), ("10", "8", "--json")])
def test_a_terminal_is_asked_and_ctrl_c_leaves_with_one_line(words):
    ours, theirs = pty.openpty()
    with on_a_terminal(theirs, *words) as running:
        os.close(theirs)
        read_until(ours, b"round 1, 3 v 2 dice: ")
        os.write(ours, b"6 5 1 / 4 2\n")
        read_until(ours, b"round 2, 3 v 2 dice: ")
        running.send_signal(signal.SIGINT)
        rest = b""
        try:
            while block := os.read(ours, 1000):
                rest += block
        except OSError:  # the terminal is closed
            pass
        assert running.wait(60) == 130
    os.close(ours)
    assert rest.split() == [b"risksim:", b"stopped"]
