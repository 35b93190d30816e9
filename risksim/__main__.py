"""The front door: ``risksim`` and ``python -m risksim``.

Most questions are answered in less time than it takes to collect garbage nobody made and to take the interpreter
apart again, so neither is done: collection waits for much more of it, and the process leaves as soon as the answer is
out. Everything that must be tidied up is tidied up by the verbs themselves.

Only modules that Python has loaded before it comes here are imported outside of :func:`run`, so that Ctrl-C is
answered in one line from there on; while Python itself starts, it answers with its own traceback.
"""

import os
import sys

#: New objects before the garbage is looked through; Python's own 700 look through it dozens of times while importing.
_PATIENCE = 200_000


def run() -> None:
    """Run the command line and leave at once, with its exit code."""
    told = b""
    try:
        import gc

        gc.set_threshold(_PATIENCE, 30, 30)
        from risksim.cli import main

        main()
    except KeyboardInterrupt:  # before there is anything to stop
        code, told = 130, b"risksim: stopped\n"
    except SystemExit as stop:
        code = int(stop.code or 0)
    import contextlib

    with contextlib.suppress(OSError):  # closed, or nobody reads it
        os.write(2, told)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError, ValueError):
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    run()
