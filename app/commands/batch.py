"""`eight batch`: answer judge files, here or by a running service."""

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

import click

from app.batch import PIECE, answers
from app.cli import BAD_INPUT, say
from app.commands.options import WholeNumber, format_option, tables_option
from app.commands.styled import styled
from app.find_tables import find_tables
from app.judges.errors import JudgeFileError
from app.judges.formats import FORMATS
from app.judges.pieces import Bytes
from app.judges.reading import Reader
from app.output import whole_file, write_all
from app.progress import progress
from app.solver import Solver
from app.style import Style
from tablegen.board import Board

Answer = Callable[[Reader, Iterable[bytes], int], Iterator[Bytes]]


def _address(text: str) -> str:
    """Take the address of a service."""
    with suppress(ValueError):
        parts = urlsplit(text)
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            parts.hostname.encode("idna")
            return text
    raise click.BadParameter(f"expected http://HOST or http://HOST:PORT, found {text[:60]!r}")


_SMALL = 1 << 20  # bytes that are not worth a second thread
_EPILOG = "\b\n" + "\n\n".join(
    "\n".join([f"{f.name}  {f.title}", *(f"    {line}" for line in f.sample.splitlines())])
    for f in FORMATS.values()
).replace("\n\n", "\n\b\n\n\b\n")


@click.command(epilog=_EPILOG)
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@format_option
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT",
    help="Write the answers here: all of them, or leave the file as it was.",
)
@click.option(
    "--out-dir",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the answers of each FILE into DIR as its name with .out.",
)
@click.option(
    "--jobs",
    type=WholeNumber(1),
    metavar="N",
    help="Use N threads; if not said, one for each core where it pays.",
)
@click.option("--server", type=_address, metavar="URL", help="Have a running service answer.")
@styled
@tables_option
def command(
    files: tuple[Path, ...],
    name: str,
    output: Path | None,
    out_dir: Path | None,
    jobs: int | None,
    server: str | None,
    style: Style,
    tables: str | None,
) -> None:
    """Answer judge files, or standard input.

    One file is answered on standard output, or in OUT; several, each beside itself with the ending
    .out, or in DIR.
    """
    outputs = _outputs(files, output, out_dir)
    if server is not None:
        from app.client import Client

        board, client = Board(3, 3), Client(server, style=style)

        def answer(reader: Reader, pieces: Iterable[bytes], jobs: int) -> Iterator[Bytes]:
            return client.answers(reader, pieces, jobs)

    else:
        solver = Solver(find_tables(tables))
        board = solver.board

        def answer(reader: Reader, pieces: Iterable[bytes], jobs: int) -> Iterator[Bytes]:
            return answers(solver, reader, pieces, jobs, style)

    bad = 0
    for file, target in outputs:
        reader = Reader(FORMATS[name], board)
        try:
            _answer_file(answer, reader, file, target, jobs)
        except JudgeFileError as error:
            error.file = str(file) if file else None
            say(f"eight: {error}")
            bad += 1
        if reader.warning:
            reader.warning.file = str(file) if file else None
            say(f"eight: warning: {reader.warning}")
    if len(outputs) > 1:
        say(f"{len(outputs) - bad} of {len(outputs)} files answered")
    sys.exit(BAD_INPUT if bad else 0)


def _outputs(
    files: tuple[Path, ...], output: Path | None, out_dir: Path | None
) -> list[tuple[Path | None, Path | None]]:
    """Return what to answer and where to; None stands for standard input and output."""
    if out_dir is None and len(files) <= 1:
        if files and output and os.path.realpath(output) == os.path.realpath(files[0]):
            raise click.UsageError(f"{output} would be written over an input")
        return [(files[0] if files else None, output)]
    if output:
        raise click.UsageError("-o takes the answers of one file: use --out-dir")
    if not files:
        raise click.UsageError("--out-dir needs files")
    if out_dir:
        out_dir.mkdir(parents=True, exist_ok=True)
    targets = [(out_dir or file.parent) / file.with_suffix(".out").name for file in files]
    written = {os.path.realpath(file) for file in files}
    for target in targets:
        if (real := os.path.realpath(target)) in written:
            raise click.UsageError(f"{target} would be written twice, or over an input")
        written.add(real)
    return list(zip(files, targets, strict=True))


def _answer_file(
    answer: Answer, reader: Reader, file: Path | None, target: Path | None, jobs: int | None
) -> None:
    source = open(file, "rb", buffering=0) if file else open(0, "rb", buffering=0, closefd=False)
    with source, _sink(target) as sink:
        status = os.fstat(source.fileno())
        regular = stat.S_ISREG(status.st_mode)
        size = status.st_size if regular else None
        if jobs is None:  # a pipe's answers flow while its input comes
            jobs = _cores() if regular and status.st_size > _SMALL else 1
        with progress(size, "B", not source.isatty()) as passed:
            for text in answer(reader, _pieces(source, passed), jobs):
                write_all(sink, text.data)


def _cores() -> int:
    """Return how many cores this process may use; macOS says only how many there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _sink(target: Path | None) -> AbstractContextManager[BinaryIO]:
    return whole_file(target) if target else open(1, "wb", buffering=0, closefd=False)


def _pieces(source: BinaryIO, passed: Callable[[int], object]) -> Iterator[bytes]:
    try:
        while piece := source.read(PIECE):
            yield piece
            passed(len(piece))
    except OSError as error:
        error.filename = "<stdin>" if source.name == 0 else source.name
        raise
