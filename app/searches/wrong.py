"""Programs that are nearly right: each is the right one with one part exchanged.

All these mistakes have been made in public. A program reads two boards, judges whether a path
leads from one to the other, and searches for it; the parts that are wrong are in ``mistakes``.
Where a mistake in its own surroundings would be slow, as in a table of all boards, it is made in
others, where the answers are the same: a test file of hundreds of cases is answered in seconds.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from app.searches import mistakes
from app.searches.estimates import manhattan
from app.searches.informed import a_star, ida_star
from app.searches.puzzle import NEIGHBOURS, Neighbours, ordered, read, solvable
from app.searches.uninformed import bidirectional
from app.searches.work import Search, Work

_right_search: Search = partial(a_star, heuristic=manhattan)

Asked = Literal["exact", "shortest", "valid"]  # of a path: canonical, shortest, or that it leads
_ASKED: tuple[Asked, ...] = ("valid", "shortest", "exact")  # the least first


@dataclass(frozen=True, slots=True)
class Program:
    """A program made of these parts; without any, the right one.

    only_solved : whether its search is wrong only where the start is the goal
    keeps       : the most that may be asked of the paths of its search, and is kept all the same
    """

    reading: Callable[[str], str] = read
    judge: Callable[[str, str], bool] = solvable
    search: Search = _right_search
    neighbours: Neighbours = NEIGHBOURS
    only_solved: bool = False
    keeps: Asked | None = None

    def answer(self, start_text: str, goal_text: str) -> str | None:
        """Return the path between the boards that the texts write, or None: no path.

        Raises ValueError for what is no board.
        """
        start, goal = self.reading(start_text), self.reading(goal_text)
        if start != goal and not ("0" in start and "0" in goal):
            return None  # no blank found: no moves
        if not self.judge(start, goal):
            return None
        return self.search(start, goal, Work(None, self.neighbours))

    def may_err(self, start_text: str, goal_text: str, asked: Asked = "exact") -> bool:
        """Return whether a part of it may be wrong about this pair, without a search.

        asked : what makes a path right
        """
        start, goal = read(start_text), read(goal_text)
        if (self.reading(start_text), self.reading(goal_text)) != (start, goal):
            return True
        if self.judge(start, goal) != solvable(start, goal):
            return True
        if self.search is _right_search and self.neighbours is NEIGHBOURS:
            return False
        if self.keeps and _ASKED.index(asked) <= _ASKED.index(self.keeps):
            return False
        return (start == goal or not self.only_solved) and solvable(start, goal)

    def errs(self, start_text: str, goal_text: str, canonical: str | None) -> bool:
        """Return whether its answer to this pair is another than the canonical path."""
        return (
            self.may_err(start_text, goal_text) and self.answer(start_text, goal_text) != canonical
        )


RIGHT = Program()


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong program, with the texts of a start and a goal that it answers wrong."""

    name: str
    title: str
    program: Program
    example: tuple[str, str]


WRONGS = (
    Wrong(
        "blank-counted",
        "A* counts the blank in its heuristic",
        Program(search=mistakes.blank_counted, keeps="valid"),
        example=("34512678X", "12345678X"),
    ),
    Wrong(
        "start-unmarked",
        "the start is not marked visited",
        Program(search=mistakes.start_unmarked, only_solved=True, keeps="valid"),
        example=("12345678X", "12345678X"),
    ),
    Wrong(
        "from-the-goal",
        "tables are built from the goal, not from the start",
        Program(search=mistakes.from_the_goal, keeps="shortest"),
        example=("136X52478", "12345678X"),
    ),
    Wrong(
        "opposites",
        "tables are built from the goal, moves tried by the letters of their opposites",
        Program(search=mistakes.from_the_goal, neighbours=ordered("urld"), keeps="shortest"),
        example=("1234X8765", "12345678X"),
    ),
    Wrong(
        "first-meeting",
        "a two-sided search claims the path of the first meeting is the smallest",
        Program(search=mistakes.first_meeting, keeps="shortest"),
        example=("X62153478", "12345678X"),
    ),
    Wrong(
        "ties-by-arrival",
        "A* breaks ties by arrival and claims its path is the smallest",
        Program(search=mistakes.ties_by_arrival, keeps="shortest"),
        example=("1X2853476", "12345678X"),
    ),
    Wrong(
        "other-order",
        "moves are tried in the order u d l r",
        Program(search=ida_star, neighbours=ordered("udlr"), keeps="shortest"),
        example=("41325678X", "12345678X"),
    ),
    Wrong(
        "row-wrap",
        "a move to the side leaves one row and enters the next",
        Program(search=bidirectional, neighbours=mistakes.WRAPPED),
        example=("12374X586", "12345678X"),
    ),
    Wrong(
        "parity-without-goal",
        "parity is judged from the start alone",
        Program(judge=mistakes.even_start),
        example=("812X43765", "1238X4765"),
    ),
    Wrong(
        "blank-inverted",
        "the blank is counted among the inversions",
        Program(judge=mistakes.blank_inverted),
        example=("1X3725846", "12345678X"),
    ),
    Wrong(
        "short-queue",
        "the queue has room for 100,000 states",
        Program(search=mistakes.short_queue),
        example=("8672543X1", "12345678X"),
    ),
    Wrong(
        "goal-among-children",
        "the start is not tested for the goal: start = goal takes two moves",
        Program(search=mistakes.goal_among_children, only_solved=True, keeps="valid"),
        example=("12345678X", "12345678X"),
    ),
    Wrong(
        "leading-zero",
        "a board is read as a number, and a zero in front is lost",
        Program(reading=mistakes.as_integer),
        example=("X12453786", "12345678X"),
    ),
    Wrong(
        "lower-case-x",
        "a lower-case x is not seen",
        Program(reading=mistakes.upper_case_only),
        example=("123x46758", "12345678X"),
    ),
)
