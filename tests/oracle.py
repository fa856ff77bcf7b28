"""The slow twin: what the tables must say, by a search anyone can follow.

A board is a text of digits, the blank 0. Nothing here comes from the product.
"""

from functools import cache

MOVES = "dlru"
OPPOSITE = str.maketrans(MOVES, "urld")


@cache
def legal(board: str, rows: int = 3, columns: int = 3) -> dict[str, str]:
    """Return the boards one move away, by the move."""
    row, column = divmod(board.index("0"), columns)
    boards = {}
    for move, (down, right) in {"d": (1, 0), "l": (0, -1), "r": (0, 1), "u": (-1, 0)}.items():
        if 0 <= row + down < rows and 0 <= column + right < columns:
            tile = board[(row + down) * columns + column + right]
            boards[move] = board.replace("0", "?").replace(tile, "0").replace("?", tile)
    return boards


def search(start: str, rows: int = 3, columns: int = 3) -> dict[str, tuple[str, int]]:
    """Return, of every board that ``start`` reaches, the smallest shortest path and their number.

    Level by level. Of the shortest paths to a board, each is one to a neighbour a level before
    and a move; so the smallest is the least of these, and the number is the sum of theirs.
    """
    found = {start: ("", 1)}
    level = dict(found)
    while level:
        after: dict[str, tuple[str, int]] = {}
        for board, (path, count) in level.items():
            for move, there in legal(board, rows, columns).items():
                if there not in found:
                    smallest, others = after.get(there, (path + move, 0))
                    after[there] = min(smallest, path + move), others + count
        found.update(after)
        level = after
    return found


def walk(board: str, path: str, rows: int = 3, columns: int = 3) -> list[str]:
    """Return the boards on a path, both ends with it; KeyError where a move leaves the board."""
    boards = [board]
    for move in path:
        boards.append(legal(boards[-1], rows, columns)[move])
    return boards


def shortest(start: str, goal: str, rows: int = 3, columns: int = 3) -> str | None:
    """Return the smallest shortest path, or None where there is none."""
    return search(start, rows, columns).get(goal, (None, 0))[0]
