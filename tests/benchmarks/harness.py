"""Measuring two programs fairly on a machine that does other things as well.

Both sides run in one process on one thread, in turn, and their process CPU times are compared by medians. The
baseline has to reach a rate of its own, so that a ratio cannot come from a crippled rival.
"""

import ctypes
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
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

    def cells(self) -> tuple[str, ...]:
        """Return the cells of the row in the table."""
        baseline = f"{self.baseline_name}: {rate(self.baseline_rate, self.unit)}"
        if not self.is_fair:
            floor = rate(self.baseline_floor, self.unit)
            baseline += f" (slower than the {floor} expected of it: another machine)"
        required = "–"
        if self.required is not None:
            required = digits(self.required) + ("" if self.is_met else " (missed)")
        return (
            self.name,
            f"{self.ours}: {rate(self.ours_rate, self.unit)}",
            baseline,
            digits(self.ratio),
            required,
        )


class Limit(NamedTuple):
    """Something that has to stay within a limit, such as memory."""

    name: str
    ours: str
    value: float
    limit: float
    unit: str

    @property
    def is_met(self) -> bool:
        """Return whether the limit is kept."""
        return self.value <= self.limit

    def cells(self) -> tuple[str, ...]:
        """Return the cells of the row in the table."""
        required = f"at most {digits(self.limit)} {self.unit}" + ("" if self.is_met else " (missed)")
        return self.name, f"{self.ours}: {digits(self.value)} {self.unit}", "–", "–", required


class Skipped(NamedTuple):
    """What could not be measured here, and why."""

    name: str
    why: str

    @property
    def is_met(self) -> bool:
        """Return that nothing was missed."""
        return True

    def cells(self) -> tuple[str, ...]:
        """Return the cells of the row in the table."""
        return self.name, f"not measured: {self.why}", "–", "–", "–"


def digits(value: float) -> str:
    """Write a number with three digits that count, without a power of ten."""
    return f"{float(f'{value:.3g}'):,.10g}"


def rate(value: float, unit: str) -> str:
    """Return a rate with three digits, such as 188 M rounds/s."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{letter} {unit}/s"
    return f"{value:.3g} {unit}/s"


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


def within(name: str, ours: str, work: Callable[[], object], limit: float) -> Limit:
    """Measure how many CPU seconds a call takes, the fastest of some."""
    work()
    return Limit(name, ours, min(_seconds(work, 1) for _ in range(REPEATS)), limit, "s")


#: Linux counts what the parent held before the program began in its rusage, and only this afresh.
_MEMORY = """
from pathlib import Path
status = Path("/proc/self/status")
if status.exists():
    print(next(line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM")))
else:
    import resource
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak_memory(name: str, ours: str, program: str, n: int, limit: float) -> Limit:
    """Run a Python program about a number ``n`` and measure the most memory it held, in MB.

    It is run with 10 in place of that number before: compiling takes memory of its own.
    """
    for number in (10, n):
        command = [sys.executable, "-c", f"n = {number}\n{program}{_MEMORY}"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    # the system counts in kilobytes, except on macOS
    return Limit(
        name, ours, int(done.stdout.split()[-1]) / (1e6 if sys.platform == "darwin" else 1e3), limit, "MB"
    )


def compiled(source: Path, *options: str) -> ctypes.CDLL | None:
    """Compile a C++ file for this processor and load it, or return None where that cannot be done."""
    compiler = shutil.which(os.environ.get("CXX", "g++"))
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / f"{source.stem}.so"
        command = [compiler, "-O3", "-march=native", "-shared", "-fPIC", *options, "-o", library, source]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return None
        return ctypes.CDLL(str(library))
