"""Ties by other orders: of the shortest paths, the smallest where letters compare in some order.

The tables hold the paths that are smallest in the order d, l, r, u. But they tell the length of any
pair, so any other is found by walking down the lengths: at each step, the first move in that order
whose board is one move nearer the goal.

Here arrays of pairs walk together, in the goal's tables: a path backwards is a path, so the entry
of (goal, board) has the length of (board, goal), and a move takes the board's state to a neighbour,
whatever the goal. Which of the moves lead nearer is worked out once for all entries; then a step
is three look-ups a pair.
"""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from tablegen import paths
from tablegen.board import MOVES
from tablegen.ranking import neighbours, root_parity, states
from tablegen.tables import Tables

ORDERS = ["".join(letters) for letters in permutations(MOVES)]  # the tables' own is the first


class Descent:
    """Walks down the lengths of ``tables``, arrays of pairs at once."""

    def __init__(self, tables: Tables) -> None:
        """Find the moves that lead nearer from every entry: a tenth of a second on a 3x3 board."""
        board = tables.board
        self._states = states(board)
        even = neighbours(board)
        # On an even width the neighbours of roots of odd parity are others; they come behind.
        both = [even] if board.columns % 2 else [even, neighbours(board, 1) + np.int32(len(even))]
        self._after = np.concatenate(both).reshape(-1)
        parities = [root_parity(board, root) for root in range(board.cells)]
        self._parts = np.array(parities) * len(even)
        self._nearer = np.concatenate(
            [
                _nearer(codes, neighbours(board, parity))
                for codes, parity in zip(tables.path, parities, strict=True)
            ]
        )

    def reordered(
        self, entries: NDArray[np.intp], codes: NDArray[np.uint64], order: str
    ) -> NDArray[np.uint64]:
        """Return the (n,) uint64 codes of the shortest paths that are smallest in ``order``.

        entries : (n,) intp, of the pairs the other way round, from the goals to the starts
        codes   : (n,) uint64, of any shortest paths of the pairs; NO_PATH comes out as it is
        """
        roots, rows = np.divmod(entries, self._states)
        rows += self._parts[roots]
        to_entries = roots * self._states - self._parts[roots]
        lengths = np.maximum(paths.lengths(codes), 0)
        steps, first = int(lengths.max(initial=0)), _first_moves(order)
        walked = np.zeros(len(codes), np.int64)  # past a goal any moves; they are cut off below
        for _ in range(steps):
            moves = first.take(self._nearer.take(rows + to_entries, mode="clip"))
            walked = walked << 2 | moves
            rows = self._after.take(rows * 4 + moves, mode="clip")
        walked >>= 2 * (steps - lengths)
        found = (walked | np.int64(1) << 2 * lengths).view(np.uint64)
        found *= codes != paths.NO_PATH
        return found


def _nearer(codes: NDArray[np.uint64], table: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Return (states,) uint8: of each state of a root the moves nearer to it, bit m for move m."""
    lengths = np.append(paths.lengths(codes).astype(np.int8), np.int8(-1))
    nearer = lengths[table[:-1]] == lengths[:-1, None] - 1
    nearer[lengths[:-1] == 0] = False  # the root itself, beside what is off the board
    return np.packbits(nearer, axis=1, bitorder="little")[:, 0]


def _first_moves(order: str) -> NDArray[np.int64]:
    """Return (16,) int64: of each set of moves the number of the first in ``order``; of none, 0."""
    numbers = [MOVES.index(move) for move in order]
    firsts = [next((m for m in numbers if moves >> m & 1), 0) for moves in range(16)]
    return np.array(firsts, np.int64)
