"""Cases -> judge input, each format as its judge writes it; the inverse of ``reading``."""

import numpy as np

from app.judges.formats import Format
from app.judges.pieces import Bytes
from app.judges.symbols import format_symbols
from app.judges.writing import Cases

_LONGEST = 31


def format_header(format: Format, count: int) -> bytes:
    """Return what stands before the first of ``count`` cases."""
    return b"%d\n" % count if format.counted else b""


def format_cases(format: Format, cases: Cases) -> Bytes:
    """Return the text of the cases, a header not included.

    A format with one goal for all is trusted to be given cases with that goal; one with limits
    writes those of the cases, or 31, the longest any pair needs, where they have none.
    """
    layout = np.frombuffer(format.layout(cases.board).encode(), np.uint8)
    rows = np.tile(layout, (len(cases), 1))
    for mark, boards in ((ord("?"), cases.starts), (ord("!"), cases.goals)):
        columns = np.flatnonzero(layout == mark)
        if len(columns):
            rows[:, columns] = format_symbols(cases.board, boards, format.blank)
    columns = np.flatnonzero(layout == ord("#"))
    limits = np.full(len(cases), _LONGEST) if cases.limits is None else cases.limits
    for place, column in enumerate(reversed(columns)):
        digits = limits // 10**place
        rows[:, column] = np.where((digits > 0) | (place == 0), digits % 10 + ord("0"), ord(" "))
    return rows.ravel()
