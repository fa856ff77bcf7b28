"""The route that answers many pairs: a JSON document at once, or NDJSON line for line as it comes.

A large document is decoded piece by piece, since decoding holds the interpreter's lock, and small
requests are not to wait for a large one. It is cut behind a `}` that a comma follows; if the cut
was in the wrong place, inside a text or a deeper object, the piece before it is no JSON array when
put between brackets, and the document is decoded as a whole, which also says what is wrong with it.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from app.answers import Answer
from app.service import bodies
from app.service.front import Front
from app.service.heavy import Streamed, ahead
from app.service.openapi import documented, reference, request_body
from app.service.pairs import Answered, Pair, answer_array, answer_each, answer_lines
from app.service.problems import Complaint, Problem, undecodable
from app.service.results import Failure
from app.service.styled import Styled
from app.solver import Solver
from app.style import DEFAULT, Style

_JSON, _LINES = b"application/json", b"application/x-ndjson"
_PIECE = 192 << 10
_LONGEST_LINE = 64 << 10
_AT_ONCE = 2000  # pairs
_SPACE = b" \t\r\n"
_OPENING = re.compile(rb'[ \t\r\n]*\{[ \t\r\n]*"pairs"[ \t\r\n]*:[ \t\r\n]*\[')


class Batch(msgspec.Struct, forbid_unknown_fields=True):
    """Pairs to be answered, in order."""

    pairs: list[Pair]


class _RawBatch(msgspec.Struct, forbid_unknown_fields=True):
    pairs: list[msgspec.Raw]


Work = Callable[[], Answered]
Text = TypeVar("Text", bytes, msgspec.Raw)


def add_routes(front: Front) -> None:
    """Declare the route."""
    media_type = _LINES.decode()
    declared = documented(_results(), 400, 408, 413, 415, 422, 503)
    declared[200]["content"][media_type] = {
        "schema": {"type": "string", "description": "An answer, or an error, a line."}
    }
    lines = {"type": "string", "description": "A pair a line."}
    pairs = {"pairs": [{"start": "12X453786"}, {"start": "12X453786", "goal": "1234X5678"}]}
    taken = request_body(
        json=(reference(Batch), pairs), lines=(lines, '{"start":"12X453786"}\n{"start":"1"}\n')
    )

    @front.post("/v1/batch", openapi_extra=taken, responses=declared)
    async def batch(request: Request, style: Styled) -> Response:
        """Answer many pairs; one bad pair never fails the rest.

        NDJSON is answered line for line as it comes, however much it is; empty lines are passed
        over. Read while sending, or send no more at once than the limit of a body.
        """
        solver = front.readiness.require()
        accepted = bodies.expect_media_type(request.scope, _JSON, _LINES)
        with ExitStack() as held:
            if accepted == _LINES:
                held.enter_context(front.heavy.slot())
                parts = _answer_lines(front, solver, style, request)
                return Streamed(parts, media_type, held.pop_all())
            coming = bodies.pieces(request.scope, request.receive, front.settings)
            begun = await bodies.beginning(coming)
            held.enter_context(front.heavy.slot())
            body = b"".join([begun, *[piece async for piece in coming]])
            texts = await _answer_document(front, solver, body, style)
            size = sum(map(len, texts))
            return Streamed(_in_turn(texts), _JSON.decode(), held.pop_all(), size)


def _results() -> dict[str, Any]:
    """Return the schema of the results: of each pair its answer, or what is wrong with it."""
    either = {"anyOf": [reference(Answer), reference(Failure)]}
    results = {"results": {"type": "array", "items": either}}
    return {"type": "object", "required": ["results"], "properties": results}


async def _answer_document(
    front: Front, solver: Solver, body: bytes, style: Style = DEFAULT
) -> list[bytes]:
    """Return the document of the results, in parts; raises ``Problem``."""
    try:
        try:
            array = partial(answer_array, solver, style=style)
            answered = await _all(front, (partial(array, piece) for piece in _pieces(body)))
        except (msgspec.DecodeError, RecursionError):
            raws = await asyncio.to_thread(msgspec.json.decode, body, type=_RawBatch)
            each = partial(answer_each, solver, separator=b",", style=style)
            answered = await _all(front, (partial(each, some) for some in _some(raws.pairs)))
    except (msgspec.DecodeError, RecursionError) as error:
        raise undecodable(error, body) from None
    _count(front, answered)
    texts = [b'{"results":[', *(part.text for part in answered)]
    texts[-1] = texts[-1].removesuffix(b",")
    return [*texts, b"]}"]


async def _in_turn(texts: list[bytes]) -> AsyncIterator[bytes]:
    for text in texts:
        yield text


async def _all(front: Front, works: Iterable[Work]) -> list[Answered]:
    """Do the works in turn, away from the event loop; raises ``Problem`` 413 for too many pairs."""
    answered, pairs, limit = [], 0, front.settings.pairs_limit
    for work in works:
        answered.append(await asyncio.to_thread(work))
        pairs += answered[-1].pairs
        if pairs > limit:
            message = f"expected at most {limit} pairs, found more"
            raise Problem(413, message, [Complaint("pairs", "pairs_limit", message)])
    return answered


def _count(front: Front, answered: list[Answered]) -> None:
    for part in answered:
        front.counts.answers(part.solved, part.unsolvable, part.invalid)
    front.counts.batch(sum(part.pairs for part in answered))


def _pieces(body: bytes) -> Iterator[bytes]:
    """Yield the array of a document's pairs in pieces, each an array, if the cuts are right.

    Raises ``DecodeError`` where that cannot be.
    """
    opening = _OPENING.match(body)
    document = body.rstrip(_SPACE)
    inside = document[:-1].rstrip(_SPACE)
    if opening is None or document[-1:] != b"}" or inside[-1:] != b"]":
        raise msgspec.DecodeError
    at, end = opening.end(), len(inside) - 1
    while (cut := body.find(b"},", min(at + _PIECE, end), end)) >= 0:
        yield b"[%b]" % body[at : cut + 1]
        at = cut + 2
        if not body[at:end].strip(_SPACE):
            raise msgspec.DecodeError
    yield b"[%b]" % body[at:end]


def _some(pairs: list[Text]) -> Iterator[list[Text]]:
    for at in range(0, len(pairs), _AT_ONCE):
        yield pairs[at : at + _AT_ONCE]


async def _answer_lines(
    front: Front, solver: Solver, style: Style, request: Request
) -> AsyncIterator[bytes]:
    """Yield the answers to lines as they come; what ends them early is said in a last line."""
    received = bodies.pieces(request.scope, request.receive, front.settings, limited=False)
    pairs, rest = 0, b""
    try:
        async for piece in ahead(received, front.settings.body_limit):
            whole, _, rest = (rest + piece).rpartition(b"\n")
            for some in _some(whole.split(b"\n")):
                answered = await _answer_some(front, solver, style, some)
                pairs += answered.pairs
                yield answered.text
            _expect_short([rest])
        answered = await _answer_some(front, solver, style, [rest])
        pairs += answered.pairs
        yield answered.text
    except Problem as problem:
        yield msgspec.json.encode(Failure(Complaint(None, "ended", problem.detail))) + b"\n"
    except bodies.Gone:
        return
    finally:
        front.counts.batch(pairs)


def _expect_short(lines: list[bytes]) -> None:
    """Raise ``Problem`` 413 for a line that is too long."""
    if len(max(lines, key=len)) > _LONGEST_LINE:
        raise Problem(413, f"expected lines of at most {_LONGEST_LINE} bytes, found more")


async def _answer_some(front: Front, solver: Solver, style: Style, lines: list[bytes]) -> Answered:
    _expect_short(lines)
    answered = await asyncio.to_thread(answer_lines, solver, lines, style)
    front.counts.answers(answered.solved, answered.unsolvable, answered.invalid)
    return answered
