"""The verbs of the command line: each file defines one, named after it, as ``command``."""
