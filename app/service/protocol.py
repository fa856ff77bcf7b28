"""HTTP on a connection: uvicorn's own protocol, with limits of its own, and Problems for faults.

A head that is too large or too slow, or is none, is answered here, before there is a request. When
the server stops, a connection whose request may be on its way is kept a moment longer for it.
"""

import asyncio
import sys
from collections.abc import Sized
from typing import Any

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from app.service.cycle import EXTENSIONS, Cycle
from app.service.headers import held_headers, lines, raw
from app.service.problems import MEDIA_TYPE, Complaint, Problem, no_memory
from app.service.settings import Settings

_LINGER_SECONDS = 0.3
_END_OF_HEAD = b"\r\n\r\n"


class _Flow(FlowControl):
    """Flow control that reads nothing more while whole requests wait to be answered.

    Without, each answer has more requests read, and a client that reads none fills the memory.
    """

    def __init__(self, transport: asyncio.Transport, waiting: Sized) -> None:
        super().__init__(transport)
        self._waiting = waiting
        self.untaken_since: float | None = None  # when answers began to pile up

    def resume_reading(self) -> None:
        """Read on, if nothing waits."""
        if not self._waiting:
            super().resume_reading()

    def pause_writing(self) -> None:
        """Have answers wait until those before them are taken."""
        super().pause_writing()
        self.untaken_since = asyncio.get_running_loop().time()

    def resume_writing(self) -> None:
        """Go on answering."""
        super().resume_writing()
        self.untaken_since = None


