"""How fast the compiled parts are, against what a competent newcomer would write.

``python -m tests.benchmarks`` measures both sides in one run. Each module here with a function ``rows()`` adds rows.
"""
