"""What every request passes, and the fast way for the most asked.

A request gets an id, its headers, a count, a time and a line in the log here, whatever it meets
further in. What can be answered by one function of the request, the JSON of `POST /v1/solve`, is
answered here and now by the function that its route declares; all else goes on to FastAPI. Every
failure, of either way, becomes a ``Problem``.
"""

import asyncio
import itertools
import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any

from fastapi import Depends, FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import Message, Receive, Scope, Send

from app.service.access_log import AccessLog
from app.service.bodies import header
from app.service.cycle import ANSWER
from app.service.failures import FAILURES, note_broken_off, problem_of
from app.service.headers import Headers, held_headers, lines, raw
from app.service.heavy import Slots
from app.service.metrics import Counts
from app.service.parameters import expect_declared
from app.service.problems import MEDIA_TYPE, Problem
from app.service.readiness import Readiness
from app.service.settings import Settings

_LOG = logging.getLogger("eight")
_SANE_ID = re.compile(rb"[A-Za-z0-9._:-]{1,64}")
UNMATCHED = "unmatched"
CLIENT_GONE = 499

Fast = Callable[[Scope, Receive], Awaitable[bytes]]


class Front(FastAPI):
    """The application. ``fast`` maps a path to the function that answers a POST there with JSON."""

    def __init__(self, settings: Settings, **declared: Any) -> None:
        super().__init__(
            redirect_slashes=False, dependencies=[Depends(expect_declared)], **declared
        )
        self.settings = settings
        self.readiness = Readiness(settings)
        self.counts = Counts([UNMATCHED])
        self.heavy = Slots(settings.heavy_limit, lambda: self.counts)
        self.fast: dict[str, Fast] = {}
        self.log = AccessLog() if settings.access_log else None
        self._held = held_headers(settings.cors_origin)
        fixed = lines([(b"content-type", b"application/json"), *self._held]).replace(b"%", b"%%")
        self._answer_lines = fixed + b"content-length: %d\r\nx-request-id: %b\r\n"
        self.number_requests()
        for failure in FAILURES:
            self.add_exception_handler(failure, self._refused)

    def number_requests(self) -> None:
        """Begin anew to make request ids, which no other process makes."""
        self._id_prefix = secrets.token_hex(4)
        self._id_numbers = itertools.count()

    def templates(self) -> list[str]:
        """Return the templates of all routes, by which requests are counted."""
        paths = (getattr(route, "path", UNMATCHED) for route in self.router.routes)
        return list(dict.fromkeys([UNMATCHED, *paths]))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, whatever happens."""
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        started = perf_counter()
        given = header(scope, b"x-request-id")
        if given is not None and _SANE_ID.fullmatch(given):
            request_id = given.decode()
        else:
            request_id = f"{self._id_prefix}-{next(self._id_numbers):x}"
        route: str = scope["path"]
        if scope["method"] == "POST" and (fast := self.fast.get(route)) is not None:
            status = await self._answer(fast, request_id, scope, receive, send)
        else:
            status, route = await self._pass_on(request_id, scope, receive, send)
        seconds = perf_counter() - started
        self.counts.request(route, status, seconds)
        if self.log is not None:
            self.log.write(
                request_id, scope["client"], scope["method"], scope["path"], route, status, seconds
            )

    async def _answer(
        self, fast: Fast, request_id: str, scope: Scope, receive: Receive, send: Send
    ) -> int:
        """Send what ``fast`` returns; return the status."""
        try:
            status, content, media_type = 200, await fast(scope, receive), b"application/json"
            more: Headers = []
        except Exception as failure:
            problem = self._problem(failure, scope, request_id)
            if problem is None:
                return CLIENT_GONE
            status, content, media_type = problem.status, problem.encode(request_id), MEDIA_TYPE
            more = raw(problem.headers)
        if status == 200 and ANSWER in scope.get("extensions", ()):
            head = self._answer_lines % (len(content), request_id.encode())
            await send({"type": ANSWER, "lines": head, "body": content})
            return status
        headers = [
            (b"content-type", media_type),
            (b"content-length", b"%d" % len(content)),
            (b"x-request-id", request_id.encode()),
            *self._held,
            *more,
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})
        return status

    async def _pass_on(
        self, request_id: str, scope: Scope, receive: Receive, send: Send
    ) -> tuple[int, str]:
        """Have FastAPI answer; return the status and the template of the route."""
        inner = dict(scope, request_id=request_id)
        head = scope["method"] == "HEAD"
        status = CLIENT_GONE
        if head:
            inner["method"] = "GET"

        async def outward(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = self._completed(message["headers"], request_id)
            elif head:
                if message.get("more_body"):
                    return
                message["body"] = b""
            async with asyncio.timeout(self.settings.client_timeout):
                await send(message)

        try:
            if scope["method"] == "OPTIONS":
                await self._options(inner)(inner, receive, outward)
            else:
                await super().__call__(inner, receive, outward)
        except TimeoutError:  # left unfinished, the server closes the connection
            _LOG.warning("%s: the client took too long to take its answer", request_id)
        except Exception as failure:  # Starlette passes on even what _refused has answered
            if status == CLIENT_GONE:
                await self._refuse(Request(inner), failure)(inner, receive, outward)
            elif "refused" not in inner:
                note_broken_off(failure.__cause__ or failure, request_id)
        # Starlette's own route, which OpenAPI's document has, is not in the scope
        plain: str = scope["path"] if "endpoint" in inner else UNMATCHED
        return status, getattr(inner.get("route"), "path", plain)

    def _completed(self, headers: Headers, request_id: str) -> Headers:
        """Return ``headers`` with those that every answer has, but for those it has itself."""
        named = {name for name, _ in headers}
        held = [(name, value) for name, value in self._held if name not in named]
        return [*headers, (b"x-request-id", request_id.encode()), *held]

    def _options(self, scope: Scope) -> Response:
        """Return what may be done at this path, to pages of other origins too."""
        allowed = self._allowed(scope)
        if not allowed:
            return self._refuse(Request(scope), HTTPException(404))
        headers = {"Allow": allowed}
        if self.settings.cors_origin:
            headers |= {
                "Access-Control-Allow-Methods": allowed,
                "Access-Control-Allow-Headers": "Content-Type, If-None-Match, X-Request-ID",
                "Access-Control-Max-Age": "86400",
            }
        return Response(status_code=204, headers=headers)

    def _allowed(self, scope: Scope) -> str:
        """Return the methods that this path takes, or an empty text."""
        methods: set[str] = set()
        for route in self.router.routes:
            match, child = route.matches(scope)
            if match is not Match.NONE:
                scope["route"] = child.get("route", route)
                methods |= getattr(route, "methods", None) or set()
        if "GET" in methods:
            methods.add("HEAD")
        return ", ".join(sorted(methods | {"OPTIONS"})) if methods else ""

    async def _refused(self, request: Request, failure: Exception) -> Response:
        """Answer a failure; no thread is needed for it, which might not be had."""
        request.scope["refused"] = True
        return self._refuse(request, failure)

    def _refuse(self, request: Request, failure: Exception) -> Response:
        """Return what to answer a failure with."""
        request_id = request.scope["request_id"]
        problem = self._problem(failure, request.scope, request_id)
        if problem is None:
            return Response(status_code=CLIENT_GONE)
        content, media_type = problem.encode(request_id), MEDIA_TYPE.decode()
        return Response(content, problem.status, problem.headers, media_type)

    def _problem(self, failure: Exception, scope: Scope, request_id: str) -> Problem | None:
        return problem_of(failure, request_id, lambda: self._allowed(scope))
