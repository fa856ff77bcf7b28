"""The service against its own description: nothing undocumented, no 5xx, every example true."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi import checks

from app.main import create_app
from tests.server import serving

CASES = {GenerationMode.POSITIVE: 150, GenerationMode.NEGATIVE: 30}  # of each route
PROMISED = {
    "GET /v1/solve", "POST /v1/solve", "POST /v1/batch", "POST /v1/judge/{format}",
    "GET /v1/judge", "GET /v1/explore", "GET /v1/paths", "GET /v1/random", "GET /v1/stats",
    "GET /v1/tables", "GET /v1/tables/{file}", "GET /healthz", "GET /readyz", "GET /metrics",
}  # fmt: skip


def operations(document: dict) -> Iterator[tuple[str, str, dict]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


ROUTES = [f"{method} {path}" for method, path, _ in operations(create_app().openapi())]
CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.unsupported_method,
]


@pytest.fixture(scope="module")
def server(environment):
    with serving(environment, access_log="off", heavy_limit=64) as server:
        yield server
        assert b"unforeseen" not in server.err and b"Traceback" not in server.err


@pytest.fixture(scope="module")
def document(server) -> dict:
    return httpx.get(f"{server.url}/openapi.json").json()


def test_the_description_has_every_route(document):
    described = [f"{method} {path}" for method, path, _ in operations(document)]
    assert described == ROUTES and set(ROUTES) >= PROMISED


def can_be_wrong(operation: dict) -> bool:
    """Return whether there is input that the schema forbids; any text may be a file's name."""
    names = {parameter["name"] for parameter in operation.get("parameters", [])}
    return bool(names - {"file"} or operation.get("requestBody"))


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
def test_thousands_of_cases_are_answered_as_described(server, document, route, mode):
    schema = schemathesis.openapi.from_dict(document)
    method, path = route.split()
    if mode is GenerationMode.NEGATIVE and not can_be_wrong(
        document["paths"][path][method.lower()]
    ):
        return
    sent = 0
    with requests.Session() as session:

        @seed(20_260)
        @settings(
            max_examples=CASES[mode],
            database=None,
            deadline=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=schema[path][method].as_strategy(generation_mode=mode))
        def run(case):
            nonlocal sent
            sent += 1
            case.call_and_validate(base_url=server.url, session=session, checks=CHECKS, timeout=20)

        run()
    assert sent


def examples(operation: dict, place: str) -> dict[str, str]:
    """Return the examples of the parameters that are in the query or the path."""
    return {
        parameter["name"]: next(iter(parameter["examples"].values()))["value"]
        for parameter in operation.get("parameters", [])
        if parameter["in"] == place and "examples" in parameter
    }


def test_every_example_of_the_description_is_answered(server, document):
    """Schemathesis has seen to it that a 200 is as its schema says; here it must be one."""
    seen = 0
    for method, path, operation in operations(document):
        address = path.format(**examples(operation, "path"))
        bodies = operation.get("requestBody", {"content": {None: {"example": None}}})["content"]
        for media, declared in bodies.items():
            content = declared["example"]
            text = content if isinstance(content, str | None) else json.dumps(content)
            answer = httpx.request(
                method, server.url + address, params=examples(operation, "query"), content=text,
                headers={} if media is None else {"Content-Type": media},
            )  # fmt: skip
            assert answer.status_code == 200, (method, path, answer.text)
            assert (
                answer.headers["content-type"].split(";")[0]
                in operation["responses"]["200"]["content"]
            )
            seen += 1
    assert seen >= len(ROUTES)


def test_every_parameter_is_described_and_every_body_has_an_example(document):
    for method, path, operation in operations(document):
        assert operation["description"].endswith("."), (method, path)
        assert operation["description"].startswith(operation["summary"])
        for parameter in operation.get("parameters", []):
            assert parameter["description"], (method, path, parameter["name"])
        for declared in operation.get("requestBody", {"content": {}})["content"].values():
            assert declared["example"]


class Addresses(HTMLParser):
    """Gathers what a page loads or leads to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found += [value for name, value in attrs if name in ("src", "href", "action")]


def test_the_documentation_comes_from_the_service_alone(server):
    page = httpx.get(f"{server.url}/docs")
    assert page.status_code == 200
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert not re.search(r"https?:|\*", policy), "the browser may ask another host"
    loaded = Addresses(page.text).found
    assert len(loaded) >= 3
    for address in loaded:
        assert not urlsplit(address).netloc
        found = httpx.get(urljoin(f"{server.url}/docs", address))
        assert found.status_code == 200 and len(found.content) > 50, address
    own = httpx.get(f"{server.url}/docs/docs.js").text
    assert "openapi.json" in own and "http" not in own
