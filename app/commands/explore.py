"""`eight explore`: a pair's answer, and where each move leads."""

import sys

import click

from app.cli import NO
from app.commands.options import parse_pair, tables_option
from app.commands.styled import styled
from app.explore import explore
from app.find_tables import find_tables
from app.solver import Solver
from app.style import Style


@click.command
@click.argument("start")
@click.argument("goal", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print what the service gives.")
@styled
@tables_option
def command(start: str, goal: str | None, as_json: bool, style: Style, tables: str | None) -> None:
    """Print the answer from START to GOAL (12345678X), and each legal move with what is left after.

    Moves on a shortest path are marked +, the canonical one *. Where there is no path, print
    `unsolvable` and the moves, and exit with 1.
    """
    solver = Solver(find_tables(tables))
    pair = parse_pair(solver.board, start, goal)
    found = explore(solver, *pair, style)
    if as_json:
        import msgspec

        print(msgspec.json.encode(found).decode())
    else:
        print(f"{found.length}\t{found.moves}" if found.solvable else "unsolvable")
        print(f"{found.paths} shortest path{'' if found.paths == 1 else 's'}")
        for step in found.next:
            mark = "*" if step.canonical else "+" if step.shortest else " "
            print(f"{mark} {step.move} {step.board} {'-' if step.length is None else step.length}")
    sys.exit(0 if found.solvable else NO)
