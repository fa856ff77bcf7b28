"""Random judge input: `python -m bench.cases FORMAT COUNT FILE`; every pair is solvable."""

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.boards import pack
from app.judges.formats import FORMATS
from app.judges.inputs import format_cases, format_header
from app.judges.writing import Cases
from tablegen.board import Board

SEED = 3567


def random_pairs(count: int, goal: bytes | None) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return (count, 9) starts and goals, arrangements, uniform over the solvable pairs."""
    boards = np.tile(np.arange(9, dtype=np.uint8), (2, count, 1))
    starts, goals = np.random.default_rng(SEED).permuted(boards, axis=2)
    if goal:
        goals[:] = np.frombuffer(goal, np.uint8)
    odd = (_odd(starts) != _odd(goals))[:, None]
    ones, twos = starts == 1, starts == 2
    starts[ones & odd], starts[twos & odd] = 2, 1  # to the other half, one board to one board
    return starts, goals


def _odd(boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return whether the order of the tiles, the blank left out, is odd."""
    odd = np.zeros(len(boards), np.bool_)
    for i in range(9):
        for j in range(i):
            odd ^= (boards[:, i] < boards[:, j]) & (boards[:, i] > 0)
    return odd


def main(name: str, count: int, file: Path) -> None:
    """Write ``count`` random cases as judge input."""
    format, board = FORMATS[name], Board(3, 3)
    starts, goals = map(pack, random_pairs(count, format.goal and board.parse(format.goal)))
    with open(file, "wb") as stream:
        stream.write(format_header(format, count))
        for at in range(0, count, 1 << 15):
            part = slice(at, at + (1 << 15))
            limits = np.full(len(starts[part]), 22, np.int64)
            cases = Cases(board, at + 1, starts[part], goals[part], limits)
            stream.write(format_cases(format, cases).tobytes())


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
