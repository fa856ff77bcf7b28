"""Pairs in JSON, by the thousand: read together, looked up together, written together.

Only what is wrong is dealt with pair by pair.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from app.judges.pieces import Bytes
from app.judges.symbols import pack_symbols
from app.notations import write_paths
from app.service.alike import cut_symbols
from app.service.problems import complain, misshapen, undecodable
from app.service.results import Faults, write_results
from app.solver import Solver
from app.style import DEFAULT, Style
from tablegen import paths
from tablegen.board import Board, BoardError


class Pair(msgspec.Struct, forbid_unknown_fields=True):
    """A start and a goal, each a board's text; the goal may be left out: 12345678X."""

    start: str
    goal: str | None = None


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
_decode_array = msgspec.json.Decoder(list[Pair]).decode
_decode_raw = msgspec.json.Decoder(list[msgspec.Raw]).decode
_NO_PAIR = Pair("")


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


def answer_array(solver: Solver, text: bytes, style: Style = DEFAULT) -> Answered:
    """Answer an array of pairs, by comma-separated answers; raises ``DecodeError``: no JSON."""
    cut = cut_symbols(solver.board, text[1:-1], b",")
    if cut is not None:
        return _answer_symbols(solver, *cut, b",", style)
    try:
        return answer_block(solver, _decode_array(text), b",", style)
    except msgspec.ValidationError:
        return answer_each(solver, _decode_raw(text), b",", style)


def answer_lines(solver: Solver, lines: list[bytes], style: Style = DEFAULT) -> Answered:
    """Answer lines, each the JSON of a pair, those that are none by a Failure; not empty ones."""
    lines = [line for line in lines if line.strip()]
    text = b"\n".join(lines)
    cut = cut_symbols(solver.board, text, b"\n")
    if cut is not None and len(cut[0]) == len(lines):  # and so each on a line of its own
        return _answer_symbols(solver, *cut, b"\n", style)
    try:
        decoded = _pair.decode_lines(text)  # which lets a value end anywhere, and the next begin
    except (msgspec.DecodeError, RecursionError):
        decoded = []
    if len(decoded) == len(lines) == (b"\n" + text).count(b"\n{"):
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
    return _answer_symbols(solver, starts, ends, separator, style, faults)


def _answer_symbols(
    solver: Solver,
    starts: Bytes,
    goals: Bytes,
    separator: bytes,
    style: Style,
    faults: Faults | None = None,
) -> Answered:
    """Answer pairs of boards, (n, cells) uint8 in ASCII; those with ``faults`` by a Failure."""
    faults = faults or {}
    packed = pack_symbols(solver.board, starts)[0], pack_symbols(solver.board, goals)[0]
    codes = style.codes(solver, *packed)
    written = write_paths(style.notation, solver.board, packed[0], codes)
    text = write_results(starts, goals, codes, written, style, separator, faults)
    codes[list(faults)] = paths.NO_PATH
    solved = int(np.count_nonzero(codes))
    return Answered(text, solved, len(codes) - len(faults) - solved, len(faults))


def _symbols(board: Board, texts: list[str], field: str, faults: Faults) -> Bytes:
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
