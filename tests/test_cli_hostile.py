"""The command line, called as nobody should: closed streams, odd names, readers that go away."""

import hashlib
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import EIGHT

PAIR, ANSWER = b"12X453786 12345678X\n", b"2\tdd\n"


@pytest.fixture
def bash(environment, tmp_path):
    """Return what runs a line in a folder of a pair, its right answer, and a wrong one."""
    for name, text in {"p.in": PAIR, "good.out": ANSWER, "wrong.out": b"3\tddd\n"}.items():
        (tmp_path / name).write_bytes(text)
    os.symlink("loop", tmp_path / "loop")
    os.mkfifo(tmp_path / "fifo")
    path = f"{Path(EIGHT).parent}:{environment['PATH']}"
    variables = environment | {"PATH": path, "PYTHONUNBUFFERED": ""}

    def run(line: str) -> tuple[int, bytes, str]:
        command = ["bash", "-c", line]
        done = subprocess.run(command, env=variables, cwd=tmp_path, capture_output=True, timeout=60)
        errors = done.stderr.decode("utf-8", "replace")
        assert "Traceback" not in errors
        assert errors.count("\n") <= 1
        return done.returncode, done.stdout, errors

    return run


CALLS = {
    "output closed": ("eight solve 12X453786 >&-", 3, "Bad file descriptor"),
    "output full": ("eight solve 12X453786 >/dev/full", 3, "No space left"),
    "help on a full output": ("eight >/dev/full", 3, "No space left"),
    "help on a closed output": ("eight >&-", 3, "Bad file descriptor"),
    "output closed, batch": ("eight batch --format pairs p.in >&-", 3, "Bad file descriptor"),
    "output closed, none needed": ("eight batch --format pairs p.in -o x >&-; s=$?; cat x; exit $s",
                                   0, ""),
    "errors closed": ("eight solve 12X45378 2>&-", 2, ""),
    "input closed": ("eight batch --format pairs <&-", 3, "Bad file descriptor"),
    "an empty goal": ("eight solve 12X453786 ''", 2, "expected 9 symbols, found 0"),
    "an empty goal for all": ("eight gen --format pairs --goal '' --count 1", 2, "found 0"),
    "a wide share": ("eight gen --count 2 --unsolvable ０.５", 2, "from 0 to 1, found"),
    "no share": ("eight gen --count 2 --unsolvable nan", 2, "from 0 to 1, found 'nan'"),
    "wide digits": ("eight gen --count ２", 2, "found '２'"),
    "a wide range": ("eight gen --count 2 --length ３", 2, "found '３'"),
    "a huge number": ("eight paths 8672543X1 --limit " + "9" * 5000, 2, "found '999"),
    "a loop of links": ("eight batch --format pairs p.in -o loop", 3, "symbolic links"),
    "a read error": ("eight batch --format pairs p.in /proc/self/mem --out-dir o", 3, "self/mem"),
    "a line break in a name": ("printf 1 >$'a\nb'; eight batch $'a\nb'", 2, r"a\nb:"),
    "a line break in a manifest": ("eight gen --count 1 -o $'a\nb' --manifest m", 2, "line break"),
    "a pipe that is no file": ("eight check --format pairs <(echo 12X45) good.out", 3, "/dev/fd/"),
    "an unreadable output": ("eight check --style qduoj --format pairs p.in loop", 255, "FAIL l"),
}  # fmt: skip


@pytest.mark.parametrize("line, status, says", CALLS.values(), ids=CALLS)
def test_it_ends_in_one_line_and_the_right_status(bash, line, status, says):
    found, out, errors = bash(line)
    assert (found, says in errors, bool(errors)) == (status, True, bool(says)), errors
    assert out == (ANSWER if status == 0 else b"")


