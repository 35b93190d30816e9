"""Compiling: the cache follows the sources, a process without a cache still works, JIT off gives the same bits."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import risksim
from risksim.engine import jit

PROGRAM = """
import numpy as np
from risksim.engine import random
state = random.new_state(11, 5, 2)
print([int(random.next_uint64(state)) for _ in range(5)], int(random.below(state, np.uint64(6))), random.uniform(state))
"""


def run(program, **environment):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_same_bits_with_jit_off_and_without_a_cache(tmp_path):
    unwritable = tmp_path / "a file, not a folder"
    unwritable.write_text("")
    compiled = run(PROGRAM)
    assert run(PROGRAM, NUMBA_DISABLE_JIT="1") == compiled
    assert run(PROGRAM, NUMBA_CACHE_DIR=str(unwritable)) == compiled


def test_a_cache_that_cannot_be_written_is_passed_over(tmp_path):
    program = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n" + PROGRAM
    assert run(program, NUMBA_CACHE_DIR=str(tmp_path)) == run(PROGRAM)


KERNEL = """
import os, sys
from pathlib import Path
os.chdir({folder!r})
Path("doubled.py").write_text(
    "from risksim.engine import jit\\n"
    "@jit.kernel\\ndef once(n):\\n    return n + n\\n"
    "@jit.kernel\\ndef twice(n):\\n    return once(once(n))\\n"
)
sys.path.insert(0, ".")
from risksim.engine import jit
from doubled import twice
seen = []
watched = twice._compiler.compile
twice._compiler.compile = lambda *args: (seen.append(jit.is_compiling()), watched(*args))[1]
print(twice(3), jit.is_compiling(), *seen)
"""


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_compiling_is_told_and_happens_once(tmp_path):
    program = KERNEL.format(folder=str(tmp_path))
    assert [run(program, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2)] == [
        "12 False True\n",
        "12 False\n",
    ]
    nowhere = {"NUMBA_CACHE_DIR": str(tmp_path / "doubled.py")}
    assert [run(program, **nowhere) for _ in range(2)] == ["12 False True\n"] * 2


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
@pytest.mark.parametrize(
    ("kinds", "length"), [(["nbi", "nbc"], 50), (["nbi"], 0), (["nbc"], 0)], ids=["both", "index", "code"]
)
def test_a_damaged_cache_is_written_anew(kinds, length, tmp_path):
    program, folder = KERNEL.format(folder=str(tmp_path)), {"NUMBA_CACHE_DIR": str(tmp_path)}
    run(program, **folder)
    stored = [path for kind in kinds for path in tmp_path.rglob(f"*.{kind}")]
    assert len(stored) == 2 * len(kinds)
    for path in stored:
        path.write_bytes(path.read_bytes()[:length])
    assert [run(program, **folder) for _ in range(2)] == ["12 False True\n", "12 False\n"]
    assert min(path.stat().st_size for path in stored) > length


def test_the_digest_covers_every_kernel_file_and_the_engine():
    package = Path(risksim.__file__).parent
    named = {path.relative_to(package).as_posix() for path in jit.kernel_sources()}
    assert {"engine/random.py", "engine/jit.py", "engine/blocks.py"} <= named
    on_disk = {path.relative_to(package).as_posix() for path in package.rglob("kernels.py")}
    assert on_disk
    assert on_disk <= named


def test_checked_indices_are_compiled_apart_and_noticed(tmp_path):
    program = """
import numpy as np
from pathlib import Path
Path("out_of_bounds.py").write_text(
    "from risksim.engine import jit\\n@jit.kernel\\ndef get(array, index):\\n    return array[index]\\n"
)
import sys; sys.path.insert(0, ".")
from out_of_bounds import get
try:
    get(np.zeros(2), 5)
    print("read")
except IndexError:
    print("noticed")
"""
    folder = {"NUMBA_CACHE_DIR": str(tmp_path)}
    program = f"import os; os.chdir({str(tmp_path)!r})\n" + program
    assert run(program, **folder) == "read\n"
    assert run(program, **folder, NUMBA_BOUNDSCHECK="1") == "noticed\n"


def test_only_one_file_names_the_compiler():
    package = Path(risksim.__file__).parent
    naming = [
        path
        for path in package.rglob("*.py")
        if "njit" in path.read_text() or "vectorize" in path.read_text()
    ]
    assert naming == [package / "engine" / "jit.py"]


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_a_users_own_cache_setting_is_left_alone():
    before = numba.config.CACHE_DIR
    jit.kernel(jit.is_compiling)
    assert numba.config.CACHE_DIR == before
