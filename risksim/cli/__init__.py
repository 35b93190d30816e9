"""The command line: one verb a file in ``verbs``; parse, call, print.

Everything heavy is imported inside the verbs, and a verb only when it is called, so ``risksim --help`` stays fast.
"""

from risksim.cli.program import cli, main

__all__ = ["cli", "main"]
