"""What an estimate can say of itself, and how it reads."""

import dataclasses
import json
import math
import subprocess
import sys
from fractions import Fraction

import pytest

from risksim import statistics
from risksim.errors import InputError


def estimate(value=0.5, standard_error=0.05, low=0.4, high=0.6, method="normal", trials=100):
    return statistics.Estimate(value, standard_error, low, high, 0.95, trials, 7, method)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (
            statistics.proportion(479_900, 1_000_000),
            "0.4799 ± 0.0005 (95 % Wilson 0.4789…0.4809, n = 1,000,000)",
        ),
        (
            statistics.proportion(10, 10, method="clopper-pearson", level=0.99),
            "1.00 (99 % Clopper–Pearson 0.59…1.00, n = 10)",
        ),
        (estimate(12345.6, 123, 12100, 12600), "12,346 ± 123 (95 % normal 12,100…12,600, n = 100)"),
        (estimate(3, 0, 3, 3), "3 (95 % normal 3…3, n = 100)"),
        (estimate(3, math.inf, -math.inf, math.inf), "3 (95 % normal −∞…∞, n = 100)"),
        (estimate(-0.001, 0.05, -0.1, 0.1), "0.00 ± 0.05 (95 % normal -0.10…0.10, n = 100)"),
    ],
)
def test_reads_with_no_more_digits_than_the_error_allows(made, words):
    # the second: 99 % Clopper-Pearson of 10 in 10 begins at 0.005 ** (1 / 10) = 0.5887
    assert str(made) == words


def test_contains_inside_outside():
    e = estimate()
    assert e.contains(0.4)
    assert e.contains(Fraction(3, 5))
    assert not e.contains(0.61)
    assert e.inside(0.4, 0.6)
    assert not e.inside(0.41, 0.7)
    assert e.outside(0.61, 0.7)
    assert e.outside(0.1, 0.39)
    assert not e.outside(0.6, 0.7), "touching is not outside"
    assert not e.inside(0.5, 0.7)
    assert not e.outside(0.5, 0.7), "undecided is neither"


def test_z_is_signed_and_takes_the_error_of_the_method():
    assert estimate().z_against(0.4) == pytest.approx(2)
    assert estimate().z_against(Fraction(3, 5)) == pytest.approx(-2)
    # no success in 100: its own standard error is 0, that under p = 1/4 is √(3/16/100)
    none = statistics.proportion(0, 100)
    assert none.standard_error == 0
    assert none.z_against(Fraction(1, 4)) == pytest.approx(-0.25 / math.sqrt(0.001875))
    assert none.z_against(0) == 0
    assert statistics.proportion(1, 100).z_against(0) == math.inf
    assert estimate(standard_error=0.0).z_against(0.6) == -math.inf


def test_becomes_json_and_a_table():
    e = statistics.proportion(3, 10, seed=7)
    assert set(json.loads(json.dumps(e.to_dict()))) == {
        "value", "standard_error", "low", "high", "level", "trials", "seed", "method",
    }  # fmt: skip
    assert e.to_frame().loc[0, "seed"] == 7
    assert "wilson" in e._repr_html_()
    assert statistics.chi_square([50, 50], [0.5, 0.5]).to_frame().loc[0, "p_value"] == 1
    compared = statistics.paired_difference([1, 2, 4], [2, 2, 5])
    assert list(compared.to_frame()["measure"]) == ["first", "second", "difference"]


def test_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        estimate().value = 1


@pytest.mark.parametrize("level", [0, 1, 95, -0.5, float("nan"), "0.95", True])
def test_a_level_must_lie_between_0_and_1(level):
    with pytest.raises(InputError, match="level"):
        statistics.check_level(level)


def test_importing_is_light():
    heavy = "'numpy', 'scipy', 'pandas', 'numba', 'matplotlib'"
    code = f"import sys, risksim.statistics; print([m for m in ({heavy}) if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_scipy_stats_stays_out():
    code = (
        "import sys; from risksim import statistics as s; s.proportion(1, 9, method='clopper-pearson');"
        "s.mean([1, 2, 4]); s.quantiles([1, 2, 3]); s.confidence_sequence(1, 9); s.chi_square([9, 9], [.5, .5]);"
        "print([m for m in ('scipy.stats', 'scipy.optimize', 'pandas') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
