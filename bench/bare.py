"""What the service is measured against: applications with nothing in them."""

from typing import Any

from starlette.types import Receive, Scope, Send

_ANSWER = b'{"start":"12X453786","goal":"12345678X","solvable":true,"length":2,"moves":"dd"}'
_HEADERS = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(_ANSWER))]


async def constant(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer every request with the same 80 bytes, once its body is there."""
    if scope["type"] != "http":
        return
    await receive()
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    await send({"type": "http.response.body", "body": _ANSWER})


def __getattr__(name: str) -> Any:
    """Return ``fastapi``, an application with one route, and numpy imported beside it."""
    if name != "fastapi":
        raise AttributeError(name)
    import numpy as np
    from fastapi import FastAPI

    application = FastAPI()

    @application.get("/readyz")
    async def readyz() -> dict[str, str]:
        return {"numpy": np.__version__}

    return application
