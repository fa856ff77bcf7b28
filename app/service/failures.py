"""Whatever goes wrong while a request is answered, as a ``Problem``."""

import logging
from collections.abc import Callable

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from app.service.bodies import Gone
from app.service.parameters import bad_parameters
from app.service.problems import Problem, no_memory

_LOG = logging.getLogger("eight")
FAILURES: tuple[type[Exception], ...] = (
    Problem,
    Gone,
    HTTPException,
    RequestValidationError,
    Exception,
)


def problem_of(failure: Exception, request_id: str, allowed: Callable[[], str]) -> Problem | None:
    """Return a failure as a problem; None where the client is gone.

    allowed : tells which methods the request's path takes
    """
    if isinstance(failure, Problem):
        return failure
    if isinstance(failure, Gone):
        return None
    if isinstance(failure, RequestValidationError):
        return bad_parameters(failure)
    if isinstance(failure, HTTPException):
        if failure.status_code == 405:
            methods = allowed()
            return Problem(405, f"expected one of {methods}", headers={"Allow": methods})
        if failure.status_code == 404:
            return Problem(404, "there is nothing at this address")
        return Problem(
            failure.status_code, str(failure.detail), headers=dict(failure.headers or {})
        )
    if isinstance(failure, MemoryError):
        _LOG.error("%s: out of memory", request_id)
        return no_memory()
    _LOG.error("%s: unforeseen", request_id, exc_info=failure)
    return Problem(500, "an error that was not foreseen; it has been logged under the request id")


def note_broken_off(failure: BaseException, request_id: str) -> None:
    """Log why an answer was left unfinished, which is all that its client sees of it."""
    if isinstance(failure, Problem | MemoryError):
        _LOG.error("%s: broken off: %s", request_id, str(failure) or "out of memory")
    elif not isinstance(failure, Gone):
        _LOG.error("%s: broken off", request_id, exc_info=failure)
