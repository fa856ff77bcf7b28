"""Answers -> the judges' text, a function a kind of line; formats that look alike share one."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from app.judges.drawing import lay_boards
from app.judges.pieces import (
    WIDTH,
    Bytes,
    join,
    lay_case_numbers,
    lay_paths,
    lay_paths_or_unsolvable,
    lay_separators,
    numbered,
    row,
    whole,
    windows,
)
from app.notations import BLANK, write_paths
from tablegen import paths
from tablegen.board import Board


@dataclass(frozen=True)
class Cases:
    """A block of consecutive cases: the number of the first, from 1, and their packed boards.

    starts, goals : (n,) uint64; limits : (n,) int64, only where the format has them
    notation      : how the paths of the answers are to be written
    """

    board: Board
    first: int
    starts: NDArray[np.uint64]
    goals: NDArray[np.uint64]
    limits: NDArray[np.int64] | None = None
    notation: str = BLANK

    def __len__(self) -> int:
        return len(self.starts)

    def written(self, codes: NDArray[np.uint64]) -> Bytes | None:
        """Return (n, WIDTH) uint8, the paths in the notation; None where it is the blank's."""
        return write_paths(self.notation, self.board, self.starts, codes)


LIMIT_DIGITS = 3  # of a limit, at most

# (n,) uint64 codes of the cases' paths, NO_PATH where there is none -> their text
Writer = Callable[[Cases, NDArray[np.uint64]], Bytes]


def path_lines(cases: Cases, codes: NDArray[np.uint64]) -> Bytes:
    """Write the path, or ``unsolvable``."""
    rows = np.empty((len(codes), WIDTH), np.uint8)
    return join(rows, lay_paths_or_unsolvable(rows, codes, cases.written(codes)))


def separated_path_lines(cases: Cases, codes: NDArray[np.uint64]) -> Bytes:
    """Write the path, or ``unsolvable``, with an empty line between two cases."""
    rows = np.empty((len(codes), 2, WIDTH), np.uint8)
    lengths = np.empty((len(codes), 2), np.int64)
    lengths[:, 0] = lay_separators(rows[:, 0], cases.first)
    lengths[:, 1] = lay_paths_or_unsolvable(rows[:, 1], codes, cases.written(codes))
    return join(rows, lengths)


def length_lines(cases: Cases, codes: NDArray[np.uint64]) -> Bytes:
    """Write the length, or -1."""
    texts, sizes = numbered("{}\n", 4)
    moves = paths.lengths(codes) + 1
    return join(texts[moves], sizes[moves])


def length_and_path_lines(cases: Cases, codes: NDArray[np.uint64]) -> Bytes:
    """Write the length, a tab and the path; -1 and a tab."""
    rows = np.empty((len(codes), 2, WIDTH), np.uint8)
    lengths = np.empty((len(codes), 2), np.int64)
    moves = lay_paths(rows[:, 1], codes, cases.written(codes))
    texts, sizes = numbered("{}\t", WIDTH)
    whole(rows)[:, 0] = whole(texts)[moves + 1]
    lengths[:, 0] = sizes[moves + 1]
    lengths[:, 1] = np.maximum(moves, 0) + 1
    return join(rows, lengths)


def case_lines(cases: Cases, codes: NDArray[np.uint64]) -> Bytes:
    """Write ``Case k: LENGTH`` and the path on a line of its own, empty where there is none."""
    rows = np.empty((len(codes), 2, WIDTH), np.uint8)
    lengths = np.empty((len(codes), 2), np.int64)
    moves = lay_paths(rows[:, 1], codes, cases.written(codes))
    lengths[:, 1] = np.maximum(moves, 0) + 1
    last = cases.first + len(codes)
    first = cases.first
    while first < last:  # as long as the numbers have as many digits
        same = slice(first - cases.first, min(last, 10 ** len(str(first))) - cases.first)
        head = rows[same, 0]
        behind = lay_case_numbers(head, first)
        texts, sizes = numbered(": {}\n", 8)
        head[:, behind : behind + 8].view("<u8")[:, 0] = texts.view("<u8")[moves[same] + 1, 0]
        lengths[same, 0] = sizes[moves[same] + 1] + behind
        first = cases.first + same.stop
    return join(rows, lengths)


def within_lines(cases: Cases, codes: NDArray[np.uint64]) -> Bytes:
    """Write whether the limit is enough for the length, with an empty line between two cases."""
    assert cases.limits is not None
    rows = np.empty((len(codes), 2, WIDTH), np.uint8)
    lengths = np.empty((len(codes), 2), np.int64)
    lengths[:, 0] = lay_separators(rows[:, 0], cases.first)
    moves = paths.lengths(codes)
    within = (moves >= 0) & (moves <= cases.limits)
    texts, sizes = _within_sentences()
    numbers = np.where(within, moves, cases.limits + len(texts) // 2)
    whole(rows)[:, 1] = whole(texts).take(numbers)
    lengths[:, 1] = sizes.take(numbers)
    return join(rows, lengths)


@lru_cache(maxsize=1)
def _within_sentences() -> tuple[Bytes, NDArray[np.int64]]:
    """Return the pieces that say what is within 0, 1, ... moves, then what is not, and lengths."""
    numbers = range(10**LIMIT_DIGITS)
    sentences = "SOLVABLE WITHIN {} MOVES\n", "NOT SOLVABLE WITHIN {} MOVES\n"
    pieces = [numbered(sentence, WIDTH, numbers) for sentence in sentences]
    return np.concatenate([p for p, _ in pieces]), np.concatenate([sizes for _, sizes in pieces])


def board_lines(cases: Cases, codes: NDArray[np.uint64]) -> Bytes:
    """Write the length and each board on the way, as the client of the assignment prints them."""
    board, moves = cases.board, paths.lengths(codes)
    grid = "\n".join([" ? " * board.columns] * board.rows)  # as Java's "%2d "
    drawing = f"{board.rows}\n{grid}\n\n"
    texts, sizes = _first_lines()
    heads, bodies = sizes[moves + 1], (moves + 1) * len(drawing)
    ends = np.cumsum(heads + bodies)
    begins = ends - bodies
    text = np.empty(ends.max(initial=0), np.uint8)
    lay_boards(text, begins, board, drawing, cases.starts, codes)
    for size in np.unique(heads):
        lines = np.flatnonzero(heads == size)
        exact = whole(np.ascontiguousarray(texts[:, :size]))
        windows(text, size)[begins[lines] - size] = exact[moves[lines] + 1]
    return text


@lru_cache(maxsize=1)
def _first_lines() -> tuple[Bytes, NDArray[np.int64]]:
    """Return the pieces that say that there is no solution, or its length, and their lengths."""
    texts, sizes = numbered("Minimum number of moves = {}\n")
    none = b"No solution possible\n"
    return np.vstack([row(none), texts[1:]]), np.append(len(none), sizes[1:])
