"""The examples of the documentation work as they stand, and every page is reachable."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from risksim import rules

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def blocks(page, language):
    found = re.findall(
        rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert found, f"{page.name} shows no {language}"
    return found


def test_the_claim_of_ones_own(tmp_path):
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "fair_fight.py").write_text(blocks(DOCS / "house_rules.md", "python")[0])
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "risksim",
            "--plugins",
            str(tmp_path),
            "check",
            "--claims",
            "H1",
            "--json",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rows"][0]["verdict"] in ("holds", "fails")


def test_the_house_rule_of_the_readme(tmp_path):
    text = blocks(ROOT / "README.md", "toml")[0]
    (tmp_path / "house.toml").write_text(text)
    assert (
        rules.load(tmp_path / "house.toml").factories.factory_yield
        == tomllib.loads(text)["factories"]["factory_yield"]
    )


def test_the_python_of_the_readme_runs():
    program = "import matplotlib; matplotlib.use('agg')\n" + blocks(ROOT / "README.md", "python")[0]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_page_is_in_the_table_of_contents():
    named = set(re.findall(r"^([a-z_]+)$", (DOCS / "index.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert named == {page.stem for page in DOCS.glob("*.md")} - {"index"}


def test_links_lead_somewhere():
    pages = [ROOT / "README.md", *DOCS.glob("*.md")]
    links = [
        (page, link)
        for page in pages
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    ]
    assert links
    assert [link for page, link in links if not (page.parent / link).exists()] == []
