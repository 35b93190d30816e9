"""Orders of cards: a strength for each of the 52, and what pairs and straights make of it.

Whether cards are a pair or a flush is decided by faces and suits, as everywhere; an order says which of two hands of a
category is better, and, where straights follow it, what a straight is:

- Single cards, and the five cards of a flush, compare by strength, the strongest first.
- Groups (pairs, triples, four alike) are cards of one face. They compare by size, then by strength: that of the face
  itself (two 2 … ace 14), of the group's strongest card, or of its weakest. Cards that do not count never break a tie.
- A straight is five faces in a row, or five strengths in a row (the *slots* of the order), and compares by its top. With
  ``ace_low`` an ace may stand for 1 below 2, 3, 4, 5. A hand belongs to the best category it fits, so that a straight by
  slots may contain a pair and still be a straight.

Every reading of the clause ``queen_high`` is such an order, see :func:`of`; a file can hold any other, see :func:`load`.

Sources: ``seed-new-rules``.
"""

import functools
import os
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct, structs

from risksim import catalogues
from risksim.errors import InputError, check_count, counted, unknown_name
from risksim.poker import deck
from risksim.rules.clauses import QueenHigh

#: Least and greatest strength of a card.
LEAST, GREATEST = 1, 60

_SOURCE = "seed-new-rules: Poker for Control"
_KEYS = ("title", "source", "groups", "straights", "ace_low", "strengths")
_N_FACES = deck.N_CARDS // deck.N_SUITS


class Groups(StrEnum):
    """Which strength a pair, a triple or four alike have."""

    NATURAL = "natural"
    HIGHEST = "highest"
    LOWEST = "lowest"


class Straights(StrEnum):
    """What follows in a straight: faces, or the slots (strengths) of the order."""

    FACES = "faces"
    SLOTS = "slots"


class Order(Struct, frozen=True, kw_only=True):
    """An order of the 52 cards; checked when it is made.

    Attributes
    ----------
    name
        A reading of ``queen_high``, or the name of a file.
    strengths
        52 whole numbers of 1 … 60, by the number of the card (see :mod:`risksim.poker.deck`).
    groups, straights, ace_low
        What pairs, triples, fours and straights make of the strengths.
    words
        What the order says, in a sentence.
    source
        Where it is written.
    """

    name: str
    strengths: tuple[int, ...]
    groups: Groups = Groups.HIGHEST
    straights: Straights = Straights.FACES
    ace_low: bool = True
    words: str = ""
    source: str = "house rule, no source given"

    def __post_init__(self) -> None:
        where = f"order {self.name!r}"
        if len(self.strengths) != deck.N_CARDS:
            raise InputError(
                f"{where}: {counted(len(self.strengths), 'strength')}; an order has {deck.N_CARDS}"
            )
        checked = tuple(
            check_count(f"{where}: strength of {deck.text([card])}", strength, LEAST, GREATEST)
            for card, strength in enumerate(self.strengths)
        )
        structs.force_setattr(self, "strengths", checked)


#: Strengths by face: two 2 … ten 10, jack 11, queen 12, king 13, ace 14.
NATURAL: tuple[int, ...] = tuple(deck.face_of(card) for card in range(deck.N_CARDS))
_ABOVE_THE_ACE = {deck.QUEEN: deck.ACE + 1}
_MOVED_UP = {deck.KING: 12, deck.ACE: 13, deck.QUEEN: 14}


def _with_red(changed: dict[int, int]) -> tuple[int, ...]:
    """Return natural strengths but for some faces of the red suits."""
    return tuple(
        changed.get(face, face) if deck.suit_of(card) in deck.RED else face
        for card, face in enumerate(NATURAL)
    )


@functools.cache
def readings() -> dict[str, Order]:
    """Return the order of every reading of ``queen_high``, by name.

    >>> list(readings())
    ['ignore', 'compare', 'compare-min', 'compare-single', 'reorder', 'above-ace']
    """
    high, slots = _with_red(_ABOVE_THE_ACE), Straights.SLOTS
    orders = (
        (QueenHigh.IGNORE, NATURAL, Groups.NATURAL, Straights.FACES, "queens are queens"),
        (
            QueenHigh.COMPARE,
            high,
            Groups.HIGHEST,
            Straights.FACES,
            "a red queen beats an ace; queens with a red one beat aces; in a straight it is a queen",
        ),
        (
            QueenHigh.COMPARE_MIN,
            high,
            Groups.LOWEST,
            Straights.FACES,
            "a red queen beats an ace; only the two red queens together beat aces; in a straight it is a queen",
        ),
        (
            QueenHigh.COMPARE_SINGLE,
            high,
            Groups.NATURAL,
            Straights.FACES,
            "a single red queen beats an ace, in a pair or a straight it is a queen",
        ),
        (
            QueenHigh.REORDER,
            _with_red(_MOVED_UP),
            Groups.HIGHEST,
            slots,
            "red suits run … 10, jack, king, ace, queen, in straights as well",
        ),
        (
            QueenHigh.ABOVE_ACE,
            high,
            Groups.HIGHEST,
            slots,
            "red suits run … 10, jack, nothing, king, ace, queen, in straights as well",
        ),
    )
    return {
        reading.value: Order(
            name=reading.value,
            strengths=strengths,
            groups=groups,
            straights=straights,
            words=words,
            source=_SOURCE,
        )
        for reading, strengths, groups, straights, words in orders
    }


