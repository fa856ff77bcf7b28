"""Thousands of answers at once: accepted, or abstained from.

An output that is the judge's own answer, byte for byte or but for white space at the ends of its
lines, is right however one accepts. So the answers are written and compared. Where other paths
may be right too, the paths are taken off the ends of their lines and made into codes; if they
lead to the goals, and writing *these* codes gives the output, then it is in order and right.

An output in another layout, or with paths of over 31 moves, is left to the slow reader.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from app.checking.text import Text, tidy
from app.judges import writing
from app.judges.formats import Accept, Format
from app.judges.writing import Cases
from app.solver import Solver
from tablegen import paths
from tablegen.board import MOVES, Board
from tablegen.ranking import half, neighbours, order_parity, states

_SLACK = 1 << 16
_WITH_PATHS = (
    writing.path_lines,
    writing.separated_path_lines,
    writing.case_lines,
    writing.length_and_path_lines,
)


def take_right(solver: Solver, format: Format, accept: Accept, cases: Cases, text: Text) -> bool:
    """Take the answers to ``cases`` off the text if all are right; say whether they were."""
    codes = solver.codes(cases.starts, cases.goals)
    expected = format.answers(cases, codes).tobytes()
    if text.take(expected):
        return True
    count = expected.count(b"\n")
    found = text.lines(count, 2 * len(expected) + _SLACK)
    if found is None:
        return False
    lines = tidy(found, count)
    right = lines == tidy(expected, count)
    if not right and accept != "exact" and format.answers in _WITH_PATHS:
        claimed = _codes_of(solver, cases, lines, codes, accept == "shortest")
        right = claimed is not None and lines == tidy(
            format.answers(cases, claimed).tobytes(), count
        )
    if right:
        text.skip(len(found))
    return right


def _codes_of(
    solver: Solver, cases: Cases, lines: bytes, codes: NDArray[np.uint64], shortest: bool
) -> NDArray[np.uint64] | None:
    """Return the codes of the paths that end the cases' last lines, or None: not all are right.

    codes   : (n,) uint64, the canonical paths
    returns : (n,) uint64, NO_PATH where there is none
    """
    data = np.frombuffer(b"\n" + lines, np.uint8)
    ends = np.flatnonzero(data == ord("\n"))[1:]
    every = -(-len(ends) // len(cases))  # a case has so many lines, the first may have fewer
    ends = ends[::-every][::-1]
    moves = _move_numbers()[data]
    others = np.where(moves < len(MOVES), 0, np.arange(len(data)))
    lengths = ends - 1 - np.maximum.accumulate(others)[ends - 1]
    if len(ends) != len(cases) or lengths.max() > paths.LONGEST:
        return None
    claimed = np.full(len(cases), paths.EMPTY, np.uint64)
    reached, goals = _ends_of_walks(solver, cases)
    table = _neighbours(solver.board)
    for step in range(int(lengths.max())):
        active = np.flatnonzero(lengths > step)
        move = moves[ends[active] - lengths[active] + step]
        claimed[active] = claimed[active] * np.uint64(4) + move
        reached[active] = table[reached[active], move]
    solvable = codes != paths.NO_PATH
    right = reached == goals
    if shortest:
        right &= lengths == paths.lengths(codes)
    return claimed * solvable if (right | ~solvable).all() else None


def _ends_of_walks(solver: Solver, cases: Cases) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the (n,) rows of ``_neighbours`` of the starts and of the goals.

    Each pair is renamed so that its start is the root of its blank.
    """
    board = solver.board
    entries, _ = solver.entries(cases.starts, cases.goals)
    roots, goals = np.divmod(entries, states(board))
    part = order_parity(board, 0, roots).astype(np.intp) * (states(board) + 1)
    return roots * half(board) + part, goals + part


@lru_cache(maxsize=2)
def _neighbours(board: Board) -> NDArray[np.int32]:
    """Return the neighbours of the states of even roots and, where there are any, of odd ones."""
    even = neighbours(board)
    return even if board.columns % 2 else np.concatenate([even, neighbours(board, 1) + len(even)])


@lru_cache(maxsize=1)
def _move_numbers() -> NDArray[np.uint8]:
    """Return (256,) uint8: the number of the move that a byte is the letter of, 255 for none."""
    numbers = np.full(256, 255, np.uint8)
    for number, move in enumerate(MOVES):
        numbers[ord(move)] = number
    return numbers
