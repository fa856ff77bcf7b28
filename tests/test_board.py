"""The text of a board, and the moves on it."""

from itertools import permutations

import pytest

from tablegen.board import BLANKS, MOVES, Board, BoardError
from tests.oracle import legal

BOARD = Board(3, 3)
ONE = b"\1\2\0\4\5\3\7\x08\6"


def test_every_board_is_read_as_it_is_written() -> None:
    for cells in permutations(range(9)):
        arrangement = bytes(cells)
        assert BOARD.parse(BOARD.format(arrangement)) == arrangement


@pytest.mark.parametrize("blank", BLANKS)
def test_every_blank_is_read(blank: str) -> None:
    assert BOARD.parse(f"12{blank}453786") == ONE


@pytest.mark.parametrize(
    "text",
    [
        "1 2 X 4 5 3 7 8 6",
        "12x\n453\r\n786\n",
        "[[1,2,0],[4,5,3],[7,8,6]]",
        "(1;2;_)|4/5/3|7\t8\v6\f",
        "\ufeff12*453786",
        "12.\ufeff453786",
    ],
)
def test_separators_are_passed_over(text: str) -> None:
    assert BOARD.parse(text) == ONE


COMPLAINTS = [
    ("", "symbol_count", None, "expected 9 symbols, found 0"),
    ("12X45378", "symbol_count", None, "expected 9 symbols, found 8"),
    ("12X4537866", "symbol_count", None, "expected 9 symbols, found 10"),
    (
        "12X45378９",
        "unknown_symbol",
        9,
        r"unknown symbol '\uff19' at position 9: expected the tiles 1 to 8 and one blank"
        " (X x 0 . _ *)",
    ),
    (
        "12X4\0003786",
        "unknown_symbol",
        5,
        r"unknown symbol '\x00' at position 5: expected the tiles 1 to 8 and one blank"
        " (X x 0 . _ *)",
    ),
    (
        "-12X45378",
        "unknown_symbol",
        1,
        "unknown symbol '-' at position 1: expected the tiles 1 to 8 and one blank (X x 0 . _ *)",
    ),
    (
        "12X 45379",
        "unknown_symbol",
        9,
        "unknown symbol '9' at position 9: expected the tiles 1 to 8 and one blank (X x 0 . _ *)",
    ),
    (
        "123456781",
        "no_blank",
        None,
        "no blank: expected one of X x 0 . _ *; tile 1 is in cells 1 and 9",
    ),
    (
        "12X45378x",
        "two_blanks",
        9,
        "expected one blank, found 2, in cells 3 and 9; tile 6 is missing",
    ),
    (
        "1.X4537_6",
        "two_blanks",
        3,
        "expected one blank, found 3, in cells 2, 3 and 8; tiles 2 and 8 are missing",
    ),
    ("12X453782", "repeated_tile", 9, "tile 2 stands twice, in cells 2 and 9; tile 6 is missing"),
    (
        "12X 42 3 782",
        "repeated_tile",
        6,
        "tile 2 stands 3 times, in cells 2, 5 and 9; tiles 5 and 6 are missing",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "position", "message"), COMPLAINTS)
def test_what_is_no_board_is_refused_exactly(
    text: str, code: str, position: int | None, message: str
) -> None:
    with pytest.raises(BoardError) as refused:
        BOARD.parse(text)
    error = refused.value
    assert (error.code, error.position, str(error)) == (code, position, message)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)])
def test_moves_are_those_of_the_oracle(rows: int, columns: int) -> None:
    board = Board(rows, columns)
    for blank in range(board.cells):
        start = board.root(blank)
        text = "".join(map(str, start))
        found = {m: board.after(start, m) for m in MOVES}
        told = {m: "".join(map(str, b)) for m, b in found.items() if b is not None}
        assert told == legal(text, rows, columns)


def test_a_move_and_its_opposite_add_up_to_three() -> None:
    for blank in range(9):
        for number, move in enumerate(MOVES):
            after = BOARD.after(BOARD.root(blank), move)
            if after is not None:
                assert BOARD.after(after, MOVES[3 - number]) == BOARD.root(blank)


@pytest.mark.parametrize(("rows", "columns"), [(1, 9), (3, 1), (2, 5), (4, 4), (0, 0)])
def test_other_geometries_are_refused(rows: int, columns: int) -> None:
    with pytest.raises(ValueError, match=f"at most 9 cells, got {rows}x{columns}"):
        Board(rows, columns)


def test_the_default_goal_is_the_last_root() -> None:
    assert BOARD.format(BOARD.default_goal) == "12345678X"
