"""What a search sees of the puzzle: states, the moves between them, and their parity.

A state is a text of nine symbols, row by row, the blank as 0: ``123456780``.
"""

from collections.abc import Iterable, Mapping, Sequence

MOVES = "dlru"
OPPOSITE = {"d": "u", "l": "r", "r": "l", "u": "d"}

Neighbours = Sequence[Mapping[str, int]]

# The cell that the blank reaches by each move, from each cell:     0 1 2
# within a row of this table the moves stand in the order in        3 4 5
# which a search tries them.                                        6 7 8
NEIGHBOURS: Neighbours = (
    {"d": 3, "r": 1},
    {"d": 4, "l": 0, "r": 2},
    {"d": 5, "l": 1},
    {"d": 6, "r": 4, "u": 0},
    {"d": 7, "l": 3, "r": 5, "u": 1},
    {"d": 8, "l": 4, "u": 2},
    {"r": 7, "u": 3},
    {"l": 6, "r": 8, "u": 4},
    {"l": 7, "u": 5},
)

_READING = str.maketrans("Xx._*", "00000", " \t\n\r\v\f,;|/[]()\ufeff")


def read(board: str | Iterable[int | str]) -> str:
    """Return the state that ``board`` writes: a text, or nine symbols one by one.

    The blank is any of ``0 X x . _ *``; separators are passed over. Raises ValueError.
    """
    state = "".join(map(str, board)).translate(_READING)
    if sorted(state) != list("012345678"):
        raise ValueError(f"expected the tiles 1 to 8 and one blank, got {state[:20]!r}")
    return state


def successors(state: str, neighbours: Neighbours = NEIGHBOURS) -> list[tuple[str, str]]:
    """Return each move from ``state`` and the state after it, in the order of ``neighbours``."""
    moves = neighbours[state.index("0")].items()
    return [(move, _swapped(state, state[cell])) for move, cell in moves]


def _swapped(state: str, tile: str) -> str:
    return state.replace("0", "_").replace(tile, "0").replace("_", tile)


def ordered(order: str) -> Neighbours:
    """Return the neighbours with the moves in another order than ``dlru``."""
    return [{move: cells[move] for move in order if move in cells} for cells in NEIGHBOURS]


def inversions(symbols: str) -> int:
    """Return how many pairs of ``symbols`` stand in descending order."""
    return sum(later < earlier for i, earlier in enumerate(symbols) for later in symbols[i + 1 :])


def solvable(start: str, goal: str) -> bool:
    """Tell by parity whether a path leads from ``start`` to ``goal``, wherever their blanks are.

    With the blank left out, a horizontal move changes nothing in the order of the tiles, and a
    vertical one takes a tile past two others: each changes the inversions by one either way, or
    together by none. So the parity of the inversions never changes. That a path does exist
    whenever the parities agree is a theorem (Johnson and Story, 1879).
    """
    return inversions(start.replace("0", "")) % 2 == inversions(goal.replace("0", "")) % 2


def turned(path: str) -> str:
    """Return the path that undoes ``path``: the opposite moves, last first."""
    return "".join(OPPOSITE[move] for move in reversed(path))
