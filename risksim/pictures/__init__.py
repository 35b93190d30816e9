"""One style for all figures: colours that survive colour blindness and grey printing, quiet axes, plain words."""

import io
import os
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
    "svg.hashsalt": "risksim",
    "svg.fonttype": "none",
}


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

    with plt.rc_context(STYLE):
        if ax is None:
            _, ax = plt.subplots()
        yield ax


def save(figure: "Figure", path: str | os.PathLike[str]) -> None:
    """Write a figure into a file, whole or not at all; the same figure gives the same bytes (PDF excepted).

    Parameters
    ----------
    figure
        What to write.
    path
        Its ending says how: .png, .pdf or .svg.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    import matplotlib.pyplot as plt

    target = Path(path)
    content = io.BytesIO()
    kind = target.suffix.removeprefix(".").lower()
    with plt.rc_context(STYLE):
        figure.savefig(content, format=kind, metadata={"Date": None} if kind == "svg" else {})
    plt.close(figure)
    unfinished = target.with_name(f".{target.name}.unfinished")
    try:
        unfinished.write_bytes(content.getvalue())
        unfinished.replace(target)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise InputError(f"{os.fspath(path)}: {error.strerror}") from None
