"""The batch client: a judge file of any size, answered by a running service, as if it were here.

The file is read here, so a fault in it is found here, with its line and column. Blocks of cases
are written out again as judge input of their own and sent to `POST /v1/judge/{format}?first=K`,
several at a time; the answers to a block that begins with case K are the bytes that the whole
file's answers have there. So they are only put in order.

Asking twice does no harm, so whatever may be the network's or a restart's fault is asked again.
"""

import json
import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace

import httpx
import numpy as np

from app.batch import ordered, read_blocks
from app.boards import pack
from app.judges.formats import Format
from app.judges.inputs import format_cases, format_header
from app.judges.pieces import Bytes
from app.judges.reading import Block, Reader
from app.judges.writing import Cases
from app.style import DEFAULT, Style
from tablegen import paths

IN_FLIGHT = 4
_TRIES = 6
_FIRST_WAIT, _LONGEST_WAIT = 0.2, 4.0  # seconds between tries, doubled each time
_STEPS = 5  # times the timeout of a step that an answer may take to come
_LONGEST_REFUSAL = 2000  # bytes
_UP_AND_DOWN = paths.parse_path(("ud" * paths.LONGEST)[: paths.LONGEST])
_BUSY = {408, 429, 502, 503, 504}


class ServerError(ConnectionError):
    """A service that gives no answer, after all tries, or says that it will not."""


class Client:
    """Has the service at ``url`` answer; for use by one thread at a time."""

    def __init__(self, url: str, timeout: float = 60.0, style: Style = DEFAULT) -> None:
        """Make ready to ask; ``timeout`` is how many seconds a step of one exchange may take."""
        self.url = url.rstrip("/")
        self._style, self._timeout = style, timeout
        # A connection a block: what a confused middleman still sends answers no later request.
        limits = httpx.Limits(max_connections=IN_FLIGHT, max_keepalive_connections=0)
        self._http = httpx.Client(timeout=timeout, limits=limits)

    def answers(self, reader: Reader, pieces: Iterable[bytes], jobs: int) -> Iterator[Bytes]:
        """Yield the answers of a whole input, in order; several blocks are asked for at once.

        With one job each answer is yielded before the next piece is asked for: what a pipe needs.
        Raises ``JudgeFileError``, after the answers before the fault, and ``ServerError``.
        """
        blocks = read_blocks(reader, pieces)
        return map(self._ask, blocks) if jobs == 1 else ordered(self._ask, blocks, IN_FLIGHT)

    def _ask(self, block: Block) -> Bytes:
        cases = block.cases()
        body = format_header(block.format, len(cases)) + format_cases(block.format, cases).tobytes()
        url = f"{self.url}/v1/judge/{block.format.name}"
        failure = "no answer"
        for tries in range(_TRIES):
            if tries:
                wait = min(_FIRST_WAIT * 2 ** (tries - 1), _LONGEST_WAIT)
                time.sleep(wait * random.uniform(0.75, 1.25))
            try:
                with self._http.stream(
                    "POST",
                    url,
                    params={"first": str(block.first), **self._style.said},
                    content=body,
                    headers={"Content-Type": "text/plain"},
                ) as response:
                    if response.status_code == 200:
                        return self._answers(response, block.format, cases)
                    failure = _words(response, self._read(response, _LONGEST_REFUSAL))
            except httpx.HTTPError as error:
                failure = f"{type(error).__name__}: {error}"
                continue
            except _Doubt as doubt:
                failure = str(doubt)
                continue
            except httpx.InvalidURL as error:
                raise ServerError(f"{self.url}: {error}") from None
            if response.status_code not in _BUSY:
                break
        raise ServerError(f"{url}: {failure}")

    def _answers(self, response: httpx.Response, format: Format, cases: Cases) -> Bytes:
        """Return the answers that come; raises ``_Doubt`` where they cannot be those asked for."""
        kind = response.headers.get("content-type", "nothing said")
        if not kind.startswith("text/plain"):
            raise _Doubt(f"expected text/plain, found {kind}")
        if not {"content-length", "transfer-encoding"} & response.headers.keys():
            raise _Doubt("expected an answer that says where it ends")
        size, least, most = _bounds(format, cases)
        text = self._read(response, size)
        lines = text.count(b"\n")
        if len(text) > size or not least <= lines <= most or not text.endswith(b"\n"):
            expected = f"{least} whole lines" if least == most else f"{least} to {most} whole lines"
            raise _Doubt(
                f"expected {expected}, at most {size} bytes, for {len(cases)} cases; found "
                f"{lines} lines, {len(text)} bytes"
            )
        return np.frombuffer(text, np.uint8)

    def _read(self, response: httpx.Response, most: int) -> bytes:
        """Return the body, or a little more than ``most`` bytes of a longer one."""
        deadline = time.monotonic() + _STEPS * self._timeout
        text = bytearray()
        for piece in response.iter_bytes():
            text += piece
            if len(text) > most:
                break
            if time.monotonic() > deadline:
                raise _Doubt(f"expected the whole answer within {_STEPS * self._timeout:.0f} s")
        return bytes(text)


class _Doubt(Exception):
    """Why an answer is not to be trusted."""


def _bounds(format: Format, cases: Cases) -> tuple[int, int, int]:
    """Return the most bytes that the cases' answers may have, the fewest lines, and the most.

    An answer is longest for the longest path, and shortest for none or for the empty one. In most
    formats the lines are as many whatever the answers; those of case 1 may be fewer than others'.
    """
    limits = None if cases.limits is None else cases.limits.max(keepdims=True)
    start = pack(np.frombuffer(cases.board.default_goal, np.uint8)[None])  # its blank may go up
    one = replace(cases, starts=start, goals=start, limits=limits)
    begin, other = (
        [
            format.answers(replace(one, first=first), np.array([code], np.uint64)).tobytes()
            for code in (paths.NO_PATH, paths.EMPTY, _UP_AND_DOWN)
        ]
        for first in (cases.first, cases.first + len(cases))
    )
    lines = [[text.count(b"\n") for text in texts] for texts in (begin, other)]
    others = len(cases) - 1
    size = max(map(len, begin)) + others * max(map(len, other))
    least, most = (bound(lines[0]) + others * bound(lines[1]) for bound in (min, max))
    return size, least, most


def _words(response: httpx.Response, body: bytes) -> str:
    """Return what a refusal says, in a line."""
    try:
        return f"{response.status_code} {json.loads(body)['detail']}"[:_LONGEST_REFUSAL]
    except (ValueError, KeyError, TypeError, RecursionError):
        return f"{response.status_code} {response.reason_phrase}"
