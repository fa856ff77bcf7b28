import httpx
import pytest
from playwright.sync_api import expect

from app.answers import answer
from app.solver import Solver

START, GOAL = "8672543X1", "12345678X"
PAIR = f"?start={START}&goal={GOAL}"


def exchanged(board: str, one: str, other: str) -> str:
    return board.translate(str.maketrans(one + other, other + one))


def figures(solver: Solver, start: str, goal: str) -> list[int]:
    pair = solver.board.parse(start), solver.board.parse(goal)
    found = answer(solver, *pair)
    return [found.length, solver.count(*pair)] if found.solvable else []


def drag(seen, place: str, one: str, other: str) -> None:
    mouse = seen.page.mouse
    middles = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for box in (seen.tile(place, symbol).bounding_box() for symbol in (one, other))
    ]
    mouse.move(*middles[0])
    mouse.down()
    mouse.move(*middles[1], steps=4)
    mouse.up()


def press(seen, place: str, one: str, other: str) -> None:
    seen.tile(place, one).click()
    seen.tile(place, other).click()


def lift(seen, place: str, one: str, other: str) -> None:
    for symbol in (one, other):
        seen.tile(place, symbol).focus()
        seen.page.keyboard.press("Enter")


def type_over(seen, place: str, one: str, other: str) -> None:
    seen.tile(place, one).focus()
    seen.page.keyboard.press(other)


@pytest.mark.parametrize("side", ["start", "goal"])
def test_two_tiles_are_exchanged_and_the_answer_follows(open_page, solver, side) -> None:
    seen = open_page(PAIR)
    wanted = [START, GOAL]
    place = ["start", "goal"].index(side)
    for way in [drag, press, lift, type_over]:
        for one, other in ["62", "1X" if way is not drag else "15"]:  # odd, then even again
            wanted[place] = exchanged(wanted[place], one, other)
            way(seen, side, one, other)
            assert seen.pair() == tuple(wanted), way
            assert seen.figures() == figures(solver, *wanted)


def test_a_drag_that_ends_outside_the_board_changes_nothing(open_page) -> None:
    seen = open_page(PAIR)
    seen.tile("start", "8").hover()
    seen.page.mouse.down()
    seen.page.mouse.move(20, 700, steps=4)
    seen.page.mouse.up()
    assert seen.pair() == (START, GOAL)
    seen.tile("start", "8").click()  # and the next press is a press
    expect(seen.tile("start", "8")).to_have_attribute("aria-pressed", "true")
    seen.page.keyboard.press("Escape")
    expect(seen.tile("start", "8")).to_have_attribute("aria-pressed", "false")


SPELLINGS = ["12X453786", "1 2 x\n4 5 3\n7 8 6", "[[1,2,0],[4,5,3],[7,8,6]]"]


def test_a_board_is_typed_or_pasted_in_any_spelling(open_page) -> None:
    seen = open_page(PAIR)
    for text in SPELLINGS:
        seen.page.locator("[data-side=start] input").fill(text.replace("\n", " "))
        seen.sees("start", "12X453786")
        seen.paste("goal", text)
        seen.sees("goal", "12X453786")
        assert seen.figures() == [0, 1]
        seen.paste("start", START)
        seen.sees("start", START)
        seen.paste("goal", GOAL)
        seen.sees("goal", GOAL)


WRONG = [
    "",
    "12345678",
    "123456789",
    "1234567XX",
    "11345678X",
    "12345678\uff18",
    "1" * 20_000,
    "hello",
]


