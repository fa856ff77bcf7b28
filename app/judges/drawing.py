"""Every board on a path, drawn as text: what takes a byte for each symbol and step.

A drawing of a board differs from the next one's in two symbols. So a case's boards are drawn side
by side in one row, each a copy of the one before with a tile and the blank exchanged; and rows of
paths that end early go on with moves that nobody will read.
"""

import numpy as np
from numpy.typing import NDArray

from app.boards import unpack
from app.judges.pieces import Bytes, whole
from tablegen import paths
from tablegen.board import Board

_BLANK = ord("0")


def draw_boards(
    board: Board, drawing: str, starts: NDArray[np.uint64], codes: NDArray[np.uint64], steps: int
) -> Bytes:
    """Return (n, steps + 1, len(drawing)) uint8: the board at each step of each path, the blank 0.

    drawing       : ASCII, with a ``?`` for each symbol
    starts, codes : (n,) uint64, packed boards and their paths; after a path's end, and for
                    NO_PATH, the drawings mean nothing
    """
    blank_drawing = np.frombuffer(drawing.encode(), np.uint8)
    columns = np.flatnonzero(blank_drawing == ord("?"))
    arrangements = unpack(board, starts)
    drawings = np.empty((len(starts), steps + 1, len(drawing)), np.uint8)
    drawings[:, 0] = blank_drawing
    drawings[:, 0, columns] = arrangements + np.uint8(_BLANK)

    turns = _turns(board, columns)
    aligned = codes << (64 - 2 * np.maximum(paths.lengths(codes), 0)).astype(np.uint64)
    blanks = columns[np.argmin(arrangements, axis=1)]
    symbols, boards = drawings.reshape(-1), whole(drawings)
    begins = np.arange(len(starts)) * drawings[0].size
    for step in range(1, steps + 1):
        boards[:, step] = boards[:, step - 1]
        begins += len(drawing)
        moves = (aligned >> np.uint64(64 - 2 * step) & np.uint64(3)).astype(np.intp)
        vacated = begins + blanks
        blanks = turns.take(blanks * 4 + moves, mode="clip")
        entered = begins + blanks
        symbols[vacated] = symbols.take(entered, mode="clip")
        symbols[entered] = _BLANK
    return drawings


def _turns(board: Board, columns: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return, at 4 * the blank's column + move, its column after it; no legal move: the same."""
    turns = np.zeros((columns[-1] + 1, 4), np.intp)
    targets = np.where(board.targets < 0, np.arange(board.cells)[:, None], board.targets)
    turns[columns] = columns[targets]
    return turns.reshape(-1)
