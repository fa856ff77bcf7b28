"""Several processes that answer on one socket, and one that sees to it that they do.

The workers are forked, so they share what was loaded before, and the memory that counts are kept
in. A worker that ends unasked is replaced. SIGHUP is passed on to all; on SIGTERM the supervisor
lets go of the socket, so that nothing waits at it that nobody will answer, and has all finish.
"""

import logging
import os
import signal
import socket
import time
from collections.abc import Callable

from app.service.listening import begin_none

_LOG = logging.getLogger("eight")
_STOPS = {signal.SIGTERM, signal.SIGINT}
_SIGNALS = _STOPS | {signal.SIGHUP, signal.SIGCHLD}
_SHORTEST_LIFE = 1.0  # seconds; a worker that ends sooner is replaced after as long
_MARGIN = 5.0  # seconds beyond the grace before a worker is killed

Work = Callable[[int], None]


def supervise(work: Work, workers: int, listening: socket.socket, grace: float) -> None:
    """Keep processes running ``work(0)`` to ``work(workers - 1)`` until SIGTERM or SIGINT."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    rows: dict[int, tuple[int, float]] = {}  # by process: its row, and when it began
    alive, alive_here = os.pipe()

    def start(row: int) -> None:
        process = os.fork()
        if process == 0:
            os.close(alive_here)
            _be_worker(work, row, alive)
        rows[process] = row, time.monotonic()

    for row in range(workers):
        start(row)
    while (number := signal.sigwait(_SIGNALS)) not in _STOPS:
        if number == signal.SIGHUP:
            _tell(rows, signal.SIGHUP)
        for process, status in _ended():
            row, begun = rows.pop(process)
            _LOG.error("worker %d ended (%s); another takes its place", process, status)
            time.sleep(max(0.0, _SHORTEST_LIFE - (time.monotonic() - begun)))
            start(row)
    begin_none(listening)
    listening.close()
    _tell(rows, signal.SIGTERM)
    _wait(rows, grace + _MARGIN)


def _be_worker(work: Work, row: int, alive: int) -> None:
    """Run ``work`` and end; end as well when the supervisor is gone, however it went."""
    status = 1
    try:
        _follow(alive)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        work(row)
        status = 0
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 1
    except Exception:
        _LOG.exception("worker %d failed", os.getpid())
    finally:
        os._exit(status)


def _follow(alive: int) -> None:
    """Have SIGTERM sent to this process when the other end of the pipe ``alive`` is closed."""
    import threading

    def watch() -> None:
        os.read(alive, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


def _tell(processes: dict[int, tuple[int, float]], number: signal.Signals) -> None:
    for process in processes:
        os.kill(process, number)  # it is there until it is waited for


def _ended() -> list[tuple[int, str]]:
    """Return the processes that ended since last asked, and how."""
    ended: list[tuple[int, str]] = []
    while True:
        try:
            process, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if process == 0:
            return ended
        code = os.waitstatus_to_exitcode(status)
        ended.append((process, f"status {code}" if code >= 0 else signal.Signals(-code).name))


def _wait(processes: dict[int, tuple[int, float]], seconds: float) -> None:
    """Wait for all to end; kill those that have not after ``seconds``."""
    deadline = time.monotonic() + seconds
    while processes:
        for process, _ in _ended():
            processes.pop(process, None)
        if not processes:
            return
        if time.monotonic() > deadline:
            _tell(processes, signal.SIGKILL)
        signal.sigtimedwait({signal.SIGCHLD}, 0.2)
