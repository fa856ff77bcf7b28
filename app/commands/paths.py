"""`eight paths`: all shortest paths of a pair."""

import sys
from itertools import islice

import click

from app.cli import NO
from app.commands.options import WholeNumber, parse_pair, tables_option
from app.commands.styled import styled
from app.explore import shortest_paths
from app.find_tables import find_tables
from app.solver import Solver
from app.style import Style


@click.command
@click.argument("start")
@click.argument("goal", required=False)
@click.option("--offset", default=0, type=WholeNumber(0), help="Leave out the first so many.")
@click.option("--limit", type=WholeNumber(1), help="Print no more than so many.")
@click.option("--count", is_flag=True, help="Print only how many there are.")
@styled
@tables_option
def command(
    start: str,
    goal: str | None,
    offset: int,
    limit: int | None,
    count: bool,
    style: Style,
    tables: str | None,
) -> None:
    """Print all shortest paths from START to GOAL (12345678X), a line each, smallest first.

    Where there is none, print `unsolvable` and exit with 1.
    """
    solver = Solver(find_tables(tables))
    pair = parse_pair(solver.board, start, goal)
    paths = solver.count(*pair)
    if not paths:
        print("unsolvable")
        sys.exit(NO)
    if count:
        print(paths)
        return
    for path in islice(shortest_paths(solver, *pair, offset, style), limit):
        print(path)
