"""Judge files, whole processes, file to file: against the compiled program and a plain copy."""

import filecmp
import subprocess
from pathlib import Path

from bench.measure import BUILD, EIGHT, MIB, Run, line, section, side_by_side
from bench.peer import peer

SMALL, LARGE = 200, 5_000_000
OURS, THEIRS = BUILD / "ours.out", BUILD / "theirs.out"


def cases(format: str, count: int) -> Path:
    """Return a file of so many random cases, each solvable, made once."""
    file = BUILD / f"{format}-{count}.in"
    if not file.exists():
        BUILD.mkdir(exist_ok=True)
        command = [EIGHT, "gen", "--format", format, "--count", str(count), "-o", file]
        subprocess.run(command, check=True)
    return file


def main() -> None:
    """Print the figures."""
    section(f"Eight II, {SMALL} cases")
    small, compiled = _both(cases("hdu3567", SMALL), rounds=15)
    line("eight batch / the compiled program", small.seconds / compiled.seconds, "x", "< 1.6")

    section(f"Eight II, {LARGE:,} cases")
    large = cases("hdu3567", LARGE)
    ours, compiled = _both(large, rounds=5)
    (copy,) = side_by_side(5, {"command": ["cat", large, OURS], "stdout": THEIRS})
    line("the compiled program / eight batch", compiled.seconds / ours.seconds, "x", "> 6, goal 10")
    line("eight batch / a plain copy of its input and output", ours.seconds / copy.seconds, "x")
    line("peak memory, over the small file's", (ours.peak - small.peak) / MIB, "MiB", "< 120")


def _both(file: Path, rounds: int) -> list[Run]:
    """Answer ``file`` with our command and with the compiled program; compare the answers."""
    medians = side_by_side(
        rounds,
        {"command": [EIGHT, "batch", file, "-o", OURS]},
        {"command": [peer()], "stdin": file, "stdout": THEIRS},
    )
    if not filecmp.cmp(OURS, THEIRS, shallow=False):
        raise SystemExit(f"{OURS} and {THEIRS} differ")
    return medians


if __name__ == "__main__":
    main()
