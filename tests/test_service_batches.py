"""Batches and judge files over HTTP: the answers are those one by one, in order."""

import asyncio
import json
import random
import socket
import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import httpx
import msgspec
import numpy as np
import pytest

from app.answers import answer
from app.judges.formats import FORMATS
from app.judges.inputs import format_cases, format_header
from app.judges.writing import Cases
from app.sampling import sample_pairs
from app.service import batches, bodies
from app.service.alike import cut_symbols
from app.service.pairs import answer_array, answer_each, answer_lines
from app.solver import Solver
from tests.server import Server, serving
from tests.test_service_routes import problem

JSON = {"Content-Type": "application/json"}
NDJSON = {"Content-Type": "application/x-ndjson"}
TEXT = {"Content-Type": "text/plain"}
SYMBOLS = "12345678X"


@pytest.fixture(scope="module")
def server(environment: dict[str, str]) -> Iterator[Server]:
    with serving(environment) as server:
        yield server


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=60) as client:
        yield client


def shuffled(count: int) -> list[dict[str, str]]:
    draw = random.Random(8)
    return [{k: "".join(draw.sample(SYMBOLS, 9)) for k in ("start", "goal")} for _ in range(count)]


def one_by_one(solver: Solver, pairs: list[dict[str, str]]) -> list[bytes]:
    parse = solver.board.parse
    return [
        msgspec.json.encode(answer(solver, parse(pair["start"]), parse(pair["goal"])))
        for pair in pairs
    ]


@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": "), (" ,\n", ":\t")])
def test_a_batch_is_answered_as_its_pairs_are_whatever_its_spacing(client, solver, separators):
    pairs = shuffled(12_000)
    body = json.dumps({"pairs": pairs}, separators=separators)
    response = client.post("/v1/batch", content=body, headers=JSON)
    assert response.status_code == 200
    expected = b",".join(one_by_one(solver, pairs))
    assert response.content == b'{"results":[%b]}' % expected


BAD = [
    ('{"start":"1"}', "start", "symbol_count"),
    ('{"start":"12X453786","goal":"x"}', "goal", "symbol_count"),
    ('{"start":5}', "start", "type"),
    ('{"goal":"12X453786"}', "start", "missing"),
    ('{"start":"12X453786","a":[{"b":"},"}]}', "a", "unknown_field"),
    ("7", None, "type"),
    ("null", None, "type"),
    ("[]", None, "type"),
    (json.dumps({"start": "１2X453786"}), "start", "unknown_symbol"),
    (json.dumps({"start": '},{"'}), "start", "unknown_symbol"),
]


def test_bad_pairs_are_told_so_in_their_places_and_fail_no_other(client, solver):
    pairs, texts, expected = shuffled(9000), [], []
    answers = one_by_one(solver, pairs)
    for place, pair in enumerate(pairs):
        texts.append(json.dumps(pair))
        expected.append(json.loads(answers[place]))
        if place % 97 == 0:
            text, field, code = BAD[place // 97 % len(BAD)]
            texts.append(text)
            expected.append((field, code))
    body = '{"pairs":[' + ",".join(texts) + "]}"
    response = client.post("/v1/batch", content=body.encode(), headers=JSON)
    assert response.status_code == 200
    results = response.json()["results"]
    assert len(results) == len(expected)
    for found, wanted in zip(results, expected, strict=True):
        if isinstance(wanted, dict):
            assert found == wanted
        else:
            assert set(found) == {"error"}
            assert (found["error"]["field"], found["error"]["code"]) == wanted
            assert found["error"]["message"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400), (b'{"pairs":[}', 400), (b'{"pairs":[{"start":"12X453786"},]}', 400),
        (b'{"pairs":[{"start":"12X453786"}]', 400), (b'{"pairs":[]}}', 400),
        (b'{"pairs":[{"start":"\xff"}]}', 400), (b'{"pairs":' + b"[" * 9999, 400),
        (b"[]", 422), (b"{}", 422), (b'{"pairs":{}}', 422), (b'{"pairs":[],"a":1}', 422),
    ],
)  # fmt: skip
def test_what_is_no_batch_is_refused_whole(client, body, status):
    problem(client.post("/v1/batch", content=body, headers=JSON), status)


def test_no_pairs_have_no_results(client):
    for body in (b'{"pairs":[]}', b' { "pairs" : [ ] } ', b'{"p\\u0061irs":[]}'):
        found = client.post("/v1/batch", content=body, headers=JSON)
        assert (found.status_code, found.content) == (200, b'{"results":[]}')


def test_wherever_a_document_is_cut_the_results_are_the_same(solver, monkeypatch):
    tricky = [{"start": "},"}, {"start": "12X453786"}, {"x": {"y": {}}}, {"start": '"},{"'}] * 3
    body = json.dumps({"pairs": tricky}, separators=(",", ":")).encode()
    found = set()
    for size in range(1, len(body)):
        monkeypatch.setattr(batches, "_PIECE", size)
        front = type("F", (), {"settings": type("S", (), {"pairs_limit": 99})})()
        front.counts = type("C", (), {"answers": print, "batch": print})
        found.add(b"".join(asyncio.run(batches._answer_document(front, solver, body))))
    assert len(found) == 1
    codes = [r.get("error", {}).get("code") for r in json.loads(found.pop())["results"]]
    assert codes == ["unknown_symbol", None, "unknown_field", "unknown_symbol"] * 3


