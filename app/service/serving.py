"""The server: an address is bound, and one process or several answer on it until told to stop."""

import asyncio
import logging
import signal
import socket
import sys
from contextlib import suppress
from math import ceil

import uvicorn

from app.find_tables import find_tables
from app.main import create_app
from app.service.front import Front
from app.service.listening import BACKLOG, begin_none, bind
from app.service.protocol import limited
from app.service.settings import Settings
from app.service.workers import supervise
from tablegen.errors import TablesError


def serve(host: str, port: int, workers: int, settings: Settings) -> None:
    """Serve on ``host`` and ``port`` (0: any that is free) until SIGTERM or SIGINT.

    Raises OSError where the address cannot be had.
    """
    logging.basicConfig(format="eight: %(message)s", level=logging.WARNING, stream=sys.stderr)
    logging.getLogger("eight").setLevel(logging.INFO)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, _no_signal)  # what uvicorn gives them back to when it has ended
    listening = bind(host, port)
    app = create_app(settings, workers)
    shown = f"[{host}]" if ":" in host else host
    print(f"eight: http://{shown}:{listening.getsockname()[1]}", file=sys.stderr, flush=True)
    if workers == 1:
        run(app, listening, alone=True)
        return
    with suppress(TablesError, OSError):  # then each worker says so
        find_tables(settings.tables)  # built once, if at all

    def work(row: int) -> None:
        app.counts.use(row)
        run(app, listening, alone=False)

    supervise(work, workers, listening, settings.grace)


def run(app: Front, listening: socket.socket, alone: bool) -> None:
    """Answer on ``listening`` in this process, ``alone`` or with others, until told to stop."""
    settings = app.settings
    config = uvicorn.Config(
        app,
        http=limited(settings),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_keep_alive=ceil(settings.keep_alive),
        timeout_graceful_shutdown=ceil(settings.grace),
    )
    server = _Server(config)
    server.alone = alone
    server.run([listening])


class _Server(uvicorn.Server):
    """A server that answers even the connections that nobody has taken in when it stops.

    alone : whether nobody else listens; if others do, it is not for this one to end it
    """

    alone: bool

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take in what waits, listen no more, and finish."""
        waiting = []
        for listening in sockets or []:
            if self.alone:
                begin_none(listening)
            with suppress(OSError):  # nothing waits any more
                while True:
                    waiting.append(listening.accept()[0])
        loop = asyncio.get_running_loop()
        for connection in waiting:
            await loop.connect_accepted_socket(self._protocol, connection)
        await super().shutdown(sockets)

    def _protocol(self) -> asyncio.Protocol:
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )


def _no_signal(number: int, frame: object) -> None:
    """Do nothing."""
