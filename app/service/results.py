"""Answers -> the JSON of many pairs' results, laid out as bytes by numpy as a judge's answers are.

The text is just what the encoder makes of an ``Answer``.
"""

from functools import lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.judges.pieces import WIDTH, Bytes, join, lay_paths, numbered, row, whole, windows
from app.service.problems import Complaint
from app.style import Style

Faults = dict[int, Complaint]  # by place


class Failure(msgspec.Struct):
    """In a batch's results, in place of the answer to a pair that is none."""

    error: Complaint


_OPEN, _BETWEEN = b'{"start":"', b'","goal":"'
_SOLVED = '","solvable":true,"length":{},"moves":"'
_UNSOLVABLE = b'","solvable":false,"length":null,"moves":null'
_TAIL = 48  # bytes: enough for either of them
_TILES = np.uint8(ord("1"))  # and those behind it
_BLANK = np.uint8(ord("X"))


def write_results(
    starts: Bytes,
    goals: Bytes,
    codes: NDArray[np.uint64],
    written: Bytes | None,
    style: Style,
    separator: bytes,
    faults: Faults,
) -> bytes:
    """Return the answers to pairs, each followed by ``separator``; Failures at ``faults``.

    starts, goals : (n, cells) uint8, ASCII; codes : (n,) uint64
    written       : (n, WIDTH) uint8, the paths in another notation than the blank's moves
    """
    said = "".join(f',"{name}":"{value}"' for name, value in style.said.items())
    pieces, lengths = _lay(starts, goals, codes, written, said.encode() + b"}" + separator)
    lengths[list(faults)] = 0
    return _with_failures(join(pieces, lengths).tobytes(), lengths, faults, separator)


def _lay(
    starts: NDArray[np.uint8],
    goals: NDArray[np.uint8],
    codes: NDArray[np.uint64],
    written: Bytes | None,
    close: bytes,
) -> tuple[Bytes, NDArray[np.int64]]:
    """Return the pieces of the answers, two an answer, and the lengths of their texts.

    written : of the paths, where they are in another notation than the blank's moves
    returns : (n, 2, width) uint8, (n, 2) int64
    """
    cells = starts.shape[1]
    head = len(_OPEN) + cells + len(_BETWEEN) + cells
    pieces = np.empty((len(codes), 2, head + _TAIL), np.uint8)
    fixed = _OPEN + b"?" * cells + _BETWEEN + b"?" * cells
    pieces[:, 0, :head] = np.frombuffer(fixed, np.uint8)
    pieces[:, 0, len(_OPEN) : len(_OPEN) + cells] = _canonical(starts)
    pieces[:, 0, head - cells : head] = _canonical(goals)
    moves = lay_paths(pieces[:, 1, :WIDTH], codes, written)
    tails, sizes = _tails()
    pieces[:, 0, head:] = tails[moves + 1]
    behind = np.frombuffer(b'"' + close, np.uint8)
    ends = np.arange(len(codes)) * pieces[0].size + pieces[0, 0].size + np.maximum(moves, 0)
    windows(pieces.reshape(-1), len(behind))[ends] = whole(behind)
    lengths = np.empty((len(codes), 2), np.int64)
    lengths[:, 0] = sizes[moves + 1] + head
    lengths[:, 1] = np.where(moves < 0, len(close), moves + len(behind))
    pieces[moves < 0, 1, : len(close)] = behind[1:]
    return pieces, lengths


def _canonical(symbols: Bytes) -> Bytes:
    """Return the symbols with every blank written as X."""
    return np.where(symbols - _TILES < symbols.shape[1] - 1, symbols, _BLANK)  # wraps below


@lru_cache(maxsize=1)
def _tails() -> tuple[Bytes, NDArray[np.int64]]:
    """Return what follows the goal where there is no path, and for each length; and its size."""
    texts, sizes = numbered(_SOLVED, _TAIL)
    return np.vstack([row(_UNSOLVABLE, _TAIL), texts[1:]]), np.append(len(_UNSOLVABLE), sizes[1:])


def _with_failures(
    text: bytes, lengths: NDArray[np.int64], faults: Faults, separator: bytes
) -> bytes:
    """Return ``text``, in which the answers of ``faults`` are empty, with Failures there."""
    if not faults:
        return text
    ends = np.cumsum(lengths.sum(axis=1))
    parts, done = [], 0
    for place in sorted(faults):
        end = int(ends[place])
        parts += [text[done:end], msgspec.json.encode(Failure(faults[place])), separator]
        done = end
    return b"".join([*parts, text[done:]])
