"""Shortest paths counted and listed, against a search anyone can follow."""

import numpy as np
import pytest

from app.boards import unpack
from app.explore import explore, shortest_paths
from app.sampling import sample_pairs
from app.solver import Solver
from tests import oracle


def every_path(start: str, goal: str) -> list[str]:
    """Return all shortest paths, walked back from the goal over boards ever nearer the start."""
    found = oracle.search(start)
    if goal not in found:
        return []
    opposite = {"d": "u", "u": "d", "l": "r", "r": "l"}

    def back(board: str) -> list[str]:
        length = len(found[board][0])
        if length == 0:
            return [""]
        return [
            path + opposite[move]
            for move, nearer in oracle.legal(board).items()
            if len(found[nearer][0]) == length - 1
            for path in back(nearer)
        ]

    return sorted(back(goal))


@pytest.mark.parametrize("seed", range(4))
def test_paths_are_all_there_are_in_alphabetical_order_from_any_offset(solver: Solver, seed):
    starts, goals = sample_pairs(solver, 1, seed)
    start, goal = (unpack(solver.board, side)[0].tobytes() for side in (starts, goals))
    expected = every_path(*("".join(map(str, side)) for side in (start, goal)))
    assert list(shortest_paths(solver, start, goal)) == expected
    assert solver.count(start, goal) == explore(solver, start, goal).paths == len(expected)
    for skip in (1, len(expected) - 1, len(expected), len(expected) + 1):
        assert list(shortest_paths(solver, start, goal, skip)) == expected[skip:]


def test_the_most_paths_are_86(solver: Solver, tables):
    root, state = np.unravel_index(int(tables.count.argmax()), tables.count.shape)
    assert tables.count[root, state] == 86


def test_people_are_told_the_same(eight):
    found = eight("explore", "12X453786").stdout.decode().splitlines()
    assert found == ["2\tdd", "1 shortest path", "* d 12345X786 1", "  l 1X2453786 3"]
    assert eight("paths", "12X453786").stdout == b"dd\n"
    assert eight("paths", "21X453786").stdout == b"unsolvable\n"
    assert eight("paths", "21X453786").returncode == 1
    assert eight("stats").returncode == 0
