"""Every entry of all nine tables, against a dictionary search that shares no code with them."""

import numpy as np
import pytest

from tablegen import paths
from tablegen.board import MOVES, Board
from tablegen.build import NO_STEP, build, levels
from tablegen.ranking import rank, root_parity, root_state, states, unrank
from tablegen.tables import NO_MOVE, Tables
from tests.facts import LENGTHS, LENGTHS_2X3, LONGEST_2X4, MOST_PATHS, SINGLE_PERCENT, STATES
from tests.oracle import search

BOARD = Board(3, 3)


def entries(tables: Tables, root: int) -> dict[str, tuple[str, int]]:
    """Return the path and the count of every state of a root, by the board's digits."""
    board = tables.board
    boards = unrank(board, np.arange(states(board)), root_parity(board, root))
    texts = (boards + ord("0")).view(f"S{board.cells}")[:, 0].astype(str).tolist()
    found = map(paths.format_path, tables.path[root].tolist())
    return dict(zip(texts, zip(found, tables.count[root].tolist(), strict=True), strict=True))


@pytest.mark.parametrize("root", range(9))
def test_every_path_and_count_is_the_oracle_s(tables: Tables, root: int) -> None:
    start = "".join(map(str, BOARD.root(root)))
    assert entries(tables, root) == search(start)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2)])
def test_every_entry_of_a_smaller_board_is_the_oracle_s(rows: int, columns: int) -> None:
    tables = build(Board(rows, columns))
    for root in range(rows * columns):
        start = "".join(map(str, tables.board.root(root)))
        assert entries(tables, root) == search(start, rows, columns)


@pytest.mark.parametrize("root", range(9))
def test_every_parent_is_a_move_away_and_replays_the_path(tables: Tables, root: int) -> None:
    parent, move, path = tables.parent[root], tables.move[root], tables.path[root]
    state = np.arange(states(BOARD))
    start = root_state(BOARD, root)
    others = state != start
    assert (parent[start], move[start], path[start]) == (start, NO_MOVE, paths.EMPTY)
    assert (path[others] == path[parent[others]] * 4 + move[others]).all()

    boards = unrank(BOARD, parent[others])  # an exchange of symbols on the boards themselves
    blanks = np.argmin(boards, axis=1)
    steps = np.array([3, -1, 1, -3])[move[others]]
    rows = np.arange(len(boards))
    assert (abs(blanks % 3 - (blanks + steps) % 3) == (abs(steps) == 1)).all()  # no row wrap
    boards[rows, blanks] = boards[rows, blanks + steps]
    boards[rows, blanks + steps] = 0
    assert (rank(BOARD, boards) == state[others]).all()


@pytest.mark.parametrize("root", range(9))
def test_the_counts_at_each_length_are_the_published_ones(tables: Tables, root: int) -> None:
    lengths = paths.lengths(tables.path[root])
    assert np.bincount(lengths).tolist() == LENGTHS[root]
    assert tables.count[root].max() == MOST_PATHS[root]
    assert tables.count[root].min() == 1
    single = (tables.count[root] == 1).mean() * 100
    assert round(single, 1) == SINGLE_PERCENT[root]


def test_a_2x3_board_has_the_published_counts() -> None:
    tables = build(Board(2, 3))
    for corner in (0, 2, 3, 5):
        assert np.bincount(paths.lengths(tables.path[corner])).tolist() == LENGTHS_2X3


def test_a_2x4_board_has_the_published_longest_path_which_no_code_holds() -> None:
    board = Board(2, 4)
    steps = np.full(states(board) + 1, NO_STEP, np.int32)
    sizes = [1] + [len(level) for level, _ in levels(board, 0, steps)]
    while not sizes[-1]:
        sizes.pop()
    assert len(sizes) - 1 == LONGEST_2X4
    assert sum(sizes) == STATES[2, 4]
    with pytest.raises(ValueError, match="a 2x4 board has paths of over 31 moves"):
        build(board)


def test_a_pass_from_the_goal_is_wrong_for_about_a_third(tables: Tables) -> None:
    """Reversed paths are shortest; the smallest of them is often another's reverse."""
    goal = "".join(map(str, BOARD.root(8)))
    reverse = str.maketrans(MOVES, MOVES[::-1])
    roots, goals, reversed_paths = [], [], []
    for board, (path, _) in search(goal).items():
        roots.append(board.index("0"))
        goals.append(goal.translate(str.maketrans(board.replace("0", ""), "12345678")))
        reversed_paths.append(path[::-1].translate(reverse))
    cells = np.array(goals).view("U1").reshape(-1, 9).astype(np.uint8)
    right = tables.path[roots, rank(BOARD, cells)].tolist()
    wrong = sum(map(str.__ne__, map(paths.format_path, right), reversed_paths))
    assert 0.3 < wrong / len(right) < 0.4
