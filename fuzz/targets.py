"""The targets: each takes any bytes, and fails where the product and its twin do not agree."""

import asyncio
import json
import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import msgspec

from app.answers import answer
from app.batch import answers, read_blocks
from app.boards import unpack
from app.checking.checker import Checker
from app.checking.verdicts import Verdict
from app.judges.errors import JudgeFileError
from app.judges.formats import FORMATS
from app.judges.reading import Reader
from app.judges.writing import Cases
from app.service import batches
from app.service.pairs import answer_lines, decode_pair
from app.service.problems import Problem
from app.solver import Solver
from tablegen.board import Board, BoardError
from tablegen.build import build
from tests.slow_reader import BLANKS, PASSED_OVER, WHITE, SlowReader, Wrong

NAMES = list(FORMATS)
ACCEPTS = ["exact", "shortest", "valid"]
BOARD = Board(3, 3)


@cache
def solver() -> Solver:
    """Return the solver, of tables built here, once."""
    return Solver(build(BOARD))


def board_text(data: bytes) -> None:
    """Read a board; the twin strikes out what is passed over and looks at what is left."""
    text = data.decode("utf-8", "replace")
    left = [symbol for symbol in text if symbol not in PASSED_OVER + WHITE]
    symbols = ["0" if symbol in BLANKS else symbol for symbol in left]
    try:
        found = "".join(map(str, BOARD.parse(text)))
    except BoardError as error:
        assert sorted(symbols) != list("012345678"), text
        assert str(error).isascii() and "\n" not in str(error) and len(str(error)) < 300
    else:
        assert found == "".join(symbols)
        assert sorted(symbols) == list("012345678")


def _cases(cases: Cases) -> list[tuple[str, str, int | None]]:
    limits = [None] * len(cases) if cases.limits is None else cases.limits.tolist()
    starts, goals = (
        ["".join(map(str, row)) for row in unpack(BOARD, packed).tolist()]
        for packed in (cases.starts, cases.goals)
    )
    return list(zip(starts, goals, limits, strict=True))


def judge_file(data: bytes) -> None:
    """Read a judge file in pieces of some size, and see what the slow reader says."""
    if len(data) < 2:
        return
    name, size, text = NAMES[data[0] % len(NAMES)], 1 + data[1], data[2:]
    reader, found, error = Reader(FORMATS[name], BOARD), [], None
    try:
        for block in read_blocks(reader, (text[i : i + size] for i in range(0, len(text), size))):
            found += _cases(block.cases())
    except JudgeFileError as raised:
        error = raised
    try:
        slow = SlowReader(name, text)
    except Wrong as wrong:
        assert error, wrong
        assert (error.line, error.column) == (wrong.line, wrong.column), (error, wrong)
        assert wrong.words in error.message, (error, wrong)
    else:
        assert error is None, error
        assert found == slow.cases


def _expected(text: bytes) -> dict | None:
    """Return the answer to the JSON of a pair, worked out alone; None where it is none."""
    try:
        pair = decode_pair(text)
        start = BOARD.parse(pair.start)
        goal = BOARD.default_goal if pair.goal is None else BOARD.parse(pair.goal)
    except (msgspec.DecodeError, RecursionError, BoardError):
        return None
    return msgspec.to_builtins(answer(solver(), start, goal))


def _compare(found: list[dict], texts: list[bytes]) -> None:
    expected = [_expected(text) for text in texts]
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert one.keys() == {"error"} if other is None else one == other, (one, other)


def pair_lines(data: bytes) -> None:
    """Answer NDJSON as a block, and line by line alone."""
    lines = data.split(b"\n")
    text = answer_lines(solver(), lines).text
    _compare([json.loads(line) for line in text.splitlines()], [x for x in lines if x.strip()])


def pair_document(data: bytes) -> None:
    """Answer a JSON document cut into small pieces, and as msgspec reads it whole."""
    counts = SimpleNamespace(answers=lambda *numbers: None, batch=lambda size: None)
    front = SimpleNamespace(settings=SimpleNamespace(pairs_limit=1000), counts=counts)
    batches._PIECE = (8, 60, 200)[len(data) % 3]  # bytes: one pair, or more
    try:
        msgspec.json.decode(data)  # raw values are not looked into
        whole = msgspec.json.decode(data, type=batches._RawBatch).pairs
    except (msgspec.DecodeError, RecursionError):
        whole = None
    try:
        texts = asyncio.run(batches._answer_document(front, solver(), data))
    except Problem as problem:
        assert whole is None or len(whole) > 1000, problem
    else:
        if whole is None:  # bytes that are no UTF-8 inside a pair are the fault of that pair alone
            assert data.decode("utf-8", "replace").encode() != data
            return
        _compare(json.loads(b"".join(texts))["results"], [bytes(pair) for pair in whole])


def checker(data: bytes) -> None:
    """Judge an output the fast way and the slow way; the right output is always accepted."""
    if len(data) < 2:
        return
    format, accept = FORMATS[NAMES[data[0] % len(NAMES)]], ACCEPTS[data[1] % 3]
    text, _, claimed = data[2:].partition(b"\0")
    with TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        source, output, right = (Path(folder, name) for name in ("in", "out", "right"))
        source.write_bytes(text)
        output.write_bytes(claimed)
        fast, slow = (
            Checker(solver(), format, accept, fast=fast).check(source, output)
            for fast in (True, False)
        )
        assert fast == slow, (fast, slow)
        assert "\n" not in str(fast)
        try:
            answered = b"".join(map(bytes, answers(solver(), Reader(format, BOARD), [text])))
        except JudgeFileError:
            assert fast.verdict is Verdict.FAULT
            return
        right.write_bytes(answered)
        accepted = Checker(solver(), format, accept).check(source, right)
        assert accepted.verdict is Verdict.OK, accepted


TARGETS = {
    target.__name__: target
    for target in (board_text, judge_file, pair_lines, pair_document, checker)
}
