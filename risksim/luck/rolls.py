"""Reading rolls: faces in a text, a column for each die, or how often each face came up.

Without a heading all faces are those of one die, in the order they stand in. Under a heading every column is a die (a
cell may hold several faces); in a log of rounds ``attack_roll`` and ``defence_roll`` are read and nothing else; columns
``face`` and ``count`` say how often each face came up. JSON holds the same: a list of faces, rows, lists by die, or
counts by face.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from risksim.errors import InputError, check_count
from risksim.luck import log

#: Most rolls of all dice together.
MAX_ROLLS = 1_000_000
_COUNT_COLUMNS = ("count", "counts", "n", "times")
_ROLL_COLUMNS = ("attack_roll", "defence_roll")
_ONE_DIE = "die"


class Rolls(NamedTuple):
    """What was rolled: in order, or only how often each face."""

    names: tuple[str, ...]
    """of the dice"""
    faces: tuple[tuple[int, int], ...]
    """(number of the die, face) in the order of the rolls; empty where only counts are known"""
    counts: tuple[tuple[int, ...], ...]
    """for each die, how often each face came up"""


class _Collected:
    """Faces as they are read."""

    def __init__(self, sides: int) -> None:
        self.sides = sides
        self.dice: dict[str, int] = {}
        self.faces: list[tuple[int, int]] = []
        self.counts: list[int] = []

    def take(self, where: str, die: str, value: Any) -> None:
        """Take one face or several; nothing where the cell is empty."""
        number = self.dice.setdefault(die, len(self.dice))
        try:
            self.faces += [(number, log.face(part, self.sides)) for part in log.parts(value, self.sides)]
        except InputError as error:
            raise InputError(f"{where}: {error}") from None

    def take_count(self, where: str, face: Any, count: Any) -> None:
        """Take how often a face came up."""
        self.counts = self.counts or [0] * self.sides
        try:
            place = log.face(face, self.sides) - 1
            self.counts[place] += check_count(f"count of face {face}", log.number(count), 0, MAX_ROLLS)
        except InputError as error:
            raise InputError(f"{where}: {error}") from None

    def finished(self, name: str) -> Rolls:
        """Return what was read.

        Raises
        ------
        InputError
            If nothing was, too much, or faces and counts together.
        """
        if self.faces and self.counts:
            raise InputError(f"{name} holds both faces and counts of faces")
        n_rolls = len(self.faces) or sum(self.counts)
        if not n_rolls:
            raise InputError(f"{name} holds no rolls")
        if n_rolls > MAX_ROLLS:
            raise InputError(f"{name} holds {n_rolls:,} rolls; the most is {MAX_ROLLS:,}")
        if self.counts:
            return Rolls((_ONE_DIE,), (), (tuple(self.counts),))
        rolled = {number for number, _ in self.faces}
        dice = {old: new for new, old in enumerate(sorted(rolled))}
        counts = [[0] * self.sides for _ in dice]
        for number, face in self.faces:
            counts[dice[number]][face - 1] += 1
        return Rolls(
            tuple(die for die, number in self.dice.items() if number in rolled),
            tuple((dice[number], face) for number, face in self.faces),
            tuple(map(tuple, counts)),
        )


def read(rolls: Any, sides: int) -> Rolls:
    """Return the rolls of a file, of a sequence of faces, or of a mapping from dice to faces.

    Raises
    ------
    InputError
        If the file cannot be read, something in it is no face, or nothing is.

    >>> read([6, 1, 6], 6).counts
    ((1, 0, 0, 0, 0, 2),)
    """
    found = _Collected(sides)
    if isinstance(rolls, (str, os.PathLike)):
        name, text = log.source_text(rolls)
        if log.is_json(text):
            for line, value in log.json_rows(name, text):
                _take_value(found, f"{name} line {line}", value)
        else:
            _take_lines(found, name, log.csv_lines(name, text))
        return found.finished(name)
    if hasattr(rolls, "to_dict"):
        rolls = rolls.to_dict("records")
    if isinstance(rolls, Mapping):
        _take_value(found, "rolls", rolls)
    else:
        for number, value in enumerate(rolls, start=1):
            _take_value(found, f"roll {number}", value)
    return found.finished("the list of rolls")


def read_counts(counts: Sequence[int] | Mapping[Any, int], sides: int) -> Rolls:
    """Return rolls of which only the counts are known, in the order of the faces or by face.

    Raises
    ------
    InputError
        If a face or a count cannot be, or there are no rolls.

    >>> read_counts({6: 3, 1: 1}, 6).counts
    ((1, 0, 0, 0, 0, 3),)
    """
    found = _Collected(sides)
    if not isinstance(counts, Mapping) and len(counts) != sides:
        raise InputError(f"a die of {sides} sides has {sides} counts, not {len(counts)}")
    by_face = counts if isinstance(counts, Mapping) else dict(enumerate(counts, start=1))
    for face, count in by_face.items():
        found.take_count("counts", face, count)
    return found.finished("the list of counts")


def _take_value(found: _Collected, where: str, value: Any) -> None:
    """Take an entry of a list, or a mapping: counts by face, faces by die, or one row."""
    if not isinstance(value, Mapping):
        found.take(where, _ONE_DIE, value)
        return
    if set(value) == {"counts"} and isinstance(value["counts"], Mapping):
        value = value["counts"]
    if value and all(str(name).strip().isdigit() for name in value):
        for face, count in value.items():
            found.take_count(where, face, count)
        return
    if counted := _counted(value):
        found.take_count(where, *(value[name] for name in counted))
        return
    columns = list(_dice(value))
    lists = [value[column] for column, _ in columns]
    if all(isinstance(each, (list, tuple)) for each in lists) and not _is_log(value):
        for place in range(max(map(len, lists), default=0)):
            for column, die in columns:
                if place < len(value[column]):
                    found.take(where, die, value[column][place])
        return
    for column, die in columns:
        if not log.is_empty(value[column]):
            found.take(where, die, value[column])


def _take_lines(found: _Collected, name: str, lines: Iterable[tuple[int, list[str]]]) -> None:
    columns: list[str] | None = None
    for place, (line, cells) in enumerate(lines):
        where = f"{name} line {line}"
        if place == 0 and any(each.isalpha() for cell in cells for each in cell):
            columns = log.without_empty_ends(cells)
            if len(set(columns)) < len(columns):
                raise InputError(f"{where}: two columns have the same name")
        elif columns is None:
            for cell in cells:
                if cell.strip():
                    found.take(where, _ONE_DIE, cell)
        elif len(log.without_empty_ends(cells)) > len(columns):
            raise InputError(f"{where}: more cells than the {len(columns)} columns")
        else:
            _take_value(found, where, dict(zip(columns, cells, strict=False)))


def _counted(names: Iterable[Any]) -> tuple[Any, Any] | None:
    """Return the names of the columns that hold a face and its count, if there are such."""
    known = {log.key(str(name)): name for name in names}
    count = next((known[name] for name in _COUNT_COLUMNS if name in known), None)
    return (known["face"], count) if "face" in known and count is not None else None


def _is_log(names: Iterable[Any]) -> bool:
    return any(log.own_name(str(name)) in _ROLL_COLUMNS for name in names)


def _dice(names: Mapping[Any, Any]) -> Iterator[tuple[Any, str]]:
    """Yield the columns that are dice, with the name of the die."""
    is_log = _is_log(names)
    for name in names:
        own = log.own_name(str(name))
        if (own in _ROLL_COLUMNS) if is_log else (log.key(str(name)) not in log.UNREAD):
            yield name, own or str(name) if is_log else str(name)
