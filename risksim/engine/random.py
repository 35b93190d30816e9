"""Random numbers inside kernels: xoshiro256++ streams, one for each (seed, block, purpose).

The state is an explicit ``uint64[4]`` array. A stream depends on nothing but its three numbers, so a result does not
depend on threads, on the order of blocks, or on the machine.

Sources: ``blackman-vigna-2021``, ``steele-2014``.
"""

import numpy as np

from risksim.engine import jit

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW_32 = np.uint64(0xFFFFFFFF)
_TWO_32 = np.uint64(1 << 32)
_S11, _S17, _S19, _S23, _S27, _S30, _S31, _S32, _S41, _S45 = (
    np.uint64(shift) for shift in (11, 17, 19, 23, 27, 30, 31, 32, 41, 45)
)
_TO_UNIT = 2.0**-53


@jit.kernel
def mix(word: np.uint64) -> np.uint64:
    """Scramble 64 bits (the finaliser of splitmix64)."""
    word = (word ^ (word >> _S30)) * _MIX_1
    word = (word ^ (word >> _S27)) * _MIX_2
    return word ^ (word >> _S31)


@jit.kernel
def seed_state(seed: np.uint64, block: np.uint64, purpose: np.uint64, state: np.ndarray) -> None:
    """Fill ``state`` (uint64[4]) with the start of the stream of (seed, block, purpose)."""
    word = mix(np.uint64(seed) + _GOLDEN)
    word = mix((word ^ np.uint64(block)) + _GOLDEN)
    word = mix((word ^ np.uint64(purpose)) + _GOLDEN)
    for index in range(4):
        word = word + _GOLDEN
        state[index] = mix(word)


@jit.kernel
def step(
    s0: np.uint64, s1: np.uint64, s2: np.uint64, s3: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return the next 64 bits and the four words of the state after them.

    For loops that draw so often that the state should stay in registers; they write it back at their end.
    """
    total = s0 + s3
    result = ((total << _S23) | (total >> _S41)) + s0
    shifted = s1 << _S17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    return result, s0, s1, s2, (s3 << _S45) | (s3 >> _S19)


@jit.kernel
def next_uint64(state: np.ndarray) -> np.uint64:
    """Return the next 64 bits of the stream and advance it."""
    result, state[0], state[1], state[2], state[3] = step(state[0], state[1], state[2], state[3])
    return result


@jit.kernel
def uniform(state: np.ndarray) -> float:
    """Return a float64 in [0, 1), a multiple of 2**-53."""
    return np.float64(next_uint64(state) >> _S11) * _TO_UNIT


@jit.kernel
def below(state: np.ndarray, n: np.uint64) -> np.uint64:
    """Return an integer in 0 … n - 1 without bias, for 1 ≤ n ≤ 2**32.

    Sources: ``lemire-2019``.
    """
    n = np.uint64(n)
    product = (next_uint64(state) >> _S32) * n
    if (product & _LOW_32) < n:
        threshold = (_TWO_32 - n) % n
        while (product & _LOW_32) < threshold:
            product = (next_uint64(state) >> _S32) * n
    return product >> _S32


def new_state(seed: int, block: int = 0, purpose: int = 0) -> np.ndarray:
    """Return a fresh state array at the start of the stream of (seed, block, purpose).

    >>> state = new_state(2026)
    >>> bool(0 <= uniform(state) < 1)
    True
    """
    state = np.empty(4, dtype=np.uint64)
    seed_state(np.uint64(seed), np.uint64(block), np.uint64(purpose), state)
    return state
