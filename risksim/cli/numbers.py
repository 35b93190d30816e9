"""Numbers as people write them: Python reads ``10_0`` as 100, and gives up on integers of thousands of digits."""

from collections.abc import Callable
from typing import Any

import click

from risksim.errors import shown


def whole(text: str) -> int:
    """Read a whole number.

    Raises
    ------
    ValueError
        If it is none, or too long to be read.

    >>> whole("-3")
    -3
    """
    return int(_plain(text))


def real(text: str) -> float:
    """Read a number.

    Raises
    ------
    ValueError
        If it is none.

    >>> real("1e-3")
    0.001
    """
    return float(_plain(text))


def _plain(text: str) -> str:
    if "_" in text:
        raise ValueError("underscores between digits")
    return text


class _Number(click.ParamType):  # type: ignore[type-arg]
    """A number on the command line, refused by the name of its option where it is none."""

    def __init__(self, name: str, read: Callable[[str], float]) -> None:
        self.name = name
        self._read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read what was typed; defaults are numbers already."""
        if not isinstance(value, str):
            return value
        try:
            return self._read(value)
        except ValueError:
            self.fail(f"{shown(value)} is not a valid {self.name}.", param, ctx)


#: What takes the place of click's own types.
TYPES = {click.INT: _Number("integer", whole), click.FLOAT: _Number("float", real)}
