"""Options that several commands take, and numbers."""

from typing import Any

import click

from app.judges.formats import DEFAULT_FORMAT, FORMATS
from tablegen.board import Board

format_option = click.option(
    "--format",
    "name",
    default=DEFAULT_FORMAT,
    type=click.Choice(list(FORMATS)),
    metavar="NAME",
    help=f"The judge's format, {DEFAULT_FORMAT} if not said; `eight batch --help` shows them all.",
)
tables_option = click.option(
    "--tables", metavar="DIR", help="Where the tables are; else EIGHT_TABLES."
)


class WholeNumber(click.ParamType[int]):
    """A whole number from ``least`` to ``most``, in plain digits."""

    name = "whole number"

    def __init__(self, least: int, most: int = 10**12) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number that a text says."""
        text = str(value)
        if text.isascii() and text.isdigit() and self.least <= int(text[:20]) <= self.most:
            return int(text[:20])
        expected = f"a whole number from {self.least} to {self.most}"
        self.fail(f"expected {expected}, found {text[:40]!r}", param, ctx)


def parse_pair(board: Board, start: str, goal: str | None) -> tuple[bytes, bytes]:
    """Return the arrangements; the goal is the default one if none is given."""
    return board.parse(start), board.default_goal if goal is None else board.parse(goal)
