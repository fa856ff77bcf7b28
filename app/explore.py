"""What lies around a pair: where each legal move leads, and every shortest path.

A move is on a shortest path where it leaves one move less to go. So the shortest paths are walked
depth first, moves tried in the order d, l, r, u, which gives them in alphabetical order; tried in
another order, they come smallest first as letters compare in that one. And since the tables count
the shortest paths from any board, a page far down skips whole branches unwalked.
"""

from collections.abc import Iterator
from functools import cache

import msgspec

from app.solver import Solver
from app.style import DEFAULT, Style
from tablegen import paths


class Step(msgspec.Struct, frozen=True):
    """A legal move from the start: the board it leads to, and that board's length to the goal.

    shortest  : whether the move begins a shortest path
    canonical : whether it begins the canonical one
    """

    move: str
    board: str
    length: int | None
    shortest: bool
    canonical: bool


class Exploration(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pair's answer, how many shortest ``paths`` it has, and the ``next`` boards, best first.

    The canonical path is the smallest in ``order``, moves are written in ``notation``, where these
    are there.
    """

    start: str
    goal: str
    solvable: bool
    length: int | None
    moves: str | None
    paths: int
    next: list[Step]
    order: str | None = None
    notation: str | None = None


def explore(solver: Solver, start: bytes, goal: bytes, style: Style = DEFAULT) -> Exploration:
    """Return what lies around the pair of two arrangements."""
    format_board = solver.board.format
    path = style.path(solver, start, goal)
    length = None if path is None else len(path)
    steps = []
    for move, board in _neighbours(solver, start, style.order):
        left = _length(solver, board, goal)
        shortest = length is not None and left is not None and left == length - 1
        canonical = path is not None and path[:1] == move
        written = style.write(solver.board, start, move)
        steps.append(Step(written, format_board(board), left, shortest, canonical))
    steps.sort(key=lambda step: paths.LONGEST if step.length is None else step.length)
    return Exploration(
        format_board(start),
        format_board(goal),
        path is not None,
        length,
        None if path is None else style.write(solver.board, start, path),
        solver.count(start, goal),
        steps,
        **style.said,
    )


def shortest_paths(
    solver: Solver, start: bytes, goal: bytes, skip: int = 0, style: Style = DEFAULT
) -> Iterator[str]:
    """Yield the shortest paths, smallest first in the style's order, without the first ``skip``."""

    @cache
    def onward(board: bytes, left: int) -> list[tuple[str, bytes, int]]:
        return [
            (move, after, solver.count(after, goal))
            for move, after in _neighbours(solver, board, style.order)
            if _length(solver, after, goal) == left - 1
        ]

    def walk(board: bytes, left: int, begun: str, skip: int) -> Iterator[str]:
        if left == 0:
            yield style.write(solver.board, start, begun)
            return
        for move, after, count in onward(board, left):
            if skip < count:
                yield from walk(after, left - 1, begun + move, skip)
            skip = max(skip - count, 0)

    left = _length(solver, start, goal)
    if left is not None and skip < solver.count(start, goal):
        yield from walk(start, left, "", skip)


def _neighbours(solver: Solver, board: bytes, order: str) -> Iterator[tuple[str, bytes]]:
    for move in order:
        if (reached := solver.board.after(board, move)) is not None:
            yield move, reached


def _length(solver: Solver, start: bytes, goal: bytes) -> int | None:
    code = solver.code(start, goal)
    return None if code == paths.NO_PATH else paths.length(code)


class RootStats(msgspec.Struct, frozen=True):
    """The boards that can be reached with the blank of the start in one cell.

    cell    : the blank's cell, 0 for the first
    boards  : how many there are
    lengths : how many at each length, 0 first
    longest : the greatest length; mean : the mean length
    single  : how many have a single shortest path
    """

    cell: int
    boards: int
    lengths: list[int]
    longest: int
    mean: float
    single: int


def stats(solver: Solver) -> list[RootStats]:
    """Return the figures of each blank cell."""
    counted = solver.tables.figures
    return [
        RootStats(
            cell,
            sum(lengths),
            lengths,
            len(lengths) - 1,
            sum(length * boards for length, boards in enumerate(lengths)) / sum(lengths),
            single,
        )
        for cell, (lengths, single) in enumerate(
            zip(counted["lengths"], counted["single"], strict=True)
        )
    ]
