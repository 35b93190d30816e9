"""Weldon's 26,306 throws of twelve dice, fives and sixes counted, with the three rarest classes taken together.

Sources: ``fisher-1925``, ``pearson-1900``.
"""

from fractions import Fraction
from math import comb

import pytest

from risksim import statistics

THROWS = [185, 1149, 3265, 5475, 6114, 5194, 3067, 1331, 403, 105, 14, 4, 0]


def fives_and_sixes(p):
    return [comb(12, k) * p**k * (1 - p) ** (12 - k) for k in range(13)]


def test_the_dice_were_not_fair():
    fair = statistics.chi_square(THROWS, fives_and_sixes(Fraction(1, 3)))
    assert sum(THROWS) == 26306
    assert fair.statistic == pytest.approx(35.49, abs=0.005)
    assert (fair.degrees_of_freedom, fair.cells) == (10, 11)
    assert fair.p_value < 0.001


def test_dice_biased_as_observed_fit():
    observed = sum(k * count for k, count in enumerate(THROWS)) / (12 * 26306)
    assert observed == pytest.approx(0.3377, abs=5e-5)
    assert statistics.chi_square(THROWS, fives_and_sixes(observed)).p_value > 0.1
