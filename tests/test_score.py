"""`eight score` and `eight gen --killers`: what a test file catches."""

import json
from pathlib import Path

import pytest

from app.searches.wrong import WRONGS

# The statements' own samples. That of HDU 3567 is its page's, that of POJ 1077 is ACM South Central
# USA 1998's, which HDU 1043, ZOJ 1217 and AcWing 179 repeat.
SAMPLES = {
    "hdu3567": "2\n12X453786\n12345678X\n564178X23\n7568X4123\n",
    "poj1077": "2 3 4 1 5 x 7 6 8\n",
    "acwing179": "2 3 4 1 5 x 7 6 8\n",
    "acwing845": "2 3 4 1 5 x 7 6 8\n",
    "luogu1379": "283104765\n",
}


def scored(eight, tmp_path: Path, text: bytes, *arguments: object) -> dict:
    file = tmp_path / "test.in"
    file.write_bytes(text)
    done = eight("score", file, "--json", *arguments)
    told = json.loads(done.stdout)
    names = [program["name"] for program in told["programs"]]
    assert names == [wrong.name for wrong in WRONGS]
    assert told["caught"] == sum(program["case"] is not None for program in told["programs"])
    visible = sum(program["visible"] for program in told["programs"])
    assert all(program["visible"] for program in told["programs"] if program["tried"])
    assert done.returncode == (0 if told["caught"] == visible else 1)
    return {program["name"]: program["case"] for program in told["programs"]} | {"": told}


def unseen(cases: dict) -> list[str]:
    return [program["name"] for program in cases[""]["programs"] if not program["visible"]]


def test_the_killers_catch_every_program_that_can_err_where_the_blank_is_x(eight, tmp_path) -> None:
    text = eight("gen", "--killers").stdout
    cases = scored(eight, tmp_path, text)
    assert unseen(cases) == ["lower-case-x"]
    assert cases[""]["caught"] == 13
    assert cases[""]["cases"] < 15


def test_the_killers_catch_a_lower_case_x_not_seen_where_it_is_written(eight, tmp_path) -> None:
    text = eight("gen", "--killers", "--format", "acwing179").stdout
    cases = scored(eight, tmp_path, text, "--format", "acwing179", "--accept", "exact")
    assert unseen(cases) == ["parity-without-goal"]
    assert cases[""]["caught"] == 13


@pytest.mark.parametrize(("format", "sample"), SAMPLES.items())
def test_the_published_samples_let_most_through(eight, tmp_path, format: str, sample: str) -> None:
    cases = scored(eight, tmp_path, sample.encode(), "--format", format)
    assert cases[""]["caught"] <= 4


def test_a_judge_that_takes_any_path_catches_fewer(eight, tmp_path) -> None:
    text = eight("gen", "--count", "20", "--seed", "4", "--format", "poj1077").stdout
    caught = [
        scored(eight, tmp_path, text, "--format", "poj1077", "--accept", accept)[""]["caught"]
        for accept in ("valid", "shortest", "exact")
    ]
    assert caught == sorted(caught)
    assert caught[0] < caught[2]


@pytest.mark.parametrize("format", ["uva652", "lanqiao261", "boj9985", "princeton", "pairs"])
def test_every_kind_of_format_is_scored(eight, tmp_path, format: str) -> None:
    text = eight("gen", "--count", "12", "--seed", "5", "--format", format).stdout
    cases = scored(eight, tmp_path, text, "--format", format, "--cases", "8")
    assert cases[""]["cases"] == 8
    assert cases["row-wrap"] is not None


def test_a_catch_behind_thousands_of_cases_is_found(eight, tmp_path) -> None:
    text = b"12345x78 6\n" * 2000 + b"x12453786\n"
    cases = scored(eight, tmp_path, text, "--format", "acwing845")
    assert cases[""]["cases"] == 2001
    assert (cases["leading-zero"], cases["lower-case-x"], cases["other-order"]) == (2001, 1, None)
    assert {row["name"]: row["tried"] for row in cases[""]["programs"]}["other-order"] == 0


def test_it_is_said_for_people_too(eight, tmp_path: Path) -> None:
    (tmp_path / "one.in").write_text(SAMPLES["hdu3567"])
    done = eight("score", tmp_path / "one.in")
    lines = done.stdout.decode().splitlines()
    assert lines[1].split(maxsplit=3)[:3] == ["start-unmarked", "not", "tried"]
    assert lines[-1] == "1 of 13 wrong programs caught by 2 cases"


def test_a_bad_file_is_named(eight, tmp_path: Path) -> None:
    (tmp_path / "bad.in").write_text("1\n12X453786\n12345677X\n")
    done = eight("score", tmp_path / "bad.in")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"eight: %s/bad.in:3:8: " % bytes(tmp_path))
    assert done.stderr.count(b"\n") == 1
