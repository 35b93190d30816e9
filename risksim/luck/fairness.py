"""Are these dice fair: exact tests of raw rolls, one that many peeks do not fool, and what could have been noticed.

Each die is tested by the exact multinomial test (:func:`risksim.statistics.multinomial_test`, which says when rolls
are too many for it), all dice together likewise. Dice that are loaded on different faces look fair together, and dice
that are all loaded a little look fair one by one: so with several dice the answer is the smallest of all these
p-values, corrected after Holm for their number.
The anytime-valid test bets on loaded dice as the rolls come in; for several dice it is half a bet that all are loaded
alike and half a bet on one die, each with the same share.

Sources: ``resin-2023``, ``holm-1979``, ``clopper-pearson-1934``, ``ville-1939``, ``ramdas-2023``.
"""

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from risksim import statistics
from risksim.answers import Answer
from risksim.errors import InputError, check_count
from risksim.luck import rolls as reading
from risksim.luck.rolls import Rolls

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

#: How much likelier than it should be one face is made to ask how many rolls would show it.
LOADS = (1.1, 1.2, 1.5, 2.0)
#: Level of the tests, and chance of noticing, behind the rolls needed.
TEST_LEVEL, POWER = 0.05, 0.8
#: Standard deviations of a count beyond which its chances are left out.
_FURTHEST = 12


class DieTest(Struct, frozen=True, kw_only=True):
    """One die (or all of them) against a fair one."""

    name: str
    rolls: int
    counts: tuple[int, ...]
    """how often each face came up"""
    p_value: float
    """chance of counts no likelier than these"""
    p_value_holm: float
    """corrected for the number of tests: one for each die and, with several dice, one for all together"""
    method: str
    """``exact``, ``monte-carlo`` or ``chi-square``"""
    standard_error: float | None
    """of a p-value by ``monte-carlo``"""
    p_value_anytime: float
    """valid however often one looked while rolling"""
    e_value: float
    face: int
    """the one that came up most above its share"""
    face_share: float
    low: float
    """Clopper and Pearson's interval for its chance, wide enough to hold for all faces at once"""
    high: float
    exact: dict[str, str] = {}


class Load(Struct, frozen=True, kw_only=True):
    """How well a loaded die is noticed."""

    times: float
    """how much likelier than it should be one face is"""
    chance: float
    """of that face"""
    rolls_needed: int
    """to notice it with chance 0.8, testing at 0.05"""
    p_noticed: float
    """chance that as many rolls as there are notice it"""


