"""docs/setters.md: its session is run as written, from an empty folder, and its formats are all."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.batch import answers
from app.judges.formats import FORMATS
from app.judges.reading import Reader
from tests.conftest import CHECKOUT

TEXT = (CHECKOUT / "docs" / "setters.md").read_text("utf-8")
SESSIONS = re.findall(r"^```console\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def test_its_sessions_say_what_it_says_they_do(environment, tmp_path):
    path = f"{Path(sys.executable).parent}:{environment['PATH']}"
    steps = [step for session in SESSIONS for step in session.split("$ ")[1:]]
    assert len(steps) >= 5
    for step in steps:
        command, _, expected = step.partition("\n")
        done = subprocess.run(
            ["bash", "-c", command],
            env=environment | {"PATH": path},
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
        )
        assert f"$ {command}\n{done.stdout}" == f"$ {command}\n{expected}"


@pytest.mark.parametrize("name", FORMATS)
def test_it_shows_each_format_with_its_sample_and_answer(solver, name):
    format = FORMATS[name]
    text = answers(solver, Reader(format, solver.board), [format.sample.encode()])
    answer = b"".join(bytes(part) for part in text).decode().rstrip("\n")
    assert (
        f"`{name}`: {format.title}. Accepts {format.accept}.\n\n"
        f"```text\n{format.sample}--\n{answer}\n```\n"
    ) in TEXT


def test_it_shows_no_format_that_there_is_not():
    assert re.findall(r"^`([\w-]+)`: ", TEXT, re.MULTILINE) == list(FORMATS)
