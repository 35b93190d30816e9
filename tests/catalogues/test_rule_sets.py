"""Every rule set that is found conforms: complete, sourced, playable clause by clause."""

import tomllib
from pathlib import Path

import pytest

from risksim import catalogues, rules, sources
from risksim.errors import InputError

FILES = catalogues.entries("rules", ".toml", "data")
SHIPPED = {
    *("classic", "new-rules", "finnish", "russian", "slovak", "malay"),
    *(
        "balanced-blitz",
        "capital",
        "zombies",
        "zombie-attackers",
        "risiko",
        "three-for-two-dice",
        "eight-sided",
    ),
    *("bunker", "fortification", "ammo-shortage", "fortress", "leader", "bonus-die"),
}
REFUSED_ALONE = {("own_cards_used", "at-most-two")}
"""readings that need another clause changed with them"""

TABLES = {name: tomllib.loads(Path(path).read_text(encoding="utf-8")) for name, path in FILES.items()}
ROOTS = sorted(name for name, table in TABLES.items() if "based_on" not in table)
HEIRS = sorted(TABLES.keys() - set(ROOTS))

own_file = pytest.mark.parametrize("name", sorted(FILES))


def test_the_catalogue_is_there():
    assert FILES.keys() >= SHIPPED
    assert ROOTS == ["classic"]
    assert set(HEIRS) >= SHIPPED - {"classic"}


@own_file
def test_every_clause_has_a_source_that_exists(name):
    rule_set = rules.load(name)
    known = sources.load()
    for clause in rule_set.clauses():
        keys = sources.keys_in(clause.source)
        assert keys, f"{name}: {clause.name} names no source: {clause.source}"
        assert set(keys) <= known.keys(), f"{name}: {clause.name}: {clause.source}"


@pytest.mark.parametrize("name", HEIRS)
def test_what_a_file_sets_it_sources_and_what_it_inherits_it_does_not_claim(name):
    table = TABLES[name]
    parent = rules.load(table["based_on"])
    set_here = {
        clause: value for section in rules.SECTIONS for clause, value in table.get(section, {}).items()
    }
    assert set_here.keys() <= table["source"].keys()
    for clause, text in table["source"].items():
        if clause not in set_here:
            assert "silent" in text, f"{name}: {clause} is inherited, but {text!r} claims a place"
        elif set_here[clause] == parent.readings(clause)[clause]:
            assert "silent," not in text.partition(":")[2][:9], f"{name}: {clause} is set, but {text!r}"


@pytest.mark.parametrize("name", ROOTS)
def test_a_root_names_every_clause(name):
    assert {clause for section in rules.SECTIONS for clause in TABLES[name].get(section, {})} == set(
        rules.CLAUSES
    )


@own_file
def test_every_reading_can_be_played_alone(name):
    rule_set = rules.load(name)
    played = 0
    for clause in rule_set.clauses():
        for reading in clause.alternatives:
            if (clause.name, reading) in REFUSED_ALONE:
                with pytest.raises(InputError):
                    rule_set.vary(**{clause.name: reading})
            else:
                varied = rule_set.vary(**{clause.name: reading})
                assert rules.differences(rule_set, varied) == [clause.name]
                played += 1
    assert played > 80


@own_file
def test_a_rule_set_has_a_title_and_a_frame(name):
    rule_set = rules.load(name)
    assert rule_set.name == name
    assert rule_set.title != name
    assert len(rule_set.to_frame()) == len(rules.CLAUSES)
    assert "<table" in rule_set._repr_html_()


def test_no_two_shipped_rule_sets_play_alike():
    digests = {rules.load(name).digest for name in FILES}
    assert len(digests) == len(FILES)
