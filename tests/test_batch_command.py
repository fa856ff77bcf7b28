"""`eight batch` on real files and pipes: whole output or none, the right status, bounded memory."""

import os
import resource
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

from app.judges.formats import FORMATS
from tests.conftest import EIGHT

PAIR = b"12X453786 12345678X\n"
ANSWER = b"2\tdd\n"
MANY = 200_000  # cases: over several blocks, 4 MB


def folder_of(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.iterdir() if file.is_file()}


@pytest.fixture
def pairs(tmp_path) -> Path:
    """A folder of three files, the second of them wrong."""
    for name, text in {"a.in": PAIR, "b.in": PAIR + b"12\n", "c.txt": PAIR * 2}.items():
        (tmp_path / name).write_bytes(text)
    return tmp_path


def test_the_default_format_reads_standard_input_and_writes_standard_output(eight):
    done = eight("batch", input=b"1\n12X453786\n12345678X\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"Case 1: 2\ndd\n", b"")


def test_several_files_are_answered_beside_themselves_and_the_bad_one_is_named(eight, pairs):
    files = sorted(pairs.iterdir())
    done = eight("batch", "--format", "pairs", *files)
    bad, total = done.stderr.decode().splitlines()
    expected = "expected the other 7 of 9 symbols of a start board, found the end of the input"
    assert bad == f"eight: {pairs / 'b.in'}:3:1: {expected}"
    assert total == "2 of 3 files answered"
    assert (done.returncode, done.stdout) == (2, b"")
    outputs = {name: text for name, text in folder_of(pairs).items() if name.endswith(".out")}
    assert outputs == {"a.out": ANSWER, "c.out": ANSWER * 2}


def test_an_output_folder_is_made_and_holds_all_answers(eight, pairs):
    files = [pairs / "a.in", pairs / "c.txt"]
    done = eight("batch", "--format", "pairs", "--out-dir", pairs / "deep" / "er", *files)
    assert (done.returncode, done.stderr) == (0, b"2 of 2 files answered\n")
    assert folder_of(pairs / "deep" / "er") == {"a.out": ANSWER, "c.out": ANSWER * 2}


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["-o", "x", "a.in", "c.txt"], "-o takes the answers of one file: use --out-dir"),
        (["--out-dir", "x"], "--out-dir needs files"),
        (["a.in", "./a.in"], "a.out would be written twice, or over an input"),
        (["--format", "nothing"], "'nothing' is not one of"),
        (["absent.in"], "File 'absent.in' does not exist."),
        (["--jobs", "0"], "expected a whole number from 1 to 1000000000000, found '0'"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(eight, pairs, arguments, message):
    done = eight("batch", *arguments, cwd=pairs)
    [line] = done.stderr.decode().splitlines()
    assert message in line
    assert line.endswith("(see `eight batch --help`)")
    assert (done.returncode, done.stdout) == (2, b"")


def test_help_shows_each_format_with_its_sample(eight):
    text = eight("batch", "--help").stdout.decode()
    shown = [line.strip() for line in text.splitlines()]
    for format in FORMATS.values():
        assert set(format.sample.strip().splitlines()) <= {*shown, *format.sample.splitlines()}
        assert any(line.startswith(format.name) for line in shown)
        assert all(line.strip() in shown for line in format.sample.splitlines())


def test_a_surplus_behind_the_last_case_is_warned_of(eight):
    done = eight("batch", input=b"1\n12X453786\n12345678X\n12X453786\n")
    assert (done.returncode, done.stdout) == (0, b"Case 1: 2\ndd\n")
    warning = b"eight: warning: <stdin>:4:1: ignored what follows the last of 1 cases\n"
    assert done.stderr == warning


@pytest.mark.parametrize("name", ["hdu3567", "boj9985", "princeton"])
def test_any_number_of_jobs_gives_the_same_bytes(eight, tmp_path, name):
    count = 150_000 if name == "hdu3567" else 20_000
    text = eight("gen", "--format", name, "--count", count, "--seed", 4).stdout
    (tmp_path / "in").write_bytes(text)
    outputs = {
        eight("batch", "--format", name, "--jobs", jobs, tmp_path / "in").stdout
        for jobs in (1, 2, 7)
    }
    piped = eight("batch", "--format", name, input=text).stdout
    assert outputs == {piped}
    assert len(piped) > count


def test_answers_flow_while_the_input_is_still_coming(environment):
    command = [EIGHT, "batch", "--format", "pairs"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, env=environment, bufsize=0, **pipes) as process:
        for _ in range(3):
            process.stdin.write(PAIR)
            assert process.stdout.read(len(ANSWER)) == ANSWER
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait() == 0


def test_a_reader_that_has_had_enough_ends_it_quietly(environment, tmp_path):
    (tmp_path / "in").write_bytes(PAIR * MANY)
    command = [EIGHT, "batch", "--format", "pairs", str(tmp_path / "in")]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=environment, **pipes) as process:
        assert process.stdout.read(5) == ANSWER
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_a_full_device_is_said_in_one_line_with_status_3(eight):
    with open("/dev/full", "wb") as full:
        done = eight("batch", input=b"1\n12X453786\n12345678X\n", capture_output=False,
                     stdout=full, stderr=subprocess.PIPE)  # fmt: skip
    assert (done.returncode, done.stderr.decode()) == (
        3, "eight: [Errno 28] No space left on device: '<stdout>'\n",
    )  # fmt: skip


