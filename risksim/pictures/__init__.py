"""One style for all figures: colours that survive colour blindness and grey printing, quiet axes, plain words."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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
