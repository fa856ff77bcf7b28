"""Each wrong program is wrong, where it says, and nearly right: that is why test files miss it."""

import random

import pytest

from app.boards import unpack
from app.sampling import sample_pairs
from app.searches.killers import killers
from app.searches.wrong import RIGHT, WRONGS
from app.solver import Solver
from tablegen import paths
from tablegen.board import Board

IDS = [wrong.name for wrong in WRONGS]


@pytest.mark.parametrize("wrong", WRONGS, ids=IDS)
def test_it_answers_its_example_wrong(wrong, solver: Solver) -> None:
    start, goal = wrong.example
    right = paths.format_path(solver.code(*map(solver.board.parse, wrong.example)))
    assert RIGHT.answer(start, goal) == right
    assert wrong.program.may_err(start, goal)
    assert wrong.program.answer(start, goal) != right


@pytest.mark.parametrize("wrong", WRONGS, ids=IDS)
def test_where_it_cannot_err_it_is_right(wrong, solver: Solver) -> None:
    rng, board, seen = random.Random(2), Board(3, 3), 0
    for _ in range(400):
        start = bytes(rng.sample(range(9), 9))
        goal = start if rng.random() < 0.1 else board.after(start, "") or start
        for move in rng.choices("dlru", k=rng.randrange(12)) if goal is start else ():
            goal = board.after(goal, move) or goal
        texts = board.format(start), board.format(goal)
        if not wrong.program.may_err(*texts):
            assert wrong.program.answer(*texts) == RIGHT.answer(*texts)
            seen += 1
    assert seen or wrong.name not in ("start-unmarked", "goal-among-children", "lower-case-x")


@pytest.mark.parametrize("wrong", [w for w in WRONGS if w.program.keeps], ids=lambda w: w.name)
def test_it_keeps_what_it_is_said_to_keep(wrong, solver: Solver) -> None:
    sides = (unpack(solver.board, boards) for boards in sample_pairs(solver, 25, 6))
    pairs = [(start.tobytes(), goal.tobytes()) for start, goal in zip(*sides, strict=True)]
    pairs += [(start, start) for start, _ in pairs[:3]]
    for start, goal in pairs:
        texts = solver.board.format(start), solver.board.format(goal)
        at, path = start, wrong.program.answer(*texts)
        for move in path:
            at = solver.board.after(at, move)
        assert at == goal
        if wrong.program.keeps == "shortest":
            assert len(path) == paths.length(solver.code(start, goal))
        assert not wrong.program.may_err(*texts, wrong.program.keeps)
        assert not wrong.program.may_err(*texts, "valid")
    assert any(wrong.program.may_err(*map(solver.board.format, pair)) for pair in pairs)


def spelled(solver: Solver, pair: tuple[bytes, bytes]) -> list[tuple[str, str]]:
    start, goal = map(solver.board.format, pair)
    return [(start.replace("X", blank), goal.replace("X", blank)) for blank in "0Xx"]


def test_the_killers_are_few_and_kill_every_wrong_program(solver: Solver) -> None:
    found = killers(solver)
    assert len(found) <= len(WRONGS)
    for wrong in WRONGS:
        assert any(
            wrong.program.errs(*texts, paths.format_path(solver.code(*pair)))
            for pair in found
            for texts in spelled(solver, pair)
        ), wrong.name


def test_the_killers_of_a_goal_kill_all_that_can_be_killed_there(solver: Solver) -> None:
    goal = solver.board.default_goal
    found = killers(solver, goal)
    assert {pair[1] for pair in found} == {goal}
    left = [
        wrong.name
        for wrong in WRONGS
        if not any(
            wrong.program.errs(*texts, paths.format_path(solver.code(*pair)))
            for pair in found
            for texts in spelled(solver, pair)
        )
    ]
    assert left == ["parity-without-goal"]  # judging by the start alone is right for this goal
