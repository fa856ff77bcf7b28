"""Ties by each of the 24 orders, against a search that compares paths in that order."""

import json
from itertools import permutations

import httpx
import numpy as np
import pytest

from app.boards import pack, unpack
from app.explore import shortest_paths
from app.judges.formats import FORMATS
from app.orders import ORDERS
from app.sampling import sample_pairs
from app.solver import Solver
from app.style import Style
from tablegen import paths
from tablegen.board import Board
from tablegen.build import build
from tablegen.ranking import states, unrank
from tests import oracle
from tests.server import serving
from tests.test_explore import every_path
from tests.test_service_routes import problem

START, GOAL = "8672543X1", "12345678X"  # 31 moves, 40 shortest paths
EVERY_ORDER = ["".join(letters) for letters in permutations("dlru")]


def smallest(start: str, order: str, rows: int = 3, columns: int = 3) -> dict[str, str]:
    """Return of every board the shortest path that is smallest in ``order``.

    Searched with the moves named 0, 1, 2, 3 in that order, so that texts compare as paths do.
    """
    found, level = {start: ""}, {start: ""}
    names = str.maketrans(order, "0123")
    while level:
        after: dict[str, str] = {}
        for board, path in level.items():
            for move, there in oracle.legal(board, rows, columns).items():
                if there not in found:
                    other = path + move.translate(names)
                    after[there] = min(after.get(there, other), other)
        found.update(after)
        level = after
    return {board: path.translate(str.maketrans("0123", order)) for board, path in found.items()}


def by(order: str):
    return lambda path: [order.index(move) for move in path]


def texts(arrangements) -> list[str]:
    return ["".join(map(str, board)) for board in arrangements]


def walked(solver: Solver, order: str, root: int, arrangements) -> list[str]:
    """Return the order's paths from a root to each of the boards, by arrays."""
    start = np.frombuffer(solver.board.root(root), np.uint8)[None]
    starts = np.repeat(pack(start), len(arrangements))
    return list(
        map(paths.format_path, Style(order).codes(solver, starts, pack(arrangements)).tolist())
    )


def test_there_are_24_orders_and_the_tables_own_is_the_first():
    assert EVERY_ORDER == ORDERS and len(set(ORDERS)) == 24 and ORDERS[0] == "dlru"


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2)], ids=str)
def test_every_pair_of_a_smaller_board_in_every_order(shape):
    board = Board(*shape)
    solver = Solver(build(board))
    for root in range(board.cells):
        start = "".join(map(str, board.root(root)))
        for order in EVERY_ORDER:
            expected = smallest(start, order, *shape)
            goals = np.array([list(map(int, goal)) for goal in expected], np.uint8)
            assert len(goals) == states(board)
            assert walked(solver, order, root, goals) == list(expected.values())
            for goal in goals[::13]:
                path = Style(order).path(solver, board.root(root), goal.tobytes())
                assert path == expected["".join(map(str, goal))]


def test_every_board_from_a_root_of_nine_cells(solver):
    order, root = "ruld", 5
    expected = smallest("".join(map(str, solver.board.root(root))), order)
    goals = np.array([list(map(int, goal)) for goal in expected], np.uint8)
    assert walked(solver, order, root, goals) == list(expected.values())


def test_the_walk_in_the_tables_order_ends_in_every_entry(solver, tables):
    """The walk knows lengths alone, so it would find the canonical path of no table by chance."""
    for root in range(9):
        goals = pack(unrank(solver.board, np.arange(states(solver.board))))
        starts = np.repeat(pack(np.frombuffer(solver.board.root(root), np.uint8)[None]), len(goals))
        back = solver.entries(goals, starts)[0]
        assert np.array_equal(
            solver.descent.reordered(back, tables.path[root], "dlru"), tables.path[root]
        )


@pytest.mark.parametrize("seed", range(2))
def test_any_pair_in_every_order_is_the_first_of_its_list(solver, seed):
    starts, goals = sample_pairs(solver, 1, seed, unsolvable=0)
    start, goal = (bytes(unpacked) for unpacked in arrangements(solver, starts, goals))
    listed = every_path(*texts([start, goal]))
    for order in EVERY_ORDER:
        style, expected = Style(order), sorted(listed, key=by(order))
        assert list(shortest_paths(solver, start, goal, style=style)) == expected
        assert list(shortest_paths(solver, start, goal, 3, style)) == expected[3:]
        assert style.path(solver, start, goal) == expected[0]


def arrangements(solver, *packed):
    return [unpack(solver.board, side)[0].tobytes() for side in packed]


def test_random_pairs_by_arrays_are_those_one_by_one_and_unsolvable_ones_have_none(solver):
    starts, goals = sample_pairs(solver, 400, 5, unsolvable=40)
    for order in EVERY_ORDER:
        codes = Style(order).codes(solver, starts, goals)
        assert np.count_nonzero(codes == paths.NO_PATH) == 40
        for at in range(0, 400, 9):
            start, goal = arrangements(solver, starts[at : at + 1], goals[at : at + 1])
            path = Style(order).path(solver, start, goal)
            assert (path and paths.parse_path(path)) == (codes[at] or path)
    nothing = np.empty(0, np.uint64)
    assert len(Style("urld").codes(solver, nothing, nothing)) == 0


@pytest.fixture(scope="module")
def client(environment):
    with serving(environment) as server, httpx.Client(base_url=server.url, timeout=30) as client:
        yield client


