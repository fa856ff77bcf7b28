"""`eight gen`: judge input as asked for, the same on every machine, whole or not at all."""

import hashlib
import os
import shlex
import subprocess
from pathlib import Path

import numpy as np
import pytest

from app.batch import answers, read_blocks
from app.boards import unpack
from app.generating import generate
from app.judges.formats import FORMATS
from app.judges.reading import Reader
from app.sampling import sample_pairs
from tablegen import paths
from tests.conftest import EIGHT


def cases(solver, name, text):
    """Return the starts, goals and limits of an input."""
    blocks = [block.cases() for block in read_blocks(Reader(FORMATS[name], solver.board), [text])]
    starts, goals = (np.concatenate([getattr(b, n) for b in blocks]) for n in ("starts", "goals"))
    return starts, goals, [b.limits for b in blocks]


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_written_as_it_is_read_and_answered(solver, name):
    format = FORMATS[name]
    goal = format.goal and solver.board.parse(format.goal)
    pairs = sample_pairs(solver, 40_000, 3, goal=goal, unsolvable=4000)
    parts = [*generate(solver, format, pairs, 3, True)]
    assert len(parts) == 3  # a header and two blocks
    source, expected = (b"".join(texts) for texts in zip(*parts, strict=True))
    starts, goals, limits = cases(solver, name, source)
    assert np.array_equal(starts, pairs[0])
    assert np.array_equal(goals, pairs[1])
    reader = Reader(format, solver.board)
    assert b"".join(bytes(text) for text in answers(solver, reader, [source])) == expected
    assert b"".join(text for text, _ in generate(solver, format, pairs, 3, False)) == source
    if name == "boj9985":
        lengths, limits = paths.lengths(solver.codes(starts, goals)), np.concatenate(limits)
        assert set((limits - lengths)[lengths > 0].tolist()) == {-1, 0, 1}
        assert set(limits[lengths < 0].tolist()) == set(range(32))


def test_the_files_of_a_command_never_change(eight, tmp_path):
    files = [tmp_path / name for name in ("1.in", "1.out", "1.txt")]
    options = ["--length", "20-25", "--start-blank", "corner,5", "--unsolvable", "0.1"]
    request = ["--count", 500, "--seed", "a b", *options, "--paths", "2-"]
    named = ["-o", files[0], "--answers", files[1], "--manifest", files[2]]
    done = eight("gen", "--format", "hdu3567", *request, *named)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert files[2].read_text() == (
        "eight gen --format hdu3567 --count 500 --seed 'a b' --length 20-25 --paths 2-255"
        " --start-blank 1,3,5,7,9 --unsolvable 0.1"
        " --output 1.in --answers 1.out --manifest 1.txt\n"
        "b1a3099b0e414908841980f45f29664c2363a9b9372a37fa5135c9fa864d1e01 "
        " 1.in\n"
        "6e3adcbf834a51a666197bde754a5f5dd7a024febc8e8f6a0bddb6ea2d56eec6 "
        " 1.out\n"
    )
    before = [file.read_bytes() for file in files]
    for file, line in zip(files, before[2].decode().splitlines()[1:], strict=False):
        assert line.split()[0] == hashlib.sha256(file.read_bytes()).hexdigest()
        file.unlink()
    # The first line, run where the manifest is, makes the files again.
    again = shlex.split(before[2].decode().splitlines()[0])
    assert eight(*again[1:], cwd=tmp_path).returncode == 0
    assert before == [file.read_bytes() for file in files]
    check = eight("check", "--format", "hdu3567", files[0], files[1])
    assert check.stderr == b"ok 500 cases\n"


def test_the_cases_are_as_asked_for(eight, solver):
    options = ["--length", "8-", "--paths", "1", "--start-blank", "2", "--goal-blank", "side"]
    done = eight("gen", "--format", "pairs", "--count", 400, "--unsolvable", 0.25, *options)
    starts, goals, _ = cases(solver, "pairs", done.stdout)
    codes, counts = solver.codes(starts, goals), solver.counts(starts, goals)
    assert (codes == paths.NO_PATH).sum() == 100
    assert set(counts[codes != paths.NO_PATH].tolist()) == {1}
    assert paths.lengths(codes[codes != paths.NO_PATH]).min() >= 8
    assert set(np.argmin(unpack(solver.board, starts), axis=1).tolist()) == {1}
    assert set(np.argmin(unpack(solver.board, goals), axis=1).tolist()) == {1, 3, 5, 7}


