"""The routes that tell how the service is doing."""

from importlib.metadata import PackageNotFoundError, version

import msgspec
from starlette.responses import Response

from app.service.front import Front
from app.service.metrics import expose
from app.service.openapi import documented

_UNCACHED = {"Cache-Control": "no-store"}


class Health(msgspec.Struct, omit_defaults=True):
    """``alive``, or ``ready``; ``tables`` names the bytes of the tables that are served."""

    status: str
    tables: str | None = None


def package_version() -> str:
    """Return the version that is installed, or ``unknown`` where none is."""
    try:
        return version("eight-tablebase")
    except PackageNotFoundError:
        return "unknown"


def add_routes(front: Front) -> None:
    """Declare the routes."""

    def told(health: Health) -> Response:
        return Response(msgspec.json.encode(health), 200, _UNCACHED, "application/json")

    @front.get("/healthz", responses=documented(Health))
    async def healthz() -> Response:
        """Say that the process is alive."""
        return told(Health("alive"))

    @front.get("/readyz", responses=documented(Health, 503))
    async def readyz() -> Response:
        """Say that the tables are loaded and checked and known pairs answered right, or why not."""
        front.readiness.require()
        return told(Health("ready", front.readiness.digest))

    @front.get("/metrics", responses=documented({"type": "string"}, media_type="text/plain"))
    async def metrics() -> Response:
        """Give the counts of all workers, for Prometheus."""
        ready = front.readiness
        text = expose(front.counts, package_version(), ready.digest, ready.reloaded, ready.refused)
        return Response(text, 200, _UNCACHED, "text/plain; version=0.0.4; charset=utf-8")