def test_names_and_seeds_of_any_bytes_are_taken(bash, tmp_path):
    line = r"eight gen --count 3 --seed $'\xff' -o $'n\xff.in' --manifest m && sha256sum -c m"
    status, out, _ = bash(line)
    assert (status, out.endswith(b"OK\n")) == (0, True)
    first = (tmp_path / "n\udcff.in").read_bytes()
    (tmp_path / "n\udcff.in").unlink()
    assert bash(r"eval $(head -1 m)")[0] == 0
    assert (tmp_path / "n\udcff.in").read_bytes() == first


@pytest.mark.parametrize("target", ["/dev/stdout", ">(cat)"])
def test_a_pipe_is_written_as_it_is(bash, target):
    assert bash(f"eight batch --format pairs p.in -o {target} | cat") == (0, ANSWER, "")


def test_the_longest_name_is_a_name(bash, tmp_path):
    name = "x" * 255
    assert bash(f"eight batch --format pairs p.in -o {name}")[0] == 0
    assert (tmp_path / name).read_bytes() == ANSWER


@pytest.mark.parametrize("style, statuses", [("testlib", (0, 1)), ("kattis", (42, 43))])
@pytest.mark.parametrize("errors", ["2>/dev/full", "2>&-", "2> >(true)", "2>fifo"])
def test_a_verdict_does_not_depend_on_who_reads_it(bash, style, statuses, errors):
    for output, status in zip(("good", "wrong"), statuses, strict=True):
        line = f"eight check --style {style} --format pairs p.in {output}.out {errors}"
        reader = "cat fifo >/dev/null & " if "fifo" in errors else ""
        assert bash(f"{reader}{line}; exit $?") == (status, b"", "")


@pytest.mark.parametrize(
    "line",
    [
        "eight gen --format pairs --count 200000 --answers new | head -1 >/dev/null",
        "eight gen --format pairs --count 200000 --manifest new | head -1 >/dev/null",
        "(head -1 fifo >/dev/null & eight gen --format pairs --count 200000 -o fifo --answers new)",
        "eight gen --format pairs --count 200000 -o big && rm -f new && "
        "(head -1 fifo >/dev/null & eight batch --format pairs big -o fifo)",
    ],
)
def test_a_reader_that_leaves_what_is_not_written_is_told_of(bash, tmp_path, line):
    status, _, errors = bash(f"set -o pipefail; {line}")
    assert (status, "nobody reads it any more" in errors) == (3, True)
    assert not (tmp_path / "new").exists()


def test_the_status_is_the_answer_s_though_nobody_reads_it(bash):
    assert bash("set -o pipefail; eight solve 21345678X | (exec <&-; sleep 1)")[0] == 1


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
def test_a_signal_leaves_nothing_beside(environment, tmp_path, number):
    heard = ["env", "--default-signal=HUP,TERM,INT"]  # though these tests may be run by nohup
    command = [*heard, EIGHT, "batch", "--format", "pairs", "-o", tmp_path / "out"]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE) as process:
        while not list(tmp_path.iterdir()):
            time.sleep(0.01)
        process.send_signal(number)
        assert process.wait(timeout=20) == 130
    assert list(tmp_path.iterdir()) == []


