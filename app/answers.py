"""The answer for one pair, as people and programs are given it."""

import msgspec

from app.solver import Solver
from tablegen import paths


class Answer(msgspec.Struct, frozen=True):
    """A pair in canonical text, and its answer; ``length`` and ``moves`` are null where there is
    no path. ``moves`` is the canonical path, ``length`` its number of moves, 0 to 31.
    """

    start: str
    goal: str
    solvable: bool
    length: int | None
    moves: str | None


def answer(solver: Solver, start: bytes, goal: bytes) -> Answer:
    """Return the answer for two arrangements."""
    code = solver.code(start, goal)
    moves = None if code == paths.NO_PATH else paths.format_path(code)
    texts = solver.board.format(start), solver.board.format(goal)
    return Answer(*texts, moves is not None, None if moves is None else len(moves), moves)
