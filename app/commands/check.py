"""`eight check`: judge a contestant's output."""

import os
import shutil
import stat
import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import get_args

import click

from app.checking.checker import Checker
from app.checking.verdicts import STYLES, Judgement, Verdict
from app.cli import say
from app.commands.options import tables_option
from app.find_tables import find_tables
from app.judges.formats import FORMATS, Accept
from app.progress import progress
from app.solver import Solver


@click.command
@click.argument("source", metavar="INPUT", type=click.Path(path_type=Path))
@click.argument("output", type=click.Path(path_type=Path))
@click.argument("answer", required=False, type=click.Path(path_type=Path))
@click.option(
    "--format",
    "name",
    required=True,
    type=click.Choice(list(FORMATS)),
    metavar="NAME",
    help="The judge's format: one of `eight batch --help`.",
)
@click.option(
    "--accept",
    type=click.Choice(get_args(Accept)),
    help="The canonical path, any shortest one, any that gets there; else what the judge accepts.",
)
@click.option(
    "--style",
    default="testlib",
    type=click.Choice(list(STYLES)),
    show_default=True,
    help="Whose exit status: testlib 0 1 2 3, kattis 42 43, qduoj 0 1 -1.",
)
@tables_option
def command(
    source: Path,
    output: Path,
    answer: Path | None,
    name: str,
    accept: Accept | None,
    style: str,
    tables: str | None,
) -> None:
    """Judge a contestant's OUTPUT to INPUT; the jury's ANSWER, if given, must be right as well.

    OUTPUT may be - for standard input. One line on standard error says the verdict, the case, and
    the first thing wrong: ok; wrong answer; wrong output format, where it cannot be read or has too
    few answers or too many; FAIL, where the jury's own files are at fault, whatever the output.

    With --style kattis it also runs as Kattis runs it: INPUT ANSWER FEEDBACK_DIR < OUTPUT.
    """
    feedback = None
    if style == "kattis" and answer and answer.is_dir():
        answer, feedback, output = output, answer, Path("-")
    format = FORMATS[name]
    solver = Solver(find_tables(tables))
    with ExitStack() as opened:
        passed = opened.enter_context(progress(None, "B"))
        checker = Checker(solver, format, accept or format.accept, passed=passed)
        try:
            judgement = _check(checker, opened, source, output, answer)
        except OSError as error:
            judgement = Judgement(Verdict.FAULT, f"{error.filename or output}: {error.strerror}")
    say(str(judgement))  # the status is the verdict's, whether or not anyone reads this
    if feedback:
        (feedback / "judgemessage.txt").write_text(f"{judgement}\n", "utf-8", "backslashreplace")
    sys.exit(STYLES[style][judgement.verdict])


def _check(
    checker: Checker, opened: ExitStack, source: Path, output: Path, answer: Path | None
) -> Judgement:
    """Judge; raises OSError where the output cannot be read."""
    try:
        regular = _regular(output, opened)
    except (FileNotFoundError, IsADirectoryError) as error:  # the program made no output
        judgement = checker.check(source, Path(os.devnull), answer)
        if judgement.verdict is Verdict.FAULT:
            return judgement
        return Judgement(Verdict.PRESENTATION, f"{output}: {error.strerror}")
    try:
        given, right = _regular(source, opened), answer and _regular(answer, opened)
    except OSError as error:
        return Judgement(Verdict.FAULT, f"{error.filename}: {error.strerror}")
    judgement = checker.check(given, regular, right)
    message = judgement.message.replace(str(given), str(source))  # not the names of copies
    return Judgement(judgement.verdict, message.replace(str(right), str(answer)))


def _regular(path: Path, opened: ExitStack) -> Path:
    """Return the path of a file that can be read twice: a pipe is copied into one first."""
    standard = str(path) == "-"
    if not standard and stat.S_ISREG(os.stat(path).st_mode):
        return path
    with open(0 if standard else path, "rb", closefd=not standard) as stream:
        copy = opened.enter_context(NamedTemporaryFile(prefix="eight-"))
        shutil.copyfileobj(stream, copy)
        copy.flush()
    return Path(copy.name)
