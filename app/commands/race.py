"""`eight race`: the textbook searches on one pair, side by side with the table."""

import sys

import click

from app.cli import NO
from app.commands.options import WholeNumber, parse_pair, tables_option
from app.find_tables import find_tables
from app.racing import Race, race
from app.solver import Solver


@click.command
@click.argument("start")
@click.argument("goal", required=False)
@click.option(
    "--limit",
    type=WholeNumber(1),
    metavar="N",
    help="Let each search expand no more than N states.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what the service gives.")
@tables_option
def command(
    start: str, goal: str | None, limit: int | None, as_json: bool, tables: str | None
) -> None:
    """Search from START to GOAL (12345678X) in each of the textbooks' ways, and look it up.

    A state is expanded when its successors are generated; the frontier is the most states that
    waited for it at once. Where there is no path, exit with 1.
    """
    solver = Solver(find_tables(tables))
    found = race(solver, *parse_pair(solver.board, start, goal), limit)
    if as_json:
        import msgspec

        print(msgspec.json.encode(found).decode())
    else:
        _print(found)
    sys.exit(0 if found.solvable else NO)


def _print(found: Race) -> None:
    """Print a line a search, the table's first."""
    print(
        f"{'':30} {'length':>7} {'expanded':>9} {'generated':>10} {'frontier':>9} {'seconds':>10}"
    )
    for result in found.results:
        length = result.outcome if result.length is None else str(result.length)
        print(
            f"{result.title:30} {length:>7} {result.expanded:>9,} {result.generated:>10,}"
            f" {result.frontier:>9,} {result.seconds:>10.6f}"
        )
    print(found.moves if found.solvable else "unsolvable")
