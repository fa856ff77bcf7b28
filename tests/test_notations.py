"""Paths as the tiles' directions and numbers, against boards compared symbol by symbol."""

import json

import httpx
import msgspec
import numpy as np
import pytest

from app.answers import answer
from app.batch import answers
from app.boards import unpack
from app.explore import shortest_paths
from app.judges.formats import FORMATS
from app.judges.inputs import format_cases, format_header
from app.judges.reading import Reader
from app.judges.writing import Cases
from app.notations import NOTATIONS, write_path
from app.orders import ORDERS
from app.sampling import sample_pairs
from app.service.pairs import Pair, answer_block
from app.solver import Solver
from app.style import DEFAULT, Style, parse_style
from tablegen import paths
from tablegen.board import Board
from tablegen.build import build
from tests import oracle
from tests.server import serving
from tests.test_service_routes import problem

START, GOAL = "8672543X1", "12345678X"
STYLES = [Style(order, notation) for order in ("dlru", "urld") for notation in NOTATIONS]
LENGTHS_ONLY = {"acwing845", "boj1525", "aoj-alds1-13b", "luogu1379", "lanqiao261", "boj9985"}


def told(start: str, path: str, notation: str, rows: int = 3, columns: int = 3) -> str:
    """Return what happened to the tile at each step: its number, or the way it went."""
    boards = oracle.walk(start, path, rows, columns)
    written = ""
    for before, after in zip(boards, boards[1:], strict=False):
        tile = before[after.index("0")]
        way = after.index(tile) - before.index(tile)
        ways = {columns: "d", -1: "l", 1: "r", -columns: "u"}
        written += {"tiles": tile, "tile": ways[way], "blank": path[len(written)]}[notation]
    return written


@pytest.fixture(scope="module")
def pairs(solver: Solver):
    """Return packed starts and goals, some of them unsolvable, some the same board."""
    starts, goals = sample_pairs(solver, 600, 11, unsolvable=60)
    goals[::50] = starts[::50]
    return starts, goals


def arrangements(solver, packed) -> list[bytes]:
    return [board.tobytes() for board in unpack(solver.board, packed)]


@pytest.mark.parametrize("notation", NOTATIONS)
def test_a_path_is_written_as_the_boards_on_the_way_show_it(solver, pairs, notation):
    for start, goal in zip(*(arrangements(solver, side) for side in pairs), strict=True):
        path = DEFAULT.moves(solver, start, goal)
        found = Style(notation=notation).moves(solver, start, goal)
        expected = path and told("".join(map(str, start)), path, notation)
        assert found == expected


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2)], ids=str)
def test_smaller_boards_are_written_alike_one_by_one_and_by_arrays(shape):
    board = Board(*shape)
    solver = Solver(build(board))
    starts, goals = sample_pairs(solver, 300, 2, unsolvable=30)
    codes = solver.codes(starts, goals)
    for notation in NOTATIONS:
        lines = FORMATS["pairs"].answers(Cases(board, 1, starts, goals, None, notation), codes)
        found = lines.tobytes().decode().splitlines()
        for line, start, code in zip(
            found, arrangements(solver, starts), codes.tolist(), strict=True
        ):
            path = paths.format_path(code) if code else ""
            expected = told("".join(map(str, start)), path, notation, *shape)
            assert line == f"{len(path) if code else -1}\t{expected}"
            assert write_path(notation, board, start, path) == expected


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_a_batch_is_answered_as_its_pairs_are(solver, pairs, style):
    boards = [arrangements(solver, side) for side in pairs]
    texts = [list(map(solver.board.format, side)) for side in boards]
    asked = [Pair(*pair) for pair in zip(*texts, strict=True)]
    found = answer_block(solver, asked, b"\n", style)
    one_by_one = [answer(solver, *pair, style) for pair in zip(*boards, strict=True)]
    assert found.text == b"".join(msgspec.json.encode(one) + b"\n" for one in one_by_one)
    assert (found.solved, found.unsolvable) == (
        sum(a.solvable for a in one_by_one),
        600 - found.solved,
    )
    plain = {"start", "goal", "solvable", "length", "moves"}
    said = {"order": style.order != "dlru", "notation": style.notation != "blank"}
    for line in found.text.splitlines():
        assert set(json.loads(line)) == plain | {name for name, there in said.items() if there}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_its_paths_in_the_notation_or_no_paths(solver, name):
    format = FORMATS[name]
    goal = format.goal and solver.board.parse(format.goal)
    starts, goals = sample_pairs(solver, 300, 4, goal=goal, unsolvable=30)
    cases = Cases(solver.board, 1, starts, goals, np.full(300, 20))
    source = format_header(format, 300) + format_cases(format, cases).tobytes()
    texts = {
        style: b"".join(
            map(bytes, answers(solver, Reader(format, solver.board), [source], 1, style))
        )
        for style in STYLES
    }
    default = texts[DEFAULT]
    assert default == b"".join(map(bytes, answers(solver, Reader(format, solver.board), [source])))
    if name in LENGTHS_ONLY:
        assert set(texts.values()) == {default}
        return
    assert len(set(texts.values())) == (2 if name == "princeton" else 6)
    if name == "princeton":
        return
    for style, text in texts.items():
        for start, goal in zip(
            *(arrangements(solver, side) for side in (starts, goals)), strict=True
        ):
            path = DEFAULT.moves(solver, start, goal)
            if path is not None:
                default = default.partition(path.encode() + b"\n")[2]
                text_path = style.moves(solver, start, goal).encode() + b"\n"
                before, found, text = text.partition(text_path)
                assert found == text_path and not any(
                    len(word) > 10 for word in before.split() if word != b"unsolvable"
                )
        default = texts[DEFAULT]


