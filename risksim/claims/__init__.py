"""Claims and findings, checked: one a file; each with its sentence, its tolerance and its readings.

A file of this folder, or of ``claims/`` in a plug-in folder, defines ``CLAIM`` or ``FINDING``; its ``measure`` turns a
:class:`Case` (rules, settings, effort) into :class:`Measured` numbers.

>>> from risksim import claims
>>> claims.check(["C1", "C7"]).verdicts()
{'C1': 'holds', 'C7': 'fails'}
"""

from risksim.claims.checking.check import Checked, Row, check, found
from risksim.claims.checking.claim import (
    AS_WRITTEN,
    Case,
    Claim,
    Effort,
    Finding,
    Measured,
    Number,
    Reading,
    Verdict,
)

__all__ = [
    "AS_WRITTEN",
    "Case",
    "Checked",
    "Claim",
    "Effort",
    "Finding",
    "Measured",
    "Number",
    "Reading",
    "Row",
    "Verdict",
    "check",
    "found",
]
