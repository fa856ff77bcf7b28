"""One request and its answer on a connection: uvicorn's own, and a quicker way to send.

By ASGI, an answer is two messages, and uvicorn checks each byte of each header. Most answers of
this service are short, and their headers the same each time. So the scope offers the extension
ANSWER: one message with ``lines``, the headers as they go out, and the ``body``, for a status 200.
"""

from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, RequestResponseCycle

ANSWER = "eight.answer"
EXTENSIONS: dict[str, dict[object, object]] = {ANSWER: {}}


class Cycle(RequestResponseCycle):
    """A cycle that takes ANSWER as well."""

    async def send(self, message: Any) -> None:
        """Send a message, or a whole answer at once."""
        if message["type"] != ANSWER:
            await super().send(message)
            return
        if self.flow.write_paused and not self.disconnected:
            await self.flow.drain()
        if self.disconnected:
            return
        self.response_started = self.response_complete = True
        self.waiting_for_100_continue = False
        parts = [STATUS_LINE[200]]
        for name, value in self.default_headers:
            parts += [name, b": ", value, b"\r\n"]
        if not self.keep_alive:
            parts.append(b"connection: close\r\n")
        parts += [message["lines"], b"\r\n", message["body"]]
        self.transport.write(b"".join(parts))
        self.message_event.set()
        if not self.keep_alive:
            self.transport.close()
        self.on_response()
