"""Reading logs: CSV, JSON or JSON lines, or rows from Python; every row knows where it stands.

A log has one row for each round of dice, or one for each battle; both kinds may stand in one log. Names of columns are
read with any capitals, and with blanks or hyphens for underscores. Lines that are empty or begin with ``#`` are
passed over in CSV.
"""

import csv
import io
import json
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from risksim.errors import InputError, check_count, unknown_name

#: What each column is called, the first name being its own, and what it says.
COLUMNS = {
    "attackers": ("armies", "attacker", "attacking", "attacker_armies", "attacking_armies", "attack_armies"),
    "defenders": ("defender", "defending", "defender_armies", "defending_armies", "defence_armies", "defense_armies"),
    "attack_roll": ("attacker_roll", "attack_rolls", "attackers_roll", "attacker_rolls", "attacking_roll"),
    "defence_roll": (
        "defense_roll", "defender_roll", "defence_rolls", "defense_rolls", "defenders_roll", "defender_rolls",
        "defending_roll",
    ),
    "attack_dice": ("attacker_dice", "attacking_dice", "attackers_dice"),
    "defence_dice": ("defense_dice", "defender_dice", "defending_dice", "defenders_dice"),
    "attacker_lost": ("attacker_loses", "attackers_lost", "attacker_losses", "attack_losses", "attack_lost"),
    "defender_lost": (
        "defender_loses", "defenders_lost", "defender_losses", "defence_losses", "defense_losses", "defence_lost",
        "defense_lost",
    ),
    "attackers_left": ("armies_left", "attacker_left", "attackers_after", "armies_after", "attacker_after"),
    "defenders_left": ("defender_left", "defenders_after", "defender_after"),
    "keep": ("stop_at", "floor"),
    "until": ("worn_to",),
    "most_rounds": ("stop_after",),
    "side": ("role", "me", "i_was", "my_side"),
    "rules": ("rule_set", "ruleset"),
    "label": ("name", "battle", "where", "territory"),
}  # fmt: skip
#: Columns that may stand in a log and are not read.
UNREAD = (
    "note",
    "notes",
    "comment",
    "date",
    "time",
    "game",
    "turn",
    "player",
    "opponent",
    "row",
    "line",
    "rounds",
)
#: Most rows of a log.
MAX_ROWS = 20_000

#: A whole number in a text, with as many digits as Python reads; spreadsheets write it with a zero after the point.
_WHOLE = re.compile(r"([+-]?\d{1,4000})(?:\.0*)?")
_NAMES = {other: name for name, others in COLUMNS.items() for other in (name, *others)}


class Entry(NamedTuple):
    """One row: where it stands, for messages, and what it says, by column."""

    where: str
    line: int
    fields: Mapping[str, Any]

    def refuse(self, why: str) -> InputError:
        """Build the error for this row."""
        return InputError(f"{self.where}: {why}")

    def whole(self, name: str, low: int = 0, high: int | None = None, context: str = "") -> int | None:
        """Return a whole number within limits, None where the row says nothing.

        Raises
        ------
        InputError
            If it is no whole number, or outside the limits.
        """
        value = self.fields.get(name)
        if value is None:
            return None
        try:
            return check_count(name, number(value), low, high, context)
        except InputError as error:
            raise self.refuse(str(error)) from None

    def faces(self, name: str, sides: int) -> tuple[int, ...] | None:
        """Return the dice of a roll, None where the row says nothing.

        Raises
        ------
        InputError
            If something is no face of such a die.
        """
        value = self.fields.get(name)
        if value is None:
            return None
        try:
            return tuple(face(each, sides) for each in parts(value, sides))
        except InputError as error:
            raise self.refuse(f"{name}: {error}") from None


def face(value: Any, sides: int) -> int:
    """Return a face of a die.

    Raises
    ------
    InputError
        If it is no whole number of 1 … ``sides``.
    """
    return check_count("a face", number(value), 1, sides, f"a die of {sides} sides")


