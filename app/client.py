"""The batch client: a judge file of any size, answered by a running service, as if it were here.

The file is read here, so a fault in it is found here, with its line and column. Blocks of cases
are written out again as judge input of their own and sent to `POST /v1/judge/{format}?first=K`,
several at a time; the answers to a block that begins with case K are the bytes that the whole
file's answers have there. So they are only put in order.

Asking twice does no harm, so whatever may be the network's or a restart's fault is asked again.
"""

import random
import time
from collections.abc import Iterable, Iterator

import httpx
import numpy as np

from app.batch import ordered, read_blocks
from app.judges.inputs import format_cases, format_header
from app.judges.pieces import Bytes
from app.judges.reading import Block, Reader
from app.style import DEFAULT, Style

IN_FLIGHT = 4
_TRIES = 6
_FIRST_WAIT, _LONGEST_WAIT = 0.2, 4.0  # seconds between tries, doubled each time
_BUSY = {408, 429, 502, 503, 504}


class ServerError(ConnectionError):
    """A service that gives no answer, after all tries, or says that it will not."""


class Client:
    """Has the service at ``url`` answer; for use by one thread at a time."""

    def __init__(self, url: str, timeout: float = 60.0, style: Style = DEFAULT) -> None:
        """Make ready to ask; ``timeout`` is how many seconds a step of one exchange may take."""
        self.url = url.rstrip("/")
        self._style = style
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
                response = self._http.post(
                    url,
                    params={"first": str(block.first), **self._style.said},
                    content=body,
                    headers={"Content-Type": "text/plain"},
                )
            except httpx.HTTPError as error:
                failure = f"{type(error).__name__}: {error}"
                continue
            except httpx.InvalidURL as error:
                raise ServerError(f"{self.url}: {error}") from None
            if response.status_code == 200:
                failure = _doubt(response.headers)
                if not failure:
                    return np.frombuffer(response.content, np.uint8)
                continue
            failure = _words(response)
            if response.status_code not in _BUSY:
                break
        raise ServerError(f"{url}: {failure}")


def _doubt(headers: httpx.Headers) -> str:
    """Return why a 200 with these headers is not to be trusted; empty where it is."""
    kind = headers.get("content-type", "nothing said")
    if not kind.startswith("text/plain"):
        return f"expected text/plain, found {kind}"
    if "content-length" not in headers and "transfer-encoding" not in headers:
        return "expected an answer that says where it ends"
    return ""


def _words(response: httpx.Response) -> str:
    """Return what a refusal says, in a line."""
    try:
        return f"{response.status_code} {response.json()['detail']}"
    except (ValueError, KeyError, TypeError):
        return f"{response.status_code} {response.reason_phrase}"
