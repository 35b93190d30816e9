"""A report: what it needs, how it is drawn, and the run from the question to the files."""

import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from risksim import catalogues, claims
from risksim import rules as rules_module
from risksim.answers import Answer
from risksim.claims import Checked, Effort
from risksim.errors import InputError, unknown_name
from risksim.reports.page import manifest, writing
from risksim.reports.page.contents import Preformatted, Section, Words
from risksim.reports.page.page import Page
from risksim.rules import RuleSet

if TYPE_CHECKING:
    import pandas as pd

LOG = "report.log"
#: The rule set whose sentences the claims quote; what a report checks unless it or the question says otherwise.
BASE = "new-rules"


@dataclass(frozen=True)
class Study:
    """What the sections of a report are drawn from.

    Parameters
    ----------
    base
        The rule set that all readings start from.
    checked
        The claims the report needs, measured under all their readings.
    effort
        Trials and seed for whatever a section simulates itself.
    rule_sets
        The rule sets the report needs, by name.
    """

    base: RuleSet
    checked: Checked
    effort: Effort
    rule_sets: dict[str, RuleSet]


@dataclass(frozen=True)
class Report:
    """One report.

    Parameters
    ----------
    title, question
        The heading, and one line that says what it answers.
    rule_sets
        Names of the rule sets it rests on; None is all that are found.
    claims
        Keys of the claims and findings it needs; None is all of them.
    answer
        The page in plain words, a paragraph each.
    sections
        Functions that draw a section each, in the order of reading.
    base
        Name of the rule set it is made for where the question names none.
    """

    title: str
    question: str
    rule_sets: tuple[str, ...] | None
    claims: tuple[str, ...] | None
    answer: Callable[[Study], Sequence[Words]]
    sections: tuple[Callable[[Study], Section], ...]
    base: str = BASE


@dataclass(frozen=True)
class Made(Answer):
    """The files of a report, and the verdicts on its first page."""

    report: str
    page: str
    tables: tuple[str, ...]
    manifest: str
    log: str
    seed: int
    trials: int
    verdicts: dict[str, str]

    def to_frame(self) -> "pd.DataFrame":
        """Return the verdicts, one a line."""
        import pandas as pd

        return pd.DataFrame(self.verdicts.items(), columns=["claim", "verdict"])


def found() -> dict[str, Report]:
    """Return every report by its name, shipped ones and plug-ins.

    Raises
    ------
    InputError
        If a file defines no ``REPORT``.
    """
    return {name: _loaded(name, path) for name, path in catalogues.entries("reports", ".py").items()}


def find(name: str | Path) -> tuple[str, Report]:
    """Return the name and the report of a name, or of the path of a Python file.

    Raises
    ------
    InputError
        If there is no such report; the message names the nearest one.
    """
    known = catalogues.entries("reports", ".py")
    text = str(name)
    if text in known:
        return text, _loaded(text, known[text])
    if not text.endswith(".py"):
        raise unknown_name("report", text, known)
    path = Path(text)
    if not path.is_file():
        raise InputError(f"report file {text!r} does not exist")
    if path.stem in known:
        raise InputError(f"{text} bears the name of the report {path.stem!r} that is there already")
    return path.stem, _loaded(path.stem, text)


def _loaded(name: str, path: str) -> Report:
    report = getattr(catalogues.load_module(name, path), "REPORT", None)
    if not isinstance(report, Report):
        raise InputError(f"{path} defines no REPORT")
    return report


def ready(name: str | Path, out: str | Path) -> tuple[str, Report]:
    """Return the name and the report, once it is sure that there is one and that its files can be written.

    Raises
    ------
    InputError
        If the report is unknown, or the folder cannot be written; nothing is left behind.
    """
    name, report = find(name)
    writing.check_folder(Path(out), [*_file_names(name), LOG])
    return name, report


def _file_names(name: str) -> tuple[str, str]:
    return f"{name}.html", f"{name}.manifest.json"


