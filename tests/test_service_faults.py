"""What fails around the service: workers, memory, files, the clock, clients that do not read."""

import os
import random
import resource
import shutil
import signal
import subprocess
import threading
import time
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import httpx
import msgspec
import pytest

from app.answers import answer
from tests.server import Server, serving
from tests.wire import answers, check_problem, connect, post, read_all, reset, say

JSON = {"Content-Type": "application/json"}
GOOD = b'{"start":"12X453786"}'
MIB = 1 << 20


def right(server: Server) -> bool:
    """Return whether a request on a connection of its own is answered, and answered right."""
    (found,) = answers(say(server.port, post(GOOD)))
    return (found.status, found.json().get("moves")) == (200, "dd")


def workers(server: Server) -> list[int]:
    process = server.process.pid
    return [int(p) for p in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def resident(process: int) -> int:
    """Return the bytes of memory that a process holds."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))


def descriptors(process: int) -> int:
    return len(os.listdir(f"/proc/{process}/fd"))


def counted(server: Server, name: str) -> float:
    text = httpx.get(f"{server.url}/metrics").text
    return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))


class Asking(threading.Thread):
    """Asks for random pairs until stopped; a request that fails is asked again, and counted."""

    def __init__(self, port: int, solver, seed: int) -> None:
        super().__init__()
        self.asked = self.broken = 0
        self.wrong: list[object] = []
        self.stopped = False
        self._port, self._solver, self._draw = port, solver, random.Random(seed)

    def run(self) -> None:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=20)
        while not self.stopped:
            pair = [bytes(self._draw.sample(range(9), 9)) for _ in range(2)]
            expected = msgspec.to_builtins(answer(self._solver, *pair))
            body = msgspec.json.encode({"start": expected["start"], "goal": expected["goal"]})
            try:
                connection.request("POST", "/v1/solve", body, JSON)
                response = connection.getresponse()
                found = msgspec.json.decode(response.read())
                if response.status != 200 or found != expected:
                    self.wrong.append((response.status, found))
                self.asked += 1
            except (OSError, HTTPException):
                self.broken += 1  # asked again on a new connection, with another pair
                connection.close()
        connection.close()


def test_workers_killed_under_load_are_replaced_and_nothing_is_answered_wrong(environment, solver):
    with serving(environment, "--workers", 2, access_log="off") as server:
        asking = [Asking(server.port, solver, seed) for seed in range(4)]
        for thread in asking:
            thread.start()
        first, before = set(workers(server)), 0.0
        for kill in range(2):
            time.sleep(1)
            os.kill(random.Random(kill).choice(workers(server)), signal.SIGKILL)
            time.sleep(0.1)
            now = counted(server, "eight_requests_total")
            assert now >= before, "a count fell"
            before = now
        time.sleep(1)
        for thread in asking:
            thread.stopped = True
        for thread in asking:
            thread.join()
        assert [wrong for thread in asking for wrong in thread.wrong] == []
        assert sum(thread.asked for thread in asking) > 500
        assert sum(thread.broken for thread in asking) <= 2 * len(asking)
        assert len(workers(server)) == 2 and len(first & set(workers(server))) < 2
        assert server.stop() == 0


def test_every_worker_killed_at_once_is_replaced(environment):
    with serving(environment, "--workers", 2, access_log="off") as server:
        for process in workers(server):
            os.kill(process, signal.SIGKILL)
        deadline = time.monotonic() + 20
        while len(workers(server)) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert right(server)


def test_workers_end_when_their_supervisor_is_killed(environment):
    with serving(environment, "--workers", 2, access_log="off") as server:
        orphans = workers(server)
        server.process.kill()
        deadline = time.monotonic() + 20
        while any(Path(f"/proc/{process}").exists() for process in orphans):
            assert time.monotonic() < deadline, "a worker lives on alone"
            time.sleep(0.05)


def test_thousands_of_idle_connections_cost_little_and_others_are_served(environment):
    idle = min(3000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 3)
    with serving(environment, access_log="off", head_timeout=2) as server:
        before, open_before = resident(server.process.pid), descriptors(server.process.pid)
        clients = [connect(server.port) for _ in range(idle)]
        begun = time.monotonic()
        assert all(right(server) for _ in range(50))
        assert time.monotonic() - begun < 5
        grown = resident(server.process.pid) - before
        assert grown / idle < 40_000, f"{grown / idle:.0f} bytes a connection"
        assert clients[0].recv(1) == b"" and clients[-1].recv(1) == b"", "it was kept open"
        for client in clients:
            client.close()
        deadline = time.monotonic() + 10
        while descriptors(server.process.pid) > open_before + 2:
            assert time.monotonic() < deadline, "connections were not let go"
            time.sleep(0.05)


def test_with_no_descriptor_left_those_who_are_in_are_served_and_others_later(environment):
    with serving(environment, access_log="off", head_timeout=30) as server:
        limit = descriptors(server.process.pid) + 20
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (limit, limit))
        inside = connect(server.port)
        inside.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        inside.recv(1 << 16)
        waiting = [connect(server.port) for _ in range(60)]
        time.sleep(0.5)
        inside.sendall(post(GOOD))
        assert b'"moves":"dd"' in read_all(inside)
        inside.close()
        for client in waiting:
            reset(client)
        deadline = time.monotonic() + 10
        while not right(server):
            assert time.monotonic() < deadline
        assert server.process.poll() is None


def limit_memory(process: int, room: int) -> None:
    """Let a process have ``room`` bytes more of address space than it has, and no more."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + room
    resource.prlimit(process, resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))


