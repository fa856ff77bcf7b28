"""The dense index of a state: rank and unrank.

    index = blank cell * half + (lexicographic rank of the order) // 2,  half = tiles! / 2

Why it is dense. A horizontal move does not change the order; a vertical one rotates ``columns``
neighbours in it, which is ``columns - 1`` exchanges. So on a board of odd width the parity of the
order never changes, and on one of even width the parity of the order plus the blank's row never
does. Of the two orders with ranks 2q and 2q + 1, which differ in their last two tiles and so in
parity, exactly one can be reached: q names it. A 3x3 root has 9 * 20,160 = 181,440 states, all
numbered, no number unused.

``parity`` below is that constant: 0 for a root with the blank in row 0 (and, on an odd width, for
every root).
"""

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tablegen.board import Board


def half(board: Board) -> int:
    """Return how many orders of one parity there are: tiles! / 2."""
    return math.factorial(board.tiles) // 2


def states(board: Board) -> int:
    """Return how many states a root reaches: cells * tiles! / 2."""
    return board.cells * half(board)


def order_parity(board: Board, parity: int, blanks: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return 0 or 1 per blank cell: the parity of the orders that have the blank there."""
    rows = blanks // board.columns
    return (parity + rows * (board.columns - 1)) & 1


def root_parity(board: Board, blank: int) -> int:
    """Return the constant parity of root ``blank``, whose order has parity 0."""
    return int(order_parity(board, 0, np.array(blank)))


def root_state(board: Board, blank: int) -> int:
    """Return the index of root ``blank`` itself: its order has rank 0."""
    return blank * half(board)


def rank(board: Board, arrangements: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Return the index of each arrangement; the inverse of ``unrank``.

    arrangements : (n, cells) uint8, each row a permutation of 0 to tiles (not checked)
    returns      : (n,) uint32, 0 to states - 1. Two arrangements that differ in the exchange of
                   the last two tiles of their order share an index: parity tells them apart.
    """
    blanks = np.argmin(arrangements, axis=1)
    orders = arrangements[arrangements != 0].reshape(len(arrangements), board.tiles)
    indices: NDArray[np.int64] = blanks * half(board) + rank_orders(board, orders)
    return indices.astype(np.uint32)


def rank_orders(board: Board, orders: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return (n,) int64, 0 to half - 1: half the lexicographic rank of (n, tiles) orders."""
    ranks = np.zeros(len(orders), np.int64)
    for i in range(board.tiles - 2):  # the last two tiles decide only the last bit of the rank
        smaller_later = (orders[:, i + 1 :] < orders[:, i : i + 1]).sum(axis=1)
        ranks += smaller_later * (math.factorial(board.tiles - 1 - i) // 2)
    return ranks


def unrank_orders(
    board: Board, ranks: NDArray[np.integer], parities: NDArray[np.integer] | int
) -> NDArray[np.uint8]:
    """Return the (n, tiles) uint8 orders of these ranks and parities; 0 is even."""
    left = np.broadcast_to(np.arange(1, board.cells, dtype=np.uint8), (len(ranks), board.tiles))
    orders = np.empty((len(ranks), board.tiles), np.uint8)
    rest, inversions = ranks, np.zeros(len(ranks), np.int64)
    for i in range(board.tiles - 2):
        digit, rest = np.divmod(rest, math.factorial(board.tiles - 1 - i) // 2)
        inversions += digit  # the i-th digit of the rank counts the smaller tiles that follow
        orders[:, i] = np.take_along_axis(left, digit[:, None], axis=1)[:, 0]
        keep = np.arange(left.shape[1]) != digit[:, None]
        left = left[keep].reshape(len(ranks), -1)
    swap = ((inversions + parities) & 1)[:, None] == 1
    orders[:, -2:] = np.where(swap, left[:, ::-1], left)
    return orders


def unrank(board: Board, indices: NDArray[np.integer], parity: int = 0) -> NDArray[np.uint8]:
    """Return the arrangement of each index, for roots of this parity; the inverse of ``rank``.

    indices : (n,) integers, 0 to states - 1 (not checked)
    returns : (n, cells) uint8
    """
    blanks, ranks = np.divmod(indices, half(board))
    orders = unrank_orders(board, ranks, order_parity(board, parity, blanks))
    arrangements = np.zeros((len(indices), board.cells), np.uint8)
    arrangements[np.arange(board.cells) != blanks[:, None]] = orders.ravel()
    return arrangements


@lru_cache(maxsize=2)
def neighbours(board: Board, parity: int = 0) -> NDArray[np.int32]:
    """Return (states + 1, 4) int32: the state that each move leads to, or ``states`` for none.

    The last row is ``states`` itself, so that no-state leads to no-state. A horizontal move keeps
    the rank; a vertical one maps it by a small array of ``half`` entries, one a pair of cells.
    """
    size, none = half(board), states(board)
    table = np.full((none + 1, 4), none, np.int32)
    ranks = np.arange(size)
    for cell in range(board.cells):
        here = slice(cell * size, (cell + 1) * size)
        down, _, right, _ = (int(target) for target in board.targets[cell])
        if right >= 0:
            there = slice(right * size, (right + 1) * size)
            table[here, 2] = ranks + right * size
            table[there, 1] = ranks + cell * size
        if down >= 0:
            # The tile of the cell below moves up, before the columns - 1 tiles between:
            #     . a b        order ... a b c ...  ->  ... c a b ...
            #     c . .        with a at place `cell` of the order
            orders = unrank_orders(board, ranks, order_parity(board, parity, np.array(cell)))
            orders[:, cell:down] = np.roll(orders[:, cell:down], 1, axis=1)
            below = rank_orders(board, orders)
            table[here, 0] = below + down * size
            table[down * size + below, 3] = ranks + cell * size
    table.flags.writeable = False
    return table
