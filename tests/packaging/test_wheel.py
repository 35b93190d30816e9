"""The wheel, installed into an empty environment and used from another folder, needs nothing of the checkout."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(*command, cwd, check=True):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=check)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    built = run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(folder),
        str(ROOT),
        cwd=folder,
        check=False,
    )
    if built.returncode != 0 and not os.environ.get("RISKSIM_REQUIRE_ALL"):
        pytest.skip(f"the wheel cannot be built here: {built.stderr.strip().splitlines()[-1]}")
    assert built.returncode == 0, built.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def risksim(wheel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", str(folder), cwd=folder)
    python = folder / "bin" / "python"
    done = run(
        str(python), "-m", "pip", "install", "--quiet", "--constraint", str(ROOT / "constraints.txt"), str(wheel),
        cwd=folder, check=False,
    )  # fmt: skip
    if done.returncode != 0 and not os.environ.get("RISKSIM_REQUIRE_ALL"):
        pytest.skip(f"nothing can be installed here: {done.stderr.strip().splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    return folder / "bin" / "risksim"


def test_data_files_are_inside(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    for needed in (
        "rules/data/classic.toml",
        "rules/data/new-rules.toml",
        "sources/sources.toml",
        "reports/variant.py",
    ):
        assert f"risksim/{needed}" in names
    assert not [name for name in names if name.startswith(("tests", "notebooks", "reports"))]


def test_odds_rules_and_report_from_another_folder(risksim, tmp_path):
    odds = json.loads(run(str(risksim), "odds", "10", "8", "--json", cwd=tmp_path).stdout)
    assert 0 < odds["p_win"] < 1
    assert "new-rules" in run(str(risksim), "rules", cwd=tmp_path).stdout
    run(str(risksim), "report", "variant", "--quick", "--out", "pages", cwd=tmp_path)
    assert (tmp_path / "pages" / "variant.html").stat().st_size > 10_000
