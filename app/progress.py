"""How far long work has come, for a person at a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_DELAY = 1.0  # seconds of work that nobody needs to be told of


@contextmanager
def progress(total: int | None, unit: str, shown: bool = True) -> Iterator[Callable[[int], object]]:
    """Give a function to be told how many more units are done, of ``total`` if that is known.

    It shows a bar where standard error is a terminal, and does nothing elsewhere, or where it
    should not be ``shown``: where a person types what is read.
    """
    if not shown or not sys.stderr.isatty():
        yield lambda done: None
        return
    from tqdm import tqdm

    with tqdm(total=total, unit=unit, unit_scale=True, leave=False, delay=_DELAY) as bar:
        yield bar.update
