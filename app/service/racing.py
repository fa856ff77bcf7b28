"""The route that runs the textbook searches on one pair."""

import asyncio
from typing import Annotated

from fastapi import Query
from starlette.responses import Response

from app.racing import Race, race
from app.service.answering import Goal, Start, json, parse_pair
from app.service.front import Front
from app.service.openapi import documented

USUAL_LIMIT, MOST = 20_000, 200_000  # states that each search may expand; 181,440 are all


def add_routes(front: Front) -> None:
    """Declare the route."""

    @front.get("/v1/race", responses=documented(Race, 422, 503))
    async def raced(
        start: Start,
        goal: Goal = None,
        limit: Annotated[
            int, Query(ge=1, le=MOST, description="Of the states that a search expands.")
        ] = USUAL_LIMIT,
    ) -> Response:
        """Run each of the textbook searches on a pair, beside the table.

        A search gives up when it has expanded ``limit`` states.
        """
        solver = front.readiness.require()
        pair = parse_pair(front, solver, start, goal)
        with front.heavy.slot():
            found = await asyncio.to_thread(race, solver, *pair, limit)
        return json(found, {"Cache-Control": "no-store"})
