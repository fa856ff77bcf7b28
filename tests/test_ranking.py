"""The dense index, over its whole domain."""

from itertools import permutations

import numpy as np
import pytest

from tablegen.board import MOVES, Board
from tablegen.ranking import neighbours, rank, root_parity, root_state, states, unrank
from tests.facts import STATES
from tests.oracle import legal, search

GEOMETRIES = list(STATES)


def odd(order: bytes) -> int:
    return sum(order[j] > order[i] for i in range(len(order)) for j in range(i)) % 2


@pytest.mark.parametrize(("rows", "columns"), GEOMETRIES)
def test_there_are_as_many_states_as_reachable_boards(rows: int, columns: int) -> None:
    assert states(Board(rows, columns)) == STATES[rows, columns]


@pytest.mark.parametrize("parity", [0, 1])
@pytest.mark.parametrize(("rows", "columns"), GEOMETRIES)
def test_unrank_then_rank_is_the_identity_everywhere(rows: int, columns: int, parity: int) -> None:
    board = Board(rows, columns)
    indices = np.arange(states(board))
    arrangements = unrank(board, indices, parity)
    assert (np.sort(arrangements, axis=1) == np.arange(board.cells)).all()
    assert (rank(board, arrangements) == indices).all()


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_every_board_has_the_index_of_its_own_parity_alone(rows: int, columns: int) -> None:
    board = Board(rows, columns)
    cells = np.array(list(permutations(range(board.cells))), np.uint8)
    indices = rank(board, cells)
    same = [(unrank(board, indices, parity) == cells).all(axis=1) for parity in (0, 1)]
    assert (same[0] ^ same[1]).all()  # of the two boards of an index, it is one
    assert same[0].sum() == same[1].sum() == states(board)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2), (2, 4)])
def test_a_root_reaches_just_its_states(rows: int, columns: int) -> None:
    board = Board(rows, columns)
    for blank in range(board.cells):
        reached = search("".join(map(str, board.root(blank))), rows, columns)
        parity = root_parity(board, blank)
        boards = unrank(board, np.arange(states(board)), parity)
        assert {"".join(map(str, row)) for row in boards.tolist()} == reached.keys()
        root = unrank(board, np.array([root_state(board, blank)]), parity)
        assert root[0].tobytes() == board.root(blank)


def test_the_order_of_the_tiles_never_changes_parity() -> None:
    board = Board(3, 3)
    boards = unrank(board, np.arange(0, states(board), 997))
    assert {odd(row.tobytes().replace(b"\0", b"")) for row in boards} == {0}


@pytest.mark.parametrize("parity", [0, 1])
@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)])
def test_every_neighbour_is_one_move_away(rows: int, columns: int, parity: int) -> None:
    board = Board(rows, columns)
    table = neighbours(board, parity)
    boards = unrank(board, np.arange(states(board)), parity)
    texts = ["".join(map(str, row)) for row in boards.tolist()]
    every = range(0, len(texts), 7 if len(texts) > 100_000 else 1)
    for state in every:
        there = {m: texts[n] for m, n in zip(MOVES, table[state], strict=True) if n < len(texts)}
        assert there == legal(texts[state], rows, columns)
    assert (table[-1] == states(board)).all()
