"""The textbook searches and the table on one pair."""

from time import perf_counter

import msgspec

from app.answers import answer
from app.searches import METHODS, run
from app.solver import Solver


class Lap(msgspec.Struct, frozen=True):
    """What one way to the answer found and cost.

    outcome  : ``solved``, ``unsolvable``, or ``gave up`` at the limit
    expanded, generated, frontier : states; none for the table
    seconds  : of this machine, at this moment
    """

    name: str
    title: str
    outcome: str
    length: int | None
    path: str | None
    expanded: int
    generated: int
    frontier: int
    seconds: float


class Race(msgspec.Struct, frozen=True):
    """A pair, whether it is solvable, its canonical path, and how each way got there."""

    start: str
    goal: str
    solvable: bool
    moves: str | None
    results: list[Lap]


def race(solver: Solver, start: bytes, goal: bytes, limit: int | None = None) -> Race:
    """Run every search on a pair, ``limit`` expanded states for each, behind the table.

    start, goal : arrangements
    """
    begun = perf_counter()
    told = answer(solver, start, goal)
    seconds = perf_counter() - begun
    outcome = "solved" if told.solvable else "unsolvable"
    laps = [Lap("table", "Table", outcome, told.length, told.moves, 0, 0, 0, seconds)]
    for method in METHODS:
        found = run(method, told.start, told.goal, limit)
        counts = (found.expanded, found.generated, found.frontier, found.seconds)
        laps.append(
            Lap(method.name, method.title, found.outcome, found.length, found.path, *counts)
        )
    return Race(told.start, told.goal, told.solvable, told.moves, laps)
