"""Holm's correction: a worked example, the step-down procedure itself, the error rate it promises.

Sources: ``holm-1979``.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from risksim import statistics
from risksim.errors import InputError

p_values = st.lists(st.floats(0, 1), max_size=12)


def rejected_step_by_step(p_values, alpha):
    rejected = set()
    for step, place in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        if p_values[place] * (len(p_values) - step) > alpha:
            break
        rejected.add(place)
    return rejected


def test_four_tests_of_which_the_first_and_last_are_rejected():
    # 0.005 · 4, 0.01 · 3, 0.03 · 2, and 0.04 · 1 raised to the one before it
    assert statistics.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))


@given(p_values, st.floats(0.001, 0.999))
def test_rejects_what_the_step_down_procedure_rejects(values, alpha):
    adjusted = statistics.holm(values)
    assert {i for i, p in enumerate(adjusted) if p <= alpha} == rejected_step_by_step(values, alpha)
    assert all(raw <= p <= 1 for raw, p in zip(values, adjusted, strict=True))


@given(p_values, st.randoms(use_true_random=False))
def test_order_does_not_matter(values, random):
    order = list(range(len(values)))
    random.shuffle(order)
    adjusted = statistics.holm(values)
    assert statistics.holm([values[i] for i in order]) == tuple(adjusted[i] for i in order)


def test_any_error_among_many_true_hypotheses_is_as_rare_as_promised():
    # 4,000 families of 10: one standard deviation of a rate of 5 % is 0.34 points
    families = np.random.default_rng(20240505).random((4000, 10))
    assert np.mean([min(statistics.holm(row)) <= 0.05 for row in families]) < 0.064
    assert np.mean(families.min(axis=1) <= 0.05) > 0.35, "without a correction"


def test_edges():
    assert statistics.holm([]) == ()
    assert statistics.holm([0.2]) == (0.2,)
    for bad in ([-0.1], [1.1], [float("nan")], ["0.1"]):
        with pytest.raises(InputError, match="p-value"):
            statistics.holm(bad)
