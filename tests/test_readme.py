"""Both READMEs: every command with an answer is run, and every file they name is there."""

import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.answers import answer
from tests.server import serving

CHECKOUT = Path(__file__).parents[1]
READMES = ["README.md", "README.zh-CN.md"]


def sessions(readme: str) -> list[tuple[str, str]]:
    """Return the commands of the console blocks and what is printed below each."""
    text = (CHECKOUT / readme).read_text("utf-8")
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    found = []
    for block in blocks:
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, answer = session.split("\n", 1)
            found.append((command, answer))
    return found


SESSIONS = {(command, answer) for readme in READMES for command, answer in sessions(readme)}


@pytest.fixture(scope="module")
def url(environment: dict[str, str]) -> Iterator[str]:
    with serving(environment) as server:
        yield server.url


@pytest.mark.parametrize("readme", READMES)
def test_has_sessions(readme: str) -> None:
    assert len(sessions(readme)) >= 7


@pytest.mark.parametrize(("command", "answer"), sorted(SESSIONS))
def test_session_is_as_shown(command: str, answer: str, url: str, environment) -> None:
    if "curl" in command and not shutil.which("curl"):
        pytest.skip("no curl on this machine")
    path = f"{Path(sys.executable).parent}:{environment['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command.replace("http://127.0.0.1:8000", url)],
        env=environment | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.rstrip("\n") == answer.rstrip("\n"), done.stderr
    assert done.stderr == ""


@pytest.mark.parametrize("readme", READMES)
def test_links_lead_somewhere(readme: str) -> None:
    text = (CHECKOUT / readme).read_text("utf-8")
    links = re.findall(r"\]\(([^)#]+)\)", text)
    assert links
    missing = [link for link in links if not (CHECKOUT / link).exists()]
    assert not missing


def test_chinese_readme_answers_as_the_english_one() -> None:
    assert set(sessions("README.zh-CN.md")) <= set(sessions("README.md"))


def test_named_targets_exist() -> None:
    makefile = (CHECKOUT / "Makefile").read_text()
    for readme in READMES:
        text = (CHECKOUT / readme).read_text("utf-8")
        for target in re.findall(r"(?:`|^    )make ([a-z]+)", text, re.MULTILINE):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_tables_are_read_by_numpy_alone_as_shown(tables_folder, solver, capsys) -> None:
    """The program of data/README.md is run, and asked about the pairs of all lengths and none."""
    text = (CHECKOUT / "data" / "README.md").read_text("utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    shown: dict[str, Any] = {}
    exec(program.replace("data/path.npy", f"{tables_folder}/path.npy"), shown)
    assert capsys.readouterr().out == program.rpartition("# ")[2]
    draw = random.Random(7)
    for _ in range(2000):
        pair = ["".join(draw.sample("12345678X", 9)) for _ in range(2)]
        assert shown["moves"](*pair) == answer(solver, *map(solver.board.parse, pair)).moves


def test_the_reliability_page_names_tests_that_there_are() -> None:
    text = (CHECKOUT / "docs" / "reliability.md").read_text("utf-8")
    named = set(re.findall(r"`(test_\w+)`", text))
    assert len(named) > 15
    assert not {name for name in named if not (CHECKOUT / "tests" / f"{name}.py").exists()}
