"""One style for all figures: colours that survive colour blindness and grey printing, quiet axes, plain words."""

import io
import os
import shutil
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from risksim.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Colours of Okabe and Ito, darkest contrast first; distinguishable for every common colour blindness.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
#: Line styles that go with the colours, so that curves differ without colour too.
LINE_STYLES = ("-", "--", "-.", ":")

STYLE: Any = {
    "figure.figsize": (7.0, 4.2),
    "figure.dpi": 100,
    "savefig.dpi": 150,
    "figure.constrained_layout.use": True,
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "legend.frameon": False,
    "lines.linewidth": 1.8,
    "text.parse_math": False,  # a name may have dollars in it
    "svg.hashsalt": "risksim",
    "svg.fonttype": "none",
}


@contextmanager
def styled() -> "Iterator[None]":
    """Draw in the house style, and leave every setting as it was."""
    import matplotlib.pyplot as plt

    # loads what draws in a notebook, which makes it interactive; loaded within, that would be undone at the end, and
    # later figures never shown
    plt.draw_if_interactive()  # type: ignore[no-untyped-call]
    with plt.rc_context(STYLE):
        yield


@contextmanager
def axes(ax: "Axes | None" = None) -> "Iterator[Axes]":
    """Give the axes to draw on in the house style: the caller's own, or those of a new figure.

    >>> import matplotlib; matplotlib.use("agg")
    >>> with axes() as ax:
    ...     line = ax.plot([0, 1], [0, 1], color=COLOURS[0])
    >>> len(ax.lines)
    1
    """
    import matplotlib.pyplot as plt

    with styled():
        if ax is None:
            _, ax = plt.subplots()
        yield ax


#: Kinds of files that can be written.
ENDINGS = (".png", ".pdf", ".svg")


def check_file(path: str | os.PathLike[str], what: str = "a picture") -> Path:
    """Return the file that a picture called ``path`` is written into: where a symbolic link leads.

    Parameters
    ----------
    path
        As :func:`save` takes it.
    what
        What takes such a file, for the refusal of other names.

    Raises
    ------
    InputError
        If the name has no ending that says how to write it, or no file can be written there.
    """
    text = os.fspath(path)
    target = Path(os.path.realpath(text))
    if Path(text).suffix.lower() not in ENDINGS:
        raise InputError(f"{what} takes a file such as picture.png (or .pdf, .svg), not {text!r}")
    if target.is_dir():
        raise InputError(f"{text}: Is a directory")
    if target.is_symlink():  # it could not be followed
        raise InputError(f"{text}: Too many levels of symbolic links")
    if not target.parent.is_dir():
        raise InputError(f"{text}: No such directory")
    # to its owner a file that nobody may write is protected, although he could
    if target.exists() and not (os.access(target, os.W_OK) and target.stat().st_mode & 0o222):
        raise InputError(f"{text}: Permission denied")
    return target


def save(figure: "Figure", path: str | os.PathLike[str]) -> None:
    """Write a figure into a file, whole or not at all; the same figure gives the same bytes (PDF excepted).

    Characters that the font lacks are drawn as boxes, in silence.

    Parameters
    ----------
    figure
        What to write.
    path
        Its ending says how: .png, .pdf or .svg. A symbolic link is followed, a file that is there replaced.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    import matplotlib.pyplot as plt

    target = check_file(path)
    content = io.BytesIO()
    kind = Path(path).suffix.removeprefix(".").lower()
    with plt.rc_context(STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph .* missing from font", UserWarning)
        figure.savefig(content, format=kind, metadata={"Date": None} if kind == "svg" else {})
    plt.close(figure)
    try:
        _write(target, content.getvalue())
    except OSError as error:
        raise InputError(f"{os.fspath(path)}: {error.strerror}") from None


def _write(target: Path, content: bytes) -> None:
    """Write a file beside its final place and move it there; what is no file (a pipe) is written as it is."""
    if target.exists() and not target.is_file():
        target.write_bytes(content)
        return
    unfinished = target.with_name(f".{target.name}.unfinished")
    try:
        unfinished.write_bytes(content)
        if target.exists():
            shutil.copymode(target, unfinished)
        unfinished.replace(target)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
