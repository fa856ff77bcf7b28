"""Request bodies: their media type, their size, the time they take."""

import asyncio
import sys
from collections.abc import AsyncIterator

from starlette.types import Message, Receive, Scope

from app.service.problems import Complaint, Problem
from app.service.settings import Settings

BYTES_A_SECOND = 64 << 10  # a body may take this much longer than the timeout
BEGINNING = 64 << 10
_DRAINED = 4  # times the limit that is read on to let a client see that it was too much
_LOOK_SECONDS = 0.25
_CHARSETS = (b"utf-8", b"utf8", b"us-ascii")


class Gone(Exception):
    """The client went away before its request was whole."""


def header(scope: Scope, name: bytes) -> bytes | None:
    """Return the value of the header ``name`` (lower case), or None."""
    named: dict[bytes, bytes] | None = scope.get("named")
    if named is None:
        named = scope["named"] = dict(scope["headers"])
    return named.get(name)


def expect_media_type(scope: Scope, *accepted: bytes) -> bytes:
    """Return which of the ``accepted`` types the body has; the first where none is named.

    Raises ``Problem`` 415 for any other, for another charset than UTF-8, and for an encoding.
    """
    named = header(scope, b"content-type")
    if header(scope, b"content-encoding") not in (None, b"identity"):
        headers = {"Accept-Encoding": "identity"}
        raise Problem(415, "expected a body without Content-Encoding", headers=headers)
    if named is None or named in accepted:
        return named or accepted[0]
    media, *parameters = (part.strip() for part in named.lower().split(b";"))
    charsets = [p.split(b"=", 1)[1].strip(b'" ') for p in parameters if p.startswith(b"charset=")]
    if media in accepted and all(charset in _CHARSETS for charset in charsets):
        return media
    expected = b" or ".join(accepted).decode()
    raise Problem(
        415,
        f"expected Content-Type {expected}, found {ascii(named[:60].decode('latin-1'))}",
        [Complaint("Content-Type", "media_type", f"expected {expected}")],
    )


async def read(scope: Scope, receive: Receive, settings: Settings) -> bytes:
    """Return the whole body.

    Raises ``Problem`` 413 for a body over the limit, 408 where waiting for it has taken too long,
    and ``Gone``.
    """
    incoming = _Incoming(scope, receive, settings, settings.body_limit)
    piece = await incoming.next()
    if not incoming.more:
        return piece
    pieces = [piece]
    while incoming.more:
        pieces.append(await incoming.next())
    return b"".join(pieces)


async def pieces(
    scope: Scope, receive: Receive, settings: Settings, *, limited: bool = True
) -> AsyncIterator[bytes]:
    """Yield the body as it comes; raises as ``read`` does, no 413 where it is not ``limited``."""
    limit = settings.body_limit if limited else sys.maxsize
    incoming = _Incoming(scope, receive, settings, limit)
    while incoming.more:
        yield await incoming.next()


async def beginning(pieces: AsyncIterator[bytes]) -> bytes:
    """Return what comes first: all of a small body, more than BEGINNING bytes of a large one.

    So a body that is small, or does not come, is waited for before a slot is taken.
    """
    begun = bytearray()
    async for piece in pieces:
        begun += piece
        if len(begun) > BEGINNING:
            break
    return bytes(begun)


class _Incoming:
    """A body that is coming; ``more`` of it, until it is whole."""

    def __init__(self, scope: Scope, receive: Receive, settings: Settings, limit: int) -> None:
        _refuse_declared(scope, limit)
        self.more = True
        self._receive, self._limit = receive, limit
        self._size = 0
        self._patience = settings.client_timeout

    async def next(self) -> bytes:
        """Return the next piece; an empty one if it is more than may be."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        allowed = self._patience + self._size / BYTES_A_SECOND
        message = await _latecomers.receive(self._receive, loop, begun + allowed)
        self._patience -= loop.time() - begun
        if message["type"] != "http.request":
            raise Gone
        body: bytes = message.get("body", b"")
        self.more = message.get("more_body", False)
        self._size += len(body)
        if self._size <= self._limit:
            return body
        if not self.more or self._size > _DRAINED * self._limit:
            raise _too_large(self._limit)
        return b""


class _Latecomers:
    """Wakes up those who have waited too long: one look at all, many times cheaper than timers."""

    def __init__(self) -> None:
        self._until: dict[asyncio.Task[object], float] = {}
        self._looked_after: asyncio.AbstractEventLoop | None = None

    async def receive(
        self, receive: Receive, loop: asyncio.AbstractEventLoop, until: float
    ) -> Message:
        """Receive; raises ``Problem`` 408 where that takes until after ``until``."""
        if self._looked_after is not loop:
            self._looked_after = loop
            loop.call_later(_LOOK_SECONDS, self._look, loop)
        task = asyncio.current_task()
        assert task is not None
        self._until[task] = until
        try:
            return await receive()
        except asyncio.CancelledError:
            if task in self._until or task.uncancel():
                raise
            raise Problem(408, "the body took too long to arrive", close=True) from None
        finally:
            self._until.pop(task, None)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for task in [task for task, until in self._until.items() if until < now]:
            del self._until[task]
            task.cancel()
        if self._until:
            loop.call_later(_LOOK_SECONDS, self._look, loop)
        else:
            self._looked_after = None


_latecomers = _Latecomers()


def _refuse_declared(scope: Scope, limit: int) -> None:
    declared = header(scope, b"content-length")
    if declared is None or len(declared) < 20 and int(declared) <= limit:
        return
    if len(declared) >= 20 or int(declared) > _DRAINED * limit or header(scope, b"expect"):
        raise _too_large(limit)


def _too_large(limit: int) -> Problem:
    message = f"expected a body of at most {limit} bytes, found more"
    return Problem(413, message, [Complaint(None, "body_limit", message)], close=True)


def is_known(scope: Scope, tag: str) -> bool:
    """Return whether the request names ``tag`` as one whose content the client has."""
    known = header(scope, b"if-none-match")
    if known is None:
        return False
    tags = [part.strip().removeprefix(b"W/") for part in known.split(b",")]
    return b"*" in tags or tag.encode() in tags
