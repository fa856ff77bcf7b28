"""The socket that connections come to: bound at the start, and let go of without losing any."""

import socket
import struct
import time
from contextlib import suppress
from ctypes import addressof, create_string_buffer

BACKLOG = 2048
_HANDSHAKE_SECONDS = 0.1
_SO_ATTACH_FILTER = 26  # Linux's
_PASS_OVER_SYN = (  # instructions of the classic packet filter
    (0x30, 0, 0, 13),  # load byte 13 of the TCP header, the flags
    (0x54, 0, 0, 0x12),  # keep SYN and ACK
    (0x15, 0, 1, 0x02),  # not SYN alone: skip one
    (0x06, 0, 0, 0),  # take none of it
    (0x06, 0, 0, 0xFFFFFFFF),  # take all
)


def bind(host: str, port: int) -> socket.socket:
    """Return a socket bound to the address; raises OSError with a line that says what is wrong."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(BACKLOG)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no name of a host"
        raise OSError(f"cannot serve on {host}, port {port}: {reason}") from None
    return listening


def begin_none(listening: socket.socket) -> None:
    """Let no more connections come about, and wait a moment for those that are.

    One that came between the last that is taken in and the end of listening would be reset. So the
    kernel passes over the SYN that asks for it; the client asks again, and is refused, or reaches
    another server. Where the kernel cannot, a connection may be lost.
    """
    code = create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in _PASS_OVER_SYN))
    program = struct.pack("HL", len(_PASS_OVER_SYN), addressof(code))
    with suppress(OSError):
        listening.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, program)
        time.sleep(_HANDSHAKE_SECONDS)
