"""Which of the shortest paths is the answer, and how it is written: an order and a notation."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.notations import BLANK, NOTATIONS, write_path
from app.orders import ORDERS
from app.solver import Solver
from tablegen import paths
from tablegen.board import MOVES, Board


class StyleError(ValueError):
    """What is no order or no notation; ``field`` says which."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True)
class Style:
    """The tie rule: the moves of the blank in the ``order`` they compare in; and the notation."""

    order: str = MOVES
    notation: str = BLANK

    @property
    def said(self) -> dict[str, str]:
        """What differs from the default, by name."""
        named = {"order": self.order, "notation": self.notation}
        return {name: value for name, value in named.items() if value not in (MOVES, BLANK)}

    def path(self, solver: Solver, start: bytes, goal: bytes) -> str | None:
        """Return the blank's moves on the order's path, or None: not solvable.

        start, goal : arrangements
        """
        code = solver.code(start, goal)
        if code == paths.NO_PATH:
            return None
        if self.order == MOVES:
            return paths.format_path(code)
        path, board = "", start
        for left in reversed(range(paths.length(code))):
            for move in self.order:
                after = solver.board.after(board, move)
                if after is not None and paths.length(solver.code(after, goal)) == left:
                    path, board = path + move, after
                    break
        return path

    def codes(
        self, solver: Solver, starts: NDArray[np.uint64], goals: NDArray[np.uint64]
    ) -> NDArray[np.uint64]:
        """Return the (n,) uint64 codes of the order's paths, NO_PATH where not solvable.

        starts, goals : (n,) uint64, packed boards
        """
        codes = solver.codes(starts, goals)
        if self.order == MOVES:
            return codes
        return solver.descent.reordered(solver.entries(goals, starts)[0], codes, self.order)

    def moves(self, solver: Solver, start: bytes, goal: bytes) -> str | None:
        """Return the order's path in the notation, or None: not solvable."""
        path = self.path(solver, start, goal)
        return None if path is None else self.write(solver.board, start, path)

    def write(self, board: Board, start: bytes, path: str) -> str:
        """Return a path of the blank's moves from an arrangement, in the notation."""
        return write_path(self.notation, board, start, path)


DEFAULT = Style()


def parse_style(order: str = MOVES, notation: str = BLANK) -> Style:
    """Return the style of these names, DEFAULT itself for its own; raises ``StyleError``."""
    if order not in ORDERS:
        raise StyleError("order", f"expected d, l, r, u in any order, found {_shown(order)}")
    if notation not in NOTATIONS:
        expected = ", ".join(NOTATIONS[:-1]) + f" or {NOTATIONS[-1]}"
        raise StyleError("notation", f"expected {expected}, found {_shown(notation)}")
    return DEFAULT if (order, notation) == (MOVES, BLANK) else Style(order, notation)


def _shown(text: str) -> str:
    return ascii(text[:20]) + ("..." if len(text) > 20 else "")
