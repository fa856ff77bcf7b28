"""An output's text -> what it claims of each case; the inverse of ``judges.writing``.

A reader takes one case's answer off the text, whatever its white space, and raises an objection
where there is none to be read. Numbers are written as everyone writes them: no sign but that of
-1, no zero in front.

Paths alone are read a line each, since an empty line is an answer: the path from the goal to
itself. A file that fails so is read once more, blank lines left out (see ``checker``).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from app.checking.text import LONGEST, Text
from app.checking.verdicts import Objection
from app.judges import writing
from app.judges.plain import shown
from tablegen.board import Board, BoardError

_NUMBER = re.compile(rb"0|-?[1-9][0-9]{0,8}")
_PATH = re.compile(rb"[dlru]+")
_UNSOLVABLE = b"unsolvable"


@dataclass(frozen=True, slots=True)
class Claim:
    """What an output says of a case.

    solvable : whether there is a path, or one within the limit
    length   : the stated number of moves, None where none is stated
    path     : the letters, None where the format has none
    boards   : the boards on the way, both ends with them, None where the format has none
    limit    : the limit as the output repeats it, None where it does not
    """

    solvable: bool
    length: int | None = None
    path: str | None = None
    boards: tuple[bytes, ...] | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """The case whose claim is read: its number from 1, and whether its start is its goal."""

    board: Board
    number: int
    solved: bool


ClaimReader = Callable[[Text, Asked], Claim]


def path_line(text: Text, asked: Asked) -> Claim:
    """Read the path, or ``unsolvable``, that is the next line."""
    return _path_or_unsolvable(text, asked, text.line())


def separated_path_line(text: Text, asked: Asked) -> Claim:
    """Read the same, behind an empty line if it is not the first."""
    if asked.number > 1 and (line := text.line()):
        raise _unexpected(text, "an empty line", line)
    return path_line(text, asked)


def path_next_line(text: Text, asked: Asked) -> Claim:
    """Read the path, or ``unsolvable``, that is the next line that is not blank."""
    text.peek()
    return path_line(text, asked)


def length_word(text: Text, asked: Asked) -> Claim:
    """Read the length, or -1."""
    length = _number(text, "a length or -1")
    return Claim(length != -1, length)


def length_and_path(text: Text, asked: Asked) -> Claim:
    """Read the length and, if there is one, the path; -1."""
    length = _number(text, "a length or -1")
    return Claim(length != -1, length, _path_if_any(text, _NUMBER.fullmatch))


def case_length_and_path(text: Text, asked: Asked) -> Claim:
    """Read the same behind ``Case k:``."""
    _words(text, "Case", f"{asked.number}:")
    length = _number(text, "a length or -1")
    return Claim(length != -1, length, _path_if_any(text, re.compile(b"Case").fullmatch))


def within_words(text: Text, asked: Asked) -> Claim:
    """Read whether the limit is enough."""
    solvable = text.peek() != b"NOT"
    _words(text, *([] if solvable else ["NOT"]), "SOLVABLE", "WITHIN")
    number = _number(text, "a number of moves")
    _words(text, "MOVES")
    return Claim(True, number) if solvable else Claim(False, limit=number)


def board_words(text: Text, asked: Asked) -> Claim:
    """Read the length and each board on the way."""
    if text.peek() == b"No":
        _words(text, *"No solution possible".split())
        return Claim(False, boards=())
    _words(text, *"Minimum number of moves =".split())
    length = _number(text, "a number of moves")
    if not 0 <= length <= LONGEST:
        raise _unexpected(text, f"a number of moves from 0 to {LONGEST}", b"%d" % length)
    return Claim(True, length, boards=tuple(_board(text, asked.board) for _ in range(length + 1)))


# How each kind of text is read: the second way is for a file that cannot be accepted the first.
READERS: dict[writing.Writer, tuple[ClaimReader, ...]] = {
    writing.path_lines: (path_line, path_next_line),
    writing.separated_path_lines: (separated_path_line, path_next_line),
    writing.length_lines: (length_word,),
    writing.length_and_path_lines: (length_and_path,),
    writing.case_lines: (case_length_and_path,),
    writing.within_lines: (within_words,),
    writing.board_lines: (board_words,),
}


def _path_or_unsolvable(text: Text, asked: Asked, found: bytes | None) -> Claim:
    if found == _UNSOLVABLE:
        return Claim(False, path="")
    if found is None and asked.solved:  # blank lines at the end do not matter
        return Claim(True, path="")
    if found is None or found and not _PATH.fullmatch(found):
        raise _unexpected(text, "a path of d, l, r, u, or unsolvable", found)
    return Claim(True, path=found.decode())


def _path_if_any(text: Text, follows: Callable[[bytes], object]) -> str:
    """Take the path, if there is one, where only what ``follows`` may stand in its place."""
    found = text.peek()
    if found is None or follows(found):
        return ""
    if not _PATH.fullmatch(found):
        raise _unexpected(text, "a path of d, l, r, u", found)
    text.word()
    return found.decode()


def _number(text: Text, expected: str) -> int:
    found = text.word()
    if found is None or not _NUMBER.fullmatch(found):
        raise _unexpected(text, expected, found)
    return int(found)


def _words(text: Text, *expected: str) -> None:
    for word in expected:
        if (found := text.word()) != word.encode():
            raise _unexpected(text, word, found)


def _board(text: Text, board: Board) -> bytes:
    _words(text, str(board.rows))
    symbols = [text.word() for _ in range(board.cells)]
    try:
        return board.parse(
            b" ".join(symbol or b"" for symbol in symbols).decode("utf-8", "replace")
        )
    except BoardError as error:
        raise text.unreadable(str(error)) from None


def _unexpected(text: Text, expected: str, found: bytes | None) -> Objection:
    what = "the end of the output" if found is None else shown(found.decode("utf-8", "replace"))
    return text.unreadable(f"expected {expected}, found {what}")