def make(
    name: str | Path,
    out: str | Path = "out",
    *,
    rules: str | Path | RuleSet | None = None,
    effort: Effort | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Made:
    """Make a report: a page, its tables as CSV, its manifest, and a log beside them.

    The same question gives the same bytes, the log excepted: it alone says how long the run took and where.

    Parameters
    ----------
    name
        Of a report that is there, or the path of a Python file that defines one.
    out
        Folder for the files; made where it is missing.
    rules
        The rule set that the page is made for, such as a house rule; the report's own when None.
    effort
        Trials and seed for what is simulated.
    progress
        Called with (done, total) as the work goes on.

    Raises
    ------
    InputError
        If the report or the rule set is unknown or does not fit the claims, or the folder cannot be written; then no file is left behind.
    """
    effort = effort or Effort()
    name, report = ready(name, out)
    folder = Path(out)
    page_name, manifest_name = _file_names(name)
    keys = list(claims.found()) if report.claims is None else list(report.claims)
    steps = _Steps(len(report.sections), progress)
    log = _Log()

    base = rules_module.load(report.base if rules is None else rules)
    if keys:
        checked = claims.check(keys, rules=base, effort=effort, progress=steps.measured)
    else:
        checked = Checked(base.label, base.digest, effort.seed, effort.trials, rows=(), matrix=())
    log.add(f"{len(checked.matrix)} measurements of {len(checked.rows)} claims and findings")
    names = rules_module.names() if report.rule_sets is None else report.rule_sets
    study = Study(base, checked, effort, {each: rules_module.load(each) for each in names})
    sections = []
    for draw in report.sections:
        sections.append(draw(study))
        steps.drawn()
        log.add(f"section {sections[-1].key!r}")
    question = (
        report.question if base.label == report.base else f"{report.question} Rules checked: {base.label}."
    )
    page = Page(report.title, question, report.answer(study), sections)
    tables = list(page.tables())
    content = manifest.as_json(
        manifest.manifest(
            name, report.title, effort, {base.label: base, **study.rule_sets}.values(), keys, tables
        )
    )
    files = {f"{name}-{table.key}.csv": table.csv() for table in tables}
    made_of = Section("manifest", "Manifest", [Preformatted(content, "What this page was made of")])
    page_bytes = Page(page.title, page.question, page.answer, [*sections, made_of]).html()
    log.add("page")
    files |= {manifest_name: content.encode(), page_name: page_bytes, LOG: log.text()}
    writing.write_all(folder, files)
    return Made(
        name,
        str(folder / page_name),
        tuple(str(folder / f"{name}-{table.key}.csv") for table in tables),
        str(folder / manifest_name),
        str(folder / LOG),
        effort.seed,
        effort.trials,
        checked.verdicts(),
    )


class _Steps:
    """One count over the measurements and the sections; a section weighs as much as four measurements."""

    _WEIGHT = 4

    def __init__(self, n_sections: int, progress: Callable[[int, int], None] | None) -> None:
        self._progress = progress
        self._n_sections = n_sections
        self._n_measured = 0
        self._n_drawn = 0
        self._total = 0

    def measured(self, done: int, total: int) -> None:
        self._n_measured = done
        self._total = total
        self._say()

    def drawn(self) -> None:
        self._n_drawn += 1
        self._say()

    def _say(self) -> None:
        if self._progress is not None:
            self._progress(
                self._n_measured + self._WEIGHT * self._n_drawn,
                self._total + self._WEIGHT * self._n_sections,
            )


class _Log:
    """What took how long, and where: kept out of the page."""

    def __init__(self) -> None:
        self._start = self._last = time.perf_counter()
        self._lines = [f"{platform.platform()}, {platform.machine()}, Python {platform.python_version()}"]

    def add(self, what: str) -> None:
        now = time.perf_counter()
        self._lines.append(f"{now - self._last:8.2f} s  {what}")
        self._last = now

    def text(self) -> bytes:
        total = f"{self._last - self._start:8.2f} s  in all"
        return ("\n".join([*self._lines, total]) + "\n").encode()
