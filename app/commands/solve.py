"""`eight solve`: one pair's answer."""

import sys

import click

from app.answers import answer
from app.cli import NO
from app.commands.options import parse_pair, tables_option
from app.commands.styled import styled
from app.find_tables import find_tables
from app.solver import Solver
from app.style import Style


@click.command
@click.argument("start")
@click.argument("goal", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the answer as the service gives it.")
@styled
@tables_option
def command(start: str, goal: str | None, as_json: bool, style: Style, tables: str | None) -> None:
    """Print the length and the canonical path from START to GOAL (12345678X), tab-separated.

    The canonical path is the alphabetically smallest of the shortest.

    Where there is no path, print `unsolvable` and exit with 1.
    """
    solver = Solver(find_tables(tables))
    pair = parse_pair(solver.board, start, goal)
    found = answer(solver, *pair, style)
    if as_json:
        import msgspec

        print(msgspec.json.encode(found).decode())
    else:
        print(f"{found.length}\t{found.moves}" if found.solvable else "unsolvable")
    sys.exit(0 if found.solvable else NO)
