"""The work a search does: it expands states here, is counted, and is stopped at a limit."""

from collections.abc import Callable

from app.searches.puzzle import NEIGHBOURS, Neighbours, successors


class GaveUp(Exception):
    """The search has expanded as many states as it was allowed."""


class Work:
    """Expands states for one search, and counts.

    ``expanded``   states whose successors were made; a state expanded twice counts twice
    ``generated``  successors made, whether the search then keeps them or not
    ``frontier``   the most states that waited at once to be expanded, the one at hand among them
    """

    def __init__(self, limit: int | None = None, neighbours: Neighbours = NEIGHBOURS) -> None:
        """Allow ``limit`` expanded states, or any number."""
        self.limit = limit
        self.neighbours = neighbours
        self.expanded = self.generated = self.frontier = 0

    def expand(self, state: str, frontier: int) -> list[tuple[str, str]]:
        """Return the moves from ``state`` and the states after them, in the order of trying.

        ``frontier`` is how many states wait now, this one included. Raises ``GaveUp`` where the
        limit is reached.
        """
        if self.expanded == self.limit:
            raise GaveUp
        children = successors(state, self.neighbours)
        self.expanded += 1
        self.generated += len(children)
        self.frontier = max(self.frontier, frontier)
        return children


Search = Callable[[str, str, Work], str | None]
