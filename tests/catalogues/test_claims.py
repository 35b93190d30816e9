"""Every claim and finding that can be found keeps to one form; an empty catalogue fails.

Sources: ``seed-new-rules``.
"""

import json
import math
import re
from dataclasses import replace

import pytest

from risksim import catalogues, sources
from risksim.claims import AS_WRITTEN, Case, Claim, Effort, Finding, Measured, Number
from risksim.claims.checking.check import check, found
from risksim.rules import load

CATALOGUE = found()
QUICK = Effort(trials=5_000, seed=7, quick=True)
NAME = re.compile(r"c(\d\d)_[a-z0-9_]+")


def conform(entry):
    """Raise AssertionError where a claim or finding does not keep to the form all of them have."""
    assert re.fullmatch(r"C[1-9][0-9]?", entry.key)
    assert entry.readings[0] is AS_WRITTEN
    assert 10 <= len(entry.title) <= 40
    assert 10 <= len(entry.sentence) <= 120
    assert "\n" not in entry.sentence
    assert entry.source in sources.load()
    assert entry.unit
    assert entry.version >= 1
    words = [entry.proposition, entry.reason] if isinstance(entry, Claim) else [entry.quantity]
    assert all(len(text) >= 20 for text in words)
    for reading in entry.readings[1:]:
        assert reading.clauses or reading.settings, f"{reading.name} changes nothing"
    answer = entry.measure(Case(load("new-rules"), entry.settings, QUICK))
    numbers = [answer.number, *answer.others]
    labels = [number.label for number in numbers]
    assert len(set(labels)) == len(labels), "two numbers of one label"
    assert numbers[1:], "nothing beside the one number"
    if answer.unmeasured is None:
        assert answer.number.value is not None, "neither a number nor what is missing"
    for number in numbers:
        if number.value is None:
            continue
        assert math.isfinite(number.value)
        assert number.low <= number.value <= number.high
        if number.trials is None:
            assert number.low == number.high
            assert number.method == "exact"
        else:
            assert number.seed == QUICK.seed
            assert number.deviation is None or abs(number.deviation) < 4.5
        if number.unit in ("probability", "share"):
            assert -1 <= number.value <= 1
    if isinstance(entry, Claim):
        assert math.isfinite(entry.low) or math.isfinite(entry.high), "a tolerance that nothing can miss"


def test_the_catalogue_is_not_empty():
    shipped = {f"C{number}" for number in (*range(1, 16), 25, *range(27, 32), 33, 37)}
    assert shipped <= set(CATALOGUE)
    kinds = [type(entry) for entry in CATALOGUE.values()]
    assert kinds.count(Claim) >= 6
    assert kinds.count(Finding) >= 6


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=CATALOGUE)
def test_it_conforms(entry):
    conform(entry)


@pytest.mark.parametrize(
    ("name", "path"), catalogues.entries("claims", ".py").items(), ids=lambda each: each[-30:]
)
def test_its_file_bears_its_key_and_names_its_source(name, path):
    module = catalogues.load_module(name, path)
    entry = getattr(module, "CLAIM", None) or module.FINDING
    assert int(NAME.fullmatch(name)[1]) == int(entry.key[1:])
    assert f"``{entry.source}``" in module.__doc__
    assert module.__doc__.startswith(f"{entry.key}: ")


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_reading_gives_a_row_that_json_takes(key):
    checked = check([key], effort=QUICK)
    assert [row.reading for row in checked.matrix] == [reading.name for reading in CATALOGUE[key].readings]
    json.dumps(checked.to_dict(), allow_nan=False)
    if isinstance(CATALOGUE[key], Claim):
        judged = [row.verdict for row in checked.matrix if row.not_applicable is None]
        assert set(judged) <= {"holds", "fails", "undecided"}
        assert checked.rows[0].not_applicable is None, (
            "the headline does not apply to the document's own rules"
        )
        assert all(row.verdict == "undecided" for row in checked.matrix if row.unmeasured)
    assert check([key], effort=QUICK, with_matrix=False).rows == checked.rows, (
        "the same question, another answer"
    )


def test_some_verdict_depends_on_the_reading_and_some_does_not():
    checked = check(effort=QUICK)
    claims = set(checked.verdicts())
    assert claims > set(checked.flips()) > set()
    assert {"holds", "fails", "undecided"} == set(checked.verdicts().values())


GOOD = CATALOGUE["C1"]


@pytest.mark.parametrize(
    "changes",
    [
        {"key": "first"},
        {"title": "t"},
        {"sentence": ""},
        {"source": "nobody"},
        {"reason": "so"},
        {"low": -math.inf, "high": math.inf},
        {"measure": lambda case: Measured(Number.of("x", 1))},
        {"measure": lambda case: Measured(Number("x", None), (Number.of("y", 1),))},
        {"measure": lambda case: Measured(Number.of("x", 1), (Number.of("x", 2),))},
        {
            "measure": lambda case: Measured(
                Number("x", 1.0, 2.0, 3.0, method="wilson", trials=9), (Number.of("y", 1),)
            )
        },
        {"measure": lambda case: Measured(Number.of("x", 2, "probability"), (Number.of("y", 1),))},
        {"measure": lambda case: Measured(Number.of("x", math.inf), (Number.of("y", 1),))},
    ],
    ids=lambda changes: "-".join(changes),
)
def test_what_does_not_conform_is_noticed(changes):
    conform(GOOD)
    with pytest.raises(AssertionError):
        conform(replace(GOOD, **changes))
