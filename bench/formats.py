"""Every judge's format by the case, in memory, on one core; and where the time of one goes."""

import statistics
from collections.abc import Callable

from app.batch import PIECE, answers, read_blocks
from app.find_tables import find_tables
from app.judges.formats import DEFAULT_FORMAT, FORMATS
from app.judges.reading import Reader
from app.solver import Solver
from bench.batches import cases
from bench.measure import line, median, seconds, section

CASES, ROUNDS = 500_000, 5


def main() -> None:
    """Print the figures."""
    solver = Solver(find_tables())
    works = {name: _answering(solver, name) for name in FORMATS}
    rounds = [{name: seconds(work) for name, work in works.items()} for _ in range(ROUNDS)]
    section(f"Every format, {CASES:,} cases in memory, on one core, a case, / {DEFAULT_FORMAT}")
    for name, work in works.items():
        each = 1e9 * statistics.median(taken[name] for taken in rounds) / CASES
        ratio = statistics.median(taken[name] / taken[DEFAULT_FORMAT] for taken in rounds)
        line(f"{name}: {each:.0f} ns, {work() / CASES:.0f} bytes of answer", ratio, "x", "< 2")
    _stages(solver)


def _pieces(name: str) -> list[bytes]:
    text = cases(name, CASES).read_bytes()
    return [text[at : at + PIECE] for at in range(0, len(text), PIECE)]


def _answering(solver: Solver, name: str) -> Callable[[], int]:
    """Return a function that answers the cases, and returns the bytes of the answers."""
    pieces = _pieces(name)

    def work() -> int:
        return sum(map(len, answers(solver, Reader(FORMATS[name], solver.board), pieces)))

    return work


def _stages(solver: Solver) -> None:
    """Print how long each stage takes, the ones before it done."""
    format, pieces = FORMATS[DEFAULT_FORMAT], _pieces(DEFAULT_FORMAT)
    blocks = list(read_blocks(Reader(format, solver.board), pieces))
    read = [block.cases() for block in blocks]
    codes = [solver.codes(block.starts, block.goals) for block in read]
    written = [format.answers(*work) for work in zip(read, codes, strict=True)]
    stages: dict[str, Callable[[], object]] = {
        "find the cases": lambda: list(read_blocks(Reader(format, solver.board), pieces)),
        "check and pack the boards": lambda: [block.cases() for block in blocks],
        "relabel, and find the entries": lambda: [solver.entries(b.starts, b.goals) for b in read],
        "the same, and gather the paths": lambda: [solver.codes(b.starts, b.goals) for b in read],
        "write the text": lambda: [format.answers(*w) for w in zip(read, codes, strict=True)],
        "copy the input and the text": lambda: b"".join([*pieces, *(t.data for t in written)]),
    }
    section(f"Where the time of {DEFAULT_FORMAT} goes, a case")
    for what, work in stages.items():
        line(what, 1e9 * median(work) / CASES, "ns")


if __name__ == "__main__":
    main()
