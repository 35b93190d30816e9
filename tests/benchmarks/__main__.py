"""Run every benchmark, print the table, and put it into the README between its markers.

Exit code 1 if a required ratio is missed.
"""

import importlib
import os
import pkgutil
import platform
import re
import sys
from pathlib import Path

for library in ("OMP", "OPENBLAS", "MKL", "NUMBA"):
    os.environ[f"{library}_NUM_THREADS"] = "1"

import tests.benchmarks  # noqa: E402
from tests.benchmarks.harness import Limit, Row, Skipped  # noqa: E402

README = Path(__file__).resolve().parents[2] / "README.md"
BLOCK = re.compile(r"(<!-- speed:begin -->\n).*?(<!-- speed:end -->)", re.DOTALL)


def measure() -> list[Row | Limit | Skipped]:
    """Run the benchmarks of every module in this folder that has some."""
    rows: list[Row | Limit | Skipped] = []
    for module in sorted(each.name for each in pkgutil.iter_modules(tests.benchmarks.__path__)):
        if module.startswith("_"):
            continue
        found = getattr(importlib.import_module(f"tests.benchmarks.{module}"), "rows", None)
        if found is not None:
            print(f"measuring {module} …", file=sys.stderr)
            rows += found()
    return rows


def processor() -> str:
    """Return the name of the processor where the system tells it."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = re.findall(r"^model name\s*:\s*(.*)$", text, re.MULTILINE)
    return names[0] if names else platform.machine()


def table(rows: list[Row | Limit | Skipped]) -> str:
    """Return the rows as a markdown table with the conditions under it."""
    lines = [
        "| what | risksim | against | times faster | required |",
        "|---|---|---|---:|---:|",
    ]
    lines += ["| " + " | ".join(row.cells()) + " |" for row in rows]
    versions = ", ".join(f"{name} {importlib.import_module(name).__version__}" for name in ("numba", "numpy"))
    lines += [
        "",
        f"One thread, process CPU time, medians of interleaved runs; {processor()}, "
        f"Python {platform.python_version()}, {versions}.",
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Measure, print, write."""
    rows = measure()
    if not rows:
        print("no benchmarks found", file=sys.stderr)
        return 1
    text = table(rows)
    print(text)
    readme = README.read_text(encoding="utf-8")
    if BLOCK.search(readme):
        README.write_text(BLOCK.sub(lambda match: match[1] + text + match[2], readme), encoding="utf-8")
    else:
        print("README.md has no speed markers: nothing written there", file=sys.stderr)
    return 0 if all(row.is_met for row in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
