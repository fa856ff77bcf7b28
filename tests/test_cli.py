"""The command line: what it prints, where, and with which status."""

import subprocess

import pytest

from app.cli import COMMANDS
from tests.conftest import EIGHT


def told(done: subprocess.CompletedProcess[bytes]) -> tuple[int, str, str]:
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_a_pair_is_answered_in_a_line(eight) -> None:
    assert told(eight("solve", "12X453786")) == (0, "2\tdd\n", "")
    assert told(eight("solve", "[[8,6,7],[2,5,4],[3,0,1]]", "1 2 3 4 5 6 7 8 _")) == (
        0, "31\tlurdrulurdlldrrululddruulddrurd\n", "",
    )  # fmt: skip
    assert told(eight("solve", "12345678X", "12345678x")) == (0, "0\t\n", "")


def test_a_pair_without_a_path_is_an_answer_with_status_1(eight) -> None:
    assert told(eight("solve", "21345678X")) == (1, "unsolvable\n", "")
    none = '{"start":"21345678X","goal":"12345678X","solvable":false,"length":null,"moves":null}\n'
    assert told(eight("solve", "21345678X", "--json")) == (1, none, "")


WRONG = [
    (["solve"], "Missing argument 'START'. (see `eight solve --help`)"),
    (["solve", "12345678"], "expected 9 symbols, found 8"),
    (["solve", "12X453786", "12345678X", "more"], "Got unexpected extra argument (more) (see"
     " `eight solve --help`)"),
    (["sole"], "No such command 'sole'. (see `eight --help`)"),
    (["batch", "--format", "hdu"], None),
    (["batch", "/no/such/file"], None),
    (["batch", "--jobs", "0"], None),
    (["batch", "--server", "127.0.0.1"], "http://HOST:PORT, found '127.0.0.1'"),
    (["serve", "--port", "70000"], None),
    (["gen"], "expected --count or --killers"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_bad_usage_is_one_line_with_status_2(eight, arguments: list[str], message) -> None:
    status, out, err = told(eight(*arguments))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("eight: ") and "Traceback" not in err
    if message:
        assert message in err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_help(eight, name: str) -> None:
    status, out, err = told(eight(name, "--help"))
    assert (status, err) == (0, "")
    assert out.startswith(f"Usage: eight {name} ")


def test_asked_for_nothing_it_lists_its_commands(eight) -> None:
    status, out, err = told(eight())
    assert (status, err) == (0, "")
    assert all(f"  {name} " in out for name in COMMANDS)


def test_an_unusable_tables_folder_is_status_3(eight, tmp_path) -> None:
    (tmp_path / "file").write_text("no folder")
    status, out, err = told(eight("solve", "12X453786", "--tables", tmp_path / "file"))
    assert (status, out) == (3, "")
    assert err.splitlines()[-1].startswith("eight: ") and "Traceback" not in err


def test_a_closed_reader_is_no_failure(environment) -> None:
    command = f"{EIGHT} paths 8672543X1 | head -1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], env=environment, capture_output=True
    )
    assert told(done) == (0, "lurdrulurdlldrrululddruulddrurd\n", "")
