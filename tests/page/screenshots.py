"""Write docs/screenshots/*.png, the page in its main states: run by ``make screenshots``."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page, sync_playwright

from tests.page.conftest import Service, chromium, launch

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
PAIR = "?start=8672543X1&goal=12345678X"
DESKTOP = {
    "viewport": {"width": 1120, "height": 800},
    "locale": "en-GB",
    "reduced_motion": "reduce",
}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


class State(NamedTuple):
    """An address, how the browser is set, what is done before the picture, and what of it."""

    query: str
    options: dict[str, object] = {}
    act: Callable[[Page], object] = lambda page: None
    part: str = "body"


STATES = {
    "light": State(f"{PAIR}&step=9"),
    "dark": State(f"{PAIR}&step=9", {"color_scheme": "dark"}),
    "chinese": State(f"{PAIR}&step=9", {"locale": "zh-CN"}),
    "phone": State(f"{PAIR}&step=9", PHONE),
    "unsolvable": State("?start=21345678X&goal=12345678X"),
    "error": State("?start=1134567&goal=12345678X"),
    "play": State(f"{PAIR}&view=play&moves=lu", {}, lambda page: page.click("#hint"), "#stage"),
    "paths": State(
        "?start=81327X456&goal=1238X4765&view=paths",
        {},
        lambda page: page.wait_for_selector("#graph .spot"),
        "#stage",
    ),
}


def main() -> None:
    """Start a service on a port of its own, and take every picture."""
    executable = chromium()
    if executable is None:
        raise SystemExit("screenshots: expected chromium on the path, found none")
    FOLDER.mkdir(exist_ok=True)
    service = Service(dict(os.environ))
    service.start()
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright, executable)
            for name, state in STATES.items():
                page = browser.new_page(**DESKTOP | state.options)
                page.goto(service.url + state.query)
                page.wait_for_selector("#stage[aria-busy=false]")
                page.wait_for_selector("#hardest-links a")
                state.act(page)
                path = FOLDER / f"{name}.png"
                page.locator(state.part).screenshot(path=path, animations="disabled")
                page.close()
    finally:
        service.stop()


if __name__ == "__main__":
    main()
