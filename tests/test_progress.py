"""A bar for a person at a terminal, and nothing for a pipe."""

import io
import os
import pty
import subprocess

import pytest

from app import progress
from tests.conftest import EIGHT


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_is_told_how_far_the_work_has_come(monkeypatch):
    monkeypatch.setattr(progress.sys, "stderr", terminal := Terminal())
    monkeypatch.setattr(progress, "_DELAY", 0)
    with progress.progress(100, " cases") as passed:
        passed(25)
    assert "100" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r")  # and the bar is gone


def test_a_pipe_is_told_nothing(monkeypatch):
    monkeypatch.setattr(progress.sys, "stderr", pipe := io.StringIO())
    monkeypatch.setattr(progress, "_DELAY", 0)
    with progress.progress(100, " cases") as passed:
        passed(25)
    assert pipe.getvalue() == ""


@pytest.mark.parametrize(
    "arguments", [["batch", "-o", "out", "in"], ["check", "--format", "hdu3567", "in", "right"]]
)
def test_short_work_shows_no_bar_at_a_terminal(environment, tmp_path, arguments):
    (tmp_path / "in").write_text("1\n12X453786\n12345678X\n")
    (tmp_path / "right").write_text("Case 1: 2\ndd\n")
    reader, terminal = pty.openpty()
    command = [EIGHT, *arguments]
    subprocess.run(command, env=environment, cwd=tmp_path, stderr=terminal, check=True, timeout=60)
    os.close(terminal)
    said = b""
    try:
        said = os.read(reader, 1000)
    except OSError:  # nothing was written, and nobody can any more
        pass
    os.close(reader)
    assert said == (b"ok 1 case\r\n" if arguments[0] == "check" else b"")
