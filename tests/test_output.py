"""Output that is there whole or not at all."""

import os
import stat

import pytest

from app.output import whole_file, write_all


class Stopped(Exception):
    pass


def stop_half_way(path):
    with pytest.raises(Stopped), whole_file(path) as stream:
        stream.write(b"half")
        raise Stopped


def test_the_file_is_there_only_when_the_block_has_ended_well(tmp_path):
    path = tmp_path / "out"
    with whole_file(path) as stream:
        stream.write(b"new")
        assert not path.exists()
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["out"]


@pytest.mark.parametrize("old", [b"old", None])
def test_a_failure_leaves_what_was_there_and_nothing_beside(tmp_path, old):
    path = tmp_path / "out"
    if old:
        path.write_bytes(old)
    stop_half_way(path)
    assert os.listdir(tmp_path) == (["out"] if old else [])
    assert not old or path.read_bytes() == old


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_the_old_file_s_mode_is_kept(tmp_path, mode):
    path = tmp_path / "out"
    path.write_bytes(b"old")
    path.chmod(mode)
    with whole_file(path) as stream:
        stream.write(b"new")
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.read_bytes() == b"new"


def test_a_new_file_has_the_mode_that_the_mask_gives(tmp_path):
    before = os.umask(0o027)
    try:
        with whole_file(tmp_path / "out"):
            pass
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o640


@pytest.mark.parametrize("there", [True, False])
def test_a_symbolic_link_stays_and_its_target_is_written(tmp_path, there):
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "target", tmp_path / "link"
    if there:
        target.write_bytes(b"old")
    link.symlink_to(target)
    stop_half_way(link)
    assert target.exists() is there
    with whole_file(link) as stream:
        stream.write(b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_what_is_no_regular_file_is_written_to_directly(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with whole_file(pipe) as stream:
        stream.write(b"new")
        assert os.read(reader, 10) == b"new"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    with whole_file(tmp_path.__class__("/dev/null")) as stream:
        stream.write(b"gone")


def test_a_stream_that_takes_a_part_is_given_the_rest():
    class Sluggish:
        taken = b""

        def write(self, data):
            self.taken += bytes(data[:3])
            return min(3, len(data))

    stream = Sluggish()
    write_all(stream, memoryview(b"all of this"))
    assert stream.taken == b"all of this"
