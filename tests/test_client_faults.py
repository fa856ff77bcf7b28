"""The batch client on a bad network, and with a service that dies: all the answers, or none."""

import random
import resource
import signal
import socket
import subprocess
import threading
import time
from contextlib import closing, suppress

import pytest

from tests.conftest import EIGHT
from tests.server import Server, serving
from tests.wire import reset

CASES = 300_000  # some nine blocks, of which four are asked for at once


@pytest.fixture(scope="module")
def files(eight, tmp_path_factory):
    """The input and its right answers."""
    folder = tmp_path_factory.mktemp("faults")
    done = eight("gen", "--count", CASES, "--seed", 1, "-o", folder / "in", "--answers",
                 folder / "right")  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder / "in", (folder / "right").read_bytes()


class Proxy:
    """Passes bytes between clients and ``port``, and does ``harm`` to every second connection.

    harm : "reset" after some bytes of the answer, "cut" there as if it were its end, "delay" each
           piece, "silent": close before any byte; None passes all
    """

    def __init__(self, port: int, harm: str | None):
        self.port, self.harm, self.harmed = port, harm, 0
        self.draw = random.Random(7)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        with suppress(OSError):  # it may be closed already
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def _accept(self) -> None:
        number = 0
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            number += 1
            harm = self.harm if number % 2 else None
            self.harmed += harm is not None
            threading.Thread(target=self._pass, args=(client, harm), daemon=True).start()

    def _pass(self, client: socket.socket, harm: str | None) -> None:
        try:
            server = socket.create_connection(("127.0.0.1", self.port))
        except OSError:
            client.close()
            return
        threading.Thread(target=self._copy, args=(client, server), daemon=True).start()
        left = 0 if harm == "silent" else self.draw.randrange(1, 400_000)
        with server, client:
            while harm != "silent" and (piece := self._receive(server)):
                if harm == "delay":
                    time.sleep(self.draw.uniform(0, 0.02))
                if harm in ("reset", "cut") and len(piece) > left:
                    client.sendall(piece[:left])
                    break
                left -= len(piece)
                try:
                    client.sendall(piece)
                except OSError:
                    break
            for end in (server, client):  # wakes the other thread, which would keep it open
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RD if harm == "reset" else socket.SHUT_RDWR)
            if harm == "reset":
                reset(client)

    def _copy(self, source: socket.socket, sink: socket.socket) -> None:
        try:
            while piece := source.recv(1 << 16):
                sink.sendall(piece)
        except OSError:
            pass

    def _receive(self, server: socket.socket) -> bytes:
        try:
            return server.recv(1 << 16)
        except OSError:
            return b""


def client(environment, url: str, source, out, **more) -> subprocess.Popen:
    command = [EIGHT, "batch", "--server", url, "-o", str(out), str(source)]
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, **more)


@pytest.fixture(scope="module")
def server(environment):
    with serving(environment) as running:
        yield running


@pytest.mark.parametrize("harm", ["reset", "cut", "delay", "silent"])
def test_a_bad_network_loses_doubles_and_reorders_nothing(
    environment, server, files, tmp_path, harm
):
    source, right = files
    with closing(Proxy(server.port, harm)) as proxy:
        process = client(environment, proxy.url, source, tmp_path / "out")
        error = process.communicate(timeout=120)[1]
    assert (process.returncode, error) == (0, b"")
    assert (tmp_path / "out").read_bytes() == right
    assert proxy.harmed >= 3


