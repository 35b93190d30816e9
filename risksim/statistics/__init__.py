"""Estimates with intervals, comparisons and tests; knows nothing of Risk.

Importing it is light: numpy and scipy are imported by the functions that need them, never ``scipy.stats``.

>>> from risksim import statistics
>>> print(statistics.proportion(479_900, 1_000_000, seed=1))
0.4799 ± 0.0005 (95 % Wilson 0.4789…0.4809, n = 1,000,000)
"""

from risksim.statistics.anytime import DirichletMixture, TiltedMixture, log_moments
from risksim.statistics.estimate import Estimate, check_level, normal_multiple
from risksim.statistics.goodness import ChiSquare, chi_square, homogeneity
from risksim.statistics.means import mean, mean_from_counts, mean_from_sums, ratio, ratio_from_sums
from risksim.statistics.multinomial import MultinomialTest, multinomial_test
from risksim.statistics.multiple import holm
from risksim.statistics.paired import (
    PairedDifference,
    paired_difference,
    paired_difference_from_sums,
    paired_proportions,
)
from risksim.statistics.proportions import clopper_pearson, proportion, wilson
from risksim.statistics.quantiles import quantiles, quantiles_from_counts
from risksim.statistics.sequential import (
    UntilPrecise,
    confidence_sequence,
    confidence_sequence_of_mean,
    trials_to_precision,
    until_precise,
)

__all__ = [
    "ChiSquare",
    "DirichletMixture",
    "Estimate",
    "MultinomialTest",
    "PairedDifference",
    "TiltedMixture",
    "UntilPrecise",
    "check_level",
    "chi_square",
    "clopper_pearson",
    "confidence_sequence",
    "confidence_sequence_of_mean",
    "holm",
    "homogeneity",
    "log_moments",
    "mean",
    "mean_from_counts",
    "mean_from_sums",
    "multinomial_test",
    "normal_multiple",
    "paired_difference",
    "paired_difference_from_sums",
    "paired_proportions",
    "proportion",
    "quantiles",
    "quantiles_from_counts",
    "ratio",
    "ratio_from_sums",
    "trials_to_precision",
    "until_precise",
    "wilson",
]
