"""A load generator: a few connections, on each one request after another, every one timed.

It is a process of its own, so it takes no time from the server's; it costs some 10 us a request.
`python -m bench.load PORT SECONDS CONNECTIONS < REQUESTS` prints the statuses counted and the
latencies in seconds; the requests are whole, one after another, in JSON as a list of latin-1 texts.
"""

import json
import re
import select
import socket
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from itertools import cycle

_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
_END_OF_HEAD = b"\r\n\r\n"


@dataclass(frozen=True)
class Load:
    """What came of it: requests a second, latencies at percentiles in ms, requests by status."""

    rate: float
    latencies: dict[float, float]
    statuses: dict[str, int]


def request(method: str, path: str, body: bytes = b"", media_type: str = "application/json") -> str:
    """Return a request as text."""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n"
    if body:
        head += f"Content-Type: {media_type}\r\nContent-Length: {len(body)}\r\n"
    return head + "\r\n" + body.decode("latin-1")


def load(port: int, requests: list[str], seconds: float, connections: int) -> Load:
    """Ask for ``seconds`` on ``connections`` at once; raises where a status is not 200."""
    command = [sys.executable, "-m", "bench.load", port, seconds, connections]
    text = json.dumps(requests)
    done = subprocess.run(
        list(map(str, command)),
        input=text,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert set(found["statuses"]) == {"200"}, found["statuses"]
    times = statistics.quantiles(found["times"], n=1000)
    marks = {mark: 1000 * times[round(mark * 10) - 1] for mark in (50, 99, 99.9)}
    return Load(len(found["times"]) / seconds, marks, found["statuses"])


class _Connection:
    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.got = b""
        self.asked = 0.0

    def ask(self, text: bytes) -> None:
        self.asked = time.perf_counter()
        self.socket.sendall(text)

    def take(self) -> str | None:
        """Return the status if the answer is whole now."""
        piece = self.socket.recv(1 << 18)
        if not piece:
            raise ConnectionError("the server closed a connection")
        self.got += piece
        head = self.got.find(_END_OF_HEAD)
        if head < 0 or (length := _LENGTH.search(self.got, 0, head)) is None:
            return None
        if len(self.got) < head + len(_END_OF_HEAD) + int(length[1]):
            return None
        status = self.got[9:12].decode()
        self.got = b""
        return status


def main(port: int, seconds: float, connections: int) -> None:
    """Ask, and print what came of it."""
    texts = cycle([text.encode("latin-1") for text in json.load(sys.stdin)])
    poll, by_number = select.epoll(), {}
    for _ in range(connections):
        connection = _Connection(port)
        by_number[connection.socket.fileno()] = connection
        poll.register(connection.socket, select.EPOLLIN)
        connection.ask(next(texts))
    times: list[float] = []
    statuses: dict[str, int] = {}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for number, _ in poll.poll(1):
            connection = by_number[number]
            if (status := connection.take()) is not None:
                times.append(time.perf_counter() - connection.asked)
                statuses[status] = statuses.get(status, 0) + 1
                connection.ask(next(texts))
    print(json.dumps({"times": times, "statuses": statuses}))


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]))