def liar(status: str, *pieces: bytes, chunked: bool = False) -> tuple[socket.socket, str]:
    """Return a server that answers whatever it is asked with ``pieces``, and its address."""
    listener = socket.create_server(("127.0.0.1", 0))
    size = f"Content-Length: {sum(map(len, pieces))}"
    framing = "Transfer-Encoding: chunked" if chunked else size
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/plain\r\n{framing}\r\n\r\n".encode()

    def answer(client: socket.socket) -> None:
        with client, suppress(OSError):
            client.recv(1 << 16)
            client.sendall(head)
            for piece in pieces:
                client.sendall(piece)

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=answer, args=(listener.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return listener, f"http://127.0.0.1:{listener.getsockname()[1]}"


ENDLESS = [b"7ffd\r\n" + b"2\tdd\n" * 6553 + b"\r\n"] * 10_000
LIES = {
    "nothing": (["200 OK", b""], "found 0 lines, 0 bytes"),
    "fewer": (["200 OK", b"2\tdd\n2\tdd\n"], "found 2 lines"),
    "more": (["200 OK", b"2\tdd\n" * 4], "found 4 lines"),
    "a line cut": (["200 OK", b"2\tdd\n2\tdd\n2\td"], "found 2 lines"),
    "a longer last line": (["200 OK", b"2\tdd\n" * 3 + b"2"], "found 3 lines"),
    "something else": (["200 OK", b"<html>" + b"x" * 9999], "found 0 lines"),
    "no end": (["200 OK", *ENDLESS], "expected 3 whole lines"),
    "a refusal without end": (["400 Bad", *ENDLESS], "400 Bad"),
    "deep": (["400 Bad", b"[" * 200_000], "400 Bad"),
    "control": (
        ["422 Bad", b'{"detail":"\\u001b[31m\\n%b"}' % (b"x" * 5000)],
        r"422 \x1b[31m\nxxx",
    ),
}


@pytest.mark.parametrize("lie, says", LIES.values(), ids=LIES)
def test_what_cannot_be_the_answers_is_not_believed(eight, tmp_path, lie, says):
    (tmp_path / "in").write_bytes(b"12X453786 12345678X\n" * 3)
    (tmp_path / "out").write_bytes(b"old")
    listener, url = liar(lie[0], *lie[1:], chunked=lie[1:] == ENDLESS)
    with closing(listener):
        done = eight("batch", "--format", "pairs", tmp_path / "in", "-o", tmp_path / "out",
                     "--server", url)  # fmt: skip
    assert (done.returncode, done.stdout) == (3, b"")
    [line] = done.stderr.decode().split("\n")[:-1]
    assert line.startswith("eight: http://127.0.0.1") and says in line and len(line) < 2500
    assert [path.name for path in tmp_path.iterdir()].count("out") == 1
    assert (tmp_path / "out").read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 2


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        return taken.getsockname()[1]


def test_a_service_killed_and_started_again_half_way_is_not_noticed(environment, files, tmp_path):
    source, right = files
    port = free_port()
    first = Server(environment, "--port", port).wait_until_ready()
    with closing(Proxy(port, "delay")) as proxy:
        process = client(environment, proxy.url, source, tmp_path / "out")
        deadline = time.monotonic() + 60
        while proxy.harmed < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        first.stop(signal.SIGKILL)
        assert process.poll() is None, "it was done before the kill"
        second = Server(environment, "--port", port)
        error = process.communicate(timeout=120)[1]
        second.stop()
    assert (process.returncode, error) == (0, b"")
    assert (tmp_path / "out").read_bytes() == right


def test_a_service_that_dies_for_good_is_status_3_and_the_old_output(environment, files, tmp_path):
    source, _ = files
    (tmp_path / "out").write_text("old")
    with serving(environment) as running, closing(Proxy(running.port, "delay")) as proxy:
        process = client(environment, proxy.url, source, tmp_path / "out")
        while proxy.harmed < 2:
            time.sleep(0.01)
        running.stop(signal.SIGKILL)
        proxy.close()
        [line] = process.communicate(timeout=120)[1].decode().splitlines()
    assert process.returncode == 3
    assert line.startswith(f"eight: {proxy.url}/v1/judge/hdu3567: ")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("out", "old")]


def test_a_full_disk_leaves_the_old_output(environment, server, files, tmp_path):
    (tmp_path / "out").write_text("old")

    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))

    process = client(environment, server.url, files[0], tmp_path / "out", preexec_fn=small_disk)
    error = process.communicate(timeout=60)[1]
    said = f"eight: [Errno 27] File too large: '{tmp_path / 'out'}'\n"
    assert (process.returncode, error.decode()) == (3, said)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("out", "old")]


@pytest.mark.parametrize("seconds", [0.1, 0.4, 0.7, 1.0, 1.5])
def test_an_interrupt_leaves_the_old_output_or_the_whole_new_one(
    environment, server, files, tmp_path, seconds
):
    source, right = files
    (tmp_path / "out").write_text("old")
    process = client(environment, server.url, source, tmp_path / "out")
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    error = process.communicate(timeout=60)[1]
    assert [file.name for file in tmp_path.iterdir()] == ["out"]
    found = (tmp_path / "out").read_bytes()
    assert found == (right if process.returncode == 0 else b"old")
    if process.returncode != -signal.SIGINT:  # it had not come as far as the command
        assert (process.returncode, error.strip()) in [(0, b""), (130, b"")]
