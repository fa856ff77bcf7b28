"""Boards by the million: arrangements <-> packed boards, and the boards on their paths."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tablegen import paths
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


def walk(
    board: Board, starts: NDArray[np.uint64], codes: NDArray[np.uint64]
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.uint8]]]:
    """Yield the boards on the paths, step by step: which pairs get so far, and where they are.

    starts, codes : (n,) uint64, packed boards and their paths, NO_PATH for none
    yields        : at step 0, 1, ... the (m,) places of the paths of at least so many moves, and
                    their (m, cells) uint8 arrangements
    """
    lengths = paths.lengths(codes)
    active = np.flatnonzero(lengths >= 0)
    arrangements = unpack(board, starts[active])
    for step in range(int(lengths.max(initial=-1)) + 1):
        keep = lengths[active] >= step
        active, arrangements = active[keep], arrangements[keep]
        if step:
            shifts = (2 * (lengths[active] - step)).astype(np.uint64)
            moves = (codes[active] >> shifts & np.uint64(3)).astype(np.intp)
            rows, blanks = np.arange(len(active)), np.argmin(arrangements, axis=1)
            targets = board.targets[blanks, moves]
            arrangements[rows, blanks] = arrangements[rows, targets]
            arrangements[rows, targets] = 0
        yield active, arrangements
