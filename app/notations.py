"""Notations: a path as the directions of the blank, those of the tiles, or the tiles moved.

    blank  where the blank goes                    d  l  u  r
    tile   where the tile goes: the other way      u  r  d  l
    tiles  the number of the tile, a digit a move  5  4  1  2

The carrier is always a path of the blank's moves; a notation is only how it is written.
"""

import numpy as np
from numpy.typing import NDArray

from app.boards import unpack
from app.judges.pieces import WIDTH, Bytes, path_letters
from tablegen import paths
from tablegen.board import MOVES, Board

NOTATIONS = ["blank", "tile", "tiles"]  # the first is the one the tables speak
BLANK, TILE, TILES = NOTATIONS
OPPOSITE = str.maketrans(MOVES, MOVES[::-1])


def write_path(notation: str, board: Board, start: bytes, path: str) -> str:
    """Return a path of the blank's moves from the arrangement ``start``, in a notation."""
    if notation == TILE:
        return path.translate(OPPOSITE)
    if notation == BLANK:
        return path
    cells, blank, tiles = bytearray(start), start.index(0), ""
    for move in path:
        target = int(board.targets[blank, MOVES.index(move)])
        tiles += str(cells[target])
        cells[blank], blank = cells[target], target  # where the blank is, any symbol may stand
    return tiles


def write_paths(
    notation: str, board: Board, starts: NDArray[np.uint64], codes: NDArray[np.uint64]
) -> Bytes | None:
    """Return (n, WIDTH) uint8: each path in a notation, and whatever behind its end.

    None where it is the blank's, which ``lay_paths`` writes from the codes alone.

    starts, codes : (n,) uint64, packed boards and their paths
    """
    if notation == BLANK:
        return None
    if notation == TILES:
        return _tiles_moved(board, starts, codes)
    lengths = np.maximum(paths.lengths(codes), 0)
    below = (np.uint64(1) << (2 * lengths).astype(np.uint64)) - np.uint64(1)
    return path_letters(codes ^ below, lengths)  # a move and its opposite add up to 3


def _tiles_moved(board: Board, starts: NDArray[np.uint64], codes: NDArray[np.uint64]) -> Bytes:
    """Return (n, WIDTH) uint8: the digits of the tiles moved; all the paths go on to the last end.

    A move exchanges the blank and a tile, so only the tile is written: what stands in the
    blank's cell is never read.
    """
    arrangements = unpack(board, starts)
    blanks, begins = np.argmin(arrangements, axis=1), np.arange(len(starts)) * board.cells
    symbols = arrangements.reshape(-1) + np.uint8(ord("0"))
    here = np.arange(board.cells)[:, None]
    targets = np.where(board.targets < 0, here, board.targets).astype(np.intp).reshape(-1)
    lengths = np.maximum(paths.lengths(codes), 0)
    aligned = codes << (64 - 2 * lengths).astype(np.uint64)  # the first move on top
    digits = np.empty((WIDTH, len(starts)), np.uint8)
    for step in range(int(lengths.max(initial=0))):
        moves = (aligned >> np.uint64(62 - 2 * step) & np.uint64(3)).astype(np.intp)
        vacated = begins + blanks
        blanks = targets.take(blanks * 4 + moves, mode="clip")
        digits[step] = symbols.take(begins + blanks, mode="clip")
        symbols[vacated] = digits[step]
    return np.ascontiguousarray(digits.T)