def test_a_signal_is_heard_at_a_pipe_behind_a_file(environment, tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.in").write_bytes(PAIR)
    os.mkfifo(tmp_path / "b.out")
    command = [EIGHT, "batch", "--format", "pairs", tmp_path / "a.in", tmp_path / "b.in"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        while not (tmp_path / "a.out").exists():
            time.sleep(0.01)
        time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 130


def test_a_signal_that_is_to_be_ignored_is(environment, tmp_path):
    command = ["nohup", EIGHT, "batch", "--format", "pairs", "-o", str(tmp_path / "out")]
    quiet = {"stdin": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, env=environment, **quiet) as process:
        while not list(tmp_path.iterdir()):
            time.sleep(0.01)
        process.send_signal(signal.SIGHUP)
        process.communicate(PAIR, timeout=20)
    assert (process.returncode, (tmp_path / "out").read_bytes()) == (0, ANSWER)


def test_tables_that_are_a_pipe_are_no_tables(eight, tables_folder, tmp_path):
    for file in tables_folder.iterdir():
        (tmp_path / file.name).symlink_to(file)
    (tmp_path / "path.npy").unlink()
    os.mkfifo(tmp_path / "path.npy")
    done = eight("solve", "12X453786", "--tables", tmp_path)
    assert (done.returncode, b"path.npy: expected a file" in done.stderr) == (3, True)


LIES = {
    "no lengths": {"lengths": None},
    "lengths of one": {"lengths": [[1]] * 9},
    "other lengths": {"lengths": [[1, 181_439]] * 9},
    "other paths": {"single": [1] * 9},
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_a_manifest_that_tells_other_figures_is_not_believed(eight, tables_folder, tmp_path, lie):
    expected = eight("stats").stdout
    for file in tables_folder.iterdir():
        (tmp_path / file.name).symlink_to(file)
    told = json.loads((tmp_path / "manifest.json").read_bytes())
    (tmp_path / "manifest.json").unlink()
    kept = {key: value for key, value in (told | lie).items() if value is not None}
    (tmp_path / "manifest.json").write_text(json.dumps(kept))
    proof = eight("tables", "verify", tmp_path)
    assert (proof.returncode, proof.stdout) == (3, b"")
    assert proof.stderr.startswith(b"eight: manifest.json: expected {")
    assert eight("stats", "--tables", tmp_path).stdout == expected
    assert eight("tables", "info", tmp_path).returncode == 0


def forge(folder: Path, **changed: dict) -> None:
    """Put other arrays in place of those in ``folder``, and their digests in the manifest."""
    told = json.loads((folder / "manifest.json").read_bytes())
    for name, entries in changed.items():
        array = np.load(folder / f"{name}.npy")
        for place, value in entries.items():
            array[place] = value
        (folder / f"{name}.npy").unlink()
        np.save(folder / f"{name}.npy", array)
        content = (folder / f"{name}.npy").read_bytes()
        told["files"][f"{name}.npy"]["sha256"] = hashlib.sha256(content).hexdigest()
    (folder / "manifest.json").unlink()
    (folder / "manifest.json").write_text(json.dumps(told))


def test_an_entry_that_is_no_path_is_told_of(eight, tables_folder, tmp_path):
    for file in tables_folder.iterdir():
        (tmp_path / file.name).symlink_to(file)
    forge(tmp_path, path={(3, 7): 0})
    for command in (["stats", "--tables", tmp_path], ["tables", "info", tmp_path]):
        done = eight(*command)
        assert (done.returncode, b"path.npy: expected the code of a path" in done.stderr) == (
            3,
            True,
        )
    assert eight("tables", "verify", tmp_path).returncode == 3


def test_a_manifest_of_other_files_is_none(eight, tables_folder, tmp_path):
    for file in tables_folder.iterdir():
        (tmp_path / file.name).symlink_to(file)
    told = json.loads((tmp_path / "manifest.json").read_bytes())
    told["files"]["x"] = 1
    (tmp_path / "manifest.json").unlink()
    (tmp_path / "manifest.json").write_text(json.dumps(told))
    done = eight("tables", "info", tmp_path)
    assert (done.returncode, b"manifest.json: expected {'files': " in done.stderr) == (3, True)


def test_a_manifest_nested_deeply_is_none(eight, tables_folder, tmp_path):
    for file in tables_folder.iterdir():
        (tmp_path / file.name).symlink_to(file)
    (tmp_path / "manifest.json").unlink()
    (tmp_path / "manifest.json").write_bytes(b"[" * 200_000)
    done = eight("solve", "12X453786", "--tables", tmp_path)
    assert (done.returncode, done.stderr.count(b"\n")) == (3, 1)
    assert b"manifest.json: expected a manifest" in done.stderr
