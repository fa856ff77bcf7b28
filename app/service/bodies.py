"""Request bodies: their media type, their size, the time they take, their JSON."""

import asyncio
import sys
from collections.abc import AsyncIterator

from starlette.types import Receive, Scope

from app.service.problems import Complaint, Problem
from app.service.settings import Settings

BYTES_A_SECOND = 64 << 10  # a body may take this much longer than the timeout
_DRAINED = 4  # times the limit that is read on to let a client see that it was too much


class Gone(Exception):
    """The client went away before its request was whole."""


def header(scope: Scope, name: bytes) -> bytes | None:
    """Return the value of the header ``name`` (lower case), or None."""
    for found, value in scope["headers"]:
        if found == name:
            return bytes(value)
    return None


def expect_media_type(scope: Scope, *accepted: bytes) -> bytes:
    """Return which of the ``accepted`` types the body has; the first where none is named.

    Raises ``Problem`` 415 for any other, for another charset than UTF-8, and for an encoding.
    """
    named = header(scope, b"content-type")
    if header(scope, b"content-encoding") not in (None, b"identity"):
        raise Problem(
            415, "expected a body without Content-Encoding", headers={"Accept-Encoding": "identity"}
        )
    if named is None or named in accepted:
        return named or accepted[0]
    media, *parameters = (part.strip() for part in named.lower().split(b";"))
    charsets = [p.split(b"=", 1)[1].strip(b'" ') for p in parameters if p.startswith(b"charset=")]
    if media in accepted and all(
        charset in (b"utf-8", b"utf8", b"us-ascii") for charset in charsets
    ):
        return media
    expected = b" or ".join(accepted).decode()
    raise Problem(
        415,
        f"expected Content-Type {expected}, found {ascii(named[:60].decode('latin-1'))}",
        [Complaint("Content-Type", "media_type", f"expected {expected}")],
    )


async def pieces(
    scope: Scope, receive: Receive, settings: Settings, *, limited: bool = True
) -> AsyncIterator[bytes]:
    """Yield the body as it comes.

    Raises ``Problem`` 413 for a ``limited`` body over the limit, 408 where waiting for the body
    has taken too long, and ``Gone``.
    """
    limit, size = settings.body_limit if limited else sys.maxsize, 0
    _refuse_declared(scope, limit)
    loop = asyncio.get_running_loop()
    left, more = settings.client_timeout, True
    while more:
        begun = loop.time()
        try:
            async with asyncio.timeout(left + size / BYTES_A_SECOND):
                message = await receive()
        except TimeoutError:
            raise Problem(408, "the body took too long to arrive", close=True) from None
        left -= loop.time() - begun
        if message["type"] != "http.request":
            raise Gone
        body, more = message.get("body", b""), message.get("more_body", False)
        size += len(body)
        if size <= limit:
            yield body
        elif not more or size > _DRAINED * limit:
            raise _too_large(limit)


def _refuse_declared(scope: Scope, limit: int) -> None:
    declared = header(scope, b"content-length")
    if declared is None or len(declared) < 20 and int(declared) <= limit:
        return
    if len(declared) >= 20 or int(declared) > _DRAINED * limit or header(scope, b"expect"):
        raise _too_large(limit)


def _too_large(limit: int) -> Problem:
    message = f"expected a body of at most {limit} bytes, found more"
    return Problem(413, message, [Complaint(None, "body_limit", message)], close=True)


async def read(scope: Scope, receive: Receive, settings: Settings) -> bytes:
    """Return the whole body; raises as ``pieces`` does."""
    return b"".join([piece async for piece in pieces(scope, receive, settings)])


def is_known(scope: Scope, tag: str) -> bool:
    """Return whether the request names ``tag`` as one whose content the client has."""
    known = header(scope, b"if-none-match")
    if known is None:
        return False
    tags = [part.strip().removeprefix(b"W/") for part in known.split(b",")]
    return b"*" in tags or tag.encode() in tags
