"""Ctrl-C, SIGTERM and SIGHUP: heard until an output is about to be in place, and not from then on.

So the exit status says which output is there. Nothing happens in a program that has not begun to
``hear``, such as one that uses this package as a library.
"""

import signal

_heard: list[signal.Signals] = []


def hear() -> None:
    """Have them raise KeyboardInterrupt, from now on and whenever an output is begun.

    What the caller has this process ignore, as ``nohup`` does, it goes on to ignore.
    """
    wanted = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    _heard[:] = [number for number in wanted if signal.getsignal(number) is not signal.SIG_IGN]
    _set(signal.default_int_handler)


def output_begins() -> None:
    """Hear them again."""
    _set(signal.default_int_handler)


def output_ends() -> None:
    """Hear no more of them."""
    _set(signal.SIG_IGN)


def _set(handler: "signal._HANDLER") -> None:
    for number in _heard:
        signal.signal(number, handler)