class Protocol(HttpToolsProtocol):
    """One connection; ``settings`` stands in a subclass made by ``limited``."""

    settings: Settings
    _stopping = False
    _in_body = False  # the head is whole, and the request is not
    _resuming = False  # a new parser is being told of a head that was seen before
    _passing_over = False  # at the last look, a body came that had been answered already
    _head_size = 0
    _head_tail = b""  # the last bytes of a head that is not yet whole
    _whole: RequestResponseCycle | None = None  # the last request that came whole
    _head_begun: float | None = None  # when the head began that is not yet whole
    _unsent: int | None = None  # bytes that a closing connection still had at the last look
    _watch: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to watch over the time that heads take."""
        super().connection_made(transport)
        self.flow = _Flow(transport, self.pipeline)
        self._watch = self.loop.call_later(self.settings.head_timeout, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """End the watch."""
        if self._watch is not None:
            self._watch.cancel()
        super().connection_lost(exc)

    def _look(self) -> None:
        """Refuse a head that is late; let go of a client that asks nothing, or takes no answer.

        One look each timeout, so a head may take up to twice as long, and requests pay nothing.
        """
        now = self.loop.time()
        self._watch = self.loop.call_later(self.settings.head_timeout, self._look)
        if self._takes_nothing(now):
            self.transport.abort()
        elif self.transport.is_closing():
            return
        elif self._in_body and self.cycle.response_complete:
            if self._passing_over:
                self.transport.close()
            self._passing_over = True
        elif self._head_begun is None and self._idle_unwatched():
            self.transport.close()
        elif self._head_begun is not None and now - self._head_begun >= self.settings.head_timeout:
            self._refuse(Problem(408, "the request's head took too long to arrive"))

    def _idle_unwatched(self) -> bool:
        """Return whether nothing was ever asked, or a stray line ended the wait for more."""
        if self.cycle is None:
            return True
        return self.cycle.response_complete and self.timeout_keep_alive_task is None

    def _takes_nothing(self, now: float) -> bool:
        """Return whether the client has left an answer, or the end of the last, untaken."""
        if self.transport.is_closing():
            before, self._unsent = self._unsent, self.transport.get_write_buffer_size()
            return before == self._unsent
        since = self.flow.untaken_since  # type: ignore[attr-defined]
        return since is not None and now - since >= self.settings.client_timeout

    def data_received(self, data: bytes) -> None:
        """Take bytes; those of a head that goes over the limit are not even parsed."""
        room = self.settings.head_limit - self._head_size
        if len(data) > room and not self._in_body:
            if (self._head_tail + data).find(_END_OF_HEAD, 0, room + 2 * len(_END_OF_HEAD)) < 0:
                message = f"expected a head of at most {self.settings.head_limit} bytes, found more"
                self._refuse(Problem(431, message, [Complaint(None, "head_limit", message)]))
                return
        self._unset_keepalive_if_required()
        if not self._in_body:
            self._head_size += len(data)
        try:
            while data:
                try:
                    self.parser.feed_data(data)
                    break
                except HttpParserUpgrade as asked:
                    data = data[asked.args[0] :]
                    self._resume()
        except HttpParserError:
            self.send_400_response("")
        if self._head_begun is not None:
            self._head_tail = data[1 - len(_END_OF_HEAD) :]

    def _resume(self) -> None:
        """Go on in HTTP/1.1 behind a head that asked for another protocol.

        The parser takes no body behind such a head, though a client that offers HTTP/2 sends one.
        So a new one goes on, told of a head that only says how long the body is.
        """
        seen = self.scope, self.headers, self.url
        framing = [h for h in self.headers if h[0] in (b"content-length", b"transfer-encoding")]
        self.parser = HttpRequestParser(self)
        self.parser.set_dangerous_leniencies(lenient_data_after_close=True)
        self._resuming = True
        self.parser.feed_data(b"POST / HTTP/1.1\r\n" + lines(framing) + b"\r\n")
        self._resuming = False
        self.scope, self.headers, self.url = seen

    def on_message_begin(self) -> None:
        """Note when a head begins."""
        super().on_message_begin()
        self.scope["extensions"] = EXTENSIONS
        self._head_begun = self.loop.time()

    def on_headers_complete(self) -> None:
        """Begin the request; the last one, if the server is stopping."""
        self._head_begun, self._head_size, self._head_tail = None, 0, b""
        self._in_body = True
        if self._resuming:
            return
        super().on_headers_complete()
        if self.cycle is not None:
            self.cycle.__class__ = Cycle
            self.cycle.keep_alive &= not self._stopping

    def on_message_complete(self) -> None:
        """End the request, unless only the parser thinks that it has no body."""
        if not self.parser.should_upgrade():
            self._in_body = self._passing_over = False
            self._whole = self.cycle
            super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP, or could not be taken in."""
        failure = sys.exception()
        if failure is not None and isinstance(failure.__context__, MemoryError):
            self._refuse(no_memory())
        else:
            self._refuse(Problem(400, "expected an HTTP/1.1 request, found something else"))

    def shutdown(self) -> None:
        """Finish what runs; wait a moment for a request that may be on its way."""
        self._stopping = True
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.keep_alive = False
        else:
            self.loop.call_later(_LINGER_SECONDS, self._stop_waiting)

    def _stop_waiting(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()

    def _refuse(self, problem: Problem) -> None:
        """Answer with ``problem``, and close: what follows on this connection is anyone's guess.

        Requests that came whole before what is wrong are answered, and then the connection closes.
        """
        whole = self._whole
        if whole is not None and not (whole.response_complete or self.transport.is_closing()):
            if self.cycle is not whole:  # begun, and waiting behind those that are whole
                self.cycle = whole
                self.pipeline.popleft()
            whole.keep_alive = False  # those before it are answered first
            self.flow.pause_reading()
            return
        answering = self.cycle is not None and self.cycle.response_started
        if not self.transport.is_closing() and not (answering and not self.cycle.response_complete):
            content = problem.encode("none")
            headers = [
                *self.server_state.default_headers,
                (b"content-type", MEDIA_TYPE),
                (b"content-length", b"%d" % len(content)),
                (b"connection", b"close"),
                *raw(problem.headers),
                *held_headers(self.settings.cors_origin),
            ]
            self.transport.write(STATUS_LINE[problem.status] + lines(headers) + b"\r\n" + content)
        self.transport.close()


def limited(settings: Settings) -> type[Protocol]:
    """Return the protocol with the limits of ``settings``."""
    attributes: dict[str, Any] = {"settings": settings}
    return type("LimitedProtocol", (Protocol,), attributes)
