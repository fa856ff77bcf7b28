"""Judge files that are wrong: the message of tests/invalid/FORMAT/NAME.in is in NAME.message."""

from pathlib import Path

import numpy as np
import pytest

from app.batch import answers
from app.judges.errors import JudgeFileError
from app.judges.formats import FORMATS
from app.judges.reading import Reader

INVALID = Path(__file__).with_name("invalid")
INPUTS = sorted(INVALID.glob("*/*.in"))


def name_of(file: Path) -> str:
    return f"{file.parent.name}-{file.stem}"


def test_no_folder_is_empty_and_every_input_has_its_message():
    assert {file.parent.name for file in INPUTS} == set(FORMATS)
    messages = {file.with_suffix("") for file in INVALID.glob("*/*.message")}
    assert {file.with_suffix("") for file in INPUTS} == messages


@pytest.mark.parametrize("size", [None, 1], ids=["whole", "byte by byte"])
@pytest.mark.parametrize("file", INPUTS, ids=name_of)
def test_the_whole_message_is_the_expected_one(solver, file, size):
    text = file.read_bytes()
    pieces = [text] if size is None else [text[i : i + 1] for i in range(len(text))]
    reader = Reader(FORMATS[file.parent.name], solver.board)
    with pytest.raises(JudgeFileError) as caught:
        list(answers(solver, reader, pieces))
    caught.value.file = file.name
    assert f"{caught.value}\n" == file.with_suffix(".message").read_text()


@pytest.mark.parametrize("name", FORMATS)
def test_the_command_names_every_bad_file_and_leaves_no_output(eight, tmp_path, name):
    files = [file for file in INPUTS if file.parent.name == name]
    sound = tmp_path / "sound"
    sound.write_text(FORMATS[name].sample)
    done = eight("batch", "--format", name, "--out-dir", tmp_path / "out", *files, sound)
    messages = [file.with_suffix(".message").read_text() for file in files]
    expected = "".join(f"eight: {INVALID / name}/{message}" for message in messages)
    expected += f"1 of {len(files) + 1} files answered\n"
    assert (done.returncode, done.stderr.decode()) == (2, expected)
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["sound.out"]


def a_million_cases() -> bytearray:
    boards = np.random.default_rng(1).permuted(np.tile(np.arange(9), (4096, 1)), axis=1)
    lines = np.full((4096, 10), 10, np.uint8)
    lines[:, :9] = boards + ord("0")
    cases = lines.tobytes() * (2_000_000 // 4096 + 1)
    return bytearray(b"1000000\n" + cases[: 2_000_000 * 10])


@pytest.mark.parametrize(
    "jobs, fault, message",
    [
        (1, b"7", "1600008:9: tile 7 stands twice"),
        (4, b"\n", "1600010:1: expected the last 1 symbols of a board, found "),
        (4, b"z", "1600008:9: unknown symbol 'z'"),
    ],
)
def test_one_bad_case_in_a_million_is_named_and_the_old_output_stays(
    eight, tmp_path, jobs, fault, message
):
    text = a_million_cases()
    at = 8 + 1_600_006 * 10  # in line 1,600,008
    text[at : at + 9] = b"12345670" + fault
    (tmp_path / "in").write_bytes(text)
    (tmp_path / "out").write_text("old")
    done = eight("batch", "--jobs", jobs, "-o", tmp_path / "out", tmp_path / "in")
    assert done.returncode == 2
    [line] = done.stderr.decode().splitlines()
    assert line.startswith(f"eight: {tmp_path / 'in'}:{message}"), line
    assert sorted(file.name for file in tmp_path.iterdir()) == ["in", "out"]
    assert (tmp_path / "out").read_text() == "old"
