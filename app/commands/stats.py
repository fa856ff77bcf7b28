"""`eight stats`: boards at each length."""

import click

from app.commands.options import tables_option
from app.explore import stats
from app.find_tables import find_tables
from app.solver import Solver


@click.command
@click.option("--json", "as_json", is_flag=True, help="Print what the service gives.")
@tables_option
def command(as_json: bool, tables: str | None) -> None:
    """Print, for each cell of the start's blank, how many boards there are at each length."""
    cells = stats(Solver(find_tables(tables)))
    if as_json:
        import msgspec

        print(msgspec.json.encode({"cells": cells}).decode())
        return
    columns = [[str(boards) for boards in cell.lengths] for cell in cells]
    lines = max(map(len, columns))
    rows = [["length", *(f"cell {cell.cell + 1}" for cell in cells)]]
    for length in range(lines):
        rows.append([str(length), *(c[length] if length < len(c) else "-" for c in columns)])
    rows.append(["mean", *(f"{cell.mean:.2f}" for cell in cells)])
    rows.append(["longest", *(str(cell.longest) for cell in cells)])
    rows.append(["single", *(f"{cell.single / cell.boards:.1%}" for cell in cells)])
    for row in rows:
        print("".join(f"{text:>8}" for text in row))
    print("\nsingle: boards with a single shortest path")
