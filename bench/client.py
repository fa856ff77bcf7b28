"""A judge file answered by a running service, against the same file answered in one process."""

import filecmp
import os

from bench.batches import OURS, THEIRS, cases
from bench.measure import EIGHT, MIB, line, section, side_by_side
from tests.server import serving

CASES, ROUNDS = 1_000_000, 5


def main() -> None:
    """Print the figures."""
    section(f"Eight II, {CASES:,} cases, by a service of one worker")
    file = cases("hdu3567", CASES)
    with serving(dict(os.environ), "--no-access-log") as server:
        here, there = side_by_side(
            ROUNDS,
            {"command": [EIGHT, "batch", file, "-o", OURS]},
            {"command": [EIGHT, "batch", file, "-o", THEIRS, "--server", server.url]},
        )
    if not filecmp.cmp(OURS, THEIRS, shallow=False):
        raise SystemExit(f"{OURS} and {THEIRS} differ")
    line("eight batch --server / eight batch", there.seconds / here.seconds, "x", "< 3")
    line("peak memory, over that without a server", (there.peak - here.peak) / MIB, "MiB")


if __name__ == "__main__":
    main()
