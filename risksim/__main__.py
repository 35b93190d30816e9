"""The front door: ``risksim`` and ``python -m risksim``.

Most questions are answered in less time than it takes to collect garbage nobody made and to take the interpreter
apart again, so neither is done: collection waits for much more of it, and the process leaves as soon as the answer is
out. Everything that must be tidied up is tidied up by the verbs themselves.
"""

import contextlib
import gc
import os
import sys
from typing import NoReturn

#: New objects before the garbage is looked through; Python's own 700 look through it dozens of times while importing.
_PATIENCE = 200_000


def run() -> NoReturn:
    """Run the command line and leave at once, with its exit code."""
    gc.set_threshold(_PATIENCE, 30, 30)
    try:
        from risksim.cli import main

        main()
    except KeyboardInterrupt:  # before there is anything to stop
        code = 130
    except SystemExit as stop:
        code = int(stop.code or 0)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError, ValueError):  # closed, or nobody reads it
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    run()
