import re

import pytest
from playwright.sync_api import expect

from app.answers import answer
from tests.oracle import walk
from tests.page.looking import canonical_walk

START, GOAL = "8672543X1", "12345678X"
MOVING = "document.getAnimations().filter(one => one.playState === 'running').length"


def test_every_step_shows_the_board_and_how_far_is_left(open_page, solver) -> None:
    start, goal = "1234X5678", "12345678X"
    boards = canonical_walk(solver, start, goal)
    seen = open_page(f"?start={start}&goal={goal}")
    for step, board in enumerate(boards):
        assert seen.board("watch") == board
        assert seen.text("#watch-board .left b") == str(len(boards) - 1 - step)
        current = seen.page.locator("#letters [aria-current]")
        expect(current).to_have_attribute("data-step", str(step))
        seen.page.click("[data-go=on]")
    seen.page.click("[data-go=back]")
    assert seen.board("watch") == boards[-2]
    seen.page.click("[data-go=first]")
    assert seen.board("watch") == start
    seen.page.click("[data-go=last]")
    assert seen.board("watch") == goal


def test_the_letters_are_the_canonical_path_and_lead_to_their_steps(open_page, solver) -> None:
    path = answer(solver, solver.board.parse(START), solver.board.parse(GOAL)).moves
    boards = canonical_walk(solver, START, GOAL)
    seen = open_page(f"?start={START}&goal={GOAL}")
    letters = seen.page.locator("#letters button")
    assert "".join(letters.all_inner_texts())[1:] == path
    for step in [31, 1, 17, 0]:
        letters.nth(step).click()
        assert seen.board("watch") == boards[step]
        assert re.search(rf"step={step}\b", seen.page.url) or step == 0


def test_it_plays_to_the_goal_and_pauses_on_the_way(open_page) -> None:
    seen = open_page(f"?start={START}&goal={GOAL}")
    run = seen.page.locator("#run")
    seen.page.locator("#speed").fill("1")  # a move a second
    run.click()
    expect(run).to_have_text("Pause")
    expect(seen.page.locator("#watch-step")).not_to_contain_text("Step 0 ")
    run.click()
    expect(run).to_have_text("Play")
    paused = seen.board("watch")
    seen.page.locator("#speed").fill("10")  # whatever still ran would now move in this time
    seen.page.wait_for_timeout(250)
    assert seen.board("watch") == paused != START
    run.click()
    expect(seen.page.locator("#watch-step")).to_have_text("Step 31 of 31")
    assert seen.board("watch") == GOAL
    expect(run).to_have_text("Play")
    expect(seen.page.locator("#live")).to_contain_text("0 left")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_tiles_slide_unless_less_motion_is_asked_for(open_page, motion) -> None:
    seen = open_page(f"?start={START}&goal={GOAL}", reduced_motion=motion)
    moving = seen.page.evaluate(f"document.querySelector('[data-go=on]').click(), {MOVING}")
    assert (moving > 0) == (motion == "no-preference")
    assert seen.board("watch") == walk("867254301", "l")[-1].replace("0", "X")