@pytest.mark.parametrize("side", ["start", "goal"])
def test_what_is_no_board_is_complained_of_as_the_service_words_it(
    open_page, service, side
) -> None:
    seen = open_page(PAIR)
    field = seen.page.locator(f"[data-side={side}] input")
    shown = seen.page.locator(f"#{side}-complaint")
    for text in WRONG:
        asked = {"start": START, "goal": GOAL, side: text}
        refusal = httpx.post(f"{service.url}v1/solve", json=asked)
        [complaint] = refusal.json()["errors"]
        field.fill(text)
        expect(shown).to_contain_text(complaint["message"])
        expect(field).to_have_attribute("aria-invalid", "true")
        assert seen.pair() == (START, GOAL), "the last good boards stay"
    field.fill(GOAL)
    expect(shown).to_be_empty()
    expect(field).to_have_attribute("aria-invalid", "false")


def test_of_a_judge_file_a_case_or_one_board_is_picked(open_page) -> None:
    seen = open_page(PAIR)
    judge = "2\n12X453786\n12345678X\n1 2 3\n4 X 5\n6 7 8\nX12345678\n"
    seen.paste("start", judge)
    picks = seen.page.locator("#dialog .pick")
    expect(picks).to_have_count(2 + 4)
    expect(picks.nth(1)).to_contain_text("Case 2")
    picks.nth(1).click()
    assert seen.pair() == ("1234X5678", "X12345678")
    seen.paste("goal", judge)
    seen.page.locator("#dialog .picks").nth(1).locator(".pick").first.click()
    assert seen.pair() == ("1234X5678", "12X453786")


def test_swap_usual_goals_and_examples_are_a_press_away(open_page, solver) -> None:
    seen = open_page("?start=12X453786&goal=1238X4765")
    seen.page.click("#swap")
    assert seen.pair() == ("1238X4765", "12X453786")
    for goal in ["12345678X", "1238X4765", "X12345678"]:
        button = seen.page.locator("#goals button", has_text=goal)
        button.click()
        assert seen.pair() == ("1238X4765", goal)
        expect(button).to_have_attribute("aria-pressed", "true")
        assert seen.figures() == figures(solver, "1238X4765", goal)
    seen.page.click("#hardest")
    assert seen.figures() == figures(solver, *seen.pair()) and seen.figures()[0] == 31
    seen.page.click("#most-paths")
    assert seen.figures() == figures(solver, *seen.pair()) and seen.figures()[1] == 86


@pytest.mark.parametrize("length", ["0", "17", "30"])
def test_random_pairs_have_the_length_asked_for(open_page, solver, length) -> None:
    seen = open_page("?start=12X453786&goal=1238X4765")
    seen.page.select_option("#length", length)
    for button, keeps_goal in [("#random-start", True), ("#random-pair", False)]:
        with seen.page.expect_response("**/v1/explore**"):
            seen.page.click(button)
        start, goal = seen.pair()
        assert not keeps_goal or goal == "1238X4765"
        assert seen.figures()[0] == int(length)
        assert figures(solver, start, goal) == seen.figures()


def test_a_length_that_no_start_has_from_this_goal_is_complained_of(open_page) -> None:
    seen = open_page("?start=12X453786&goal=1238X4765")
    seen.page.select_option("#length", "31")
    seen.page.click("#random-start")
    expect(seen.page.locator("#random-complaint")).not_to_be_empty()
    assert seen.pair() == ("12X453786", "1238X4765")


@pytest.mark.parametrize("start", ["21345678X", "X87654312", "1238X4756"])
def test_an_unsolvable_pair_is_mended_by_exchanging_the_two_tiles_named(
    open_page, solver, start
) -> None:
    goal = "1238X4765" if start.startswith("123") else GOAL
    assert figures(solver, start, goal) == []
    seen = open_page(f"?start={start}&goal={goal}")
    assert seen.text("#answer .none") == "Not solvable"
    marked = seen.page.locator("[data-side=start] .marked").all_inner_texts()
    assert len(marked) == 2
    button = seen.page.locator("#mend")
    assert all(tile in button.inner_text() for tile in marked)
    button.click()
    mended = seen.pair()
    assert mended == (exchanged(start, *marked), goal)
    assert seen.figures() == figures(solver, *mended) != []
