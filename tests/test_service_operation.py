"""What the service does when told to stop or reload, when a worker dies, when tables are bad."""

import json
import os
import shutil
import signal
import socket
import threading
import time
from pathlib import Path

import httpx
import pytest

from tests.server import Server, serving
from tests.test_service_routes import problem

PAIR = {"start": "12X453786"}


def copy(tables_folder: Path, folder: Path) -> Path:
    return Path(shutil.copytree(tables_folder, folder / "tables"))


def flip(file: Path, at: int = 100_000) -> None:
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(data)


def truncate(file: Path) -> None:
    os.truncate(file, file.stat().st_size - 1)


def swap_manifest(file: Path) -> None:
    manifest = json.loads(file.read_bytes())
    files = manifest["files"]
    files["move.npy"]["sha256"] = files["count.npy"]["sha256"]
    file.write_text(json.dumps(manifest))


@pytest.mark.parametrize(
    ("name", "spoil", "says"),
    [
        ("path.npy", flip, "path.npy: expected SHA-256"),
        ("count.npy", flip, "count.npy: expected SHA-256"),
        ("parent.npy", truncate, "parent.npy: expected 6531968 bytes, found 6531967"),
        ("move.npy", lambda file: file.write_bytes(b"no table"), "move.npy: expected an .npy"),
        ("manifest.json", swap_manifest, "move.npy: expected SHA-256"),
        ("manifest.json", lambda file: file.write_bytes(b"{}"), "manifest.json: expected a manif"),
    ],
)
def test_bad_tables_are_never_answered_from(
    environment, tables_folder, tmp_path, name, spoil, says
):
    folder = copy(tables_folder, tmp_path)
    spoil(folder / name)
    with serving(environment, "--tables", folder, ready=False) as server:
        server.wait_for(b"tables refused", server.err)
        for path in ("/readyz", "/v1/solve?start=12X453786", "/v1/stats", "/v1/tables",
                     "/v1/explore?start=12X453786", "/v1/random"):  # fmt: skip
            response = httpx.get(server.url + path)
            assert says in problem(response, 503)["detail"]
            assert int(response.headers["retry-after"]) > 0
            assert str(tmp_path) not in response.text
        problem(httpx.post(f"{server.url}/v1/solve", json=PAIR), 503)
        problem(httpx.post(f"{server.url}/v1/batch", json={"pairs": [PAIR]}), 503)
        text = {"Content-Type": "text/plain"}
        problem(httpx.post(f"{server.url}/v1/judge/pairs", content=b"", headers=text), 503)
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        assert "eight_ready 0.0" in httpx.get(f"{server.url}/metrics").text
        assert server.stop() == 0


def test_missing_tables_are_built_first(environment, tmp_path):
    with serving(environment, "--tables", tmp_path / "new") as server:
        assert b"building them" in server.err
        assert httpx.post(f"{server.url}/v1/solve", json=PAIR).json()["moves"] == "dd"


def test_new_tables_are_taken_up_without_a_failed_request(environment, tables_folder, tmp_path):
    folder = copy(tables_folder, tmp_path)
    good = (folder / "count.npy").read_bytes()
    failed, stop = [], threading.Event()
    with serving(environment, "--tables", folder) as server:

        def ask() -> None:
            with httpx.Client(base_url=server.url) as client:
                while not stop.is_set():
                    if client.post("/v1/solve", json=PAIR).status_code != 200:
                        failed.append(1)

        asking = threading.Thread(target=ask)
        asking.start()
        beside = folder / "beside"
        beside.write_bytes(good)
        flip(beside)
        os.replace(beside, folder / "count.npy")
        server.process.send_signal(signal.SIGHUP)
        server.wait_for(b"count.npy: .*the tables taken up before stay", server.err)
        beside.write_bytes(good)
        os.replace(beside, folder / "count.npy")
        server.process.send_signal(signal.SIGHUP)
        server.wait_for(b"taken up(?s:.*)taken up\n", server.err)
        metrics = httpx.get(f"{server.url}/metrics").text
        stop.set()
        asking.join()
    assert failed == []
    assert 'eight_reloads_total{outcome="taken"} 1.0' in metrics
    assert 'eight_reloads_total{outcome="refused"} 1.0' in metrics


