"""The slow and obvious reader: one token after another. It finds what is wrong, and words it.

It reads what the fast reader will not, so it is also what the fast reader is tested against.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.judges.errors import JudgeFileError
from app.judges.formats import Format
from app.judges.writing import LIMIT_DIGITS
from tablegen.board import Board, BoardError

WHITE_SPACE = b" \t\n\r\f\v"
_TOKEN = re.compile(b"[^" + WHITE_SPACE + b"]+")
_LONGEST_SHOWN = 20


@dataclass(frozen=True)
class Place:
    """A place in a file; ``line`` and ``column`` count from 1, columns in characters."""

    line: int = 1
    column: int = 1

    def after(self, text: bytes, newlines: int | None = None) -> "Place":
        """Return the place that follows ``text``, which begins at this one.

        ``newlines`` is how many there are in it, where the caller knows.
        """
        lines = text.count(b"\n") if newlines is None else newlines
        last = text[text.rfind(b"\n") + 1 :].decode("utf-8", "replace")
        return Place(self.line + lines, len(last) + (1 if lines else self.column))

    def error(self, message: str) -> JudgeFileError:
        """Return an error that says ``message`` of this place."""
        return JudgeFileError(message, self.line, self.column)


@dataclass(frozen=True)
class Token:
    """A token: its text, its place, and where it ends in the text that was read."""

    text: str
    place: Place
    end: int


@dataclass(frozen=True)
class Case:
    """One case: arrangements and limit, and where it ends in the text that was read."""

    start: bytes
    goal: bytes
    limit: int | None
    end: int


class _Tokens:
    """The tokens of a text, one at a time."""

    def __init__(self, text: bytes, place: Place) -> None:
        self._text, self._found = text, _TOKEN.finditer(text)
        self._next = next(self._found, None)
        self._done, self._place = 0, place  # where what is read ends, and its place

    @property
    def left(self) -> bool:
        """Whether there is another."""
        return self._next is not None

    def next(self, expected: str) -> Token:
        """Return the next token; raise where there is none."""
        match = self._next
        if match is None:
            place = self._place.after(self._text[self._done :])
            raise EndOfText(f"expected {expected}, found the end of the input", place)
        place = self._place.after(self._text[self._done : match.start()])
        self._done, self._place = match.end(), place.after(match[0])
        self._next = next(self._found, None)
        return Token(match[0].decode("utf-8", "replace"), place, match.end())


class EndOfText(JudgeFileError):
    """The text ended inside a header or a case: too little, or not all of it is there yet."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(message, place.line, place.column)


def read_count(text: bytes, place: Place) -> tuple[int, int]:
    """Return the number of cases that ``text`` begins with, and where it ends."""
    token = _Tokens(text, place).next("the number of cases")
    if not (token.text.isascii() and token.text.isdigit() and len(token.text) <= 18):
        raise token.place.error(f"expected the number of cases, found {shown(token.text)}")
    return int(token.text), token.end


def read_cases(format: Format, board: Board, text: bytes, place: Place) -> Iterator[Case]:
    """Yield the cases of ``text``, which begins at ``place``, until it ends between two.

    Raises ``EndOfText`` where it ends inside a case, ``JudgeFileError`` where it is wrong.
    """
    tokens = _Tokens(text, place)
    while tokens.left:
        boards = {} if format.goal is None else {"goal": board.parse(format.goal)}
        limit, end = None, 0
        for word in format.words(board):
            if word in ("start", "goal"):
                boards[word], end = _read_board(tokens, board, word)
            elif word == "limit":
                limit, end = _read_limit(tokens)
            else:
                end = _read_word(tokens, word)
        yield Case(boards["start"], boards["goal"], limit, end)


def _read_word(tokens: _Tokens, word: str) -> int:
    token = tokens.next(word)
    if token.text != word:
        raise token.place.error(f"expected {word}, found {shown(token.text)}")
    return token.end


def _read_limit(tokens: _Tokens) -> tuple[int, int]:
    token = tokens.next("a number of moves")
    if not (token.text.isascii() and token.text.isdigit() and len(token.text) <= LIMIT_DIGITS):
        most = "9" * LIMIT_DIGITS
        found = shown(token.text)
        raise token.place.error(f"expected a number of moves from 0 to {most}, found {found}")
    return int(token.text), token.end


def _read_board(tokens: _Tokens, board: Board, name: str) -> tuple[bytes, int]:
    symbols, places = "", []
    while len(symbols) < board.cells:
        more = f"the other {board.cells - len(symbols)} of {board.cells} symbols of a {name} board"
        token = tokens.next(more if symbols else f"a {name} board")
        if len(symbols) + len(token.text) > board.cells:
            raise _straddles(token, board, len(symbols))
        symbols += token.text
        places += [Place(token.place.line, token.place.column + i) for i in range(len(token.text))]
    try:
        return board.parse(symbols), token.end
    except BoardError as error:
        raise places[(error.position or 1) - 1].error(_without_position(error)) from None


def _straddles(token: Token, board: Board, before: int) -> JudgeFileError:
    size = len(token.text)
    count = str(size) if size <= _LONGEST_SHOWN else f"over {_LONGEST_SHOWN}"
    found = f"found {shown(token.text)} of {count} symbols"
    if not before:
        return token.place.error(f"expected a board of {board.cells} symbols, {found}")
    wanted = f"expected the last {board.cells - before} symbols of a board"
    return token.place.error(f"{wanted}, {found}: a token belongs to one board")


def _without_position(error: BoardError) -> str:
    """Return the complaint without the place in the board's text: the file's place says it."""
    return re.sub(r" at position \d+", "", str(error))


def shown(text: str) -> str:
    """Return ``text`` quoted, in ASCII, cut to a length fit for a message."""
    cut = text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "..."
    return ascii(cut)
