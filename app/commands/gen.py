"""`eight gen`: write judge input, and its answers."""

import os
import re
import shlex
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import click
import numpy as np

from app.boards import pack
from app.commands.options import WholeNumber, format_option, tables_option
from app.find_tables import find_tables
from app.generating import generate, seen_from, write_files
from app.judges.formats import FORMATS
from app.progress import progress
from app.sampling import NoPairsError, Pairs, Wanted, sample_pairs
from app.solver import Solver
from tablegen import paths

_CELLS = {"corner": (0, 2, 6, 8), "side": (1, 3, 5, 7), "centre": (4,)}
_CELLS |= {str(cell + 1): (cell,) for cell in range(9)}


def _numbers(least: int, most: int) -> Callable[[str], range]:
    """Return what reads ``20``, ``20-25``, or ``8-`` for 8 and more."""

    def convert(value: str) -> range:
        if parts := re.fullmatch(r"([0-9]{1,3})(-([0-9]{0,3}))?", value):
            first, dash, last = parts.groups()
            low, high = int(first), int(last) if last else most if dash else int(first)
            if least <= low <= high <= most:
                return range(low, high + 1)
        expected = f"one number or two, as 8, 8-12 or 8-, from {least} to {most}"
        raise click.BadParameter(f"expected {expected}, found {value!r}")

    return convert


def _blanks(value: str) -> frozenset[int]:
    """Read cells, by number or kind, with commas between."""
    names = value.split(",")
    if unknown := [name for name in names if name not in _CELLS]:
        expected = "cells 1 to 9, corner, side or centre, with commas between"
        raise click.BadParameter(f"expected {expected}, found {unknown[0]!r}")
    return frozenset(cell for name in names for cell in _CELLS[name])


def _share(value: str | float) -> float:
    with suppress(ValueError):
        if str(value).isascii() and "_" not in str(value) and 0 <= float(value) <= 1:
            return float(value)
    raise click.BadParameter(f"expected a number from 0 to 1, found {value!r}")


_MOST = 10_000_000  # cases of a file: some 200 MB of input
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command
@format_option
@click.option("--count", type=WholeNumber(0, _MOST), metavar="N", help="So many random cases.")
@click.option("--seed", default="0", metavar="S", help="Any text; the same seed, the same cases.")
@click.option(
    "--length",
    type=_numbers(0, paths.LONGEST),
    metavar="RANGE",
    help="Lengths, as 20, 20-25, 28-.",
)
@click.option(
    "--paths",
    "counts",
    type=_numbers(1, 255),
    metavar="RANGE",
    help="How many shortest paths, as 1, 8-.",
)
@click.option(
    "--start-blank",
    type=_blanks,
    metavar="CELLS",
    help="The start's: 1 to 9, corner, side, centre.",
)
@click.option("--goal-blank", type=_blanks, metavar="CELLS", help="The goal's, as well.")
@click.option("--goal", metavar="BOARD", help="One goal for all; where the format has none.")
@click.option(
    "--unsolvable",
    default=0.0,
    type=_share,
    metavar="SHARE",
    help="The share of cases that are not solvable, as 0.1.",
)
@click.option("--killers", is_flag=True, help="First, cases that the usual mistakes fail.")
@click.option("-o", "--output", type=_FILE, metavar="FILE", help="Else standard output.")
@click.option("--answers", type=_FILE, metavar="FILE", help="Write the answers here.")
@click.option(
    "--manifest",
    type=_FILE,
    metavar="FILE",
    help="Write here the arguments and, of each file, the SHA-256.",
)
@tables_option
@click.pass_context
def command(
    context: click.Context,
    name: str,
    count: int | None,
    seed: str,
    length: range | None,
    counts: range | None,
    start_blank: frozenset[int] | None,
    goal_blank: frozenset[int] | None,
    goal: str | None,
    unsolvable: float,
    killers: bool,
    output: Path | None,
    answers: Path | None,
    manifest: Path | None,
    tables: str | None,
) -> None:
    """Write judge input of random pairs, each as likely as any other that is as asked for.

    The same arguments give the same files, on every machine. None is touched before all are ready.
    """
    files = [file for file in (output, answers, manifest) if file]
    if manifest and "\n" in "".join(map(str, files)):
        raise click.UsageError("a manifest takes no name with a line break in it")
    if len({os.path.realpath(file) for file in files}) < len(files):
        raise click.UsageError("-o, --answers and --manifest must be different files")
    if count is None and not killers:
        raise click.UsageError("expected --count or --killers")
    count = count or 0
    format, solver = FORMATS[name], Solver(find_tables(tables))
    if format.goal and goal is not None:
        raise click.UsageError(f"the goal of {name} is {format.goal}: --goal cannot be given")
    text = format.goal or goal
    one_goal = None if text is None else solver.board.parse(text)
    if one_goal and goal_blank and one_goal.index(0) not in goal_blank:
        cell = one_goal.index(0) + 1
        raise click.UsageError(f"the goal {text} has its blank in cell {cell}, not as asked for")
    wanted = Wanted(length or Wanted.lengths, counts or Wanted.counts, start_blank, goal_blank)
    try:
        pairs = sample_pairs(solver, count, seed, wanted, one_goal, round(count * unsolvable))
    except NoPairsError as error:
        raise click.UsageError(str(error)) from None
    outputs = [output, answers] if answers else [output]
    if killers:
        pairs = _behind_killers(solver, one_goal, pairs)
    with progress(len(pairs[0]), " cases") as passed:
        parts = generate(solver, format, pairs, seed, bool(answers), passed)
        write_files(parts, outputs, manifest, _arguments(context, manifest))


def _behind_killers(solver: Solver, goal: bytes | None, pairs: Pairs) -> Pairs:
    """Return pairs that kill the wrong programs, of this goal if one is given, then ``pairs``."""
    from app.searches.killers import killers

    sides = zip(*killers(solver, goal), strict=True)
    first = [pack(np.array([list(board) for board in side], np.uint8)) for side in sides]
    starts, goals = map(np.concatenate, zip(first, pairs, strict=True))
    return starts, goals


def _arguments(context: click.Context, manifest: Path | None) -> str:
    """Return the command line that makes the same files again, run in the manifest's folder."""
    words = ["eight", "gen"]
    for option in context.command.params:
        value = context.params[option.name or ""]
        if value is None or value is False or option.name == "tables":
            continue
        words.append(option.opts[-1])
        if isinstance(value, range):
            words.append(f"{value[0]}-{value[-1]}")
        elif isinstance(value, frozenset):
            words.append(",".join(str(cell + 1) for cell in sorted(value)))
        elif isinstance(value, Path):
            words.append(seen_from(manifest, value))
        elif value is not True:
            words.append(str(value))
    return shlex.join(words)
