"""`eight tables`, and `python -m tablegen`: build, verify, describe the tables."""

import time
from collections.abc import Iterator

import click

from tablegen.board import MOVES, Board
from tablegen.folder import tables_folder
from tablegen.tables import Tables, load, save

_FOLDER = click.argument("folder", metavar="[DIR]", required=False)


@click.group
def command() -> None:
    """Build, verify or describe the tables in DIR; else where EIGHT_TABLES says, else the usual."""


@command.command
@_FOLDER
def build(folder: str | None) -> None:
    """Make the tables anew, and put them in place whole or not at all."""
    from tablegen.build import build as build_tables

    begun, directory = time.perf_counter(), tables_folder(folder)
    save(build_tables(Board(3, 3)), directory)
    print(f"tables built in {directory} in {time.perf_counter() - begun:.1f} s")


@command.command
@_FOLDER
def verify(folder: str | None) -> None:
    """Prove every entry, without trusting what made it."""
    from tablegen.verify import verify as prove

    begun, directory = time.perf_counter(), tables_folder(folder)
    tables = load(directory)
    for _ in prove(tables):
        pass
    roots, states = tables.path.shape
    seconds = time.perf_counter() - begun
    print(f"{roots} x {states:,} entries proven in {directory} in {seconds:.1f} s")


@command.command
@_FOLDER
def info(folder: str | None) -> None:
    """Say what the tables are; their files are checked first."""
    directory = tables_folder(folder)
    tables = load(directory)
    board = tables.board
    print(f"{directory}: {board.rows}x{board.columns} board, moves {MOVES}")
    print("\n".join(_describe(tables)))


def _describe(tables: Tables) -> Iterator[str]:
    board, manifest = tables.board, tables.manifest or {}
    for name, file in manifest["files"].items():
        yield f"{name:11} {file['dtype']} {file['bytes']:>10,} bytes  {file['sha256']}"
    for root, (lengths, single) in enumerate(zip(*tables.figures.values(), strict=True)):
        text = board.format(board.root(root))
        share = f"{single / sum(lengths):.1%} of boards with a single shortest path"
        yield f"from {text}   longest {len(lengths) - 1}, {share}"
