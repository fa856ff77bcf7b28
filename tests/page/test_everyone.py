"""Keyboard, screen readers, two languages, light and dark, narrow screens."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

START, GOAL = "8672543X1", "12345678X"
PAIR = f"?start={START}&goal={GOAL}"
STATES = {
    "watch": f"{PAIR}&step=9", "play": f"{PAIR}&view=play&moves=lu", "paths": f"{PAIR}&view=paths",
    "unsolvable": "?start=21345678X", "error": "?start=1134567",
}  # fmt: skip
LOOKS = {
    "light": {}, "dark": {"color_scheme": "dark"},
    "phone": {"width": 390, "locale": "zh-CN", "has_touch": True, "is_mobile": True},
}  # fmt: skip


def visit(seen, query: str) -> None:
    """Go to one of the states, and wait until all of it is drawn."""
    seen.page.goto(seen.page.url.split("?")[0] + query)
    seen.settle()
    seen.page.wait_for_selector("#hardest-links a")
    if "view=paths" in query:
        seen.page.wait_for_selector("#graph .spot")


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_no_violation(open_page, look) -> None:
    seen = open_page(**LOOKS[look], reduced_motion="reduce")
    for query in STATES.values():
        visit(seen, query)
        found = Axe().run(seen.page)
        assert found.violations_count == 0, found.generate_report()
    seen.page.click("#keys")
    found = Axe().run(seen.page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_nothing_is_wider_than_a_narrow_screen(open_page, locale) -> None:
    seen = open_page(width=320, locale=locale)
    for query in STATES.values():
        visit(seen, query)
        for width in (320, 390, 768):
            seen.page.set_viewport_size({"width": width, "height": 860})
            page_width = seen.page.evaluate("document.documentElement.scrollWidth")
            assert page_width <= width, (query, width)


def test_a_finger_edits_and_plays_on_a_phone(open_page) -> None:
    seen = open_page(PAIR, **LOOKS["phone"])
    seen.tile("start", "8").tap()
    seen.tile("start", "1").tap()
    seen.sees("start", "1672543X8")
    seen.page.locator("#mend").tap()
    seen.page.locator("#tab-play").tap()
    before = seen.board("play")
    seen.cell("play", 8).tap()
    expect(seen.page.locator("#counts [data-count=made] dd")).to_have_text("1")
    assert seen.board("play") == before[:7] + before[8] + "X"


def test_everything_is_done_by_the_keyboard_alone(open_page) -> None:
    seen = open_page(PAIR)
    press = seen.page.keyboard.press

    def tab_to(selector: str) -> None:
        for _ in range(60):
            press("Tab")
            if seen.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                outline = "getComputedStyle(document.activeElement).outlineStyle"
                assert seen.page.evaluate(outline) != "none", f"no focus to be seen on {selector}"
                return
        raise AssertionError(f"Tab does not reach {selector}")

    tab_to("[data-side=start] [data-cell='0']")
    for key in "12345":  # each goes to its cell, and the focus on to the next
        press(key)
    for key in "x768":
        press(key)
    seen.sees("start", "12345X768")
    tab_to("#mend")
    press("Enter")
    seen.settle()
    assert seen.figures()[0] > 0
    tab_to("#tab-watch")
    press("ArrowRight")
    tab_to("#hint")
    for _ in range(seen.figures()[0]):
        press("h")
        hint = seen.page.locator("#hint-text")
        expect(hint).not_to_be_empty()
        way = re.search(r"goes (\w)", hint.inner_text())[1]
        press(way)
        expect(hint).to_be_empty()
    expect(seen.page.locator("#play-state")).to_contain_text("as short as can be")
    expect(seen.page.locator("#live")).to_contain_text("as short as can be")


def test_the_live_region_speaks_answers_and_moves(open_page) -> None:
    seen = open_page(PAIR)
    live = seen.page.locator("#live")
    expect(live).to_have_text("31 moves, 40 shortest paths.")
    seen.page.click("[data-go=on]")
    expect(live).to_have_text("Blank left, tile 3. 30 left.")
    seen.tile("start", "8").click()
    expect(live).to_contain_text("Tile 8 lifted")
    seen.tile("start", "6").click()
    expect(live).to_contain_text("Not solvable. Exchange ")


def test_a_visitor_meets_their_language_and_may_switch(open_page) -> None:
    seen = open_page(PAIR, locale="zh-CN")
    expect(seen.page.locator("html")).to_have_attribute("lang", "zh-CN")
    assert seen.text("#answer").split() == ["31", "步", "40", "条最短路径"]
    seen.page.click("#language")
    expect(seen.page.locator("html")).to_have_attribute("lang", "en")
    assert seen.text("#answer").split() == ["31", "moves", "40", "shortest", "paths"]
    seen.page.reload()
    seen.settle()
    expect(seen.page.locator("html")).to_have_attribute("lang", "en")


def test_both_languages_have_the_same_words_and_leave_none_untranslated(open_page) -> None:
    seen = open_page(PAIR, locale="zh-CN")
    [en, zh] = seen.page.evaluate(
        """async () => {
            const { LANGUAGES } = await import('/page/i18n.js');
            const kinds = (words) => Object.entries(words).map(([key, value]) => (
                Array.isArray(value) ? `${key} ${value.map(([, keys]) => keys.length)}` : key));
            return Object.values(LANGUAGES).map(kinds);
        }"""
    )
    assert en == zh
    for query in STATES.values():
        visit(seen, query)
        empty = "[...document.querySelectorAll('[data-t]')].filter(one => !one.textContent).length"
        assert seen.page.evaluate(empty) == 0
        names = "document.querySelectorAll('[lang=en], code, #letters')"
        seen.page.evaluate(f"{names}.forEach(one => one.remove())")
        words = set(re.findall(r"[A-Za-z]{2,}", seen.page.inner_text("body")))
        assert words - {"Eight", "API", "JSON", "curl", "English"} <= set(), query


def test_light_and_dark_follow_the_system_or_a_choice_that_is_kept(open_page) -> None:
    seen = open_page(PAIR, color_scheme="dark")
    colour = "getComputedStyle(document.body).backgroundColor"
    dark = seen.page.evaluate(colour)
    seen.page.click("#theme")
    light = seen.page.evaluate(colour)
    assert light != dark
    seen.page.reload()
    seen.settle()
    assert seen.page.evaluate(colour) == light
    seen.page.click("#theme")
    assert seen.page.evaluate(colour) == dark
