"""The routes that answer one pair, or tell of all of them."""

import asyncio
import secrets
from itertools import islice
from typing import Annotated, Any

import msgspec
from fastapi import Query
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope

from app.answers import Answer, answer
from app.explore import Exploration, RootStats, explore, shortest_paths, stats
from app.sampling import NoPairsError, random_pair
from app.service import bodies
from app.service.front import Front
from app.service.openapi import documented, reference, request_body
from app.service.pairs import Pair, decode_pair
from app.service.problems import Complaint, bad_boards, complain, invalid, undecodable
from app.service.styled import Styled, style_of
from app.solver import Solver
from app.style import Style
from tablegen.board import BoardError
from tablegen.paths import LONGEST

SOLVE = "/v1/solve"
MOST_PATHS = 1000


class Paths(msgspec.Struct, omit_defaults=True):
    """How many shortest paths there are, and those from ``offset`` on, smallest first.

    They compare in ``order`` and are written in ``notation``, where these are there.
    """

    count: int
    offset: int
    paths: list[str]
    order: str | None = None
    notation: str | None = None


class RandomPair(Answer, frozen=True, kw_only=True):
    """A random pair and its answer, and the ``seed`` that gives the same pair again."""

    seed: str


class Stats(msgspec.Struct):
    """The figures of each blank cell."""

    cells: list[RootStats]


_encode = msgspec.json.Encoder().encode
_BOARD = "Nine symbols row by row: the tiles 1 to 8 and one blank (X x 0 . _ *)."
_EXAMPLE: dict[str, Any] = {"two moves": {"value": "12X453786"}}
Start = Annotated[str, Query(description=_BOARD, openapi_examples=_EXAMPLE)]
Goal = Annotated[str | None, Query(description=_BOARD + " If left out: 12345678X.")]


def parse_pair(front: Front, solver: Solver, start: str, goal: str | None) -> tuple[bytes, bytes]:
    """Return the arrangements; raises ``Problem`` 422 with what is wrong with either or both."""
    board = solver.board
    try:
        return board.parse(start), board.default_goal if goal is None else board.parse(goal)
    except BoardError:
        front.counts.answers(0, 0, 1)
        texts = {"start": start} if goal is None else {"start": start, "goal": goal}
        raise bad_boards(board, texts) from None


def json(content: object, headers: dict[str, str] | None = None) -> Response:
    """Return an answer in JSON."""
    return Response(_encode(content), 200, headers, "application/json")


def add_routes(front: Front) -> None:
    """Declare the routes."""

    def answered(solver: Solver, start: str, goal: str | None, style: Style) -> Answer:
        found = answer(solver, *parse_pair(front, solver, start, goal), style)
        front.counts.answers(found.solvable, not found.solvable, 0)
        return found

    async def solve(scope: Scope, receive: Receive) -> bytes:
        solver = front.readiness.require()
        style = await style_of(scope)
        bodies.expect_media_type(scope, b"application/json")
        body = await bodies.read(scope, receive, front.settings)
        try:
            pair = decode_pair(body)
        except (msgspec.DecodeError, RecursionError) as error:
            raise undecodable(error, body) from None
        return _encode(answered(solver, pair.start, pair.goal, style))

    front.fast[SOLVE] = solve

    @front.post(
        SOLVE,
        openapi_extra=request_body(json=(reference(Pair), {"start": "12X453786"})),
        responses=documented(Answer, 400, 408, 413, 415, 422, 503),
    )
    async def solve_posted(request: Request, style: Styled) -> Response:
        """Answer a pair: its length and the canonical path, or that there is none."""
        return Response(await solve(request.scope, request.receive), media_type="application/json")

    @front.get(SOLVE, responses=documented(Answer, 304, 422, 503))
    async def solve_got(
        request: Request, style: Styled, start: Start, goal: Goal = None
    ) -> Response:
        """Answer a pair, to be kept by caches for good."""
        solver = front.readiness.require()
        found = answered(solver, start, goal, style)
        named = "-".join([found.start, found.goal, *style.said.values(), front.readiness.digest])
        tag = f'"{named}"'
        headers = {"ETag": tag, "Cache-Control": "public, max-age=31536000, immutable"}
        if bodies.is_known(request.scope, tag):
            return Response(status_code=304, headers=headers)
        return json(found, headers)

    @front.get("/v1/explore", responses=documented(Exploration, 422, 503))
    async def explored(style: Styled, start: Start, goal: Goal = None) -> Response:
        """Answer a pair, count its shortest paths, and tell where each legal move leads."""
        solver = front.readiness.require()
        return json(explore(solver, *parse_pair(front, solver, start, goal), style))

    @front.get("/v1/paths", responses=documented(Paths, 422, 503))
    async def paths(
        style: Styled,
        start: Start,
        goal: Goal = None,
        offset: Annotated[int, Query(ge=0, le=2**31, description="Pass over so many.")] = 0,
        limit: Annotated[
            int, Query(ge=1, le=MOST_PATHS, description="List no more than so many.")
        ] = 100,
    ) -> Response:
        """List the shortest paths, smallest first: in alphabetical order, or another."""
        solver = front.readiness.require()
        pair = parse_pair(front, solver, start, goal)
        listed = await asyncio.to_thread(
            lambda: list(islice(shortest_paths(solver, *pair, offset, style), limit))
        )
        return json(Paths(solver.count(*pair), offset, listed, **style.said))

    @front.get("/v1/random", responses=documented(RandomPair, 422, 503))
    async def random(
        length: Annotated[
            int | None,
            Query(ge=0, le=LONGEST, description="Of its shortest paths. If left out: any."),
        ] = None,
        goal: Annotated[str | None, Query(description=_BOARD + " If left out: any.")] = None,
        seed: Annotated[
            str | None, Query(max_length=100, description="Any text. If left out: a new one.")
        ] = None,
    ) -> Response:
        """Draw a uniformly random solvable pair, of that length; the same seed, the same pair."""
        solver = front.readiness.require()
        drawn = secrets.token_hex(8) if seed is None else seed
        try:
            wanted = None if goal is None else solver.board.parse(goal)
            pair = await asyncio.to_thread(random_pair, solver, drawn, length, wanted)
        except BoardError as error:
            raise invalid([complain(error, "goal")]) from None
        except NoPairsError as error:
            raise invalid([Complaint("length", "no_pairs", str(error))]) from None
        found = RandomPair(**msgspec.structs.asdict(answer(solver, *pair)), seed=drawn)
        return json(found, {"Cache-Control": "no-store"} if seed is None else None)

    @front.get("/v1/stats", responses=documented(Stats, 422, 503))
    async def counted() -> Response:
        """Tell how many boards there are at each length, for each cell of the start's blank."""
        return json(Stats(stats(front.readiness.require())))
