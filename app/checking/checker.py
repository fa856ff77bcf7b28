"""The files together: the input's cases, the output's claims, and the jury's answer if given.

The input is read in blocks and to its end, whatever the output, since a fault of the jury's is
one whatever the output. The jury's answer is judged as any output is; it must be accepted. The
truth is the tables': the answer adds nothing to it.
"""

from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path

from app.batch import PIECE, read_blocks
from app.boards import unpack
from app.checking.blocks import take_right
from app.checking.claims import READERS, Asked, ClaimReader
from app.checking.judging import Question, judge
from app.checking.text import Text
from app.checking.verdicts import Judgement, Objection, Verdict
from app.judges.errors import JudgeFileError
from app.judges.formats import Accept, Format
from app.judges.plain import shown
from app.judges.reading import Reader
from app.judges.writing import Cases
from app.solver import Solver


class Checker:
    """Judges the outputs of one format, accepting what ``accept`` says."""

    def __init__(
        self,
        solver: Solver,
        format: Format,
        accept: Accept,
        fast: bool = True,
        passed: Callable[[int], object] = lambda size: None,
    ) -> None:
        """``passed`` is told how many bytes of the input are done with, each time it is read.

        ``fast`` is off where the slow way is to be seen alone.
        """
        self._solver, self._format, self._accept = solver, format, accept
        self._fast, self._passed = fast, passed

    def check(self, source: Path, output: Path, answer: Path | None = None) -> Judgement:
        """Judge ``output`` to the input ``source``. All are regular files, or /dev/null.

        Raises OSError where the output cannot be read.
        """
        try:
            if answer and (objection := self._judge(source, answer)[0]):
                return Judgement(Verdict.FAULT, f"the jury's answer {answer}: {objection}")
            objection, said = self._judge(source, output)
        except JudgeFileError as error:
            error.file = str(source)
            return Judgement(Verdict.FAULT, str(error))
        except OSError as error:
            if error.filename == str(output):
                raise
            return Judgement(Verdict.FAULT, f"{error.filename}: {error.strerror}")
        if objection:
            return Judgement(objection.verdict, str(objection))
        return Judgement(Verdict.OK, said)

    def _judge(self, source: Path, output: Path) -> tuple[Objection | None, str]:
        """Return the objection to the output, or None, and how many cases there were.

        Where there are two ways to read it, it is accepted if it is by one of them; if by neither,
        the second way's complaint is better if it could at least read it.
        """
        first, *others = READERS[self._format.answers]
        objection, said = self._judge_as(first, self._fast, source, output)
        for read in others:
            if objection is None:
                break
            other, _ = self._judge_as(read, False, source, output)
            unread = objection.verdict is Verdict.PRESENTATION
            if other is None or unread and other.verdict is Verdict.WRONG:
                objection = other
        return objection, said

    def _judge_as(
        self, read: ClaimReader, fast: bool, source: Path, output: Path
    ) -> tuple[Objection | None, str]:
        reader = Reader(self._format, self._solver.board)
        objection, total = None, 0
        with open(source, "rb", buffering=0) as given, open(output, "rb", buffering=0) as claimed:
            text = Text(claimed.read)
            for block in read_blocks(reader, self._pieces(given)):
                cases = block.cases()
                total += len(cases)
                objection = objection or self._objection(read, fast, cases, text)
            objection = objection or _objection_to_rest(text, total)
        said = _cases(total)
        return objection, f"{said} ({reader.warning.message})" if reader.warning else said

    def _pieces(self, stream: FileIO) -> Iterator[bytes]:
        while piece := stream.read(PIECE):
            yield piece
            self._passed(len(piece))

    def _objection(
        self, read: ClaimReader, fast: bool, cases: Cases, text: Text
    ) -> Objection | None:
        if fast and take_right(self._solver, self._format, self._accept, cases, text):
            return None
        board = self._solver.board
        codes = self._solver.codes(cases.starts, cases.goals).tolist()
        starts, goals = unpack(board, cases.starts), unpack(board, cases.goals)
        limits = [None] * len(cases) if cases.limits is None else cases.limits.tolist()
        rows = zip(starts, goals, limits, codes, strict=True)
        number = cases.first
        try:
            for number, (start, goal, limit, code) in enumerate(rows, start=cases.first):
                question = Question(start.tobytes(), goal.tobytes(), limit, code)
                asked = Asked(board, number, question.start == question.goal)
                judge(self._solver, self._accept, question, read(text, asked))
        except Objection as objection:
            objection.case = number
            return objection
        text.end_line()
        return None


def _objection_to_rest(text: Text, total: int) -> Objection | None:
    try:
        rest = text.peek()
    except Objection as objection:
        return objection
    if rest is None:
        return None
    found = shown(rest.decode("utf-8", "replace"))
    return text.unreadable(f"expected the end of the output after {_cases(total)}, found {found}")


def _cases(total: int) -> str:
    return f"{total} case" + "s" * (total != 1)
