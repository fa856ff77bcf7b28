"""The files: what is saved is what is loaded, and nothing else is ever loaded."""

import json
import mmap
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tablegen.board import Board
from tablegen.build import build
from tablegen.errors import NoTablesError, TablesError
from tablegen.manifest import DTYPES
from tablegen.tables import Tables, load, save

CHECKOUT = Path(__file__).parents[1]
FILES = [f"{name}.npy" for name in DTYPES]
SMALL = build(Board(2, 3))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with tables of a 2x3 board, to be damaged."""
    save(SMALL, tmp_path / "tables")
    return tmp_path / "tables"


def refusal(folder: Path) -> str:
    """Return why ``folder`` is refused, without the path to it."""
    with pytest.raises(TablesError) as refused:
        load(folder)
    return str(refused.value).replace(f"{folder}/", "").replace(str(folder), "FOLDER")


def rewrite(file: Path, change: Callable[[dict], object]) -> None:
    manifest = json.loads(file.read_text())
    change(manifest)
    file.write_text(json.dumps(manifest))


def test_what_is_loaded_is_what_was_saved(folder: Path) -> None:
    loaded = load(folder)
    assert loaded.board == SMALL.board
    for name, dtype in DTYPES.items():
        array = getattr(loaded, name)
        assert array.dtype.str == dtype
        assert not array.flags.writeable
        assert (array == getattr(SMALL, name)).all()


def test_any_numpy_reads_the_files(folder: Path) -> None:
    for name, dtype in DTYPES.items():
        array = np.load(folder / f"{name}.npy", allow_pickle=False)
        assert (array.shape, array.dtype.str) == ((6, 360), dtype)


def test_the_manifest_in_git_describes_a_fresh_build(tables_folder: Path) -> None:
    fresh = (tables_folder / "manifest.json").read_text()
    assert (CHECKOUT / "data" / "manifest.json").read_text() == fresh


def test_two_builds_give_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    save(build(Board(2, 3)), tmp_path / "again")
    for name in [*FILES, "manifest.json"]:
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()


def test_saving_leaves_nothing_beside_the_tables(folder: Path) -> None:
    save(SMALL, folder)
    assert sorted(path.name for path in folder.iterdir()) == sorted([*FILES, "manifest.json"])


@pytest.mark.parametrize("name", [*FILES, "manifest.json"])
def test_a_missing_file_means_no_tables(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert refusal(folder) == f"FOLDER: expected tables, found no {name}"
    with pytest.raises(NoTablesError):
        load(folder)


def edges(size: int) -> list[int]:
    """Return places in every part of an .npy file: magic, version, length, header, data."""
    return [0, 5, 6, 7, 8, 9, 10, 20, 60, 117, 126, 127, 128, 129, size // 2, size - 2, size - 1]


@pytest.mark.parametrize("name", FILES)
def test_a_flipped_byte_is_refused_wherever_it_is(folder: Path, name: str) -> None:
    sound = (folder / name).read_bytes()
    for at in edges(len(sound)):
        for mask in (0x01, 0x80, 0xFF):
            flipped = bytearray(sound)
            flipped[at] ^= mask
            (folder / name).write_bytes(flipped)
            assert refusal(folder).startswith(f"{name}: expected "), (at, mask)


@pytest.mark.parametrize("name", FILES)
def test_a_file_cut_or_lengthened_anywhere_is_refused(folder: Path, name: str) -> None:
    sound = (folder / name).read_bytes()
    for end in [0, *edges(len(sound))]:
        (folder / name).write_bytes(sound[:end])
        assert refusal(folder).startswith(f"{name}: expected "), end
    (folder / name).write_bytes(sound + b"\0")
    assert refusal(folder) == f"{name}: expected {len(sound)} bytes, found {len(sound) + 1} bytes"


def test_data_of_another_kind_is_refused_by_name(folder: Path) -> None:
    def put(array: np.ndarray, **more: object) -> str:
        np.save(folder / "path.npy", array, **more)
        return refusal(folder)

    def header(dtype: str, shape: tuple[int, int] = (6, 360), fortran: bool = False) -> str:
        return f"{{'descr': '{dtype}', 'fortran_order': {fortran}, 'shape': {shape},"

    path = SMALL.path
    wanted = f"path.npy: expected {header('<u8')}"
    assert put(path.astype(">u8")) == f"{wanted}, found {header('>u8')}"
    assert put(path.astype("<i8")) == f"{wanted}, found {header('<i8')}"
    assert put(path[:, :-1]) == f"{wanted}, found {header('<u8', (6, 359))}"
    assert put(np.asfortranarray(path)) == f"{wanted}, found {header('<u8', fortran=True)}"
    pickled = np.array([[print]], object)
    assert put(pickled, allow_pickle=True) == f"{wanted}, found {header('|O', (1, 1))}"
    swapped = path.copy()
    swapped[[0, 1]] = swapped[[1, 0]]
    assert re.fullmatch(
        r"path\.npy: expected SHA-256 [0-9a-f]{64}, found SHA-256 [0-9a-f]{64}", put(swapped)
    )


def test_what_is_no_npy_file_is_refused(folder: Path) -> None:
    (folder / "move.npy").write_bytes(b"PK\3\4" + bytes(300))
    assert refusal(folder) == (
        r"move.npy: expected an .npy file of format 1.0, found one that begins"
        r" b'PK\x03\x04\x00\x00\x00\x00'"
    )
    (folder / "move.npy").unlink()
    (folder / "move.npy").mkdir()
    assert refusal(folder) == "move.npy: expected a file, found something else"


CHANGES = [
    (lambda m: m.update(format=2), "{'format': 1, 'moves': 'dlru'}, found {'format': 2, 'moves'"),
    (lambda m: m.update(moves="udlr"), "{'format': 1, 'moves': 'dlru'}, found {'format': 1, 'mov"),
    (lambda m: m.pop("files"), "a manifest of format 1, found KeyError('files')"),
    (lambda m: m["files"].pop("move.npy"), "{'files': ['count.npy', 'move.npy', 'parent.npy'"),
    (lambda m: m["files"]["path.npy"].update(sha256=5), "a manifest of format 1, found Attribute"),
    (lambda m: m["files"]["path.npy"].update(dtype="<u4"), "{'path.npy': {'dtype': '<u8'"),
    (lambda m: m.update(board={"rows": 4, "columns": 4}), "a manifest of format 1, found Value"),
    (lambda m: m.update(board=[2, 3]), "a manifest of format 1, found TypeError"),
    (lambda m: m.update(board={"rows": "2", "columns": 3}), "a manifest of format 1, found Type"),
]


@pytest.mark.parametrize(("change", "reason"), CHANGES)
def test_a_manifest_that_says_otherwise_is_refused(
    folder: Path, change: Callable[[dict], object], reason: str
) -> None:
    rewrite(folder / "manifest.json", change)
    assert refusal(folder).startswith(f"manifest.json: expected {reason}")


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "7", "\xff\xfe", '{"format": 1}'])
def test_what_is_no_manifest_is_refused(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_bytes(text.encode("latin-1"))
    assert refusal(folder).startswith("manifest.json: expected a manifest of format 1, found ")


def test_the_manifest_of_other_tables_is_refused(folder: Path, tables: Tables) -> None:
    mirrored = Tables(SMALL.board, SMALL.parent, SMALL.move, SMALL.path[::-1].copy(), SMALL.count)
    save(mirrored, folder.with_name("mirrored"))
    shutil.copy(folder.with_name("mirrored") / "manifest.json", folder)
    assert refusal(folder).startswith("path.npy: expected SHA-256 ")


def test_tables_in_use_stay_as_they_were_when_new_ones_are_saved(folder: Path) -> None:
    loaded = load(folder)
    before = loaded.path.copy()
    mirrored = Tables(SMALL.board, SMALL.parent, SMALL.move, SMALL.path[::-1].copy(), SMALL.count)
    save(mirrored, folder)
    assert (loaded.path == before).all()
    assert (load(folder).path == before[::-1]).all()


def test_what_is_mapped_is_what_was_checked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged file that is mended just when it has been mapped is still refused."""
    sound = (folder / "parent.npy").read_bytes()
    (folder / "parent.npy").write_bytes(sound[:-1] + b"\1")
    map_file = mmap.mmap

    def mend_after(*arguments: object, **more: object) -> mmap.mmap:
        mapped = map_file(*arguments, **more)
        save(SMALL, folder)
        return mapped

    monkeypatch.setattr("tablegen.tables.mmap.mmap", mend_after)
    assert refusal(folder).startswith("parent.npy: expected SHA-256 ")
