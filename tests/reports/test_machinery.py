"""Any report: a whole page or none, the same bytes for the same question, tables that say what the page says."""

import csv
import hashlib
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time

import matplotlib
import pytest

from risksim import catalogues
from risksim.cli import main
from risksim.errors import InputError
from risksim.reports.page import figures, writing
from risksim.reports.page.contents import Paragraph, Section
from risksim.reports.page.page import Page
from tests.reports import plugins, reading


@pytest.fixture(scope="module")
def plugin_folder(tmp_path_factory):
    return plugins.folder(tmp_path_factory.mktemp("plugins"))


@pytest.fixture(scope="module")
def risksim(plugin_folder):
    def run(*words, cwd, **keywords):
        return subprocess.run(
            [sys.executable, "-m", "risksim", "--plugins", str(plugin_folder), *words],
            cwd=cwd,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            **keywords,
        )

    return run


@pytest.fixture
def face(plugin_folder, tmp_path, monkeypatch, capsys):
    """The command line in this process: exit code, standard output, standard error."""
    monkeypatch.setattr(catalogues, "_plugin_folders", [])
    monkeypatch.chdir(tmp_path)

    def run(*words):
        with pytest.raises(SystemExit) as stop:
            main(["--plugins", str(plugin_folder), *words])
        return (stop.value.code, *capsys.readouterr())

    return run


@pytest.fixture(scope="module")
def made(risksim, tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    done = risksim("report", "small", "--out", "pages", "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder, json.loads(done.stdout)


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_files_are_those_named(made):
    folder, answer = made
    named = {answer["page"], answer["manifest"], answer["log"], *answer["tables"]}
    assert {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} == named
    assert answer["report"] == "small"
    assert answer["verdicts"] == {}


def test_the_page_is_well_made_and_asks_for_nothing(made):
    folder, answer = made
    text = (folder / answer["page"]).read_text()
    assert reading.complaints(text) == []
    assert reading.outside(text) == []
    assert "http" not in text.replace("http-equiv", "")
    assert "Seed 20220801 &amp; nothing &lt; else." in text


def test_two_runs_give_the_same_bytes(made, risksim, tmp_path):
    folder, _ = made
    environment = {**os.environ, "PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo"}
    done = risksim("report", "small", "--out", "elsewhere/deep", cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr
    first, second = files(folder / "pages"), files(tmp_path / "elsewhere" / "deep")
    assert first.pop("report.log") != second.pop("report.log")
    assert first == second


def test_another_seed_gives_another_page(made, face, tmp_path):
    folder, _ = made
    assert face("report", "small", "--out", "pages", "--seed", "5")[0] == 0
    assert (tmp_path / "pages" / "small.html").read_bytes() != (folder / "pages" / "small.html").read_bytes()


def test_a_matplotlibrc_changes_nothing(made, face, tmp_path):
    folder, _ = made
    with matplotlib.rc_context({"lines.linewidth": 9, "font.size": 30, "svg.hashsalt": "other"}):
        assert face("report", "small", "--out", "pages")[0] == 0
        assert matplotlib.rcParams["font.size"] == 30
    assert (tmp_path / "pages" / "small.html").read_bytes() == (folder / "pages" / "small.html").read_bytes()


def test_no_dates_durations_or_paths_in_the_page(made):
    folder, answer = made
    for name in (answer["page"], answer["manifest"]):
        text = (folder / name).read_text()
        assert str(folder) not in text
        assert time.strftime("%Y-%m-%d") not in text
    assert re.search(r"\d s  in all", (folder / answer["log"]).read_text())


def test_the_manifest_is_in_the_page_and_knows_the_tables(made):
    folder, answer = made
    text = (folder / answer["manifest"]).read_text()
    manifest = json.loads(text)
    assert text in "".join(reading.Reader((folder / answer["page"]).read_text()).text)
    assert manifest["rules"]["classic"]["digest"]
    assert set(manifest["tables"]) == {"small-squares.csv", "small-curve.csv"}
    for name, digest in manifest["tables"].items():
        assert hashlib.sha256((folder / "pages" / name).read_bytes()).hexdigest() == digest


def test_tables_keep_full_precision(made):
    folder, _ = made
    with open(folder / "pages" / "small-squares.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert float(rows[0]["square"]) == 1 / 3


def test_reports_are_listed(face):
    assert "small  Small: How fast do squares grow?" in face("report")[1]
    assert "small" in json.loads(face("report", "--json")[1])["reports"]


def test_a_report_by_its_path(plugin_folder, face, tmp_path):
    (tmp_path / "mine.py").write_text((plugin_folder / "reports" / "small.py").read_text())
    assert face("report", "mine.py", "--out", ".")[0] == 0
    assert (tmp_path / "mine.html").exists()


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["smal"], "'small'"),
        (["nowhere.py"], "nowhere.py"),
        (["small", "--seed", "-1"], "-1"),
        (["small", "--trials", "0"], "0"),
        (["small", "--out", "file"], "file"),
        (["small", "--out", "file/below"], "file"),
        (["small", "--out", "blocked"], "small.html"),
    ],
)
def test_one_line_and_exit_2(face, tmp_path, words, named):
    (tmp_path / "file").write_text("kept")
    (tmp_path / "blocked" / "small.html").mkdir(parents=True)
    code, out, err = face("report", *words)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert named in err
    assert (tmp_path / "file").read_text() == "kept"
    left = sorted(path.name for path in tmp_path.rglob("*"))
    assert left == ["blocked", "file", "small.html"]


def test_a_full_disk_leaves_what_was_there(risksim, face, tmp_path):
    assert face("report", "small", "--out", "old")[0] == 0
    before = files(tmp_path / "old")

    def small_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (4_000, 4_000))

    for out in ("old", "new/deep"):
        done = risksim("report", "small", "--seed", "3", "--out", out, cwd=tmp_path, preexec_fn=small_files)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1, done.stderr
        assert out in done.stderr
    assert files(tmp_path / "old") == before
    assert [path.name for path in tmp_path.iterdir()] == ["old"]


