"""Boards by the million: arrangements <-> packed boards."""

import numpy as np
from numpy.typing import NDArray

from tablegen.board import Board


def pack(arrangements: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return (n,) uint64 packed boards of (n, cells) uint8 arrangements; inverse of ``unpack``."""
    packed = np.zeros(len(arrangements), np.uint64)
    for cell in range(1, arrangements.shape[1]):
        packed |= np.uint64(cell) << (arrangements[:, cell].astype(np.uint64) * np.uint64(4))
    return packed


def unpack(board: Board, packed: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Return (n, cells) uint8 arrangements of (n,) uint64 packed boards; inverse of ``pack``."""
    arrangements = np.zeros((len(packed), board.cells), np.uint8)
    rows = np.arange(len(packed))
    for tile in range(1, board.cells):
        arrangements[rows, cells_of(packed, tile)] = tile
    return arrangements


def cells_of(packed: NDArray[np.uint64], symbol: int) -> NDArray[np.intp]:
    """Return (n,) intp: the cell where ``symbol`` stands on each board."""
    return (packed >> np.uint64(4 * symbol) & np.uint64(15)).astype(np.intp)
