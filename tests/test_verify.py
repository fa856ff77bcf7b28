"""The proof accepts what is right, and names the first entry that is not."""

from dataclasses import replace

import numpy as np
import pytest

from tablegen import paths
from tablegen.board import Board
from tablegen.build import build
from tablegen.errors import VerifyError
from tablegen.ranking import rank
from tablegen.tables import NO_MOVE, Tables
from tablegen.verify import predecessors, verify
from tests.oracle import MOVES, legal, search

SMALL = build(Board(2, 3))


def copied(tables: Tables) -> Tables:
    arrays = {name: getattr(tables, name).copy() for name in ("parent", "move", "path", "count")}
    return replace(tables, **arrays)


def objection(tables: Tables) -> str:
    with pytest.raises(VerifyError) as refused:
        list(verify(tables))
    return str(refused.value)


def test_all_nine_tables_are_proven(tables: Tables) -> None:
    assert list(verify(tables)) == list(range(9))


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2)])
def test_tables_of_smaller_boards_are_proven(rows: int, columns: int) -> None:
    assert list(verify(build(Board(rows, columns)))) == list(range(rows * columns))


def test_predecessors_are_the_oracle_s() -> None:
    board = Board(2, 3)
    for text in search("012345", 2, 3):
        state, *there = rank(
            board,
            np.array([[int(s) for s in b] for b in [text, *legal(text, 2, 3).values()]], "u1"),
        )
        for move, after in zip(legal(text, 2, 3), there, strict=True):
            assert predecessors(board, 0)[after, MOVES.index(move)] == state


@pytest.mark.parametrize("name", ["path", "parent", "move", "count"])
def test_any_wrong_entry_of_any_table_is_found(name: str) -> None:
    rng = np.random.default_rng(5)
    for _ in range(60):
        tables = copied(SMALL)
        array = getattr(tables, name)
        root, state = rng.integers(6), rng.integers(360)
        right = array[root, state]
        array[root, state] = rng.integers(np.iinfo(array.dtype).max, dtype=array.dtype)
        if array[root, state] != right:
            assert f"root {root}, board" in objection(tables)


def test_a_wrong_path_is_named_with_its_board() -> None:
    tables = copied(SMALL)
    index = int(tables.path[0].argmax())  # the farthest board: nothing lies beyond it
    right = paths.format_path(int(tables.path[0, index]))
    tables.path[0, index] -= 1
    wrong = paths.format_path(int(tables.path[0, index]))
    (farthest,) = (board for board, (path, _) in search("012345", 2, 3).items() if path == right)
    assert objection(tables) == (
        f"path.npy: root 0, board {farthest.replace('0', 'X')}:"
        f" expected path '{right}', found path '{wrong}'"
    )


def test_a_path_never_reached_is_named() -> None:
    tables = copied(SMALL)
    tables.path[2, 7] = paths.NO_PATH
    assert "found 0" in objection(tables)


def test_a_cycle_of_parents_is_found() -> None:
    tables = copied(SMALL)
    tables.parent[0, 5] = 5
    tables.move[0, 5] = NO_MOVE
    assert objection(tables).startswith("parent.npy: root 0, board ")


def objection_to(paths_from_root_0: dict[str, str]) -> str:
    """Return the objection to shortest paths of which some are not the smallest."""
    tables, right = copied(SMALL), search("012345", 2, 3)
    assert all(len(path) == len(right[text][0]) for text, path in paths_from_root_0.items())
    cells = np.array([[int(symbol) for symbol in text] for text in paths_from_root_0], np.uint8)
    tables.path[0, rank(SMALL.board, cells)] = [*map(paths.parse_path, paths_from_root_0.values())]
    return objection(tables)


def test_tables_built_with_moves_in_another_order_are_refused() -> None:
    """Paths that are the largest of the shortest: u, r, l, d tried in this order."""
    assert objection_to(_search_largest("012345")) == (
        "path.npy: root 0, board X13425:"
        " expected path 'drurdluldrruldlu', found path 'rrdllurdrulldrul'"
    )


def test_tables_built_from_the_goal_are_refused() -> None:
    """Each path the reverse of the canonical one back: as short, and often not the smallest."""
    reverse = str.maketrans(MOVES, MOVES[::-1])
    backward = {}
    for text in search("012345", 2, 3):
        back = search(text, 2, 3)["012345"][0]
        backward[text] = back[::-1].translate(reverse)
    assert objection_to(backward) == (
        "path.npy: root 0, board X15432:"
        " expected path 'rrdllurdrulldrurdlul', found path 'rrdluldrruldlurrdllu'"
    )


def test_roots_exchanged_are_refused() -> None:
    tables = copied(SMALL)
    for name in ("parent", "move", "path", "count"):
        array = getattr(tables, name)
        array[[0, 2]] = array[[2, 0]]
    assert objection(tables) == (
        "path.npy: root 0, board X12345: expected path '', found path 'll'"
    )


def _search_largest(start: str) -> dict[str, str]:
    found, level = {start: ""}, [start]
    while level:
        after = []
        for board in level:
            for move, there in reversed(legal(board, 2, 3).items()):
                if there not in found:
                    found[there] = found[board] + move
                    after.append(there)
        level = after
    return found
