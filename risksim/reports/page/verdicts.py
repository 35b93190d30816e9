"""Sections that any report resting on claims may show: the verdicts, what flips them, each claim in full."""

import functools
from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from risksim import rules, sources
from risksim.claims.checking.check import NOT_APPLICABLE, Row
from risksim.reports.page import numbers, tables
from risksim.reports.page.contents import Block, Inner, Items, Paragraph, Part, Quote, Section
from risksim.reports.page.report import Study
from risksim.reports.page.tables import Column, Table
from risksim.rules import RuleSet

#: Each verdict with its symbol, so that neither colour nor word carries it alone.
SYMBOLS = {"holds": "✔", "fails": "✘", "undecided": "?"}
_SAID = {"holds": "holds", "fails": "fails", "undecided": "is undecided"}


def badge(verdict: str | None, is_flipped: bool = False) -> str:
    """Return a verdict as symbol and word; a flipped one is framed and starred.

    >>> badge("holds")
    Markup('<span class="verdict holds">✔ holds</span>')
    >>> badge("not applicable")
    '–'
    """
    if not verdict:
        return ""
    if verdict == NOT_APPLICABLE:
        return "–"
    marks = Markup('<span class="verdict {}">{} {}</span>').format(verdict, SYMBOLS[verdict], verdict)
    return Markup('<span class="flipped">{} *</span>').format(marks) if is_flipped else marks


def counted(rows: Iterable[Row]) -> dict[str, list[str]]:
    """Return the keys of the claims under each verdict."""
    by_verdict: dict[str, list[str]] = {verdict: [] for verdict in SYMBOLS}
    for row in rows:
        if row.verdict is not None:
            by_verdict[row.verdict].append(row.key)
    return by_verdict


def settings_in_words(settings: Mapping[str, Any]) -> str:
    """Return names and values as people read them.

    >>> settings_in_words({"conquest_rate": 1, "trade": "soon"})
    'conquest rate 1, trade soon'
    """
    return ", ".join(f"{name.replace('_', ' ')} {numbers.plain(value)}" for name, value in settings.items())


def reading_of(row: Row, base: RuleSet) -> str:
    """Return the reading a number rests on: its name, the clauses it changes, and its settings."""
    changed = settings_in_words(_changed_clauses(row, base))
    return "; ".join(part for part in (row.reading, changed, settings_in_words(row.settings)) if part)


def _changed_clauses(row: Row, base: RuleSet) -> dict[str, Any]:
    """Return the clauses that a reading changes; it may name some as they are."""
    return {name: value for name, value in row.clauses.items() if base.readings(name)[name] != value}


def tolerance_of(row: Row) -> str:
    """Return the tolerance of a claim in words."""
    low, high = (
        None if end is None else numbers.percent(end) if numbers.is_share(row.unit) else numbers.plain(end)
        for end in (row.tolerance_low, row.tolerance_high)
    )
    if low is None and high is None:
        return "any"
    if low is None:
        return f"at most {high}"
    if high is None:
        return f"at least {low}"
    return f"exactly {low}" if low == high else f"{low} … {high}"


def verdicts(study: Study) -> Section:
    """Draw the page of verdicts: every claim, its number, its tolerance and the reading it rests on."""
    import pandas as pd

    checked = study.checked
    flips = checked.flips()
    claims = [row for row in checked.rows if row.verdict is not None]
    findings = [row for row in checked.rows if row.verdict is None]
    n_readings = {row.key: sum(each.key == row.key for each in checked.matrix) for row in checked.rows}

    def line(row: Row) -> dict[str, Any]:
        n_others = n_readings[row.key] - 1
        n_flips = len(flips.get(row.key, []))
        return {
            "key": row.key,
            "title": row.title,
            "verdict": row.verdict,
            "proposition": row.proposition,
            "quantity": row.number.label,
            "value": row.number.value,
            "low": row.number.low,
            "high": row.number.high,
            "unit": row.unit,
            "exact": row.number.exact,
            "method": row.number.method,
            "trials": row.number.trials,
            "tolerance_low": row.tolerance_low,
            "tolerance_high": row.tolerance_high,
            "reading": row.reading,
            "settings": settings_in_words(row.settings),
            "readings_that_flip": n_flips,
            "other_readings": n_others,
            "unmeasured": row.unmeasured,
        }

    by_key = {row.key: row for row in checked.rows}

    def number(key: str) -> str:
        row = by_key[key]
        number = (
            f"not measured: {row.unmeasured}" if row.unmeasured else numbers.in_full(row.number, row.unit)
        )
        return f"{row.number.label}: {number}"

    def flipped(key: str) -> str:
        n_flips, n_others = len(flips.get(key, [])), n_readings[key] - 1
        if n_others == 0:
            return "one reading only"
        return f"{n_flips} of {n_others} other readings" if n_flips else f"none of {n_others} other readings"

    key = Column("key", "Key", lambda entry: tables.link(f"claim-{entry}", entry), is_number=False)
    reading = Column(
        "key", "Reading it rests on", lambda entry: reading_of(by_key[entry], study.base), is_number=False
    )
    claim_columns = [
        key,
        Column("title", "Claim", is_number=False),
        Column("verdict", "Verdict", badge, is_number=False),
        Column("key", "Number, with its error", number, is_number=False),
        Column("key", "Holds if", lambda entry: tolerance_of(by_key[entry]), is_number=False),
        reading,
        Column("key", "Flips under", flipped, is_number=False),
    ]
    finding_columns = [
        key,
        Column("title", "Finding", is_number=False),
        Column("key", "Number, with its error", number, is_number=False),
        reading,
    ]
    blocks: list[Block] = [
        Paragraph(
            "A claim quotes a sentence of the rules and turns it into a proposition with a reasoned tolerance. It "
            "holds when the whole interval of its number lies inside the tolerance, fails when the interval lies "
            "wholly outside, and is undecided otherwise. A finding reports a number and gives no verdict. Each key "
            "leads to the sentence, the reason for the tolerance and the other readings."
        )
    ]
    if claims:
        caption = f"Claims under {checked.rules}, each under its first reading."
        blocks.append(
            Table("verdicts", caption, pd.DataFrame([line(row) for row in claims]), claim_columns, "key")
        )
    if findings:
        caption = f"Findings under {checked.rules}, each under its first reading."
        blocks.append(
            Table("findings", caption, pd.DataFrame([line(row) for row in findings]), finding_columns, "key")
        )
    return Section("page-of-verdicts", "Verdicts", blocks)


