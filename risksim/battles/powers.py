"""Single coefficients of the powers of two or three integers: what so many rounds cost, counted without the others.

A round in which a side loses 0, 1 … armies in u[0], u[1] … ways makes t rounds the power t of u[0] + u[1] x + …, whose
coefficient c[l] counts the ways to lose l. Two of them, side by side, lead from one power to the next: all others that
are needed on the way follow from (i + 1) u[0] c[i + 1] = (t - i) u[1] c[i] + (2t - i + 1) u[2] c[i - 1].
"""

from collections.abc import Iterator, Sequence


def coefficients(ways: Sequence[int], loss: int, n_powers: int) -> Iterator[tuple[int, int, int]]:
    """Yield (t, c[loss], c[loss - 1]) of the powers t below ``n_powers``, from the first where one of them is not 0.

    Parameters
    ----------
    ways
        Two or three positive integers.
    loss
        At least 0.
    n_powers
        One more than the last power.

    >>> list(coefficients((1, 2, 1), 2, 4))  # of (1 + x)², (1 + x)⁴, (1 + x)⁶
    [(1, 1, 2), (2, 6, 4), (3, 15, 6)]
    >>> list(coefficients((1, 1), 2, 5))
    [(1, 0, 1), (2, 1, 2), (3, 3, 3), (4, 6, 4)]
    """
    u0, u1, u2 = *ways, *[0] * (3 - len(ways))
    if not u2:
        yield from _of_two(u0, u1, loss, n_powers)
        return
    t = loss // 2
    here = 0 if loss % 2 else u2**t
    before = u2**t if loss % 2 else (t * u1 * u2 ** (t - 1) if t else 0)
    while t < n_powers:
        yield t, here, before
        second = (loss * u0 * here - (t - loss + 1) * u1 * before) // ((2 * t - loss + 2) * u2)
        third = ((loss - 1) * u0 * before - (t - loss + 2) * u1 * second) // ((2 * t - loss + 3) * u2)
        here, before = u0 * here + u1 * before + u2 * second, u0 * before + u1 * second + u2 * third
        t += 1


def _of_two(u0: int, u1: int, loss: int, n_powers: int) -> Iterator[tuple[int, int, int]]:
    """Yield the same for the powers of two integers, where one coefficient leads to the next."""
    t = max(loss - 1, 0)
    here, before = (0, u1**t) if loss else (1, 0)
    while t < n_powers:
        yield t, here, before
        here = u0 * here + u1 * before
        t += 1
        before = before * t * u0 // (t - loss + 1) if loss else 0
