"""Figures: drawn by the plots of the subjects, kept as text inside the page, the same bytes every time."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from io import StringIO
from typing import TYPE_CHECKING

from markupsafe import Markup

from risksim import pictures
from risksim.reports.page.tables import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Inches. Narrow, so that its words can be read on a phone, where a figure is as wide as the screen.
WIDTH, HEIGHT = 4.8, 3.5
_NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}


@dataclass(frozen=True)
class Figure:
    """A figure of the page.

    Parameters
    ----------
    key
        Names the anchor.
    title
        Stands above it.
    svg
        The drawing.
    caption
        What is drawn and what to see in it.
    alt
        The same for those who cannot see it: the figure's main numbers in words.
    data
        The numbers behind it; written as CSV, not shown.
    """

    key: str
    title: str
    svg: Markup
    caption: str
    alt: str
    data: Table | None = None
    kind: str = field(default="figure", init=False)

    def labelled(self) -> Markup:
        """Return the drawing as a picture that is announced by its words."""
        start = Markup('<svg role="img" aria-label="{}" ').format(self.alt)
        return start + Markup(self.svg.removeprefix("<svg "))


def drawn(
    key: str,
    title: str,
    draw: "Callable[[Axes], object]",
    *,
    caption: str,
    alt: str,
    data: Table | None = None,
    height: float = HEIGHT,
) -> Figure:
    """Draw a figure: ``draw`` draws on the axes it is given, ``height`` is in inches; the width is always the same."""
    return Figure(key, title, svg(key, draw, height), caption, alt, data)


def svg(key: str, draw: "Callable[[Axes], object]", height: float = HEIGHT) -> Markup:
    """Return a drawing as an SVG element without prolog, metadata or outside names; ids start with ``key``.

    >>> text = svg("line", lambda ax: ax.plot([0, 1]))
    >>> text.startswith("<svg"), "://" in text, text == svg("line", lambda ax: ax.plot([0, 1]))
    (True, False, True)
    """
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure as Canvas

    text = StringIO()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # whatever the user's own matplotlibrc says
        matplotlib.rcParams.update(pictures.STYLE)
        canvas = Canvas(figsize=(WIDTH, height), layout="constrained")
        FigureCanvasSVG(canvas)
        ax = canvas.subplots()
        draw(ax)
        for place in ("left", "center", "right"):
            ax.set_title("", loc=place)  # the page says it in a heading
        canvas.savefig(text, format="svg", metadata=_NO_METADATA, transparent=True)
    return Markup(_inline(text.getvalue(), key))


def _inline(document: str, key: str) -> str:
    """Cut an SVG document down to what stands inside a page, whose style sheet sets fonts and line ends."""
    text = document[document.index("<svg") :].strip()
    text = re.sub(r"<metadata>.*?</metadata>|<style[^>]*>.*?</style>", "", text, flags=re.DOTALL)
    text = re.sub(r'\s+xmlns(:\w+)?="[^"]*"', "", text)
    text = re.sub(r'(<svg [^>]*?)width="[^"]*" height="[^"]*" ', r"\1", text)
    text = re.sub(r"font-family: [^;\"]*;? ?", "", text)
    text = re.sub(r'<g id="[^"]*"', "<g", text)
    text = re.sub(r'\bid="([^"]+)"', rf'id="{key}-\1"', text)
    text = re.sub(r'href="#([^"]+)"', rf'href="#{key}-\1"', text)
    text = re.sub(r"url\(#([^)]+)\)", rf"url(#{key}-\1)", text)
    return re.sub(r"\s*\n\s*", "\n", text)
