"""Bytes -> the symbols of whole cases, without Python a case. It accepts or it abstains.

Two ways to the same result. ``frame_fixed`` takes text in which every case has the white space of
the first, to the column: the symbols are columns of a rectangle, and often a view of the bytes.
``frame_tokens`` takes any white space: it drops it and cuts what is left, a case a row, and asks
that a token ends where a word or a board of the case ends. Both stop before a case that is not so:
``plain`` says what it is.
"""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from app.judges.errors import JudgeFileError
from app.judges.formats import Format
from app.judges.plain import WHITE_SPACE, Place, read_cases
from app.judges.writing import LIMIT_DIGITS
from tablegen.board import Board

_Item = TypeVar("_Item", bound=np.generic)
_BOARDS = ("start", "goal")
_SPACE, _NEWLINE = ord(" "), ord("\n")
_FIRST_CASE = 1 << 9  # bytes that a usual layout has a case in


@dataclass(frozen=True)
class Frame:
    """Whole cases, side by side in the text.

    symbols : (boards, cells) uint8, the text of each board, starts and goals in turn where both
              are there; each row contiguous
    limits  : (cases,) int64 where the format has them, else None
    cases   : how many cases
    size    : how many bytes of the text they are, newlines how many of these end a line
    """

    symbols: NDArray[np.uint8]
    limits: NDArray[np.int64] | None
    cases: int
    size: int
    newlines: int


