"""The text of many boards at once <-> packed boards.

Two neighbouring symbols are one 16-bit number, which picks from an array of 65,536 what the two
add to a packed board; a board is the sum over its pairs of cells. Above the 36 bits of the cells,
each symbol adds 2**(36 + symbol): nine powers of two add up to 111111111 only if each is there
once. A byte that is no symbol adds far more. So one comparison checks a board whole.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from app.boards import unpack
from tablegen.board import BLANKS, Board

_SUM = np.uint64(36)
_UNKNOWN = np.uint64(1 << 60)  # nine of them still fit


def pack_symbols(board: Board, symbols: NDArray[np.uint8]) -> tuple[NDArray[np.uint64], int | None]:
    """Return the packed boards, and the place of the first that is none, or None.

    symbols : (n, cells) uint8, ASCII; the symbols of a board next to each other in memory
    returns : (n,) uint64, the whole of it meaningful where every board is one
    """
    pairs, last = _tables(board)
    numbers = symbols[:, : 2 * len(pairs)].view("<u2")
    packed = pairs[0].take(numbers[:, 0], mode="clip")  # all are in range: spares the check
    for cell, table in enumerate(pairs[1:], start=1):
        packed += table.take(numbers[:, cell], mode="clip")
    if last is not None:
        packed += last.take(symbols[:, -1], mode="clip")
    whole = np.uint64((1 << board.cells) - 1)
    wrong = packed >> _SUM != whole
    packed &= np.uint64((1 << 36) - 1)
    return packed, int(np.argmax(wrong)) if wrong.any() else None


def format_symbols(board: Board, packed: NDArray[np.uint64], blank: str) -> NDArray[np.uint8]:
    """Return (n, cells) uint8, ASCII: the symbols of packed boards; inverse of pack_symbols."""
    text = unpack(board, packed) + np.uint8(ord("0"))
    text[text == ord("0")] = ord(blank)
    return text


@lru_cache(maxsize=2)
def _tables(board: Board) -> tuple[list[NDArray[np.uint64]], NDArray[np.uint64] | None]:
    """Return an array of 65,536 for each two cells, and one of 256 for an odd last cell."""
    adds = []
    for cell in range(board.cells):
        table = np.full(256, _UNKNOWN)
        for symbol in range(board.cells):
            for text in BLANKS if symbol == 0 else str(symbol):
                table[ord(text)] = (cell << 4 * symbol) + (1 << int(_SUM) + symbol)
        adds.append(table)
    # A little-endian number has the first symbol in its low byte.
    pairs = [(adds[i + 1][:, None] + adds[i]).ravel() for i in range(0, board.cells - 1, 2)]
    return pairs, adds[-1] if board.cells % 2 else None
