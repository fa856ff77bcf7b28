"""The page in Debian's chromium, against a real service: one of each for all tests here."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.page.looking import Looking

EIGHT = str(Path(sys.executable).with_name("eight"))
INSTALL = ["apt-get", "install", "--yes", "--quiet", "--no-install-recommends", "chromium"]
PATIENCE = 30_000  # milliseconds to wait for a state: long, as only a wrong page waits it out
POLICY = "Content Security Policy"
QUIET = ["--disable-background-networking", "--disable-component-update", "--no-first-run"]

Open = Callable[..., Looking]


class Service:
    """``eight serve`` on a port of its own, which it comes back to after it was stopped."""

    def __init__(self, environment: dict[str, str]) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [EIGHT, "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        self._process = subprocess.Popen(
            command, env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(PATIENCE // 100):
            try:
                if httpx.get(f"{self.url}readyz").status_code == 200:
                    return
            except httpx.TransportError:
                assert self._process.poll() is None, "eight serve ended"
            time.sleep(0.1)
        raise AssertionError("eight serve is not ready after a minute")

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(30)
            self._process = None


@pytest.fixture(scope="package")
def service(environment: dict[str, str]) -> Iterator[Service]:
    service = Service(environment)
    service.start()
    yield service
    service.stop()


def chromium() -> str | None:
    """Return Debian's chromium, installed first if it is missing and this is root; else None."""
    found = shutil.which("chromium")
    if not found and os.geteuid() == 0 and shutil.which("apt-get"):
        for command in (["apt-get", "update", "--quiet"], INSTALL):
            subprocess.run(command, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})
        found = shutil.which("chromium")
    return found


def launch(playwright: Playwright, executable: str) -> Browser:
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=executable, args=QUIET + sandbox)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    executable = chromium()
    if executable is None:
        pytest.skip("there is no chromium, and it could not be installed with apt-get")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:  # ends with this package: its loop would stop asyncio.run
        browser = launch(playwright, executable)
        yield browser
        browser.close()


def visitor(browser: Browser, **options: object) -> BrowserContext:
    """Return a visitor of their own, with an empty cache and no settings kept."""
    usual = {"viewport": {"width": 1280, "height": 860}, "locale": "en-GB"}
    clipboard = ["clipboard-read", "clipboard-write"]
    context = browser.new_context(permissions=clipboard, **usual | options)
    context.set_default_timeout(PATIENCE)
    return context


@pytest.fixture(scope="package")
def usual_visitor(browser: Browser) -> Iterator[BrowserContext]:
    """Return the visitor of tests that ask for none in particular, and change no settings."""
    context = visitor(browser)
    yield context
    context.close()


@pytest.fixture
def open_page(browser: Browser, usual_visitor: BrowserContext, service: Service) -> Iterator[Open]:
    """Return a function that opens the page; at the end, what no page may do is complained of.

    No page may ask another host, break the policy of its own headers, or throw.
    """
    opened, wrong = [], []

    def watch(page: Page) -> None:
        own = (service.url, "data:")
        page.on("request", lambda asked: asked.url.startswith(own) or wrong.append(asked.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: POLICY in said.text and wrong.append(said.text))

    def open_page(query: str = "", *, width: int | None = None, **options: object) -> Looking:
        if width:
            options["viewport"] = {"width": width, "height": 860}
        context = visitor(browser, **options) if options else usual_visitor
        page = context.new_page()
        opened.append(context if options else page)
        watch(page)
        page.goto(service.url + query)
        page.wait_for_selector("#stage[aria-busy=false]")
        return Looking(page)

    yield open_page
    for page_or_context in opened:
        page_or_context.close()
    assert wrong == []
