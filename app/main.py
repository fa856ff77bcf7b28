"""The application: `uvicorn app.main:app`, or `create_app` with settings of one's own.

Importing loads no tables; the lifespan does, before the first request is taken.
"""

import asyncio
import gc
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from app.service import answering, batches, files, judging, operating, racing
from app.service.front import Front
from app.service.metrics import Counts
from app.service.openapi import complete
from app.service.settings import Settings


def create_app(settings: Settings | None = None, workers: int = 1) -> Front:
    """Return the application with ``settings``, else those of the EIGHT_ variables.

    workers : how many processes, forked from this one, will count into the same metrics
    """
    app = Front(
        settings or Settings.from_environment(),
        title="Eight Tablebase",
        version=operating.package_version(),
        description="Every shortest path of the 8-puzzle, between any two boards.",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
    )
    for routes in (answering, batches, judging, racing, files, operating):
        routes.add_routes(app)
    app.counts = Counts(app.templates(), workers)
    declare = app.openapi

    def openapi() -> dict[str, Any]:
        return complete(declare())

    app.openapi = openapi  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def _lifespan(app: Front) -> AsyncIterator[None]:
    """Load the tables, take them up anew on SIGHUP, and write the log's last lines.

    Tables that cannot be had are tried again, since what is in the way may go: a disk or memory
    that was full.
    """
    app.number_requests()
    await app.readiness.load()
    loop = asyncio.get_running_loop()
    loads = {loop.create_task(app.readiness.load_until_there())}

    def reload() -> None:
        task = loop.create_task(app.readiness.load())
        loads.add(task)
        task.add_done_callback(loads.discard)

    try:
        loop.add_signal_handler(signal.SIGHUP, reload)
    except (AttributeError, NotImplementedError, RuntimeError, ValueError):
        pass  # no such signal on this system, or not the main thread: then there is no reloading
    gc.freeze()  # what is there by now stays: no collection need look at it again
    yield
    for task in loads:
        task.cancel()
    if app.log is not None:
        app.log.flush()


def __getattr__(name: str) -> Front:
    """Return ``app``, made when it is asked for."""
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    app = globals()[name] = create_app()
    return app
