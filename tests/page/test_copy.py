import json
import shlex

import httpx
import pytest
from playwright.sync_api import expect

from app.answers import answer
from app.explore import shortest_paths

START, GOAL = "8672543X1", "12345678X"


def copied(seen, what: str) -> str:
    button = seen.page.locator(f"[data-copy={what}]")
    button.click()
    expect(seen.page.locator("#live")).to_contain_text("Copied")
    return seen.page.evaluate("navigator.clipboard.readText()")


@pytest.mark.parametrize("start", [START, "21345678X"])
def test_what_is_copied_says_what_the_tables_say(open_page, service, solver, start) -> None:
    found = answer(solver, solver.board.parse(start), solver.board.parse(GOAL))
    told = {
        "start": start, "goal": GOAL, "solvable": found.solvable, "length": found.length,
        "moves": found.moves,
    }  # fmt: skip
    seen = open_page(f"?start={start}&goal={GOAL}")
    assert json.loads(copied(seen, "json")) == told
    assert copied(seen, "judge") == f"1\n{start}\n{GOAL}\n"
    assert copied(seen, "link") == seen.page.url
    curl, url = shlex.split(copied(seen, "curl"))
    assert curl == "curl" and httpx.get(url).json() == told
    if found.solvable:
        assert copied(seen, "path") == found.moves
    else:
        expect(seen.page.locator("[data-copy=path]")).to_be_disabled()


def test_the_path_copied_is_the_one_that_is_watched(open_page, solver) -> None:
    third = list(shortest_paths(solver, solver.board.parse(START), solver.board.parse(GOAL)))[2]
    assert copied(open_page(f"?start={START}&goal={GOAL}&path={third}"), "path") == third


def test_without_a_clipboard_the_text_is_shown(open_page) -> None:
    seen = open_page(f"?start={START}&goal={GOAL}")
    seen.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    seen.page.click("[data-copy=judge]")
    expect(seen.page.locator("#dialog textarea")).to_have_value(f"1\n{START}\n{GOAL}\n")
    seen.page.locator("#dialog button", has_text="Close").click()
    expect(seen.page.locator("#dialog")).not_to_be_visible()
