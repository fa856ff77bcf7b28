"""Output that is there whole or not at all."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from app import interrupts


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open ``path`` to be written; the old file stays as it was until the block ends well.

    What is no regular file (a pipe, /dev/null) is written directly.
    """
    interrupts.output_begins()
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):
        with open(path, "wb", buffering=0) as stream:
            yield stream
        return
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".eight-{os.urandom(4).hex()}")
    try:
        with open(beside, "xb", buffering=0) as stream:
            if mode is not None:
                os.fchmod(stream.fileno(), stat.S_IMODE(mode))
            yield stream
        interrupts.output_ends()
        os.replace(beside, target)
    except BaseException as failure:
        beside.unlink(missing_ok=True)
        if isinstance(failure, OSError) and failure.filename == str(beside):
            raise type(failure)(failure.errno, failure.strerror, str(path)) from None
        raise


def write_all(stream: BinaryIO, data: memoryview) -> None:
    """Write all of ``data`` to an unbuffered stream, which may take it in parts."""
    while data:
        try:
            data = data[stream.write(data) :]
        except OSError as error:
            error.filename = "<stdout>" if stream.name == 1 else stream.name
            raise
