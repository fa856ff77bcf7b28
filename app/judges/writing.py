"""Answers -> the judges' text, a function a kind of line; formats that look alike share one."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.boards import walk
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
)
from tablegen import paths
from tablegen.board import Board


@dataclass(frozen=True)
class Cases:
    """A block of consecutive cases: the number of the first, from 1, and their packed boards.

    starts, goals : (n,) uint64; limits : (n,) int64, only where the format has them
    """

    board: Board
    first: int
    starts: NDArray[np.uint64]
    goals: NDArray[np.uint64]
    limits: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return len(self.starts)


_NO_SOLUTION = b"No solution possible\n"

# (n,) uint64 codes of the cases' canonical paths, NO_PATH where there is none -> their text
Writer = Callable[[Cases, NDArray[np.uint64]], Bytes]


def path_lines(cases: Cases, codes: NDArray[np.uint64]) -> Bytes:
    """Write the path, or ``unsolvable``."""
    rows = np.empty((len(codes), WIDTH), np.uint8)
    return join(rows, lay_paths_or_unsolvable(rows, codes))


def separated_path_lines(cases: Cases, codes: NDArray[np.uint64]) -> Bytes:
    """Write the path, or ``unsolvable``, with an empty line between two cases."""
    rows = np.empty((len(codes), 2, WIDTH), np.uint8)
    lengths = np.empty((len(codes), 2), np.int64)
    lengths[:, 0] = lay_separators(rows[:, 0], cases.first)
    lengths[:, 1] = lay_paths_or_unsolvable(rows[:, 1], codes)
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
    moves = lay_paths(rows[:, 1], codes)
    texts, sizes = numbered("{}\t", WIDTH)
    whole(rows)[:, 0] = whole(texts)[moves + 1]
    lengths[:, 0] = sizes[moves + 1]
    lengths[:, 1] = np.maximum(moves, 0) + 1
    return join(rows, lengths)


def case_lines(cases: Cases, codes: NDArray[np.uint64]) -> Bytes:
    """Write ``Case k: LENGTH`` and the path on a line of its own, empty where there is none."""
    rows = np.empty((len(codes), 2, WIDTH), np.uint8)
    lengths = np.empty((len(codes), 2), np.int64)
    moves = lay_paths(rows[:, 1], codes)
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
    for enough, sentence, numbers in (
        (within, "SOLVABLE WITHIN {} MOVES\n", moves),
        (~within, "NOT SOLVABLE WITHIN {} MOVES\n", cases.limits),
    ):
        texts, sizes = numbered(sentence, WIDTH, range(-1, 1000))
        whole(rows)[enough, 1] = whole(texts)[numbers[enough] + 1]
        lengths[enough, 1] = sizes[numbers[enough] + 1]
    return join(rows, lengths)


def board_lines(cases: Cases, codes: NDArray[np.uint64]) -> Bytes:
    """Write the length and each board on the way, as the client of the assignment prints them."""
    board, moves = cases.board, paths.lengths(codes)
    grid = "\n".join([" ? " * board.columns] * board.rows)  # as Java's "%2d "
    drawing = f"{board.rows}\n{grid}\n\n".encode()
    width = max(len(drawing), WIDTH)
    pieces = moves + 2  # a line, and one board more than there are moves
    firsts = np.cumsum(pieces) - pieces
    rows = np.empty((int(pieces.sum()), width), np.uint8)
    lengths = np.full(len(rows), len(drawing))
    texts, sizes = numbered("Minimum number of moves = {}\n", width)
    rows[firsts], lengths[firsts] = texts[moves + 1], sizes[moves + 1]
    rows[firsts[moves < 0]] = row(_NO_SOLUTION, width)
    lengths[firsts[moves < 0]] = len(_NO_SOLUTION)

    template = row(drawing, width)
    marks = np.flatnonzero(template == ord("?"))
    for step, (active, arrangements) in enumerate(walk(board, cases.starts, codes), start=1):
        drawn = np.tile(template, (len(active), 1))
        drawn[:, marks] = arrangements + np.uint8(ord("0"))
        rows[firsts[active] + step] = drawn
    return join(rows, lengths)