def of(order: str | os.PathLike[str] | Order) -> Order:
    """Return an order: by the name of a reading of ``queen_high``, from a file, or as it is.

    Parameters
    ----------
    order
        A reading (``compare``), the path of a TOML file (any other name of a file, or with a dot or slash), or an order.

    Raises
    ------
    InputError
        If the name is unknown or the file is not a valid order.

    >>> of("reorder").straights.value
    'slots'
    """
    if isinstance(order, Order):
        return order
    if not isinstance(order, (str, os.PathLike)):
        raise InputError(f"an order must be a name, a path or an order, not {order!r}")
    name, known = os.fspath(order), readings()
    if isinstance(order, str) and name in known:
        return known[name]
    if not isinstance(order, str) or any(mark in name for mark in "./\\") or os.path.exists(name):
        return load(name)
    raise unknown_name("reading of queen_high", name, known)


def load(path: str | os.PathLike[str]) -> Order:
    """Read an order from a TOML file.

    ``strengths`` is a section with the 13 strengths of each suit, two first and ace last, or one list of 52 by the
    number of the card. ``groups`` (``natural``, ``highest``, ``lowest``; default ``highest``), ``straights`` (``faces``,
    ``slots``; default ``faces``), ``ace_low`` (default true), ``title`` and ``source`` may be left out.

    Parameters
    ----------
    path
        The file; its name without suffix becomes the name of the order.

    Raises
    ------
    InputError
        If the file cannot be read, has an unknown key or a value that is not allowed, has more or fewer than 52
        strengths, or bears the name of a reading.
    """
    where = os.fspath(path)
    table = _read(where)
    for key in table:
        if key not in _KEYS:
            raise InputError(f"{where}: {unknown_name('key', key, _KEYS)}")
    name = catalogues.stem(where)
    if name in readings():
        raise InputError(f"{where} bears the name of the reading {name!r} of queen_high; rename the file")
    if "strengths" not in table:
        raise InputError(
            f"{where}: strengths are missing: a list of {_N_FACES} for each suit, two first, ace last"
        )
    try:
        return Order(
            name=name,
            strengths=_strengths(table["strengths"]),
            groups=Groups(_choice(table, "groups", Groups.HIGHEST, list(Groups))),
            straights=Straights(_choice(table, "straights", Straights.FACES, list(Straights))),
            ace_low=_choice(table, "ace_low", True, [True, False]),
            words=_text(table, "title", name),
            source=_text(table, "source", "house rule, no source given"),
        )
    except InputError as error:
        raise InputError(f"{where}: {str(error).removeprefix(f'order {name!r}: ')}") from None


def _read(path: str) -> dict[str, Any]:
    import tomllib

    try:
        with open(path, encoding="utf-8-sig") as file:  # Windows editors begin with a mark
            return tomllib.loads(file.read())
    except FileNotFoundError:
        raise InputError(
            f"order file {path!r} does not exist (only {', '.join(readings())} are not read as files)"
        ) from None
    except OSError as error:
        raise InputError(f"order file {path!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"order file {path!r} is not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{path}: read as an order file, but not valid TOML: {error}") from None


def _choice(table: dict[str, Any], key: str, default: Any, allowed: Sequence[Any]) -> Any:
    value = table.get(key, default)
    if type(value) is not bool if isinstance(default, bool) else value not in allowed:
        shown = ", ".join(str(each).lower() for each in allowed)
        raise InputError(f"{key} = {value!r} is not allowed (allowed: {shown})")
    return value


def _text(table: dict[str, Any], key: str, default: str) -> str:
    value = table.get(key, default)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{key} must be text, not {value!r}")
    return value


def _strengths(given: Any) -> tuple[int, ...]:
    """Return the strengths by card, from one list or from a list for each suit."""
    if isinstance(given, list):
        return tuple(given)
    if not isinstance(given, dict):
        raise InputError(f"strengths must be lists of whole numbers, not {given!r}")
    for key, row in given.items():
        if key not in deck.SUITS:
            raise InputError(f"[strengths] {unknown_name('suit', key, deck.SUITS)}")
        if not isinstance(row, list):
            raise InputError(f"[strengths] {key} must be a list of {_N_FACES} whole numbers, not {row!r}")
    total = sum(map(len, given.values()))
    for suit in deck.SUITS:
        n_strengths = len(given.get(suit, ()))
        if n_strengths != _N_FACES:
            raise InputError(
                f"[strengths] {suit} has {counted(n_strengths, 'strength')}, not {_N_FACES} (two first, ace last); "
                f"{total} in all, not {deck.N_CARDS}"
            )
    return tuple(given[suit][face] for face in range(_N_FACES) for suit in deck.SUITS)
