import pytest
from playwright.sync_api import expect

from app.explore import explore
from tests.oracle import legal

START, GOAL = "8672543X1", "12345678X"
PLAY = f"?start={START}&goal={GOAL}&view=play"
LEADS = "#next li button"
SLIDES = {"ArrowUp": "d", "ArrowDown": "u", "ArrowLeft": "r", "ArrowRight": "l"}  # of the tile


def counts(seen) -> dict[str, int]:
    pairs = "all => all.map(one => [one.dataset.count, one.querySelector('dd').innerText])"
    texts = seen.page.eval_on_selector_all("#counts div", pairs)
    return {key: int(text) for key, text in texts}


def left_is(seen, left: int) -> None:
    expect(seen.page.locator("#play-board .left b")).to_have_text(str(left))


def explored(solver, board: str, goal: str = GOAL):
    return explore(solver, solver.board.parse(board), solver.board.parse(goal))


@pytest.mark.parametrize("moves", ["", "l", "lu", "urd"])
def test_each_legal_move_shows_what_it_leads_to(open_page, solver, moves) -> None:
    seen = open_page(f"{PLAY}&moves={moves}")
    expect(seen.page.locator(LEADS).first).to_be_visible()
    board = seen.board("play")
    here = explored(solver, board)
    rows = seen.page.locator(LEADS).all()
    assert [row.get_attribute("data-move") for row in rows] == [step.move for step in here.next]
    for row, step in zip(rows, here.next, strict=True):
        nearer = step.length < here.length
        assert f"{step.length} left" in row.inner_text()
        assert ("nearer −1" if nearer else "farther +1") in row.inner_text()
        assert ("canonical" in row.inner_text()) == step.canonical
        tile = seen.cell("play", step.board.index("X"))
        assert f"{step.length} left" in tile.get_attribute("aria-label")
        assert tile.locator(".nearer" if nearer else ".farther").count() == 1
    seen.page.uncheck("#show-next")
    assert seen.page.locator("#play-board :is(.nearer, .farther), #next .nearer").count() == 0


@pytest.mark.parametrize(("start", "goal"), [(START, GOAL), ("2831647X5", "1238X4765")])
def test_every_hint_followed_reaches_the_goal_in_the_promised_number(
    open_page, solver, start, goal
) -> None:
    promised = explored(solver, start, goal).length
    seen = open_page(f"?start={start}&goal={goal}&view=play")
    for left in range(promised, 0, -1):
        left_is(seen, left)
        seen.page.click("#hint")
        marked = seen.page.locator("#play-board .cell:has(.marked)")
        assert marked.inner_text() in seen.text("#hint-text")
        marked.click()
    left_is(seen, 0)
    assert seen.board("play") == goal
    assert seen.text("#play-state") == f"There in {promised} moves: as short as can be"
    assert counts(seen) == {"made": promised, "wrong": 0, "left": 0, "shortest": promised}
    expect(seen.page.locator("#hint")).to_be_disabled()


def test_wrong_turns_are_counted_and_undone(open_page, solver) -> None:
    seen = open_page(PLAY)
    made = wrong = 0
    boards = [START]
    for letter in "lrudlu":
        here = explored(solver, boards[-1])
        found = {step.move: step for step in here.next}
        seen.page.click(f"#next [data-move={letter}]")
        made, wrong = made + 1, wrong + (found[letter].length > here.length)
        boards.append(found[letter].board)
        left_is(seen, found[letter].length)
        assert seen.board("play") == boards[-1]
        assert counts(seen) == {
            "made": made, "wrong": wrong, "left": found[letter].length, "shortest": 31
        }  # fmt: skip
    assert wrong >= 2
    while len(boards) > 1:
        seen.page.click("#undo")
        boards.pop()
        left_is(seen, explored(solver, boards[-1]).length)
        assert seen.board("play") == boards[-1]
    expect(seen.page.locator("#undo")).to_be_disabled()
    assert counts(seen) == {"made": 0, "wrong": 0, "left": 31, "shortest": 31}


def test_tiles_are_dragged_pressed_and_slid_by_keys(open_page) -> None:
    seen = open_page(PLAY)
    board = START.replace("X", "0")
    box = [seen.cell("play", cell).bounding_box() for cell in (8, 7)]
    middles = [(each["x"] + each["width"] / 2, each["y"] + each["height"] / 2) for each in box]
    seen.page.mouse.move(*middles[0])
    seen.page.mouse.down()
    seen.page.mouse.move(*middles[1], steps=4)
    seen.page.mouse.up()
    board = legal(board)["r"]
    seen.sees("play", board.replace("0", "X"))
    seen.page.locator("#stage").focus()
    for key in ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft", "u", "l", "d"]:
        seen.page.keyboard.press(key)
        board = legal(board)[SLIDES.get(key, key)]
        seen.sees("play", board.replace("0", "X"))
    seen.page.keyboard.press("ArrowUp")  # no tile can go there: nothing moves
    seen.page.keyboard.press("Backspace")
    assert len(seen.page.url.split("moves=")[1]) == 7
    seen.page.click("#restart")
    seen.sees("play", START)
