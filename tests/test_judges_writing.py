"""Every writer against one that anyone can follow, a case at a time."""

import random

import numpy as np
import pytest

from app.boards import pack
from app.judges.formats import FORMATS
from app.judges.pieces import join
from app.judges.writing import Cases
from app.solver import Solver
from tablegen import paths
from tablegen.board import Board
from tests.oracle import walk

BOARD = Board(3, 3)
LIKE_POJ = {"poj1077", "hdu1043", "zoj1217", "acwing179"}
LENGTHS = {"acwing845", "boj1525", "aoj-alds1-13b", "luogu1379", "lanqiao261"}


def drawn(board: str) -> str:
    rows = [board[at : at + 3] for at in (0, 3, 6)]
    return "3\n" + "".join("".join(f"{s:>2} " for s in row) + "\n" for row in rows) + "\n"


def written(name: str, number: int, start: str, limit: int, path: str | None) -> str:
    """Return the answer to a case as its judge prints it."""
    length = -1 if path is None else len(path)
    separator = "\n" if number > 1 else ""
    if name in LIKE_POJ:
        return f"{'unsolvable' if path is None else path}\n"
    if name == "uva652":
        return f"{separator}{'unsolvable' if path is None else path}\n"
    if name in LENGTHS:
        return f"{length}\n"
    if name == "pairs":
        return f"{length}\t{path or ''}\n"
    if name == "hdu3567":
        return f"Case {number}: {length}\n{path or ''}\n"
    if name == "boj9985":
        if path is not None and length <= limit:
            return f"{separator}SOLVABLE WITHIN {length} MOVES\n"
        return f"{separator}NOT SOLVABLE WITHIN {limit} MOVES\n"
    assert name == "princeton"
    if path is None:
        return "No solution possible\n"
    boards = "".join(map(drawn, walk(start, path)))
    return f"Minimum number of moves = {length}\n{boards}"


@pytest.mark.parametrize("first", [1, 5, 95, 9_990, 99_900, 999_950, 123_456_700])
@pytest.mark.parametrize("name", FORMATS)
def test_every_answer_is_written_as_its_judge_prints_it(
    solver: Solver, name: str, first: int
) -> None:
    rng = random.Random(first)
    pairs = [("".join(rng.sample("012345678", 9)),) * 2 for _ in range(4)]
    pairs += [
        ("".join(rng.sample("012345678", 9)), "".join(rng.sample("012345678", 9)))
        for _ in range(150)
    ]
    limits = np.array([rng.choice([0, 7, 22, 31, 999]) for _ in pairs])
    starts, goals = (
        pack(np.array([[int(symbol) for symbol in text] for text in side], np.uint8))
        for side in zip(*pairs, strict=True)
    )
    codes = solver.codes(starts, goals)
    text = FORMATS[name].answers(Cases(BOARD, first, starts, goals, limits), codes)
    told = [None if code == paths.NO_PATH else paths.format_path(code) for code in codes.tolist()]
    expected = "".join(
        written(name, first + i, start, int(limits[i]), told[i])
        for i, (start, _) in enumerate(pairs)
    )
    assert text.tobytes().decode() == expected


@pytest.mark.parametrize("name", FORMATS)
def test_no_cases_are_no_text(solver: Solver, name: str) -> None:
    none = np.empty(0, np.uint64)
    cases = Cases(BOARD, 1, none, none, np.empty(0, np.int64))
    assert len(FORMATS[name].answers(cases, none)) == 0


def test_numpy_assigns_in_the_order_of_the_indices() -> None:
    """``join`` lays each piece over what the one before left behind its text."""
    rng = np.random.default_rng(3)
    for width in (1, 3, 8, 16, 32, 33, 200):
        lengths = rng.integers(0, width + 1, 5000)
        pieces = rng.integers(0, 256, (5000, width), np.uint8)
        texts = [row.tobytes()[:size] for row, size in zip(pieces, lengths, strict=True)]
        assert join(pieces, lengths).tobytes() == b"".join(texts)
