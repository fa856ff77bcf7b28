from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import expect

from tests.page.looking import canonical_walk

START, GOAL = "8672543X1", "12345678X"
PAIR = f"?start={START}&goal={GOAL}"


def query(seen) -> dict[str, str]:
    return {key: value for key, [value] in parse_qs(urlsplit(seen.page.url).query).items()}


def test_a_page_without_an_address_shows_the_hardest_pair(open_page) -> None:
    seen = open_page()
    assert seen.pair() == (START, GOAL)
    assert seen.figures()[0] == 31
    assert query(seen) == {"start": START, "goal": GOAL}


def test_the_state_goes_into_the_address_and_out_of_it(open_page, solver) -> None:
    seen = open_page("?start=12x4537_6&goal=1 2 3 4 5 6 7 8 0".replace("_", "8"))
    seen.page.click("#swap")
    seen.page.click("#hardest")
    seen.page.click("[data-go=last]")
    seen.page.click("[data-go=back]")
    there = open_page(urlsplit(seen.page.url).query and "?" + urlsplit(seen.page.url).query)
    assert there.pair() == (START, GOAL)
    assert there.board("watch") == canonical_walk(solver, START, GOAL)[30]
    seen.page.click("#tab-play")
    seen.page.click("#next [data-move=l]")
    seen.page.click("#next [data-move=u]")
    assert query(seen) == {"start": START, "goal": GOAL, "view": "play", "moves": "lu"}
    there = open_page("?" + urlsplit(seen.page.url).query)
    there.sees("play", seen.board("play"))


def test_back_and_forward_go_through_pairs_and_views(open_page) -> None:
    seen = open_page(PAIR)
    seen.page.click("#goals button:has-text('1238X4765')")
    seen.sees("goal", "1238X4765")
    seen.page.click("#swap")
    seen.sees("start", "1238X4765")
    seen.page.click("#most-paths")
    seen.sees("goal", "1234567X8")
    seen.page.click("#tab-paths")
    expect(seen.page.locator("#paths")).to_be_visible()
    seen.page.go_back()
    expect(seen.page.locator("#watch")).to_be_visible()
    assert seen.figures() == [30, 86]
    for pair in [("1238X4765", START), (START, "1238X4765"), (START, GOAL)]:
        seen.page.go_back()
        seen.sees("start", pair[0])
        assert seen.pair() == pair
    assert seen.figures() == [31, 40]
    seen.page.go_forward()
    seen.sees("goal", "1238X4765")


@pytest.mark.parametrize(
    "claim",
    ["path=dl", "path=zz", "step=999", "step=-1", "view=none", "view=play&moves=dddd"]
    + ["view=play&moves=%3Cb%3E"],
)
def test_what_an_address_claims_and_the_answer_denies_is_put_right(open_page, claim) -> None:
    seen = open_page(f"?start=12X453786&goal={GOAL}&{claim}")
    assert seen.figures() == [2, 1]
    letters = seen.page.locator("#letters button")
    if "play" in claim:
        seen.sees("play", "12X453786")
        assert "moves" not in query(seen)
    else:
        assert "".join(letters.all_inner_texts())[1:] == "dd"
        assert seen.board("watch") in ("12X453786", GOAL)


def test_boards_of_an_address_that_are_none_are_complained_of(open_page, service) -> None:
    bad = {"start": "1134567", "goal": "1234567XX"}
    refusal = httpx.post(f"{service.url}v1/solve", json=bad).json()
    seen = open_page("?start=1134567&goal=1234567XX")
    for complaint in refusal["errors"]:
        shown = seen.page.locator(f"#{complaint['field']}-complaint")
        expect(shown).to_contain_text(complaint["message"])
        field = seen.page.locator(f"[data-side={complaint['field']}] input")
        expect(field).to_have_value(bad[complaint["field"]])
    assert seen.pair() == (START, GOAL)
