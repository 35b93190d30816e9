"""``risksim odds --play``: a battle followed round by round, from a terminal or through a pipe.

Everything else the command line prints is gathered and written at the end; here words go out as the rounds come in.
"""

import io
import sys
from collections.abc import Callable

import click

from risksim.cli import output
from risksim.errors import InputError, printable
from risksim.luck.midbattle import MidBattle, words

_QUIT = ("quit", "q", "exit")
_UNDO = ("undo", "u")


def follow(battle: MidBattle, tell: Callable[[str], None]) -> MidBattle:
    """Read results from standard input until the battle, or the input, ends.

    Parameters
    ----------
    battle
        The battle before its first round.
    tell
        Takes the words as they come.

    Once it is over, the last round may still be taken back: on a terminal that is asked, elsewhere the next line says
    whether it is, and the end of the input that it is not.

    Raises
    ------
    InputError
        If the words cannot be written.
    KeyboardInterrupt
        On Ctrl-C.
    """
    click.get_current_context().obj.close()  # the sign of life: it is not the program that is waited for
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is no text is refused like any other line
    tell("\n".join(words.opening(battle)) + "\n")
    try:
        while (line := _next_line(battle, tell)) is not None and line.lower() not in _QUIT:
            is_undo = line.lower() in _UNDO
            if battle.ended and not is_undo and not _is_terminal():
                break
            try:
                battle = battle.undone() if is_undo else battle.after(line)
            except InputError as error:
                output.say(printable(str(error)))
                continue
            tell("\n".join(words.after_undo(battle) if is_undo else words.after_round(battle)) + "\n")
    except KeyboardInterrupt:
        if _is_terminal():
            tell("\n")
        raise
    return battle


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _next_line(battle: MidBattle, tell: Callable[[str], None]) -> str | None:
    """Return the next line of standard input, asked for on a terminal, None at the end.

    Empty lines and comments are passed over; on a terminal an empty line ends a battle that is over.
    """
    if sys.stdin is None:  # closed by whoever started the program
        return None
    is_asked = _is_terminal()
    while True:
        if is_asked:
            tell(words.prompt(battle))
        line = sys.stdin.readline()
        if not line:
            if is_asked:
                tell("\n")
            return None
        if (text := line.strip()) and not text.startswith("#"):
            return text
        if is_asked and battle.ended and not text:
            return None


def at_once(text: str) -> None:
    """Write words to standard output as they come, past what is gathered.

    Raises
    ------
    InputError
        If they cannot be written.
    SystemExit
        If the reader has left.
    """
    try:
        output.write(sys.__stdout__, text)
    except BrokenPipeError:
        raise SystemExit(0) from None
    except OSError as error:
        raise InputError(f"standard output: {error.strerror}; the answer is cut short") from None


def aside(text: str) -> None:
    """Write words beside an answer that programs read; each time the line is ended already."""
    if text.strip():
        output.say(text.removesuffix("\n"))
