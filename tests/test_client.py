"""The batch client against a real service: the same bytes as without it, and clear refusals."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from app.judges.formats import FORMATS
from tests.server import serving

SAMPLE = FORMATS["hdu3567"].sample.encode()


@pytest.fixture(scope="module")
def server(environment):
    with serving(environment) as running:
        yield running


@contextmanager
def saying(*replies: bytes) -> Iterator[str]:
    """Serve one connection after another: read a request, say the reply, close. Yields the URL."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        listener.settimeout(20)

        def serve() -> None:
            for reply in replies:
                connection, _ = listener.accept()
                with connection:
                    connection.settimeout(5)
                    while not connection.recv(1 << 16).endswith(b"\n"):
                        pass
                    connection.sendall(reply)

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        thread.join(20)
        assert not thread.is_alive(), "not all replies were asked for"


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_answered_with_the_same_bytes(eight, server, tmp_path, name):
    count = 2000 if name == "princeton" else 40_000  # more than a block
    text = eight("gen", "--format", name, "--count", count, "--seed", 9).stdout
    (tmp_path / "in").write_bytes(text)
    here = eight("batch", "--format", name, tmp_path / "in")
    there = eight("batch", "--format", name, "--server", server.url, tmp_path / "in")
    assert (there.returncode, there.stderr) == (0, b"")
    assert there.stdout == here.stdout
    assert len(here.stdout) > count


def test_a_fault_in_the_file_is_found_here_and_the_output_left(eight, server, tmp_path):
    (tmp_path / "in").write_bytes(b"2\n12X453786\n12345678X\n12X453786\n1234567XX\n")
    (tmp_path / "out").write_text("old")
    done = eight("batch", "--server", server.url + "/", "-o", tmp_path / "out", tmp_path / "in")
    assert done.returncode == 2
    message = "5:9: expected one blank, found 2, in cells 8 and 9; tile 8 is missing"
    assert done.stderr.decode() == f"eight: {tmp_path / 'in'}:{message}\n"
    assert (tmp_path / "out").read_text() == "old"


def test_no_tables_are_needed_where_a_service_answers(eight, server, environment, tmp_path):
    nowhere = environment | {"EIGHT_TABLES": str(tmp_path / "absent")}
    done = eight("batch", "--server", server.url, input=SAMPLE, env=nowhere)
    assert (done.returncode, done.stdout) == (0, b"Case 1: 2\ndd\nCase 2: 8\nurrulldr\n")


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("nonsense", 2),
        ("ftp://127.0.0.1", 2),
        ("http://[", 2),
        ("http://127.0.0.1:99999", 2),
        ("http://..", 2),
        ("", 2),
    ],
)
def test_what_is_no_address_is_refused_in_one_line(eight, url, status):
    done = eight("batch", "--server", url, input=SAMPLE)
    [line] = done.stderr.decode().splitlines()
    assert line.startswith("eight: ") and url in line
    assert (done.returncode, done.stdout) == (status, b"")


def test_no_service_is_status_3_one_line_and_the_old_output(eight, tmp_path):
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
    (tmp_path / "out").write_text("old")
    url = f"http://127.0.0.1:{port}"
    done = eight("batch", "--server", url, "-o", tmp_path / "out", input=SAMPLE)
    [line] = done.stderr.decode().splitlines()
    assert line.startswith(f"eight: {url}/v1/judge/hdu3567: ConnectError: ")
    assert (done.returncode, done.stdout) == (3, b"")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("out", "old")]


RIGHT = b"Case 1: 2\ndd\nCase 2: 8\nurrulldr\n"
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n"
WHOLE = HEAD + b"Content-Length: %d\r\n\r\n" % len(RIGHT) + RIGHT


@pytest.mark.parametrize(
    "reply",
    [
        b"",
        b"not HTTP at all\r\n\r\n",
        HEAD,
        HEAD + b"Content-Length: 99\r\n\r\n" + RIGHT,
        HEAD + b"Transfer-Encoding: chunked\r\n\r\na\r\nCase 1: 2\n\r\n",
        HEAD + b"\r\n" + RIGHT[:10],
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi",
        b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 5\r\n\r\n<html",
    ],
    ids=[
        "closed",
        "no HTTP",
        "half a head",
        "short",
        "half chunked",
        "no end",
        "page",
        "503",
        "502",
    ],
)
def test_an_answer_that_is_not_whole_is_asked_for_again(eight, reply):
    with saying(reply, WHOLE) as url:
        done = eight("batch", "--server", url, input=SAMPLE)
    assert (done.returncode, done.stdout, done.stderr) == (0, RIGHT, b"")


def test_an_answer_said_twice_is_taken_once(eight):
    with saying(WHOLE * 2) as url:
        done = eight("batch", "--server", url, input=SAMPLE)
    assert (done.returncode, done.stdout, done.stderr) == (0, RIGHT, b"")


def test_a_refusal_is_repeated_in_one_line_and_not_asked_again(eight):
    problem = b'{"detail":"no such thing"}'
    reply = b"HTTP/1.1 404 Not Found\r\nContent-Length: %d\r\n\r\n" % len(problem) + problem
    with saying(reply) as url:
        done = eight("batch", "--server", url, input=SAMPLE)
    expected = f"eight: {url}/v1/judge/hdu3567: 404 no such thing\n"
    assert (done.returncode, done.stdout, done.stderr.decode()) == (3, b"", expected)
