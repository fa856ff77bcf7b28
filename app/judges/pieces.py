"""Lines of different lengths, laid out in rows of one width and joined.

A *piece* is a row with text at its front and whatever behind. ``join`` copies the rows whole, one
after another, each to where its text begins, so that the next row's text overwrites what stood
behind the last one's:

    rows      ab??  c???  def?         lengths  2 1 3
    copied    ab??
                c???
                 def?                  text     abcdef

numpy assigns elements in the order of the indices (a test holds it to that). So there is no Python
a case and no masking of bytes: each row is moved once, by a copy of constant size.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tablegen import paths
from tablegen.board import MOVES

Bytes = NDArray[np.uint8]
WIDTH = 32  # a path of 31 moves and its newline
LENGTHS = range(-1, paths.LONGEST + 1)
_UNSOLVABLE = b"unsolvable\n"


def join(pieces: Bytes, lengths: NDArray[np.int64]) -> Bytes:
    """Return the texts of the pieces, one after another.

    pieces : (..., width) uint8, contiguous; lengths : (...,) the bytes of each that are text
    """
    width = pieces.shape[-1]
    ends = np.cumsum(lengths)  # flattens
    total = int(ends[-1]) if len(ends) else 0
    text = np.empty(total + width, np.uint8)
    windows(text, width)[ends - lengths.ravel()] = whole(pieces.reshape(-1, width))
    return text[:total]


def windows(text: Bytes, width: int) -> NDArray[np.void]:
    """Return the ``width`` bytes of ``text`` from each place on as an element; they overlap."""
    return np.ndarray((len(text) - width + 1,), f"V{width}", text, strides=(1,))


def whole(rows: Bytes) -> NDArray[np.void]:
    """Return rows as one element each, of their width, to be moved whole; no copy is made.

    rows : (..., width) uint8, the last axis contiguous
    """
    return rows.view(f"V{rows.shape[-1]}")[..., 0]


def row(text: bytes, width: int = WIDTH) -> Bytes:
    """Return (width,) uint8: a piece that holds ``text``."""
    return np.frombuffer(text.ljust(width), np.uint8)


@lru_cache(maxsize=16)
def numbered(
    sentence: str, width: int = WIDTH, numbers: range = LENGTHS
) -> tuple[Bytes, NDArray[np.int64]]:
    """Return the pieces of ``sentence`` with each number in its {}, and the lengths of their texts.

    returns : (len(numbers), width) uint8, (len(numbers),) int64
    """
    texts = [sentence.format(number).encode() for number in numbers]
    return np.stack([row(text, width) for text in texts]), np.array([len(text) for text in texts])


def path_letters(codes: NDArray[np.uint64], lengths: NDArray[np.integer]) -> Bytes:
    """Return (n, WIDTH) uint8: the letters of each path, and whatever behind its end.

    lengths : (n,) the numbers of moves, 0 for no path
    """
    aligned = codes << (64 - 2 * lengths).astype(np.uint64)  # the first move on top
    letters = _eight_moves().take(aligned.byteswap().view("<u2"), mode="clip").view(np.uint8)
    return letters.reshape(-1, WIDTH)


def lay_paths(
    rows: Bytes, codes: NDArray[np.uint64], written: Bytes | None = None
) -> NDArray[np.int64]:
    """Lay each path and a newline into ``rows``; return the lengths of the paths, -1 for none.

    rows    : (n, WIDTH) uint8, the last axis contiguous; of no path only the newline is laid
    written : (n, WIDTH) uint8, the paths in another notation than the blank's moves; overwritten
    """
    moves = paths.lengths(codes)
    ends = np.maximum(moves, 0)
    letters = path_letters(codes, ends) if written is None else written
    letters.reshape(-1)[np.arange(0, letters.size, WIDTH) + ends] = ord("\n")
    whole(rows)[:] = whole(letters)
    return moves


def lay_paths_or_unsolvable(
    rows: Bytes, codes: NDArray[np.uint64], written: Bytes | None = None
) -> NDArray[np.int64]:
    """Lay each path, or ``unsolvable``, and a newline into ``rows``; return their lengths."""
    moves = lay_paths(rows, codes, written)
    rows[moves < 0] = row(_UNSOLVABLE)
    return np.where(moves < 0, len(_UNSOLVABLE), moves + 1)


def lay_separators(rows: Bytes, first: int) -> NDArray[np.int64]:
    """Lay an empty line into all ``rows`` but that of case 1; return the lengths, 1 and 0."""
    rows[:, 0] = ord("\n")
    lengths = np.ones(len(rows), np.int64)
    lengths[:1] = first > 1
    return lengths


def lay_case_numbers(rows: Bytes, first: int) -> int:
    """Lay ``Case k`` into ``rows``, k counting from ``first``; return the length of this text.

    rows : (n, WIDTH) uint8; all the numbers have as many digits
    """
    digits = len(str(first))
    done, cells = 0, whole(rows)
    while done < len(rows):  # as long as only the last four digits change
        high, low = divmod(first + done, 10_000)
        same = slice(done, done + 10_000 - low)
        cells[same] = whole(row(f"Case {high:{digits - 4}d}".encode() if high else b"Case "))
        shown = min(digits, 4)
        lows = _four_digits()[low : low + len(rows[same])] >> np.uint32(8 * (4 - shown))
        at = 5 + digits - shown
        rows[same, at : at + 4].view("<u4")[:, 0] = lows
        done = same.stop
    return 5 + digits


@lru_cache(maxsize=1)
def _eight_moves() -> NDArray[np.uint64]:
    """Return (65536,) '<u8': 16 bits with their bytes exchanged -> the letters of eight moves."""
    numbers = np.arange(1 << 16, dtype=np.uint16).byteswap()[:, None]
    shifts = np.arange(14, -1, -2, dtype=np.uint16)
    letters = np.frombuffer(MOVES.encode(), np.uint8)
    eights: NDArray[np.uint64] = letters[numbers >> shifts & np.uint16(3)].view("<u8")[:, 0]
    return eights


@lru_cache(maxsize=1)
def _four_digits() -> NDArray[np.uint32]:
    """Return (10000,) '<u4': the texts 0000 to 9999."""
    powers = np.array([1000, 100, 10, 1])
    digits = (np.arange(10_000)[:, None] // powers % 10 + ord("0")).astype(np.uint8)
    texts: NDArray[np.uint32] = digits.view("<u4")[:, 0]
    return texts
