"""Pairs -> a judge's input and its answers, in blocks.

A format with limits is given limits where they matter: one less than the length, just the length,
or one more, each as likely; for a pair that is not solvable, any up to the longest length.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from app.draws import LIMIT, Draws, Seed
from app.judges.formats import Format
from app.judges.inputs import format_cases, format_header
from app.judges.writing import Cases
from app.output import whole_file, write_all
from app.sampling import Pairs
from app.solver import Solver
from tablegen import paths

_BLOCK = 1 << 15


def generate(
    solver: Solver,
    format: Format,
    pairs: Pairs,
    seed: Seed,
    with_answers: bool,
    passed: Callable[[int], object] = lambda cases: None,
) -> Iterator[tuple[bytes, bytes]]:
    """Yield a file of these pairs, part by part: its text and, if asked for, that of its answers.

    A format with one goal for all is trusted to be given pairs with that goal. ``passed`` is told
    of how many cases are done with.
    """
    starts, goals = pairs
    draws, limited = Draws(seed), "limit" in format.words(solver.board)
    yield format_header(format, len(starts)), b""
    for first in range(0, len(starts), _BLOCK):
        here = slice(first, first + _BLOCK)
        codes = solver.codes(starts[here], goals[here])
        limits = _limits(draws, first, codes) if limited else None
        cases = Cases(solver.board, first + 1, starts[here], goals[here], limits)
        answers = format.answers(cases, codes).tobytes() if with_answers else b""
        yield format_cases(format, cases).tobytes(), answers
        passed(len(cases))


def write_files(
    parts: Iterable[tuple[bytes, bytes]],
    files: list[Path | None],
    manifest: Path | None,
    arguments: str,
) -> None:
    """Write each part's first text to the first of ``files``, its second to the second, if any.

    None stands for standard output. The manifest is a line of arguments and, of each file, a line
    as ``sha256sum`` writes it, its name seen from the manifest's folder. Each file is there
    whole or as it was, and none is touched before all are ready.
    """
    digests = [hashlib.sha256() for _ in files]
    with ExitStack() as stack:
        streams = [stack.enter_context(_opened(file)) for file in files]
        record = stack.enter_context(whole_file(manifest)) if manifest else None
        try:
            for texts in parts:
                for text, stream, digest in zip(texts, streams, digests, strict=False):
                    write_all(stream, memoryview(text))
                    digest.update(text)
        except BrokenPipeError as error:
            if len(files) == 1 and not manifest:
                raise
            raise OSError(f"{error.filename}: nobody reads it any more; no file is made") from None
        if record:
            names = [seen_from(manifest, file) for file in files]
            rows = [f"{d.hexdigest()}  {name}" for d, name in zip(digests, names, strict=True)]
            said = "\n".join([arguments, *rows, ""])
            write_all(record, memoryview(said.encode("utf-8", "surrogateescape")))


def seen_from(manifest: Path | None, file: Path | None) -> str:
    """Return the name of ``file`` as seen from the manifest's folder; - for standard output."""
    return os.path.relpath(file, manifest.parent if manifest else ".") if file else "-"


def _opened(file: Path | None) -> AbstractContextManager[BinaryIO]:
    return whole_file(file) if file else open(1, "wb", buffering=0, closefd=False)


def _limits(draws: Draws, first: int, codes: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return (n,) int64 limits of the cases from the one behind ``first`` on."""
    lengths = paths.lengths(codes)
    near = np.maximum(lengths + draws.below(3, first, len(codes), LIMIT) - 1, 0)
    return np.where(lengths < 0, draws.below(paths.LONGEST + 1, first, len(codes), LIMIT), near)
