"""docs/searches.md: its race is run, its mistakes are all, and what it says of samples is so."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.judges.formats import FORMATS
from app.searches.wrong import WRONGS
from tests.conftest import CHECKOUT

TEXT = (CHECKOUT / "docs" / "searches.md").read_text("utf-8")
SAMPLES = {
    "hdu3567": "HDU 3567",
    "poj1077": "POJ 1077, ",
    "luogu1379": "Luogu P1379",
    "boj1525": "BOJ 1525, ",
    "boj9985": "BOJ 9985, AOJ",
    "aoj-alds1-13b": "BOJ 9985, AOJ",
    "princeton": "Princeton",
}


def test_its_race_ends_as_shown(environment) -> None:
    (session,) = re.findall(r"^```console\n\$ (.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    command, expected = session.split("\n", 1)
    path = f"{Path(sys.executable).parent}:{environment['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command], env=environment | {"PATH": path}, capture_output=True, text=True
    )
    shown = [line.rstrip() for line in done.stdout.splitlines()]
    assert shown == expected.splitlines()


def test_it_names_every_mistake() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| ", TEXT, re.MULTILINE)
    assert sorted(rows) == sorted(wrong.name for wrong in WRONGS)


@pytest.mark.parametrize("name", SAMPLES)
def test_what_it_says_of_a_sample_is_so(eight, tmp_path: Path, name: str) -> None:
    (tmp_path / "sample.in").write_text(FORMATS[name].sample)
    told = json.loads(eight("score", tmp_path / "sample.in", "--format", name, "--json").stdout)
    caught = {row["name"] for row in told["programs"] if row["case"] is not None}
    (row,) = re.findall(rf"^\| {SAMPLES[name]}[^|]*\| (.*) \|$", TEXT, re.MULTILINE)
    assert set(re.findall(r"`([\w-]+)`", row)) == caught
