"""Full disks, builds that are killed or meet: the old tables, new ones or none, never others."""

import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tablegen.board import Board
from tablegen.build import build
from tablegen.errors import NoTablesError
from tablegen.tables import Tables, load, save
from tests.conftest import EIGHT

KILLS = int(os.environ.get("EIGHT_TEST_KILLS", "30"))  # hundreds, for as long as one likes to wait


def other_tables() -> Tables:
    """Return whole tables that are not the canonical ones: a smaller board's."""
    return build(Board(2, 3))


def run_build(folder: Path, environment: dict[str, str], **more: object):
    return subprocess.run(
        [EIGHT, "tables", "build", folder], env=environment, capture_output=True, text=True, **more
    )


def leftovers(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("room", [0, 100_000, 2_000_000, 7_000_000, 13_000_000])
def test_a_full_disk_leaves_the_old_tables(
    tmp_path: Path, environment: dict[str, str], room: int
) -> None:
    save(other_tables(), tmp_path)

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    done = run_build(tmp_path, environment, preexec_fn=limit)
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("eight: ")
    assert "File too large" in done.stderr
    assert load(tmp_path).board == Board(2, 3)
    assert not leftovers(tmp_path)


def mounted(folder: Path, *options: str) -> bool:
    folder.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", *options, "tmpfs", str(folder)]
    return subprocess.run(command, capture_output=True).returncode == 0


def test_a_small_file_system_that_fills_up_leaves_the_old_tables(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    folder = tmp_path / "small"
    if not mounted(folder, "-o", "size=10m"):
        pytest.skip("this machine may not mount")
    try:
        save(other_tables(), folder)
        done = run_build(folder, environment)
        assert (done.returncode, done.stderr.count("\n")) == (3, 1)
        assert "No space left on device" in done.stderr
        assert load(folder).board == Board(2, 3)
        assert not leftovers(folder)
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_read_only_file_system_is_said_to_be_one(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    folder = tmp_path / "readonly"
    if not mounted(folder):
        pytest.skip("this machine may not mount")
    try:
        save(other_tables(), folder)
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        done = run_build(folder, environment)
        assert (done.returncode, done.stderr.count("\n")) == (3, 1)
        assert "Read-only file system" in done.stderr
        assert load(folder).board == Board(2, 3)
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_build_killed_at_any_moment_leaves_tables_whole_or_none(
    tmp_path: Path, tables: Tables, environment: dict[str, str]
) -> None:
    """The canonical tables, the old ones, or none: whatever is loaded is whole."""
    rng = random.Random(7)
    canonical, old = tables.manifest, other_tables()
    seen = []
    nursery = subprocess.Popen(
        [sys.executable, "-c", NURSERY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    print(tmp_path / "timed", file=nursery.stdin, flush=True)
    seconds = float(nursery.stdout.readline())
    for attempt in range(KILLS):
        folder = tmp_path / str(attempt % 3)
        if attempt % 6 < 3:
            save(old, folder)
        print(folder, file=nursery.stdin, flush=True)
        builder = int(nursery.stdout.readline())
        time.sleep(rng.random() * 1.5 * seconds)
        os.kill(builder, signal.SIGKILL)
        assert nursery.stdout.readline() == "gone\n"
        try:
            found = load(folder)
        except NoTablesError:
            seen.append("none")
            continue
        if found.board == Board(3, 3):
            assert found.manifest == canonical
            seen.append("new")
        else:
            assert (found.path == old.path).all()
            seen.append("old")
    nursery.stdin.close()
    assert nursery.wait(10) == 0
    nursery.stdout.close()
    assert {"old", "new"} <= set(seen), seen
    assert all(leftovers(place) in ([], [".build"]) for place in tmp_path.iterdir())
    assert run_build(folder, environment).returncode == 0
    assert load(folder).manifest == canonical


# Builds once, then saves again and again in children that are to be killed.
NURSERY = """
import os, sys, time
from pathlib import Path
from tablegen.board import Board
from tablegen.build import build
from tablegen.tables import save
made = build(Board(3, 3))
begun = time.monotonic()
save(made, Path(sys.stdin.readline().strip()))
print(time.monotonic() - begun, flush=True)
for line in sys.stdin:
    child = os.fork()
    while not child:
        save(made, Path(line.strip()))
    print(child, flush=True)
    os.waitpid(child, 0)
    print("gone", flush=True)
"""


def test_what_a_killed_build_left_is_removed_by_the_next(tmp_path: Path) -> None:
    (tmp_path / ".build").mkdir()
    (tmp_path / ".build" / "path.npy").write_bytes(b"half")
    save(other_tables(), tmp_path)
    assert load(tmp_path).board == Board(2, 3)
    assert not leftovers(tmp_path)


def test_a_build_waits_for_the_one_at_work(tmp_path: Path, environment: dict[str, str]) -> None:
    """Neither takes the other's files away, and a lock does not outlive its holder."""
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, tmp_path], stdout=subprocess.PIPE)
    assert holder.stdout.readline() == b"held\n"
    command = [EIGHT, "tables", "build", tmp_path]
    builder = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    with pytest.raises(subprocess.TimeoutExpired):
        builder.wait(3)
    assert list(tmp_path.iterdir()) == []
    holder.kill()
    assert builder.wait(60) == 0
    assert load(tmp_path).board == Board(3, 3)
    holder.communicate()


HOLDER = """
import fcntl, os, sys, time
fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_EX)
print("held", flush=True)
time.sleep(60)
"""


def test_builds_at_once_do_no_harm(
    tmp_path: Path, tables: Tables, environment: dict[str, str]
) -> None:
    command = [EIGHT, "tables", "build", tmp_path]
    quiet = {"stdout": subprocess.DEVNULL, "env": environment}
    children = [subprocess.Popen(command, **quiet) for _ in range(3)]
    while any(child.poll() is None for child in children):
        try:
            assert load(tmp_path).manifest == tables.manifest
        except NoTablesError:
            time.sleep(0.05)
    assert [child.returncode for child in children] == [0] * 3
    assert load(tmp_path).manifest == tables.manifest
    assert not leftovers(tmp_path)


def test_damaged_tables_answer_nothing(tmp_path: Path, tables_folder: Path, eight) -> None:
    for path in tables_folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    with open(tmp_path / "path.npy", "r+b") as stream:
        stream.seek(9_000_000)
        byte = stream.read(1)[0] ^ 1
        stream.seek(9_000_000)
        stream.write(bytes([byte]))
    for arguments in (["solve", "12X453786"], ["batch"], ["tables", "verify", tmp_path]):
        more = [] if arguments[0] == "tables" else ["--tables", tmp_path]
        done = eight(*arguments, *more, input=b"1\n12X453786\n12345678X\n")
        assert (done.returncode, done.stdout) == (3, b"")
        assert done.stderr.startswith(b"eight: %s: expected SHA-256" % bytes(tmp_path / "path.npy"))
        assert done.stderr.count(b"\n") == 1
