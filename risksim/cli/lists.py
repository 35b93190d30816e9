"""Options that take one entry for each front, leg or target, with commas between."""

from collections.abc import Callable
from typing import TypeVar

import click

from risksim.cli.numbers import real, whole
from risksim.errors import InputError, shown

N = TypeVar("N", int, float)


def whole_numbers(ctx: click.Context, option: click.Parameter, text: str | None) -> tuple[int, ...] | None:
    """Read whole numbers with commas between: ``8,6,5``; a callback for an option.

    Raises
    ------
    InputError
        If an entry is missing or no whole number.
    """
    return _numbers(whole, "whole numbers", ctx, option, text)


def numbers(ctx: click.Context, option: click.Parameter, text: str | None) -> tuple[float, ...] | None:
    """Read numbers with commas between: ``1,2.5``; a callback for an option.

    Raises
    ------
    InputError
        If an entry is missing or no number.
    """
    return _numbers(real, "numbers", ctx, option, text)


def _numbers(
    kind: Callable[[str], N], words: str, ctx: click.Context, option: click.Parameter, text: str | None
) -> tuple[N, ...] | None:
    if text is None:
        return None
    try:
        return tuple(kind(entry) for entry in text.split(","))
    except ValueError:
        name = option.get_error_hint(ctx).strip("'")
        raise InputError(f"{name} takes {words} with commas between, not {shown(text)}") from None


def moves(text: str | None) -> str | int | tuple[int, ...]:
    """Read how many armies move in: a name, one number for all, or one for each; all that may where not given.

    >>> moves(None), moves("fewest"), moves("3,1")
    ('all', 'fewest', (3, 1))
    """
    if text is None or text.isalpha():
        return text or "all"
    values = counts("--move", text)
    return values[0] if len(values) == 1 else values


def one_for_all(values: tuple[int, ...] | None) -> int | tuple[int, ...] | None:
    """Return a single number as one for all territories, several as one for each.

    >>> one_for_all((2,)), one_for_all((2, 3))
    (2, (2, 3))
    """
    return values[0] if values is not None and len(values) == 1 else values


def counts(name: str, text: str, between: str = ",") -> tuple[int, ...]:
    """Read an argument of whole numbers with commas or another sign between.

    Raises
    ------
    InputError
        If an entry is missing or no whole number.

    >>> counts("ARMIES", "10+7", "+")
    (10, 7)
    """
    words = "commas" if between == "," else between
    try:
        return tuple(whole(entry) for entry in text.split(between))
    except ValueError:
        raise InputError(f"{name} takes whole numbers with {words} between, not {shown(text)}") from None


def sides(ctx: click.Context, option: click.Parameter, text: str | None) -> list[int | None] | int | None:
    """Read the sides of each territory's dice, ``-`` for those of the rules; one number is for all. A callback."""
    if text is None:
        return None
    found = [None if entry.strip() == "-" else counts("--sides", entry)[0] for entry in text.split(",")]
    return found[0] if len(found) == 1 else found


def front_dice(text: str | None) -> list[str | dict[str, str] | None] | None:
    """Read the dice of each front: a rule set, clauses such as ``defence_dice=3+ties=attacker``, or ``-`` for none.

    Raises
    ------
    InputError
        If an entry is empty, or a clause has no value.

    >>> front_dice("-,finnish,defence-dice=3+ties=attacker")
    [None, 'finnish', {'defence_dice': '3', 'ties': 'attacker'}]
    """
    return None if text is None else [_dice(entry.strip(), text) for entry in text.split(",")]


def _dice(entry: str, text: str) -> str | dict[str, str] | None:
    if not entry:
        raise InputError(f"--dice has an empty entry: {shown(text)}; write - for the question's own rules")
    if entry == "-":
        return None
    if "=" not in entry:
        return entry
    changes: dict[str, str] = {}
    for change in entry.split("+"):
        name, equals, value = (part.strip() for part in change.partition("="))
        if not (name and equals and value):
            raise InputError(f"--dice takes NAME=VALUE, with + between several, not {shown(entry)}")
        name = name.replace("-", "_")
        if name in changes:
            raise InputError(f"{name} is given twice: {changes[name]} and {value}")
        changes[name] = value
    return changes
