"""The searches side by side, by the command and by the route."""

import json

import httpx

from app.searches import METHODS
from tests.server import serving

NAMES = ["table", *(method.name for method in METHODS)]


def test_the_command_prints_a_line_for_each(eight) -> None:
    done = eight("race", "12X453786")
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0
    assert [line[:30].strip() for line in lines[1:-1]] == ["Table", *(m.title for m in METHODS)]
    assert [line.split()[-5] for line in lines[1:-1]] == ["2"] * len(NAMES)
    assert lines[-1] == "dd"


def test_a_limit_and_a_pair_without_a_path(eight) -> None:
    done = eight("race", "21345678X", "--limit", "100")
    assert done.returncode == 1
    assert done.stdout.decode().splitlines()[-1] == "unsolvable"
    assert done.stdout.count(b"gave up") == len(NAMES) - 2  # the table and parity need no search


def test_the_route_gives_what_the_command_gives(eight, environment) -> None:
    told = json.loads(eight("race", "8672543X1", "--json", "--limit", "20000").stdout)
    with serving(environment) as server:
        url = f"{server.url}/v1/race"
        given = httpx.get(url, params={"start": "8672543X1"}).json()
        assert httpx.get(url, params={"start": "1", "limit": 9}).status_code == 422
        many = httpx.get(url, params={"start": "8672543X1", "limit": 10**9})
        assert (many.status_code, many.json()["errors"][0]["field"]) == (422, "limit")
    for race in (told, given):
        assert [lap.pop("name") for lap in race["results"]] == NAMES
        assert all(lap.pop("seconds") >= 0 for lap in race["results"])
        paths = [lap["path"] for lap in race["results"] if lap["outcome"] == "solved"]
        assert set(paths) == {race["moves"]} and len(race["moves"]) == 31
    assert told == given
    assert [lap["outcome"] for lap in given["results"]].count("gave up") == 2
