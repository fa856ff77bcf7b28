"""Ctrl-C and SIGTERM: heard until an output is about to be in place, and not from then on.

So the exit status says which output is there. Nothing happens in a program that has not begun to
``hear``, such as one that uses this package as a library.
"""

import signal

_NUMBERS = (signal.SIGINT, signal.SIGTERM)
_hearing = False


def hear() -> None:
    """Have both raise KeyboardInterrupt, from now on and whenever an output is begun."""
    global _hearing
    _hearing = True
    _set(signal.default_int_handler)


def output_begins() -> None:
    """Hear them again."""
    if _hearing:
        _set(signal.default_int_handler)


def output_ends() -> None:
    """Hear no more of them."""
    if _hearing:
        _set(signal.SIG_IGN)


def _set(handler: "signal._HANDLER") -> None:
    for number in _NUMBERS:
        signal.signal(number, handler)
