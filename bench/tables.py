"""Making the tables: in memory, and as the whole command that leaves them on disk."""

import shutil

from bench.measure import BUILD, EIGHT, line, median, section, side_by_side
from bench.peer import peer
from tablegen.board import Board
from tablegen.build import build

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
    in_memory = median(lambda: build(Board(3, 3)), ROUNDS) / compiled.seconds
    line("nine tables in memory / the compiled program", in_memory, "x", "< 1")
    on_disk = whole.seconds / compiled.seconds
    line("the whole command, to disk / the compiled program", on_disk, "x", "< 3")


if __name__ == "__main__":
    main()
