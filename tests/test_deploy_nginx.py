"""The nginx configuration, in a real nginx before two real replicas, one killed under load."""

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections import Counter
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path

import pytest

from app.answers import answer
from tests.conftest import CHECKOUT, EIGHT
from tests.wire import say

CONFIGURATION = (CHECKOUT / "deploy/nginx.conf").read_text()
JSON = {"Content-Type": "application/json"}
BODY_LIMIT = 16 << 20


def find_nginx() -> str:
    """Return the real nginx, from Debian's packages where it is missing and may be installed."""
    if shutil.which("nginx") is None and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {"env": os.environ | {"DEBIAN_FRONTEND": "noninteractive"}, "capture_output": True}
        subprocess.run(["apt-get", "update", "-qq"], **quiet)
        # Its own service is not wanted: the tests start it with a configuration of their own.
        subprocess.run(["apt-get", "install", "-y", "-qq", "nginx-light"], **quiet)
    if (nginx := shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")) is None:
        pytest.skip("nginx is not installed, and cannot be")
    return nginx


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def wait_for(port: int, path: str = "/readyz") -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            if ask(port, "GET", path)[0] == 200:
                return
        except OSError:
            pass
        assert time.monotonic() < deadline, f"nothing answers on port {port}"
        time.sleep(0.05)


def ask(port: int, method: str, path: str, body=None, headers=JSON, **chunked):
    """Return the status, the headers and the body of one answer."""
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request(method, path, body, headers, **chunked)
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    finally:
        connection.close()


class Replica:
    """A service of one worker on a port that stays its own."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.port = free_port()
        self._environment = environment | {"EIGHT_ACCESS_LOG": "off"}
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [EIGHT, "serve", "--port", str(self.port)],
            env=self._environment, stdout=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip

    def kill(self) -> None:
        """End every process of the replica as a power cut would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Site:
    """nginx, with the ``replicas`` behind it, and the log of which of them answered what."""

    def __init__(self, nginx: str, folder: Path, replicas: list[Replica]) -> None:
        self.port, self.replicas, self._log = free_port(), replicas, folder / "log"
        text = CONFIGURATION.replace("listen 8080", f"listen 127.0.0.1:{self.port}")
        for name, replica in zip(("eight-a", "eight-b"), replicas, strict=True):
            assert text.count(f"{name}:8000") == 1
            text = text.replace(f"{name}:8000", f"127.0.0.1:{replica.port}")
        text = text.replace("/tmp/", f"{folder}/")
        path = folder / "nginx.conf"
        path.write_text(text)
        command = [nginx, "-c", str(path), "-e", "stderr"]
        tested = subprocess.run([*command, "-t"], capture_output=True, text=True)
        assert tested.returncode == 0 and "[warn]" not in tested.stderr, tested.stderr
        as_root = "" if os.geteuid() else " user root;"  # to write where only root can
        with open(self._log, "wb") as log, open(folder / "errors", "wb") as errors:
            self.process = subprocess.Popen(
                [*command, "-g", f"daemon off;{as_root}"], stdout=log, stderr=errors
            )

    def answered(self) -> Counter[str]:
        """Return how many requests each replica has answered, the last it asked of several."""
        lines = [json.loads(line) for line in self._log.read_text().splitlines()]
        return Counter(line["replica"].split(", ")[-1].split(":")[-1] for line in lines)


@pytest.fixture(scope="module")
def site(tmp_path_factory, environment):
    nginx = find_nginx()
    replicas = [Replica(environment), Replica(environment)]
    site = Site(nginx, tmp_path_factory.mktemp("nginx"), replicas)
    try:
        for port in (*(replica.port for replica in replicas), site.port):
            wait_for(port)
        yield site
    finally:
        site.process.send_signal(signal.SIGQUIT)
        site.process.wait(30)
        for replica in replicas:
            replica.kill()


class Load(threading.Thread):
    """Asks for random pairs until told to stop, each failure once again; keeps what went wrong."""

    def __init__(self, port: int, solver, seed: int) -> None:
        super().__init__()
        self.asked = self.retried = 0
        self.wrong: list[str] = []
        self._port, self._solver, self._draw = port, solver, random.Random(seed)
        self.stopped = False

    def run(self) -> None:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=20)
        while not self.stopped:
            pair = [bytes(self._draw.sample(range(9), 9)) for _ in range(2)]
            expected = answer(self._solver, *pair)
            body = json.dumps({"start": expected.start, "goal": expected.goal})
            for attempt in range(2):
                self.retried += attempt
                try:
                    connection.request("POST", "/v1/solve", body, JSON)
                    response = connection.getresponse()
                    status, found = response.status, json.loads(response.read())
                except (OSError, HTTPException, ValueError) as error:
                    connection.close()
                    status, found = 0, repr(error)
                if status == 200:
                    break
            if status != 200 or found["moves"] != expected.moves:
                self.wrong.append(f"{status} {found}")
            self.asked += 1
        connection.close()


