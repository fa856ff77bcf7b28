"""Breadth-first search, from one side and from two."""

from collections import deque
from collections.abc import Callable

from app.searches.puzzle import OPPOSITE
from app.searches.work import Work


def breadth_first(start: str, goal: str, work: Work) -> str | None:
    """Search outward from the start, nearest states first, through a queue.

    The queue holds states in order of length, then of the alphabet, because it is first in first
    out and moves are tried in that order. So a state is first reached by its canonical path. No
    path: all 181,440 reachable states are expanded.
    """
    paths = {start: ""}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        if state == goal:
            return paths[state]
        for move, child in work.expand(state, len(queue) + 1):
            if child not in paths:
                paths[child] = paths[state] + move
                queue.append(child)
    return None


def bidirectional(start: str, goal: str, work: Work) -> str | None:
    """Search from both sides, a whole level of the smaller side at a time, until they meet.

    Each side keeps the alphabetically smallest path of each state. The sides first meet in their
    newest levels, and every shortest path passes through one of the meetings: the smallest over
    them all is the canonical path. No path: one side is expanded to its end.
    """
    head, tail = {start: ""}, {goal: ""}  # the newest levels: paths from the start, to the goal
    before, behind = set(head), set(tail)  # every state seen from each side
    while head and tail:
        meetings = head.keys() & tail.keys()
        if meetings:
            return min(head[state] + tail[state] for state in meetings)
        frontier = len(head) + len(tail)
        if len(head) <= len(tail):
            head = _next(head, before, lambda path, move: path + move, work, frontier)
        else:
            tail = _next(tail, behind, lambda path, move: OPPOSITE[move] + path, work, frontier)
    return None


def _next(
    level: dict[str, str],
    seen: set[str],
    extended: Callable[[str, str], str],
    work: Work,
    frontier: int,
) -> dict[str, str]:
    paths: dict[str, str] = {}
    for state, path in level.items():
        for move, child in work.expand(state, frontier):
            if child not in seen:
                longer = extended(path, move)
                paths[child] = min(longer, paths.get(child, longer))
    seen.update(paths)
    return paths
