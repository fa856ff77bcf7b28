"""The tables that answers are read from, built first where there are none."""

import sys

from tablegen.errors import NoTablesError
from tablegen.folder import tables_folder
from tablegen.tables import Tables, load


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
