"""A line of JSON a request, on standard output, gathered for a moment and written at once."""

import asyncio
import os
import sys
import time

import msgspec

_GATHER_SECONDS = 0.1
_MOST_LINES = 1000


class Line(msgspec.Struct):
    """One request: ``time`` of its end in seconds since 1970, ``ms`` the milliseconds it took."""

    time: float
    id: str
    client: str | None
    method: str
    path: str
    route: str
    status: int
    ms: float


class AccessLog:
    """Writes lines of JSON to the file ``descriptor``."""

    def __init__(self, descriptor: int | None = None) -> None:
        self._descriptor = sys.stdout.fileno() if descriptor is None else descriptor
        self._lines: list[Line] = []
        self._encoder = msgspec.json.Encoder()

    def write(
        self,
        id: str,
        client: tuple[str, int] | None,
        method: str,
        path: str,
        route: str,
        status: int,
        seconds: float,
    ) -> None:
        """Take a line; it is written within a tenth of a second."""
        if not self._lines:
            asyncio.get_running_loop().call_later(_GATHER_SECONDS, self.flush)
        self._lines.append(
            Line(
                round(time.time(), 3),
                id,
                client[0] if client else None,
                method,
                path,
                route,
                status,
                round(seconds * 1000, 3),
            )
        )
        if len(self._lines) >= _MOST_LINES:
            self.flush()

    def flush(self) -> None:
        """Write what was taken; where nobody reads it any more, let it go."""
        lines, self._lines = self._lines, []
        try:
            left = memoryview(self._encoder.encode_lines(lines))
            while left:
                left = left[os.write(self._descriptor, left) :]
        except OSError:
            pass