@pytest.mark.parametrize("workers", [1, 2])
def test_sigterm_finishes_what_runs_and_exits_0(environment, workers):
    body = b'{"start":"12X453786"}'
    head = b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body)
    with serving(environment, "--workers", workers) as server:
        begun = [socket.create_connection(("127.0.0.1", server.port), 10) for _ in range(8)]
        for connection in begun:
            connection.sendall(head + body[:5])
        time.sleep(0.3)
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", server.port), 10)
        for connection in begun:
            connection.sendall(body[5:])
            got = b"".join(iter(lambda: connection.recv(4096), b""))  # noqa: B023
            connection.close()
            assert got.startswith(b"HTTP/1.1 200") and b'"dd"' in got
            assert b"connection: close" in got
        assert server.stop() == 0


def test_nothing_accepted_is_lost_at_sigterm(environment):
    """New connections all the time: each is refused at once, or answered."""
    answered, lost, done = [0], [], threading.Event()
    request = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

    def ask(port: int) -> None:
        while not done.is_set():
            try:
                connection = socket.create_connection(("127.0.0.1", port), 10)
            except ConnectionRefusedError:
                return
            with connection:
                try:
                    connection.sendall(request)
                    got = b"".join(iter(lambda: connection.recv(4096), b""))  # noqa: B023
                except OSError as error:
                    got = repr(error).encode()
            if got.startswith(b"HTTP/1.1 200"):
                answered[0] += 1
            else:
                lost.append(got)

    with serving(environment, "--workers", 2, "--no-access-log") as server:
        askers = [threading.Thread(target=ask, args=(server.port,)) for _ in range(4)]
        for asker in askers:
            asker.start()
        time.sleep(0.5)
        assert server.stop() == 0
        done.set()
        for asker in askers:
            asker.join()
    assert answered[0] > 20
    assert lost == []


def test_a_worker_told_to_stop_is_replaced_and_nobody_else_notices(environment):
    with serving(environment, "--workers", 2, "--no-access-log") as server:
        for worker in children(server.process.pid):
            os.kill(worker, signal.SIGTERM)
            deadline = time.monotonic() + 3
            while time.monotonic() < deadline:
                assert httpx.post(f"{server.url}/v1/solve", json=PAIR, timeout=5).status_code == 200
        assert len(children(server.process.pid)) == 2
        assert server.stop() == 0


def test_a_request_that_outlives_the_grace_is_cut_and_the_exit_is_still_0(environment):
    with serving(environment, grace=1) as server:
        with socket.create_connection(("127.0.0.1", server.port), 10) as connection:
            connection.sendall(b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
            time.sleep(0.2)
            begun = time.monotonic()
            assert server.stop() == 0
            assert time.monotonic() - begun < 10


def children(process: int) -> list[int]:
    return [int(c) for c in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def ask_until_answered(server: Server) -> httpx.Response:
    for _ in range(50):
        try:
            return httpx.post(f"{server.url}/v1/solve", json=PAIR)
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError("no answer")


def test_a_killed_worker_is_replaced_and_counts_never_fall(environment):
    with serving(environment, "--workers", 2) as server:
        for _ in range(20):
            httpx.post(f"{server.url}/v1/solve", json=PAIR)
        before = children(server.process.pid)
        assert len(before) == 2
        time.sleep(1)
        os.kill(before[0], signal.SIGKILL)
        for _ in range(20):
            assert ask_until_answered(server).json()["moves"] == "dd"
        server.wait_for(b"another takes its place", server.err)
        deadline = time.monotonic() + 10
        while len(children(server.process.pid)) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        after = children(server.process.pid)
        assert len(after) == 2 and before[0] not in after and before[1] in after
        text = httpx.get(f"{server.url}/metrics").text
        assert 'eight_answers_total{outcome="solved"} 40.0' in text
        assert server.stop() == 0
        assert not [worker for worker in after if Path(f"/proc/{worker}").exists()]


def test_workers_end_with_their_supervisor(environment):
    with serving(environment, "--workers", 2) as server:
        workers = children(server.process.pid)
        server.stop(signal.SIGKILL)
        deadline = time.monotonic() + 20
        while [w for w in workers if Path(f"/proc/{w}").exists()] and time.monotonic() < deadline:
            time.sleep(0.1)
        left = [w for w in workers if Path(f"/proc/{w}").exists()]
        for worker in left:
            os.kill(worker, signal.SIGKILL)
        assert left == []
