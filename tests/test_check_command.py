"""`eight check`, as people and judging systems run it."""

import subprocess
import sys

import pytest

from app.judges.formats import FORMATS
from tests.conftest import EIGHT

SOURCE = "2\n12X453786\n12345678X\n564178X23\n7568X4123\n"
RIGHT = "Case 1: 2\ndd\nCase 2: 8\nurrulldr\n"
WRONG = RIGHT.replace("urrulldr", "urrulldl")
OUTPUTS = {
    "right": (RIGHT, "ok 2 cases"),
    "wrong": (WRONG, "wrong answer case 2, step 8, board 756X84123: expected r, found l"),
    "short": (RIGHT[:12], "wrong output format case 2, line 2: expected Case, found the end of the"
              " output"),
    "fault": (RIGHT, "FAIL {}/fault:1:1: expected the number of cases, found 'junk'"),
}  # fmt: skip
STATUSES = {"testlib": [0, 1, 2, 3], "kattis": [42, 43, 43, 3], "qduoj": [0, 1, 1, 255]}


@pytest.fixture
def files(tmp_path):
    for name, (output, _) in OUTPUTS.items():
        (tmp_path / f"{name}.out").write_text(output)
    (tmp_path / "in").write_text(SOURCE)
    (tmp_path / "fault").write_text("junk")
    return tmp_path


@pytest.mark.parametrize("style", STATUSES)
@pytest.mark.parametrize("kind", OUTPUTS)
def test_each_verdict_is_one_line_and_the_styles_status(eight, files, style, kind):
    source = files / ("fault" if kind == "fault" else "in")
    done = eight("check", "--format", "hdu3567", "--style", style, source, files / f"{kind}.out")
    assert done.returncode == STATUSES[style][list(OUTPUTS).index(kind)]
    assert done.stderr.decode() == OUTPUTS[kind][1].format(files) + "\n"
    assert done.stdout == b""


def test_a_testlib_system_calls_it_with_input_output_answer(eight, files):
    arguments = ["check", "--format", "hdu3567", files / "in"]
    done = eight(*arguments, files / "right.out", files / "right.out")
    assert (done.returncode, done.stderr) == (0, b"ok 2 cases\n")
    for output in ("right.out", "none"):
        done = eight(*arguments, files / output, files / "wrong.out")
        assert done.returncode == 3
        assert done.stderr.startswith(f"FAIL the jury's answer {files}/wrong.out: case 2".encode())


def test_kattis_calls_it_with_the_output_on_standard_input(eight, files):
    (files / "feedback").mkdir()
    arguments = ["check", "--format", "hdu3567", "--style", "kattis", files / "in"]
    for kind, status in (("right", 42), ("wrong", 43)):
        output, line = OUTPUTS[kind]
        call = [*arguments, files / "right.out", f"{files}/feedback/"]
        assert eight(*call, input=output.encode()).returncode == status
        assert (files / "feedback/judgemessage.txt").read_text() == line + "\n"


def test_the_output_may_be_standard_input_or_a_pipe(eight, environment, files):
    arguments = ["check", "--format", "hdu3567", files / "in"]
    assert eight(*arguments, "-", input=RIGHT.encode()).returncode == 0
    assert eight(*arguments, "-", input=WRONG.encode()).returncode == 1
    # Read twice, since a blank line comes first: so a pipe is kept.
    board = "1 2 3 4 x 6 7 5 8"
    script = f"{EIGHT} check --format poj1077 <(echo {board}) <(echo; echo dr)"
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"ok 1 case\n")


def test_files_that_are_not_there_are_the_jurys_fault_or_no_output(eight, files):
    arguments = ["check", "--format", "hdu3567"]
    said = [
        ([files / "in", files / "none"], 2,
         "wrong output format {}/none: No such file or directory"),
        ([files / "in", files], 2, "wrong output format {}: Is a directory"),
        ([files / "none", files / "right.out"], 3, "FAIL {}/none: No such file or directory"),
        ([files / "fault", files / "none"], 3, OUTPUTS["fault"][1]),
        ([files / "in", files / "right.out", files / "none"], 3,
         "FAIL {}/none: No such file or directory"),
        ([files, files / "right.out"], 3, "FAIL {}: Is a directory"),
    ]  # fmt: skip
    for paths, status, line in said:
        done = eight(*arguments, *paths)
        assert done.stderr.decode() == line.format(files) + "\n"
        assert done.returncode == status


def test_bad_usage_is_said_in_a_line(eight, files):
    for arguments in (
        ["--format", "none", files / "in", files / "right.out"],
        [files / "in", files / "right.out"],
        ["--format", "hdu3567", files / "in"],
        ["--format", "hdu3567", "--accept", "any", files / "in", files / "right.out"],
    ):
        done = eight("check", *arguments)
        assert done.returncode == 2
        assert done.stderr.startswith(b"eight: ")
        assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("name", ["hdu3567", "uva652", "boj9985", "princeton"])
def test_what_batch_answers_check_accepts(eight, tmp_path, name):
    source, output = tmp_path / "in", tmp_path / "out"
    source.write_text(FORMATS[name].sample)
    output.write_bytes(eight("batch", "--format", name, source).stdout)
    done = eight("check", "--format", name, "--accept", "exact", source, output, output)
    assert done.returncode == 0, done.stderr


# A process's peak counts that of the one it was forked from: so one that is small starts it.
PEAK = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:])
_, status, used = os.wait4(process.pid, 0)
print(os.waitstatus_to_exitcode(status), used.ru_maxrss)
"""


def test_memory_does_not_grow_with_the_cases(environment, tmp_path):
    source, output = tmp_path / "in", tmp_path / "out"
    peaks = []
    for cases in (60_000, 600_000):
        source.write_bytes(b"%d\n" % cases + b"564178X23\n7568X4123\n" * cases)
        answers = (b"Case %d: 8\r\nurrulldr\r\n" % case for case in range(1, cases + 1))
        output.write_bytes(b"".join(answers))
        command = [
            sys.executable,
            "-c",
            PEAK,
            EIGHT,
            "check",
            "--format",
            "hdu3567",
            source,
            output,
        ]
        done = subprocess.run(command, env=environment, capture_output=True, timeout=120)
        assert done.stderr == b"ok %d cases\n" % cases
        status, peak = map(int, done.stdout.split())
        assert status == 0
        peaks.append(peak)
    assert peaks[1] < 1.3 * peaks[0]  # ten times the cases, 13 MB more of output
