"""What verbs print: the answer whole and once, words and bars beside it."""

import codecs
import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any, TextIO

import click

#: After so long a terminal is shown that work goes on.
SECONDS_UNSEEN = 1.0


def print_json(answer: Any) -> None:
    """Print one JSON object; numbers that are not finite become null."""
    import json

    click.echo(json.dumps(_finite(answer.to_dict() if hasattr(answer, "to_dict") else answer)))


def _finite(value: Any) -> Any:
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    if isinstance(value, dict):
        return {key: _finite(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_finite(entry) for entry in value]
    return value


def say(message: str) -> None:
    """Print words that are not the answer to standard error; where that is closed or full, the answer still counts."""
    with contextlib.suppress(OSError):
        write(sys.stderr, message + "\n")


#: What stands for characters that the encoding of a terminal lacks and that have no parts to be taken apart into.
_PLAIN = {
    ord(each): plain
    for each, plain in zip(
        "±–—−×∞≤≥“”‘’", ["+-", "-", "-", "-", "x", "inf", "<=", ">=", '"', '"', "'", "'"], strict=True
    )
}


def _readable(error: UnicodeError) -> tuple[str, int]:
    """Spell what cannot be encoded with letters that every encoding has."""
    import unicodedata

    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end].translate(_PLAIN)
    parts = (unicodedata.normalize("NFKD", each).encode("ascii", "ignore").decode() for each in text)
    return "".join(part or "?" for part in parts), error.end


codecs.register_error("risksim-readable", _readable)


def write(stream: TextIO | None, text: str) -> None:
    """Write a text whole, past the buffers: a short write is seen, and nothing is left over to fail at the exit."""
    if stream is None:  # closed by whoever started the program
        return
    stream.flush()
    if not hasattr(stream, "buffer"):
        stream.write(text)
        return
    rest = memoryview(text.encode(stream.encoding, "risksim-readable"))
    raw = getattr(stream.buffer, "raw", stream.buffer)
    while rest:
        written = raw.write(rest)
        if written is None:  # a pipe that does not wait for its reader
            import select

            select.select([], [raw], [])
        else:
            rest = rest[written:]


def is_watched() -> bool:
    """Return whether words beside the answer are read on a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def _doing(work: str) -> str:
    """Return what goes on: compiling takes longer than most work, and is done but once."""
    jit = sys.modules.get("risksim.engine.jit")  # not loaded where nothing is compiled
    is_compiling: Callable[[], bool] = getattr(jit, "is_compiling", bool)
    return "compiling the kernels, once for this machine" if is_compiling() else work


@contextlib.contextmanager
def sign_of_life() -> Iterator[None]:
    """Show on a terminal, after a second, that work goes on; what takes less loads and shows nothing."""
    if not is_watched():
        yield
        return
    import threading

    over = threading.Event()

    def show() -> None:
        if over.wait(SECONDS_UNSEEN):
            return
        from rich.console import Console
        from rich.live import Live
        from rich.spinner import Spinner

        spinner = Spinner("line")

        def look() -> Spinner:
            spinner.update(text=_doing("working"))
            return spinner

        with Live(
            get_renderable=look,
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        ):
            over.wait()

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@contextlib.contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on standard error (only on a terminal) driven by calls of ``report(done, total)``."""
    click.get_current_context().obj.close()  # the sign of life
    if not is_watched():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn, Task
    from rich.text import Text

    class Doing(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(_doing(label))

    columns = (Doing(), *Progress.get_default_columns()[1:])
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as progress:
        task = progress.add_task(label, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def save_plot(answer: Any, path: str) -> None:
    """Draw an answer into a file, whole or not at all; answers that fill a page bring their own figure."""
    from risksim import pictures

    figure = answer.figure() if hasattr(answer, "figure") else answer.plot().figure
    pictures.save(figure, path)
    say(path)
