"""Every route of one running service, against the tables and the published figures."""

import gzip
import json
from collections.abc import Iterator

import httpx
import msgspec
import pytest

from app.answers import answer
from app.judges.formats import FORMATS
from app.solver import Solver
from tablegen.tables import Tables
from tests import oracle
from tests.facts import LENGTHS, SINGLE_PERCENT
from tests.server import serving

PAIR = {"start": "12X453786", "goal": "12345678X"}
SOLVED = {**PAIR, "solvable": True, "length": 2, "moves": "dd"}
UNSOLVABLE = {
    "start": "21X453786", "goal": "12345678X", "solvable": False, "length": None, "moves": None
}  # fmt: skip


@pytest.fixture(scope="module")
def client(environment: dict[str, str]) -> Iterator[httpx.Client]:
    with serving(environment) as server, httpx.Client(base_url=server.url, timeout=30) as client:
        yield client


def problem(response: httpx.Response, status: int) -> dict:
    """Check that ``response`` is a problem, whole, with all it must have, and return it."""
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["access-control-allow-origin"] == "*"
    found = response.json()
    assert set(found) == {"type", "title", "status", "detail", "errors", "request_id"}
    assert found["status"] == status
    assert found["request_id"] == response.headers["x-request-id"]
    return found


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        (PAIR, SOLVED),
        ({"start": "12X453786"}, SOLVED),
        ({"start": "12X453786", "goal": None}, SOLVED),
        ({"start": "\ufeff[1 2 _|4,5;3]\n(7 8 6)", "goal": "123456780"}, SOLVED),
        ({"start": "21X453786"}, UNSOLVABLE),
        ({"start": "12345678X"}, {**SOLVED, "start": "12345678X", "length": 0, "moves": ""}),
    ],
)
def test_a_pair_is_answered_in_canonical_text_posted_or_asked(client, asked, answered):
    posted = client.post("/v1/solve", json=asked)
    assert (posted.status_code, posted.json()) == (200, answered)
    assert posted.headers["content-type"] == "application/json"
    got = client.get("/v1/solve", params={k: v for k, v in asked.items() if v})
    assert (got.status_code, got.content) == (200, posted.content)