LAYOUTS = [(",", ":", None), (", ", ": ", None), (",", ": ", 2), (" ,\t", ":\r", None)]


@pytest.mark.parametrize("goals", [True, False])
@pytest.mark.parametrize(("comma", "colon", "indent"), LAYOUTS)
def test_pairs_in_one_layout_are_cut_out(solver, comma, colon, indent, goals):
    pairs = shuffled(5)
    if not goals:
        for pair in pairs:
            del pair["goal"]
    text = json.dumps(pairs, separators=(comma, colon), indent=indent).encode()
    for count in (1, 5):
        here = text if count == 5 else b"[%b]" % text[1 : text.index(b"}") + 1]
        cut = cut_symbols(solver.board, here[1:-1], b",")
        assert cut is not None
        for symbols, name in zip(cut, ("start", "goal"), strict=True):
            expected = [pair.get(name, "12345678X") for pair in pairs[:count]]
            assert [row.tobytes().decode() for row in symbols] == expected


@pytest.mark.parametrize("goals", [True, False])
def test_a_byte_that_is_different_is_read_as_json_has_it(solver, goals):
    """Every byte of three pairs is exchanged, and the answers held to those pair by pair."""
    pairs = [pair if goals else {"start": pair["start"]} for pair in shuffled(3)]
    text = json.dumps(pairs, separators=(",", ":")).encode()
    others = [bytes([byte]) for byte in b' \n"\\{},:1xX0\xff'] + [b"", b",,"]
    changed = [text.replace(b"},{", other) for other in (b"}{", b"} {", b"},,{", b"}\n,\t{")]
    changed += [
        text[:i] + other + text[i + 1 :] for i in range(1, len(text) - 1) for other in others
    ]
    for array in changed:
        try:
            found = answer_array(solver, array)
        except msgspec.DecodeError:
            found = None
        try:
            raws = msgspec.json.decode(array, type=list[msgspec.Raw])
            expected = answer_each(solver, raws, b",")
        except msgspec.DecodeError:
            expected = None
        assert found == expected, array


def test_lines_are_answered_line_for_line(client, solver):
    pairs = shuffled(20_000)
    body = b"".join(msgspec.json.encode(pair) + b"\n" for pair in pairs)
    response = client.post("/v1/batch", content=body, headers=NDJSON)
    assert response.headers["content-type"] == "application/x-ndjson"
    assert response.content == b"".join(line + b"\n" for line in one_by_one(solver, pairs))


LINES = [
    (b'{"start":"12X453786"}\r', 2),
    (b"", None),
    (b"x", "not_json"),
    (b'{"start":"1"}', "symbol_count"),
    (b" ", None),
    (b'{"start":', "not_json"),
    (b"[" * 9999, "not_json"),
    (b'"12X453786"}{"start":"12345678X"}', "not_json"),
    (b'{"start":"\xff"}', "not_json"),
    (b'{"start":"12345678X"}', 0),
]


def test_bad_lines_are_told_so_and_empty_ones_passed_over(client):
    body = b"\n".join(line for line, _ in LINES)
    response = client.post("/v1/batch", content=body, headers=NDJSON)
    results = [json.loads(line) for line in response.content.splitlines()]
    told = [r["error"]["code"] if "error" in r else r["length"] for r in results]
    assert told == [wanted for _, wanted in LINES if wanted is not None]


def test_a_value_over_two_lines_is_no_line(solver):
    found = answer_lines(solver, [b'{"start":', b'"12X453786"}', b'{"start":"12345678X"}'])
    assert [b"error" in line for line in found.text.splitlines()] == [True, True, False]
    found = answer_lines(solver, [b'{"start":"12X453786"}{', b'"start":"12345678X"}'])
    assert [b"error" in line for line in found.text.splitlines()] == [True, True]


@pytest.mark.parametrize("pieces", [1, 2])
def test_a_line_that_is_too_long_ends_it_however_it_arrives(server, pieces):
    line = b'{"start":"12X453786"' + b" " * 70_000 + b"}\n"
    text = b'{"start":"12X453786"}\n' + line
    cuts = [0, 40_000, len(text)] if pieces == 2 else [0, len(text)]
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(HEAD + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n")
        for begin, end in pairwise(cuts):
            connection.sendall(chunk(text[begin:end]))
            time.sleep(0.3)
        connection.sendall(chunk(b""))
        got = b"".join(iter(lambda: connection.recv(4096), b""))
    assert got.count(b"expected lines of at most 65536 bytes") == 1
    assert got.count(b'"moves"') <= 1


HEAD = b"POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n"


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)


