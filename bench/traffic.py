"""Traffic of every kind for a running service, and what each answer must be.

The answers come from the tables alone, not by way of the service or the solver: an entry is drawn,
its board and path are read, and both ends are given new tile names, which leaves the path as it is.
"""

import hashlib
import json
import random
import re
import socket
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import numpy as np

from tablegen.board import Board
from tablegen.ranking import states, unrank
from tablegen.tables import load

BOARD = Board(3, 3)
GOAL = "12345678X"
JSON = {"Content-Type": "application/json"}
LINES = {"Content-Type": "application/x-ndjson"}
TEXT = {"Content-Type": "text/plain"}

Check = Callable[[int, dict[str, str], bytes], bool]


@dataclass
class Exchange:
    """A request, and whether an answer to it is right."""

    name: str
    method: str
    path: str
    check: Check
    body: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """A pair with its answer; ``moves`` is None, and ``paths`` 0, where it is not solvable."""

    start: str
    goal: str
    moves: str | None
    paths: int

    def answer(self) -> dict[str, object]:
        """Return what the service says of the pair."""
        return {
            "start": self.start,
            "goal": self.goal,
            "solvable": self.moves is not None,
            "length": None if self.moves is None else len(self.moves),
            "moves": self.moves,
        }

    def query(self) -> str:
        """Return the pair as a query."""
        return f"start={self.start}&goal={self.goal}"

    def pair(self) -> dict[str, str]:
        """Return the pair as a request has it."""
        return {"start": self.start, "goal": self.goal}


def decode(code: int) -> str:
    """Return the letters of a path: base-4 digits behind a leading 1."""
    moves = ""
    while code > 1:
        moves = "dlru"[code & 3] + moves
        code >>= 2
    return moves


def draw_cases(folder: Path, count: int, seed: int) -> list[Case]:
    """Return ``count`` random cases, one in eight of them not solvable."""
    tables, draw = load(folder), random.Random(seed)
    cases = []
    roots = np.array([draw.randrange(9) for _ in range(count)])
    indices = np.array([draw.randrange(states(BOARD)) for _ in range(count)])
    codes, counts = tables.path[roots, indices].tolist(), tables.count[roots, indices].tolist()
    for root, goal, code, number in zip(
        roots.tolist(), unrank(BOARD, indices).tolist(), codes, counts, strict=True
    ):
        start = [*range(1, root + 1), 0, *range(root + 1, 9)]
        names = ["X", *draw.sample("12345678", 8)]
        moves: str | None = decode(code)
        if draw.randrange(8) == 0:  # two tiles exchanged: of the other parity
            first, second = draw.sample([cell for cell in range(9) if goal[cell]], 2)
            goal[first], goal[second] = goal[second], goal[first]
            moves, number = None, 0
        texts = ("".join(names[tile] for tile in board) for board in (start, goal))
        cases.append(Case(*texts, moves, number))
    return cases


def walk(board: str, moves: str) -> str:
    """Return where ``moves`` lead; raises IndexError for one that leaves the board."""
    for move in moves:
        blank = board.index("X")
        row, column = divmod(blank, 3)
        row, column = row + {"d": 1, "u": -1}.get(move, 0), column + {"r": 1, "l": -1}.get(move, 0)
        if not (0 <= row < 3 and 0 <= column < 3):
            raise IndexError(f"{move} leaves the board {board}")
        tile = board[3 * row + column]
        board = board.replace(tile, "?").replace("X", tile).replace("?", "X")
    return board


def says(status: int, content: object) -> Check:
    """Return a check for a status and a JSON document."""
    return lambda found, headers, body: found == status and json.loads(body) == content


def refuses(status: int, media: str = "application/problem+json") -> Check:
    """Return a check for a problem."""

    def check(found: int, headers: dict[str, str], body: bytes) -> bool:
        return found == status == json.loads(body)["status"] and headers["content-type"] == media

    return check


