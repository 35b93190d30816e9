"""The exact multinomial test by probability as XNomial prints it: 72, 38, 20, 18 against 9 : 3 : 3 : 1.

Sources: ``mangiafico-2015``.
"""

from fractions import Fraction

import pytest

from risksim import statistics

COUNTS = [72, 38, 20, 18]
CHANCES = [Fraction(9, 16), Fraction(3, 16), Fraction(3, 16), Fraction(1, 16)]


def test_by_full_enumeration():
    test = statistics.multinomial_test(COUNTS, CHANCES, method="exact")
    assert test.p_value == pytest.approx(0.002255, abs=5e-7)


def test_by_simulation():
    test = statistics.multinomial_test(COUNTS, CHANCES, seed=20240603)
    assert test.method == "monte-carlo"
    assert abs(test.p_value - 0.002255) < 4 * test.standard_error
