"""Do counts follow a distribution, exactly: the multinomial test for few trials, where chi-square is only near.

The p-value is the chance of all counts that are no likelier than those seen. Few trials are answered by full
enumeration; where all outcomes are equally likely, counts that differ only in their order are taken together, so
that a hundred throws of a die need 190,000 classes instead of 97 million counts. More trials are answered by a seeded
simulation with its error, very many by chi-square; the answer says which.

Sources: ``resin-2023``, ``phipson-smyth-2010``.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from risksim.answers import Answer
from risksim.errors import InputError, check_count, check_real, unknown_name

if TYPE_CHECKING:
    import pandas as pd

#: Most classes of counts that are looked at unasked, most where that is asked for, and most trials for either.
MOST_CLASSES = 200_000
MOST_CLASSES_ASKED = 2_000_000
MOST_ENUMERATED = 1_000
#: Draws of the simulation, and the least expectation of a cell from which on chi-square replaces it.
DRAWS = 100_000
LEAST_FOR_CHI_SQUARE = 1_000
_METHODS = ("exact", "monte-carlo", "chi-square")
#: Relative difference up to which two chances count as equal, where they are not compared as fractions.
_EQUAL = 1e-9


@dataclass(frozen=True)
class MultinomialTest(Answer):
    """Outcome of an exact multinomial test, or of what stands in for it.

    Attributes
    ----------
    p_value
        Chance of counts no likelier than those seen, if the distribution is as supposed.
    method
        ``exact``, ``monte-carlo`` or ``chi-square``.
    trials, cells
        Trials counted, and outcomes that may come up.
    exact
        The p-value as a fraction, where the supposed chances were fractions or all equal.
    standard_error, draws, seed
        Of the simulation, whose p-value counts the trials seen among the draws, so that it is never 0.
    """

    p_value: float
    method: str
    trials: int
    cells: int
    exact: Fraction | None = None
    standard_error: float | None = None
    draws: int | None = None
    seed: int | None = None

    def to_frame(self) -> "pd.DataFrame":
        """Return the test as a table of one row."""
        import pandas as pd

        return pd.DataFrame([self.to_dict()])

    def __str__(self) -> str:
        error = "" if self.standard_error is None else f" ± {self.standard_error:.2g}"
        return f"p = {self.p_value:.4g}{error} ({self.method}, n = {self.trials:,})"


def multinomial_test(
    counts: Sequence[int],
    probabilities: Sequence[float | Fraction] | None = None,
    *,
    method: str | None = None,
    draws: int = DRAWS,
    seed: int | None = None,
) -> MultinomialTest:
    """Test counts against a distribution.

    Parameters
    ----------
    counts
        How often each outcome came up.
    probabilities
        The supposed chances, which add up to 1; all equal when None.
    method
        ``exact`` (full enumeration, up to some seconds), ``monte-carlo`` or ``chi-square``; None takes the first that
        is quick and good.
    draws, seed
        Size and seed of the simulation; the seed is drawn when None.

    Raises
    ------
    InputError
        If there are fewer than two outcomes, no trials, chances that do not fit, or too many counts to enumerate.

    Sources: ``resin-2023``, ``phipson-smyth-2010``.

    >>> print(multinomial_test([5, 2, 2]))
    p = 0.5306 (exact, n = 9)
    >>> multinomial_test([3, 0]).exact
    Fraction(1, 4)
    """
    seen = [check_count("count", count) for count in counts]
    n = check_count("trials", sum(seen), 1)
    check_count("outcomes", len(seen), 2)
    chances = _chances(probabilities, len(seen))
    if any(count and not chance for count, chance in zip(seen, chances, strict=True)):
        return MultinomialTest(0.0, "exact", n, sum(map(bool, chances)), Fraction(0))
    seen, chances = map(
        list, zip(*(pair for pair in zip(seen, chances, strict=True) if pair[1]), strict=True)
    )
    if method is not None and method not in _METHODS:
        raise unknown_name("method of a multinomial test", method, _METHODS)
    if method in (None, "exact"):
        classes = _classes(n, chances) if n <= MOST_ENUMERATED else math.inf
        if classes <= (MOST_CLASSES_ASKED if method else MOST_CLASSES):
            return _exact(seen, chances)
        if method:
            raise InputError(
                f"{n} trials of {len(seen)} outcomes are too many to enumerate; leave the method open"
            )
    if method == "chi-square" or (method is None and n * min(chances) >= LEAST_FOR_CHI_SQUARE):
        from risksim.statistics.goodness import chi_square

        p_value = chi_square(seen, [float(chance) for chance in chances]).p_value
        return MultinomialTest(p_value, "chi-square", n, len(seen))
    return _simulated(seen, [float(chance) for chance in chances], check_count("draws", draws, 1), seed)


def _chances(probabilities: Sequence[float | Fraction] | None, cells: int) -> list[float | Fraction]:
    """Return the supposed chances, as fractions where they are fractions or all equal."""
    if probabilities is None:
        return [Fraction(1, cells)] * cells
    if len(probabilities) != cells:
        raise InputError(f"{cells} counts need as many probabilities, not {len(probabilities)}")
    if all(isinstance(chance, (int, Fraction)) for chance in probabilities):
        exact = [Fraction(chance) for chance in probabilities]
        if min(exact) < 0 or sum(exact) != 1:
            raise InputError(f"expected probabilities must be positive and add up to 1, not {sum(exact)}")
        return list(exact)
    checked: list[float | Fraction] = [
        check_real("expected probability", chance, 0, 1) for chance in probabilities
    ]
    if abs(math.fsum(checked) - 1) > _EQUAL:
        raise InputError(f"expected probabilities must add up to 1, not {math.fsum(checked):.12g}")
    return [Fraction(1, cells)] * cells if len(set(checked)) == 1 else checked


def _classes(n: int, chances: Sequence[float | Fraction]) -> int:
    """Return how many classes of counts the enumeration looks at."""
    if len(set(chances)) > 1:
        return math.comb(n + len(chances) - 1, len(chances) - 1)
    # partitions of n into at most k parts are those into parts of at most k
    ways = [1] + [0] * n
    for part in range(1, min(len(chances), n) + 1):
        for total in range(part, n + 1):
            ways[total] += ways[total - part]
    return ways[n]


def _exact(seen: Sequence[int], chances: Sequence[float | Fraction]) -> MultinomialTest:
    n = sum(seen)
    if not all(isinstance(chance, Fraction) for chance in chances):
        p_value = _unlikely(seen, [float(chance) for chance in chances], 1 + _EQUAL)
        return MultinomialTest(min(p_value, 1.0), "exact", n, len(seen))
    fractions = [Fraction(chance) for chance in chances]
    common = math.lcm(*(chance.denominator for chance in fractions))
    weights = [int(chance * common) for chance in fractions]
    if len(set(weights)) == 1:
        limit = _arrangements(n, seen)
        found = sum(ways * alike for ways, alike in _partitions(n, len(seen)) if ways <= limit)
        exact = Fraction(found, len(seen) ** n)
    else:
        exact = Fraction(int(_unlikely(seen, weights, 1)), common**n)  # whole, as the weights are
    return MultinomialTest(float(exact), "exact", n, len(seen), exact)


def _arrangements(n: int, counts: Sequence[int]) -> int:
    """Return in how many orders trials may come to these counts."""
    ways = math.factorial(n)
    for count in counts:
        ways //= math.factorial(count)
    return ways


def _partitions(n: int, cells: int) -> Iterator[tuple[int, int]]:
    """Yield, for all counts up to their order, the orders of the trials and the orders of the counts."""
    stack = [(n, cells, n, 1, 1)]
    while stack:
        left, free, most, ways, alike = stack.pop()
        if free == 1 or left == 0:
            yield ways, alike * (free if left else 1)
            continue
        for count in range(-(-left // free), min(most, left) + 1):
            fit = left // count if count * free > left else free
            rest, placed = left, ways
            for times in range(1, fit + 1):
                placed *= math.comb(rest, count)
                rest -= count
                # what is left must fit below the count just placed
                if rest <= (free - times) * (count - 1):
                    stack.append((rest, free - times, count - 1, placed, alike * math.comb(free, times)))
    return


def _unlikely(seen: Sequence[int], weights: Sequence[float], slack: float) -> float:
    """Return the weight of all counts no likelier than those seen: n!/∏x! ∏wˣ, in the kind of the weights."""
    n = sum(seen)
    limit = (
        math.prod((w**x for w, x in zip(weights, seen, strict=True)), start=_arrangements(n, seen)) * slack
    )
    total: float = 0
    stack: list[tuple[int, int, float]] = [(n, 0, 1)]
    while stack:
        left, place, weight = stack.pop()
        if place == len(weights) - 1:
            weight *= weights[place] ** left
            if weight <= limit:
                total += weight
            continue
        stack += [
            (left - x, place + 1, weight * math.comb(left, x) * weights[place] ** x) for x in range(left + 1)
        ]
    return total


def _simulated(
    seen: Sequence[int], chances: Sequence[float], draws: int, seed: int | None
) -> MultinomialTest:
    import numpy as np
    from scipy.special import gammaln

    from risksim.engine import blocks, limits

    seed = check_count("seed", blocks.drawn_seed(seed), 0, limits.MAX_SEED)
    n = sum(seen)
    logs = np.log(chances)

    def rarity(counts: "np.ndarray") -> "np.ndarray":
        return np.asarray(gammaln(counts + 1.0).sum(axis=-1) - counts @ logs)

    least = float(rarity(np.asarray(seen))) - _EQUAL
    generator = np.random.default_rng(seed)
    n_rarer = 0
    for start in range(0, draws, 10_000):
        drawn = generator.multinomial(n, chances, size=min(10_000, draws - start))
        n_rarer += int(np.count_nonzero(rarity(drawn) >= least))
    p_value = (n_rarer + 1) / (draws + 1)
    error = math.sqrt(p_value * (1 - p_value) / draws)
    return MultinomialTest(p_value, "monte-carlo", n, len(seen), None, error, draws, seed)