class Fairness(Answer, Struct, frozen=True, kw_only=True):
    """The answer to :func:`dice`."""

    sides: int
    rolls: int
    n_tests: int
    """one for each die and, with several dice, one for all together"""
    p_value: float
    """are these dice fair: the smallest of the tests, corrected for their number"""
    p_value_holm: float
    """the smallest of the single dice, corrected for the number of tests"""
    p_value_anytime: float
    """valid however often one looked while rolling; at least 3e-308"""
    log10_p_value_anytime: float
    """its decimal logarithm, however small it is"""
    e_value: float
    """as far as doubles go: at most 3e307"""
    log10_e_value: float
    together: DieTest
    dice: tuple[DieTest, ...]
    power: tuple[Load, ...]
    level: float
    """of the intervals"""
    seed: int | None
    """of the simulation, where there was one"""

    def to_frame(self) -> "pd.DataFrame":
        """Return one row for each die and face: rolls, count, expected."""
        import pandas as pd

        return pd.DataFrame(
            [
                {"die": die.name, "face": face, "count": count, "expected": die.rolls / self.sides}
                for die in self.dice
                for face, count in enumerate(die.counts, start=1)
            ]
        )

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the share of each face, with intervals, beside that of a fair die."""
        from risksim.luck import plots

        return plots.faces(self, ax)


def dice(
    rolls: "str | os.PathLike[str] | Iterable[Any] | Mapping[str, Sequence[int]] | pd.DataFrame | None" = None,
    *,
    counts: Sequence[int] | Mapping[Any, int] | None = None,
    sides: int = 6,
    level: float = 0.95,
    draws: int = statistics.multinomial.DRAWS,
    seed: int | None = None,
) -> Fairness:
    """Test whether dice are fair, from raw rolls.

    Parameters
    ----------
    rolls
        A file (:mod:`risksim.luck.rolls` says how it may look), faces in their order, or faces by die.
    counts
        In place of rolls, how often each face came up.
    sides
        Sides of the dice.
    level
        Level of the intervals.
    draws, seed
        Size and seed of the simulation where rolls are too many for the exact test; the seed is drawn when None.

    Raises
    ------
    InputError
        If there are no rolls, or something is no face of such a die.

    >>> answer = dice(counts=[4, 6, 5, 4, 3, 18])
    >>> round(answer.p_value, 4), answer.together.face, answer.power[2].rolls_needed
    (0.0022, 6, 281)

    Sources: ``resin-2023``, ``holm-1979``, ``clopper-pearson-1934``, ``ville-1939``, ``ramdas-2023``.
    """
    check_count("sides", sides, 2, 100)
    statistics.check_level(level)
    if (rolls is None) is (counts is None):
        raise InputError("either rolls or counts of faces")
    rolled = reading.read(rolls, sides) if counts is None else reading.read_counts(counts, sides)
    return _answer(rolled, sides, level, draws, seed)


def _answer(rolled: Rolls, sides: int, level: float, draws: int, seed: int | None) -> Fairness:
    martingales, log_value, log_largest = _martingales(rolled, sides)
    summed = tuple(map(sum, zip(*rolled.counts, strict=True)))
    tests = []
    used: int | None = None
    for counts in dict.fromkeys([summed, *rolled.counts]):
        test = statistics.multinomial_test(counts, draws=draws, seed=seed if used is None else used)
        used = test.seed if used is None else used
        tests.append((counts, test))
    by_counts = dict(tests)
    tested = [summed, *rolled.counts] if len(rolled.counts) > 1 else [summed]
    holm = statistics.holm([by_counts[counts].p_value for counts in tested])
    of_each = holm[-len(rolled.counts) :]
    each = tuple(
        _die(name, counts, by_counts[counts], adjusted, martingale.e_value, martingale.p_value, level)
        for name, counts, adjusted, martingale in zip(
            rolled.names, rolled.counts, of_each, martingales, strict=True
        )
    )
    e_value, p_anytime = (
        statistics.anytime.e_value_of(log_value),
        statistics.anytime.p_value_of(log_largest),
    )
    in_all = _die("all dice", summed, by_counts[summed], holm[0], e_value, p_anytime, level)
    return Fairness(
        sides=sides,
        rolls=sum(summed),
        n_tests=len(tested),
        p_value=min(holm),
        p_value_holm=min(of_each),
        p_value_anytime=p_anytime,
        log10_p_value_anytime=-log_largest / math.log(10),
        e_value=e_value,
        log10_e_value=log_value / math.log(10),
        together=in_all,
        dice=each,
        power=tuple(_load(times, sides, sum(summed)) for times in LOADS if times < sides),
        level=level,
        seed=used,
    )


def _martingales(rolled: Rolls, sides: int) -> tuple[list[statistics.DirichletMixture], float, float]:
    """Return the test martingales of the dice, and of all: the logarithms of its value and its largest value so far."""
    singles = [statistics.DirichletMixture(sides) for _ in rolled.names]
    pooled = statistics.DirichletMixture(sides)
    value = largest = 0.0

    def look() -> float:
        most = max(pooled.log_e_value, *(each.log_e_value for each in singles))
        mean = math.fsum(math.exp(each.log_e_value - most) for each in singles) / len(singles)
        return most + math.log((math.exp(pooled.log_e_value - most) + mean) / 2)

    if not rolled.faces:
        for counts, single in zip(rolled.counts, singles, strict=True):
            single.take_counts(counts)
            pooled.take_counts(counts)
        value = look()
        return singles, value, max(largest, value)
    for number, face in rolled.faces:
        singles[number].take(face - 1)
        pooled.take(face - 1)
        value = look()
        largest = max(largest, value)
    return singles, value, largest


def _die(
    name: str,
    counts: Sequence[int],
    test: statistics.MultinomialTest,
    adjusted: float,
    e_value: float,
    p_value_anytime: float,
    level: float,
) -> DieTest:
    face = max(range(len(counts)), key=counts.__getitem__)
    low, high = statistics.clopper_pearson(counts[face], sum(counts), 1 - (1 - level) / len(counts))
    return DieTest(
        name=name,
        rolls=sum(counts),
        counts=tuple(counts),
        p_value=test.p_value,
        p_value_holm=adjusted,
        method=test.method,
        standard_error=test.standard_error,
        p_value_anytime=p_value_anytime,
        e_value=e_value,
        face=face + 1,
        face_share=counts[face] / sum(counts),
        low=low,
        high=high,
        exact={} if test.exact is None else {"p_value": str(test.exact)},
    )


def _load(times: float, sides: int, rolls: int) -> Load:
    """Return how well chi-square notices that one face is so much likelier, the others sharing the rest alike."""
    return Load(
        times=times,
        chance=times / sides,
        rolls_needed=_rolls_needed(times, sides),
        p_noticed=_p_noticed(times, sides, rolls),
    )


@lru_cache(maxsize=64)
def _rolls_needed(times: float, sides: int) -> int:
    enough = 1
    while _p_noticed(times, sides, enough) < POWER:
        enough *= 2
    too_few = enough // 2
    while enough - too_few > 1:
        middle = (enough + too_few) // 2
        if _p_noticed(times, sides, middle) < POWER:
            too_few = middle
        else:
            enough = middle
    return enough


def _p_noticed(times: float, sides: int, rolls: int) -> float:
    """Return the chance that chi-square rejects so many rolls of a loaded die.

    The count x of the loaded face is binomial. Given x, its share of the statistic is fixed, and the other faces are
    a fair die of one side fewer, whose own chi-square, scaled, is the rest.
    """
    import numpy as np
    from scipy.special import chdtrc, chdtri, gammaln, xlog1py, xlogy

    p, fair = times / sides, rolls / sides
    spread = _FURTHEST * math.sqrt(rolls * p * (1 - p)) + 1
    x = np.arange(max(0, math.floor(rolls * p - spread)), min(rolls, math.ceil(rolls * p + spread)) + 1)
    logs = gammaln(rolls + 1) - gammaln(x + 1) - gammaln(rolls - x + 1) + xlogy(x, p) + xlog1py(rolls - x, -p)
    missing = float(chdtri(sides - 1, TEST_LEVEL)) - (x - fair) ** 2 / fair * sides / (sides - 1)
    scale = (rolls - x) / fair / (sides - 1)
    beyond = missing <= 0
    rejected = beyond.astype(float)
    is_open = ~beyond & (scale > 0)
    if sides > 2:
        rejected[is_open] = chdtrc(sides - 2, missing[is_open] / scale[is_open])
    return min(float(np.exp(logs) @ rejected), 1.0)
