"""Judge input in, answers out: a stream of bytes to a stream of bytes, in order, on several cores.

Blocks are framed one after another, since only that tells how many cases they hold; the rest,
boards, entries, codes and text, is numpy on arrays of some 30,000 cases, which lets the other
threads run. A block's arrays fit the processor's caches.
"""

import ctypes
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from app.judges.errors import JudgeFileError
from app.judges.formats import Format
from app.judges.pieces import Bytes
from app.judges.reading import Block, Reader
from app.judges.writing import Cases
from app.solver import Solver
from app.style import DEFAULT, Style

PIECE = 5 << 17  # bytes read at once: 32,768 cases of 20 bytes


def answer_cases(
    solver: Solver, format: Format, cases: Cases, style: Style = DEFAULT
) -> tuple[Bytes, NDArray[np.uint64]]:
    """Return the answers of cases, as their judge's text, and the (n,) codes of their paths."""
    codes = style.codes(solver, cases.starts, cases.goals)
    return format.answers(replace(cases, notation=style.notation), codes), codes


def answer_block(solver: Solver, block: Block, style: Style = DEFAULT) -> Bytes:
    """Return the answers of a block, as its judge's text; raises ``JudgeFileError``."""
    return answer_cases(solver, block.format, block.cases(), style)[0]


def read_blocks(reader: Reader, pieces: Iterable[bytes]) -> Iterator[Block]:
    """Yield the blocks of a whole input, given in pieces; raises ``JudgeFileError``."""
    for piece in pieces:
        yield from reader.feed(piece)
    yield from reader.close()


def answers(
    solver: Solver,
    reader: Reader,
    pieces: Iterable[bytes],
    jobs: int = 1,
    style: Style = DEFAULT,
) -> Iterator[Bytes]:
    """Yield the answers of a whole input, in order, working on ``jobs`` blocks at once.

    With one job each answer is yielded before the next piece is asked for: what a pipe needs.
    Raises ``JudgeFileError``, after the answers before the fault.
    """
    keep_freed_memory()
    blocks = read_blocks(reader, pieces)
    answer = partial(answer_block, solver, style=style)
    if jobs == 1:
        return map(answer, blocks)
    return ordered(answer, blocks, jobs)


def ordered(
    answer: Callable[[Block], Bytes], blocks: Iterator[Block], jobs: int
) -> Iterator[Bytes]:
    """Yield the answers to the blocks, in order, ``jobs`` threads working on them.

    Where reading the blocks raises ``JudgeFileError``, the answers before it are yielded first.
    """
    from concurrent.futures import Future, ThreadPoolExecutor

    pool = ThreadPoolExecutor(jobs)
    pending: deque[Future[Bytes]] = deque()
    fault = None
    try:
        try:
            for block in blocks:
                pending.append(pool.submit(answer, block))
                if len(pending) > 2 * jobs:
                    yield pending.popleft().result()
        except JudgeFileError as error:
            fault = error
        while pending:
            yield pending.popleft().result()
    finally:  # whatever has failed, nobody waits for the rest
        pool.shutdown(wait=False, cancel_futures=True)
    if fault:
        raise fault


def keep_freed_memory() -> None:
    """Let malloc keep what is freed, where it is glibc's.

    It would give the larger arrays' pages back to the system and ask for them again, block by
    block, and the system would clear them each time: a third of all the time of a large batch.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return
    trim_threshold, mmap_threshold = -1, -3
    mallopt(mmap_threshold, 1 << 30)
    mallopt(trim_threshold, 1 << 30)