def flips(study: Study) -> Section:
    """Draw the ledger of readings: which verdicts flip under which reading."""
    checked = study.checked
    headline = checked.verdicts()
    matrix = checked.matrix_frame("verdict").T.rename_axis("reading").reset_index()
    keys = [key for key in matrix.columns if key != "reading"]
    flipped = checked.flips()
    columns = [Column("reading", "Reading", is_number=False)]
    for key in keys:

        def show(entry: str, key: str = key) -> str:
            return badge(entry, is_flipped=bool(entry) and entry != headline[key])

        columns.append(Column(key, key, show, is_number=False))
    sentences = [
        Markup("{} ({}) {} as first read; it {}.").format(
            tables.link(f"claim-{key}", key),
            next(row.title for row in checked.rows if row.key == key),
            _SAID[headline[key]],
            "; it ".join(
                f"{_SAID[verdict]} under {numbers.joined([f'“{row.reading}”' for row in rows if row.verdict == verdict])}"
                for verdict in SYMBOLS
                if any(row.verdict == verdict for row in rows)
            ),
        )
        for key, rows in flipped.items()
    ]
    steady = [key for key in headline if key not in flipped]
    blocks: list[Block] = [
        Paragraph(
            "The documents leave clauses open and contradict each other; each way to read them, and each setting "
            "they do not fix, is a reading. A line below is a reading, a column a claim. A verdict that differs from "
            "the claim's first reading is framed and starred; an empty cell means the reading does not concern the claim, a "
            "dash that it leaves no room for it."
        ),
        Table("flips", "Verdicts by reading (lines) and claim (columns).", matrix, columns),
    ]
    if sentences:
        blocks += [Paragraph("Verdicts that flip:"), Items(sentences)]
    blocks += [
        Paragraph(f"Verdicts that no reading tried here changes: {numbers.joined(steady)}."),
        *_ledger(study),
    ]
    return Section("which-verdicts-flip", "Which verdicts flip", blocks)


def _ledger(study: Study) -> list[Block]:
    """Return the clauses that the numbers can depend on: as read here, how else, and where they are written.

    Numbers that no reading changes stand in the file only.
    """
    import pandas as pd

    readers = rules.readers()
    tried: dict[str, list[str]] = {}
    for row in study.checked.matrix:
        for name in _changed_clauses(row, study.base):
            tried.setdefault(name, []).append(row.reading)
    lines = [
        {
            "clause": clause.name,
            "value": clause.value,
            "alternatives": clause.allowed,
            "tried": ", ".join(dict.fromkeys(tried.get(clause.name, []))),
            "source": clause.source,
        }
        for clause in study.base.clauses()
        if readers[clause.name]
    ]
    shown = [line for line in lines if line["tried"] or not isinstance(line["value"], (int, list))]
    written = Table(
        "ledger", "Every clause that a number can depend on.", pd.DataFrame(lines, dtype=object), None
    )
    extract = Table(
        "ledger-shown",
        f"The ledger of readings: clauses of {study.base.label} that can be read in several ways and that a number on "
        "this page can depend on.",
        pd.DataFrame(shown, dtype=object),
        [
            Column("clause", "Clause", lambda name: name.replace("_", " "), is_number=False),
            Column("value", "As read", _value_in_words, is_number=False),
            Column("alternatives", "Allowed", is_number=False),
            Column("tried", "Tried under", lambda text: text or numbers.NONE, is_number=False),
            Column("source", "Where it is written", is_number=False),
        ],
        is_written=False,
    )
    return [extract, written]


def _value_in_words(value: Any) -> str:
    return ", ".join(map(numbers.plain, value)) if isinstance(value, list) else numbers.plain(value)


