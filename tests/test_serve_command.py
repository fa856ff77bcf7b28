"""`eight serve`, as a command: its address, its settings, its failures."""

import json
import socket

import httpx
import pytest

from app.service.settings import Settings, SettingsError
from tests.server import serving


def test_a_port_in_use_and_a_bad_host_are_one_line_and_exit_3(eight):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        found = eight("serve", "--port", port)
    assert (found.returncode, found.stdout) == (3, b"")
    assert found.stderr == (
        b"eight: cannot serve on 127.0.0.1, port %d: Address already in use\n" % port
    )
    found = eight("serve", "--host", "no.such.host.invalid", "--port", "0")
    assert found.returncode == 3
    assert found.stderr.startswith(b"eight: cannot serve on no.such.host.invalid, port 0: ")
    assert found.stderr.count(b"\n") == 1


@pytest.mark.parametrize("flags", [("--port", "65536"), ("--workers", "0"), ("--host",)])
def test_bad_usage_exits_2(eight, flags):
    found = eight("serve", *flags)
    assert found.returncode == 2
    assert found.stderr.count(b"\n") == 1


def test_a_bad_setting_is_told_by_its_variable(eight, environment):
    found = eight("serve", env=environment | {"EIGHT_BODY_LIMIT": "much"})
    assert found.returncode == 2
    assert b"EIGHT_BODY_LIMIT: expected a whole number above 0, found 'much'" in found.stderr


def test_settings_are_defaults_then_variables_then_flags():
    variables = {"EIGHT_PAIRS_LIMIT": "7", "EIGHT_ACCESS_LOG": "off", "EIGHT_GRACE": "1.5"}
    found = Settings.from_environment(variables, grace=3.0, access_log=None)
    assert (found.pairs_limit, found.access_log, found.grace) == (7, False, 3.0)
    assert found.body_limit == 16 << 20
    with pytest.raises(SettingsError, match="EIGHT_ACCESS_LOG: expected on or off"):
        Settings.from_environment({"EIGHT_ACCESS_LOG": "perhaps"})


def test_limits_are_settings_and_logs_are_lines_of_json(environment):
    with serving(environment, body_limit=400, pairs_limit=3, heavy_limit=1) as server:
        pairs = [{"start": "12X453786"}] * 4
        url = f"{server.url}/v1/batch"
        many = httpx.post(url, json={"pairs": pairs}, headers={"X-Request-ID": "many"})
        assert (many.status_code, many.json()["errors"][0]["code"]) == (413, "pairs_limit")
        large = httpx.post(url, json={"pairs": pairs * 9})
        assert (large.status_code, large.json()["errors"][0]["code"]) == (413, "body_limit")
        assert httpx.post(url, json={"pairs": pairs[:3]}).status_code == 200
        found = server.wait_for(rb'(\{[^\n]*"id":"many"[^\n]*\})\n', server.out)
    line = json.loads(found[1])
    assert line.keys() == {"time", "id", "client", "method", "path", "route", "status", "ms"}
    assert (line["method"], line["route"], line["status"]) == ("POST", "/v1/batch", 413)


def test_without_an_access_log_nothing_is_written(environment):
    with serving(environment, "--no-access-log") as server:
        httpx.get(f"{server.url}/healthz")
    assert server.out == b""
