"""The image: linted, its steps run as written, and what they made seen to serve in confinement."""

import hashlib
import json
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT
from tests.container import MISSING, Running, Stage, build, instructions, sent

DOCKERFILE = (CHECKOUT / "Dockerfile").read_text()
needs_root = pytest.mark.skipif(bool(MISSING), reason=f"the steps need a root to run in: {MISSING}")
ASK = """
import http.client, sys
service = http.client.HTTPConnection("127.0.0.1", 8000, timeout=5)
service.request("POST", "/v1/solve", sys.argv[1], {"Content-Type": "application/json"})
print(service.getresponse().read().decode())
"""


def test_the_linter_has_no_complaint():
    linter = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([linter, CHECKOUT / "Dockerfile"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_last_stage_runs_as_a_plain_user_and_only_copies():
    steps = list(instructions(DOCKERFILE))
    last = steps[max(place for place, (keyword, _) in enumerate(steps) if keyword == "FROM") :]
    said = dict(last)
    user, group = map(int, said["USER"].split(":"))
    assert user >= 10_000 and group >= 10_000
    assert json.loads(said["CMD"]) == ["eight", "serve", "--host", "0.0.0.0"]
    assert "/readyz" in said["HEALTHCHECK"]
    assert not {"RUN", "ADD", "VOLUME", "SHELL", "ENTRYPOINT"} & said.keys()
    assert all(rest.startswith("--from=build /opt/") for step, rest in last if step == "COPY")


@pytest.fixture(scope="module")
def image(tmp_path_factory) -> Stage:
    """Return the last stage, built from an empty folder and what is sent to a builder."""
    if MISSING:
        pytest.skip(f"the steps need a root to run in: {MISSING}")
    if not (Path(sys.base_prefix) / "bin/python").exists():
        pytest.skip("this machine's Python is not laid out as the base image's is")
    folder = tmp_path_factory.mktemp("image")
    for path in (folder, *folder.parents):
        if path.owner() == "root" and path.is_relative_to("/tmp/"):
            path.chmod(0o755)  # the plain user reaches its root
    return build(DOCKERFILE, sent(CHECKOUT, folder / "context"), folder)


@needs_root
def test_the_image_holds_what_serves_and_no_tool(image):
    opt = image.root / "opt"
    assert sorted(path.name for path in opt.iterdir()) == ["eight", "tables"]
    names = {path.name.split("-")[0] for path in opt.rglob("*.dist-info")}
    assert {"eight_tablebase", "numpy", "uvicorn"} <= names
    assert not {"pip", "setuptools", "hatchling", "wheel"} & names
    assert not [path for path in opt.rglob("*") if path.suffix == ".whl" or "cache" == path.name]
    assert {path.name for path in image.root.iterdir()} <= set(
        "bin dev etc lib lib64 opt proc sbin tmp usr".split()
    )


@needs_root
def test_everything_in_the_image_is_root_s_and_nobody_else_can_write_it(image):
    seen = 0
    for path in (image.root / "opt").rglob("*"):
        about = path.lstat()
        if not stat.S_ISLNK(about.st_mode):
            seen += 1
            assert (about.st_uid, about.st_gid) == (0, 0), path
            assert not about.st_mode & (stat.S_ISUID | stat.S_ISGID | 0o022), path
            assert about.st_mode & 0o004, path
    assert seen > 1000


@needs_root
def test_the_tables_in_the_image_are_those_of_the_manifest_in_git(image):
    tables = image.root / "opt/tables"
    manifest = json.loads((CHECKOUT / "data/manifest.json").read_text())
    assert json.loads((tables / "manifest.json").read_text()) == manifest
    for name, entry in manifest["files"].items():
        assert hashlib.sha256((tables / name).read_bytes()).hexdigest() == entry["sha256"]


@contextmanager
def serving(image: Stage) -> Iterator[Running]:
    """Run the image's command; wait until its port is taken."""
    with image.started(image.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as running:
        knock = "import socket; socket.create_connection(('127.0.0.1', 8000), 1)"
        deadline = time.monotonic() + 60
        while running.run(["python", "-c", knock]).returncode:
            assert running.outer.poll() is None, running.outer.stdout.read().decode()
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield running


@needs_root
def test_the_image_serves_read_only_without_a_privilege_and_ends_when_told(image):
    with serving(image) as running:
        while running.run(image.health).returncode:
            time.sleep(0.1)
        answer = json.loads(running.run(["python", "-c", ASK, '{"start": "12X453786"}']).stdout)
        assert answer == {
            "start": "12X453786", "goal": "12345678X", "solvable": True, "length": 2, "moves": "dd",
        }  # fmt: skip
        about = dict(
            line.split(":\t", 1)
            for line in Path(f"/proc/{running.pid}/status").read_text().splitlines()
            if ":\t" in line
        )
        assert about["Uid"].split() == ["10001"] * 4 and about["Gid"].split() == ["10001"] * 4
        assert about["Groups"].strip() == "" and about["NoNewPrivs"] == "1"
        for held in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
            assert int(about[held], 16) == 0, held
        for place in ("/tmp/x", "/opt/tables/x", "/x", "/opt/eight/x"):
            refused = running.run(["python", "-c", f"open({place!r}, 'w')"]).stderr
            assert "Read-only file system" in refused or "Permission denied" in refused
        assert "Read-only" in running.run(["python", "-c", "open('/tmp/x', 'w')"]).stderr
        running_pid = running.pid
        subprocess.run(["kill", f"-{signal.SIGTERM.value}", str(running_pid)], check=True)
        assert running.outer.wait(30) == 0


@needs_root
def test_the_health_check_fails_on_tables_that_are_not_right(image):
    table = image.root / "opt/tables/path.npy"
    good = table.read_bytes()
    table.write_bytes(good[:-1])
    try:
        with serving(image) as running:
            time.sleep(1)
            assert running.run(image.health).returncode == 1
            said = running.run(["python", "-c", ASK, '{"start": "12X453786"}']).stdout
            assert json.loads(said)["status"] == 503 and "path.npy" in said
    finally:
        table.write_bytes(good)
    with serving(image) as running:
        deadline = time.monotonic() + 20
        while running.run(image.health).returncode:
            assert time.monotonic() < deadline
