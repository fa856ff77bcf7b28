"""Commands timed as whole processes, side by side, and their figures as lines of a table.

Nothing here imports numpy: a child's peak memory is counted from the moment it is forked, so it
does not come out below its parent's.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

BUILD = Path(__file__).with_name("build")
EIGHT = str(Path(sys.executable).with_name("eight"))
MIB = 1 << 20


@dataclass(frozen=True)
class Run:
    """One process: seconds by the clock, and its peak of resident memory in bytes."""

    seconds: float
    peak: int


def run(command: Sequence[object], stdin: Path | None = None, stdout: Path | None = None) -> Run:
    """Run ``command`` to its end; raises CalledProcessError where it fails."""
    with open(stdin or os.devnull, "rb") as source, open(stdout or os.devnull, "wb") as sink:
        begun = time.perf_counter()
        child = subprocess.Popen(list(map(str, command)), stdin=source, stdout=sink)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - begun
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, child.args)
    return Run(seconds, usage.ru_maxrss * 1024)


def side_by_side(rounds: int, *runs: dict[str, object]) -> list[Run]:
    """Run each of ``runs`` (the arguments of `run`) in turn, ``rounds`` times; return medians."""
    kept: list[list[Run]] = [[] for _ in runs]
    for _ in range(rounds):
        for results, arguments in zip(kept, runs, strict=True):
            results.append(run(**arguments))  # type: ignore[arg-type]
    return [
        Run(
            statistics.median(result.seconds for result in results),
            int(statistics.median(result.peak for result in results)),
        )
        for results in kept
    ]


def median(work: Callable[[], object], rounds: int = 5) -> float:
    """Return the median of the seconds that ``work`` takes."""
    return statistics.median(seconds(work) for _ in range(rounds))


def seconds(work: Callable[[], object]) -> float:
    """Return the seconds that ``work`` takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def section(title: str) -> None:
    """Begin a part of the table."""
    print(f"\n{title}")


def line(what: str, found: float, unit: str, wanted: str = "") -> None:
    """Print one figure, and what is wanted of it."""
    print(f"  {what:58} {found:8.2f} {unit:6} {wanted}", flush=True)
