"""HTTP byte by byte, as no well-behaved client would speak it."""

import json
import socket
import struct
from dataclasses import dataclass


@dataclass
class Answer:
    """One response: the names of its ``headers`` are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> dict:
        return json.loads(self.body)


def connect(port: int, timeout: float = 20) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), timeout)
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return client


def read_all(client: socket.socket) -> bytes:
    """Return what comes until the server closes, or resets what it no longer reads."""
    pieces = []
    try:
        while piece := client.recv(1 << 16):
            pieces.append(piece)
    except ConnectionError:
        pass
    return b"".join(pieces)


def say(port: int, *data: bytes, ended: bool = False, timeout: float = 20) -> bytes:
    """Send ``data``, say that no more comes if ``ended``, and return all that comes back."""
    with connect(port, timeout) as client:
        try:
            for piece in data:
                client.sendall(piece)
            if ended:
                client.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # it has answered and closed already
        return read_all(client)


def reset(client: socket.socket) -> None:
    """Close as a process that died does: the other side gets a reset."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def post(body: bytes, path: str = "/v1/solve", *headers: str, media: str = "application/json"):
    """Return a request, whose Content-Length is right and which is the connection's last."""
    lines = [f"POST {path} HTTP/1.1", "Host: x", "Connection: close", f"Content-Type: {media}"]
    head = "\r\n".join([*lines, *headers, f"Content-Length: {len(body)}"])
    return head.encode("latin-1") + b"\r\n\r\n" + body


def answers(raw: bytes) -> list[Answer]:
    """Return the responses in ``raw``, one after another; fails where it is not HTTP."""
    found = []
    while raw:
        head, end, raw = raw.partition(b"\r\n\r\n")
        assert end, head
        status_line, *lines = head.decode("latin-1").split("\r\n")
        protocol, status, _ = status_line.split(" ", 2)
        assert protocol == "HTTP/1.1"
        headers = {n.lower(): v for n, v in (line.split(": ", 1) for line in lines)}
        if headers.get("transfer-encoding") == "chunked":
            body, raw = _chunks(raw)
        else:
            length = int(headers.get("content-length", 0))
            assert len(raw) >= length, "an answer that is cut short"
            body, raw = raw[:length], raw[length:]
        found.append(Answer(int(status), headers, body))
    return found


def _chunks(raw: bytes) -> tuple[bytes, bytes]:
    """Return a chunked body and what follows it."""
    body = []
    while True:
        size, end, raw = raw.partition(b"\r\n")
        assert end, "an answer that is cut short"
        length = int(size, 16)
        assert raw[length : length + 2] == b"\r\n", "an answer that is cut short"
        body.append(raw[:length])
        raw = raw[length + 2 :]
        if length == 0:
            return b"".join(body), raw


def check_problem(answer: Answer, *statuses: int) -> dict:
    """Check that ``answer`` is a problem as promised, and return its document."""
    assert answer.status in statuses, answer
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert len(answer.body) < 2000, "an error that echoes"
    problem = answer.json()
    assert problem.keys() == {"type", "title", "status", "detail", "errors", "request_id"}
    assert problem["status"] == answer.status
    assert problem["title"] and problem["detail"]
    return problem
