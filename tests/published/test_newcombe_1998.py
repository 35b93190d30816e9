"""Intervals for a proportion as Newcombe tabulates them: his method 3 (Wilson) and method 5 (Clopper-Pearson).

Sources: ``newcombe-1998``.
"""

import pytest

from risksim import statistics

WILSON = [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
EXACT = [(81, 263, 0.2527, 0.3676), (15, 148, 0.0578, 0.1617), (0, 20, 0.0, 0.1684), (1, 29, 0.0009, 0.1776)]


@pytest.mark.parametrize(
    ("method", "successes", "trials", "low", "high"),
    [("wilson", *row) for row in WILSON] + [("clopper-pearson", *row) for row in EXACT],
)
def test_intervals_agree_to_the_digits_printed(method, successes, trials, low, high):
    estimate = statistics.proportion(successes, trials, method=method)
    assert (round(estimate.low, 4), round(estimate.high, 4)) == (low, high)


def test_the_two_methods_are_told_apart():
    assert all(a != b for a, b in zip(WILSON, EXACT, strict=True))
