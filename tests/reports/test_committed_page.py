"""The pages in the repository were made with the rules and claims that are there now."""

import json
from pathlib import Path

import pytest

from risksim import claims, reports, rules

FOLDER = Path(__file__).resolve().parents[2] / "reports"
MANIFESTS = {
    path.name.removesuffix(".manifest.json"): json.loads(path.read_text(encoding="utf-8"))
    for path in FOLDER.glob("*.manifest.json")
}

each_page = pytest.mark.parametrize("name", sorted(MANIFESTS))


def test_every_report_lies_there():
    assert MANIFESTS.keys() == reports.found().keys()


@each_page
def test_its_rule_sets_are_those_of_today(name):
    assert MANIFESTS[name]["rules"]
    for rule_set, made_with in MANIFESTS[name]["rules"].items():
        assert made_with["digest"] == rules.load(rule_set).digest, f"make it again: {rule_set} has changed"


def test_the_attack_page_compares_every_rule_set_of_today():
    assert MANIFESTS["attack_odds"]["rules"].keys() == set(rules.names())


def test_the_claims_are_those_of_today():
    assert set(MANIFESTS["variant"]["claims"]) == set(claims.found())


@each_page
def test_its_tables_lie_beside_it(name):
    tables = {path.name for path in FOLDER.glob(f"{name}-*.csv")}
    assert tables == set(MANIFESTS[name]["tables"])


@each_page
def test_the_page_names_its_rules(name):
    page = (FOLDER / f"{name}.html").read_text(encoding="utf-8")
    own = "new-rules" if name == "variant" else "classic"
    assert MANIFESTS[name]["rules"][own]["digest"] in page


@each_page
def test_it_was_made_at_full_size(name):
    assert MANIFESTS[name]["trials"] == claims.Effort().trials
