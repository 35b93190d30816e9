"""The one exception for bad input, and the checks every layer shares.

The command line prints an :class:`InputError` as a single line and exits with code 2; a program can catch it
as the ``ValueError`` it is. Messages name the value, the limit and, where there is one, the rule set.
"""

import math
from collections.abc import Iterable
from operator import index
from typing import SupportsFloat, SupportsIndex

#: Most known names that are all listed where one is unknown.
_MOST_LISTED = 20
#: Most characters of a value that a message repeats.
_MOST_REPEATED = 60


class InputError(ValueError):
    """A question that cannot be asked: a bad value, an unknown name, an unreadable or unwritable file."""


class NotApplicableError(InputError):
    """A question for which these rules leave no room, such as one about factories where there are none."""


def check_count(
    name: str, value: SupportsIndex, low: int = 0, high: int | None = None, context: str = ""
) -> int:
    """Return ``value`` as an int within ``low`` … ``high``.

    Parameters
    ----------
    name
        What is counted, in the words of the user ("defenders").
    value
        An integer; booleans, floats and strings are refused.
    low, high
        Inclusive limits; ``high=None`` is no limit.
    context
        Ends the message, for example ``"rule set 'classic'"``.

    Raises
    ------
    InputError
        If the value is not a whole number or lies outside the limits.

    >>> check_count("defenders", 3, low=1)
    3
    """
    tail = f" ({context})" if context else ""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = index(value)
    except TypeError:
        raise InputError(f"{name} must be a whole number, not {shown(value)}{tail}") from None
    if number < low:
        raise InputError(f"{name} must be at least {low}, not {shown(number)}{tail}")
    if high is not None and number > high:
        raise InputError(f"{name} must be at most {high}, not {shown(number)}{tail}")
    return number


def check_real(
    name: str,
    value: SupportsFloat,
    low: float = -math.inf,
    high: float = math.inf,
    context: str = "",
) -> float:
    """Return ``value`` as a finite float within ``low`` … ``high`` (inclusive).

    Raises
    ------
    InputError
        If the value is not a number, not finite, or outside the limits.

    >>> check_real("conquest_rate", 0.5, 0, 1)
    0.5
    """
    tail = f" ({context})" if context else ""
    try:
        if isinstance(value, (bool, str)):
            raise TypeError
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{name} must be a number, not {shown(value)}{tail}") from None
    if not math.isfinite(number):
        raise InputError(f"{name} must be a finite number, not {number}{tail}")
    if not low <= number <= high:
        if math.isinf(high):
            raise InputError(f"{name} must be at least {low:g}, not {in_full(number)}{tail}")
        raise InputError(f"{name} must lie between {low:g} and {high:g}, not {in_full(number)}{tail}")
    return number


def printable(text: str) -> str:
    r"""Return a text in which what would steer a terminal, or not be seen, is spelt out.

    >>> printable("Siam\a"), printable("two\nlines"), printable("a blank, an é")
    ('Siam\\x07', 'two\\nlines', 'a blank, an é')
    """
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def shown(value: object) -> str:
    """Return a value as a message repeats it, cut where it is long; Python refuses to write very long integers.

    >>> shown("ten"), shown(10), shown(-(10**5000)), shown("a" * 99)
    ("'ten'", '10', 'a number of thousands of digits', "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaa…")
    """
    try:
        text = repr(value)
    except ValueError:
        return "a number of thousands of digits"
    return text if len(text) <= _MOST_REPEATED else text[: _MOST_REPEATED // 2] + "…"


def in_full(number: float) -> str:
    """Return a number with all its digits and no idle ones.

    >>> in_full(2.0), in_full(1.0000001)
    ('2', '1.0000001')
    """
    return repr(number).removesuffix(".0")


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with what is counted, in the singular where it is one.

    >>> counted(1, "turn"), counted(3, "army", "armies")
    ('1 turn', '3 armies')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def unknown_name(kind: str, name: str, known: Iterable[str]) -> InputError:
    """Build the error for a name nobody knows, suggesting the nearest one.

    Known names come in the order given, those of a set in that of the alphabet; of many only the nearest.

    >>> str(unknown_name("rule set", "clasic", ["classic", "finnish"]))
    "unknown rule set 'clasic'; did you mean 'classic'? (known: classic, finnish)"
    """
    import difflib

    names = sorted(known) if isinstance(known, (set, frozenset)) else list(known)
    nearest = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    hint = f"; did you mean {nearest[0]!r}?" if nearest else ""
    listed = f"known: {', '.join(names)}"
    if len(names) > _MOST_LISTED:
        like = difflib.get_close_matches(name, names, n=5, cutoff=0.4)
        listed = f"{len(names)} are known" + (f", the nearest: {', '.join(like)}" if like else "")
    return InputError(f"unknown {kind} {name!r}{hint} ({listed})")
