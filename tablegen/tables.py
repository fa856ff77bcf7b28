"""The tables: what the files hold, and how they are saved and loaded.

A folder of tables holds four arrays in numpy's .npy format 1.0, in C order, and a manifest. For a
board with ``cells`` cells and ``states`` states (3x3: 9 and 181,440), each array has the shape
(cells, states): row k is the pass from root k, column i the state of index i (see ``ranking``).

    parent.npy  <u4  the state before the last move of the canonical path from the root
    move.npy    |u1  that last move, 0 to 3 for d l r u
    path.npy    <u8  the code of the canonical path from the root (see ``paths``)
    count.npy   |u1  how many shortest paths there are, 1 to 86 on a 3x3 board

The root itself has itself for a parent, NO_MOVE, the empty path, and one shortest path.

Saving is whole or nothing. The files are written in a folder beside, flushed to disk, and then
moved in, the manifest last; a manifest that describes other tables is removed before the first is
moved. So at any moment there are the old tables, the new ones (two builds give the same bytes), or
none, since a folder without a manifest or without one of its files holds no tables. Whoever saves
locks the folder, and the lock goes with its process: what then lies beside, a killed build left.

Loading maps the files read-only, never unpickles, and believes nothing: type, shape, size and
digest of what it maps must be as specified. It does not prove the entries; ``verify`` does.
"""

import fcntl
import hashlib
import io
import mmap
import os
import shutil
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablegen.board import Board
from tablegen.errors import NoTablesError, TablesError
from tablegen.manifest import (
    DTYPES,
    MANIFEST,
    Manifest,
    describe,
    expect,
    figures,
    format_manifest,
    load_manifest,
    specification,
)
from tablegen.ranking import states

NO_MOVE = 255


@dataclass(frozen=True)
class Tables:
    """The four arrays of one board, each (cells, states), and the manifest if they have one."""

    board: Board
    parent: NDArray[np.uint32]
    move: NDArray[np.uint8]
    path: NDArray[np.uint64]
    count: NDArray[np.uint8]
    manifest: Manifest | None = None

    @cached_property
    def figures(self) -> dict[str, list[Any]]:
        """The figures of the entries, as a manifest tells them; raises ``TablesError``."""
        return figures(self.path, self.count)


def save(tables: Tables, directory: Path) -> None:
    """Write the tables and their manifest into ``directory``, made if missing; see above.

    Raises OSError where the disk is full, read-only or not there; the old tables then stay.
    """
    directory.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        _replace(tables, directory)
        os.fsync(descriptor)
    except OSError as error:
        error.filename = error.filename or str(directory)
        raise
    finally:
        os.close(descriptor)  # and so unlock it


def _replace(tables: Tables, directory: Path) -> None:
    beside = directory / ".build"
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir()
    try:
        for name in DTYPES:
            _write(beside / f"{name}.npy", tables)
        manifest = format_manifest(describe(tables.board, tables.path, tables.count, beside))
        _write(beside / MANIFEST, manifest)
        old = directory / MANIFEST
        if old.exists() and old.read_text("utf-8", "replace") != manifest:
            old.unlink()
        for name in [*(f"{name}.npy" for name in DTYPES), MANIFEST]:
            os.replace(beside / name, directory / name)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def expect_figures(tables: Tables) -> None:
    """Raise ``TablesError`` where the manifest tells other figures than the entries have."""
    if tables.manifest is not None:
        for name, found in tables.figures.items():
            expect(Path(MANIFEST), {name: found}, {name: tables.manifest.get(name)})


def load(directory: Path) -> Tables:
    """Map the tables of ``directory``, every file checked against the specification.

    Raises ``NoTablesError`` where there are none, ``TablesError`` where they are not as specified.
    """
    missing = [n for n in [MANIFEST, *specification(Board(3, 3))] if not (directory / n).exists()]
    if missing:
        raise NoTablesError(directory, "tables", f"no {missing[0]}")
    manifest = load_manifest(directory / MANIFEST)
    board = Board(**manifest["board"])
    arrays = {}
    for name, dtype in DTYPES.items():
        file = directory / f"{name}.npy"
        sha256 = manifest["files"][file.name]["sha256"]
        arrays[name] = _map(file, dtype, (board.cells, states(board)), sha256)
    return Tables(board, manifest=manifest, **arrays)


def _map(file: Path, dtype: str, shape: tuple[int, int], sha256: str) -> NDArray[Any]:
    if not file.is_file():
        raise TablesError(file, "a file", "something else")
    header = _header(dtype, shape)
    size = len(header) + shape[0] * shape[1] * np.dtype(dtype).itemsize
    with open(file, "rb") as stream:
        found = stream.read(len(header))
        if found[: len(np.lib.format.magic(1, 0))] != np.lib.format.magic(1, 0):
            raise TablesError(file, "an .npy file of format 1.0", f"one that begins {found[:8]!r}")
        if found != header:
            raise TablesError(file, _words(header), _words(found))
        expect(file, f"{size} bytes", f"{os.fstat(stream.fileno()).st_size} bytes")
        mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    # Of what is mapped, not of the file by its name, which may have been replaced meanwhile.
    expect(file, f"SHA-256 {sha256}", f"SHA-256 {hashlib.sha256(mapped).hexdigest()}")
    return np.frombuffer(mapped, dtype, offset=len(header)).reshape(shape)


def _header(dtype: str, shape: tuple[int, int]) -> bytes:
    """Return the bytes before the data; numpy's own reader would believe other ones, or fail."""
    stream = io.BytesIO()
    described = {"descr": dtype, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(stream, described)
    return stream.getvalue()


def _words(header: bytes) -> str:
    """Return what a header says, between its length and the spaces that fill it up."""
    return ascii(header[10:].decode("latin-1").split(" }")[0].strip())[1:-1]


def _write(file: Path, content: Tables | str) -> None:
    with open(file, "xb") as stream:
        if isinstance(content, str):
            stream.write(content.encode())
        else:
            dtype = DTYPES[file.stem]
            array = np.ascontiguousarray(getattr(content, file.stem), dtype)
            stream.write(_header(dtype, array.shape))
            stream.write(array.data)
        stream.flush()
        os.fsync(stream.fileno())
