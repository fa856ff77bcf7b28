from pathlib import Path

import httpx
from playwright.sync_api import expect

import app

FOLDER = Path(app.__file__).parent / "page"
START, GOAL = "8672543X1", "12345678X"


def test_all_of_the_page_is_less_than_100_kilobytes(open_page) -> None:
    seen = open_page()
    sizes = seen.page.evaluate(
        """['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
            .filter(({ name }) => !name.includes('/v1/'))
            .map(({ encodedBodySize }) => encodedBodySize)"""
    )
    assert len(sizes) > 20 and 0 not in sizes
    assert sum(sizes) < 100_000
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 100_000


def test_the_policy_allows_no_inline_script_and_no_other_host(service) -> None:
    policy = httpx.get(service.url).headers["Content-Security-Policy"]
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts["default-src"] == "'none'"
    assert parts["script-src"] == parts["style-src"] == parts["connect-src"] == "'self'"
    for path in FOLDER.iterdir():
        text = path.read_text("utf-8").replace("http://www.w3.org/", "")
        assert "http://" not in text and "https://" not in text, path.name
        assert not path.suffix == ".html" or " style=" not in text


def test_when_the_service_is_gone_the_page_says_so_and_goes_on_when_it_is_back(
    open_page, service
) -> None:
    seen = open_page(f"?start={START}&goal={GOAL}")
    banner = seen.page.locator("#gone")
    service.stop()
    try:
        seen.page.click("#goals button:has-text('1238X4765')")
        expect(banner).to_be_visible()
        expect(banner).to_contain_text("does not answer")
        assert seen.board("goal") == "1238X4765"
        seen.page.click("#swap")
        seen.page.click("#random-pair")
    finally:
        service.start()
    expect(banner).not_to_be_visible()
    expect(seen.page.locator("#live")).not_to_be_empty()
    seen.settle()
    assert seen.pair() == ("1238X4765", START)
    expect(seen.page.locator("#chart [aria-current]")).to_have_count(1 if seen.figures() else 0)