def number(value: Any) -> Any:
    """Return a whole number where a text or a float is one, anything else as it is.

    >>> number("12"), number(3.0), number("3.0"), number("a dozen")
    (12, 3, 3, 'a dozen')
    """
    if isinstance(value, str) and (match := _WHOLE.fullmatch(value)):
        return int(match[1])
    # pandas makes floats of a column with gaps
    return int(value) if isinstance(value, float) and value.is_integer() else value


def parts(value: Any, sides: int) -> Sequence[Any]:
    """Take a roll apart: a list, or digits with anything but digits and signs between them."""
    if isinstance(value, str):
        parts = [part for part in re.split(r"[\s,;/|()\[\]]+", value) if part]
        if len(parts) == 1 and parts[0].isdigit() and sides <= 9:
            return list(parts[0])
        return parts
    if isinstance(value, (list, tuple)):
        return value
    return [value]


def read(log: Any) -> list[Entry]:
    """Return the rows of a log.

    Parameters
    ----------
    log
        A path (``-`` is standard input), a table of pandas, or rows as mappings from columns to values.

    Raises
    ------
    InputError
        If the file cannot be read, a column is unknown or said twice, or there are no rows.

    >>> read([{"armies": 5, "Defenders": "3", "defender roll": "4 2"}])[0].fields
    {'attackers': 5, 'defenders': '3', 'defence_roll': '4 2'}
    """
    if isinstance(log, (str, os.PathLike)):
        name, text = source_text(log)
        entries = from_text(name, text)
    else:
        name = "the log"
        rows = log.to_dict("records") if hasattr(log, "to_dict") else log
        if isinstance(rows, Mapping) or not isinstance(rows, Iterable):
            raise InputError("a log is a file, a table of pandas or a list of rows")
        entries = [_entry(f"row {number}", number, row) for number, row in enumerate(rows, start=1)]
    if not entries:
        raise InputError(f"{name} has no rows")
    if len(entries) > MAX_ROWS:
        raise InputError(f"{name} has {len(entries):,} rows; the most is {MAX_ROWS:,}")
    return entries


def source_text(path: "str | os.PathLike[str]") -> tuple[str, str]:
    """Return the name of a file for messages, and its text; ``-`` is standard input.

    Raises
    ------
    InputError
        If the file cannot be read or is not text.
    """
    name = os.fspath(path)
    try:
        if name == "-":
            return "standard input", sys.stdin.buffer.read().decode("utf-8-sig")
        with open(path, encoding="utf-8-sig", newline="") as file:  # Windows editors begin with a mark
            return os.path.basename(name) or name, file.read()
    except OSError as error:
        raise InputError(f"log {name!r} cannot be read: {error.strerror}") from None
    except ValueError:
        raise InputError(f"log {name!r} is not UTF-8 text") from None


def is_json(text: str) -> bool:
    """Return whether a text can only be meant as JSON."""
    return text.lstrip()[:1] in ("{", "[")


def from_text(name: str, text: str) -> list[Entry]:
    """Return the rows of a text, JSON where it begins like it, else CSV."""
    if is_json(text):
        return [_entry(f"{name} line {line}", line, row) for line, row in json_rows(name, text)]
    return _csv_rows(name, text)


def json_rows(name: str, text: str) -> list[tuple[int, Any]]:
    """Return the entries of a JSON list, or of JSON values one after another, each with its line.

    Raises
    ------
    InputError
        If the text is not valid JSON.
    """
    decoder = json.JSONDecoder(object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    place = _after(text, 0, "")
    is_list = text[place] == "["
    place = _after(text, place + is_list, "")
    rows: list[tuple[int, Any]] = []
    try:
        while place < len(text) and not (is_list and text[place] == "]"):
            line = text.count("\n", 0, place) + 1
            value, end = decoder.raw_decode(text, place)
            rows.append((line, value))
            place = _after(text, end, ",")
            if is_list and place < len(text) and text[place] != "]" and "," not in text[end:place]:
                raise json.JSONDecodeError("Expecting ',' delimiter", text, place)
        if is_list and text[place : place + 1] != "]":
            raise json.JSONDecodeError("Expecting ']'", text, len(text))
        if is_list and text[place + 1 :].strip():
            raise json.JSONDecodeError("Extra data", text, place + 1)
    except json.JSONDecodeError as error:
        raise InputError(f"{name} line {error.lineno}: not valid JSON: {error.msg}") from None
    except InputError as error:
        raise InputError(f"{name} line {line}: {error}") from None
    except RecursionError:
        raise InputError(f"{name} line {line}: JSON nested too deep for a log") from None
    except ValueError:  # Python reads no integer of more digits
        raise InputError(f"{name} line {line}: a number of more than 4,300 digits") from None
    return rows


def _after(text: str, place: int, and_this: str) -> int:
    """Return the place after any blanks, and after one other character if it stands there."""
    is_free = bool(and_this)
    while place < len(text) and (text[place].isspace() or (is_free and text[place] == and_this)):
        is_free = is_free and text[place] != and_this
        place += 1
    return place


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for place, (key, _) in enumerate(pairs) if key in dict(pairs[:place]))
        raise InputError(f"{twice!r} is said twice")
    return found


