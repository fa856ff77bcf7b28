"""The geometry of a board, the moves on it, and the text of one board.

    0 1 2        A move is the direction the blank goes, never a tile. From cell c of a board
    3 4 5        with w columns:   d -> c + w    l -> c - 1    r -> c + 1    u -> c - w
    6 7 8        In this order, d l r u, a move and its opposite add up to 3.

Nothing outside this module knows how many rows and columns there are.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

MOVES = "dlru"
BLANKS = "Xx0._*"
SEPARATORS = " \t\n\r\v\f,;|/[]()"
BYTE_ORDER_MARK = "\ufeff"
_UNKNOWN = 255
_CANONICAL = b"X12345678" + bytes(247)


class BoardError(ValueError):
    """A text that is no board.

    ``code`` is one of ``unknown_symbol``, ``symbol_count``, ``no_blank``, ``two_blanks`` and
    ``repeated_tile``; ``position`` is the 1-based place in the text of the symbol complained of,
    or None where the complaint is about the whole.
    """

    def __init__(self, code: str, message: str, position: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.position = position


@dataclass(frozen=True)
class Board:
    """A geometry: ``rows`` by ``columns`` cells, at least 2 by 2 and at most 9 cells."""

    rows: int
    columns: int

    def __post_init__(self) -> None:
        """Refuse what a one-digit symbol and a 4-bit cell number cannot hold."""
        if self.rows < 2 or self.columns < 2 or self.cells > 9:
            shape = f"{self.rows}x{self.columns}"
            raise ValueError(f"expected a board of at least 2x2 and at most 9 cells, got {shape}")

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return self.rows * self.columns

    @property
    def tiles(self) -> int:
        """How many tiles there are: every cell but the blank."""
        return self.cells - 1

    @cached_property
    def targets(self) -> NDArray[np.int8]:
        """(cells, 4) int8: the cell that the blank reaches by each move, or -1 off the board."""
        grid = np.pad(
            np.arange(self.cells, dtype=np.int8).reshape(self.rows, self.columns),
            1,
            constant_values=-1,
        )
        down, left, right, up = grid[2:, 1:-1], grid[1:-1, :-2], grid[1:-1, 2:], grid[:-2, 1:-1]
        return np.stack([side.ravel() for side in (down, left, right, up)], axis=1)

    def after(self, arrangement: bytes, moves: str) -> bytes | None:
        """Return the arrangement after ``moves``, or None where one leaves the board."""
        cells = bytearray(arrangement)
        blank = cells.index(0)
        for move in moves:
            target = int(self.targets[blank, MOVES.index(move)])
            if target < 0:
                return None
            cells[blank], cells[target] = cells[target], 0
            blank = target
        return bytes(cells)

    def root(self, blank: int) -> bytes:
        """Return the arrangement of root ``blank``: tiles in order, the blank in that cell."""
        tiles = bytes(range(1, self.cells))
        return tiles[:blank] + b"\0" + tiles[blank:]

    @property
    def default_goal(self) -> bytes:
        """The last root: tiles in order, the blank in the last cell."""
        return self.root(self.cells - 1)

    @cached_property
    def _symbols(self) -> bytes:
        """A translation of 256 bytes: symbol text to symbol, all else to _UNKNOWN."""
        table = bytearray([_UNKNOWN]) * 256
        for blank in BLANKS:
            table[ord(blank)] = 0
        for tile in range(1, self.cells):
            table[ord(str(tile))] = tile
        return bytes(table)

    def parse(self, text: str) -> bytes:
        """Return the arrangement that ``text`` writes; the inverse of ``format``.

        Separators and byte order marks are passed over. Raises ``BoardError``.
        """
        raw = text.replace(BYTE_ORDER_MARK, "").encode("utf-8", "surrogatepass")
        found = raw.translate(self._symbols, SEPARATORS.encode())
        if len(found) != self.cells or len(set(found)) != self.cells or _UNKNOWN in found:
            raise self._complaint(text)
        return found

    def format(self, arrangement: bytes) -> str:
        """Return the canonical text of ``arrangement``: nine symbols, the blank as X."""
        return arrangement.translate(_CANONICAL).decode()

    def _complaint(self, text: str) -> BoardError:
        known = BLANKS + "".join(str(tile) for tile in range(1, self.cells))
        symbols = []
        for position, symbol in enumerate(text, start=1):
            if symbol in SEPARATORS or symbol == BYTE_ORDER_MARK:
                continue
            if symbol not in known:
                return BoardError(
                    "unknown_symbol",
                    f"unknown symbol {ascii(symbol)} at position {position}: expected the tiles"
                    f" 1 to {self.tiles} and one blank ({' '.join(BLANKS)})",
                    position,
                )
            symbols.append((0 if symbol in BLANKS else int(symbol), position))
        if len(symbols) != self.cells:
            message = f"expected {self.cells} symbols, found {len(symbols)}"
            return BoardError("symbol_count", message)
        return self._repetition(symbols)

    def _repetition(self, symbols: list[tuple[int, int]]) -> BoardError:
        cells_of = {symbol: [] for symbol in range(self.cells)}  # type: dict[int, list[int]]
        for cell, (symbol, _) in enumerate(symbols):
            cells_of[symbol].append(cell)
        missing = [tile for tile in range(1, self.cells) if not cells_of[tile]]
        absent = (
            ", ".join(map(str, missing)) + (" is" if len(missing) == 1 else " are") + " missing"
        )
        if len(cells_of[0]) > 1:
            where = " and ".join(str(cell + 1) for cell in cells_of[0])
            message = (
                f"expected one blank, found {len(cells_of[0])}, in cells {where}; tile {absent}"
            )
            return BoardError("two_blanks", message, symbols[cells_of[0][1]][1])
        tile = next(tile for tile in range(1, self.cells) if len(cells_of[tile]) > 1)
        where = " and ".join(str(cell + 1) for cell in cells_of[tile])
        if not cells_of[0]:
            message = (
                f"no blank: expected one of {' '.join(BLANKS)}; tile {tile} is in cells {where}"
            )
            return BoardError("no_blank", message)
        message = f"tile {tile} stands twice, in cells {where}; tile {absent}"
        if len(cells_of[tile]) > 2:
            message = message.replace("twice", f"{len(cells_of[tile])} times")
        return BoardError("repeated_tile", message, symbols[cells_of[tile][1]][1])
