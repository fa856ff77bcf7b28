"""All the searches on one pair, each with what it found and what it cost."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Literal

from app.searches.estimates import linear_conflict, manhattan, misplaced
from app.searches.informed import a_star, ida_star
from app.searches.puzzle import read
from app.searches.uninformed import bidirectional, breadth_first
from app.searches.work import GaveUp, Search, Work

Board = str | Iterable[int | str]


@dataclass(frozen=True, slots=True)
class Method:
    """A search, and how it tells that a pair has no path: by exhausting, or by parity."""

    name: str
    title: str
    search: Search
    unsolvable_by: Literal["exhausting", "parity"]


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found, and its work (see ``Work`` for what the counts mean).

    ``length`` is in moves and ``path`` in letters of ``dlru``; both are None unless ``outcome``
    is ``solved``. Seconds are of this machine, at this moment.
    """

    name: str
    outcome: Literal["solved", "unsolvable", "gave up"]
    length: int | None
    path: str | None
    expanded: int
    generated: int
    frontier: int
    seconds: float


METHODS = (
    Method("breadth-first", "Breadth-first", breadth_first, "exhausting"),
    Method("bidirectional", "Breadth-first from both sides", bidirectional, "exhausting"),
    Method(
        "a-star-misplaced",
        "A* with misplaced tiles",
        partial(a_star, heuristic=misplaced),
        "exhausting",
    ),
    Method(
        "a-star-manhattan",
        "A* with Manhattan distance",
        partial(a_star, heuristic=manhattan),
        "exhausting",
    ),
    Method(
        "a-star-linear-conflict",
        "A* with linear conflict",
        partial(a_star, heuristic=linear_conflict),
        "exhausting",
    ),
    Method("ida-star-manhattan", "IDA* with Manhattan distance", ida_star, "parity"),
)


def run(method: Method, start: Board, goal: Board, limit: int | None = None) -> Result:
    """Run one search on one pair, for at most ``limit`` expanded states.

    Boards are as ``puzzle.read`` takes them. Raises ValueError for what is no board.
    """
    start, goal = read(start), read(goal)
    work = Work(limit)
    outcome: Literal["solved", "unsolvable", "gave up"]
    begun = perf_counter()
    try:
        path = method.search(start, goal, work)
        outcome = "unsolvable" if path is None else "solved"
    except GaveUp:
        path, outcome = None, "gave up"
    seconds = perf_counter() - begun
    length = None if path is None else len(path)
    counts = (work.expanded, work.generated, work.frontier)
    return Result(method.name, outcome, length, path, *counts, seconds)


def race(start: Board, goal: Board, limit: int | None = None) -> list[Result]:
    """Run every search on one pair, one after another, ``limit`` expanded states for each.

    Raises ValueError for what is no board.
    """
    start, goal = read(start), read(goal)
    return [run(method, start, goal, limit) for method in METHODS]