@pytest.mark.parametrize("room", [1 * MIB, 24 * MIB])
def test_with_no_memory_left_a_request_fails_and_the_next_is_answered(environment, room):
    """A worker may say 5xx, or die and be replaced; it may not hang, and not answer wrong."""
    pairs = b",".join([b'{"start":"12X453786","goal":"12345678X"}'] * 100_000)
    batch = post(b'{"pairs":[' + pairs + b"]}", "/v1/batch")
    case = b"12X453786 12345678X\n"
    judged = post(case * (15 * MIB // len(case)), "/v1/judge/pairs", media="text/plain")
    with serving(environment, "--workers", 2, access_log="off") as server:
        server.wait_for(rb"taken up\n(?s:.*)taken up\n", server.err)
        for process in workers(server):
            limit_memory(process, room)
        for request in (batch, judged):
            raw = say(server.port, request)
            if raw.startswith(b"HTTP/1.1 200 "):
                body = raw.partition(b"\r\n\r\n")[2]
                assert body.count(b'"length":2') + body.count(b"2\tdd\n") > 0
            elif raw:
                check_problem(answers(raw)[0], 503)
        deadline = time.monotonic() + 20
        while not right_or_gone(server):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert server.stop() == 0


def test_bodies_that_do_not_come_keep_no_other_from_being_answered(environment):
    with serving(environment, heavy_limit=1) as server, ExitStack() as held:
        for path, media in (("/v1/judge/pairs", "text/plain"), ("/v1/batch", "application/json")):
            client = held.enter_context(connect(server.port))
            client.sendall(post(b" " * 1000, path, media=media)[:-900])
        time.sleep(0.3)
        request = post(b"12X453786 12345678X\n", "/v1/judge/pairs", media="text/plain")
        (answer,) = answers(say(server.port, request))
        assert (answer.status, answer.body) == (200, b"2\tdd\n")


def right_or_gone(server: Server) -> bool:
    raw = say(server.port, post(GOOD))
    return raw != b"" and answers(raw)[0].status == 200


def test_clients_that_do_not_read_are_let_go_and_cost_no_memory(environment):
    with serving(
        environment, access_log="off", client_timeout=1, head_timeout=1, keep_alive=1
    ) as server:
        asked = b"GET /v1/tables/path.npy HTTP/1.1\r\nHost: x\r\n\r\n"
        assert (
            len(say(server.port, asked.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")))
            > 13e6
        )
        before, open_before = resident(server.process.pid), descriptors(server.process.pid)
        clients = [connect(server.port) for _ in range(30)]
        for client in clients:
            client.sendall(asked)
        time.sleep(0.5)
        assert all(right(server) for _ in range(20))
        assert resident(server.process.pid) - before < 30 * MIB
        deadline = time.monotonic() + 15
        while descriptors(server.process.pid) > open_before + 2:
            assert time.monotonic() < deadline, "those who do not read are kept"
            time.sleep(0.05)
        for client in clients:
            client.close()


def test_pipelined_requests_whose_answers_are_not_read_stop_being_read(environment):
    with serving(environment, access_log="off", client_timeout=2) as server:
        before = resident(server.process.pid)
        request = post(GOOD).replace(b"Connection: close\r\n", b"")
        with connect(server.port, 2) as client:
            with pytest.raises(OSError):  # the buffers between are full, or it was let go
                for _ in range(1000):
                    client.sendall(request * 1000)
            assert resident(server.process.pid) - before < 30 * MIB
        assert right(server)


def test_clients_that_vanish_leave_nothing_behind(environment):
    case = b"12X453786 12345678X\n" * 20_000
    judged = post(case, "/v1/judge/pairs", media="text/plain")
    with serving(environment, access_log="off") as server:
        assert answers(say(server.port, judged))[0].body == b"2\tdd\n" * 20_000
        open_before = descriptors(server.process.pid)
        for cut in random.Random(3).sample(range(len(judged)), 60):
            client = connect(server.port)
            client.sendall(judged[:cut])
            reset(client)
        for _ in range(20):
            client = connect(server.port)
            client.sendall(judged)
            client.recv(1)
            reset(client)
        deadline = time.monotonic() + 10
        while counted(server, "eight_heavy_running") or (
            descriptors(server.process.pid) > open_before + 1
        ):
            assert time.monotonic() < deadline, "what was asked for is still being done"
            time.sleep(0.05)
        assert right(server)
        assert b"unforeseen" not in server.err and b"Traceback" not in server.err


def find_faketime() -> str:
    """Return libfaketime, from Debian's packages where it is missing and may be installed."""
    find = ["sh", "-c", "ls /usr/lib/*/faketime/libfaketimeMT.so.1"]
    found = subprocess.run(find, capture_output=True, text=True).stdout.strip()
    if not found and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {"env": os.environ | {"DEBIAN_FRONTEND": "noninteractive"}, "capture_output": True}
        subprocess.run(["apt-get", "update", "-qq"], **quiet)
        subprocess.run(["apt-get", "install", "-y", "-qq", "libfaketime"], **quiet)
        found = subprocess.run(find, capture_output=True, text=True).stdout.strip()
    if not found:
        pytest.skip("libfaketime is not installed, and cannot be")
    return found


def test_a_clock_that_jumps_disturbs_nothing(environment, solver, tmp_path):
    """The clock of the day is set back and forth; the one that only counts goes on, as it would."""
    said = tmp_path / "clock"
    said.write_text("+0")
    faked = environment | {
        "LD_PRELOAD": find_faketime(),
        "FAKETIME_TIMESTAMP_FILE": str(said),
        "FAKETIME_NO_CACHE": "1",
        "DONT_FAKE_MONOTONIC": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    with serving(faked, access_log="off", keep_alive=60) as server:
        asking = Asking(server.port, solver, 5)
        asking.start()
        kept = connect(server.port)
        dates = set()
        for jump in ("-400d", "+400d", "-2h", "+10y", "+0"):
            said.write_text(jump)
            time.sleep(0.6)
            kept.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            raw = kept.recv(1 << 16)
            while not raw.endswith(b"}"):
                raw += kept.recv(1 << 16)
            dates.add(answers(raw)[0].headers["date"].split()[3])
        asking.stopped = True
        asking.join()
        kept.close()
        assert len(dates) > 1, "the clock did not jump"
        assert asking.wrong == [] and asking.broken == 0 and asking.asked > 100
        text = httpx.get(f"{server.url}/metrics").text
        for line in text.splitlines():
            if line.startswith("eight_request_seconds_sum"):
                assert 0 <= float(line.split()[-1]) < 60, line
        assert server.stop() == 0


def test_tables_that_come_right_are_taken_up_without_being_told(
    environment, tables_folder, tmp_path
):
    folder = tmp_path / "tables"
    shutil.copytree(tables_folder, folder)
    good = (folder / "path.npy").read_bytes()
    (folder / "path.npy").write_bytes(good[:-1])
    with serving(environment, access_log="off", tables=folder, ready=False) as server:
        server.wait_for(b"tables refused", server.err)
        (refused,) = answers(say(server.port, post(GOOD)))
        assert "path.npy" in check_problem(refused, 503)["detail"]
        assert refused.headers["retry-after"] == "5"
        (folder / "new.npy").write_bytes(good)
        (folder / "new.npy").rename(folder / "path.npy")
        server.wait_for(b"taken up", server.err)
        assert right(server) and server.err.count(b"tables refused") == 1