def _no_constant(name: str) -> Any:
    raise InputError(f"{name} is no number a log may hold")


def _csv_rows(name: str, text: str) -> list[Entry]:
    entries: list[Entry] = []
    columns: list[str] | None = None
    for line, cells in csv_lines(name, text):
        where = f"{name} line {line}"
        if columns is None:
            columns = without_empty_ends(cells)
            _named(where, columns)
            continue
        if len(without_empty_ends(cells)) > len(columns):
            raise InputError(f"{where}: more cells than the {len(columns)} columns")
        entries.append(_entry(where, line, dict(zip(columns, cells, strict=False))))
    return entries


def without_empty_ends(cells: Sequence[str]) -> list[str]:
    """Return the cells of a line without those that a spreadsheet left empty at its end."""
    stripped = [cell.strip() for cell in cells]
    while stripped and not stripped[-1]:
        stripped.pop()
    return stripped


def csv_lines(name: str, text: str) -> list[tuple[int, list[str]]]:
    """Return the lines of a CSV text that say something, with their numbers; commas, semicolons or tabs between.

    Raises
    ------
    InputError
        If a quotation does not end.
    """
    first = next(
        (line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")), ""
    )
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True
    )
    rows = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells) and not cells[0].lstrip().startswith("#"):
                rows.append((reader.line_num, cells))
    except csv.Error as error:
        raise InputError(f"{name} line {max(reader.line_num, 1)}: {error}") from None
    return rows


def key(column: str) -> str:
    """Return a column's name as it is compared.

    >>> key(" Attack-Roll ")
    'attack_roll'
    """
    return re.sub(r"[\s-]+", "_", column.strip().lower())


def own_name(column: str) -> str | None:
    """Return what a column of a log is called here, None where it is unknown.

    >>> own_name("Defender Roll"), own_name("weather")
    ('defence_roll', None)
    """
    return _NAMES.get(key(column))


def _named(where: str, columns: Iterable[Any]) -> dict[str, str]:
    """Return the column each name stands for; unread ones are left out."""
    found: dict[str, str] = {}
    for column in columns:
        name = key(str(column))
        if name in UNREAD:
            continue
        if name not in _NAMES:
            raise InputError(f"{where}: {unknown_name('column', str(column), COLUMNS)}")
        if _NAMES[name] in found.values():
            twice = next(other for other, known in found.items() if known == _NAMES[name])
            raise InputError(f"{where}: columns {twice!r} and {str(column)!r} say the same ({_NAMES[name]})")
        found[str(column)] = _NAMES[name]
    return found


def _entry(where: str, line: int, row: Any) -> Entry:
    if not isinstance(row, Mapping):
        raise InputError(f"{where}: a row is an object of columns and values, not {row!r:.40}")
    names = _named(where, row)
    said = {names[str(column)]: value for column, value in row.items() if str(column) in names}
    return Entry(where, line, {name: _clean(value) for name, value in said.items() if not is_empty(value)})


def _clean(value: Any) -> Any:
    return value.strip() if isinstance(value, str) else value


def is_empty(value: Any) -> bool:
    """Return whether a cell says nothing."""
    return value is None or (isinstance(value, str) and not value.strip()) or value != value
