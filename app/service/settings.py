"""The service's settings, each an EIGHT_ variable; a server's flags override them."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


class SettingsError(ValueError):
    """A variable whose value cannot be used."""


@dataclass(frozen=True)
class Settings:
    """Sizes in bytes, times in seconds.

    tables         : the folder of the tables; None: looked for as everywhere
    body_limit     : the largest request body
    pairs_limit    : the most pairs in a JSON batch
    heavy_limit    : batches and judge files answered at once, by one worker; more are sent away
    client_timeout : how long a client may take to send a body, with a second more for each 64 KiB;
                     and how long it may leave a piece of an answer untaken
    head_timeout   : how long a client may take to send a request's head
    head_limit     : the largest request line with its headers
    keep_alive     : how long an idle connection is kept
    grace          : how long running requests may go on after SIGTERM
    cors_origin    : who may read the answers from a page; empty: nobody elsewhere
    access_log     : whether each request is logged, as a line of JSON on standard output
    """

    tables: str | None = None
    body_limit: int = 16 << 20
    pairs_limit: int = 100_000
    heavy_limit: int = 4
    client_timeout: float = 30.0
    head_timeout: float = 10.0
    head_limit: int = 32 << 10
    keep_alive: float = 75.0
    grace: float = 20.0
    cors_origin: str = "*"
    access_log: bool = True

    @classmethod
    def from_environment(
        cls, variables: Mapping[str, str] = os.environ, **flags: Any
    ) -> "Settings":
        """Return the defaults, overridden by EIGHT_ variables, overridden by ``flags``.

        Raises ``SettingsError`` for a value that is not of its setting's kind.
        """
        found = {}
        for field in fields(cls):
            name = f"EIGHT_{field.name.upper()}"
            if (text := variables.get(name)) is not None:
                found[field.name] = _parse(name, text, type(field.default))
        return cls(**found | {name: value for name, value in flags.items() if value is not None})


_SWITCHES = {"1": True, "true": True, "on": True, "0": False, "false": False, "off": False}


def _parse(name: str, text: str, kind: type) -> Any:
    if kind is bool:
        if text.lower() in _SWITCHES:
            return _SWITCHES[text.lower()]
        raise SettingsError(f"{name}: expected on or off, found {text[:40]!r}")
    if kind not in (int, float):
        return text
    try:
        value = kind(text)
    except ValueError:
        value = -1
    if not 0 < value < 1e12:
        number = "whole number" if kind is int else "number"
        raise SettingsError(f"{name}: expected a {number} above 0, found {text[:40]!r}")
    return value
