"""Verdicts from intervals and tolerances, and the words a claim is made of."""

import math
from fractions import Fraction

import pytest

from risksim import statistics
from risksim.claims import Claim, Effort, Finding, Measured, Number, Reading, Verdict
from risksim.claims.checking.claim import Case, verdict
from risksim.errors import InputError
from risksim.rules import load

INF = math.inf


def judged(low, high, tolerance_low, tolerance_high):
    return verdict(Measured(Number("x", (low + high) / 2, low, high)), tolerance_low, tolerance_high).value


@pytest.mark.parametrize(
    ("interval", "tolerance", "said"),
    [
        ((0.4, 0.6), (0.3, 0.7), "holds"),
        ((0.3, 0.7), (0.3, 0.7), "holds"),  # ends belong to the tolerance
        ((0.1, 0.2), (0.3, 0.7), "fails"),
        ((0.8, 0.9), (0.3, 0.7), "fails"),
        ((0.2, 0.4), (0.3, 0.7), "undecided"),
        ((0.6, 0.8), (0.3, 0.7), "undecided"),
        ((0.2, 0.8), (0.3, 0.7), "undecided"),  # wider than the tolerance
        ((0.2, 0.3), (0.3, 0.7), "undecided"),  # touches it from outside
        ((0.3, 0.3), (0.3, 0.7), "holds"),
        ((5.0, 5.0), (5.0, 5.0), "holds"),
        ((5.0, 5.1), (5.0, 5.0), "undecided"),
        ((5.1, 5.1), (5.0, 5.0), "fails"),
        ((3.0, 9e9), (3.0, INF), "holds"),
        ((3.0, INF), (3.0, INF), "holds"),
        ((2.9, 9e9), (3.0, INF), "undecided"),
        ((1.0, 2.9), (3.0, INF), "fails"),
        ((-9e9, 3.0), (-INF, 3.0), "holds"),
        ((3.1, 4.0), (-INF, 3.0), "fails"),
        ((-INF, INF), (-INF, 3.0), "undecided"),
    ],
)
def test_an_interval_is_inside_outside_or_neither(interval, tolerance, said):
    assert judged(*interval, *tolerance) == said


def test_what_is_unmeasured_is_undecided_whatever_number_stands_there():
    inside = Number.of("x", 0.5)
    assert verdict(Measured(inside), 0, 1) is Verdict.HOLDS
    assert verdict(Measured(inside, unmeasured="the hazard"), 0, 1) is Verdict.UNDECIDED
    assert verdict(Measured(Number("x", None)), -INF, INF) is Verdict.UNDECIDED
    assert verdict(Measured(Number("x", 0.5)), 0, 1) is Verdict.UNDECIDED  # a value without an interval
    assert verdict(Measured(Number("x", math.nan, math.nan, math.nan)), -INF, INF) is Verdict.UNDECIDED


def test_numbers_keep_their_fraction_or_their_interval():
    exact = Number.of("x", Fraction(7, 2), "armies")
    assert (exact.value, exact.low, exact.high, exact.exact, exact.method) == (3.5, 3.5, 3.5, "7/2", "exact")
    assert Number.of("x", None).low is None
    estimate = statistics.proportion(600, 1000, seed=1)
    number = Number.estimated("x", estimate, against=Fraction(1, 2))
    assert (number.low, number.high, number.trials) == (estimate.low, estimate.high, 1000)
    assert number.deviation == pytest.approx(0.1 / math.sqrt(0.25 / 1000))
    assert Number.estimated("x", estimate).deviation is None


WORDS = {"proposition": "p", "low": 0.0, "high": 1.0, "reason": "r"}


def one(case):
    return Measured(Number.of("one", 1))


def test_a_claim_refuses_what_cannot_be_checked():
    assert Claim("C1", "t", "s", "seed-new-rules", one, **WORDS).readings[0].name == "as written"
    with pytest.raises(InputError, match="tolerance 2 … 1 is empty"):
        Claim("C1", "t", "s", "seed-new-rules", one, **WORDS | {"low": 2.0})
    with pytest.raises(InputError, match="is empty"):
        Claim("C1", "t", "s", "seed-new-rules", one, **WORDS | {"low": math.nan})
    with pytest.raises(InputError, match="no reading"):
        Finding("C1", "t", "s", "seed-new-rules", one, quantity="q", readings=())
    with pytest.raises(InputError, match="two readings of the name 'x'"):
        Finding("C1", "t", "s", "seed-new-rules", one, quantity="q", readings=(Reading("x"), Reading("x")))


def test_a_reading_may_set_only_what_the_claim_knows():
    readings = (Reading("long", settings={"turns": 20}),)
    Finding("C1", "t", "s", "k", one, quantity="q", settings={"turns": 10}, readings=readings)
    with pytest.raises(InputError, match="reading 'long' sets 'turns', which is no setting"):
        Finding("C1", "t", "s", "k", one, quantity="q", settings={"share": 0}, readings=readings)


def test_a_case_reads_its_settings_with_their_kind():
    case = Case(load("new-rules"), {"turns": 10, "share": Fraction(1, 3), "trade": "soon"}, Effort())
    assert case.whole("turns") == 10
    assert case.real("share") == Fraction(1, 3)
    assert case.word("trade") == "soon"
    for wrong in (lambda: case.whole("trade"), lambda: case.real("trade"), lambda: case.word("turns")):
        with pytest.raises(InputError):
            wrong()


def test_effort():
    assert Effort.of() == Effort()
    assert Effort.of(quick=True).trials < Effort().trials
    assert Effort.of(quick=True, trials=7, seed=3) == Effort(7, 3, True)
    for wrong in ({"trials": 0}, {"seed": -1}, {"trials": 1.5}):
        with pytest.raises(InputError):
            Effort.of(**wrong)
