"""The manifest: what the files of a folder of tables are, and the figures of their entries.

format   the number of this specification
board    rows and columns
moves    the letters that the numbers 0 to 3 stand for
files    of each file: dtype, shape, bytes, and the SHA-256 of them
lengths  of each root: how many boards there are at length 0, 1, 2, ...
single   of each root: how many boards have a single shortest path
"""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablegen import paths
from tablegen.board import MOVES, Board
from tablegen.errors import TablesError
from tablegen.ranking import states

FORMAT = 1
MANIFEST = "manifest.json"
DTYPES = {"parent": "<u4", "move": "|u1", "path": "<u8", "count": "|u1"}

Manifest = dict[str, Any]


def describe(
    board: Board, path: NDArray[np.uint64], count: NDArray[np.uint8], directory: Path
) -> Manifest:
    """Return the manifest of tables whose files are already in ``directory``."""
    files = specification(board)
    for name, entry in files.items():
        with open(directory / name, "rb") as stream:
            entry["sha256"] = hashlib.file_digest(stream, "sha256").hexdigest()
    return {
        "format": FORMAT,
        "board": {"rows": board.rows, "columns": board.columns},
        "moves": MOVES,
        "files": files,
        **figures(path, count),
    }


def figures(path: NDArray[np.uint64], count: NDArray[np.uint8]) -> dict[str, list[Any]]:
    """Return ``lengths`` and ``single`` of (roots, states) entries, as above.

    Raises ``TablesError`` where an entry of ``path`` is no path.
    """
    lengths = []
    for row in path:
        moves = paths.lengths(row)
        if moves.min() < 0:
            raise TablesError(Path("path.npy"), "the code of a path in every entry", "0")
        lengths.append(np.bincount(moves).tolist())
    return {"lengths": lengths, "single": [int(np.count_nonzero(row == 1)) for row in count]}


def specification(board: Board) -> dict[str, dict[str, Any]]:
    """Return of each file its dtype, shape and size in bytes."""
    shape = (board.cells, states(board))
    return {
        f"{name}.npy": {
            "dtype": dtype,
            "shape": list(shape),
            "bytes": 128 + shape[0] * shape[1] * np.dtype(dtype).itemsize,
        }
        for name, dtype in DTYPES.items()
    }


def load_manifest(file: Path) -> Manifest:
    """Return the manifest in ``file``; raises ``TablesError`` for what is no such thing."""
    try:
        manifest = json.loads(file.read_bytes())
        fixed = {key: manifest[key] for key in ("format", "moves")}
        expect(file, {"format": FORMAT, "moves": MOVES}, fixed)
        specified = specification(Board(**manifest["board"]))
        expect(file, {"files": sorted(specified)}, {"files": sorted(manifest["files"])})
        for name, entry in specified.items():
            found = manifest["files"][name]
            expect(file, {name: entry}, {name: {k: v for k, v in found.items() if k != "sha256"}})
            found["sha256"].encode()
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise TablesError(file, f"a manifest of format {FORMAT}", repr(error)) from None
    return dict(manifest)


def format_manifest(manifest: Manifest) -> str:
    """Return JSON, indented, with each list of numbers on a line of its own."""
    text = json.dumps(manifest, indent=1)
    return re.sub(r"\[[\d,\s]+\]", lambda row: " ".join(row[0].split()), text) + "\n"


def expect(file: Path, expected: object, found: object) -> None:
    """Raise ``TablesError`` where what is found is not what was expected."""
    if expected != found:
        raise TablesError(file, expected, found)
