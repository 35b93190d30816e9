"""The exact multinomial test as the R package EMT prints it: 55 events, p.value 0.5306.

Sources: ``emt``.
"""

import pytest

from risksim import statistics


def test_five_two_two_of_three_equal_outcomes():
    test = statistics.multinomial_test([5, 2, 2])
    assert test.p_value == pytest.approx(0.5306, abs=5e-5)
    assert test.method == "exact"
