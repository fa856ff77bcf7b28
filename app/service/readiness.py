"""Whether there are tables to answer from, and if not, why.

Tables are served only when every file's digest is as its manifest says (``load`` sees to that) and
known pairs are answered right, which tables made another way would fail. They are taken up anew
on SIGHUP: loaded and checked beside those that are served, and put in their place at once; no
request is dropped, and bad tables never take the place of good ones.
"""

import asyncio
import hashlib
import json
import logging

from app.find_tables import find_tables
from app.service.problems import Complaint, Problem
from app.service.settings import Settings
from app.solver import Solver
from tablegen import paths
from tablegen.board import Board
from tablegen.errors import TablesError
from tablegen.tables import Tables, expect_figures

_LOG = logging.getLogger("eight")
RETRY_SECONDS = 5

# start, goal and canonical path, one pair for each blank cell. Breadth-first passes from the goal,
# or with the moves tried in any other order, find another path for every one of them.
KNOWN = [
    ("X82457361", "138264X75", "ddrruldruuldlurdrdluldrrulld"),
    ("2X4751368", "6534X1827", "ddlurdruldluurrddluldruuldr"),
    ("14X756832", "258X46713", "ddllurdluurdldruruldlurdl"),
    ("476X85321", "5267841X3", "drrulldrruldluurdldrrullurdd"),
    ("3716X4582", "8X2517436", "dlurrulldrdlururddluurdlu"),
    ("81763X452", "71254X368", "dlluruldrurddlulurdrdllurr"),
    ("562817X34", "48X271365", "rrulurdldluurdldrrullurddruu"),
    ("7312654X8", "8X2463175", "ruldruuldlurdrdluldrurul"),
    ("64728153X", "741835X26", "lluruldrurddlulurdrdll"),
]


class NotServable(Exception):
    """Tables that are whole, and answer a known pair wrong."""


class Readiness:
    """The solver that requests are answered by, or the ``reason`` why there is none.

    digest    : of the tables served, 16 hexadecimal digits; it changes with any byte of them
    reloaded, refused : how often new tables were taken up, or found bad and not taken
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.solver: Solver | None = None
        self.reason = "the tables are being loaded"
        self.digest = ""
        self.reloaded = self.refused = 0

    def require(self) -> Solver:
        """Return the solver; raises ``Problem`` 503 where there is none."""
        if self.solver is None:
            complaint = Complaint(None, "not_ready", self.reason)
            headers = {"Retry-After": str(RETRY_SECONDS)}
            raise Problem(503, f"not ready: {self.reason}", [complaint], headers)
        return self.solver

    async def load(self) -> None:
        """Take up the tables of the settings' folder, or note the reason why not."""
        try:
            solver = await asyncio.to_thread(self._checked)
        except (TablesError, NotServable, OSError) as error:
            self.refused += 1
            kept = "" if self.solver is None else "; the tables taken up before stay"
            if kept or self.reason != _public(error):
                _LOG.error("tables refused: %s%s", error, kept)
            self.reason = _public(error)
            return
        self.reloaded += self.solver is not None
        self.solver, self.digest = solver, digest(solver.tables)
        _LOG.info("tables %s taken up", self.digest)

    async def load_until_there(self) -> None:
        """Try again, ever less often, as long as there are no tables."""
        wait = RETRY_SECONDS
        while self.solver is None:
            await asyncio.sleep(wait)
            await self.load()
            wait = min(2 * wait, 60)

    def _checked(self) -> Solver:
        solver = Solver(find_tables(self._settings.tables))
        expect_figures(solver.tables)
        check(solver)
        return solver


def _public(error: Exception) -> str:
    """Return what is wrong without telling where on this machine."""
    if isinstance(error, TablesError):
        return str(error).replace(str(error.file), error.file.name or "tables")
    return error.strerror or "no tables" if isinstance(error, OSError) else str(error)


def digest(tables: Tables) -> str:
    """Return 16 hexadecimal digits that name the bytes of ``tables``, from their manifest."""
    files = (tables.manifest or {})["files"]
    named = {name: entry["sha256"] for name, entry in files.items()}
    return hashlib.sha256(json.dumps(named, sort_keys=True).encode()).hexdigest()[:16]


def check(solver: Solver) -> None:
    """Answer the known pairs; raises ``NotServable`` for the first that is answered wrong."""
    board = solver.board
    if board != Board(3, 3):
        raise NotServable(f"expected tables of a 3x3 board, found {board.rows}x{board.columns}")
    for start, goal, expected in KNOWN:
        code = solver.code(board.parse(start), board.parse(goal))
        found = "no path" if code == paths.NO_PATH else paths.format_path(code)
        if found != expected:
            raise NotServable(f"from {start} to {goal}: expected {expected}, found {found}")