def test_nothing_is_written_when_one_file_cannot_be(tmp_path):
    with pytest.raises(InputError, match="cannot write"):
        writing.write_all(tmp_path / "new", {"a": b"1", "no such folder/b": b"2"})
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_left_is_cleared_and_what_a_live_one_writes_is_not(tmp_path):
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        pass
    orphan, live = tmp_path / f".risksim-{gone.pid}-ab_c", tmp_path / f".risksim-{os.getpid()}-abc"
    for folder in (orphan, live):
        folder.mkdir()
        (folder / "half.csv").write_text("half")
    writing.write_all(tmp_path, {"page.html": b"whole"})
    assert {path.name for path in tmp_path.iterdir()} == {"page.html", live.name}


def test_ctrl_c_leaves_nothing(plugin_folder, tmp_path):
    slow = (
        (plugin_folder / "reports" / "small.py")
        .read_text()
        .replace(
            "def words(study):",
            "def words(study):\n    import sys, time; print('drawing', file=sys.stderr, flush=True); time.sleep(60)",
        )
    )
    (tmp_path / "slow.py").write_text(slow)
    command = [sys.executable, "-m", "risksim", "report", "slow.py", "--out", "pages"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr.readline() == "drawing\n"
        process.send_signal(signal.SIGINT)
        _, words = process.communicate(timeout=60)
    assert process.returncode == 130
    assert words.splitlines() == ["risksim: stopped"]
    assert {path.name for path in tmp_path.iterdir()} <= {"slow.py", "__pycache__"}


def test_a_file_without_a_report_is_named(face, tmp_path):
    (tmp_path / "empty.py").write_text("")
    code, _, err = face("report", "empty.py")
    assert (code, len(err.splitlines())) == (2, 1)
    assert "empty.py defines no REPORT" in err


def test_two_blocks_of_one_key_are_refused():
    section = Section("twice", "Twice", [Paragraph("x")])
    with pytest.raises(InputError, match="twice"):
        Page("Title", "Question?", ["Answer."], [section, section]).html()


def test_two_figures_on_a_page_share_no_ids():
    texts = [figures.svg(key, lambda ax: ax.plot([0, 1], marker="o")) for key in ("a", "b")]
    first, second = (set(re.findall(r'\bid="([^"]+)"', text)) for text in texts)
    assert first
    assert not first & second
