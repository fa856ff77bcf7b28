"""Is a claim right? If not, what is the first thing wrong?

``exact`` asks for the canonical path, ``shortest`` for any path of that length, ``valid`` for any
path that gets there. A length that is stated must be that of a shortest path, but where any path
will do: there it must be that of the path it stands by.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NoReturn

from app.checking.claims import Claim
from app.checking.verdicts import Objection, Verdict
from app.judges.formats import Accept
from app.solver import Solver
from tablegen import paths
from tablegen.board import MOVES, Board


@dataclass(frozen=True, slots=True)
class Question:
    """A case as it is judged: its pair, its limit if it has one, the code of its canonical path."""

    start: bytes
    goal: bytes
    limit: int | None
    code: int

    @property
    def moves(self) -> str | None:
        """The canonical path, or None where there is none, or none within the limit."""
        if self.code == paths.NO_PATH:
            return None
        moves = paths.format_path(self.code)
        return None if self.limit is not None and len(moves) > self.limit else moves


def judge(solver: Solver, accept: Accept, question: Question, claim: Claim) -> None:
    """Raise ``Objection`` if the claim is not right, with the first thing that is wrong."""
    moves = question.moves
    within = "" if question.limit is None else f" within {question.limit}"
    if moves is None:
        if claim.solvable:
            _object(f"expected no path{within}, found {_claimed(claim)}")
        if claim.path:
            _object(f"expected no moves, found {_shown(claim.path)}")
        if claim.limit != question.limit:
            _object(f"expected NOT SOLVABLE{within.upper()}, found {claim.limit}")
        return
    if not claim.solvable:
        _object(f"expected a path of {len(moves)} moves, found that there is none")
    has_path = claim.path is not None or claim.boards is not None
    if claim.length is not None and claim.length != len(moves):
        if accept != "valid" or not has_path:
            _object(f"expected a length of {len(moves)}, found {claim.length}")
    if has_path:
        path = claim.path if claim.boards is None else _moves_of(solver.board, question, claim)
        _judge_path(solver, accept, question, moves, path or "")
        if claim.length not in (None, len(path or "")):
            _object(
                f"expected a length of {len(path or '')}, that of the path, found {claim.length}"
            )


def _judge_path(solver: Solver, accept: Accept, question: Question, moves: str, path: str) -> None:
    if path == moves:
        return
    board, at = solver.board, question.start
    for step, move in enumerate(path, start=1):
        if accept == "exact" and moves[step - 1 : step] != move:
            _object(f"expected {_next(moves, step)}, found {move}", step, board.format(at))
        options = _steps(board)[at.index(0)]
        if move not in options:
            stays = ", ".join(options)
            _object(
                f"expected a move that stays on it ({stays}), found {move}", step, board.format(at)
            )
        at = _exchange(at, options[move])
    end = len(path) + 1
    if accept == "exact":
        _object(f"expected {_next(moves, end)}, found the end of the path", end, board.format(at))
    if at != question.goal:
        goal = board.format(question.goal)
        _object(
            f"expected the goal {goal}, found the end of the path",
            len(path) or None,
            board.format(at),
        )
    if accept == "shortest" and len(path) != len(moves):
        _object_to_detour(solver, question, moves, path)


def _object_to_detour(solver: Solver, question: Question, moves: str, path: str) -> NoReturn:
    """Object to the first step that no shortest path takes: a path that is too long has one."""
    at, step = question.start, 1
    for move in path:
        after = _exchange(at, _steps(solver.board)[at.index(0)][move])
        if paths.length(solver.code(after, question.goal)) != len(moves) - step:
            break
        at, step = after, step + 1
    expected = f"a path of {len(moves)} moves"
    _object(
        f"expected {expected}, found {move} on one of {len(path)}", step, solver.board.format(at)
    )


def _moves_of(board: Board, question: Question, claim: Claim) -> str:
    """Return the moves between the claimed boards; object to boards that are not a move apart."""
    at, moves = question.start, ""
    first, *others = claim.boards or ()
    if first != at:
        _object(f"expected the start {board.format(at)}, found {board.format(first)}", 0)
    for step, after in enumerate(others, start=1):
        reached = {_exchange(at, cell): move for move, cell in _steps(board)[at.index(0)].items()}
        if after not in reached:
            found = board.format(after)
            _object(f"expected a board one move away, found {found}", step, board.format(at))
        at, moves = after, moves + reached[after]
    return moves


@lru_cache(maxsize=2)
def _steps(board: Board) -> list[dict[str, int]]:
    """Return, of each cell, the cells that the blank reaches from it, by the move."""
    return [
        {move: target for move, target in zip(MOVES, targets, strict=True) if target >= 0}
        for targets in board.targets.tolist()
    ]


def _exchange(arrangement: bytes, target: int) -> bytes:
    cells = bytearray(arrangement)
    cells[cells.index(0)], cells[target] = cells[target], 0
    return bytes(cells)


def _next(moves: str, step: int) -> str:
    return moves[step - 1] if step <= len(moves) else "the end of the path"


def _claimed(claim: Claim) -> str:
    if claim.length is not None:
        return f"a length of {claim.length}"
    return f"the path {_shown(claim.path or '')}"


def _shown(path: str) -> str:
    return ascii(path if len(path) <= paths.LONGEST else path[: paths.LONGEST] + "...")


def _object(message: str, step: int | None = None, board: str | None = None) -> NoReturn:
    raise Objection(Verdict.WRONG, message, step, board)
