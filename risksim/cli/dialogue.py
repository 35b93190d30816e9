"""``risksim odds --play``: a battle followed round by round, from a terminal or through a pipe.

Everything else the command line prints is gathered and written at the end; here words go out as the rounds come in.
"""

import io
import sys
from collections.abc import Callable

import click

from risksim.cli import output
from risksim.errors import InputError
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

    Raises
    ------
    InputError
        If the words cannot be written.
    SystemExit
        On Ctrl-C.
    """
    click.get_current_context().obj.close()  # the sign of life: it is not the program that is waited for
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is no text is refused like any other line
    tell("\n".join(words.opening(battle)) + "\n")
    try:
        while battle.ended is None and (line := _next_line(words.prompt(battle), tell)) is not None:
            if line.lower() in _QUIT:
                break
            is_undo = line.lower() in _UNDO
            try:
                battle = battle.undone() if is_undo else battle.after(line)
            except InputError as error:
                output.say(str(error))
                continue
            tell("\n".join(words.after_undo(battle) if is_undo else words.after_round(battle)) + "\n")
    except KeyboardInterrupt:
        tell("\n")
        raise SystemExit(130) from None
    return battle


def _next_line(prompt: str, tell: Callable[[str], None]) -> str | None:
    """Return the next line of standard input, asked for on a terminal; empty ones and comments are passed over."""
    if sys.stdin is None:  # closed by whoever started the program
        return None
    is_asked = sys.stdin.isatty()
    while True:
        if is_asked:
            tell(prompt)
        line = sys.stdin.readline()
        if not line:
            if is_asked:
                tell("\n")
            return None
        if (text := line.strip()) and not text.startswith("#"):
            return text


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
    """Write words beside an answer that programs read."""
    output.say(text.removesuffix("\n"))
