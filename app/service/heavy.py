"""Requests that are much work: how many there may be at once, and answers sent in parts."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.service.metrics import Counts
from app.service.problems import Complaint, Problem

RETRY_SECONDS = 1
_PIECE = 256 << 10


class Slots:
    """At most ``limit`` heavy requests at once."""

    def __init__(self, limit: int, counts: Callable[[], Counts]) -> None:
        """Take ``counts`` as the way to the counts, which are made later."""
        self._limit = limit
        self._counts = counts
        self._running = 0

    @contextmanager
    def slot(self) -> Iterator[None]:
        """Hold a slot; raises ``Problem`` 503 where there is none."""
        if self._running >= self._limit:
            message = f"{self._limit} large requests are being answered, as many as may be"
            complaint = Complaint(None, "busy", message)
            raise Problem(503, message, [complaint], {"Retry-After": str(RETRY_SECONDS)})
        self._running += 1
        self._counts().running(1)
        try:
            yield
        finally:
            self._running -= 1
            self._counts().running(-1)


class Streamed(Response):
    """An answer sent part by part as it comes from ``parts``; its slot is given back at the end.

    Unlike Starlette's, it leaves the request's body to whoever makes the parts.
    """

    def __init__(
        self,
        parts: AsyncIterator[bytes],
        media_type: str,
        slot: AbstractContextManager[object],
        size: int | None = None,
    ) -> None:
        """Send parts of ``size`` bytes together, where that is known."""
        super().__init__(media_type=media_type)
        if size is None:
            del self.headers["content-length"]
        else:
            self.headers["content-length"] = str(size)
        self._parts = parts
        self._slot = slot

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the parts."""
        with self._slot:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            async for part in self._parts:
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})


async def ahead(pieces: AsyncIterator[bytes], limit: int) -> AsyncIterator[bytes]:
    """Yield what ``pieces`` yields, joined, and read on meanwhile, up to ``limit`` bytes ahead.

    So a client that sends all before it reads anything is not left waiting for itself.
    """
    waiting, ended = bytearray(), False
    changed = asyncio.Condition()

    async def read() -> None:
        nonlocal ended
        try:
            async for piece in pieces:
                async with changed:
                    await changed.wait_for(lambda: len(waiting) < limit)
                    waiting.extend(piece)
                    changed.notify_all()
        finally:
            async with changed:
                ended = True
                changed.notify_all()

    reader = asyncio.create_task(read())
    try:
        while True:
            async with changed:
                await changed.wait_for(lambda: waiting or ended)
                piece = bytes(waiting[:_PIECE])
                del waiting[:_PIECE]
                changed.notify_all()
            if not piece:
                break
            yield piece
        await reader  # raises what ended the reading
    finally:
        reader.cancel()