def test_a_replica_killed_under_load_costs_no_answer_and_comes_back(site, solver):
    loads = [Load(site.port, solver, seed) for seed in range(6)]
    for load in loads:
        load.start()
    killed, other = site.replicas
    time.sleep(1)
    killed.kill()
    time.sleep(1.5)
    before = site.answered()
    killed.start()
    wait_for(killed.port)
    time.sleep(2)
    for load in loads:
        load.stopped = True
    for load in loads:
        load.join()
    assert [wrong for load in loads for wrong in load.wrong] == []
    assert sum(load.asked for load in loads) > 500
    shares = before[str(killed.port)], before[str(other.port)]
    assert min(shares) > 50, f"the load was not spread: {shares}"
    after = site.answered()
    assert after[str(killed.port)] > before[str(killed.port)] + 50, "it was not taken back"


def test_lines_are_answered_while_more_are_still_being_sent(site):
    line = b'{"start":"12X453786"}\n'
    answered = b'{"start":"12X453786","goal":"12345678X","solvable":true,"length":2,"moves":"dd"}\n'
    block = line * 20_000
    with socket.create_connection(("127.0.0.1", site.port), 20) as client:
        client.sendall(
            b"POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n"
            b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        )
        client.sendall(b"%x\r\n%b\r\n" % (len(block), block))
        response = HTTPResponse(client)
        response.begin()
        first = response.read1(1 << 16)  # the rest of the body has not been sent
        assert response.status == 200 and first.startswith(answered)
        sender = threading.Thread(
            target=client.sendall, args=[b"%x\r\n%b\r\n0\r\n\r\n" % (len(block), block)]
        )
        sender.start()
        assert first + response.read() == answered * 40_000
        sender.join()


def test_a_large_judge_file_passes_through_whole(site):
    cases = BODY_LIMIT // 20 - 1
    status, _, body = ask(
        site.port, "POST", "/v1/judge/pairs", b"12X453786 12345678X\n" * cases,
        {"Content-Type": "text/plain"},
    )  # fmt: skip
    assert (status, body) == (200, b"2\tdd\n" * cases)


@pytest.mark.parametrize("path, media", [("/v1/solve", "application/json"),
                                         ("/v1/judge/pairs", "text/plain"),
                                         ("/v1/batch", "application/json")])  # fmt: skip
def test_nginx_and_the_service_agree_on_what_is_too_large(site, path, media):
    content = b"12X453786 12345678X\n" if "judge" in path else b'{"start":"12X453786"}'
    if "batch" in path:
        content = b'{"pairs":[]}'
    for size, status in [(BODY_LIMIT, 200), (BODY_LIMIT + 1, 413)]:
        found, headers, body = ask(
            site.port, "POST", path, content.ljust(size), {"Content-Type": media}
        )
        assert found == status, body[:200]
        if status == 413:
            assert headers["Content-Type"] == "application/problem+json"
            problem = json.loads(body)
            assert problem["status"] == 413 and problem["request_id"] == headers["X-Request-ID"]


def test_request_ids_and_the_service_s_own_problems_pass_through(site):
    status, headers, body = ask(
        site.port, "POST", "/v1/solve", '{"start":"1"}', JSON | {"X-Request-ID": "mine-1"}
    )
    assert (status, headers["X-Request-ID"]) == (422, "mine-1")
    assert json.loads(body)["request_id"] == "mine-1"
    assert ask(site.port, "DELETE", "/v1/solve")[0] == 405
    assert ask(site.port, "GET", "/")[0] == 200


@pytest.mark.parametrize(
    "request_line, extra, status",
    [
        (b"GET /metrics HTTP/1.1", b"", 404),
        (b"GET / HTTP/1.1", b"X: " + b"x" * 33_000, 431),
        (b"GET /" + b"x" * 33_000 + b" HTTP/1.1", b"", 414),
        (b"G@T / HTTP/1.1", b"", 400),
        (b"POST /v1/solve HTTP/1.1", b"Content-Length: -1", 400),
        (b"TRACE / HTTP/1.1", b"", 405),
    ],
)  # fmt: skip
def test_nginx_tells_its_own_refusals_as_the_service_does(site, request_line, extra, status):
    raw = say(
        site.port, b"%b\r\nHost: x\r\nConnection: close\r\n%b\r\n\r\n" % (request_line, extra)
    )
    head, _, body = raw.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"Content-Type: application/problem+json" in head and b"Server: nginx\r\n" in head
    problem = json.loads(body)
    assert problem["status"] == status and problem["title"] and problem["detail"]


def test_with_no_replica_left_the_answer_is_a_problem_that_says_to_ask_again(site):
    for replica in site.replicas:
        replica.kill()
    try:
        status, headers, body = ask(site.port, "POST", "/v1/solve", '{"start":"12X453786"}')
        assert (status, headers["Content-Type"]) == (502, "application/problem+json")
        assert headers["Retry-After"] == "1" and json.loads(body)["status"] == 502
    finally:
        for replica in site.replicas:
            replica.start()
            wait_for(replica.port)
