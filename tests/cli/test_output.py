"""The answer comes whole, in whatever encoding, or its loss is told in one line."""

import json
import os
import pty
import resource
import subprocess
import sys

import pytest

CLI = [sys.executable, "-m", "risksim"]
BUFFERINGS = pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])


def environment(**changes):
    return {**os.environ, "PYTHONUNBUFFERED": "", **changes}


@pytest.mark.parametrize("encoding", ["latin1", "cp437", "koi8-r", "cp1252", "ascii", "utf-16", "cp037"])
@pytest.mark.parametrize(
    "words", [["cards"], ["rules", "new-rules"], ["odds", "6", "4", "--simulate", "100"]]
)
def test_every_encoding_can_be_read(encoding, words):
    done = subprocess.run(
        [*CLI, *words], env=environment(PYTHONIOENCODING=encoding), capture_output=True, check=True
    )
    assert len(done.stdout.decode(encoding).splitlines()) > 5


def test_what_an_encoding_lacks_is_spelt():
    words = [*CLI, "odds", "6", "4", "--simulate", "100", "--seed", "1"]
    plain, full = (
        subprocess.run(
            words, env=environment(PYTHONIOENCODING=encoding), capture_output=True, check=True
        ).stdout.decode()
        for encoding in ("ascii", "utf-8")
    )
    assert "±" in full
    assert plain == full.replace("±", "+-")


@BUFFERINGS
@pytest.mark.parametrize(
    "words", [["odds", "10", "8"], ["rules", "new-rules", "--json"], ["odds", "40", "40", "--table"]]
)
@pytest.mark.parametrize("room", [0, 1000], ids="{} bytes".format)
def test_a_full_disk_is_told(words, unbuffered, room, tmp_path):
    def small_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    with (tmp_path / "answer").open("wb") as answer:
        done = subprocess.run(
            [*CLI, *words],
            stdout=answer,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=small_files,
            env=environment(PYTHONUNBUFFERED=unbuffered, PYTHONDONTWRITEBYTECODE="1"),
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "risksim: standard output: File too large; the answer is cut short\n"
    assert (tmp_path / "answer").stat().st_size == room


@BUFFERINGS
@pytest.mark.parametrize("words", [["odds", "10", "8"], ["--help"], ["rules", "--help"], ["--version"]])
def test_a_device_without_room_is_told(words, unbuffered):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*CLI, *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(PYTHONUNBUFFERED=unbuffered),
            check=False,
        )
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "No space left" in done.stderr


@BUFFERINGS
def test_a_full_standard_error_does_not_cost_the_answer(unbuffered):
    with open("/dev/full", "wb") as full:
        words = [*CLI, "odds", "6", "4", "--simulate", "100", "--json"]
        done = subprocess.run(
            words,
            stdout=subprocess.PIPE,
            stderr=full,
            check=True,
            env=environment(PYTHONUNBUFFERED=unbuffered),
        )
    assert json.loads(done.stdout)["armies"] == 6


def shell(command):
    program = f"{sys.executable} -m risksim"
    return subprocess.run(
        ["bash", "-c", command.format(program)], capture_output=True, text=True, check=False
    )


def test_a_closed_standard_output_is_no_error():
    done = shell("{} odds 10 8 >&-")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_closed_standard_error_is_no_error():
    done = shell("{} odds 10 8 --simulate 100 2>&-")
    assert done.returncode == 0
    assert "simulated" in done.stdout


@BUFFERINGS
def test_a_reader_may_leave(unbuffered):
    done = shell(
        "PYTHONUNBUFFERED=" + unbuffered + " {} odds 400 400 --table | head -n 1; echo ${{PIPESTATUS[0]}}"
    )
    assert done.stdout.splitlines()[-1] == "0"
    assert done.stderr == ""


def test_the_bare_command_shows_its_help():
    bare, helped = shell("{}"), shell("{} --help")
    assert (bare.returncode, bare.stderr) == (0, "")
    assert bare.stdout == helped.stdout
    assert len(bare.stdout.splitlines()) > 10


def watched(seconds_unseen, *words, before=""):
    """Return the standard output and what a terminal at standard error was sent."""
    program = f"{before}\nfrom risksim.cli import main, output; output.SECONDS_UNSEEN = {seconds_unseen}; main({list(words)!r})"
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment(TERM="xterm"),
    ) as running:
        os.close(theirs)
        shown = b""
        try:
            while block := os.read(ours, 1000):
                shown += block
        except OSError:  # the terminal is closed
            pass
        assert running.stdout is not None
        answer = running.stdout.read().decode()
    os.close(ours)
    assert running.returncode == 0
    return answer, shown.decode()


LONG = ["need", "600", "--p", "0.7"]


def test_a_terminal_is_shown_that_work_goes_on():
    answer, shown = watched(0, *LONG)
    assert "working" in shown
    assert "600 defenders" in answer
    assert "working" not in answer


@pytest.mark.parametrize("words", [LONG, ["odds", "10", "8", "--simulate", "1000"]], ids=["work", "bar"])
def test_compiling_is_named(words):
    compiling = "from risksim.engine import jit; jit.is_compiling = lambda: True"
    _, shown = watched(0, *words, before=compiling)
    assert "compiling the kernels, once for this machine" in shown
    assert "working" not in shown


def test_short_work_shows_nothing():
    assert watched(60, *LONG)[1] == ""


def test_a_bar_takes_the_place_of_the_sign_of_life():
    _, shown = watched(60, "odds", "10", "8", "--simulate", "1000", "--seed", "1")
    assert "battles" in shown
    assert "working" not in shown


def test_ctrl_c_among_the_imports_is_one_line(tmp_path):
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt")
    done = subprocess.run(
        [*CLI, "odds", "10", "8"],
        env=environment(PYTHONPATH=str(tmp_path)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "risksim: stopped\n")


def test_ctrl_c_at_work_is_one_line_and_no_half_answer():
    program = (
        "import click\n"
        "from risksim.cli import main\n"
        "from risksim.cli.verbs import rules\n"
        "def wait(**options):\n"
        "    click.echo('half an answer')\n"
        "    raise KeyboardInterrupt\n"
        "rules.command.callback = wait\n"
        "main(['rules'])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "risksim: stopped\n")
