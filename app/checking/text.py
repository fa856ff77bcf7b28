"""An output as it comes: taken line by line or word by word, with no more in memory than is asked.

White space is what the judges' own readers take for it, so a CR before the end of a line, blanks
behind an answer and a missing last newline are nothing.
"""

import re
from collections.abc import Callable

import numpy as np

from app.checking.verdicts import Objection, Verdict
from app.judges.plain import WHITE_SPACE

LONGEST = 1 << 20  # bytes of a line or a word: no judge lets a program print so much of one
_PIECE = 1 << 20
_WORD = re.compile(b"[^" + WHITE_SPACE + b"]+")


class Text:
    """The bytes that ``read`` gives; ``line_number`` is that of the last one seen, from 1."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        """Begin at the first byte; ``read(size)`` gives at most so many more, none at the end."""
        self._read = read
        self._text, self._at, self._ended = b"", 0, False
        self.line_number = self._next_line = 1

    def line(self) -> bytes | None:
        """Take the next line, without the white space around it; None at the end.

        What follows the last newline is a line if it is not blank.
        """
        end = self._text.find(b"\n", self._at)
        while end < 0 and self._more():
            end = self._text.find(b"\n", self._at)
            self._expect_short(len(self._text) if end < 0 else end)
        self.line_number = self._next_line
        ended = end >= 0
        found = self._text[self._at : end if ended else None].strip(WHITE_SPACE)
        self._skip_to(end + 1 if ended else len(self._text))
        return found if found or ended else None

    def peek(self) -> bytes | None:
        """Return the next word and leave it there; None at the end."""
        match = _WORD.search(self._text, self._at)
        while (match is None or match.end() == len(self._text)) and not self._ended:
            self._skip_to(match.start() if match else len(self._text))
            self._more()
            match = _WORD.search(self._text, self._at)
            self._expect_short(match.end() if match else self._at)
        self._skip_to(match.start() if match else len(self._text))
        self.line_number = self._next_line
        return match[0] if match else None

    def word(self) -> bytes | None:
        """Take the next word; None at the end."""
        word = self.peek()
        self._at += len(word or b"")
        return word

    def take(self, expected: bytes) -> bool:
        """Take what comes next if it is ``expected``, which ends a line; say whether it was."""
        while len(self._text) - self._at < len(expected) and self._more():
            pass
        if not self._text.startswith(expected, self._at):
            return False
        self._skip_to(self._at + len(expected))
        return True

    def lines(self, count: int, most: int) -> bytes | None:
        """Return the next ``count`` lines and leave them there.

        All that is left where there are not so many; None where it is of more than ``most`` bytes.
        """
        while self._text.count(b"\n", self._at) < count and self._more():
            if len(self._text) - self._at > most:
                return None
        rest = np.frombuffer(self._text, np.uint8)[self._at :]
        newlines = np.flatnonzero(rest == ord("\n"))
        size = int(newlines[count - 1]) + 1 if len(newlines) >= count else len(rest)
        return self._text[self._at : self._at + size]

    def skip(self, size: int) -> None:
        """Pass over ``size`` bytes that ``lines`` returned."""
        self._skip_to(self._at + size)

    def end_line(self) -> None:
        """Pass over the end of a line that was begun, if only blanks stand before it."""
        if self._text[: self._at].endswith(b"\n"):
            return
        blanks = len(self._text) - len(self._text[self._at :].lstrip(b" \t\r\f\v"))
        if self._text.startswith(b"\n", blanks):
            self._skip_to(blanks + 1)

    def unreadable(self, message: str) -> Objection:
        """Return the objection that what was last looked at cannot be read."""
        return Objection(Verdict.PRESENTATION, message, line=self.line_number)

    def _more(self) -> bool:
        piece = b"" if self._ended else self._read(_PIECE)
        self._ended = not piece
        self._text, self._at = self._text[self._at :] + piece, 0
        return not self._ended

    def _skip_to(self, end: int) -> None:
        self._next_line += self._text.count(b"\n", self._at, end)
        self._at = end

    def _expect_short(self, end: int) -> None:
        if end - self._at > LONGEST:
            raise self.unreadable(f"expected an answer, found over {LONGEST} bytes in a line")


def tidy(text: bytes, count: int) -> bytes:
    """Return the ``count`` lines of ``text`` without blanks at their ends, each of them ended.

    Where there are fewer, the others are empty: blank lines at the end do not matter.
    """
    lines = [line.rstrip(WHITE_SPACE) for line in text.removesuffix(b"\n").split(b"\n")]
    return b"\n".join(lines) + b"\n" * (1 + max(count - len(lines), 0))
