"""The server: an address is bound, and one process or several answer on it until told to stop."""

import asyncio
import logging
import signal
import socket
import struct
import sys
from contextlib import suppress
from ctypes import addressof, create_string_buffer

import uvicorn

from app.find_tables import find_tables
from app.main import create_app
from app.service.front import Front
from app.service.protocol import limited
from app.service.settings import Settings
from app.service.workers import supervise
from tablegen.errors import TablesError

_BACKLOG = 2048
_HANDSHAKE_SECONDS = 0.1  # for connections that are coming about
_SO_ATTACH_FILTER = 26  # Linux's


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
        run(app, listening)
        return
    with suppress(TablesError, OSError):  # then each worker says so
        find_tables(settings.tables)  # built once, if at all

    def work(row: int) -> None:
        app.counts.use(row)
        run(app, listening)

    supervise(work, workers, listening, settings.grace)


def bind(host: str, port: int) -> socket.socket:
    """Return a socket bound to the address; raises OSError with a line that says what is wrong."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_BACKLOG)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no name of a host"
        raise OSError(f"cannot serve on {host}, port {port}: {reason}") from None
    return listening


def run(app: Front, listening: socket.socket) -> None:
    """Answer on ``listening`` in this process until told to stop."""
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
        backlog=_BACKLOG,
        timeout_keep_alive=int(settings.keep_alive),
        timeout_graceful_shutdown=int(settings.grace),
    )
    _Server(config).run([listening])


class _Server(uvicorn.Server):
    """A server that answers even the connections that nobody has taken in when it stops."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take in what waits, listen no more, and finish."""
        for listening in sockets or []:
            with suppress(OSError):  # not this system: then what comes just now may be reset
                _begin_none(listening)
        await asyncio.sleep(_HANDSHAKE_SECONDS)
        waiting = []
        for listening in sockets or []:
            with suppress(OSError):  # nothing waits any more, or another worker was here before
                while True:
                    waiting.append(listening.accept()[0])
            with suppress(OSError):
                listening.shutdown(socket.SHUT_RDWR)
        loop = asyncio.get_running_loop()
        for connection in waiting:
            await loop.connect_accepted_socket(self._protocol, connection)
        await super().shutdown(sockets)

    def _protocol(self) -> asyncio.Protocol:
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )


def _begin_none(listening: socket.socket) -> None:
    """Have the kernel pass over the SYN that asks for a connection; raises OSError where it cannot.

    A connection that came between the last one taken in and the end of listening would be reset.
    So it does not come about: the client asks again, and is refused, or reaches another server.
    """
    instructions = (  # of the classic packet filter: the TCP flags; SYN alone: pass over
        (0x30, 0, 0, 13),  # load byte 13
        (0x54, 0, 0, 0x12),  # keep SYN and ACK
        (0x15, 0, 1, 0x02),  # not SYN alone: skip one
        (0x06, 0, 0, 0),  # take none of it
        (0x06, 0, 0, 0xFFFFFFFF),  # take all
    )
    code = create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in instructions))
    program = struct.pack("HL", len(instructions), addressof(code))
    listening.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, program)


def _no_signal(number: int, frame: object) -> None:
    """Do nothing."""
