"""The parameters that say which path is the answer, and how it is written."""

from typing import Annotated

from fastapi import Depends, Query
from starlette.datastructures import QueryParams
from starlette.types import Scope

from app.notations import BLANK, NOTATIONS
from app.orders import ORDERS
from app.service.parameters import expect_only
from app.service.problems import Complaint, invalid
from app.style import DEFAULT, Style, StyleError, parse_style
from tablegen.board import MOVES

Order = Annotated[
    str,
    Query(
        description="Of the shortest paths the smallest is the answer, where the moves of the blank"
        " compare in this order.",
        json_schema_extra={"enum": ORDERS},
    ),
]
Notation = Annotated[
    str,
    Query(
        description="How a path is written: where the blank goes, where the tile goes, or the"
        " numbers of the tiles moved.",
        json_schema_extra={"enum": NOTATIONS},
    ),
]


async def asked_style(order: Order = MOVES, notation: Notation = BLANK) -> Style:
    """Return the style asked for; raises ``Problem`` 422."""
    try:
        return parse_style(order, notation)
    except StyleError as error:
        raise invalid([Complaint(error.field, error.field, str(error))]) from None


async def style_of(scope: Scope) -> Style:
    """Return the style that a request's query asks for; raises ``Problem`` 422."""
    if not scope["query_string"]:
        return DEFAULT
    query = QueryParams(scope["query_string"])
    expect_only(query, ("order", "notation"))
    return await asked_style(query.get("order", MOVES), query.get("notation", BLANK))


Styled = Annotated[Style, Depends(asked_style)]
