"""Random numbers that are the same for ever, whatever numpy's version.

Case i of a seed has four 64-bit numbers: those of the bit generator Philox at counter i (Salmon et
al., "Parallel random numbers: as easy as 1, 2, 3", 2011), its key a digest of the seed.
numpy promises the streams of its bit generators for good, not those of what it makes of them. And
a case's numbers depend on nothing else: not on how many cases are asked for, nor in what blocks.
"""

import hashlib

import numpy as np
from numpy.typing import NDArray

Seed = int | str
ENTRY, NAMING, SOLVABLE, LIMIT = range(4)  # what each of a case's four numbers decides


class Draws:
    """Uniform random numbers, each a function of the seed, the case and the column alone."""

    def __init__(self, seed: Seed) -> None:
        """Make the key: 128 bits of the SHA-256 of the seed's text."""
        text = str(seed).encode("utf-8", "surrogateescape")
        self._key = int.from_bytes(hashlib.sha256(text).digest()[:16], "little")

    def words(self, first: int, count: int, column: int, attempt: int = 0) -> NDArray[np.uint64]:
        """Return (count,) uint64: a column of the numbers of the cases from ``first`` on."""
        counter = first + (attempt << 192)
        raw: NDArray[np.uint64] = np.random.Philox(key=self._key, counter=counter).random_raw(
            4 * count
        )
        return raw.reshape(count, 4)[:, column]

    def below(self, bound: int, first: int, count: int, column: int) -> NDArray[np.intp]:
        """Return (count,) intp, 0 to bound - 1, each as likely as any other."""
        words = self.words(first, count, column)
        limit = np.uint64((1 << 64) // bound * bound - 1)  # what is above would favour the low
        attempt = 0
        while (over := words > limit).any():
            attempt += 1
            words = np.where(over, self.words(first, count, column, attempt), words)
        return (words % np.uint64(bound)).astype(np.intp)
