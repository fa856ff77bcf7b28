"""Answers in memory: a pair at a time from text to text, and every judge's format by the case."""

import random
import statistics
import time
from collections.abc import Callable

from app.answers import answer
from app.batch import PIECE, answers
from app.find_tables import find_tables
from app.judges.formats import DEFAULT_FORMAT, FORMATS
from app.judges.reading import Reader
from app.solver import Solver
from bench.batches import cases
from bench.measure import line, section

PAIRS, CASES, ROUNDS = 100_000, 500_000, 5


def main() -> None:
    """Print the figures."""
    solver = Solver(find_tables())
    section("Single answers")
    pairs = [("".join(_shuffled()), "".join(_shuffled())) for _ in range(PAIRS)]
    parse = solver.board.parse

    def from_text_to_text() -> None:
        for start, goal in pairs:
            answer(solver, parse(start), parse(goal))

    def look_up() -> None:
        for start, goal in boards:
            solver.code(start, goal)

    boards = [(parse(start), parse(goal)) for start, goal in pairs]
    line("a pair, from text to text", 1e6 * _median(from_text_to_text) / PAIRS, "us", "about 5")
    line("of that, looking up", 1e6 * _median(look_up) / PAIRS, "us")

    section(f"Every format, {CASES:,} cases in memory, on one core, a case, / {DEFAULT_FORMAT}")
    works = {name: _answering(solver, name) for name in FORMATS}
    rounds = [{name: _seconds(work) for name, work in works.items()} for _ in range(ROUNDS)]
    for name, work in works.items():
        each = 1e9 * statistics.median(taken[name] for taken in rounds) / CASES
        ratio = statistics.median(taken[name] / taken[DEFAULT_FORMAT] for taken in rounds)
        size = work() / CASES
        line(f"{name}: {each:.0f} ns, {size:.0f} bytes of answer", ratio, "x", "< 2")


def _shuffled() -> list[str]:
    return random.sample("12345678X", 9)


def _answering(solver: Solver, name: str) -> Callable[[], int]:
    """Return a function that answers the cases, and returns the bytes of the answers."""
    text = cases(name, CASES).read_bytes()
    pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)]

    def work() -> int:
        return sum(map(len, answers(solver, Reader(FORMATS[name], solver.board), pieces)))

    return work


def _median(work: Callable[[], object]) -> float:
    return statistics.median(_seconds(work) for _ in range(ROUNDS))


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
