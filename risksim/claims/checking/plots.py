"""The picture of a check: verdicts by claim and reading."""

from typing import TYPE_CHECKING

from risksim import pictures
from risksim.claims.checking.check import NOT_APPLICABLE, Checked
from risksim.claims.checking.claim import Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLOURS = {
    Verdict.HOLDS.value: pictures.COLOURS[0],
    Verdict.FAILS.value: pictures.COLOURS[1],
    Verdict.UNDECIDED.value: pictures.COLOURS[4],
    NOT_APPLICABLE: "0.8",
}
#: Letters say the same without colour.
_LETTERS = {
    Verdict.HOLDS.value: "H",
    Verdict.FAILS.value: "F",
    Verdict.UNDECIDED.value: "?",
    NOT_APPLICABLE: "–",
}


def verdicts(answer: Checked, ax: "Axes | None" = None) -> "Axes":
    """Draw one square for each claim (columns) and reading (rows); blank where a reading does not concern a claim.

    Parameters
    ----------
    answer
        What :func:`risksim.claims.check` returned.
    ax
        Where to draw; a new figure when None.
    """
    matrix = answer.matrix_frame()
    readings, keys = list(matrix.columns), list(matrix.index)
    with pictures.axes(ax) as drawn:
        for column, key in enumerate(keys):
            for row, reading in enumerate(readings):
                said = matrix.loc[key, reading]
                if said:
                    drawn.scatter(column, row, s=150, marker="s", color=_COLOURS[said])
                    drawn.text(
                        column, row, _LETTERS[said], ha="center", va="center", color="white", fontsize=8
                    )
        drawn.set_xticks(range(len(keys)), keys)
        drawn.set_yticks(range(len(readings)), readings, fontsize=8)
        drawn.set_xlim(-0.5, len(keys) - 0.5)
        drawn.set_ylim(len(readings) - 0.5, -0.5)
        if ax is None:
            drawn.get_figure(root=True).set_size_inches(  # type: ignore[union-attr]
                4 + 0.5 * len(keys), 1.2 + 0.26 * len(readings)
            )
        drawn.set_title(
            f"H holds, F fails, ? undecided, – not applicable ({answer.rules})", fontsize=9, loc="left"
        )
    return drawn
