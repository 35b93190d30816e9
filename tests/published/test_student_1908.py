"""Student's example: hours of sleep gained by ten patients under two drugs, the second tried on the same ten.

Sources: ``student-1908``.
"""

import pytest

from risksim import statistics

FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]


def test_paired_difference():
    compared = statistics.paired_difference(FIRST, SECOND)
    assert compared.first.value == pytest.approx(0.75)
    assert compared.second.value == pytest.approx(2.33)
    assert compared.difference.value == pytest.approx(1.58)
    assert compared.difference.z_against(0) == pytest.approx(4.0621, abs=5e-5)
    assert (compared.difference.low, compared.difference.high) == pytest.approx(
        (0.7001142, 2.4598858), abs=5e-8
    )
    assert compared.correlation == pytest.approx(0.7951702, abs=5e-8)


def test_pairs_out_of_step_lose_the_finding():
    shifted = statistics.paired_difference(FIRST, SECOND[3:] + SECOND[:3])
    assert shifted.difference.contains(0)
    assert shifted.variance_removed < 0.3
