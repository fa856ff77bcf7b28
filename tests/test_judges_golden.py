"""Every judge's files, input beside output, and pairs whose answers are known.

tests/cases/FORMAT/NAME.in is answered by NAME.out. What is named ``sample``, ``statement`` or
``example`` is the published one of the judge that the folder is named for; NAME.published is the
output that the judge prints beside it where that is another shortest path than the canonical one.
``princeton`` has the boards of the course's own files, ``puzzleNN.txt``, with lengths for names.
"""

import re
from pathlib import Path

import pytest

from app.answers import answer
from app.batch import answers
from app.judges.formats import FORMATS
from app.judges.reading import Reader
from tests.oracle import walk

CASES = Path(__file__).with_name("cases")
INPUTS = sorted(CASES.glob("*/*.in"))
PUBLISHED = sorted(CASES.glob("*/*.published"))


def rows(name: str) -> list[list[str]]:
    lines = (CASES / name).read_text().splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


PAIRS = rows("pairs.tsv")
REFUSED = rows("refused.tsv")
WITH_ANOTHER = [row for row in PAIRS if row[5]]


def name_of(file: Path) -> str:
    return f"{file.parent.name}-{file.stem}"


def test_no_folder_is_empty_and_every_input_has_its_output():
    assert {file.parent.name for file in INPUTS} == set(FORMATS)
    outputs = {file.with_suffix("") for file in CASES.glob("*/*.out")}
    assert {file.with_suffix("") for file in INPUTS} == outputs
    assert {file.with_suffix("") for file in PUBLISHED} <= outputs
    assert (len(PAIRS), len(REFUSED), len(WITH_ANOTHER)) >= (179, 5, 30)


@pytest.mark.parametrize("file", INPUTS, ids=name_of)
@pytest.mark.parametrize("size", [None, 1], ids=["whole", "byte by byte"])
def test_input_is_answered_to_the_byte(solver, file, size):
    text = file.read_bytes()
    pieces = [text] if size is None else [text[i : i + 1] for i in range(len(text))]
    reader = Reader(FORMATS[file.parent.name], solver.board)
    found = b"".join(part.tobytes() for part in answers(solver, reader, pieces))
    assert found == file.with_suffix(".out").read_bytes()


@pytest.mark.parametrize("name", FORMATS)
def test_the_command_answers_a_folder_to_the_byte(eight, tmp_path, name):
    files = [file for file in INPUTS if file.parent.name == name]
    done = eight("batch", "--format", name, "--out-dir", tmp_path, *files)
    assert done.returncode == 0, done.stderr
    for file in files:
        expected = file.with_suffix(".out").read_bytes()
        assert (tmp_path / f"{file.stem}.out").read_bytes() == expected, file


@pytest.mark.parametrize("file", PUBLISHED, ids=name_of)
def test_the_published_path_is_one_of_four_shortest_and_not_the_canonical_one(solver, file):
    published = file.read_text().strip()
    canonical = file.with_suffix(".out").read_text().strip()
    start = re.sub(r"\s", "", file.with_suffix(".in").read_text()).replace("x", "0")[-9:]
    assert len(published) == len(canonical) == 19
    assert canonical < published
    assert walk(start, published)[-1] == walk(start, canonical)[-1] == "123456780"
    assert solver.count(solver.board.parse(start), solver.board.default_goal) == 4


@pytest.mark.parametrize("row", PAIRS, ids=lambda row: f"{row[0]}-{row[1]}")
def test_pair_has_its_known_length_path_and_number_of_paths(solver, row):
    start, goal = (solver.board.parse(text) for text in row[:2])
    found = answer(solver, start, goal)
    length, path = (int(row[2]), row[3]) if row[2] != "-1" else (None, None)
    assert (found.length, found.moves) == (length, path)
    assert solver.count(start, goal) == int(row[4])


@pytest.mark.parametrize("row", WITH_ANOTHER, ids=lambda row: f"{row[0]}-{row[1]}")
def test_the_path_that_other_searches_find_is_as_short_and_comes_later(row):
    start, goal, length, path, _, another = row
    assert walk(start, another)[-1] == walk(start, path)[-1] == goal
    assert len(another) == len(path) == int(length)
    assert path < another


def test_the_command_answers_all_known_pairs(eight):
    text = "".join(f"{row[0]} {row[1]}\n" for row in PAIRS).encode()
    done = eight("batch", "--format", "pairs", input=text)
    expected = "".join(f"{row[2]}\t{row[3]}\n" for row in PAIRS)
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, expected, b"")


@pytest.mark.parametrize("start, goal, message", REFUSED)
def test_pair_is_refused_in_one_line(eight, start, goal, message):
    done = eight("solve", "--", start, goal)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"eight: {message}\n"
