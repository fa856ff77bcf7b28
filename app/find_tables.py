"""Where the tables are: the folder asked for, the checkout's, or the user's cache."""

import os
import sys
from pathlib import Path

from tablegen.tables import NoTablesError, Tables, load

VARIABLE = "EIGHT_TABLES"


def tables_folder(asked: str | None = None) -> Path:
    """Return ``asked``, else EIGHT_TABLES, else the checkout's data/, else the user's cache."""
    if named := asked or os.environ.get(VARIABLE):
        return Path(named)
    checkout = Path(__file__).parents[1]
    if (checkout / "pyproject.toml").exists():
        return checkout / "data"
    from platformdirs import user_cache_path

    return user_cache_path("eight-tablebase")


def find_tables(asked: str | None = None) -> Tables:
    """Return the tables, built first, and said so on standard error, where there are none.

    Raises ``TablesError`` for tables that are there and not right, OSError where none can be built.
    """
    folder = tables_folder(asked)
    try:
        return load(folder)
    except NoTablesError:
        print(f"eight: no tables in {folder}: building them", file=sys.stderr)
    from tablegen.board import Board
    from tablegen.build import build
    from tablegen.tables import save

    save(build(Board(3, 3)), folder)
    return load(folder)
