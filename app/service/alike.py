"""Pairs that a program has written, all in one layout: their symbols cut out of the JSON by numpy.

Most batches are made by one encoder from boards of nine symbols, so each pair takes as many bytes
as the first, and differs from it in its symbols alone. That is checked byte by byte, and spares
decoding, which is most of the work of a batch.
"""

import re
from functools import lru_cache

import numpy as np

from app.judges.pieces import Bytes, whole
from app.judges.symbols import pack_symbols
from tablegen.board import Board

_SPACE = rb"[ \t\r\n]*"


def cut_symbols(board: Board, text: bytes, separator: bytes) -> tuple[Bytes, Bytes] | None:
    """Return (n, cells) uint8, ASCII: the starts and the goals of pairs in one layout.

    text    : the JSON of pairs, with ``separator`` and white space between each two
    returns : None where they are in no one layout, or something is no board
    """
    text = text.strip(b" \t\r\n")
    first = _pair(board, separator).match(text)
    if first is None or (len(text) + len(first["between"])) % first.end():
        return None
    if not first["between"] and first.end() < len(text):
        return None
    rows = np.frombuffer(bytearray(text + first["between"]), np.uint8).reshape(-1, first.end())
    found = []
    for begin, end in [first.span(field) for field in ("start", "goal") if first[field]]:
        symbols = np.ascontiguousarray(rows[:, begin:end])
        if pack_symbols(board, symbols)[1] is not None:
            return None
        found.append(symbols)
        whole(rows[:, begin:end])[:] = whole(rows[0, begin:end])  # what is left is all alike
    if rows.tobytes() != first[0] * len(rows):
        return None
    if not first["goal"]:
        default = np.frombuffer(board.format(board.default_goal).encode(), np.uint8)
        found.append(np.tile(default, (len(rows), 1)))
    return found[0], found[1]


@lru_cache(maxsize=4)
def _pair(board: Board, separator: bytes) -> re.Pattern[bytes]:
    """Return what matches a pair, and what stands between it and the next, if there is one."""
    symbols = rb"[^\"]{%d}" % board.cells
    start = rb'\{ "start" : "(?P<start>%b)"' % symbols
    goal = rb'(?: , "goal" : "(?P<goal>%b)")?' % symbols
    between = rb"(?P<between>(?: %b )?)" % separator
    return re.compile((start + goal + rb" \}" + between).replace(b" ", _SPACE))
