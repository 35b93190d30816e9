"""How a report is made: one report a file, all of them pages that need nothing but themselves.

A report is a file in this folder, or in ``reports/`` of a plug-in folder, that defines ``REPORT``: its title, the rule
sets and claims it needs, and the functions that draw its sections. What serves every report lies in
:mod:`risksim.reports.page`.

>>> from risksim import reports
>>> "variant" in reports.found()
True
"""

from risksim.reports.page.report import Made, Report, Study, find, found, make, ready

__all__ = ["Made", "Report", "Study", "find", "found", "make", "ready"]
