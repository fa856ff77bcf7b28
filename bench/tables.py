"""Making the tables: in memory, and as the whole command that leaves them on disk."""

import shutil
import statistics
import time

from bench.measure import BUILD, EIGHT, line, section, side_by_side
from bench.peer import peer

ROUNDS = 9


def main() -> None:
    """Print the figures."""
    section("Tables")
    folder = BUILD / "tables"
    compiled, whole = side_by_side(
        ROUNDS,
        {"command": [peer(), "build"]},
        {"command": [EIGHT, "tables", "build", folder]},
    )
    shutil.rmtree(folder)
    in_memory = _build() / compiled.seconds
    line("nine tables in memory / the compiled program", in_memory, "x", "< 1")
    on_disk = whole.seconds / compiled.seconds
    line("the whole command, to disk / the compiled program", on_disk, "x", "< 3")


def _build() -> float:
    """Return how many seconds a build in memory takes."""
    from tablegen.board import Board
    from tablegen.build import build

    seconds = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        build(Board(3, 3))
        seconds.append(time.perf_counter() - begun)
    return statistics.median(seconds)


if __name__ == "__main__":
    main()
