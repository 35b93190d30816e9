"""Every report that is found conforms: named, sourced, and made of what is there."""

import inspect

import pytest

from risksim import catalogues, claims, reports, rules, sources
from tests.reports import plugins

FOUND = reports.found()
SHIPPED = {"attack_odds", "variant"}

every_report = pytest.mark.parametrize("name", sorted(FOUND))


def test_the_catalogue_is_there():
    assert FOUND.keys() >= SHIPPED


@every_report
def test_it_says_what_it_answers(name):
    report = FOUND[name]
    assert report.title.strip()
    assert report.question.strip().endswith((".", "?"))


@every_report
def test_its_sources_exist(name):
    module = inspect.getmodule(FOUND[name].answer)
    cited = [key.strip(" `.\n") for key in (module.__doc__ or "").partition("Sources:")[2].split(",")]
    assert set(cited) <= sources.load().keys()
    assert cited


@every_report
def test_its_rule_sets_and_claims_exist(name):
    report = FOUND[name]
    assert report.rule_sets is None or report.rule_sets
    for rule_set in (report.base, *(report.rule_sets or ())):
        rules.load(rule_set)
    assert set(report.claims or ()) <= claims.found().keys()


@every_report
def test_its_sections_are_functions_of_a_study(name):
    report = FOUND[name]
    assert report.sections
    assert len(set(report.sections)) == len(report.sections)
    for draw in report.sections:
        assert len(inspect.signature(draw).parameters) == 1


def test_a_plug_in_report_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogues, "_plugin_folders", [])
    assert "small" not in reports.found()
    catalogues.add_plugins(plugins.folder(tmp_path / "mine"))
    assert reports.found().keys() >= {"small", *SHIPPED}
