"""Which wrong programs a test file catches: each answers its cases until it gets one wrong.

An answer is wrong if the judge of the format would say so; a judge that takes any path that gets
there cannot catch a program whose paths are merely not the smallest. A program is only run where
one of its parts may err in the judge's eyes: so files of thousands of cases are scored in seconds.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.boards import unpack
from app.checking.claims import Claim
from app.checking.judging import Question, judge
from app.checking.verdicts import Objection
from app.judges import writing
from app.judges.formats import Accept, Format
from app.judges.reading import Block
from app.searches.killers import candidates
from app.searches.wrong import WRONGS, Asked, Wrong
from app.solver import Solver

_NO_PATH_STATED = (writing.length_lines, writing.within_lines)
_NO_LENGTH_STATED = (writing.path_lines, writing.separated_path_lines)


@dataclass(frozen=True)
class Score:
    """How a wrong program fared.

    tried   : how many cases it may have erred on, up to the one that caught it
    case    : the number of that case, and ``why`` it was caught; None where it gets through
    visible : whether any case could catch it, as this judge writes and judges them
    """

    wrong: Wrong
    tried: int
    case: int | None = None
    why: str | None = None
    visible: bool = True


def score(
    solver: Solver,
    format: Format,
    accept: Accept,
    blocks: Iterable[Block],
    most: int | None = None,
) -> tuple[list[Score], int]:
    """Run the wrong programs on the cases of an input, or on the first ``most`` of them.

    Returns their scores, and how many cases were looked at; raises ``JudgeFileError``.
    """
    asked: Asked = "shortest" if format.answers in _NO_PATH_STATED else accept
    scores = {wrong.name: Score(wrong, 0) for wrong in WRONGS}
    looked_at = 0
    for number, texts, question in _questions(solver, blocks, most):
        looked_at = number
        at_large = [found for found in scores.values() if found.case is None]
        if not at_large:
            break
        for found in at_large:
            program = found.wrong.program
            if not program.may_err(*texts, asked):
                continue
            why = _objection(solver, format, accept, question, program.answer(*texts))
            scores[found.wrong.name] = Score(
                found.wrong, found.tried + 1, None if why is None else number, why
            )
    seen = (
        found if found.tried else replace(found, visible=_visible(solver, format, asked, found))
        for found in scores.values()
    )
    return list(seen), looked_at


def _visible(solver: Solver, format: Format, asked: Asked, found: Score) -> bool:
    """Return whether ``found`` may err on any of many cases, as the judge writes them."""
    board = solver.board
    goal = None if format.goal is None else board.parse(format.goal)
    texts = (
        [board.format(side).replace("X", format.blank) for side in pair]
        for pair in candidates(solver, goal)
    )
    return any(found.wrong.program.may_err(start, end, asked) for start, end in texts)


def _questions(
    solver: Solver, blocks: Iterable[Block], most: int | None
) -> Iterable[tuple[int, tuple[str, str], Question]]:
    """Yield each case's number, its boards as the file writes them, and what is asked."""
    for block in blocks:
        cases = block.cases()
        codes = solver.codes(cases.starts, cases.goals).tolist()
        starts, goals = unpack(solver.board, cases.starts), unpack(solver.board, cases.goals)
        texts = [bytes(row).decode() for row in block.frame.symbols]
        for i, code in enumerate(codes):
            if most is not None and block.first + i > most:
                return
            limit = None if cases.limits is None else int(cases.limits[i])
            goal = block.format.goal
            pair = (texts[2 * i], texts[2 * i + 1]) if goal is None else (texts[i], goal)
            question = Question(starts[i].tobytes(), goals[i].tobytes(), limit, code)
            yield block.first + i, pair, question


def _objection(
    solver: Solver, format: Format, accept: Accept, question: Question, path: str | None
) -> str | None:
    """Return what the judge says against a program that finds ``path``."""
    try:
        judge(solver, accept, question, _claim(format, question.limit, path))
    except Objection as objection:
        return str(objection).removeprefix(": ")
    return None


def _claim(format: Format, limit: int | None, path: str | None) -> Claim:
    """Return what a program that finds ``path`` would print in this format."""
    if path is None or limit is not None and len(path) > limit:
        return Claim(False, path="", limit=limit)
    length = None if format.answers in _NO_LENGTH_STATED else len(path)
    return Claim(True, length, None if format.answers in _NO_PATH_STATED else path)
