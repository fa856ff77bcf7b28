"""Pairs in JSON, by the thousand: decoded together, looked up together, written together.

The answers to whole blocks are laid out as bytes by numpy, as the judges' answers are, in just the
form that the encoder gives an ``Answer``. Only what is wrong is dealt with pair by pair.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.judges.pieces import WIDTH, Bytes, join, lay_paths, numbered, row, whole, windows
from app.judges.symbols import pack_symbols
from app.notations import write_paths
from app.service.problems import Complaint, complain, misshapen, undecodable
from app.solver import Solver
from app.style import DEFAULT, Style
from tablegen.board import BLANKS, Board, BoardError


class Pair(msgspec.Struct, forbid_unknown_fields=True):
    """A start and a goal, each a board's text; the goal may be left out: 12345678X."""

    start: str
    goal: str | None = None


class Failure(msgspec.Struct):
    """In a batch's results, in place of the answer to a pair that is none."""

    error: Complaint


@dataclass(frozen=True)
class Answered:
    """The answers to a block of pairs as text, each with its separator; and their outcomes."""

    text: bytes
    solved: int = 0
    unsolvable: int = 0
    invalid: int = 0

    @property
    def pairs(self) -> int:
        """How many pairs were answered."""
        return self.solved + self.unsolvable + self.invalid


_pair = msgspec.json.Decoder(Pair)
decode_pair = _pair.decode
decode_block = msgspec.json.Decoder(list[Pair]).decode
decode_raw = msgspec.json.Decoder(list[msgspec.Raw]).decode
_NO_PAIR = Pair("")

_OPEN, _BETWEEN = b'{"start":"', b'","goal":"'
_SOLVED = '","solvable":true,"length":{},"moves":"'
_UNSOLVABLE = b'","solvable":false,"length":null,"moves":null'
_TAIL = 48  # bytes: enough for either of them
_CANONICAL = np.arange(256, dtype=np.uint8)
_CANONICAL[[ord(blank) for blank in BLANKS]] = ord("X")

Faults = dict[int, Complaint]


def answer_each(
    solver: Solver, pairs: Iterable[msgspec.Raw], separator: bytes, style: Style = DEFAULT
) -> Answered:
    """Answer values of any shape, those that are no pairs by a Failure.

    Raises ``DecodeError`` for what is no JSON.
    """
    decoded, faults = [], {}
    for place, text in enumerate(pairs):
        try:
            decoded.append(decode_pair(text))
        except msgspec.ValidationError as error:
            decoded.append(_NO_PAIR)
            faults[place] = misshapen(error)
    return answer_block(solver, decoded, separator, style, faults)


def answer_lines(solver: Solver, lines: list[bytes], style: Style = DEFAULT) -> Answered:
    """Answer lines, each the JSON of a pair, those that are none by a Failure; not empty ones."""
    lines = [line for line in lines if line.strip()]
    try:
        decoded = _pair.decode_lines(b"\n".join(lines))
    except (msgspec.DecodeError, RecursionError):
        decoded = []
    if len(decoded) == len(lines):  # and so each on a line of its own
        return answer_block(solver, decoded, b"\n", style)
    decoded, faults = [], {}
    for place, line in enumerate(lines):
        try:
            decoded.append(decode_pair(line))
        except (msgspec.DecodeError, RecursionError) as error:
            decoded.append(_NO_PAIR)
            faults[place] = undecodable(error, line).errors[0]
    return answer_block(solver, decoded, b"\n", style, faults)


def answer_block(
    solver: Solver,
    pairs: Sequence[Pair],
    separator: bytes,
    style: Style = DEFAULT,
    faults: Faults | None = None,
) -> Answered:
    """Answer pairs, each answer followed by ``separator``; those with ``faults`` by a Failure."""
    if not pairs:
        return Answered(b"")
    faults = dict(faults or {})
    board = solver.board
    default = board.format(board.default_goal)
    starts = _symbols(board, [pair.start for pair in pairs], "start", faults)
    goals = [default if pair.goal is None else pair.goal for pair in pairs]
    ends = _symbols(board, goals, "goal", faults)
    packed = pack_symbols(board, starts)[0], pack_symbols(board, ends)[0]
    codes = style.codes(solver, *packed)
    written = write_paths(style.notation, board, packed[0], codes)
    texts, lengths = _lay(starts, ends, codes, written, _close(style, separator))
    sound = np.ones(len(pairs), np.bool_)
    sound[list(faults)] = False
    lengths *= sound[:, None]
    solved = int(np.count_nonzero((codes > 0) & sound))
    text = _with_failures(join(texts, lengths).tobytes(), lengths, faults, separator)
    return Answered(text, solved, len(pairs) - len(faults) - solved, len(faults))


def _symbols(board: Board, texts: list[str], field: str, faults: Faults) -> NDArray[np.uint8]:
    """Return (n, cells) uint8, ASCII: the symbols of the boards; what is none goes to ``faults``.

    The boards of ``faults`` come out as some board or other.
    """
    width = board.cells + 1
    lines = "\n".join(texts).encode("utf-8", "surrogatepass") + b"\n"
    if len(lines) == width * len(texts):
        rows = np.frombuffer(lines, np.uint8).reshape(-1, width)
        symbols = rows[:, :-1]
        if (rows[:, -1] == ord("\n")).all() and pack_symbols(board, symbols)[1] is None:
            return symbols
    parsed = []
    for place, text in enumerate(texts):
        try:
            parsed.append(board.parse(text))
        except BoardError as error:
            parsed.append(board.default_goal)
            faults.setdefault(place, complain(error, field))
    return np.frombuffer(b"".join(parsed), np.uint8).reshape(-1, board.cells) + np.uint8(ord("0"))


def _close(style: Style, separator: bytes) -> bytes:
    """Return what ends an answer, behind its moves: what differs from the default is said."""
    said = "".join(f',"{name}":"{value}"' for name, value in style.said.items())
    return said.encode() + b"}" + separator


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
    pieces[:, 0, len(_OPEN) : len(_OPEN) + cells] = _CANONICAL.take(starts)
    pieces[:, 0, head - cells : head] = _CANONICAL.take(goals)
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
