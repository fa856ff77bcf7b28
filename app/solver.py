"""Relabel and look up: the tables' entry for a pair, or for arrays of pairs.

The tiles' names do not matter to a path. Rename them so that the start reads 1, 2, 3, ... : the
start becomes the root of its blank cell, the goal some other board, and the pair's answer the entry
of that root and that board's index.

    start 2 3 .      rename 2 -> 1, 3 -> 2, ...     1 2 .      goal 1 2 3      3 1 2
          1 4 6      in the order of reading        3 4 5           4 5 6  ->  4 6 5
          7 5 8                                     7 6 8 ...       7 8 .      ...

A renamed order is written as octal digits, the place of each of the goal's tiles in the start's
order. All but the last two digits make the *key* of a small array (2**18 entries on a 3x3 board)
that holds half the rank of the order, and in its top bit the order's parity were the last two
digits ascending. Whether they are then gives the parity, and the parity whether the pair is
solvable, wherever the two blanks are.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from app.boards import cells_of
from app.orders import Descent
from tablegen import paths
from tablegen.ranking import half, states
from tablegen.tables import Tables

_PARITY_BIT = 15
_RANK_MASK = (1 << _PARITY_BIT) - 1
_DIGITS = b"01234567"


class Solver:
    """Answers from ``tables``, for boards of their geometry; boards are trusted, not checked."""

    def __init__(self, tables: Tables) -> None:
        """Make the small array of ranks; the tables themselves are only mapped."""
        self.tables = tables
        self.board = board = tables.board
        self._half, self._states = half(board), states(board)
        self._digits = _DIGITS[: board.tiles]
        self._last_key_digit = board.tiles - 3
        self._ranks = _rank_keys(board.tiles)
        self._codes, self._counts = tables.path.reshape(-1), tables.count.reshape(-1)
        self._rank_of, self._code_of = self._ranks.data, self._codes.data
        rows = np.arange(board.cells) // board.columns
        # Whether going from one cell to another makes the order odd; never on an odd width.
        self._turns = ((rows[:, None] + rows) * (board.columns - 1) & 1).astype(np.uint8)
        below_blank = np.maximum(7 - np.arange(board.cells), 0)
        self._carry = (below_blank * 0x1111_1111).astype(np.uint32)

    def entry(self, start: bytes, goal: bytes) -> int | None:
        """Return the place of the pair's answer in the flattened tables, or None: not solvable.

        start, goal : arrangements of ``cells`` bytes
        """
        root, blank = start.index(0), goal.index(0)
        names = bytes.maketrans(start.replace(b"\0", b""), self._digits)
        order = goal.translate(names, b"\0")
        rank = self._rank_of[int(order[self._last_key_digit :: -1], 8)]
        if (rank >> _PARITY_BIT) ^ (order[-2] > order[-1]) != self._turns[root, blank]:
            return None
        return root * self._states + blank * self._half + (rank & _RANK_MASK)

    def code(self, start: bytes, goal: bytes) -> int:
        """Return the code of the canonical path, or NO_PATH where the pair is not solvable."""
        entry = self.entry(start, goal)
        return paths.NO_PATH if entry is None else self._code_of[entry]

    def count(self, start: bytes, goal: bytes) -> int:
        """Return the number of shortest paths, or 0 where the pair is not solvable."""
        entry = self.entry(start, goal)
        return 0 if entry is None else int(self._counts[entry])

    def entries(
        self, starts: NDArray[np.uint64], goals: NDArray[np.uint64]
    ) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Return each pair's place in the flattened tables, and whether the pair is solvable.

        starts, goals : (n,) uint64, packed boards
        returns       : (n,) intp, and (n,) bool; the place of an unsolvable pair is in range, and
                        means nothing
        """
        roots, start_places = self._places(starts)
        blanks, goal_places = self._places(goals)
        order = np.zeros(len(starts), np.uint32)  # octal digits, the goal's first tile lowest
        for tile in range(self.board.tiles):
            shift = np.uint32(4 * tile)
            place = start_places >> shift & np.uint32(7)
            order |= place << (goal_places >> shift & np.uint32(7)) * np.uint32(3)
        keys = order & np.uint32(len(self._ranks) - 1)
        ranks = self._ranks.take(keys, mode="clip")  # all are in range: spares the check
        before_last = order >> np.uint32(3 * self.board.tiles - 6) & np.uint32(7)
        last = order >> np.uint32(3 * self.board.tiles - 3)
        odd = (before_last > last) ^ (ranks >> _PARITY_BIT).astype(np.bool_)
        if self.board.columns % 2 == 0:
            odd ^= self._turns[roots, blanks].astype(np.bool_)
        entries = roots * self._states + blanks * self._half + (ranks & _RANK_MASK)
        return entries, ~odd

    def codes(self, starts: NDArray[np.uint64], goals: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return the (n,) uint64 codes of the canonical paths, NO_PATH where not solvable.

        starts, goals : (n,) uint64, packed boards
        """
        entries, solvable = self.entries(starts, goals)
        codes = self._codes.take(entries, mode="clip")
        codes *= solvable
        return codes

    def counts(self, starts: NDArray[np.uint64], goals: NDArray[np.uint64]) -> NDArray[np.uint8]:
        """Return the (n,) uint8 numbers of shortest paths, 0 where not solvable."""
        entries, solvable = self.entries(starts, goals)
        return self._counts[entries] * solvable

    @cached_property
    def descent(self) -> Descent:
        """What finds the smallest paths in other orders; made when first asked for."""
        return Descent(self.tables)

    def _places(self, packed: NDArray[np.uint64]) -> tuple[NDArray[np.intp], NDArray[np.uint32]]:
        """Return each board's blank cell, and the places of its tiles in its order, 4 bits each.

        A tile's place is its cell, less one where that is past the blank. In 4 bits, a cell of at
        most 8 plus 7 - blank carries into the top bit just where the cell is past the blank.
        """
        blanks = cells_of(packed, 0)
        places = (packed >> np.uint64(4)).astype(np.uint32)
        past = places + self._carry[blanks]
        past >>= np.uint32(3)
        past &= np.uint32(0x1111_1111)
        return blanks, places - past


def _rank_keys(tiles: int) -> NDArray[np.uint16]:
    """Return (8 ** (tiles - 2),) uint16: half the rank, and the parity bit, of each key.

    The i-th octal digit of a key, the lowest first, is the i-th number of an order. Keys with a
    digit twice are no order's; their entries are never asked for.
    """
    keys = np.arange(8 ** (tiles - 2))
    digits = [(keys >> 3 * i & 7).astype(np.int8) for i in range(tiles - 2)]
    ranks, inversions = np.zeros(len(keys), np.int32), np.zeros(len(keys), np.int8)
    for i, digit in enumerate(digits):
        smaller_later = digit - sum((earlier < digit for earlier in digits[:i]), np.int8(0))
        ranks = ranks * (tiles - i) + smaller_later
        inversions += smaller_later
    return (ranks | (inversions & 1).astype(np.int32) << _PARITY_BIT).astype(np.uint16)
