"""The routes of the judges: a judge file in, its answer file out.

A file is read whole, and its boards are kept packed, before the first answer is sent: so a fault on
its last line is still told with a status. The answers are made as they are sent.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import Annotated

import msgspec
import numpy as np
from fastapi import Path, Query
from starlette.requests import Request
from starlette.responses import Response

from app.batch import answer_cases
from app.judges.errors import JudgeFileError
from app.judges.formats import FORMATS, Accept, Format
from app.judges.reading import Reader
from app.judges.writing import Cases
from app.service import bodies
from app.service.answering import json
from app.service.front import Front
from app.service.heavy import Streamed
from app.service.openapi import documented, request_body
from app.service.problems import Problem, bad_judge_file
from app.service.styled import Styled
from app.solver import Solver
from app.style import Style

_PIECE = 128 << 10
_TEXT = {"type": "string"}
_EXAMPLE = "hdu3567"


class JudgeFormat(msgspec.Struct):
    """A judge's format: its title, what its checker accepts by default, and a short input.

    goal : of every case, or null where each case has its own
    """

    name: str
    title: str
    accept: Accept
    goal: str | None
    sample: str


class JudgeFormats(msgspec.Struct):
    """The formats that can be answered."""

    formats: list[JudgeFormat]


def add_routes(front: Front) -> None:
    """Declare the routes."""

    @front.get("/v1/judge", responses=documented(JudgeFormats, 422))
    async def formats() -> Response:
        """List the judges' formats."""
        listed = [
            JudgeFormat(known.name, known.title, known.accept, known.goal, known.sample)
            for known in FORMATS.values()
        ]
        return json(JudgeFormats(listed))

    @front.post(
        "/v1/judge/{format}",
        openapi_extra=request_body(text=(_TEXT, FORMATS[_EXAMPLE].sample)),
        responses=documented(_TEXT, 400, 408, 413, 415, 422, 503, media_type="text/plain"),
    )
    async def judge(
        request: Request,
        style: Styled,
        format: Annotated[
            str,
            Path(
                description="A name that GET /v1/judge lists.",
                openapi_examples={_EXAMPLE: {"value": _EXAMPLE}},
                json_schema_extra={"enum": list(FORMATS)},
            ),
        ],
        first: Annotated[int, Query(ge=1, le=10**12, description="The first case's number.")] = 1,
    ) -> Response:
        """Answer a judge's input file; with ``first``, as a part of a longer one."""
        if format not in FORMATS:
            expected = ", ".join(FORMATS)
            raise Problem(404, f"expected one of {expected}, found {ascii(format[:20])}")
        solver = front.readiness.require()
        bodies.expect_media_type(request.scope, b"text/plain")
        coming = bodies.pieces(request.scope, request.receive, front.settings)
        begun = await bodies.beginning(coming)
        with ExitStack() as held:
            held.enter_context(front.heavy.slot())
            try:
                reader = Reader(FORMATS[format], solver.board, first)
                blocks = await _read(reader, begun, coming)
            except JudgeFileError as error:
                front.counts.answers(0, 0, 1)
                raise bad_judge_file(error) from None
            answers = _answer(front, solver, FORMATS[format], blocks, style)
            return Streamed(answers, "text/plain; charset=utf-8", held.pop_all())


async def _read(reader: Reader, begun: bytes, coming: AsyncIterator[bytes]) -> list[Cases]:
    """Return all the file's cases; raises ``JudgeFileError``, ``Problem`` and ``Gone``."""
    blocks: list[Cases] = []

    def take(text: bytes) -> None:
        blocks.extend(block.cases() for block in reader.feed(text))

    def end(text: bytes) -> None:
        take(text)
        blocks.extend(block.cases() for block in reader.close())

    gathered = bytearray(begun)
    async for piece in coming:
        gathered += piece
        if len(gathered) >= _PIECE:
            await asyncio.to_thread(take, bytes(gathered))
            gathered.clear()
    await asyncio.to_thread(end, bytes(gathered))
    return blocks


async def _answer(
    front: Front, solver: Solver, format: Format, blocks: list[Cases], style: Style
) -> AsyncIterator[bytes]:
    """Yield the answers of each block, and count them."""

    def work(cases: Cases) -> tuple[bytes, int]:
        text, codes = answer_cases(solver, format, cases, style)
        return text.tobytes(), int(np.count_nonzero(codes))

    front.counts.batch(sum(map(len, blocks)))
    for cases in blocks:
        text, solved = await asyncio.to_thread(work, cases)
        front.counts.answers(solved, len(cases) - solved, 0)
        yield text
