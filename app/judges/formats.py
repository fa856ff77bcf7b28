"""The judges' formats, each a small declaration.

``case`` is how a case is written, and so how it is read: by tokens, whatever the white space.
{start} and {goal} stand for boards, {limit} for a number; all else are words that must stand there.
The next judge costs a declaration here and, where its answers look like none of the others, a
function in ``writing``.
"""

from dataclasses import dataclass
from typing import Literal

from app.judges import writing
from app.judges.writing import LIMIT_DIGITS
from tablegen.board import Board

Accept = Literal["exact", "shortest", "valid"]

USUAL_GOAL = "12345678X"
_START, _GOAL, _LIMIT = "?", "!", "#"


@dataclass(frozen=True)
class Format:
    """How one judge writes its cases and wants its answers.

    title   : a line for people
    case    : the text of a case
    between : what stands between two symbols of a row, ``rows`` between two rows
    blank   : the blank, as this judge writes it; every other is read as well
    counted : whether the input begins with the number of cases
    goal    : the goal of every case, or None where each case has its own
    answers : writes the answers of a block of cases
    accept  : what the judge's own checker accepts
    sample  : a short input
    """

    name: str
    title: str
    case: str
    answers: writing.Writer
    sample: str
    between: str = ""
    rows: str = ""
    blank: str = "X"
    counted: bool = False
    goal: str | None = None
    accept: Accept = "exact"

    def layout(self, board: Board) -> str:
        """Return a case with a placeholder for each symbol and digit: ``?``, ``!``, ``#``."""
        start, goal = (self._draw(board, mark) for mark in (_START, _GOAL))
        return self.case.format(start=start, goal=goal, limit=_LIMIT * LIMIT_DIGITS)

    def words(self, board: Board) -> list[str]:
        """Return the words of a case in order: 'start', 'goal', 'limit', or the word itself."""
        named = self.case.format(start=" start ", goal=" goal ", limit=" limit ")
        return named.split()

    def _draw(self, board: Board, mark: str) -> str:
        return self.rows.join([self.between.join(mark * board.columns)] * board.rows)


def _boards(name: str, title: str, answers: writing.Writer, **more: object) -> Format:
    """Return a format of one board a case to the end of input, as most judges have it."""
    shape: dict[str, object] = {"case": "{start}\n", "between": " ", "rows": " ", "blank": "x"}
    shape |= {"goal": USUAL_GOAL, "sample": "2 3 4 1 5 x 7 6 8\n"}
    return Format(name=name, title=title, answers=answers, **(shape | more))  # type: ignore[arg-type]


_ALL = [
    Format(
        "hdu3567",
        "HDU 3567 Eight II: T, then start and goal; the alphabetically smallest shortest path",
        "{start}\n{goal}\n",
        writing.case_lines,
        "2\n12X453786\n12345678X\n564178X23\n7568X4123\n",
        counted=True,
    ),
    _boards("poj1077", "POJ 1077 Eight: boards; a path each", writing.path_lines, accept="valid"),
    _boards("hdu1043", "HDU 1043 Eight: as poj1077", writing.path_lines, accept="valid"),
    _boards("zoj1217", "ZOJ 1217 Eight: as poj1077", writing.path_lines, accept="valid"),
    _boards("acwing179", "AcWing 179: as poj1077", writing.path_lines, accept="shortest"),
    _boards(
        "uva652",
        "UVA 652 Eight: N, then boards; a path each, an empty line between",
        writing.separated_path_lines,
        case="\n{start}\n",
        counted=True,
        accept="valid",
        sample="1\n\n2 3 4 1 5 x 7 6 8\n",
    ),
    _boards("acwing845", "AcWing 845: boards; a length each", writing.length_lines),
    _boards(
        "boj1525",
        "BOJ 1525: boards in three rows; a length each",
        writing.length_lines,
        rows="\n",
        blank="0",
        sample="1 0 3\n4 2 5\n7 8 6\n",
    ),
    _boards(
        "aoj-alds1-13b",
        "AOJ ALDS1_13_B: boards in three rows; a length each",
        writing.length_lines,
        rows="\n",
        blank="0",
        sample="1 3 0\n4 2 5\n7 8 6\n",
    ),
    _boards(
        "luogu1379",
        "Luogu P1379: boards; a length each, to the goal 1238X4765",
        writing.length_lines,
        between="",
        rows="",
        blank="0",
        goal="1238X4765",
        sample="283104765\n",
    ),
    Format(
        "lanqiao261",
        "Lanqiao 261: start and goal; a length each",
        "{start}\n{goal}\n",
        writing.length_lines,
        "12345678.\n123.46758\n",
        blank=".",
    ),
    Format(
        "boj9985",
        "BOJ 9985: START 3 N, two boards, END; whether N moves are enough",
        "START 3 {limit}\n{start}\n{goal}\nEND\n",
        writing.within_lines,
        "START 3 4\n1 5 2\n4 X 3\n7 8 6\n1 2 3\n4 5 6\n7 8 X\nEND\n",
        between=" ",
        rows="\n",
    ),
    _boards(
        "princeton",
        "Princeton's assignment: 3, then three rows; every board on the way",
        writing.board_lines,
        accept="shortest",
        case="3\n {start}\n",
        between="  ",
        rows="\n ",
        blank="0",
        sample="3\n 0  1  3\n 4  2  5\n 7  8  6\n",
    ),
    Format(
        "pairs",
        "start and goal; length, a tab, path",
        "{start}\n{goal}\n",
        writing.length_and_path_lines,
        "12X453786 12345678X\n",
    ),
]

FORMATS = {format.name: format for format in _ALL}
DEFAULT_FORMAT = "hdu3567"
