"""Measuring two programs fairly on a machine that does other things as well.

Both sides run in one process on one thread, in turn, and their process CPU times are compared by medians. The
baseline has to reach a rate of its own, so that a ratio cannot come from a crippled rival.
"""

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

#: CPU seconds one measurement should take at least.
LEAST_SECONDS = 0.05
REPEATS = 9
MOST_CALLS = 100_000


class Row(NamedTuple):
    """One comparison; rates are in ``unit`` per second."""

    name: str
    ours: str
    baseline_name: str
    ratio: float
    required: float | None
    ours_rate: float
    baseline_rate: float
    baseline_floor: float
    unit: str

    @property
    def is_met(self) -> bool:
        """Return whether the ratio reaches what is required of it."""
        return self.required is None or self.ratio >= self.required

    @property
    def is_fair(self) -> bool:
        """Return whether the baseline runs as fast as it did where its floor was measured."""
        return self.baseline_rate >= self.baseline_floor


def _calls(work: Callable[[], object]) -> int:
    """Return how many calls make one measurement, after a first call that compiles."""
    work()
    n_calls = 1
    while n_calls < MOST_CALLS:
        if _seconds(work, n_calls) >= LEAST_SECONDS:
            break
        n_calls *= 2
    return n_calls


def _seconds(work: Callable[[], object], n_calls: int) -> float:
    start = time.process_time()
    for _ in range(n_calls):
        work()
    return time.process_time() - start


def compare(
    name: str,
    *,
    unit: str,
    ours: tuple[str, Callable[[], object], float],
    baseline: tuple[str, Callable[[], object], float],
    baseline_floor: float,
    required: float | None = None,
) -> Row:
    """Measure two programs in turn.

    Parameters
    ----------
    name
        What is computed.
    unit
        What the rates count, such as ``"battles"``.
    ours, baseline
        What it is called, a call, and how many units one call does.
    baseline_floor
        Rate the baseline is known to reach on a machine of this decade, divided by 1.5.
    required
        Least ratio of the two rates.
    """
    sides = (ours, baseline)
    n_calls = [_calls(work) for _, work, _ in sides]
    seconds: list[list[float]] = [[], []]
    for _ in range(REPEATS):
        for side, (_, work, _) in enumerate(sides):
            seconds[side].append(_seconds(work, n_calls[side]) / n_calls[side])
    rates = [
        units / statistics.median(measured) for (_, _, units), measured in zip(sides, seconds, strict=True)
    ]
    return Row(
        name, ours[0], baseline[0], rates[0] / rates[1], required, rates[0], rates[1], baseline_floor, unit
    )
