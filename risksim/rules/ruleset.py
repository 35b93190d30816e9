"""Rule sets: load, inherit, validate, vary, digest.

A file names what differs from the rule set it is ``based_on``; everything else is inherited, clause by clause, and so
is the place where each clause is written. A file that does not say is based on ``classic``, which names every clause itself.
"""

import os
from collections.abc import Iterator
from enum import Enum
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct, structs

from risksim import catalogues
from risksim.errors import InputError, shown, unknown_name
from risksim.rules import clauses
from risksim.rules.clauses import CLAUSES, SECTIONS, Clause

if TYPE_CHECKING:
    import pandas as pd

_ROOT = "classic"
#: Digits of an integer up to which Python reads it.
_MOST_DIGITS = 4_300
_MOST_VERSIONS = 1_000_000_000
_HEADER = ("title", "version", "based_on")
_NO_SOURCE = "house rule, no source given"
_VARIED = "chosen for this question"


class ClauseReading(NamedTuple):
    """One clause of a rule set: what it says here, what else it could say, and where it is written."""

    name: str
    section: str
    value: Any
    """the reading's name, a number, true or false, or a list of numbers"""
    description: str
    switch: int | None
    alternatives: tuple[str, ...]
    """the other readings; empty for numbers"""
    allowed: str
    """all that may be written: the readings, or the range"""
    source: str

    @property
    def text(self) -> str:
        """The value in words."""
        return ", ".join(map(str, self.value)) if isinstance(self.value, list) else _as_text(self.value)

    @property
    def is_named(self) -> bool:
        """Whether the clause is a choice between readings, not a number."""
        return bool(CLAUSES[self.name].readings)


