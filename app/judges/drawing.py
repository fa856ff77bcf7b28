"""Every board on a path, drawn as text: what takes a byte for each symbol and step.

A drawing of a board differs from the next one's in two symbols. So a case has one drawing, in which
a tile and the blank are exchanged at each step, and which is copied to its place in the text. The
longest paths come first: those with a board left are always in front.
"""

import numpy as np
from numpy.typing import NDArray

from app.boards import unpack
from app.judges.pieces import Bytes, whole, windows
from tablegen import paths
from tablegen.board import Board

_BLANK = ord("0")


def lay_boards(
    text: Bytes,
    begins: NDArray[np.int64],
    board: Board,
    drawing: str,
    starts: NDArray[np.uint64],
    codes: NDArray[np.uint64],
) -> None:
    """Draw the board at each step of each path into ``text``, one after another, the blank as 0.

    begins        : (n,) int64, where in the text each path's first board goes
    drawing       : ASCII, with a ``?`` for each symbol, rows and columns evenly spaced
    starts, codes : (n,) uint64, packed boards and paths legal there; of NO_PATH nothing is drawn
    """
    lengths = paths.lengths(codes)
    with_board = np.bincount(lengths + 1)[::-1].cumsum()[::-1][1:]  # how many, at each step
    order = np.argsort(lengths.astype(np.int8), kind="stable")[::-1]
    begins, starts, codes, lengths = begins[order], starts[order], codes[order], lengths[order]
    aligned = codes << (64 - 2 * np.maximum(lengths, 0)).astype(np.uint64)  # the first move on top

    pattern = np.frombuffer(drawing.encode(), np.uint8)
    columns = np.flatnonzero(pattern == ord("?"))
    right, down = columns[1] - columns[0], columns[board.columns] - columns[0]
    turns = np.array([down, -right, right, -down])  # how far each move takes the blank
    arrangements = unpack(board, starts)
    drawings = np.empty((len(starts), len(pattern)), np.uint8)
    drawings[:] = pattern
    drawings[:, columns] = arrangements + np.uint8(_BLANK)

    symbols = drawings.reshape(-1)
    blanks = np.arange(len(starts)) * len(pattern) + columns[np.argmin(arrangements, axis=1)]
    for step, n in enumerate(with_board):
        if step:
            moves = aligned[:n] >> np.uint64(64 - 2 * step) & np.uint64(3)
            entered = blanks[:n] + turns.take(moves.view(np.int64), mode="clip")
            symbols[blanks[:n]] = symbols.take(entered, mode="clip")
            symbols[entered] = _BLANK
            blanks = entered
        places = begins[:n] + step * len(pattern)
        windows(text, len(pattern))[places] = whole(drawings)[:n]
