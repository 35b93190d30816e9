"""Do counts follow a distribution, do two runs follow the same one: Pearson's chi-square.

Cells expecting fewer than five are pooled, the smallest first, so that the chi-square distribution describes the
statistic. What is pooled depends on expectations alone, never on what was seen in a cell.

Sources: ``pearson-1900``, ``cochran-1954``.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from risksim.answers import Answer
from risksim.errors import InputError, check_count, check_real
from risksim.statistics.means import whole_counts

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

LEAST_EXPECTED = 5.0


@dataclass(frozen=True)
class ChiSquare(Answer):
    """Outcome of a chi-square test.

    Attributes
    ----------
    statistic
        Σ (observed − expected)² / expected; infinite where something impossible was counted.
    degrees_of_freedom
        Cells after pooling, less one.
    p_value
        Chance of a statistic at least so large if the distribution is as supposed.
    cells
        Cells after pooling.
    """

    statistic: float
    degrees_of_freedom: int
    p_value: float
    cells: int

    def to_frame(self) -> "pd.DataFrame":
        """Return the test as a table of one row."""
        import pandas as pd

        return pd.DataFrame([self.to_dict()])

    def __str__(self) -> str:
        return f"χ² = {self.statistic:.4g} on {self.degrees_of_freedom} degrees of freedom, p = {self.p_value:.3g}"


def chi_square(observed_counts: "npt.ArrayLike", expected_probabilities: "npt.ArrayLike") -> ChiSquare:
    """Test counts against an exact distribution.

    Parameters
    ----------
    observed_counts
        Any shape; how often each outcome came up.
    expected_probabilities
        The same shape; its entries (floats or fractions) add up to 1.

    A count where the probability is zero makes p = 0. A distribution of a single outcome has p = 1 when every
    trial shows it.

    Raises
    ------
    InputError
        If the shapes differ, a count or probability is negative, the probabilities do not add up to 1, or the
        trials are too few for two cells: a test that cannot fail is refused.

    Sources: ``pearson-1900``, ``cochran-1954``.

    >>> print(chi_square([95, 105, 98, 102, 108, 92], [1 / 6] * 6))
    χ² = 1.86 on 5 degrees of freedom, p = 0.868
    """
    observed = whole_counts("observed counts", observed_counts)
    probabilities = _probabilities(expected_probabilities)
    if len(observed) != len(probabilities):
        raise InputError(f"{len(observed)} counts need as many probabilities, not {len(probabilities)}")
    n = check_count("observed trials", sum(observed), low=1)
    possible = [(n * p, (count,)) for count, p in zip(observed, probabilities, strict=True) if p > 0]
    if sum(counts[0] for _, counts in possible) < n:
        return ChiSquare(math.inf, max(len(possible) - 1, 0), 0.0, len(possible))
    if len(possible) == 1:
        return ChiSquare(0.0, 0, 1.0, 1)
    cells = _pool(possible)
    if len(cells) < 2:
        raise InputError(f"{n} trials are too few to test {len(possible)} outcomes: pooling leaves one cell")
    return _test(sum((counts[0] - expected) ** 2 / expected for expected, counts in cells), len(cells))


def homogeneity(first_counts: "npt.ArrayLike", second_counts: "npt.ArrayLike") -> ChiSquare:
    """Test whether two independent runs follow the same distribution.

    Parameters
    ----------
    first_counts, second_counts
        The same shape; how often each outcome came up. The numbers of trials may differ.

    Not for runs that share their random numbers: those are compared in pairs.

    Raises
    ------
    InputError
        If the shapes differ, a count is negative, a run is empty, or the trials are too few for two cells.

    Sources: ``pearson-1900``, ``cochran-1954``.

    >>> print(homogeneity([30, 50, 20], [60, 110, 30]))
    χ² = 1.312 on 2 degrees of freedom, p = 0.519
    """
    first, second = whole_counts("first counts", first_counts), whole_counts("second counts", second_counts)
    if len(first) != len(second):
        raise InputError(f"{len(first)} counts need as many second ones, not {len(second)}")
    n = check_count("first trials", sum(first), low=1)
    m = check_count("second trials", sum(second), low=1)
    # a cell is judged by the run that expects fewer in it
    seen = [((a + b) * min(n, m) / (n + m), (a, b)) for a, b in zip(first, second, strict=True) if a + b > 0]
    if len(seen) == 1:
        return ChiSquare(0.0, 0, 1.0, 1)
    cells = _pool(seen)
    if len(cells) < 2:
        raise InputError(f"{n} and {m} trials are too few to compare {len(seen)} outcomes")
    # Σ over both runs of (observed − expected)² / expected, brought to one term a cell
    statistic = sum((m * a - n * b) ** 2 / (a + b) for _, (a, b) in cells) / (n * m)
    return _test(statistic, len(cells))


def _probabilities(values: "npt.ArrayLike") -> list[float]:
    import numpy as np

    numbers = np.asarray(values).reshape(-1).tolist()
    probabilities = [check_real("expected probability", number, 0) for number in numbers]
    total = math.fsum(probabilities)
    if abs(total - 1) > 1e-9:
        raise InputError(f"expected probabilities must add up to 1, not {total:.12g}")
    return probabilities


def _pool(cells: Sequence[tuple[float, tuple[int, ...]]]) -> list[tuple[float, tuple[int, ...]]]:
    """Merge cells, smallest expectation first, until each expects at least five."""
    ordered = sorted(cells, key=lambda cell: cell[0])
    pooled_expected, pooled_counts = ordered[0]
    taken = 1
    while taken < len(ordered) and (pooled_expected < LEAST_EXPECTED or ordered[taken][0] < LEAST_EXPECTED):
        expected, counts = ordered[taken]
        pooled_expected += expected
        pooled_counts = tuple(a + b for a, b in zip(pooled_counts, counts, strict=True))
        taken += 1
    return [(pooled_expected, pooled_counts), *ordered[taken:]]


def _test(statistic: float, cells: int) -> ChiSquare:
    from scipy.special import chdtrc

    return ChiSquare(statistic, cells - 1, float(chdtrc(cells - 1, statistic)), cells)
