"""The textbook searches are witnesses: they share nothing with the tables, and agree with them."""

import os

import pytest

from app.boards import unpack
from app.sampling import Wanted, sample_pairs
from app.searches import METHODS, run
from app.searches.estimates import linear_conflict, manhattan, misplaced
from app.searches.informed import a_star
from app.searches.puzzle import MOVES, NEIGHBOURS, ordered, read, solvable, successors, turned
from app.searches.work import Work
from app.searches.wrong import RIGHT
from app.solver import Solver
from tablegen import paths
from tests.oracle import legal, search, shortest

EACH = int(os.environ.get("EIGHT_TEST_WITNESSES", "2"))  # pairs of each length, for each search
SLOW = {"breadth-first", "a-star-misplaced"}


def pairs_of_length(solver: Solver, length: int, count: int) -> list[tuple[bytes, bytes]]:
    wanted = Wanted(lengths=range(length, length + 1))
    sides = (unpack(solver.board, boards) for boards in sample_pairs(solver, count, 3, wanted))
    return [(start.tobytes(), goal.tobytes()) for start, goal in zip(*sides, strict=True)]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_every_search_finds_the_table_s_path_at_every_length(solver: Solver, method) -> None:
    few = EACH if EACH > 2 else 1
    for length in range(paths.LONGEST + 1):
        for start, goal in pairs_of_length(solver, length, few if method.name in SLOW else EACH):
            found = run(method, start, goal)
            expected = paths.format_path(solver.code(start, goal))
            assert (found.outcome, found.length, found.path) == ("solved", length, expected)


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_every_search_tells_a_pair_without_a_path(method) -> None:
    found = run(method, "21345678X", "12345678X")
    assert (found.outcome, found.length, found.path) == ("unsolvable", None, None)
    if method.unsolvable_by == "parity":
        assert found.expanded == 0
    else:
        assert found.expanded >= 181_440


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_a_search_gives_up_at_its_limit(method) -> None:
    found = run(method, "8672543X1", "12345678X", limit=50)
    assert (found.outcome, found.path, found.expanded) == ("gave up", None, 50)
    assert run(method, "12345678X", "12345678X", limit=1).path == ""


def test_a_search_counts_what_it_does() -> None:
    one = run(METHODS[0], "12345X786", "12345678X")
    assert (one.path, one.expanded, one.generated, one.frontier) == ("d", 1, 3, 1)


@pytest.mark.parametrize("estimate", [misplaced, manhattan, linear_conflict])
@pytest.mark.parametrize("goal", ["123456780", "123804765"])
def test_an_estimate_never_says_too_much_and_changes_by_one_at_most(estimate, goal: str) -> None:
    told = estimate(goal)
    assert told(goal) == 0
    for board, (path, _) in list(search(goal).items())[::23]:
        here = told(board)
        assert here <= len(path)
        assert all(abs(told(there) - here) <= 1 for there in legal(board).values())


def test_linear_conflict_says_more_than_manhattan_and_that_more_than_misplaced() -> None:
    goal = "123456780"
    sums = [
        sum(estimate(goal)(board) for board in list(search(goal))[::97])
        for estimate in (misplaced, manhattan, linear_conflict)
    ]
    assert sums == sorted(set(sums))


def test_a_better_estimate_expands_fewer_states() -> None:
    expanded = []
    for estimate in (misplaced, manhattan, linear_conflict):
        work = Work()
        a_star("867254301", "123456780", work, estimate)
        expanded.append(work.expanded)
    assert expanded == sorted(expanded, reverse=True)


def test_moves_are_those_of_the_oracle() -> None:
    for blank in range(9):
        board = "12345678"[:blank] + "0" + "12345678"[blank:]
        assert dict(successors(board)) == legal(board)
        assert [move for move, _ in successors(board, ordered("urld"))] == [
            move for move in "urld" if move in NEIGHBOURS[blank]
        ]


def test_parity_tells_what_has_a_path() -> None:
    reached = search("803256147")
    for board in list(reached)[::501]:
        assert solvable("803256147", board)
        other = board.translate(str.maketrans("12", "21"))
        assert not solvable("803256147", other)


def test_a_board_is_read_in_every_spelling() -> None:
    for text in ("1 2 x 4 5 3 7 8 6", "12X453786", "[1,2,0],[4,5,3],[7,8,6]"):
        assert read(text) == "120453786"
    with pytest.raises(ValueError, match="expected the tiles 1 to 8 and one blank, got '1234'"):
        read("1234")


def test_a_path_turned_round_leads_back() -> None:
    assert turned("ddlr") == "lruu"
    assert set(MOVES) == set("dlru")


def test_the_right_program_is_right() -> None:
    for start, goal in [("12X453786", "12345678X"), ("2X8137564", "1238X4765")]:
        expected = shortest(start.replace("X", "0"), goal.replace("X", "0"))
        assert RIGHT.answer(start, goal) == expected
        assert not RIGHT.may_err(start, goal)