@pytest.fixture(scope="module")
def pairs() -> list[str]:
    """Return all shortest paths of the pair, as the search finds them."""
    return every_path(START.replace("X", "0"), GOAL.replace("X", "0"))


@pytest.mark.parametrize("order", ["dlru", "urld", "rdul"])
def test_command_and_routes_answer_in_the_order_and_say_so(eight, client, pairs, order):
    expected = sorted(pairs, key=by(order))
    asked = {"start": START, "order": order}
    said = {} if order == "dlru" else {"order": order}
    answer = {
        "start": START, "goal": GOAL, "solvable": True, "length": 31, "moves": expected[0], **said
    }  # fmt: skip
    assert eight("solve", START, "--order", order).stdout == f"31\t{expected[0]}\n".encode()
    told = eight("solve", START, "--order", order, "--json").stdout
    assert list(json.loads(told).items()) == list(answer.items())
    got = client.get("/v1/solve", params=asked)
    posted = client.post("/v1/solve", params={"order": order}, json={"start": START})
    assert got.content == posted.content == told.rstrip()
    batch = client.post("/v1/batch", params={"order": order}, json={"pairs": [{"start": START}]})
    assert batch.content == b'{"results":[%b]}' % got.content
    listed = client.get("/v1/paths", params=asked | {"offset": "2", "limit": "30"}).json()
    assert listed == {"count": 40, "offset": 2, "paths": expected[2:32], **said}
    told = eight("paths", START, "--order", order).stdout.decode().split()
    assert told == expected
    explored = client.get("/v1/explore", params=asked).json()
    assert explored == json.loads(eight("explore", START, "--json", "--order", order).stdout)
    assert {name: explored[name] for name in answer} == answer
    assert [step["move"] for step in explored["next"]] == [m for m in order if m != "d"]
    assert [step["canonical"] for step in explored["next"]] == [
        step["move"] == expected[0][0] for step in explored["next"]
    ]


def test_an_answer_kept_for_one_order_is_not_taken_for_another(client):
    tags = {
        client.get("/v1/solve", params={"start": START, **style}).headers["etag"]
        for style in (
            {},
            {"order": "urld"},
            {"notation": "tile"},
            {"order": "urld", "notation": "tile"},
        )
    }
    assert len(tags) == 4
    default = client.get("/v1/solve", params={"start": START}).headers["etag"]
    same = {"start": START, "order": "dlru", "notation": "blank"}
    assert client.get("/v1/solve", params=same).headers["etag"] == default


@pytest.mark.parametrize("name", ["hdu3567", "princeton", "boj9985"])
def test_judge_files_are_answered_in_the_order_here_and_by_a_server(eight, client, solver, name):
    source = FORMATS[name].sample.encode()
    here = eight("batch", "--format", name, "--order", "urld", input=source)
    assert here.returncode == 0
    served = eight(
        "batch", "--format", name, "--order", "urld", "--server", client.base_url, input=source
    )
    posted = client.post(
        f"/v1/judge/{name}",
        params={"order": "urld"},
        content=source,
        headers={"Content-Type": "text/plain"},
    )
    assert here.stdout == served.stdout == posted.content
    if name == "boj9985":
        assert here.stdout == eight("batch", "--format", name, input=source).stdout


def test_a_judge_file_has_the_orders_paths_and_princeton_their_boards(eight, pairs):
    expected = min(pairs, key=by("urld"))
    told = eight("batch", "--format", "pairs", "--order", "urld", input=f"{START} {GOAL}".encode())
    assert told.stdout == f"31\t{expected}\n".encode()
    drawn = eight("batch", "--format", "princeton", "--order", "urld",
                  input=b"3 " + " ".join(START).replace("X", "0").encode())  # fmt: skip
    boards = [
        part.replace(" ", "").replace("\n", "") for part in drawn.stdout.decode().split("\n3\n")
    ]
    assert boards[1:] == oracle.walk(START.replace("X", "0"), expected)


@pytest.mark.parametrize("found", ["dlr", "dlrr", "DLRU", "", "dlru ", "x" * 300])
def test_what_is_no_order_is_refused_with_what_was_expected_and_found(eight, client, found):
    requests = [
        ("GET", "/v1/solve", {"params": {"start": START}}),
        ("GET", "/v1/explore", {"params": {"start": START}}),
        ("GET", "/v1/paths", {"params": {"start": START}}),
        ("POST", "/v1/solve", {"json": {"start": START}}),
        ("POST", "/v1/batch", {"json": {"pairs": []}}),
        ("POST", "/v1/judge/pairs", {"content": b"", "headers": {"Content-Type": "text/plain"}}),
    ]
    shown = repr(found[:20]) + ("..." if len(found) > 20 else "")
    message = f"expected d, l, r, u in any order, found {shown}"
    for method, path, more in requests:
        params = more.pop("params", {}) | {"order": found}
        told = problem(client.request(method, path, params=params, **more), 422)
        assert told["errors"] == [{"field": "order", "code": "order", "message": message}]
    for command in (["solve", START], ["batch"])[: 2 if found == "dlr" else 0]:
        told = eight(*command, "--order", found)
        assert (told.returncode, told.stdout) == (2, b"")
        assert told.stderr.decode() == (
            f"eight: Invalid value for '--order': {message} (see `eight {command[0]} --help`)\n"
        )
