"""Requests that are malformed, cut, slow or false: each refused in one way, or answered right."""

import json
import random
import socket
import time

import pytest

from tests.server import Server, serving
from tests.wire import answers, check_problem, connect, post, read_all, reset, say

GOOD = b'{"start":"12X453786"}'
ANSWER = {
    "start": "12X453786", "goal": "12345678X", "solvable": True, "length": 2, "moves": "dd",
}  # fmt: skip


@pytest.fixture(scope="module")
def server(environment):
    with serving(environment, access_log="off") as server:
        yield server
        assert b"unforeseen" not in server.err and b"Traceback" not in server.err
        assert server.process.poll() is None
        assert server.stop() == 0


@pytest.fixture(autouse=True)
def answers_afterwards(server: Server):
    """See that each attack leaves a server that answers, and answers right."""
    yield
    (answer,) = answers(say(server.port, post(GOOD)))
    assert (answer.status, answer.json()) == (200, ANSWER)


BODIES = {
    "nothing": b"",
    "white space": b" \n\t ",
    "no JSON": b"start=12X453786",
    "half an object": b'{"start":"12X45',
    "two objects": GOOD + GOOD,
    "a byte order mark": b"\xef\xbb\xbf" + GOOD,
    "UTF-16": GOOD.decode().encode("utf-16"),
    "Latin-1": b'{"start":"\xe9"}',
    "overlong UTF-8": b'{"start":"\xc0\xaf"}',
    "a surrogate in UTF-8": b'{"start":"\xed\xa0\x80"}',
    "half a surrogate pair": b'{"start":"\\ud800"}',
    "NUL": b'{"start":"12X45\x003786"}',
    "NUL escaped": b'{"start":"12X45\\u00003786"}',
    "single quotes": b"{'start':'12X453786'}",
    "NaN": b'{"start":NaN}',
    "a comment": b'{"start":"12X453786"/**/}',
    "a comma too many": b'{"start":"12X453786",}',
    "null": b"null",
    "a list": b'["12X453786"]',
    "a number": b"1",
    "a huge number": b'{"start":1e999999999}',
    "a long integer": b'{"start":' + b"9" * 100_000 + b"}",
    "a long fraction": b'{"start":0.' + b"3" * 100_000 + b"}",
    "depth": b'{"start":' + b"[" * 500_000,
    "depth at the top": b"[" * 500_000,
    "depth of objects": b'{"start":' * 200_000,
    "depth in a field that is unknown": b'{"x":' + b"[" * 200_000 + b"]" * 200_000 + b"}",
    "a key that is unknown": b'{"start":"12X453786","x":1}',
    "a long key": b'{"' + b"k" * 1_000_000 + b'":1}',
    "many keys": b"{" + b",".join(b'"%d":1' % n for n in range(50_000)) + b"}",
    "no start": b"{}",
    "a long board": b'{"start":"' + b"1" * 1_000_000 + b'"}',
    "a board of another script": '{"start":"\uff11\uff12X453786"}'.encode(),
    "a board with an emoji": '{"start":"12X45378\U0001f600"}'.encode(),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_that_is_no_pair_is_a_problem_that_says_so(server, body):
    (answer,) = answers(say(server.port, post(body)))
    check_problem(answer, 400, 422)


DEEP = b"[" * 200_000 + b"]" * 200_000
SOLVED = b'{"start":"12X453786"}'
BATCHES = {
    "depth": (b'{"pairs":' + DEEP + b"}", 400),
    "depth in a pair": (b'{"pairs":[{"start":' + DEEP + b"}]}", 400),
    "depth in a field that is unknown": (b'{"pairs":[{"x":' + DEEP + b"}]}", 400),
    "depth without end": (b'{"pairs":' + DEEP[:200_000], 400),
    "null": (b'{"pairs":null}', 422),
    "a field that is unknown": (b'{"pairs":[],"x":1}', 422),
    "bad UTF-8": (b'{"pairs":[{"start":"\xff"}]}', 400),
    "half a surrogate pair": (b'{"pairs":[{"start":"\\ud800"}]}', 400),
    "too many": (b'{"pairs":[' + b",".join([b"{}"] * 100_001) + b"]}", 413),
    "a fault behind much that is good": (
        b'{"pairs":[' + b",".join([SOLVED] * 50_000) + b',{"start":]}', 400,
    ),
}  # fmt: skip


@pytest.mark.parametrize("body, status", BATCHES.values(), ids=BATCHES)
def test_a_batch_that_is_none_is_a_problem_that_says_so(server, body, status):
    (answer,) = answers(say(server.port, post(body, "/v1/batch")))
    check_problem(answer, status)


def test_whatever_stands_for_a_pair_the_others_are_answered(server):
    odd = [
        b"null",
        b"1e999",
        b'"x"',
        b"[]",
        b"{}",
        b'{"start":1}',
        b'{"start":"},{"}',
        b'{"x":[{}]}',
    ]
    mixed = b",".join(pair for bad in odd for pair in (bad, SOLVED))
    (answer,) = answers(say(server.port, post(b'{"pairs":[' + mixed + b"]}", "/v1/batch")))
    results = answer.json()["results"]
    assert answer.status == 200 and len(results) == 2 * len(odd)
    assert all("error" in result for result in results[::2])
    assert all(result == ANSWER for result in results[1::2])


def test_whatever_stands_on_a_line_the_others_are_answered(server):
    odd = [
        b"null",
        b"[" * 60_000,
        bytes(range(11, 256)),
        b'{"start":',
        b"\xef\xbb\xbf{}",
        b"x" * 60_000,
    ]
    lines = b"\r\n\n".join(line for bad in odd for line in (bad, SOLVED))
    (answer,) = answers(say(server.port, post(lines, "/v1/batch", media="application/x-ndjson")))
    results = [json.loads(line) for line in answer.body.splitlines()]
    assert answer.status == 200 and len(results) == 2 * len(odd)
    assert all("error" in result for result in results[::2])
    assert all(result == ANSWER for result in results[1::2])


def test_a_line_that_never_ends_ends_the_answer_with_the_reason(server):
    body = SOLVED + b"\n" + b"x" * 5_000_000
    (answer,) = answers(say(server.port, post(body, "/v1/batch", media="application/x-ndjson")))
    first, last = [json.loads(line) for line in answer.body.splitlines()]
    assert first == ANSWER and last["error"]["code"] == "ended"


@pytest.mark.parametrize("name", ["hdu3567", "pairs", "poj1077", "boj9985", "princeton", "uva652"])
@pytest.mark.parametrize(
    "body",
    [
        bytes(range(1, 256)) * 4000,
        b"\0" * 1_000_000,
        b"1" * 10_000_000,
        b"9" * 60_000 + b" 12X453786 12345678X",
        b"-1 12X453786 12345678X",
        b"\xff\xfe1\x002\x00",
        "１ ２Ｘ４５３７８６".encode(),
    ],
    ids=["binary", "zeros", "one token", "huge count", "count below zero", "UTF-16", "full width"],
)
def test_a_judge_file_that_is_none_is_told_with_line_and_column(server, name, body):
    (answer,) = answers(say(server.port, post(body, f"/v1/judge/{name}", media="text/plain")))
    (complaint,) = check_problem(answer, 422)["errors"]
    assert complaint["line"] >= 1 and complaint["column"] >= 1


@pytest.mark.parametrize(
    "query",
    [f"first={'9' * 5000}", "first=-1", "first=1e3", "first=%00", "first=%ff", "first=1&first=x"],
)
def test_a_number_that_is_none_is_a_problem(server, query):
    judged = post(b"1 12X453786 12345678X", f"/v1/judge/hdu3567?{query}", media="text/plain")
    (answer,) = answers(say(server.port, judged))
    check_problem(answer, 422)


@pytest.mark.parametrize(
    "asked, statuses",
    [
        ("bytes=0-0," * 5000 + "1-1", (200, 206)),
        ("bytes=5-1", (400,)),
        ("bytes=-0", (416,)),
        ("bytes=99999999999-", (416,)),
        ("bytes=0-99999999999999999999", (206,)),
        ("lines=1-2", (200, 400)),
        ("x", (200, 400)),
    ],
    ids=range(7),
)
def test_a_range_never_gives_more_than_the_file(server, asked, statuses):
    raw = (
        "GET /v1/tables/manifest.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        f"Range: {asked[:20_000]}\r\n\r\n"
    )
    (answer,) = answers(say(server.port, raw.encode()))
    if answer.status >= 400:
        check_problem(answer, *statuses)
    assert answer.status in statuses and len(answer.body) < 10_000


MEDIA = [
    "text/plain", "application/xml", "multipart/form-data; boundary=x", "application/jsonp", "json",
    "application/json; charset=utf-16", "application/json, text/plain", "/", ";", "\xff",
    "a" * 4000,
    "application/x-www-form-urlencoded", "application/json;charset=\x00".replace("\x00", "\xa0"),
]  # fmt: skip


@pytest.mark.parametrize("media", MEDIA)
def test_a_media_type_that_is_not_read_is_415(server, media):
    (answer,) = answers(say(server.port, post(GOOD, media=media)))
    check_problem(answer, 415)


@pytest.mark.parametrize("encoding", ["gzip", "br", "identity, gzip", "x"])
def test_a_body_that_is_encoded_is_415(server, encoding):
    (answer,) = answers(say(server.port, post(GOOD, "/v1/solve", f"Content-Encoding: {encoding}")))
    check_problem(answer, 415)


HEAD = b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
SMUGGLED = b"GET /healthz HTTP/1.1\r\nHost: smuggled\r\n\r\n"
MALFORMED = {
    "no HTTP": b"hello\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "HTTP/3.7": b"GET / HTTP/3.7\r\n\r\n",
    "TLS": bytes.fromhex("16030100c8010000c40303") + bytes(190),
    "zeros": bytes(1000),
    "a space in the address": b"GET /v1/solve?start=1 2 HTTP/1.1\r\nHost: x\r\n\r\n",
    "a method of odd symbols": b"G@T / HTTP/1.1\r\nHost: x\r\n\r\n",
    "a header without a colon": HEAD + b"nonsense\r\n\r\n",
    "a header with a space before its colon": HEAD + b"Content-Length : 21\r\n\r\n" + GOOD,
    "a header with NUL": HEAD + b"X: a\x00b\r\nContent-Length: 21\r\n\r\n" + GOOD,
    "a length below zero": HEAD + b"Content-Length: -1\r\n\r\n",
    "a length with a sign": HEAD + b"Content-Length: +21\r\n\r\n" + GOOD,
    "a length in hexadecimal": HEAD + b"Content-Length: 0x15\r\n\r\n" + GOOD,
    "a length that overflows": HEAD + b"Content-Length: 18446744073709551637\r\n\r\n" + GOOD,
    "a length of many digits": HEAD + b"Content-Length: " + b"9" * 400 + b"\r\n\r\n" + GOOD,
    "two lengths": HEAD + b"Content-Length: 21\r\nContent-Length: 2\r\n\r\n" + GOOD,
    "lengths in a list": HEAD + b"Content-Length: 21, 21\r\n\r\n" + GOOD,
    "a length and chunks": HEAD
    + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
    "chunks and a length": HEAD
    + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + SMUGGLED,
    "an unknown transfer encoding": HEAD + b"Transfer-Encoding: xchunked\r\n\r\n" + SMUGGLED,
    "chunked not last": HEAD + b"Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n" + SMUGGLED,
    "a chunk without a size": HEAD + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
    "a chunk size below zero": HEAD + b"Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
    "a chunk size that overflows": HEAD
    + b"Transfer-Encoding: chunked\r\n\r\n1" + b"0" * 16 + b"\r\nx\r\n0\r\n\r\n",
    "a chunk longer than its size": HEAD
    + b"Transfer-Encoding: chunked\r\n\r\n5\r\n" + GOOD + b"\r\n0\r\n\r\n",
}  # fmt: skip


@pytest.mark.parametrize("request_", MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_request_is_refused_once_and_nothing_after_it_is_heard(server, request_):
    found = answers(say(server.port, request_, ended=True))
    assert len(found) <= 1
    for answer in found:
        check_problem(answer, 400, 404, 408, 411, 413, 422, 501, 505)


@pytest.mark.parametrize("size", ["5", "05", "0000005", "5;x=y", '5;x="y z"', "5 "])
def test_chunks_may_be_written_in_odd_ways_and_answer_right_or_not_at_all(server, size):
    head = HEAD + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    rest = GOOD[5:]
    chunks = b"%b\r\n%b\r\n%x\r\n%b\r\n0\r\nTrailer: y\r\n\r\n" % (
        size.encode(), GOOD[:5], len(rest), rest,
    )  # fmt: skip
    (answer,) = answers(say(server.port, head + chunks))
    if answer.status != 200:
        check_problem(answer, 400)
    else:
        assert answer.json() == ANSWER


def test_a_request_cut_at_any_byte_is_never_answered_as_if_whole(server):
    whole = post(GOOD)
    for cut in range(len(whole)):
        for answer in answers(say(server.port, whole[:cut], ended=True)):
            check_problem(answer, 400, 408)
        client = connect(server.port)
        client.sendall(whole[:cut])
        reset(client)


def test_a_request_may_arrive_in_two_parts_cut_anywhere(server):
    whole = post(GOOD).replace(b"Connection: close\r\n", b"")
    with connect(server.port) as client:
        for cut in range(1, len(whole)):
            client.sendall(whole[:cut])
            time.sleep(0.0005)
            client.sendall(whole[cut:])
            raw = client.recv(1 << 16)
            while not raw.endswith(b"}"):
                raw += client.recv(1 << 16)
            (answer,) = answers(raw)
            assert answer.json() == ANSWER


def test_a_request_may_arrive_byte_by_byte(server):
    with connect(server.port) as client:
        for byte in post(GOOD):
            client.sendall(bytes([byte]))
        (answer,) = answers(read_all(client))
        assert answer.json() == ANSWER


def test_a_body_shorter_than_it_says_is_never_answered(server):
    lying = post(GOOD).replace(b"Content-Length: 21", b"Content-Length: 22")
    assert [a.status for a in answers(say(server.port, lying, ended=True))] in ([], [400], [408])


UPGRADES = {
    "h2c": ("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQA"),
    "websocket": ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"),
}


@pytest.mark.parametrize("headers", UPGRADES.values(), ids=UPGRADES)
def test_another_protocol_that_is_offered_is_passed_over(server, headers):
    """Java's client and curl offer HTTP/2 with every request, and send its body behind that."""
    asked = post(GOOD, "/v1/solve", *headers).replace(b"Connection: close\r\n", b"")
    chunked = asked.replace(
        b"Content-Length: 21\r\n\r\n" + GOOD, b"Transfer-Encoding: chunked\r\n\r\n"
    )
    chunked += b"5\r\n" + GOOD[:5] + b"\r\n10\r\n" + GOOD[5:] + b"\r\n0\r\n\r\n"
    bare = "\r\n".join(["GET /healthz HTTP/1.1", "Host: x", *headers]).encode() + b"\r\n\r\n"
    last = post(GOOD)
    whole = asked + bare + chunked + asked + last
    for cut in range(0, len(whole), 1):
        with connect(server.port) as client:
            client.sendall(whole[:cut])
            time.sleep(0.0005)
            client.sendall(whole[cut:])
            first, alive, *others = answers(read_all(client))
        assert alive.json()["status"] == "alive"
        assert [answer.json() for answer in (first, *others)] == [ANSWER] * 4


def test_as_many_offers_as_one_may_send_at_once_are_passed_over(server):
    bare = "\r\n".join(["GET /healthz HTTP/1.1", "Host: x", *UPGRADES["websocket"]]).encode()
    with connect(server.port) as client:
        client.sendall((bare + b"\r\n\r\n") * 2000 + post(GOOD))
        *alive, last = answers(read_all(client))
    assert {answer.status for answer in alive} == {200} and len(alive) == 2000
    assert last.json() == ANSWER


def test_a_bad_framing_behind_an_offer_is_400(server):
    asked = post(GOOD, "/v1/solve", *UPGRADES["h2c"], "Transfer-Encoding: gzip")
    (answer,) = answers(say(server.port, asked))
    check_problem(answer, 400)


def test_a_bad_chunk_costs_no_request_before_it_its_answer(server):
    kept = post(GOOD).replace(b"Connection: close\r\n", b"")
    bad = b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n"
    for before in (1, 2, 5):
        found = answers(say(server.port, kept * before + bad))
        assert [answer.json() for answer in found[:before]] == [ANSWER] * before
        for answer in found[before:]:
            check_problem(answer, 400)


@pytest.mark.parametrize("early", range(6))
def test_a_large_body_behind_a_head_cut_anywhere_is_taken(server, early):
    whole = post(b'{"pairs":[]}' + b" " * 60_000, "/v1/batch")
    head = whole.index(b"\r\n\r\n") + 4 - early
    with connect(server.port) as client:
        client.sendall(whole[:head])
        time.sleep(0.1)
        client.sendall(whole[head:])
        (answer,) = answers(read_all(client))
    assert (answer.status, answer.body) == (200, b'{"results":[]}')


def test_a_body_that_was_refused_early_is_passed_over(server):
    size = 200_000
    head = post(b"", "/v1/judge/nosuch").replace(b"Connection: close\r\n", b"")
    head = head.replace(b"Content-Length: 0", b"Content-Length: %d" % size)
    with connect(server.port) as client:
        client.sendall(head + b" " * 1000)
        raw = client.recv(1 << 16)
        client.sendall(b" " * (size - 1000) + post(GOOD))
        refused, answer = answers(raw + read_all(client))
    check_problem(refused, 404)
    assert answer.json() == ANSWER


@pytest.mark.parametrize("others", [0, 1, 7])
def test_garbage_after_whole_requests_costs_none_of_their_answers(server, others):
    kept = post(GOOD).replace(b"Connection: close\r\n", b"")
    explored = b"GET /v1/explore?start=12X453786 HTTP/1.1\r\nHost: x\r\n\r\n"
    first, *more = answers(say(server.port, kept + explored * others + b" and more"))
    assert first.json() == ANSWER
    assert [answer.json()["moves"] for answer in more[:others]] == ["dd"] * others
    for answer in more[others:]:
        check_problem(answer, 400)


def test_pipelined_requests_are_answered_in_their_order(server, solver):
    draw, expected, requests = random.Random(7), [], []
    for _ in range(500):
        start = bytes(draw.sample(range(9), 9))
        path = solver.code(start, solver.board.default_goal)
        expected.append((solver.board.format(start), path != 0))
        body = json.dumps({"start": solver.board.format(start)}).encode()
        requests.append(post(body).replace(b"Connection: close\r\n", b""))
        if draw.random() < 0.2:
            requests.append(b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n")
            expected.append((None, None))
    requests.append(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    with connect(server.port) as client:
        client.sendall(b"".join(requests))
        *found, last = answers(read_all(client))
    assert last.json()["status"] == "alive"
    seen = [(a.json().get("start"), a.json().get("solvable")) for a in found]
    assert seen == expected


def test_a_head_at_the_limit_passes_and_one_beyond_it_is_431(server):
    head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: "
    for size, status in [(30_000, 200), (40_000, 431), (3_000_000, 431)]:
        (answer,) = answers(say(server.port, head + b"x" * (size - len(head)) + b"\r\n\r\n"))
        assert answer.status == status
        if status == 431:
            check_problem(answer, 431)


@pytest.mark.parametrize(
    "flood",
    [
        b"GET /healthz HTTP/1.1\r\n" + b"a: b\r\n" * 200_000,
        b"GET /" + b"x" * 2_000_000,
        b"GET /healthz?" + b"a=b&" * 200_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\r\n" * 500_000,
        b"X" * 2_000_000,
        post(b"").replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
        + b"0\r\n" + b"trailer: x\r\n" * 200_000,
    ],
    ids=["headers", "address", "query", "empty lines", "method", "trailers"],
)  # fmt: skip
def test_a_flood_where_a_head_should_end_is_refused(server, flood):
    for answer in answers(say(server.port, flood, ended=True)):
        check_problem(answer, 400, 431)


def test_a_body_beyond_the_limit_is_413_and_the_answer_is_heard(server):
    limit = 16 << 20
    whole = post(GOOD.ljust(limit + 1))
    (answer,) = answers(say(server.port, whole))
    check_problem(answer, 413)
    (answer,) = answers(say(server.port, post(GOOD.ljust(limit))))
    assert answer.json() == ANSWER
    declared = HEAD + b"Content-Length: 99999999999\r\nExpect: 100-continue\r\n\r\n"
    with connect(server.port) as client:
        client.sendall(declared)
        (answer,) = answers(read_all(client))
        check_problem(answer, 413)


def test_endless_chunks_end_at_the_limit(server):
    head = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    chunk = b"100000\r\n" + b" " * (1 << 20) + b"\r\n"
    with connect(server.port) as client:
        client.sendall(head)
        with pytest.raises(OSError):
            for _ in range(500):
                client.sendall(chunk)


PATHS = [
    "/v1/tables/../data/README.md", "/v1/tables/..%2f..%2fetc%2fpasswd", "/v1/tables/%2e%2e/x",
    "/v1/tables//etc/passwd", "/v1/tables/%2fetc%2fpasswd", "/v1/tables/path.npy%00.txt",
    "/v1/tables/path.npy/", "/v1/tables/PATH.NPY", "/v1/tables/..\\..\\x", "/v1/tables/.",
    "/v1/tables/%c0%ae%c0%ae/x", "/v1/tables/~root", "/v1/tables/file:///etc/passwd",
    "/v1/tables/*", "/v1/tables/README.md", "/v1/tables/" + "a" * 5000, "/v1/tables/\xff",
    "/docs/../problems.py", "/docs/..%2fproblems.py", "/docs/%2e%2e%2fproblems.py",
    "/docs/README.md", "/docs/LICENSE", "/docs/", "/docs//etc/passwd",
    "/page/../service/problems.py", "/page/..%2fcli.py", "/page/__init__.py", "/page/",
    "//etc/passwd", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/etc/passwd", "/.git/config",
    "/v1/judge/../solve", "/v1/judge/..%2f", "/openapi.json/../x", "/static/../../x",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_no_path_leads_out_of_what_is_served(server, path):
    raw = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode("latin-1")
    (answer,) = answers(say(server.port, raw))
    check_problem(answer, 400, 404, 405, 422)


@pytest.mark.parametrize(
    "method", ["PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND", "BREW"]
)
@pytest.mark.parametrize("path", ["/v1/solve", "/v1/tables/path.npy", "/", "/healthz"])
def test_only_reading_methods_do_anything(server, method, path):
    raw = f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    (answer,) = answers(say(server.port, raw.encode()))
    check_problem(answer, 400, 405)
    if answer.status == 405:
        assert "OPTIONS" in answer.headers["allow"]


def test_random_bytes_are_refused(server):
    draw = random.Random(11)
    for _ in range(300):
        for answer in answers(
            say(server.port, draw.randbytes(draw.randrange(1, 3000)), ended=True)
        ):
            check_problem(answer, 400, 431)


def test_requests_with_random_bytes_changed_are_answered_or_refused(server):
    draw = random.Random(13)
    for _ in range(600):
        changed = bytearray(post(GOOD))
        for _ in range(draw.randrange(1, 4)):
            changed[draw.randrange(len(changed))] = draw.randrange(256)
        for answer in answers(say(server.port, bytes(changed), ended=True)):
            assert answer.status < 500
            if answer.status >= 400:
                assert answer.headers["content-type"] == "application/problem+json"


@pytest.fixture(scope="module")
def impatient(environment):
    with serving(
        environment, access_log="off", head_timeout=0.5, client_timeout=0.5, keep_alive=1
    ) as server:
        yield server
        assert server.stop() == 0


def drip(client: socket.socket, data: bytes, seconds: float) -> bytes:
    """Send a byte at a time for ``seconds``, or until refused; return what came back."""
    deadline = time.monotonic() + seconds
    try:
        for byte in data:
            client.sendall(bytes([byte]))
            time.sleep(0.05)
            if time.monotonic() > deadline:
                raise AssertionError("it is still being listened to")
    except OSError:
        pass
    return read_all(client)


def test_a_head_that_never_ends_is_408(impatient):
    with connect(impatient.port) as client:
        (answer,) = answers(drip(client, b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 100, 5))
    check_problem(answer, 408)


def test_a_body_that_never_ends_is_408(impatient):
    with connect(impatient.port) as client:
        client.sendall(post(GOOD)[: -len(GOOD)])
        (answer,) = answers(drip(client, b" " * 500, 5))
    check_problem(answer, 408)


def test_a_body_that_was_refused_and_never_ends_is_not_heard_for_ever(impatient):
    head = post(b"", "/v1/judge/nosuch").replace(b"Connection: close\r\n", b"")
    with connect(impatient.port) as client:
        client.sendall(head.replace(b"Content-Length: 0", b"Content-Length: 99999"))
        (answer,) = answers(drip(client, b" " * 500, 5))
    check_problem(answer, 404)


def test_a_stray_line_keeps_no_connection(impatient):
    begun = time.monotonic()
    with connect(impatient.port) as client:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(0.2)
        client.sendall(b"\r\n")
        assert answers(read_all(client))[0].status == 200
    assert time.monotonic() - begun < 5


def test_a_connection_that_says_nothing_is_closed(impatient):
    begun = time.monotonic()
    with connect(impatient.port) as silent, connect(impatient.port) as served:
        served.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        raw = served.recv(1 << 16)
        while not raw.endswith(b"}"):
            raw += served.recv(1 << 16)
        assert answers(raw)[0].status == 200
        assert read_all(silent) == b""
        assert read_all(served) == b""
    assert time.monotonic() - begun < 4
