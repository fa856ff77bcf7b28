"""Single answers, a pair at a time, from text to text."""

import random

from app.answers import answer
from app.find_tables import find_tables
from app.solver import Solver
from bench.measure import line, median, section

PAIRS = 100_000


def main() -> None:
    """Print the figures."""
    solver = Solver(find_tables())
    parse = solver.board.parse
    random.seed(PAIRS)
    pairs = [("".join(_shuffled()), "".join(_shuffled())) for _ in range(PAIRS)]
    boards = [(parse(start), parse(goal)) for start, goal in pairs]

    def from_text_to_text() -> None:
        for start, goal in pairs:
            answer(solver, parse(start), parse(goal))

    def look_up() -> None:
        for start, goal in boards:
            solver.code(start, goal)

    section("Single answers")
    line("a pair, from text to text", 1e6 * median(from_text_to_text) / PAIRS, "us")
    line("of that, relabelling and looking up", 1e6 * median(look_up) / PAIRS, "us", "about 5")


def _shuffled() -> list[str]:
    return random.sample("12345678X", 9)


if __name__ == "__main__":
    main()
