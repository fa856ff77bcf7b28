"""Every failure, as one exception and one JSON document (RFC 9457).

    {"type": "about:blank", "title": "Unprocessable Content", "status": 422,
     "detail": "start: expected 9 symbols, found 3", "request_id": "5f1c2a9e-1b",
     "errors": [{"field": "start", "code": "symbol_count", "message": "expected 9 symbols, ..."}]}

A complaint names what was expected and found; it never quotes more than a symbol or a name.
"""

import re
from http import HTTPStatus

import msgspec

from app.judges.errors import JudgeFileError
from tablegen.board import Board, BoardError

MEDIA_TYPE = b"application/problem+json"
_LONGEST_MESSAGE = 240
_TITLES = {413: "Content Too Large", 422: "Unprocessable Content"}  # as RFC 9110 names them


class Complaint(msgspec.Struct, omit_defaults=True):
    """One thing wrong: in which field, a code for programs, a message for people.

    position : 1-based place of the symbol in a board's text
    line, column : 1-based place in a judge file
    """

    field: str | None
    code: str
    message: str
    position: int | None = None
    line: int | None = None
    column: int | None = None


class ProblemDocument(msgspec.Struct):
    """What every failed request is answered with."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[Complaint]
    request_id: str


class Problem(Exception):
    """A failed request: its ``status``, what to say, and ``headers`` to send along."""

    def __init__(
        self,
        status: int,
        detail: str,
        errors: list[Complaint] | None = None,
        headers: dict[str, str] | None = None,
        *,
        close: bool = False,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail[:_LONGEST_MESSAGE]
        self.errors = errors or []
        self.headers = dict(headers or {})
        if close:  # what is left of the request is not read
            self.headers["Connection"] = "close"

    def encode(self, request_id: str) -> bytes:
        """Return the problem as JSON."""
        title = _TITLES.get(self.status) or HTTPStatus(self.status).phrase
        return msgspec.json.encode(
            ProblemDocument("about:blank", title, self.status, self.detail, self.errors, request_id)
        )


def no_memory() -> Problem:
    """Return a 503 for a request that there is no memory for."""
    message = "there is no memory left for this request"
    return Problem(503, message, [Complaint(None, "no_memory", message)], {"Retry-After": "1"})


def complain(error: BoardError, field: str) -> Complaint:
    """Return the complaint about the board in ``field``."""
    return Complaint(field, error.code, str(error)[:_LONGEST_MESSAGE], error.position)


def bad_boards(board: Board, texts: dict[str, str]) -> Problem:
    """Return the problem of ``texts`` by field, of which at least one is no board."""
    complaints = []
    for field, text in texts.items():
        try:
            board.parse(text)
        except BoardError as error:
            complaints.append(complain(error, field))
    return invalid(complaints)


def invalid(complaints: list[Complaint]) -> Problem:
    """Return a 422 with these complaints, the first of them its detail."""
    first = complaints[0]
    return Problem(
        422, f"{first.field}: {first.message}" if first.field else first.message, complaints
    )


def bad_judge_file(error: JudgeFileError) -> Problem:
    """Return a 422 with the line and column of what is wrong with a judge file."""
    message = error.message[:_LONGEST_MESSAGE]
    complaint = Complaint(None, "judge_file", message, line=error.line, column=error.column)
    return Problem(422, f"line {error.line}, column {error.column}: {message}", [complaint])


_PATH = re.compile(r"(?P<message>.*?)(?: - at `(?:key in )?\$\.?(?P<path>[^`]*)`)?$", re.DOTALL)
_FIELD = re.compile(
    r"Object (?P<code>missing required|contains unknown) field `(?P<field>.*)`", re.DOTALL
)


def undecodable(error: Exception, text: bytes) -> Problem:
    """Return a 422 for JSON of another shape than expected, a 400 for what is no JSON.

    error : what decoding ``text`` raised, a ``DecodeError`` or, for deep nesting, RecursionError
    """
    if isinstance(error, msgspec.ValidationError):
        try:
            msgspec.json.decode(text, type=msgspec.Raw)  # the rest was not looked at
            return invalid([misshapen(error)])
        except (msgspec.DecodeError, RecursionError) as worse:
            error = worse
    message = "nested too deeply" if isinstance(error, RecursionError) else str(error)
    return Problem(400, f"the body is not JSON: {message}", [Complaint(None, "not_json", message)])


def misshapen(error: msgspec.ValidationError) -> Complaint:
    """Return the complaint about JSON of another shape than expected."""
    parts = _PATH.match(str(error))
    assert parts is not None
    message, path = parts["message"], parts["path"]
    if named := _FIELD.match(message):
        missing = named["code"].startswith("missing")
        field = f"{path}.{named['field'][:40]}" if path else named["field"][:40]
        return Complaint(
            field,
            "missing" if missing else "unknown_field",
            "expected this field, found none" if missing else "there is no such field",
        )
    return Complaint(path or None, "type", message[:1].lower() + message[1:_LONGEST_MESSAGE])