def test_each_line_is_answered_before_the_next_is_sent(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        got = b""
        for number in range(1, 20):
            connection.sendall(chunk(b'{"start":"12X453786"}\n'))
            while got.count(b'"moves":"dd"') < number:
                got += connection.recv(4096)
        connection.sendall(chunk(b""))
        while not got.endswith(b"\r\n0\r\n\r\n"):
            got += connection.recv(4096)
    assert got.count(b'"moves"') == 19


def resident(process: int) -> int:
    """Return the most KiB that the process ever held in memory."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1])


def test_lines_without_end_take_bounded_memory(server, client):
    part = b'{"start":"12X453786","goal":"8672543X1"}\n' * 10_000
    client.post("/v1/batch", content=part, headers=NDJSON)
    before = resident(server.process.pid)
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:

        def send() -> None:
            connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
            for _ in range(60):  # 24 MB, answered by twice as much
                connection.sendall(chunk(part))
            connection.sendall(chunk(b""))

        sender = threading.Thread(target=send)
        sender.start()
        lines, end = 0, b""
        while not end.endswith(b"\r\n0\r\n\r\n"):
            got = connection.recv(1 << 16)
            assert got
            lines, end = lines + (end[-1:] + got).count(b"}\n"), (end + got)[-7:]
        sender.join()
    assert lines == 600_000
    assert resident(server.process.pid) - before < 40 << 10


def judge_input(solver: Solver, name: str, count: int, first: int = 1) -> bytes:
    format = FORMATS[name]
    goal = format.goal and solver.board.parse(format.goal)
    starts, goals = sample_pairs(solver, count, 1, goal=goal or None, unsolvable=count // 3)
    cases = Cases(solver.board, first, starts, goals, np.full(count, 20))
    return format_header(format, count) + format_cases(format, cases).tobytes()


@pytest.mark.parametrize("name", FORMATS)
def test_a_judge_file_is_answered_as_by_the_command(client, solver, eight, name):
    text = judge_input(solver, name, 30_000 if name == "hdu3567" else 3000)
    response = client.post(f"/v1/judge/{name}", content=text, headers=TEXT)
    assert response.status_code == 200
    assert response.content == eight("batch", "--format", name, input=text).stdout


def test_parts_of_a_file_join(client, solver, eight):
    whole = eight("batch", input=judge_input(solver, "hdu3567", 1200)).stdout
    lines = judge_input(solver, "hdu3567", 1200).splitlines(keepends=True)[1:]
    parts = [(1, lines[:18]), (10, lines[18:1998]), (1000, lines[1998:])]
    answers = [
        client.post(
            "/v1/judge/hdu3567", params={"first": first}, headers=TEXT,
            content=b"%d\n" % (len(part) // 2) + b"".join(part),
        ).content
        for first, part in parts
    ]  # fmt: skip
    assert b"".join(answers) == whole


@pytest.mark.parametrize("after", [0, 20_000])
def test_a_fault_in_a_judge_file_is_told_by_line_and_column(client, solver, after):
    good = judge_input(solver, "pairs", after) if after else b""
    response = client.post("/v1/judge/pairs", content=good + b"12X453786\n 12345\n", headers=TEXT)
    (error,) = problem(response, 422)["errors"]
    assert (error["line"], error["column"]) == (2 * after + 3, 1)
    board = client.post("/v1/judge/pairs", content=good + b"12X453787 12345678X", headers=TEXT)
    (error,) = problem(board, 422)["errors"]
    assert (error["line"], error["column"]) == (2 * after + 1, 9)


def test_an_unknown_format_and_a_bad_first_are_refused(client):
    problem(client.post("/v1/judge/none", content=b"", headers=TEXT), 404)
    for first in ("0", "x", "-1", str(10**13)):
        response = client.post(f"/v1/judge/pairs?first={first}", content=b"", headers=TEXT)
        assert problem(response, 422)["errors"][0]["field"] == "first"


def test_the_client_gets_the_same_bytes_from_the_service(server, eight, solver, tmp_path):
    file = tmp_path / "in.txt"
    file.write_bytes(judge_input(solver, "hdu3567", 100_000))
    here = eight("batch", file).stdout
    assert eight("batch", file, "--server", server.url).stdout == here


def test_reading_ahead_is_bounded_and_loses_nothing():
    async def check() -> None:
        from app.service.heavy import ahead

        produced = 0

        async def pieces():
            nonlocal produced
            for number in range(1000):
                produced = number + 1
                yield b"%04d" % number

        got = bytearray()
        async for piece in ahead(pieces(), 40):
            got += piece
            await asyncio.sleep(0)
            assert 4 * produced - len(got) <= 48
        assert got == b"".join(b"%04d" % number for number in range(1000))

    asyncio.run(check())


def test_what_ends_the_reading_is_raised_after_what_was_read():
    async def check() -> None:
        from app.service.heavy import ahead

        async def pieces():
            yield b"a"
            raise bodies.Gone

        got = []
        with pytest.raises(bodies.Gone):
            async for piece in ahead(pieces(), 40):
                got.append(piece)
        assert got == [b"a"]

    asyncio.run(check())
