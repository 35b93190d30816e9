"""The report on the new rules, made once for all tests of a process."""

import json
import os
import subprocess
import sys

#: Few trials: no test is about simulated digits.
WORDS = ("report", "variant", "--quick", "--trials", "2000", "--json", "--out", "pages")
_made = []


def run(folder, **environment):
    """Make the report in a process of its own and return what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "risksim", *WORDS],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def once(tmp_path_factory):
    """Return the folder and the answer of the one run."""
    if not _made:
        folder = tmp_path_factory.mktemp("variant")
        _made.append((folder, run(folder)))
    return _made[0]
