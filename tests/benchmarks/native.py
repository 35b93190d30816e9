"""Our own C++ twins of kernels, compiled when the benchmark runs, where there is a compiler.

Sources lie beside the benchmarks as ``<subject>.cpp`` with ``extern "C"`` functions.
"""

import ctypes
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FLAGS = ("-O3", "-march=native", "-std=c++17", "-shared", "-fPIC")


def compiler() -> str | None:
    """Return the C++ compiler: that of ``CXX``, or the first one found."""
    return next(filter(None, map(shutil.which, (os.environ.get("CXX") or "g++", "g++", "clang++"))), None)


@functools.cache
def shared_object(subject: str) -> ctypes.CDLL | None:
    """Compile ``<subject>.cpp`` and load it; None, with a note on standard error, where there is no compiler."""
    found = compiler()
    if found is None:
        print(f"no C++ compiler: {subject} is not compared with C++", file=sys.stderr)
        return None
    source = Path(__file__).with_name(f"{subject}.cpp")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{subject}.so"
        subprocess.run([found, *FLAGS, str(source), "-o", str(path)], check=True)
        return ctypes.CDLL(str(path))
