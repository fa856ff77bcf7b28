"""The tables, built once for all tests, and the real command on them."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.solver import Solver
from tablegen.board import Board
from tablegen.build import build
from tablegen.tables import Tables, load, save

CHECKOUT = Path(__file__).parents[1]
EIGHT = str(Path(sys.executable).with_name("eight"))

Run = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture(scope="session")
def tables_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of 3x3 tables, for reading only."""
    folder = tmp_path_factory.mktemp("tables")
    save(build(Board(3, 3)), folder)
    return folder


@pytest.fixture(scope="session")
def tables(tables_folder: Path) -> Tables:
    return load(tables_folder)


@pytest.fixture(scope="session")
def solver(tables: Tables) -> Solver:
    return Solver(tables)


@pytest.fixture(scope="session")
def environment(tables_folder: Path) -> dict[str, str]:
    """Return the variables for a process that reads the tables: the caller's, with no settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("EIGHT_")}
    return kept | {"EIGHT_TABLES": str(tables_folder)}


@pytest.fixture(scope="session")
def eight(environment: dict[str, str]) -> Run:
    """Return a function that runs ``eight ARGUMENTS`` to its end."""

    def run(*arguments: object, input: bytes = b"", **more: object):
        command = [EIGHT, *map(str, arguments)]
        options = {"capture_output": True, "timeout": 120, "env": environment}
        return subprocess.run(command, input=input, **(options | more))

    return run