@pytest.mark.parametrize("old", [b"old", None])
def test_a_full_disk_leaves_the_old_output_or_none(eight, tmp_path, old):
    (tmp_path / "in").write_bytes(PAIR * MANY)
    if old:
        (tmp_path / "out").write_bytes(old)
    before = folder_of(tmp_path)

    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    done = eight("batch", "--format", "pairs", "-o", tmp_path / "out", tmp_path / "in",
                 preexec_fn=small_disk)  # fmt: skip
    said = f"eight: [Errno 27] File too large: '{tmp_path / 'out'}'\n"
    assert (done.returncode, done.stderr.decode()) == (3, said)
    assert folder_of(tmp_path) == before


@pytest.mark.parametrize("seconds", [0.05, 0.3, 0.5, 0.7, 0.9])
def test_an_interrupt_leaves_the_old_output_or_the_whole_new_one(environment, tmp_path, seconds):
    (tmp_path / "in").write_bytes(PAIR * MANY * 5)
    (tmp_path / "out").write_bytes(b"old")
    command = [EIGHT, "batch", "--format", "pairs", "-o", "out", "in"]
    process = subprocess.Popen(command, env=environment, cwd=tmp_path, stderr=subprocess.PIPE)
    timer = threading.Timer(seconds, process.send_signal, [signal.SIGINT])
    timer.start()
    error = process.communicate()[1]
    timer.cancel()
    assert sorted(folder_of(tmp_path)) == ["in", "out"]
    text, whole = (tmp_path / "out").read_bytes(), ANSWER * MANY * 5
    if process.returncode == 0:
        assert text == whole
    else:
        assert process.returncode in (130, -signal.SIGINT)
        assert text == b"old"
        assert b"Traceback" not in error or process.returncode == -signal.SIGINT


def peak(environment: dict[str, str], cases: int) -> int:
    """Return the most memory, in KiB, that answering a pipe of so many cases took."""
    command = [EIGHT, "batch", "--format", "pairs"]
    sink = subprocess.DEVNULL
    process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=sink)
    for _ in range(cases // 1000):
        process.stdin.write(PAIR * 1000)
    process.stdin.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    assert status == 0
    return usage.ru_maxrss


def test_memory_does_not_grow_with_the_input(environment):
    small, large = peak(environment, 100_000), peak(environment, 1_000_000)
    assert large - small < 15 << 10


def test_a_batch_told_to_end_leaves_nothing_beside_its_output(environment, tmp_path):
    (tmp_path / "out").write_bytes(b"old")
    command = [EIGHT, "batch", "--format", "pairs", "-o", str(tmp_path / "out")]
    pipes = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=environment, **pipes) as process:
        process.stdin.write(PAIR)
        process.stdin.flush()
        deadline = time.monotonic() + 30
        while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < deadline:
            time.sleep(0.02)
        process.terminate()
        assert (process.wait(30), process.stderr.read().strip()) == (130, b"")
        process.stdin.close()
    assert folder_of(tmp_path) == {"out": b"old"}


def test_an_input_is_not_written_over(eight, tmp_path):
    (tmp_path / "in").write_bytes(PAIR)
    done = eight("batch", "--format", "pairs", tmp_path / "in", "-o", tmp_path / "in")
    said = f"eight: {tmp_path / 'in'} would be written over an input (see `eight batch --help`)\n"
    assert (done.returncode, done.stderr.decode()) == (2, said)
    assert (tmp_path / "in").read_bytes() == PAIR
