"""A real `eight serve` in a process of its own, on a free port."""

import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.conftest import EIGHT


class Server:
    """A running server: its ``url``, its ``process``, and what it wrote to ``out`` and ``err``."""

    def __init__(self, environment: dict[str, str], *arguments: object, folder: Path | None = None):
        command = [EIGHT, "serve", "--port", "0", *map(str, arguments)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=folder
        )
        self.out, self.err = bytearray(), bytearray()
        self._readers = [
            threading.Thread(target=self._read, args=pair, daemon=True)
            for pair in ((self.process.stdout, self.out), (self.process.stderr, self.err))
        ]
        for reader in self._readers:
            reader.start()
        address = self.wait_for(rb"eight: (http://\S+)\n", self.err)
        self.url = address[1].decode()
        self.port = int(self.url.rpartition(":")[2])

    def _read(self, stream, kept: bytearray) -> None:
        while piece := os.read(stream.fileno(), 1 << 16):
            kept += piece

    def wait_for(self, pattern: bytes, kept: bytearray, seconds: float = 30) -> re.Match[bytes]:
        """Wait until ``pattern`` is found in ``kept``, which is ``out`` or ``err``."""
        deadline = time.monotonic() + seconds
        while not (found := re.search(pattern, bytes(kept))):
            assert self.process.poll() is None or self._readers[0].is_alive(), bytes(self.err)
            assert time.monotonic() < deadline, (pattern, bytes(kept))
            time.sleep(0.01)
        return found

    def wait_until_ready(self, seconds: float = 30) -> "Server":
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                if httpx.get(f"{self.url}/readyz", timeout=5).status_code == 200:
                    return self
            except httpx.TransportError:
                assert self.process.poll() is None, bytes(self.err)
            time.sleep(0.02)
        raise AssertionError(f"not ready after {seconds} seconds: {bytes(self.err)!r}")

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal, wait for the end, and return the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.process.wait(40)
        for reader in self._readers:
            reader.join(5)
        self.process.stdout.close()
        self.process.stderr.close()
        return status


@contextmanager
def serving(
    environment: dict[str, str], *arguments: object, ready: bool = True, **settings: object
) -> Iterator[Server]:
    """Run `eight serve ARGUMENTS` with ``settings``: body_limit=100 is EIGHT_BODY_LIMIT=100."""
    named = {f"EIGHT_{name.upper()}": str(value) for name, value in settings.items()}
    server = Server(environment | named, *arguments)
    try:
        if ready:
            server.wait_until_ready()
        yield server
    finally:
        server.stop()
