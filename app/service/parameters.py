"""Parameters: a request has only those that its route declares, once each, and what they may be."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import QueryParams
from starlette.requests import Request

from app.service.problems import Complaint, Problem, invalid

_MOST = 10  # complaints
_QUOTED = 20  # symbols of what was found
_EXPECTED = {
    "missing": "this parameter",
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number of fewer digits",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "string_too_long": "at most {max_length} symbols",
}


def expect_only(query: QueryParams, known: Collection[str]) -> None:
    """Raise ``Problem`` 422 for a parameter that is not ``known``, or there twice.

    A misspelt one would be passed over, and the answer be to another question.
    """
    complaints = []
    for name in query:
        if name not in known:
            message = f"expected one of {', '.join(sorted(known))}" if known else "expected none"
            complaint = Complaint(
                name[:40], "unknown_parameter", f"{message}, found this parameter"
            )
        elif (times := len(query.getlist(name))) > 1:
            complaint = Complaint(name, "repeated", f"expected once, found {times} times")
        else:
            continue
        complaints.append(complaint)
    if complaints:
        raise invalid(complaints[:_MOST])


async def expect_declared(request: Request) -> None:
    """Raise ``Problem`` 422 for a parameter of an API's route that it does not declare."""
    if request.url.query and request.url.path.startswith("/v1/"):
        expect_only(request.query_params, _declared(request.scope["route"].dependant))


def _declared(dependant: Dependant) -> set[str]:
    """Return the names of a route's query parameters."""
    names = {field.alias for field in dependant.query_params}
    return names.union(*map(_declared, dependant.dependencies))


def bad_parameters(error: RequestValidationError) -> Problem:
    """Return a 422 with what FastAPI found wrong with values."""
    return invalid([_complain(found) for found in error.errors()])


def _complain(error: Mapping[str, Any]) -> Complaint:
    place: Sequence[str | int] = error["loc"]
    kind, given = error["type"], error["input"]
    if kind not in _EXPECTED:
        return Complaint(str(place[-1]), kind, str(error["msg"]))
    found = "none" if kind == "missing" else _shown(given)
    if kind == "string_too_long":
        found = str(len(given))
    expected = _EXPECTED[kind].format_map(error.get("ctx", {}))
    return Complaint(str(place[-1]), kind, f"expected {expected}, found {found}")


def _shown(given: object) -> str:
    text = str(given)
    return ascii(text[:_QUOTED]) + ("..." if len(text) > _QUOTED else "")
