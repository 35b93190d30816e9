"""Which subjects read a clause is found in their source."""

from risksim import rules
from risksim.rules.reading import readers


def test_the_subjects_of_today_read_their_sections():
    found = rules.readers()
    assert found.keys() == set(rules.CLAUSES)
    for clause in rules.CLAUSES.values():
        if clause.section == "dice":
            assert "battles" in found[clause.name], clause.name
    assert "cards" in found["wilds"]
    assert "factories" in found["factory_yield"]


def test_reading_is_an_attribute_in_a_package_with_tables(tmp_path):
    for subject, text in {
        "campaigns": "armies = dice.ties\n",
        "games": 'rules.vary(ties="both")  # ties\n',
        "reports": "dice.ties\n",
    }.items():
        (tmp_path / subject).mkdir()
        (tmp_path / subject / "exact.py").write_text(text)
    for subject in ("campaigns", "games"):
        (tmp_path / subject / "tables.py").write_text("")
    found = readers(tmp_path)
    assert found["ties"] == ("campaigns",)
    assert found["wilds"] == ()