@pytest.fixture(scope="module")
def client(environment):
    with serving(environment) as server, httpx.Client(base_url=server.url, timeout=30) as client:
        yield client


@pytest.mark.parametrize("notation", ["tile", "tiles"])
def test_command_and_routes_write_in_the_notation_and_say_so(eight, client, solver, notation):
    parse = solver.board.parse
    style, query = Style("urld", notation), {"order": "urld", "notation": notation}
    options = ("--order", "urld", "--notation", notation)
    start = START.replace("X", "0")
    path = style.path(solver, parse(START), parse(GOAL))
    written = told(start, path, notation)
    said = eight("solve", START, *options, "--json").stdout.rstrip()
    assert json.loads(said) == {
        "start": START, "goal": GOAL, "solvable": True, "length": 31, "moves": written, **query
    }  # fmt: skip
    assert eight("solve", START, *options).stdout == f"31\t{written}\n".encode()
    assert client.get("/v1/solve", params=query | {"start": START}).content == said
    assert client.post("/v1/solve", params=query, json={"start": START}).content == said
    lines = client.post("/v1/batch", params=query, content=b'{"start":"%b"}' % START.encode(),
                        headers={"Content-Type": "application/x-ndjson"})  # fmt: skip
    assert lines.content == said + b"\n"
    listed = client.get("/v1/paths", params=query | {"start": START}).json()
    every = list(shortest_paths(solver, parse(START), parse(GOAL), style=Style("urld")))
    assert listed == {
        "count": 40, "offset": 0, "paths": [told(start, one, notation) for one in every], **query
    }  # fmt: skip
    assert eight("paths", START, *options, "--limit", 1).stdout.decode() == f"{written}\n"
    explored = client.get("/v1/explore", params=query | {"start": START}).json()
    assert (explored["moves"], explored["order"], explored["notation"]) == (
        written,
        "urld",
        notation,
    )
    assert [step["move"] for step in explored["next"]] == [told(start, m, notation) for m in "url"]
    source = f"{START} {GOAL}\n{START} {START}\n".encode()
    expected = f"31\t{written}\n0\t\n".encode()
    for server in ((), ("--server", client.base_url)):
        found = eight("batch", "--format", "pairs", *options, *server, input=source)
        assert (found.returncode, found.stdout) == (0, expected)


@pytest.mark.parametrize("found", ["", "Blank", "tiless"])
def test_what_is_no_notation_is_refused_with_what_was_expected_and_found(eight, client, found):
    message = f"expected blank, tile or tiles, found {found!r}"
    query = {"notation": found}
    asked = [
        client.post("/v1/solve", params=query, json={"start": START}),
        client.get("/v1/paths", params={"start": START} | query),
    ]
    for response in asked:
        told = problem(response, 422)
        assert told["errors"] == [{"field": "notation", "code": "notation", "message": message}]
    if found == "Blank":
        refused = eight("explore", START, "--notation", found)
        assert (refused.returncode, refused.stdout) == (2, b"")
        assert refused.stderr.decode() == (
            f"eight: Invalid value for '--notation': {message} (see `eight explore --help`)\n"
        )


def test_the_names_of_the_default_are_the_default_itself_which_takes_the_short_way():
    styles = [parse_style(order, notation) for order in ORDERS for notation in NOTATIONS]
    assert [style is DEFAULT for style in styles] == [True] + [False] * 71
    assert len({tuple(style.said.items()) for style in styles}) == 72
