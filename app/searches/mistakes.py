"""The mistakes themselves: parts of a program, each a few lines from the right part."""

from collections import Counter, deque
from functools import cache, partial
from heapq import heappop, heappush
from itertools import count

from app.searches.estimates import TILES, manhattan
from app.searches.informed import a_star, ida_star
from app.searches.puzzle import (
    NEIGHBOURS,
    OPPOSITE,
    inversions,
    read,
    solvable,
    successors,
    turned,
)
from app.searches.work import Work

QUEUE = 100_000

# Moves to the side that leave one row and enter the next. Right: stay in the row. A move like
# that does not change the order of the tiles either, so parity decides as ever what has a path.
WRAPPED = [
    {**cells, "l": cell - 1, "r": cell + 1} if 0 < cell < 8 else cells
    for cell, cells in enumerate(NEIGHBOURS)
]


def as_integer(text: str) -> str:
    """Read the board as one number. Right: a zero in front is a symbol like any other."""
    return str(int(read(text)))


def upper_case_only(text: str) -> str:
    """Take X for the blank, and not x. Right: the judges' own files use both."""
    return read(text).replace("0", "x" if "x" in text else "0")


def even_start(start: str, goal: str) -> bool:
    """Judge by the start alone. Right: the parities of start and goal must be the same.

    What is let through and has no path after all is searched in vain: still no path.
    """
    return inversions(start.replace("0", "")) % 2 == 0 and solvable(start, goal)


def blank_inverted(start: str, goal: str) -> bool:
    """Count the blank among the inversions. Right: leave it out."""
    return inversions(start) % 2 == inversions(goal) % 2 and solvable(start, goal)


def blank_counted(start: str, goal: str, work: Work) -> str | None:
    """Count the blank in the heuristic. Right: tiles only, or it says too much."""
    return a_star(start, goal, work, partial(manhattan, counted=TILES + "0"))


def start_unmarked(start: str, goal: str, work: Work) -> str | None:
    """Begin with no state visited. Right: ``paths = {start: ""}``.

    The start is soon reached again, by two moves. Its successors are visited by then, so only
    the answer for the start itself is changed; for any other goal the search need not be run.
    """
    if start != goal:
        return a_star(start, goal, work, manhattan)
    paths: dict[str, str] = {}
    queue = deque([("", start)])
    while goal not in paths:
        path, state = queue.popleft()
        for move, child in work.expand(state, len(queue) + 1):
            if child not in paths:
                paths[child] = path + move
                queue.append((path + move, child))
    return paths[goal]


def goal_among_children(start: str, goal: str, work: Work) -> str | None:
    """Look for the goal among new states only. Right: look at the start too."""
    estimate = manhattan(goal)
    heap = [(estimate(start), "", start)]
    closed: set[str] = set()
    while heap:
        _, path, state = heappop(heap)
        if state in closed:
            continue
        closed.add(state)
        for move, child in work.expand(state, len(heap) + 1):
            if child == goal:
                return path + move
            if child not in closed:
                heappush(heap, (len(path) + 1 + estimate(child), path + move, child))
    return None


def from_the_goal(start: str, goal: str, work: Work) -> str | None:
    """Build the tree from the goal, and read paths backwards. Right: from the start.

    The smallest path from the goal, turned round, is seldom the smallest from the start.
    """
    path = ida_star(goal, start, work)
    return None if path is None else turned(path)


def first_meeting(start: str, goal: str, work: Work) -> str | None:
    """Stop where the two sides first meet. Right: compare all meetings of the level."""
    if start == goal:
        return ""
    reached = {start: (True, ""), goal: (False, "")}  # from the start or not, and by which path
    levels = {True: [start], False: [goal]}
    while levels[True] and levels[False]:
        forward = len(levels[True]) <= len(levels[False])
        newest = []
        for state in levels[forward]:
            for move, child in work.expand(state, len(levels[True]) + len(levels[False])):
                path = reached[state][1]
                path = path + move if forward else OPPOSITE[move] + path
                side, other = reached.get(child, (forward, ""))
                if side != forward:
                    return path + other if forward else other + path
                if child not in reached:
                    reached[child] = forward, path
                    newest.append(child)
        levels[forward] = newest
    return None


def ties_by_arrival(start: str, goal: str, work: Work) -> str | None:
    """Of equal sums take the one that came first. Right: the alphabetically smallest path."""
    estimate = manhattan(goal)
    arrivals = count()
    heap = [(estimate(start), next(arrivals), "", start)]
    closed: set[str] = set()
    while heap:
        _, _, path, state = heappop(heap)
        if state == goal:
            return path
        if state in closed:
            continue
        closed.add(state)
        for move, child in work.expand(state, len(heap) + 1):
            total = len(path) + 1 + estimate(child)
            if child not in closed:
                heappush(heap, (total, next(arrivals), path + move, child))
    return None


def short_queue(start: str, goal: str, work: Work) -> str | None:
    """Hold 100,000 states and lose the rest. Right: 181,440, every one that can be reached.

    The states come in order of length, then of the alphabet, so one is held just if its
    canonical path does not come after the last one's.
    """
    path, blank = a_star(start, goal, work, manhattan), start.index("0")
    if path is not None and len(path) < _first_full(blank):
        return path
    last = _last_path(blank)
    return None if path is None or (len(path), path) > (len(last), last) else path


@cache
def _first_full(blank: int) -> int:
    """Return a length that the queue reaches before it is full: there are as many walks."""
    walks, number, length = Counter({(blank, ""): 1}), 1, 0
    while number < QUEUE:
        longer: Counter[tuple[int, str]] = Counter()
        for (cell, last), times in walks.items():
            for move, reached in NEIGHBOURS[cell].items():
                if last != OPPOSITE[move]:
                    longer[reached, move] += times
        walks, number, length = longer, number + longer.total(), length + 1
    return length


@cache
def _last_path(blank: int) -> str:
    start = TILES[:blank] + "0" + TILES[blank:]
    paths = {start: ""}
    queue = deque([start])
    while True:
        state = queue.popleft()
        for move, child in successors(state):
            if child not in paths:
                paths[child] = paths[state] + move
                queue.append(child)
                if len(paths) == QUEUE:
                    return paths[child]
