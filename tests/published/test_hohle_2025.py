"""The straight line for the attackers an even chance takes.

Sources: ``hohle-2025``.
"""

from fractions import Fraction

from risksim import battles


def fitted_line(numbers):
    """Return intercept and slope of the least-squares line through (1, first), (2, second) …"""
    n = len(numbers)
    centre, mean = Fraction(n + 1, 2), Fraction(sum(numbers), n)
    spread = sum((d - centre) ** 2 for d in range(1, n + 1))
    slope = sum((d - centre) * (y - mean) for d, y in enumerate(numbers, start=1)) / spread
    return mean - slope * centre, slope


def test_the_line_through_the_attackers_needed_against_1_to_50():
    answers = [battles.need(defenders, 0.5) for defenders in range(1, 51)]
    assert all(answer.p_win_one_fewer < 0.5 <= answer.p_win for answer in answers)
    intercept, slope = fitted_line([answer.attackers for answer in answers])
    assert (round(float(intercept), 4), round(float(slope), 4)) == (1.2204, 0.8525)
    assert all(abs(answer.attackers - (1.2204 + 0.8525 * answer.defenders)) < 0.52 for answer in answers)


def test_counting_the_army_that_stays_would_fail():
    intercept, _ = fitted_line([battles.need(defenders, 0.5).armies for defenders in range(1, 51)])
    assert round(float(intercept), 4) == 2.2204
