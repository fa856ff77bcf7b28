"""The service beside applications with nothing in them: rates, latencies, memory, start-up."""

import json
import random
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path

import msgspec

from bench.load import Load, load, request
from bench.measure import EIGHT, MIB, line, section

UVICORN = str(Path(sys.executable).with_name("uvicorn"))
EIGHT_PORT, BARE_PORT, FASTAPI_PORT = 8741, 8742, 8743
SECONDS, ROUNDS, CONNECTIONS, PAIRS = 2.0, 5, 8, 100_000
SYMBOLS = "12345678X"


def main() -> None:
    """Print the figures."""
    with ExitStack() as running:
        service, peer = _servers(running)
        _single_answers()
        section("Memory of a worker, its own alone")
        more = _memory(service) - _memory(peer)
        line("more than bare FastAPI with numpy", more, "MiB", "<= 25")
        _batches()
        line("the worker's own memory after the batches", _memory(service), "MiB")
    _start_up()


def _servers(running: ExitStack) -> tuple[int, int]:
    """Start all; return the processes of the service and of bare FastAPI."""
    service, _ = _start(running, _serve(EIGHT_PORT), EIGHT_PORT)
    _start(running, _uvicorn("constant", BARE_PORT), BARE_PORT)
    peer, _ = _start(running, _uvicorn("fastapi", FASTAPI_PORT), FASTAPI_PORT)
    return service, peer


def _single_answers() -> None:
    section(f"POST /v1/solve, one worker, {CONNECTIONS} connections; everything on but the log")
    asked = [request("POST", "/v1/solve", json.dumps(_pair()).encode()) for _ in range(1000)]
    rounds = [
        [load(port, asked, SECONDS, CONNECTIONS) for port in (EIGHT_PORT, BARE_PORT)]
        for _ in range(ROUNDS)
    ]
    line("requests", statistics.median(ours.rate for ours, _ in rounds), "/s")
    ratio = statistics.median(ours.rate / bare.rate for ours, bare in rounds)
    line("of what bare uvicorn answers with a constant", ratio, "x", ">= 0.6")
    for mark in (50, 99, 99.9):
        line(f"latency, percentile {mark}", _latency([ours for ours, _ in rounds], mark), "ms")


def _batches() -> None:
    section(f"POST /v1/batch, {PAIRS:,} pairs in JSON")
    body = msgspec.json.encode({"pairs": [_pair() for _ in range(PAIRS)]})
    ratios, answered = [], []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        _post(body)
        between = time.perf_counter()
        msgspec.json.encode(msgspec.json.decode(body))
        answered.append(between - begun)
        ratios.append((time.perf_counter() - between) / (between - begun))
    line("pairs", PAIRS / statistics.median(answered), "/s")
    line(
        "of decoding and encoding the same JSON in memory", statistics.median(ratios), "x", ">= .5"
    )

    asked = [request("POST", "/v1/solve", json.dumps(_pair()).encode()) for _ in range(100)]
    idle = load(EIGHT_PORT, asked, SECONDS, 1)
    ended = threading.Event()

    def keep_busy() -> None:
        while not ended.is_set():
            _post(body)

    busy = threading.Thread(target=keep_busy)
    busy.start()
    beside = load(EIGHT_PORT, asked, SECONDS, 1)
    ended.set()
    busy.join()
    ratio = beside.latencies[99] / idle.latencies[99]
    line("single answers meanwhile, percentile 99", beside.latencies[99], "ms")
    line("of percentile 99 with nothing else to do", ratio, "x", "<= 10")


def _start_up() -> None:
    section("From the command to the first answer")
    seconds: dict[int, list[float]] = {EIGHT_PORT: [], FASTAPI_PORT: []}
    commands = _serve(EIGHT_PORT), _uvicorn("fastapi", FASTAPI_PORT)
    for _ in range(ROUNDS):
        for command, (port, taken) in zip(commands, seconds.items(), strict=True):
            with ExitStack() as running:
                taken.append(_start(running, command, port)[1])
    ours, bare = map(statistics.median, seconds.values())
    line("the service, its tables checked", ours, "s")
    line("of bare FastAPI with numpy", ours / bare, "x", "<= 1.5")


def _serve(port: int) -> list[str]:
    return [EIGHT, "serve", "--port", str(port), "--no-access-log"]


def _uvicorn(name: str, port: int) -> list[str]:
    quiet = ["--no-access-log", "--log-level", "warning"]
    return [UVICORN, f"bench.bare:{name}", "--port", str(port), *quiet]


def _start(running: ExitStack, command: list[str], port: int) -> tuple[int, float]:
    """Start a server; return its process, and the seconds until it answered."""
    begun = time.perf_counter()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen(command, **quiet)  # type: ignore[call-overload]
    running.callback(server.wait)
    running.callback(server.terminate)
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz").close()
            return server.pid, time.perf_counter() - begun
        except OSError:
            if server.poll() is not None:
                raise SystemExit(f"bench: {command[0]} ended: is port {port} in use?") from None
            time.sleep(0.005)


def _post(body: bytes) -> None:
    url = f"http://127.0.0.1:{EIGHT_PORT}/v1/batch"
    asked = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked) as response:
        response.read()


def _pair() -> dict[str, str]:
    return {name: "".join(random.sample(SYMBOLS, 9)) for name in ("start", "goal")}


def _latency(loads: list[Load], mark: float) -> float:
    return statistics.median(found.latencies[mark] for found in loads)


def _memory(process: int) -> float:
    """Return the MiB that are its own: what is mapped from files, all workers share."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    sizes = {row.split()[0]: int(row.split()[1]) for row in text.splitlines()[1:]}
    return sizes["Private_Dirty:"] * 1024 / MIB


if __name__ == "__main__":
    main()
