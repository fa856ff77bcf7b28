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
        places: dict[int, list[int]] = {symbol: [] for symbol in range(self.cells)}
        for place, (symbol, _) in enumerate(symbols):
            places[symbol].append(place)
        absent = [tile for tile in range(1, self.cells) if not places[tile]]
        repeated = next(symbol for symbol in range(self.cells) if len(places[symbol]) > 1)
        where = f"in cells {_listed([place + 1 for place in places[repeated]])}"
        second = symbols[places[repeated][1]][1]
        if not places[0]:
            expected = f"no blank: expected one of {' '.join(BLANKS)}"
            return BoardError("no_blank", f"{expected}; tile {repeated} is {where}")
        missing = f"tiles {_listed(absent)} are missing"
        if len(absent) == 1:
            missing = f"tile {absent[0]} is missing"
        if repeated == 0:
            found = f"expected one blank, found {len(places[0])}, {where}; {missing}"
            return BoardError("two_blanks", found, second)
        times = "twice" if len(places[repeated]) == 2 else f"{len(places[repeated])} times"
        found = f"tile {repeated} stands {times}, {where}; {missing}"
        return BoardError("repeated_tile", found, second)


def _listed(numbers: list[int]) -> str:
    """Return ``1``, ``1 and 2``, ``1, 2 and 3``."""
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last
