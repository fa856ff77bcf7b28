"""Two workers under a mixture of everything, each answer checked against the tables."""

import multiprocessing
import time
from collections import Counter
from pathlib import Path

from bench.traffic import Client, Traffic
from tests.server import serving

SECONDS = 4


def drive(port: int, folder: Path, seed: int, results: multiprocessing.Queue) -> None:
    """Ask for ``SECONDS``, and pass on what was right, what was wrong."""
    traffic, client = Traffic(folder, seed, cases=4000), Client(port)
    for exchange in traffic.every():
        client.ask(exchange)
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        client.ask(traffic.next())
    client.close()
    results.put((client.right, client.wrong))


def test_every_answer_is_right_under_a_mixed_load_on_two_workers(environment, tables_folder):
    context = multiprocessing.get_context("spawn")
    results: multiprocessing.Queue = context.Queue()
    with serving(environment, "--workers", 2, access_log="off", heavy_limit=64) as server:
        clients = [
            context.Process(target=drive, args=(server.port, tables_folder, seed, results))
            for seed in range(4)
        ]
        for client in clients:
            client.start()
        told = [results.get(timeout=120) for _ in clients]
        for client in clients:
            client.join()
        assert server.stop() == 0
        assert b"unforeseen" not in server.err and b"Traceback" not in server.err
    assert [wrong for _, wrongs in told for wrong in wrongs] == []
    right = sum((counted for counted, _ in told), Counter())
    assert len(right) == 13 and min(right.values()) >= len(clients)
    assert right.total() > 300
