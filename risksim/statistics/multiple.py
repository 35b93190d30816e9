"""Many tests at once: Holm's step-down correction.

Sources: ``holm-1979``.
"""

from collections.abc import Sequence

from risksim.errors import check_real


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return adjusted p-values in the order given; rejecting those ≤ α errs at all with chance ≤ α.

    The k-th smallest of m is multiplied by m − k + 1, made no smaller than the one before it, and cut at 1.
    It holds whatever the dependence between the tests.

    Raises
    ------
    InputError
        If a p-value is not between 0 and 1.

    Sources: ``holm-1979``.

    >>> holm([0.01, 0.04, 0.03, 0.005])
    (0.03, 0.06, 0.06, 0.02)
    """
    checked = [check_real("p-value", p, 0, 1) for p in p_values]
    adjusted = [0.0] * len(checked)
    largest = 0.0
    for rank, place in enumerate(sorted(range(len(checked)), key=checked.__getitem__)):
        largest = max(largest, min(1.0, (len(checked) - rank) * checked[place]))
        adjusted[place] = largest
    return tuple(adjusted)