class RuleSet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A complete set of rules: every clause has a value.

    Rule sets are made by :func:`load` and :meth:`vary`, which check every value; they never change.
    """

    name: str
    title: str
    version: int
    based_on: str | None
    setup: clauses.Setup
    income: clauses.Income
    cards: clauses.Cards
    dice: clauses.Dice
    campaign: clauses.Campaign
    elimination: clauses.Elimination
    factories: clauses.Factories
    poker: clauses.Poker
    source: dict[str, str]
    """clause name -> "source-key: place in the document, what it says or that it is silent" """
    original: "RuleSet | None" = None
    """the rule set as loaded, where clauses have been varied since"""

    def value(self, name: str) -> Any:
        """Return the value of one clause, whatever its section.

        Raises
        ------
        InputError
            If there is no clause of that name.

        >>> load("classic").value("wilds")
        2
        """
        return getattr(getattr(self, _clause(name).section), name)

    def vary(self, **changes: Any) -> "RuleSet":
        """Return these rules with some clauses changed.

        Parameters
        ----------
        changes
            Clause names of any section; a reading by its name or enum member, a number, a list of numbers.
            Text is read as on the command line (``wilds="0"``).

        Raises
        ------
        InputError
            If a clause is unknown, a value is not allowed, or the changed clauses cannot be played together.

        >>> load("classic").vary(ties="attacker", wilds=0).label
        'classic with wilds=0, ties=attacker'
        """
        where = f"rule set {self.name!r}"
        values = {
            name: _converted(_clause(name), _from_text(_clause(name), value), where)
            for name, value in changes.items()
        }
        changed = {name: value for name, value in values.items() if value != self.value(name)}
        if not changed:
            return self
        sections = {
            section: structs.replace(
                getattr(self, section),
                **{name: value for name, value in changed.items() if CLAUSES[name].section == section},
            )
            for section in SECTIONS
        }
        loaded = self.original or self
        source = self.source | {
            name: loaded.source.get(name, _NO_SOURCE) if value == loaded.value(name) else _VARIED
            for name, value in changed.items()
        }
        varied: RuleSet = structs.replace(self, **sections, source=source, original=loaded)
        _check_together(varied, where)
        return varied

    @property
    def label(self) -> str:
        """The name, and what was varied since the rules were loaded."""
        if self.original is None:
            return self.name
        changes = ", ".join(
            f"{name}={_as_text(self.value(name))}" for name in differences(self.original, self)
        )
        return f"{self.name} with {changes}" if changes else self.name

    @property
    def digest(self) -> str:
        """SHA-256 over the resolved values of all clauses, in hexadecimal.

        Two rule sets that play alike have the same digest, whatever their names, versions and sources.

        >>> classic = load("classic")
        >>> classic.vary(ties="attacker").vary(ties="defender").digest == classic.digest
        True
        """
        import hashlib

        return hashlib.sha256(msgspec.json.encode(self.readings(), order="sorted")).hexdigest()

    def clauses(self) -> Iterator[ClauseReading]:
        """Yield every clause with its value, its alternatives and its source, section by section."""
        for clause in CLAUSES.values():
            value = _plain(self.value(clause.name))
            yield ClauseReading(
                clause.name,
                clause.section,
                value,
                clause.description,
                clause.switch,
                tuple(reading for reading in clause.readings if reading != _as_text(value)),
                clause.allowed,
                self.source.get(clause.name, _NO_SOURCE),
            )

    def readings(self, *names: str) -> dict[str, Any]:
        """Return the values of the named clauses, or of all, as JSON has them.

        Raises
        ------
        InputError
            If there is no clause of one of the names.

        >>> load("classic").readings("ties", "wilds")
        {'ties': 'defender', 'wilds': 2}
        """
        return {name: _plain(self.value(name)) for name in names or CLAUSES}

    def to_dict(self) -> dict[str, Any]:
        """Return the rule set as a dictionary that ``json.dumps`` accepts."""
        return {
            "name": self.name,
            "title": self.title,
            "version": self.version,
            "based_on": self.based_on,
            "label": self.label,
            "digest": self.digest,
            "clauses": [reading._asdict() for reading in self.clauses()],
        }

    def to_frame(self) -> "pd.DataFrame":
        """Return the clauses as a table, one a row."""
        import pandas as pd

        return pd.DataFrame(self.clauses())

    def _repr_html_(self) -> str:
        html: str = self.to_frame().to_html(index=False)
        return html

    def __hash__(self) -> int:
        return hash((self.name, self.digest))

    def __repr__(self) -> str:
        return f"<rule set {self.label}>"


def names() -> list[str]:
    """Return the names of the rule sets that can be found, shipped and plugged in.

    >>> "new-rules" in names()
    True
    """
    return sorted(catalogues.entries("rules", ".toml", "data"))


def load_all() -> dict[str, RuleSet]:
    """Load every rule set that can be found, by name.

    Raises
    ------
    InputError
        If one of the files is not a valid rule set.
    """
    files = catalogues.entries("rules", ".toml", "data")
    loaded: dict[str, RuleSet] = {}
    return {name: _load_file(files[name], (), loaded) for name in sorted(files)}


def load(rules: str | os.PathLike[str] | RuleSet) -> RuleSet:
    """Return a rule set, with every clause inherited or named.

    Parameters
    ----------
    rules
        The name of a shipped or plugged-in rule set; the path of a TOML file (anything with a ``/`` or ending in
        ``.toml``); or a rule set, which is returned as it is.

    Raises
    ------
    InputError
        If the name is unknown; the file cannot be read, is empty, is not valid TOML, has an unknown key or a value that is
        not allowed, or inherits from itself; or clauses cannot be played together. The one line names the file,
        the key, and what may stand there.

    >>> load("classic").cards.wilds
    2
    """
    if isinstance(rules, RuleSet):
        return rules
    if not isinstance(rules, (str, os.PathLike)):
        raise InputError(f"rules must be a name, a path or a rule set, not {rules!r}")
    return _load_file(_find(rules, ""), (), {})


def differences(first: RuleSet, second: RuleSet) -> list[str]:
    """Return the names of the clauses on which two rule sets differ, in the order of the sections."""
    return [name for name in CLAUSES if first.value(name) != second.value(name)]


def _find(rules: str | os.PathLike[str], folder: str) -> str:
    """Return the file of a name or path; paths and the names of neighbours are taken from ``folder``, if given."""
    known = catalogues.entries("rules", ".toml", "data")
    text = os.fspath(rules)
    if not isinstance(rules, str) or "/" in text or "\\" in text or text.endswith(".toml"):
        path = os.path.join(folder, text)
        name = catalogues.stem(path)
        if name in known and not _same_file(path, known[name]):
            raise InputError(
                f"{path} bears the name of the rule set {name!r} that is there already; rename the file"
            )
        return path
    if text in known:
        return known[text]
    neighbours = catalogues.files(folder, ".toml") if folder else {}
    if text in neighbours:
        return neighbours[text]
    import difflib

    near = difflib.get_close_matches(text, neighbours, cutoff=0.5)
    raise unknown_name("rule set", text, {*known, *near})


def _is_root(path: str) -> bool:
    return _same_file(path, catalogues.entries("rules", ".toml", "data")[_ROOT])


def _same_file(first: str, second: str) -> bool:
    return os.path.realpath(first) == os.path.realpath(second)


def _load_file(path: str, heirs: tuple[str, ...], loaded: dict[str, RuleSet]) -> RuleSet:
    """Load one file after the file it is based on.

    ``heirs`` are the files that led here; ``loaded`` has the rule sets read before, by path, and takes this one.
    """
    if path in loaded:
        return loaded[path]
    chain = (*heirs, path)
    if any(_same_file(path, heir) for heir in heirs):
        raise InputError(
            f"{heirs[0]}: the rule set is based on itself ({' -> '.join(map(catalogues.stem, chain))})"
        )
    table = _read(path)
    _check_header(table, path)
    based_on = table.get("based_on", None if _is_root(path) else _ROOT)
    parent = None
    if based_on is not None:
        try:
            found = _find(based_on, os.path.dirname(os.path.realpath(path)))
            if not os.path.exists(found):
                raise InputError(f"rule set file {found!r} does not exist")
        except InputError as error:
            raise InputError(f"{path}: based_on: {error}") from None
        parent = _load_file(found, chain, loaded)
    values = _clause_values(table, path)
    source = _sources(table, path)
    name = catalogues.stem(path)
    inherited = parent.source if parent else {}
    unsourced = {name: _NO_SOURCE for name in values if parent and parent.value(name) != values[name]}
    sections: dict[str, Any] = {
        section: structs.replace(
            getattr(parent, section) if parent else struct(),
            **{name: value for name, value in values.items() if CLAUSES[name].section == section},
        )
        for section, struct in SECTIONS.items()
    }
    rule_set = RuleSet(
        name=name,
        title=table.get("title", name),
        version=table.get("version", 1),
        based_on=based_on,
        source=inherited | unsourced | source,
        **sections,
    )
    _check_together(rule_set, path)
    loaded[path] = rule_set
    return rule_set


def _read(path: str) -> dict[str, Any]:
    import tomllib

    try:
        with open(path, encoding="utf-8-sig") as file:  # Windows editors begin with a mark
            table = tomllib.loads(file.read())
    except FileNotFoundError:
        raise InputError(f"rule set file {path!r} does not exist") from None
    except OSError as error:
        raise InputError(f"rule set file {path!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"rule set file {path!r} is not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{path}: not valid TOML: {error}") from None
    except ValueError:  # of tomllib, which leaves it to Python to read integers
        raise InputError(f"{path}: an integer has more than {_MOST_DIGITS:,} digits") from None
    if not table:
        raise InputError(
            f"{path} is empty: a rule set names at least its title, what it is based on, or a clause"
        )
    return table


def _check_header(table: dict[str, Any], where: str) -> None:
    for key in table:
        if key in CLAUSES:
            raise InputError(f"{where}: clause {key!r} belongs in the section [{CLAUSES[key].section}]")
        if key not in (*_HEADER, *SECTIONS, "source"):
            kind = "section" if isinstance(table[key], dict) else "key"
            raise InputError(f"{where}: {unknown_name(kind, key, [*_HEADER, *SECTIONS, 'source'])}")
        if (key in SECTIONS or key == "source") and not isinstance(table[key], dict):
            raise InputError(f"{where}: [{key}] must be a section, not {_shown(table[key])}")
    title, version = table.get("title", "untitled"), table.get("version", 1)
    if not isinstance(title, str) or not title.strip():
        raise InputError(f"{where}: title must be text, not {_shown(title)}")
    if not isinstance(version, int) or isinstance(version, bool) or not 1 <= version <= _MOST_VERSIONS:
        raise InputError(f"{where}: version must be 1 or higher, not {_shown(version)}")
    if "based_on" in table and not isinstance(table["based_on"], str):
        raise InputError(f"{where}: based_on must name a rule set or a file, not {_shown(table['based_on'])}")


def _clause_values(table: dict[str, Any], where: str) -> dict[str, Any]:
    values = {}
    for section in SECTIONS:
        for name, value in table.get(section, {}).items():
            clause = CLAUSES.get(name)
            if clause is None:
                known = [each.name for each in CLAUSES.values() if each.section == section]
                raise InputError(f"{where}: [{section}] {unknown_name('clause', name, known)}")
            if clause.section != section:
                raise InputError(
                    f"{where}: clause {name!r} belongs in the section [{clause.section}], not [{section}]"
                )
            values[name] = _converted(clause, value, f"{where}: [{section}]")
    return values


def _sources(table: dict[str, Any], where: str) -> dict[str, str]:
    source: dict[str, str] = table.get("source", {})
    for name, text in source.items():
        if name not in CLAUSES:
            raise InputError(f"{where}: [source] {unknown_name('clause', name, CLAUSES)}")
        if not isinstance(text, str) or not text.strip():
            raise InputError(
                f"{where}: [source] {name} must say where the clause is written, not {_shown(text)}"
            )
    return source


def _clause(name: str) -> Clause:
    if name not in CLAUSES:
        raise unknown_name("clause", name, CLAUSES)
    return CLAUSES[name]


def _converted(clause: Clause, value: Any, where: str) -> Any:
    """Return the value as the clause has it, or say in one line what may stand there."""
    try:
        return msgspec.convert(value, clause.annotation)
    except msgspec.ValidationError:
        pass
    if clause.readings and isinstance(value, str):
        import difflib

        nearest = difflib.get_close_matches(value, clause.readings, n=1, cutoff=0.5)
        hint = f"; did you mean {nearest[0]!r}?" if nearest else ""
    else:
        hint = ""
    raise InputError(
        f"{where} {clause.name} = {_shown(value)} is not allowed{hint} (allowed: {clause.allowed})"
    )


def _from_text(clause: Clause, value: Any) -> Any:
    """Read text as the command line gives it, and numbers of any integer type."""
    if isinstance(value, str):
        text = value.strip()
        if clause.readings == ("false", "true"):
            return {"false": False, "true": True}.get(text.lower(), value)
        if clause.length is not None:
            parts = [part.strip() for part in text.strip("[]").split(",")]
            return [int(part) if _is_whole(part) else part for part in parts]
        return int(text) if not clause.readings and _is_whole(text) else value
    if isinstance(value, (list, tuple)):
        return [_from_text(clause, entry) if not isinstance(entry, str) else entry for entry in value]
    if isinstance(value, (bool, Enum)) or not hasattr(value, "__index__"):
        return value
    return index(value)


def _is_whole(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and len(text) <= _MOST_DIGITS


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    return list(value) if isinstance(value, tuple) else value


def as_toml(value: Any) -> str:
    """Return a clause's value as a rule set file has it.

    >>> as_toml("re-roll"), as_toml(True), as_toml([4, 6])
    ('"re-roll"', 'true', '[4, 6]')
    """
    import json

    return json.dumps(_plain(value), ensure_ascii=False)


def _shown(value: Any) -> str:
    """Return a value as a message shows it: true, not True, as in the file it may come from."""
    if isinstance(value, bool):
        return as_toml(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    return shown(value)


def _as_text(value: Any) -> str:
    plain = _plain(value)
    return plain if isinstance(plain, str) else as_toml(plain)


def _check_together(rules: RuleSet, where: str) -> None:
    """Refuse clauses that are each allowed but cannot be played together."""
    least = rules.cards.set_dice + rules.cards.set_dice_bonus
    if least < 0:
        raise InputError(
            f"{where}: set_dice = {rules.cards.set_dice} with set_dice_bonus = {rules.cards.set_dice_bonus} "
            f"makes a set worth {least} armies at worst; the least is 0"
        )
    poker = rules.poker
    if poker.own_cards_used is clauses.OwnCardsUsed.AT_MOST_TWO and poker.board_cards < 3:
        raise InputError(
            f"{where}: own_cards_used = 'at-most-two' with board_cards = {poker.board_cards} makes no hand of "
            "five cards; board_cards must be at least 3"
        )
    for name in ("bid_min_cards", "join_min_cards"):
        if getattr(poker, name) > poker.poker_hand_cap:
            raise InputError(
                f"{where}: {name} = {getattr(poker, name)} can never be reached with poker_hand_cap = "
                f"{poker.poker_hand_cap}"
            )
    if poker.bid_min_cards > 5 and poker.bid_forced_at is clauses.BidForcedAt.FIVE:
        raise InputError(
            f"{where}: bid_forced_at = 'five' forces a bid that bid_min_cards = {poker.bid_min_cards} forbids"
        )
    if rules.dice.ties in (clauses.Ties.NEITHER, clauses.Ties.REROLL):
        attack = _faces(rules.dice.attack_sides, rules.dice.attack_bonus, rules.dice.bonus_clamp)
        defence = _faces(rules.dice.defence_sides, rules.dice.defence_bonus, rules.dice.bonus_clamp)
        if attack == defence and attack[0] == attack[1]:
            raise InputError(
                f"{where}: one die against one is always {attack[0]} to {defence[0]}, and with ties = "
                f"{rules.dice.ties.value!r} such a battle never ends"
            )


def _faces(sides: int, bonus: int, clamp: clauses.BonusClamp) -> tuple[int, int]:
    """Return the lowest and the highest a single die can show, its bonus included."""
    return clamp.within(1 + bonus, sides), clamp.within(sides + bonus, sides)