def frame_fixed(format: Format, board: Board, text: bytes, most: int) -> Frame | None:
    """Frame at most ``most`` cases that look like the first of ``text``, or None: not that layout.

    ``text`` begins with a symbol. Where a symbol is of several bytes, columns are not symbols.
    """
    if not text.isascii():
        return None
    try:
        first = next(read_cases(format, board, text[:_FIRST_CASE], Place()))
    except (JudgeFileError, StopIteration):
        return None
    behind = text[first.end : first.end + _FIRST_CASE]
    width = first.end + len(behind) - len(behind.lstrip(WHITE_SPACE))
    if width == first.end < len(text):  # what looked like the first case ends inside a token
        return None
    cases = min(len(text) // width, most)
    if not cases:
        return None
    data = np.frombuffer(text, np.uint8, cases * width)
    rows = data.reshape(cases, width)
    spaces, marks = np.flatnonzero(rows[0] <= _SPACE), np.flatnonzero(rows[0] > _SPACE)
    constant, limit, places = _columns(format.words(board), board, marks)
    if np.count_nonzero(data <= _SPACE) != cases * len(spaces):  # nor is any among the symbols
        return None
    if not all((rows[:, at] == rows[0, at]).all() for at in [*spaces, *constant]):
        return None
    digits = rows[:, limit] - np.uint8(ord("0"))
    if (digits > 9).any():
        return None
    limits = digits @ 10 ** np.arange(len(limit))[::-1] if limit else None
    lines, more = divmod(width, len(places))
    inline = [i * lines + cell for i in range(len(places)) for cell in range(board.cells)]
    if not more and sum(places, []) == inline:  # boards in lines of one width: no copy
        symbols = data.reshape(-1, lines)[:, : board.cells]
    else:
        symbols = np.empty((cases * len(places), board.cells), np.uint8)
        for i, row in enumerate(places):
            for cell, at in enumerate(row):
                symbols[i :: len(places), cell] = rows[:, at]
    newlines = cases * int(np.count_nonzero(rows[0] == _NEWLINE))
    return Frame(symbols, limits, cases, len(data), newlines)


def _columns(
    words: list[str], board: Board, marks: NDArray[np.intp]
) -> tuple[list[int], list[int], list[list[int]]]:
    """Return the columns of the words that are always the same, of the limit, of each board.

    marks : the columns of a case that hold no white space
    """
    columns = marks.tolist()
    fixed = sum(board.cells if word in _BOARDS else len(word) for word in words if word != "limit")
    constant: list[int] = []
    limit: list[int] = []
    places: list[list[int]] = []
    for word in words:
        sizes = {"limit": len(marks) - fixed, "start": board.cells, "goal": board.cells}
        size = sizes.get(word, len(word))
        taken, columns = columns[:size], columns[size:]
        if word in _BOARDS:
            places.append(taken)
        elif word == "limit":
            limit = taken
        else:
            constant += taken
    return constant, limit, places


def frame_tokens(format: Format, board: Board, text: bytes, most: int) -> Frame:
    """Frame at most ``most`` whole and sound cases from the front of ``text``."""
    data = np.frombuffer(text, np.uint8)
    places = np.flatnonzero((data != _SPACE) & ((data < 9) | (data > 13)))
    symbols = data[places]
    ends = np.ones(len(places), np.bool_)  # whether a token ends with this symbol
    np.not_equal(places[1:], places[:-1] + 1, out=ends[:-1])
    words = format.words(board)
    sizes = [board.cells if word in _BOARDS else len(word) for word in words if word != "limit"]
    if "limit" in words:
        firsts, digits = _cases_with_limit(words, sum(sizes), symbols, most)
    else:
        count = min(len(symbols) // sum(sizes), most)
        firsts, digits = np.arange(count) * sum(sizes), np.zeros(count, np.intp)

    boards = np.empty((len(firsts), sum(word in _BOARDS for word in words), board.cells), np.uint8)
    limits = np.zeros(len(firsts), np.int64)
    sound = np.zeros(len(firsts), np.bool_)
    for count in np.unique(digits):  # cases with as many digits have as many symbols
        same = digits == count if digits.any() else slice(None)
        size = sum(sizes) + int(count)
        grid, grid_ends = _rows(symbols, firsts[same], size), _rows(ends, firsts[same], size)
        boards[same], limits[same], sound[same] = _cut(words, board, grid, grid_ends, int(count))
    if (
        not text.isascii()
    ):  # fewer symbols than bytes: there is more to such a case, and it is wrong
        sound &= (boards < 128).all(axis=(1, 2))

    cases = len(firsts) if sound.all() else int(np.argmin(sound))
    last = firsts[cases - 1] + sum(sizes) + digits[cases - 1] - 1 if cases else 0
    length = int(places[last]) + 1 if cases else 0
    newlines = int(np.count_nonzero(data[:length] == _NEWLINE))
    rows = boards[:cases].reshape(-1, board.cells)
    return Frame(rows, limits[:cases] if "limit" in words else None, cases, length, newlines)


def _cut(
    words: list[str], board: Board, grid: NDArray[np.uint8], ends: NDArray[np.bool_], digits: int
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.bool_]]:
    """Cut cases of one size into words; return their boards, limits, and whether each is sound.

    grid, ends : (n, size) the symbols of each case, and whether a token ends with each
    returns    : (n, boards, cells), (n,), (n,)
    """
    boards, limits = [], np.zeros(len(grid), np.int64)
    sound = np.ones(len(grid), np.bool_)
    at = 0
    for word in words:
        size = {"limit": digits, "start": board.cells, "goal": board.cells}.get(word, len(word))
        symbols = grid[:, at : at + size]
        if word in _BOARDS:
            boards.append(symbols)
        else:  # one token
            sound &= ~ends[:, at : at + size - 1].any(axis=1)
        if word == "limit":
            sound &= ((symbols >= ord("0")) & (symbols <= ord("9"))).all(axis=1)
            limits = (symbols - np.int64(ord("0"))) @ 10 ** np.arange(digits)[::-1]
        elif word not in _BOARDS:
            sound &= (symbols == np.frombuffer(word.encode(), np.uint8)).all(axis=1)
        at += size
        sound &= ends[:, at - 1]
    return np.stack(boards, axis=1), limits, sound


def _cases_with_limit(
    words: list[str], fixed: int, symbols: NDArray[np.uint8], most: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return where each whole case begins among the symbols, and the digits of its limit.

    But for these digits a case has ``fixed`` symbols. Cases are told apart by the first letter of
    their first word and the last of their last, which stand nowhere else in them.
    """
    firsts = np.flatnonzero(symbols == ord(words[0][0]))
    lasts = np.flatnonzero(symbols == ord(words[-1][-1]))
    count = min(len(firsts), len(lasts), most)
    firsts, lasts = firsts[:count], lasts[:count]
    digits = lasts - firsts + 1 - fixed
    follows = np.concatenate([[0], lasts[:-1] + 1])[:count]
    sound = (firsts == follows) & (digits >= 1) & (digits <= LIMIT_DIGITS)
    count = count if sound.all() else int(np.argmin(sound))
    return firsts[:count], digits[:count]


def _rows(symbols: NDArray[_Item], firsts: NDArray[np.intp], size: int) -> NDArray[_Item]:
    """Return (n, size): the symbols from each of ``firsts`` on, a view where they are adjacent."""
    if len(firsts) and firsts[-1] - firsts[0] == size * (len(firsts) - 1):
        return symbols[firsts[0] : firsts[0] + size * len(firsts)].reshape(-1, size)
    return np.lib.stride_tricks.sliding_window_view(symbols, size)[firsts]
