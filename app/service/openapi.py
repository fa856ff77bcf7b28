"""What the routes are documented with: the very types that decode requests and encode answers."""

from functools import lru_cache
from http import HTTPStatus
from typing import Any

import msgspec

from app.service.problems import MEDIA_TYPE, ProblemDocument

Declared = dict[int | str, dict[str, Any]]

MEDIA_TYPES = {
    "json": "application/json",
    "lines": "application/x-ndjson",
    "text": "text/plain",
}
_schemas: dict[str, Any] = {}


@lru_cache(maxsize=64)
def reference(type_: Any) -> dict[str, Any]:
    """Return the schema of a type, its parts kept for the document's components."""
    (schema,), parts = msgspec.json.schema_components(
        [type_], ref_template="#/components/schemas/{name}"
    )
    _schemas.update(parts)
    return schema


def request_body(**examples: tuple[dict[str, Any], Any]) -> dict[str, Any]:
    """Return the declaration of a body: of each media type its schema and an example.

    The names are media types, ``application/json`` as json and ``text/plain`` as text.
    """
    content = {
        MEDIA_TYPES[name]: {"schema": schema, "example": example}
        for name, (schema, example) in examples.items()
    }
    return {"requestBody": {"required": True, "content": content}}


def documented(answer: Any, *others: int, media_type: str = "application/json") -> Declared:
    """Return the declaration of a route's answers: the type of the good one, and other statuses."""
    schema = answer if isinstance(answer, dict) else reference(answer)
    declared: Declared = {
        200: {"description": "The answer.", "content": {media_type: {"schema": schema}}}
    }
    for status in (*others, 404, 405, 500):
        declared[status] = {"description": HTTPStatus(status).phrase}
        if status >= 400:
            problem = {MEDIA_TYPE.decode(): {"schema": reference(ProblemDocument)}}
            declared[status]["content"] = problem
    return declared


def complete(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with all that its routes refer to, each summed up by what it does."""
    for operations in document["paths"].values():
        for operation in operations.values():
            operation["summary"] = operation["description"].splitlines()[0].rstrip(".")
    components = document.setdefault("components", {})
    components["schemas"] = dict(sorted(_schemas.items()))
    return document
