"""The routes that give out files: the page, the documentation's own, and the tables.

A client's path is looked up among the names that were there at the start, never in the file system.
"""

import asyncio
import gzip
import hashlib
import re
from functools import cached_property
from pathlib import Path as FilePath
from typing import Annotated, Any

import msgspec
from fastapi import Path
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.types import Message, Receive, Scope, Send

from app.service.bodies import header, is_known
from app.service.front import Front
from app.service.openapi import documented
from app.service.problems import Complaint, Problem
from tablegen.folder import tables_folder
from tablegen.manifest import MANIFEST

_SMALL = 1000  # bytes that are not worth compressing
_HERE = FilePath(__file__).parent
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
_PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# The documentation's own script sets style attributes, which 'self' alone would not let it.
_DOCS_POLICY = _PAGE_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")


class _File:
    """A file given out as it is or compressed; read when first asked for, then kept."""

    def __init__(self, path: FilePath, policy: str) -> None:
        self._path = path
        self._policy = policy

    @cached_property
    def _contents(self) -> tuple[str, bytes, bytes | None]:
        """The file's tag, its bytes, and what gzip makes of them where that is worth it."""
        content = self._path.read_bytes()
        tag = hashlib.sha256(content).hexdigest()[:16]
        if len(content) < _SMALL:
            return tag, content, None
        return tag, content, gzip.compress(content, 6, mtime=0)

    def answer(self, request: Request) -> Response:
        """Return the file, or 304 where the client has it."""
        tag, content, compressed = self._contents
        headers = {
            "ETag": f'"{tag}"',
            "Cache-Control": "no-cache",  # kept, and asked after each time
            "Content-Security-Policy": self._policy,
        }
        if compressed is not None:
            headers["Vary"] = "Accept-Encoding"
            if takes_gzip(request.headers.get("Accept-Encoding", "")):
                content = compressed
                headers |= {"Content-Encoding": "gzip", "ETag": f'"{tag}-gzip"'}
        if is_known(request.scope, headers["ETag"]):
            return Response(status_code=304, headers=headers)
        return Response(content, 200, headers, _TYPES[self._path.suffix])


class _TableFile(FileResponse):
    """A file of the tables, or the part that Range asks for, and problems where that is none."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file."""

        asked = header(scope, b"range") or b""

        async def checked(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] >= 400:
                size = self.headers["content-length"]
                detail = f"expected a range of the file's {size} bytes, found {ascii(asked)[1:62]}"
                complaint = Complaint("Range", "range", detail)
                headers = {"Content-Range": f"bytes */{size}"} if message["status"] == 416 else {}
                raise Problem(message["status"], detail, [complaint], headers)
            await send(message)

        if not asked.startswith(b"bytes="):  # in other units, or none: the whole file
            scope = dict(scope, headers=[h for h in scope["headers"] if h[0] != b"range"])
        await super().__call__(scope, receive, checked)


def takes_gzip(accepted: str) -> bool:
    """Return whether the value of an Accept-Encoding header allows gzip."""
    weights = {}
    for part in accepted.lower().split(","):
        coding, _, weight = part.partition(";")
        weights[coding.strip()] = weight.replace(" ", "")
    weight = weights.get("gzip", weights.get("*", "q=0"))
    return not re.fullmatch(r"q=0(\.0*)?", weight)


def _files(folder: FilePath, policy: str) -> dict[str, _File]:
    """Return the files of ``folder`` that may be given out, by name."""
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    return {path.name: _File(path, policy) for path in paths if path.suffix in _TYPES}


def add_routes(front: Front) -> None:
    """Declare the routes."""
    page = _files(_HERE.parent / "page", _PAGE_POLICY)
    docs = _files(_HERE / "docs", _DOCS_POLICY)

    async def found(files: dict[str, _File], name: str, request: Request) -> Response:
        if name not in files:
            raise HTTPException(404)
        return await asyncio.to_thread(files[name].answer, request)

    @front.get("/", include_in_schema=False)
    async def index(request: Request) -> Response:
        """Give the web page."""
        return await found(page, "index.html", request)

    @front.get("/page/{name}", include_in_schema=False)
    async def page_file(request: Request, name: str) -> Response:
        """Give a file of the page."""
        return await found(page, name, request)

    @front.get("/docs", include_in_schema=False)
    async def documentation(request: Request) -> Response:
        """Give the API's documentation."""
        return await found(docs, "index.html", request)

    @front.get("/docs/{name}", include_in_schema=False)
    async def documentation_file(request: Request, name: str) -> Response:
        """Give a file of the documentation."""
        return await found(docs, name, request)

    @front.get("/v1/tables", responses=documented(dict[str, Any], 304, 422, 503))
    async def tables(request: Request) -> Response:
        """Tell what the tables' files hold, and their digests."""
        manifest = front.readiness.require().tables.manifest
        tag = f'"{front.readiness.digest}"'
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if is_known(request.scope, tag):
            return Response(status_code=304, headers=headers)
        return Response(msgspec.json.encode(manifest), 200, headers, "application/json")

    @front.get(
        "/v1/tables/{file}",
        response_class=FileResponse,
        responses=documented(
            {"type": "string", "format": "binary"},
            206,
            304,
            400,
            416,
            422,
            503,
            media_type="application/octet-stream",
        ),
    )
    async def table(
        request: Request,
        file: Annotated[
            str,
            Path(
                description="A name that GET /v1/tables lists.",
                openapi_examples={MANIFEST: {"value": MANIFEST}},
            ),
        ],
    ) -> Response:
        """Give a file of the tables; a part of it, if asked for with Range."""
        manifest = front.readiness.require().tables.manifest or {}
        names = [*manifest["files"], MANIFEST]
        if file not in names:
            raise Problem(404, f"expected one of {', '.join(names)}, found {ascii(file[:20])}")
        digest = manifest["files"].get(file, {}).get("sha256", front.readiness.digest)
        headers = {"ETag": f'"{digest[:16]}"', "Cache-Control": "no-cache"}
        if is_known(request.scope, headers["ETag"]):
            return Response(status_code=304, headers=headers)
        path = tables_folder(front.settings.tables) / file
        return _TableFile(path, 200, headers, "application/octet-stream")
