"""Pictures are written whole, where a link leads, never over what is protected; names are drawn as they are."""

import os
import stat
import subprocess
import sys

import matplotlib as mpl
import pytest

from risksim import battles, pictures, poker
from risksim.errors import InputError

mpl.use("agg")


@pytest.fixture
def figure():
    with pictures.axes() as axes:
        axes.set_title("a$b")
    yield axes.figure
    mpl.pyplot.close("all")


@pytest.mark.parametrize("name", [".png", "folder/.svg", "", "picture", "picture.gif", "png"])
def test_an_ending_alone_is_no_name(name, figure):
    with pytest.raises(InputError, match=r"^a picture takes a file such as picture\.png"):
        pictures.save(figure, name)


def test_a_link_is_followed(tmp_path, figure):
    (tmp_path / "link.svg").symlink_to("chain.svg")
    (tmp_path / "chain.svg").symlink_to("there.svg")
    pictures.save(figure, tmp_path / "link.svg")
    assert (tmp_path / "link.svg").is_symlink()
    assert "<svg" in (tmp_path / "there.svg").read_text(encoding="utf-8")
    assert len(list(tmp_path.iterdir())) == 3


def test_a_link_that_leads_nowhere_is_refused(tmp_path, figure):
    (tmp_path / "loop.svg").symlink_to("loop.svg")
    with pytest.raises(InputError, match="symbolic links"):
        pictures.save(figure, tmp_path / "loop.svg")
    (tmp_path / "gone.svg").symlink_to("gone/there.svg")
    with pytest.raises(InputError, match="No such directory"):
        pictures.save(figure, tmp_path / "gone.svg")


def test_a_protected_file_stays(tmp_path, figure):
    protected, link = tmp_path / "kept.png", tmp_path / "link.png"
    protected.write_bytes(b"kept")
    protected.chmod(0o444)
    link.symlink_to(protected)
    for path in (protected, link):
        with pytest.raises(InputError, match="Permission denied"):
            pictures.save(figure, path)
    assert protected.read_bytes() == b"kept"


def test_a_file_keeps_its_permissions_and_a_pipe_stays_one(tmp_path, figure):
    private, pipe = tmp_path / "private.png", tmp_path / "pipe.svg"
    private.write_bytes(b"")
    private.chmod(0o600)
    pictures.save(figure, private)
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        pictures.save(figure, pipe)
        assert b"<svg" in reader.stdout.read()
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("words", [["stop", "4", "3"], ["odds", "5", "5", "--table"]], ids=" ".join)
@pytest.mark.parametrize("name", ["house 😀", r"a$\frac$"])
def test_every_name_is_drawn_in_silence(words, name, tmp_path):
    (tmp_path / f"{name}.toml").write_text('based_on = "classic"\n')
    for path in ("picture.png", "picture.svg"):
        done = subprocess.run(
            [sys.executable, "-m", "risksim", *words, "--rules", f"./{name}.toml", "--plot", path],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, f"{path}\n")
    assert name in (tmp_path / "picture.svg").read_text(encoding="utf-8")


def test_a_refusal_comes_before_the_answer():
    done = subprocess.run(
        [sys.executable, "-m", "risksim", "odds", "1", "8", "--plot", ".png"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "risksim: --plot takes a file such as picture.png (or .pdf, .svg), not '.png'\n"


def test_ticks_of_logarithms_are_numbers():
    axes = poker.hands().plot()
    axes.figure.draw_without_rendering()
    labels = {label.get_text() for label in axes.get_xticklabels()}
    assert "0.001" in labels
    assert not any("$" in label for label in labels)


def test_the_figure_of_an_answer_is_written(tmp_path):
    pictures.save(battles.odds(3, 2).plot().figure, tmp_path / "odds.PNG")
    assert (tmp_path / "odds.PNG").read_bytes()[1:4] == b"PNG"
