"""Proves every entry of the tables, without trusting what made them.

Of each root r and each state s the proof asks that

    path[r] = 1, the empty path, and  path[s] = min over p, m of 4 * path[p] + m  for s other than r
    4 * path[parent[s]] + move[s] = path[s], where move[s] really leads from parent[s] to s
    count[r] = 1, and  count[s] = the sum of count[p] over the p one move nearer to r

where p are the boards one move away from s, and m is the move from p to s.

Why these local checks are enough. By the first, every path[s] but the root's is more than some
path[p], so following such p's the codes fall until they reach 1: path[s] is the code of a real path
from r to s (each state is reached). And path[s] <= 4 * path[p] + m along every edge, and 4x + m
grows with x, so by induction along any path from r to s, path[s] is no more than its code. A real
path no larger than any other is the smallest, and codes order by length, then alphabet: it is the
shortest, and of those the alphabetically first. The second then makes ``parent`` and ``move`` its
last step. The third is the definition of a count of shortest paths, by the last move of each.

The boards one move away are found by exchanging symbols on the boards themselves, not by the
arrays that the builder walked on.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tablegen import paths
from tablegen.board import MOVES, Board
from tablegen.errors import VerifyError
from tablegen.ranking import rank, root_parity, root_state, states, unrank
from tablegen.tables import NO_MOVE, Tables, expect_figures

_MOVE_NUMBERS = np.arange(len(MOVES), dtype=np.uint64)
_FAR = np.uint64(2**64 - 1)
_LONGEST = np.uint64(2**62)  # a path of 31 moves is no less: one more move exceeds every uint64


def verify(tables: Tables) -> Iterator[int]:
    """Prove the tables, yielding each root when all its entries are proven.

    Raises ``VerifyError`` for the first entry, in the order above, that is not as it must be, and
    ``TablesError`` for a manifest that tells other figures than the entries have.
    """
    before: dict[int, NDArray[np.int64]] = {}
    for root in range(tables.board.cells):
        parity = root_parity(tables.board, root)
        if parity not in before:
            before[parity] = predecessors(tables.board, parity)
        _verify_root(tables, root, before[parity])
        yield root
    expect_figures(tables)


def predecessors(board: Board, parity: int) -> NDArray[np.int64]:
    """Return (states, 4) int64: the state from which each move leads to this one, or -1."""
    here = unrank(board, np.arange(states(board)), parity)
    blanks = np.argmin(here, axis=1)
    before = np.full((len(here), 4), -1)
    for move in range(4):
        sources = board.targets[blanks, 3 - move]  # undone by the opposite move
        rows = np.flatnonzero(sources >= 0)
        there = here[rows]
        moved = np.arange(len(rows))
        there[moved, blanks[rows]] = there[moved, sources[rows]]
        there[moved, sources[rows]] = 0
        before[rows, move] = rank(board, there)
    return before


def _verify_root(tables: Tables, root: int, before: NDArray[np.int64]) -> None:
    path, count = tables.path[root], tables.count[root]
    parent, move = tables.parent[root].astype(np.int64), tables.move[root]
    state = np.arange(len(path))
    start = root_state(tables.board, root)

    extendable = (before >= 0) & (path[before] < _LONGEST)
    steps = np.where(extendable, path[before] * np.uint64(4) + _MOVE_NUMBERS, _FAR)
    smallest = steps.min(axis=1)
    smallest[start] = paths.EMPTY
    _equal(tables, root, "path.npy", smallest, path)

    last = np.argmin(steps, axis=1)  # exact now: no two boards share a path
    before_last, last_move = before[state, last], last.astype(np.uint8)
    before_last[start], last_move[start] = start, NO_MOVE
    _equal(tables, root, "parent.npy", before_last, parent)
    _equal(tables, root, "move.npy", last_move, move)

    lengths = paths.lengths(path)
    nearer = (before >= 0) & (lengths[before] == lengths[:, None] - 1)
    counted = np.where(nearer, count[before], 0).sum(axis=1)
    counted[start] = 1
    _equal(tables, root, "count.npy", counted, count)


def _equal(
    tables: Tables,
    root: int,
    file: str,
    expected: NDArray[np.integer],
    found: NDArray[np.integer],
) -> None:
    wrong = np.flatnonzero(expected != found)
    if not len(wrong):
        return
    board, state = tables.board, wrong[:1]
    text = board.format(unrank(board, state, root_parity(board, root))[0].tobytes())
    values = [_describe(file, int(values[state[0]])) for values in (expected, found)]
    raise VerifyError(file, root, text, *values)


def _describe(file: str, value: int) -> str:
    if file == "path.npy" and value.bit_length() % 2:
        return f"path {paths.format_path(value)!r}"
    if file == "move.npy":
        return f"move {MOVES[value]}" if value < len(MOVES) else f"move {value}"
    return str(value)