def test_an_answer_got_is_kept_for_good_and_304_says_that_it_still_holds(client):
    first = client.get("/v1/solve", params=PAIR)
    assert first.headers["cache-control"] == "public, max-age=31536000, immutable"
    tag = first.headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = client.get("/v1/solve", params=PAIR, headers={"If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
    other = client.get("/v1/solve", params=PAIR, headers={"If-None-Match": '"other"'})
    assert other.status_code == 200
    assert client.get("/v1/solve", params={"start": "12345678X"}).headers["etag"] != tag


@pytest.mark.parametrize(
    ("body", "status", "field", "code", "says"),
    [
        (b"", 400, None, "not_json", "truncated"),
        (b"{", 400, None, "not_json", "truncated"),
        (b'{"start":5,', 400, None, "not_json", "truncated"),
        (b'{"start":"\xff"}', 400, None, "not_json", "UTF-8"),
        (b"[" * 100_000, 400, None, "not_json", "nested too deeply"),
        (b"[]", 422, None, "type", "expected `object`"),
        (b"{}", 422, "start", "missing", "found none"),
        (b'{"start":5}', 422, "start", "type", "expected `str`"),
        (b'{"start":"12X453786","x":1}', 422, "x", "unknown_field", "no such field"),
        (b'{"start":"12X45378"}', 422, "start", "symbol_count", "expected 9 symbols, found 8"),
        (b'{"start":"12X453789"}', 422, "start", "unknown_symbol", "9"),
        (b'{"start":"12X453787"}', 422, "start", "repeated_tile", "7"),
        (b'{"start":"12X453786","goal":"12XX53786"}', 422, "goal", "two_blanks", "blank"),
    ],
)
def test_a_bad_pair_is_told_what_is_wrong_and_where(client, body, status, field, code, says):
    headers = {"Content-Type": "application/json"}
    (error,) = problem(client.post("/v1/solve", content=body, headers=headers), status)["errors"]
    assert (error["field"], error["code"]) == (field, code)
    assert says in error["message"]


def test_both_boards_are_complained_of_at_once(client):
    found = problem(client.get("/v1/solve", params={"start": "1", "goal": "2"}), 422)
    assert [error["field"] for error in found["errors"]] == ["start", "goal"]


def test_no_parameter_and_a_bad_one_are_problems(client):
    assert problem(client.get("/v1/solve"), 422)["errors"][0]["code"] == "missing"


@pytest.mark.parametrize(
    ("address", "detail"),
    [
        ("/v1/paths?start=12X453786&limit=0", "limit: expected at least 1, found '0'"),
        ("/v1/paths?start=12X453786&limit=1001", "limit: expected at most 1000, found '1001'"),
        ("/v1/paths?start=12X453786&limit=ten", "limit: expected a whole number, found 'ten'"),
        ("/v1/paths?start=12X453786&limit=", "limit: expected a whole number, found ''"),
        ("/v1/random?length=-1", "length: expected at least 0, found '-1'"),
        (
            "/v1/random?length=" + "1" * 25,
            "length: expected at most 31, found '" + "1" * 20 + "'...",
        ),
        ("/v1/random?seed=" + "7" * 101, "seed: expected at most 100 symbols, found 101"),
        ("/v1/solve?start=12X453786&gaol=1", "gaol: expected one of goal, notation, order, start"),
        ("/v1/solve?start=12X453786&start=12X453786", "start: expected once, found 2 times"),
        ("/v1/stats?x", "x: expected none"),
        ("/v1/judge?order=uldr", "order: expected none"),
        ("/v1/race?start=12X453786&order=uldr", "order: expected one of goal, limit, start"),
    ],
)
def test_parameters_that_are_not_as_declared_are_told_of(client, address, detail):
    found = problem(client.get(address), 422)
    assert found["detail"].startswith(detail)
    assert len(found["errors"]) == 1


def test_a_posted_pair_may_have_no_other_parameters_than_the_style_s(client):
    found = problem(client.post("/v1/solve?ordr=uldr", json={"start": "12X453786"}), 422)
    assert found["detail"] == "ordr: expected one of notation, order, found this parameter"
    assert client.get("/?from=elsewhere").status_code == 200
    assert client.get("/healthz?at=1").status_code == 200


def test_complaints_are_no_more_than_can_be_read(client):
    query = "&".join(f"x{number}" for number in range(5000))
    found = problem(client.get(f"/v1/stats?{query}"), 422)
    assert len(found["errors"]) == 10


def test_the_names_that_there_are_are_told(client):
    unknown = client.post("/v1/judge/hdu", content="", headers={"Content-Type": "text/plain"})
    detail = problem(unknown, 404)["detail"]
    assert all(name in detail for name in FORMATS)
    assert detail.endswith("found 'hdu'")
    assert (
        "manifest.json, found 'paths.npy'"
        in problem(client.get("/v1/tables/paths.npy"), 404)["detail"]
    )


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/v1/solve", {"GET", "HEAD", "POST", "OPTIONS"}),
        ("DELETE", "/v1/tables/path.npy", {"GET", "HEAD", "OPTIONS"}),
        ("GET", "/v1/batch", {"POST", "OPTIONS"}),
        ("POST", "/readyz", {"GET", "HEAD", "OPTIONS"}),
        ("PATCH", "/", {"GET", "HEAD", "OPTIONS"}),
        ("POST", "/openapi.json", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_other_methods_are_405_with_those_that_are_allowed(client, method, path, allowed):
    response = client.request(method, path)
    problem(response, 405)
    assert set(response.headers["allow"].split(", ")) == allowed
    asked = client.options(path, headers={"Origin": "http://elsewhere.example"})
    assert asked.status_code == 204
    assert set(asked.headers["allow"].split(", ")) == allowed
    assert asked.headers["access-control-allow-methods"] == asked.headers["allow"]
    assert "Content-Type" in asked.headers["access-control-allow-headers"]


@pytest.mark.parametrize(
    "path", ["/nothing", "/v1", "/v1/solve/", "/page/..%2Fmain.py", "/page/%2e%2e/main.py",
             "/docs/README.md", "/v1/tables/..%2Fpyproject.toml", "/v1/tables/manifest.json%00"]
)  # fmt: skip
def test_what_is_not_there_is_404(client, path):
    problem(client.get(path), 404)
    templates = ("/docs/", "/page/", "/v1/tables/")  # of these, any name may be asked about
    if not path.startswith(templates):
        problem(client.options(path), 404)


def test_head_is_get_without_the_content(client):
    for path in ("/v1/solve?start=12X453786", "/readyz", "/", "/v1/tables/move.npy", "/v1/stats"):
        got, head = client.get(path), client.head(path)
        assert (head.status_code, head.content) == (200, b"")
        same = {"content-type", "content-length", "etag", "cache-control"} & set(got.headers)
        assert {k: head.headers[k] for k in same} == {k: got.headers[k] for k in same}


@pytest.mark.parametrize("media_type", ["text/plain", "application/json; charset=latin-1", "x"])
def test_another_media_type_is_415(client, media_type):
    response = client.post("/v1/solve", content=b"{}", headers={"Content-Type": media_type})
    problem(response, 415)
    encoded = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    problem(client.post("/v1/solve", content=b"{}", headers=encoded), 415)


def test_every_answer_has_the_security_headers_and_the_request_id_that_was_given(client):
    for path in ("/v1/solve?start=12X453786", "/nothing", "/healthz", "/metrics", "/"):
        response = client.get(path, headers={"X-Request-ID": "a-b.c:1"})
        assert response.headers["x-request-id"] == "a-b.c:1"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in response.headers["content-security-policy"]
    posted = client.post("/v1/solve", json=PAIR, headers={"X-Request-ID": "bad id"})
    assert posted.headers["x-request-id"] != "bad id"
    assert posted.headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in posted.headers["content-security-policy"]


def test_explore_tells_where_each_move_leads_best_first(client):
    start, goal = "867254X31", "1234567X8"
    found = client.get("/v1/explore", params={"start": start, "goal": goal}).json()
    moves, count = oracle.search(start.replace("X", "0"))[goal.replace("X", "0")]
    assert (found["length"], found["moves"], found["paths"]) == (31, moves, count)
    onward = oracle.search(goal.replace("X", "0"))
    expected = []
    for move, board in oracle.legal(start.replace("X", "0")).items():
        length = len(onward[board][0])
        expected.append({
            "move": move, "board": board.replace("0", "X"), "length": length,
            "shortest": length == 30, "canonical": move == moves[0],
        })  # fmt: skip
    assert found["next"] == sorted(expected, key=lambda step: step["length"])
    unsolvable = client.get("/v1/explore?start=21X453786").json()
    assert [step["length"] for step in unsolvable["next"]] == [None, None]


def test_paths_are_paged_in_alphabetical_order(client):
    query = {"start": "8672543X1"}
    whole = client.get("/v1/paths", params=query).json()
    assert (whole["count"], len(whole["paths"]), whole["offset"]) == (40, 40, 0)
    assert whole["paths"] == sorted(set(whole["paths"]))
    assert {oracle.walk("867254301", path)[-1] for path in whole["paths"]} == {"123456780"}
    page = client.get("/v1/paths", params=query | {"offset": "38", "limit": "5"}).json()
    assert page == {"count": 40, "offset": 38, "paths": whole["paths"][38:]}
    none = client.get("/v1/paths", params={"start": "21X453786"}).json()
    assert none == {"count": 0, "offset": 0, "paths": []}
    itself = client.get("/v1/paths", params={"start": "12345678X"}).json()
    assert itself == {"count": 1, "offset": 0, "paths": [""]}


def test_random_is_the_same_for_a_seed_and_as_wanted(client):
    query = {"length": "20", "goal": "1234X5678", "seed": "s"}
    first = client.get("/v1/random", params=query).json()
    assert (first["length"], first["goal"], first["seed"]) == (20, "1234X5678", "s")
    assert client.get("/v1/random", params=query).json() == first
    others = {client.get("/v1/random").json()["start"] for _ in range(5)}
    assert len(others) > 1
    found = problem(client.get("/v1/random", params=query | {"length": "31"}), 422)
    assert found["errors"][0]["field"] == "length"
    assert problem(client.get("/v1/random?goal=1"), 422)["errors"][0]["field"] == "goal"
    problem(client.get("/v1/random?length=32"), 422)


def test_stats_are_the_published_figures(client):
    cells = client.get("/v1/stats").json()["cells"]
    assert [cell["lengths"] for cell in cells] == LENGTHS
    for cell, percent in zip(cells, SINGLE_PERCENT, strict=True):
        assert cell["longest"] == len(cell["lengths"]) - 1
        assert round(100 * cell["single"] / cell["boards"], 1) == percent
        total = sum(length * boards for length, boards in enumerate(cell["lengths"]))
        assert cell["mean"] == pytest.approx(total / 181_440)


def test_tables_are_given_out_byte_for_byte(client, tables_folder):
    manifest = json.loads((tables_folder / "manifest.json").read_bytes())
    assert client.get("/v1/tables").json() == manifest
    for name in (*manifest["files"], "manifest.json"):
        content = (tables_folder / name).read_bytes()
        whole = client.get(f"/v1/tables/{name}")
        assert whole.content == content
        part = client.get(f"/v1/tables/{name}", headers={"Range": "bytes=100-199"})
        assert (part.status_code, part.content) == (206, content[100:200])
        again = {"If-None-Match": whole.headers["etag"]}
        assert client.get(f"/v1/tables/{name}", headers=again).status_code == 304
    beyond = client.get("/v1/tables/move.npy", headers={"Range": "bytes=99999999-"})
    assert "1633088 bytes" in problem(beyond, 416)["detail"]
    assert beyond.headers["content-range"] == "bytes */1633088"
    lines = client.get("/v1/tables/move.npy", headers={"Range": "lines=1-2"})
    assert (lines.status_code, len(lines.content)) == (200, 1633088)
    problem(client.get("/v1/tables/move.npy", headers={"Range": "bytes=x-2"}), 400)


@pytest.mark.parametrize("path", ["/", "/page/main.js", "/page/style.css", "/docs",
                                  "/docs/swagger-ui-bundle.js"])  # fmt: skip
def test_files_are_compressed_kept_and_confined(client, path):
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert plain.status_code == 200
    assert "'self'" in plain.headers["content-security-policy"]
    assert "script-src 'self';" in plain.headers["content-security-policy"]
    with client.stream("GET", path, headers={"Accept-Encoding": "br, gzip;q=0.5"}) as response:
        raw = b"".join(response.iter_raw())
    if response.headers.get("content-encoding") == "gzip":
        assert len(raw) < len(plain.content)
        assert response.headers["vary"] == "Accept-Encoding"
        raw = gzip.decompress(raw)
    else:
        assert len(raw) < 1000
    assert raw == plain.content
    again = {"If-None-Match": response.headers["etag"], "Accept-Encoding": "gzip"}
    assert client.get(path, headers=again).status_code == 304


def test_the_documentation_asks_no_other_host(client):
    page = client.get("/docs").text
    assert "//" not in page.replace("<!doctype html>", "")
    assert client.get("/openapi.json").json()["openapi"].startswith("3.1")


def test_every_route_and_status_is_documented(client):
    paths = client.get("/openapi.json").json()["paths"]
    assert set(paths) >= {
        "/v1/solve", "/v1/batch", "/v1/judge", "/v1/judge/{format}", "/v1/explore", "/v1/paths",
        "/v1/random", "/v1/stats", "/v1/tables", "/v1/tables/{file}", "/healthz", "/readyz",
        "/metrics",
    }  # fmt: skip
    for path, operations in paths.items():
        for method, operation in operations.items():
            assert operation["description"], (method, path)
            assert {"200", "404", "405", "500"} <= set(operation["responses"])
            assert ("requestBody" in operation) == (method == "post")


def test_formats_are_listed_and_every_sample_is_answered(client):
    listed = client.get("/v1/judge").json()["formats"]
    assert [known["name"] for known in listed] == list(FORMATS)
    for known in listed:
        headers = {"Content-Type": "text/plain"}
        response = client.post(
            f"/v1/judge/{known['name']}", content=known["sample"].encode(), headers=headers
        )
        assert response.status_code == 200
        assert response.headers["content-type"] == "text/plain; charset=utf-8"
        assert response.content.endswith(b"\n")


def test_answers_over_http_are_those_of_the_solver(client, solver: Solver, tables: Tables):
    parse = solver.board.parse
    for seed in range(50):
        pair = client.get("/v1/random", params={"seed": seed}).json()
        found = client.post("/v1/solve", json={k: pair[k] for k in ("start", "goal")}).json()
        expected = answer(solver, parse(pair["start"]), parse(pair["goal"]))
        assert found == msgspec.to_builtins(expected)
