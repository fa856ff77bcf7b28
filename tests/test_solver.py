"""Any pair: one by one and by the array, the same, and right."""

import random
from functools import cache
from itertools import permutations

import numpy as np
import pytest

from app.answers import answer
from app.boards import cells_of, pack, unpack
from app.solver import Solver
from tablegen import paths
from tablegen.board import Board
from tablegen.build import build
from tablegen.ranking import states, unrank
from tests.oracle import search, walk

BOARD = Board(3, 3)


@cache
def small_solver(rows: int, columns: int) -> Solver:
    return Solver(build(Board(rows, columns)))


def text_of(arrangement: bytes) -> str:
    return "".join(map(str, arrangement))


def vectorised(solver: Solver, pairs: list[tuple[bytes, bytes]]) -> tuple[list[int], list[int]]:
    """Return the codes and the counts of the pairs, by arrays."""
    starts, goals = (
        pack(np.frombuffer(b"".join(side), np.uint8).reshape(len(pairs), -1))
        for side in zip(*pairs, strict=True)
    )
    return solver.codes(starts, goals).tolist(), solver.counts(starts, goals).tolist()


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2)])
def test_every_pair_of_a_smaller_board_is_answered_as_by_search(rows: int, columns: int) -> None:
    solver = small_solver(rows, columns)
    boards = [bytes(cells) for cells in permutations(range(rows * columns))]
    starts = boards if len(boards) == 24 else boards[::31]
    for start in starts:
        found = search(text_of(start), rows, columns)
        told = [found.get(text_of(goal), (None, 0)) for goal in boards]
        pairs = [(start, goal) for goal in boards]
        codes, counts = vectorised(solver, pairs)
        assert [path_of(code) for code in codes] == [path for path, _ in told]
        assert counts == [count for _, count in told]
        assert [solver.code(*pair) for pair in pairs] == codes
        assert [solver.count(*pair) for pair in pairs] == counts


def path_of(code: int) -> str | None:
    return None if code == paths.NO_PATH else paths.format_path(code)


@pytest.mark.parametrize("start", ["803256147", "135024687"])
def test_every_goal_of_a_start_is_answered_as_by_search(solver: Solver, start: str) -> None:
    found = search(start)
    goals = ["".join(cells) for cells in permutations("012345678")]
    pairs = [(BOARD.parse(start), BOARD.parse(goal)) for goal in goals]
    codes, counts = vectorised(solver, pairs)
    told = [found.get(goal, (None, 0)) for goal in goals]
    assert [path_of(code) for code in codes] == [path for path, _ in told]
    assert counts == [count for _, count in told]


@pytest.mark.parametrize("root", range(9))
def test_one_by_one_and_by_the_array_agree_on_every_entry(solver: Solver, root: int) -> None:
    start = BOARD.root(root)
    goals = unrank(BOARD, np.arange(states(BOARD)))
    codes = solver.codes(pack(np.array([list(start)], "u1")).repeat(len(goals)), pack(goals))
    assert (codes == solver.tables.path[root]).all()
    assert [solver.code(start, goal.tobytes()) for goal in goals] == codes.tolist()


def test_one_by_one_and_by_the_array_agree_on_random_pairs(solver: Solver) -> None:
    rng = random.Random(11)
    pairs = [
        (bytes(rng.sample(range(9), 9)), bytes(rng.sample(range(9), 9))) for _ in range(30_000)
    ]
    codes, counts = vectorised(solver, pairs)
    assert [solver.code(*pair) for pair in pairs] == codes
    assert [solver.count(*pair) for pair in pairs] == counts
    assert 0.48 < codes.count(paths.NO_PATH) / len(codes) < 0.52
    for (start, goal), code in zip(pairs[:5000], codes, strict=False):
        if code != paths.NO_PATH:
            assert walk(text_of(start), paths.format_path(code))[-1] == text_of(goal)


def test_start_and_goal_the_same_is_no_move(solver: Solver) -> None:
    for cells in permutations(range(9)):
        if cells[0] < 2:
            assert solver.code(bytes(cells), bytes(cells)) == paths.EMPTY


def test_packing_loses_nothing() -> None:
    cells = np.array(list(permutations(range(9))), np.uint8)
    packed = pack(cells)
    assert len(np.unique(packed)) == len(cells)
    assert (unpack(BOARD, packed) == cells).all()
    for symbol in range(9):
        assert (cells_of(packed, symbol) == np.argmax(cells == symbol, axis=1)).all()


def test_an_answer_says_what_was_asked(solver: Solver) -> None:
    told = answer(solver, BOARD.parse("12 453786".replace(" ", "_")), BOARD.default_goal)
    assert (told.start, told.goal) == ("12X453786", "12345678X")
    assert (told.solvable, told.length, told.moves) == (True, 2, "dd")
    none = answer(solver, BOARD.parse("21345678X"), BOARD.default_goal)
    assert (none.solvable, none.length, none.moves) == (False, None, None)
    same = answer(solver, BOARD.default_goal, BOARD.default_goal)
    assert (same.solvable, same.length, same.moves) == (True, 0, "")
