"""Claims and findings, checked: one a file; each with its sentence, its tolerance and its readings."""

from risksim.claims.checking.check import Checked, check, found
from risksim.claims.checking.claim import Claim, Effort, Finding, Measured, Number, Reading, Verdict

__all__ = [
    "Checked",
    "Claim",
    "Effort",
    "Finding",
    "Measured",
    "Number",
    "Reading",
    "Verdict",
    "check",
    "found",
]