def simulated(study: Study) -> Section:
    """Draw every simulated number beside its exact value, in standard errors."""
    import pandas as pd

    rows = [
        {"key": row.key, **number.to_dict()}
        for row in study.checked.rows
        for number in (row.number, *row.others)
        if number.deviation is not None
    ]
    if not rows:
        return Section(
            "checked-by-simulation", "Checked by simulation", [Paragraph("Nothing was simulated.")]
        )
    digits = functools.partial(numbers.plain, digits=6)
    table = Table(
        "simulated-against-exact",
        "Simulated numbers with their 95 % intervals, and how many standard errors (SE) they lie off the exact value.",
        pd.DataFrame(rows),
        [
            Column("label", "Quantity", is_number=False),
            Column("value", "Simulated", digits),
            Column("low", "Low", digits),
            Column("high", "High", digits),
            Column("trials", "Trials"),
            Column("deviation", "Off by, in SE", numbers.fixed(2)),
            Column("key", "Claim", lambda key: tables.link(f"claim-{key}", key), is_number=False),
        ],
    )
    farthest = max(abs(row["deviation"]) for row in rows)
    words = (
        f"Where a number has an exact value it is also played out, as a check of both. Of {len(rows)} numbers the "
        f"farthest lies {numbers.fixed(2)(farthest)} standard errors off; about one in twenty should lie beyond two."
    )
    return Section("checked-by-simulation", "Checked by simulation", [Paragraph(words), table])


def details(study: Study) -> Section:
    """Draw every claim and finding in full: sentence, tolerance and its reason, numbers, readings."""
    import pandas as pd

    checked = study.checked
    parts: list[Block] = []
    everything = []
    for row in checked.rows:
        readings = [each for each in checked.matrix if each.key == row.key]
        everything += [
            {"key": each.key, "reading": each.reading, **number.to_dict()}
            for each in readings
            for number in (each.number, *each.others)
        ]
        parts.append(Part(f"claim-{row.key}", f"{row.key}: {row.title}", _details(row, readings, study.base)))
    written = Table("numbers", "Every number of every claim and reading.", pd.DataFrame(everything), None)
    return Section("claims-in-full", "Each claim in full", [*parts, written] if everything else parts)


def _details(row: Row, readings: list[Row], base: RuleSet) -> list[Inner]:
    import pandas as pd

    blocks: list[Inner] = [
        Quote(row.sentence, tables.link(f"source-{row.source}", row.source)),
        Paragraph(f"{'Proposition' if row.verdict else 'Quantity'}: {row.proposition}"),
    ]
    if row.verdict is not None:
        blocks.append(
            Paragraph(
                Markup("Verdict: {}. It holds if the number is {}, because {}.").format(
                    badge(row.verdict), tolerance_of(row), row.reason
                )
            )
        )
    if row.unmeasured:
        blocks.append(Paragraph(f"Not measured: {row.unmeasured}"))
    figures = (row.number, *row.others)
    blocks.append(
        Table(
            f"numbers-{row.key}",
            f"Numbers of {row.key} under its first reading ({reading_of(row, base)}).",
            pd.DataFrame({"label": [each.label for each in figures], "position": range(len(figures))}),
            [
                Column("label", "Quantity", is_number=False),
                Column(
                    "position",
                    "Value",
                    lambda position: numbers.value_of(figures[position], row.unit if position == 0 else ""),
                ),
                Column(
                    "position",
                    "Error",
                    lambda position: numbers.error_of(figures[position], row.unit if position == 0 else ""),
                    False,
                ),
            ],
            is_written=False,
        )
    )
    if len(readings) > 1:
        columns = [
            Column("reading", "Reading", is_number=False),
            Column(
                "position",
                "What it sets",
                lambda position: _what_it_sets(readings[position], row, base),
                False,
            ),
            Column(
                "position", "Value", lambda position: numbers.value_of(readings[position].number, row.unit)
            ),
            Column(
                "position",
                "Error",
                lambda position: numbers.error_of(readings[position].number, row.unit),
                False,
            ),
        ]
        if row.verdict is not None:

            def show(position: int) -> str:
                verdict = readings[position].verdict
                return badge(verdict, is_flipped=verdict != row.verdict)

            columns.insert(2, Column("position", "Verdict", show, is_number=False))
        blocks.append(
            Table(
                f"readings-{row.key}",
                f"{row.key} under every reading: {row.number.label}.",
                pd.DataFrame(
                    {"reading": [each.reading for each in readings], "position": range(len(readings))}
                ),
                columns,
                is_written=False,
            )
        )
    return blocks


def _what_it_sets(row: Row, headline: Row, base: RuleSet) -> str:
    changed = {name: value for name, value in row.settings.items() if value != headline.settings.get(name)}
    return settings_in_words({**_changed_clauses(row, base), **changed}) or "nothing"


def cited(study: Study, *keys: str) -> Section:
    """Draw the list of sources: those of the claims, then the keys given."""
    known = list(dict.fromkeys([*(row.source for row in study.checked.rows), *keys]))
    entries = [f"[{key}] {sources.cite(key)}" for key in known]
    return Section("sources", "Sources", [Items(entries, [f"source-{key}" for key in known])])
