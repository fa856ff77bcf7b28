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
EIGHT_PORT, LOGGED_PORT, BARE_PORT, FASTAPI_PORT, TWO_PORT, TWO_FASTAPI_PORT = range(8741, 8747)
SECONDS, ROUNDS, CONNECTIONS, PAIRS = 2.0, 5, 8, 100_000
SYMBOLS = "12345678X"


def main() -> None:
    """Print the figures."""
    with ExitStack() as running:
        _start(running, _serve(EIGHT_PORT, "--no-access-log"), EIGHT_PORT)
        _start(running, _serve(LOGGED_PORT), LOGGED_PORT)
        _start(running, _uvicorn("constant", BARE_PORT), BARE_PORT)
        _single_answers()
        _batches()
    _memory()
    _start_up()


def _single_answers() -> None:
    section(f"POST /v1/solve, one worker, {CONNECTIONS} connections; everything on")
    asked = [request("POST", "/v1/solve", json.dumps(_pair()).encode()) for _ in range(1000)]
    ports = LOGGED_PORT, EIGHT_PORT, BARE_PORT
    rounds = [
        [load(port, asked, SECONDS, CONNECTIONS) for port in ports] for _ in range(2 * ROUNDS)
    ]
    line("requests", statistics.median(logged.rate for logged, _, _ in rounds), "/s")
    ratio = statistics.median(logged.rate / bare.rate for logged, _, bare in rounds)
    line("of what bare uvicorn answers with a constant", ratio, "x", ">= 0.6")
    ratio = statistics.median(quiet.rate / bare.rate for _, quiet, bare in rounds)
    line("the same without a log of each request", ratio, "x", ">= 0.6")
    for mark in (50, 99, 99.9):
        line(f"latency, percentile {mark}", _latency([found for found, _, _ in rounds], mark), "ms")


def _memory() -> None:
    section("Memory of one of two workers: its own, and its share of what it shares")
    commands = {
        TWO_PORT: _serve(TWO_PORT, "--workers", "2"),
        TWO_FASTAPI_PORT: [*_uvicorn("fastapi", TWO_FASTAPI_PORT), "--workers", "2"],
    }
    with ExitStack() as running:
        ours, bare = (
            _share(_start(running, command, port)[0]) for port, command in commands.items()
        )
    line("the service, and the tables", ours, "MiB")
    line("more than bare FastAPI with numpy", ours - bare, "MiB", "<= 25")


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
    commands = _serve(EIGHT_PORT, "--no-access-log"), _uvicorn("fastapi", FASTAPI_PORT)
    for _ in range(ROUNDS):
        for command, (port, taken) in zip(commands, seconds.items(), strict=True):
            with ExitStack() as running:
                taken.append(_start(running, command, port)[1])
    ours, bare = map(statistics.median, seconds.values())
    line("the service, its tables checked", ours, "s")
    line("of bare FastAPI with numpy", ours / bare, "x", "<= 1.5")


def _serve(port: int, *options: str) -> list[str]:
    return [EIGHT, "serve", "--port", str(port), *options]


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


def _share(parent: int) -> float:
    """Return the MiB of the largest child: of pages that several have, each has a part."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    sizes = []
    for child in children:
        rows = Path(f"/proc/{child}/smaps_rollup").read_text().splitlines()[1:]
        sizes += [int(row.split()[1]) for row in rows if row.startswith("Pss:")]
    return max(sizes) * 1024 / MIB


if __name__ == "__main__":
    main()
