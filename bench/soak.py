"""`python -m bench.soak`: SOAK_MINUTES (20) of full load on two workers, every answer checked.

Prints the figures; the status is 1 where an answer was wrong, a connection broke, a worker was
replaced, or the workers' own memory grew by more than ``MOST_GROWTH`` after the first tenth.
"""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from array import array
from collections import Counter
from pathlib import Path

from bench.traffic import Client, Traffic

MINUTES = float(os.environ.get("SOAK_MINUTES", "20"))
CLIENTS, WORKERS = 4, 2
MOST_GROWTH = 8 << 20  # bytes, of all workers together
TABLES = Path(__file__).parents[1] / "data"

Told = tuple[Counter[str], list[str], array]


def drive(port: int, seed: int, until: float, results: multiprocessing.Queue) -> None:
    """Ask until then, and pass on what was right, what was wrong, and how long pairs took."""
    traffic, client, seconds = Traffic(TABLES, seed), Client(port), array("f")
    while time.monotonic() < until:
        exchange = traffic.next()
        begun = time.perf_counter()
        client.ask(exchange)
        if exchange.name == "solve":
            seconds.append(time.perf_counter() - begun)
    client.close()
    results.put((client.right, client.wrong, seconds))


def start() -> tuple[subprocess.Popen, int]:
    """Start the service as it is by default, its log read by nobody; return it and its port."""
    command = [str(Path(sys.executable).with_name("eight")), "serve", "--port", "0"]
    server = subprocess.Popen(
        [*command, "--workers", str(WORKERS)],
        env=os.environ | {"EIGHT_TABLES": str(TABLES), "EIGHT_HEAVY_LIMIT": "64"},
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert server.stderr is not None
    taken = 0
    while taken < WORKERS:
        line = server.stderr.readline()
        if not line:
            raise SystemExit("soak: the service ended")
        if address := re.search(r"http://\S+:(\d+)", line):
            port = int(address[1])
        taken += "taken up" in line
    return server, port


def workers(server: subprocess.Popen) -> list[int]:
    """Return the processes that answer."""
    return sorted(
        map(int, Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split())
    )


def memory(processes: list[int]) -> int:
    """Return the bytes of their own, not shared with files, that the processes hold."""
    total = 0
    for process in processes:
        text = Path(f"/proc/{process}/status").read_text()
        total += int(re.search(r"RssAnon:\s+(\d+)", text)[1]) * 1024
    return total


def watch(server: subprocess.Popen, until: float) -> list[int]:
    """Return the memory of all workers, sampled every fiftieth of the time, till then."""
    samples, step = [], (until - time.monotonic()) / 50
    while time.monotonic() < until:
        time.sleep(step)
        samples.append(memory(workers(server)))
    return samples


def report(told: list[Told], samples: list[int], elapsed: float) -> int:
    """Print the figures; return how many answers were wrong."""
    right = sum((counted for counted, _, _ in told), Counter())
    wrong = [complaint for _, complaints, _ in told for complaint in complaints]
    seconds = sorted(second for _, _, taken in told for second in taken)
    asked = right.total() + len(wrong)
    print(f"{asked:,} requests in {elapsed / 60:.1f} minutes, {asked / elapsed:,.0f} a second")
    print(", ".join(f"{name} {count:,}" for name, count in sorted(right.items())))
    print(f"wrong or broken: {len(wrong)}")
    for complaint in wrong[:10]:
        print(f"  {complaint}")
    for share in (0.5, 0.99, 0.999):
        print(f"one pair, {share:.1%}: {seconds[int(share * len(seconds))] * 1000:.1f} ms")
    mib = [f"{sample / 2**20:.1f}" for sample in samples[:: max(1, len(samples) // 10)]]
    print(f"own memory of {WORKERS} workers together, MiB: {' '.join(mib)}")
    return len(wrong)


def main() -> int:
    """Soak; return the exit status."""
    server, port = start()
    context = multiprocessing.get_context("spawn")
    results: multiprocessing.Queue = context.Queue()
    begun, first = time.monotonic(), workers(server)
    until = begun + 60 * MINUTES
    clients = [
        context.Process(target=drive, args=(port, seed, until, results)) for seed in range(CLIENTS)
    ]
    for client in clients:
        client.start()
    samples = watch(server, until)
    told = [results.get(timeout=120) for _ in clients]
    elapsed, last = time.monotonic() - begun, workers(server)
    server.send_signal(signal.SIGTERM)
    status = server.wait(60)
    wrong = report(told, samples, elapsed)
    growth = max(samples[-5:]) - samples[len(samples) // 10]
    print(f"growth after the first tenth: {growth / 2**20:+.1f} MiB; exit status {status}")
    good = wrong == 0 and status == 0 and first == last and growth <= MOST_GROWTH
    print("soak: well" if good else "soak: NOT well")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
