"""The page in the repository was made with the rules and claims that are there now."""

import json
from pathlib import Path

from risksim import claims, rules

FOLDER = Path(__file__).resolve().parents[2] / "reports"
MANIFEST = json.loads((FOLDER / "variant.manifest.json").read_text(encoding="utf-8"))


def test_its_rule_sets_are_those_of_today():
    assert MANIFEST["rules"]
    for name, made_with in MANIFEST["rules"].items():
        assert made_with["digest"] == rules.load(name).digest, f"make the page again: {name} has changed"


def test_its_claims_are_those_of_today():
    assert set(MANIFEST["claims"]) == set(claims.found())


def test_its_tables_lie_beside_it():
    tables = {path.name for path in FOLDER.glob("variant-*.csv")}
    assert tables
    page = (FOLDER / "variant.html").read_text(encoding="utf-8")
    assert "variant-verdicts.csv" in tables
    assert MANIFEST["rules"]["new-rules"]["digest"] in page


def test_it_was_made_at_full_size():
    assert MANIFEST["trials"] == claims.Effort().trials
