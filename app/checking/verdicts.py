"""The verdicts, and how judging systems are told of them."""

from dataclasses import dataclass
from enum import Enum


class Verdict(Enum):
    """A verdict; the value is what a testlib checker's line begins with."""

    OK = "ok"
    WRONG = "wrong answer"
    PRESENTATION = "wrong output format"
    FAULT = "FAIL"


# The exit status of each verdict. Kattis takes any other than 42 and 43 for a fault of the checker,
# and knows no presentation error; nor does QDUOJ, whose -1 is 255 to the system.
_ALL = (Verdict.OK, Verdict.WRONG, Verdict.PRESENTATION, Verdict.FAULT)
STYLES = {
    "testlib": dict(zip(_ALL, (0, 1, 2, 3), strict=True)),
    "kattis": dict(zip(_ALL, (42, 43, 43, 3), strict=True)),
    "qduoj": dict(zip(_ALL, (0, 1, 1, 255), strict=True)),
}


@dataclass(frozen=True)
class Judgement:
    """A verdict and what there is to say of it."""

    verdict: Verdict
    message: str

    def __str__(self) -> str:
        """Return the line."""
        return f"{self.verdict.value} {self.message}"


class Objection(Exception):
    """What is wrong with an output: ``verdict`` WRONG or PRESENTATION, the ``case``, and why.

    ``step`` counts the moves from 1 to the first that is wrong, ``board`` is the text of the board
    it was made on; both None where the fault is in no step. ``line`` is the output's, where it
    cannot be read.
    """

    def __init__(
        self,
        verdict: Verdict,
        message: str,
        step: int | None = None,
        board: str | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(message)
        self.verdict, self.message = verdict, message
        self.case: int | None = None
        self.step, self.board, self.line = step, board, line

    def __str__(self) -> str:
        """Return where and what: ``case 2, step 3, board 12345678X: expected d, found r``."""
        names = ("case", "line", "step", "board")
        values = (self.case, self.line, self.step, self.board)
        found = [f"{n} {v}" for n, v in zip(names, values, strict=True) if v is not None]
        return ", ".join(found) + ": " + self.message
