"""`eight tables` and `python -m tablegen`, and where they look for tables."""

import subprocess
import sys
from pathlib import Path

import pytest

from tablegen.folder import tables_folder as find_folder
from tests.conftest import CHECKOUT


def test_build_verify_info(tmp_path: Path, eight) -> None:
    made = eight("tables", "build", tmp_path / "new")
    assert made.returncode == 0 and made.stdout.startswith(
        b"tables built in %s in " % bytes(tmp_path / "new")
    )
    proven = eight("tables", "verify", tmp_path / "new")
    assert proven.returncode == 0 and proven.stdout.startswith(b"9 x 181,440 entries proven in ")
    info = eight("tables", "info", tmp_path / "new").stdout.decode().splitlines()
    assert info[0] == f"{tmp_path / 'new'}: 3x3 board, moves dlru"
    assert info[-1] == (
        "from 12345678X   longest 31, 43.0% of boards with a single shortest path"
    )  # fmt: skip
    assert len(info) == 14


def test_the_generator_alone_does_the_same(tables_folder: Path, tmp_path: Path) -> None:
    def run(*arguments: object):
        command = [sys.executable, "-m", "tablegen", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, cwd=CHECKOUT)

    done = run("verify", tables_folder)
    assert done.returncode == 0 and done.stdout.startswith("9 x 181,440 entries proven in ")
    none = run("info", tmp_path)
    assert (none.returncode, none.stdout) == (3, "")
    assert none.stderr == f"tablegen: {tmp_path}: expected tables, found no manifest.json\n"
    assert run("mend").returncode == 2


def test_tables_that_are_whole_and_wrong_are_not_proven(tmp_path: Path, tables, eight) -> None:
    from dataclasses import replace

    from tablegen.tables import save

    count = tables.count.copy()
    count[3, 1000] += 1
    save(replace(tables, count=count), tmp_path)
    done = eight("tables", "verify", tmp_path)
    assert done.returncode == 3
    assert done.stderr.startswith(b"eight: count.npy: root 3, board ")
    assert done.stderr.count(b"\n") == 1


def test_missing_tables_are_built_and_said_to_be(tmp_path: Path, eight) -> None:
    done = eight("solve", "12X453786", "--tables", tmp_path)
    assert (done.returncode, done.stdout) == (0, b"2\tdd\n")
    assert done.stderr == b"eight: no tables in %s: building them\n" % bytes(tmp_path)
    again = eight("solve", "12X453786", "--tables", tmp_path)
    assert (again.stdout, again.stderr) == (b"2\tdd\n", b"")


@pytest.mark.parametrize(("asked", "variable", "expected"), [
    ("here", "there", "here"), (None, "there", "there"), (None, "", None), (None, None, None),
])  # fmt: skip
def test_the_folder_asked_for_comes_before_the_variable_and_the_checkout(
    monkeypatch: pytest.MonkeyPatch, asked: str | None, variable: str | None, expected: str | None
) -> None:
    monkeypatch.delenv("EIGHT_TABLES", raising=False)
    if variable is not None:
        monkeypatch.setenv("EIGHT_TABLES", variable)
    assert find_folder(asked) == (Path(expected) if expected else CHECKOUT / "data")
