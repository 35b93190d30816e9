"""Pages to print: paper sizes, and a page whose places are counted in inches from its upper left corner."""

from typing import TYPE_CHECKING

from risksim import pictures
from risksim.errors import unknown_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Width and height in inches, upright.
PAPERS = {"a4": (8.27, 11.69), "letter": (8.5, 11.0)}
#: Inches that printers leave white.
MARGIN = 0.5


def page(paper: str) -> "tuple[Figure, Axes]":
    """Return an empty page and the axes that cover it.

    Parameters
    ----------
    paper
        ``"a4"`` or ``"letter"``.

    Raises
    ------
    InputError
        If there is no such paper.

    >>> figure, axes = page("a4")
    >>> figure.get_size_inches().tolist(), [float(end) for end in axes.get_ylim()]
    ([8.27, 11.69], [11.69, 0.0])
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    if paper not in PAPERS:
        raise unknown_name("paper", paper, PAPERS)
    width, height = PAPERS[paper]
    with rc_context({**pictures.STYLE, "figure.constrained_layout.use": False}):
        figure = Figure(figsize=(width, height), facecolor="white")
        axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    return figure, axes
