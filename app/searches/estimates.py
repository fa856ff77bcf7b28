"""The heuristics: how many moves are needed at the least, judged from the board alone.

Each function takes a goal and returns the estimate for it. All three are consistent: one move
changes them by at most one, and at the goal they are 0. So they never say too much, and a state
that A* takes from its heap has been reached by a shortest path.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from operator import getitem

TILES = "12345678"

Estimate = Callable[[str], int]


def misplaced(goal: str) -> Estimate:
    """Count the tiles that are not in their goal cells; one move places at most one."""

    def estimate(state: str) -> int:
        return sum(goal[cell] != symbol != "0" for cell, symbol in enumerate(state))

    return estimate


def manhattan(goal: str, counted: str = TILES) -> Estimate:
    """Add up each tile's distance to its goal cell, in rows and columns.

    One move takes one tile one cell. The blank is no tile: counted as one it would change too,
    and one move could change the sum by two.
    """

    def distance(symbol: str, cell: int) -> int:
        home = goal.index(symbol)
        return (abs(home // 3 - cell // 3) + abs(home % 3 - cell % 3)) * (symbol in counted)

    distances = [{symbol: distance(symbol, cell) for symbol in goal} for cell in range(9)]

    def estimate(state: str) -> int:
        return sum(map(getitem, distances, state))

    return estimate


def linear_conflict(goal: str) -> Estimate:
    """Add to Manhattan two moves for each tile that must leave its line to let another by.

    Tiles in their goal row, or goal column, that stand in another order than in the goal cannot
    all reach their places without some stepping aside and back: two moves each that Manhattan
    does not see (Hansson, Mayer and Yung, 1992).
    """
    distances = manhattan(goal)
    goal_lines = _lines(goal)

    @cache
    def leaving(line: str, goal_line: str) -> int:
        homes = [goal_line.index(tile) for tile in line if tile != "0" and tile in goal_line]
        kept = (some for size in range(len(homes) + 1) for some in combinations(homes, size))
        return len(homes) - max(len(some) for some in kept if list(some) == sorted(some))

    def estimate(state: str) -> int:
        return distances(state) + 2 * sum(map(leaving, _lines(state), goal_lines))

    return estimate


def _lines(state: str) -> list[str]:
    rows = [state[:3], state[3:6], state[6:]]
    return rows + [state[::3], state[1::3], state[2::3]]
