"""Judge input, as it comes -> blocks of cases. Feed bytes, get cases; nothing is read from here.

A block is framed here, in order, since only that tells how many cases it holds; making boards of
its symbols is left to ``Block.cases``, which may run anywhere. Where the fast ways abstain, the
slow reader finds the fault from the place reached, and raises. ``Reader`` is not for two threads.
"""

import sys
from collections.abc import Generator, Iterator
from dataclasses import dataclass

import numpy as np

from app.judges.errors import JudgeFileError
from app.judges.formats import Format
from app.judges.framing import Frame, frame_fixed, frame_tokens
from app.judges.plain import WHITE_SPACE, EndOfText, Place, read_cases, read_count
from app.judges.symbols import pack_symbols
from app.judges.writing import Cases
from tablegen.board import Board

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_SPACES = [bytes([space]) for space in WHITE_SPACE]
_LONGEST_TOKEN = 1 << 16  # bytes: far more than any token may have
_LONGEST_CASE = 1 << 20  # bytes, with all its white space, if it does not come at once


@dataclass(frozen=True)
class Block:
    """Consecutive cases, framed: ``first`` is the number of the first, from 1."""

    format: Format
    board: Board
    first: int
    frame: Frame
    text: bytes
    place: Place

    def cases(self) -> Cases:
        """Return the cases as packed boards.

        Raises ``JudgeFileError`` for the first board that is none.
        """
        packed, wrong = pack_symbols(self.board, self.frame.symbols)
        if wrong is not None:
            for _ in read_cases(self.format, self.board, self.text, self.place):
                pass
            raise AssertionError("a board was refused that the slow reader takes")
        if self.format.goal is None:
            starts, goals = packed[::2], packed[1::2]
        else:
            goal = np.frombuffer(self.format.goal.encode(), np.uint8)[None]
            starts, goals = packed, np.repeat(pack_symbols(self.board, goal)[0], len(packed))
        return Cases(self.board, self.first, starts, goals, self.frame.limits)


class Reader:
    """Reads one judge file of a format; ``warning`` says what it passed over, if anything."""

    def __init__(self, format: Format, board: Board, first: int = 1) -> None:
        """Begin at the first byte of a file, whose first case has the number ``first``."""
        self.format, self.board = format, board
        self.warning: JudgeFileError | None = None
        self._next = first
        self._total: int | None = None  # of cases, where the format says how many, once read
        self._left = sys.maxsize
        self._rest, self._place = b"", Place()
        self._begun = False

    def feed(self, data: bytes) -> Iterator[Block]:
        """Yield the whole cases that ``data`` completes, as blocks.

        Raises ``JudgeFileError`` as soon as the text is known to be wrong.
        """
        text = self._rest + data if self._rest else data
        if not self._begun:
            if len(text) < len(_BYTE_ORDER_MARK) and _BYTE_ORDER_MARK.startswith(text):
                self._rest = text
                return
            text, self._begun = text.removeprefix(_BYTE_ORDER_MARK), True
        closed = max(text.rfind(space) for space in _SPACES) + 1  # what follows may be half a token
        token = text[closed:]
        self._rest = (yield from self._read(text[:closed])) + token
        if not self._left:
            self._rest = self._rest and self._warn()
        elif len(token) > _LONGEST_TOKEN:
            self._half_case(self._rest)  # raises: it is too long for whatever it should be
        elif len(self._rest) > _LONGEST_CASE:
            raise self._place.error(f"expected a case of at most {_LONGEST_CASE} bytes, found more")

    def close(self) -> Iterator[Block]:
        """Yield the last cases: the input has ended.

        Raises ``JudgeFileError`` where it ended too soon.
        """
        left = yield from self._read(self._rest)
        if self.format.counted and self._total is None:
            read_count(left, self._place)
        for _ in read_cases(self.format, self.board, left, self._place):
            raise AssertionError("a case was passed over that the slow reader takes")
        if self._total is not None and self._left:
            found = f"found {self._total - self._left} and the end of the input"
            raise self._place.after(left).error(f"expected {self._total} cases, {found}")

    def _read(self, text: bytes) -> Generator[Block, None, bytes]:
        """Yield the whole cases of ``text``, which ends with a token; return what is left."""
        if self.format.counted and self._total is None:
            text = self._pass_space(text)
            try:
                self._total, size = read_count(text, self._place)
            except EndOfText:
                return text
            self._left = self._total
            text = self._pass(text, size)
        while text := self._pass_space(text):
            if not self._left:
                return self._warn()
            frame = frame_fixed(self.format, self.board, text, self._left) or frame_tokens(
                self.format, self.board, text, self._left
            )
            if not frame.cases:
                return self._half_case(text)
            yield Block(self.format, self.board, self._next, frame, text, self._place)
            self._next += frame.cases
            self._left -= frame.cases
            text = self._pass(text, frame.size, frame.newlines)
        return b""

    def _half_case(self, text: bytes) -> bytes:
        """Return ``text`` if it is the beginning of a case; raise if it is not."""
        try:
            if self.format.counted and self._total is None:
                read_count(text, self._place)
            for _ in read_cases(self.format, self.board, text, self._place):
                raise AssertionError("a case was passed over that the slow reader takes")
        except EndOfText:
            return text
        raise AssertionError("a text was passed over that the slow reader takes for empty")

    def _pass(self, text: bytes, size: int, newlines: int | None = None) -> bytes:
        """Return ``text`` without its first ``size`` bytes, and move the place past them."""
        self._place = self._place.after(text[:size], newlines)
        return text[size:]

    def _pass_space(self, text: bytes) -> bytes:
        stripped = text.lstrip(WHITE_SPACE)
        return self._pass(text, len(text) - len(stripped)) if stripped != text else text

    def _warn(self) -> bytes:
        """Pass over what follows the last case: return nothing of it."""
        if self.warning is None:
            self.warning = self._place.error(
                f"ignored what follows the last of {self._total} cases"
            )
        return b""
