"""A path as one number.

    code = the base-4 numeral 1 m1 m2 ... mL of the moves, d l r u = 0 1 2 3

The leading 1 marks where the path begins, so the empty path is 1 and no path is 0. Appending a
move m is ``4 * code + m``; the last move is ``code & 3``; and codes in numeric order are paths
in order of length, then of the alphabet: the canonical path to a state is the smallest code of
any path to it. A uint64 holds up to 31 moves, just what a 3x3 board needs.
"""

import numpy as np
from numpy.typing import NDArray

from tablegen.board import MOVES

LONGEST = 31
EMPTY = 1
NO_PATH = 0

_FOUR_MOVES = ["".join(MOVES[byte >> s & 3] for s in (6, 4, 2, 0)) for byte in range(256)]


def length(code: int) -> int:
    """Return the number of moves of a path, 0 to 31, given its code (not NO_PATH)."""
    return code.bit_length() >> 1


def format_path(code: int) -> str:
    """Return the letters of a path, given its code (not NO_PATH)."""
    moves = code.bit_length() >> 1
    aligned = (code << (64 - 2 * moves)) & 0xFFFF_FFFF_FFFF_FFFF  # the first move on top
    return "".join([_FOUR_MOVES[byte] for byte in aligned.to_bytes(8)])[:moves]


def parse_path(text: str) -> int:
    """Return the code of a path of at most 31 letters of ``dlru``; the inverse of format_path."""
    code = EMPTY
    for letter in text:
        code = 4 * code + MOVES.index(letter)
    return code


def lengths(codes: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return the number of moves of each path, 0 to 31, or -1 for NO_PATH.

    The exponent of a code as a float64 is twice its length: conversion may round a code up to
    the next power of two, twice the length plus one, which the halving forgives.
    """
    exponents = (codes.astype(np.float64).view(np.int64) >> 52) - 1023
    moves: NDArray[np.int64] = np.maximum(exponents >> 1, -1)
    return moves
