"""Randomness of kernels: sfc32 on four 32-bit words held in an int64 array, and the keying of chance streams.

The generator is always an argument, never part of a state (a copied state would repeat its luck). All
arithmetic stays within 63 bits, so the same code gives the same words compiled and interpreted.

sfc32 is Chris Doty-Humphrey's "small fast counting" generator (PractRand).
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from livingstone.engine._jit import kernel

Words = npt.NDArray[np.int64]
MASK: Final = 0xFFFFFFFF
WARM_UP: Final = 12


@kernel
def next_word(words: Words) -> int:
    """The next 32-bit word; ``words`` int64 of shape (4,), changed in place."""
    a, b, c, counter = words[0], words[1], words[2], words[3]
    value = (a + b + counter) & 0xFFFFFFFF
    words[0] = b ^ (b >> 9)
    words[1] = (c + (c << 3)) & 0xFFFFFFFF
    words[2] = ((((c << 21) | (c >> 11)) & 0xFFFFFFFF) + value) & 0xFFFFFFFF
    words[3] = (counter + 1) & 0xFFFFFFFF
    return int(value)


@kernel
def below(words: Words, bound: int) -> int:
    """An integer in [0, bound), bound < 2**31; multiply-shift, its bias is below bound / 2**32."""
    return (next_word(words) * int(bound)) >> 32  # int: an interpreted int32 has no room for the product


@kernel
def uniform(words: Words) -> float:
    """A float in [0, 1) with 32 random bits."""
    return next_word(words) * (1.0 / 4294967296.0)


@kernel
def _multiply(a: int, b: int) -> int:
    """The low 32 bits of a * b without leaving 63 bits."""
    return ((a & 0xFFFF) * b + ((((a >> 16) * b) & 0xFFFF) << 16)) & 0xFFFFFFFF


@kernel
def mix(hash_word: int, value: int) -> int:
    """Fold a 32-bit value into a 32-bit hash (the finaliser of MurmurHash3)."""
    h = (hash_word ^ value) & 0xFFFFFFFF
    h = _multiply(h ^ (h >> 16), 0x85EBCA6B)
    h = _multiply(h ^ (h >> 13), 0xC2B2AE35)
    h = h ^ (h >> 16)
    return (h + 0x9E3779B9) & 0xFFFFFFFF


@kernel
def seed_words(words: Words, low: int, high: int, stream: int, index: int, sub_index: int) -> None:
    """Key the generator by (seed, stream, index, sub-index), each taken modulo 2**32."""
    words[0], words[1], words[2], words[3] = (
        low,
        high,
        index,
        sub_index,
    )  # int64: an interpreted int32 overflows
    h = mix(mix(mix(mix(mix(0x243F6A88, words[0]), words[1]), stream), words[2]), words[3])
    words[0] = h
    words[1] = mix(h, 0x85A308D3)
    words[2] = mix(words[1], 0x13198A2E)
    words[3] = 1
    for _ in range(WARM_UP):
        next_word(words)


def new_words(seed: int, stream: int = 0, index: int = 0) -> Words:
    """A generator for a 64-bit seed, as int64 words of shape (4,)."""
    words = np.zeros(4, np.int64)
    seed_words(words, seed & MASK, (seed >> 32) & MASK, stream, index, 0)
    return words
