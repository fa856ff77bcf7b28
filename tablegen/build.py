"""Makes the tables: one breadth-first pass a root, first in first out, moves tried d, l, r, u.

Why the paths are canonical. Suppose a level stands in the queue in alphabetical order of its
paths. Its candidates, taken parent by parent and then move by move, come in the alphabetical
order of path plus move; the first of them to reach a state reaches it by the alphabetically
smallest; and the states so found stand in that order again. The root alone is such a level.

A pass takes a level at a time and keeps just that order. A candidate is a *step*, the number
``4 * parent + move``, so one array says all that a discovery is; and "the first wins" is one
assignment: the steps are written in reverse, so that the first is written last.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tablegen import paths
from tablegen.board import Board
from tablegen.ranking import neighbours, root_parity, root_state, states
from tablegen.tables import NO_MOVE, Tables

NO_STEP = -1


def levels(
    board: Board, root: int, steps: NDArray[np.int32]
) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
    """Run one pass, filling ``steps``, and yield each level after the root.

    steps  : (states + 1,) int32, filled with NO_STEP; the last entry stands for no state
    yields : the level's states in queue order, and every edge into it: the (m,) steps whose
             targets lie in the level, in queue order, the first to reach a state among them
    """
    table = neighbours(board, root_parity(board, root))
    level = np.array([root_state(board, root)], np.int32)
    steps[[level[0], states(board)]] = 4 * level[0]  # the root is its own parent; none is taken
    moves = np.arange(4, dtype=np.int32)
    while len(level):
        found = table[level].ravel()
        tried = (level[:, None] * np.int32(4) + moves).ravel()
        new = np.flatnonzero(steps[found] == NO_STEP)
        found, tried = found[new], tried[new]
        steps[found[::-1]] = tried[::-1]
        level = found[steps[found] == tried]
        yield level, tried


def build(board: Board) -> Tables:
    """Return the tables of ``board``, in memory; the same bytes on every machine.

    Raises ValueError for a geometry whose longest path does not fit a code.
    """
    shape = (board.cells, states(board))
    parent, move = np.empty(shape, np.uint32), np.empty(shape, np.uint8)
    path, count = np.zeros(shape, np.uint64), np.zeros(shape, np.uint8)
    for root in range(board.cells):
        _build_root(board, root, parent[root], move[root], path[root], count[root])
    return Tables(board, parent=parent, move=move, path=path, count=count)


def _build_root(
    board: Board,
    root: int,
    parent: NDArray[np.uint32],
    move: NDArray[np.uint8],
    path: NDArray[np.uint64],
    count: NDArray[np.uint8],
) -> None:
    steps = np.full(states(board) + 1, NO_STEP, np.int32)
    table = neighbours(board, root_parity(board, root))
    start = root_state(board, root)
    path[start], count[start] = paths.EMPTY, 1
    for length, (level, edges) in enumerate(levels(board, root, steps), start=1):
        if length > paths.LONGEST and len(level):
            raise ValueError(
                f"a {board.rows}x{board.columns} board has paths of over {paths.LONGEST} moves"
            )
        step = steps[level]
        path[level] = path[step >> 2] * np.uint64(4) + (step & 3).astype(np.uint64)
        np.add.at(count, table.ravel()[edges], count[edges >> 2])
    parent[:] = steps[:-1] >> 2
    move[:] = steps[:-1] & 3
    move[start] = NO_MOVE