class Traffic:
    """Draws exchanges for the tables in ``folder``."""

    def __init__(self, folder: Path, seed: int, cases: int = 20_000) -> None:
        self._cases = draw_cases(folder, cases, seed)
        self._draw = random.Random(seed)
        self._manifest = json.loads((folder / "manifest.json").read_text())
        self._kinds: list[tuple[int, Callable[[], Exchange]]] = [
            (50, self.solve), (20, self.solve_get), (6, self.batch), (4, self.lines),
            (4, self.judge), (6, self.explore), (4, self.paths), (4, self.random), (1, self.stats),
            (1, self.manifest), (1, self.file), (3, self.wrong), (1, self.health),
            (1, self.metrics),
        ]  # fmt: skip

    def next(self) -> Exchange:
        """Return an exchange of a random kind, small ones more often than large ones."""
        weights, kinds = zip(*self._kinds, strict=True)
        return self._draw.choices(kinds, weights)[0]()

    def every(self) -> list[Exchange]:
        """Return one exchange of each kind."""
        return [kind() for _, kind in self._kinds]

    def _case(self) -> Case:
        return self._draw.choice(self._cases)

    def solve(self) -> Exchange:
        """Draw a pair, posted."""
        case = self._case()
        body = json.dumps(case.pair()).encode()
        return Exchange("solve", "POST", "/v1/solve", says(200, case.answer()), body, JSON)

    def solve_get(self) -> Exchange:
        """Draw a pair, asked for with GET, now and then by one who has the answer."""
        case = self._case()
        path = f"/v1/solve?{case.query()}"
        if self._draw.randrange(4):
            return Exchange("solve", "GET", path, says(200, case.answer()))
        known = {"If-None-Match": "*"}
        return Exchange("solve", "GET", path, lambda s, h, b: (s, b) == (304, b""), None, known)

    def batch(self) -> Exchange:
        """Draw pairs in JSON, one of them no pair."""
        cases = [self._case() for _ in range(self._draw.randrange(1, 300))]
        pairs, bad = [case.pair() for case in cases], self._draw.randrange(len(cases))
        pairs[bad] = {"start": "123", "goal": GOAL}

        def check(status: int, headers: dict[str, str], body: bytes) -> bool:
            results = json.loads(body)["results"]
            error = results.pop(bad)["error"]["code"]
            expected = [case.answer() for place, case in enumerate(cases) if place != bad]
            return status == 200 and error == "symbol_count" and results == expected

        return Exchange(
            "batch", "POST", "/v1/batch", check, json.dumps({"pairs": pairs}).encode(), JSON
        )

    def lines(self) -> Exchange:
        """Draw pairs a line each."""
        cases = [self._case() for _ in range(self._draw.randrange(1, 300))]
        body = "".join(json.dumps(case.pair()) + "\n" for case in cases).encode()

        def check(status: int, headers: dict[str, str], found: bytes) -> bool:
            answers = [json.loads(line) for line in found.splitlines()]
            return status == 200 and answers == [case.answer() for case in cases]

        return Exchange("lines", "POST", "/v1/batch", check, body, LINES)

    def judge(self) -> Exchange:
        """Draw a judge's file."""
        cases = [self._case() for _ in range(self._draw.randrange(1, 2000))]
        expected = "".join(
            f"Case {k}: {-1 if case.moves is None else len(case.moves)}\n{case.moves or ''}\n"
            for k, case in enumerate(cases, 1)
        ).encode()
        body = "\n".join([str(len(cases)), *(f"{c.start}\n{c.goal}" for c in cases)]).encode()
        return Exchange(
            "judge",
            "POST",
            "/v1/judge/hdu3567",
            lambda s, h, b: (s, b) == (200, expected),
            body,
            TEXT,
        )

    def explore(self) -> Exchange:
        """Draw a pair and what lies around it."""
        case = self._case()

        def check(status: int, headers: dict[str, str], body: bytes) -> bool:
            found = json.loads(body)
            steps, paths = found.pop("next"), found.pop("paths")
            good = status == 200 and found == case.answer() and paths == case.paths
            good &= all(walk(case.start, step["move"]) == step["board"] for step in steps)
            marked = [step["move"] for step in steps if step["canonical"]]
            if case.moves is None:
                return good and marked == [] and all(step["length"] is None for step in steps)
            lengths = {step["length"] - len(case.moves) for step in steps}
            return good and marked == list(case.moves[:1]) and lengths <= {-1, 1}

        return Exchange("explore", "GET", f"/v1/explore?{case.query()}", check)

    def paths(self) -> Exchange:
        """Draw a pair and all its shortest paths."""
        case = self._case()

        def check(status: int, headers: dict[str, str], body: bytes) -> bool:
            found = json.loads(body)
            listed, moves = found["paths"], case.moves
            if moves is None:
                return status == 200 and (found["count"], listed) == (0, [])
            return (
                (status, found["count"], len(set(listed))) == (200, case.paths, case.paths)
                and listed == sorted(listed)
                and listed[0] == moves
                and all(len(p) == len(moves) and walk(case.start, p) == case.goal for p in listed)
            )

        return Exchange("paths", "GET", f"/v1/paths?{case.query()}&limit=1000", check)

    def random(self) -> Exchange:
        """Draw a random pair of a length."""
        length = self._draw.randrange(31)

        def check(status: int, headers: dict[str, str], body: bytes) -> bool:
            found = json.loads(body)
            leads = walk(found["start"], found["moves"]) == found["goal"]
            return status == 200 and len(found["moves"]) == found["length"] == length and leads

        seed = self._draw.randrange(10**6)
        return Exchange("random", "GET", f"/v1/random?length={length}&seed={seed}", check)

    def stats(self) -> Exchange:
        """Ask how many boards there are at each length."""

        def check(status: int, headers: dict[str, str], body: bytes) -> bool:
            cells = json.loads(body)["cells"]
            return status == 200 and [c["lengths"] for c in cells] == self._manifest["lengths"]

        return Exchange("stats", "GET", "/v1/stats", check)

    def manifest(self) -> Exchange:
        """Ask for the tables' manifest."""
        return Exchange("tables", "GET", "/v1/tables", says(200, self._manifest))

    def file(self) -> Exchange:
        """Ask for a file of the tables, whole or a part of it."""
        name, entry = self._draw.choice(list(self._manifest["files"].items()))
        if self._draw.randrange(10) == 0:
            return Exchange(
                "file", "GET", f"/v1/tables/{name}",
                lambda s, h, b: s == 200 and hashlib.sha256(b).hexdigest() == entry["sha256"],
            )  # fmt: skip
        first = self._draw.randrange(entry["bytes"] - 100)
        asked = {"Range": f"bytes={first}-{first + 99}"}
        told = f"bytes {first}-{first + 99}/{entry['bytes']}"

        def check(status: int, headers: dict[str, str], body: bytes) -> bool:
            return (status, headers["content-range"], len(body)) == (206, told, 100)

        return Exchange("file", "GET", f"/v1/tables/{name}", check, None, asked)

    def wrong(self) -> Exchange:
        """Draw something that is refused."""
        method, path, body, status = self._draw.choice([
            ("POST", "/v1/solve", b'{"start":"12345678"}', 422),
            ("POST", "/v1/solve", b"{", 400),
            ("GET", "/v1/solve?start=11X453786", None, 422),
            ("GET", "/v1/nothing", None, 404),
            ("DELETE", "/v1/solve", None, 405),
        ])  # fmt: skip
        return Exchange("wrong", method, path, refuses(status), body, JSON if body else {})

    def health(self) -> Exchange:
        """Ask whether all is well."""
        return Exchange("health", "GET", "/readyz", lambda s, h, b: s == 200)

    def metrics(self) -> Exchange:
        """Ask for the counts."""
        counted = re.compile(rb'^eight_answers_total\{outcome="solved"\} \d', re.MULTILINE)
        return Exchange(
            "metrics", "GET", "/metrics", lambda s, h, b: s == 200 and bool(counted.search(b))
        )


class Client:
    """Asks a service on ``port``, one exchange after another on one connection."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self.right: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.broken = 0

    def ask(self, exchange: Exchange) -> None:
        """Ask, and note whether the answer is right; a connection that breaks is made anew."""
        try:
            if self._connection.sock is None:
                self._connection.connect()
                self._connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._connection.request(
                exchange.method, exchange.path, exchange.body, exchange.headers
            )
            response = self._connection.getresponse()
            body = response.read()
        except (OSError, HTTPException) as error:
            self._connection.close()
            self.broken += 1
            self.wrong.append(f"{exchange.name}: {error!r}")
            return
        headers = {name.lower(): value for name, value in response.getheaders()}
        try:
            good = exchange.check(response.status, headers, body)
        except (ValueError, LookupError, TypeError) as error:
            good = False
            body = repr(error).encode() + body
        if good:
            self.right[exchange.name] += 1
        else:
            told = f"{exchange.method} {exchange.path}: {response.status} {body[:200]!r}"
            self.wrong.append(told)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()
