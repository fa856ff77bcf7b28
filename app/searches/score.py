"""Which wrong programs a test file catches: each answers its cases until it gets one wrong.

An answer is wrong if the judge of the format would say so; a judge that takes any path that gets
there cannot catch a program whose paths are merely not the smallest. A program is only run where
one of its parts may err.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from app.boards import unpack
from app.checking.claims import Claim
from app.checking.judging import Question, judge
from app.checking.verdicts import Objection
from app.judges import writing
from app.judges.formats import Accept, Format
from app.judges.reading import Block
from app.searches.wrong import WRONGS, Program, Wrong
from app.solver import Solver

_NO_PATH_STATED = (writing.length_lines, writing.within_lines)
_NO_LENGTH_STATED = (writing.path_lines, writing.separated_path_lines)


@dataclass(frozen=True)
class Score:
    """A wrong program, and the first case that catches it with why; None and None: it passes."""

    wrong: Wrong
    case: int | None
    why: str | None


def score(
    solver: Solver, format: Format, accept: Accept, blocks: Iterable[Block], most: int
) -> tuple[list[Score], int]:
    """Run the wrong programs on the first ``most`` cases of an input.

    Returns their scores, and how many cases were looked at; raises ``JudgeFileError``.
    """
    caught: dict[str, tuple[int, str]] = {}
    looked_at = 0
    for number, texts, question in _questions(solver, blocks, most):
        looked_at = number
        for wrong in WRONGS:
            if wrong.name in caught or not wrong.program.may_err(*texts):
                continue
            claim = _claim(format, question.limit, wrong.program.answer(*texts))
            try:
                judge(solver, accept, question, claim)
            except Objection as objection:
                caught[wrong.name] = number, str(objection)
        if len(caught) == len(WRONGS):
            break
    return [Score(wrong, *caught.get(wrong.name, (None, None))) for wrong in WRONGS], looked_at


def errs(program: Program, start: str, goal: str, canonical: str | None) -> bool:
    """Return whether ``program`` has another answer than the canonical path."""
    return program.may_err(start, goal) and program.answer(start, goal) != canonical


def _questions(
    solver: Solver, blocks: Iterable[Block], most: int
) -> Iterable[tuple[int, tuple[str, str], Question]]:
    """Yield each case's number, its boards as the file writes them, and what is asked."""
    for block in blocks:
        cases = block.cases()
        codes = solver.codes(cases.starts, cases.goals).tolist()
        starts, goals = unpack(solver.board, cases.starts), unpack(solver.board, cases.goals)
        texts = [bytes(row).decode() for row in block.frame.symbols]
        for i, code in enumerate(codes):
            if block.first + i > most:
                return
            limit = None if cases.limits is None else int(cases.limits[i])
            goal = block.format.goal
            pair = (texts[2 * i], texts[2 * i + 1]) if goal is None else (texts[i], goal)
            question = Question(starts[i].tobytes(), goals[i].tobytes(), limit, code)
            yield block.first + i, pair, question


def _claim(format: Format, limit: int | None, path: str | None) -> Claim:
    """Return what a program that finds ``path`` would print in this format."""
    if path is None or limit is not None and len(path) > limit:
        return Claim(False, path="", limit=limit)
    length = None if format.answers in _NO_LENGTH_STATED else len(path)
    return Claim(True, length, None if format.answers in _NO_PATH_STATED else path)
