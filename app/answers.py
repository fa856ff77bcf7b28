"""The answer for one pair, as people and programs are given it."""

import msgspec

from app.solver import Solver
from app.style import DEFAULT, Style
from tablegen import paths


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pair in canonical text, and its answer; ``length`` and ``moves`` are null where there is
    no path. ``moves`` is the canonical path, ``length`` its number of moves, 0 to 31; the smallest
    path in another ``order``, or written in another ``notation``, where these are there.
    """

    start: str
    goal: str
    solvable: bool
    length: int | None
    moves: str | None
    order: str | None = None
    notation: str | None = None


def answer(solver: Solver, start: bytes, goal: bytes, style: Style = DEFAULT) -> Answer:
    """Return the answer for two arrangements."""
    texts = solver.board.format(start), solver.board.format(goal)
    if style is DEFAULT:
        code = solver.code(start, goal)
        moves = None if code == paths.NO_PATH else paths.format_path(code)
        return Answer(*texts, moves is not None, None if moves is None else len(moves), moves)
    moves = style.moves(solver, start, goal)
    length = None if moves is None else len(moves)
    return Answer(*texts, moves is not None, length, moves, **style.said)