def test_one_goal_may_be_asked_for_and_is_the_judges_where_it_has_one(eight):
    request = ["gen", "--count", 3, "--format"]
    given = eight(*request, "pairs", "--goal", "1238x4765").stdout.decode()
    assert given.split()[1::2] == ["1238X4765"] * 3
    fixed = eight(*request, "luogu1379", "--length", 0).stdout
    assert fixed == b"123804765\n" * 3


REFUSED = [
    (["--length", "31", "--goal-blank", "centre"],
     "expected pairs of length 31, with the goal's blank in cell 5, found lengths 0 to 30"),
    (["--format", "luogu1379", "--goal-blank", "corner"],
     "the goal 1238X4765 has its blank in cell 5, not as asked for"),
    (["--format", "poj1077", "--goal", "1238X4765"],
     "the goal of poj1077 is 12345678X: --goal cannot be given"),
    (["--goal", "12"], "expected 9 symbols, found 2"),
    (["--length", "32"], "Invalid value for '--length': expected one number or two, as 8, 8-12 or"
     " 8-, from 0 to 31, found '32'"),
    (["--length", "9-8"], "Invalid value for '--length': expected one number or two, as 8, 8-12 or"
     " 8-, from 0 to 31, found '9-8'"),
    (["--paths", "0"], "Invalid value for '--paths': expected one number or two, as 8, 8-12 or 8-,"
     " from 1 to 255, found '0'"),
    (["--start-blank", "10"], "Invalid value for '--start-blank': expected cells 1 to 9, corner,"
     " side or centre, with commas between, found '10'"),
    (["--unsolvable", "1.5"],
     "Invalid value for '--unsolvable': expected a number from 0 to 1, found '1.5'"),
    (["--count", "-1"],
     "Invalid value for '--count': expected a whole number from 0 to 10000000, found '-1'"),
    (["-o", "a", "--answers", "./a"], "-o, --answers and --manifest must be different files"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "message"), REFUSED)
def test_what_cannot_be_is_refused_and_no_file_touched(eight, tmp_path, options, message):
    (tmp_path / "old").write_text("old")
    files = [] if "-o" in options else ["-o", "old", "--answers", "new"]
    done = eight("gen", "--count", 5, *files, *options, cwd=tmp_path)
    assert done.returncode == 2
    hint = " (see `eight gen --help`)" if options[0] != "--goal" or len(options) > 2 else ""
    assert done.stderr.decode() == f"eight: {message}{hint}\n"
    assert {path.name for path in tmp_path.iterdir()} == {"old"}
    assert (tmp_path / "old").read_text() == "old"


def test_where_one_file_cannot_be_written_none_is(eight, tmp_path):
    (tmp_path / "old").write_text("old")
    done = eight("gen", "--count", 5, "-o", "old", "--answers", "no/such", cwd=tmp_path)
    assert done.returncode == 3
    assert done.stderr.count(b"\n") == 1
    assert {path.name for path in tmp_path.iterdir()} == {"old"}
    assert (tmp_path / "old").read_text() == "old"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_leaves_the_other_file_as_it_was(eight, tmp_path):
    (tmp_path / "old").write_text("old")
    done = eight("gen", "--count", 5, "-o", tmp_path / "old", "--answers", "/dev/full")
    assert done.returncode == 3
    assert b"No space left" in done.stderr
    assert (tmp_path / "old").read_text() == "old"
    assert os.listdir(tmp_path) == ["old"]


def test_a_million_cases_come_in_seconds(environment, tmp_path):
    request = ["--count", "1000000", "--seed", "7", "--length", "20-25", "--unsolvable", "0.1"]
    files = ["-o", tmp_path / "in", "--answers", tmp_path / "out"]
    subprocess.run([EIGHT, "gen", *request, *files], env=environment, check=True, timeout=60)
    check = [EIGHT, "check", "--format", "hdu3567", tmp_path / "in", tmp_path / "out"]
    done = subprocess.run(check, env=environment, capture_output=True, timeout=60)
    assert done.stderr == b"ok 1000000 cases\n"
