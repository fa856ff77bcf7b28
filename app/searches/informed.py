"""A* and IDA*: searches that are told how far the goal is at the least."""

from collections.abc import Callable
from heapq import heappop, heappush
from math import inf

from app.searches.estimates import Estimate, manhattan
from app.searches.puzzle import OPPOSITE, solvable
from app.searches.work import Work


def a_star(start: str, goal: str, work: Work, heuristic: Callable[[str], Estimate]) -> str | None:
    """Expand the state of the smallest length so far plus estimate; of equals, smallest path.

    With a consistent heuristic the path found is canonical. The sum never falls along a path, and
    a path comes after its own beginnings in the alphabet. So while a state is still to be reached
    by its canonical path, some beginning of that path is in the heap, and leaves it before any
    other path to the state does. No path: all 181,440 reachable states are expanded.
    """
    estimate = heuristic(goal)
    heap = [(estimate(start), "", start)]
    closed: set[str] = set()
    while heap:
        _, path, state = heappop(heap)
        if state == goal:
            return path
        if state in closed:
            continue
        closed.add(state)
        for move, child in work.expand(state, len(heap) + 1):
            if child not in closed:
                heappush(heap, (len(path) + 1 + estimate(child), path + move, child))
    return None


def ida_star(start: str, goal: str, work: Work) -> str | None:
    """Search depth first within a bound on length plus Manhattan, and raise the bound.

    Nothing is remembered but the path at hand and the turnings not yet taken, so states are
    expanded again and again. The bound never passes the length of a shortest path, and under it
    all shortest paths are tried in alphabetical order: the first found is the canonical one. No
    path: the bound would rise for ever, so parity must decide first.
    """
    if not solvable(start, goal):
        return None
    estimate = manhattan(goal)
    bound: float = estimate(start)
    while True:
        beyond = inf  # the smallest sum above the bound: the next bound
        stack = [("", start)]
        while stack:
            path, state = stack.pop()
            if state == goal:
                return path
            for move, child in reversed(work.expand(state, len(stack) + 1)):
                total = len(path) + 1 + estimate(child)
                if total > bound:
                    beyond = min(beyond, total)
                elif not path.endswith(OPPOSITE[move]):
                    stack.append((path + move, child))
        bound = beyond
