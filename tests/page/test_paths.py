import pytest
from playwright.sync_api import expect

from app.explore import shortest_paths, stats
from app.solver import Solver
from tests.facts import LENGTHS
from tests.oracle import walk

MOST = ("8X7214365", "1234567X8")  # 86 shortest paths, the most there are


def all_paths(solver: Solver, start: str, goal: str) -> list[str]:
    return list(shortest_paths(solver, solver.board.parse(start), solver.board.parse(goal)))


@pytest.mark.parametrize("pair", [MOST, ("8672543X1", "12345678X"), ("12X453786", "12345678X")])
def test_the_list_and_the_graph_hold_all_shortest_paths(open_page, solver, pair) -> None:
    paths = all_paths(solver, *pair)
    seen = open_page("?start={}&goal={}&view=paths".format(*pair))
    rows = seen.page.locator("#path-list button")
    expect(rows).to_have_count(len(paths))
    assert rows.locator("code").all_inner_texts() == paths
    walks = [walk(pair[0].replace("X", "0"), path) for path in paths]
    boards = {step_board for boards in walks for step_board in enumerate(boards)}
    edges = {(i, *boards[i : i + 2]) for boards in walks for i in range(len(boards) - 1)}
    expect(seen.page.locator("#graph .spot")).to_have_count(len(boards))
    expect(seen.page.locator("#graph .edge")).to_have_count(len(edges))
    expect(seen.page.locator("#graph .edge.chosen")).to_have_count(len(paths[0]))


def test_a_chosen_path_stands_out_and_is_watched(open_page, solver) -> None:
    paths = all_paths(solver, *MOST)
    seen = open_page("?start={}&goal={}&view=paths".format(*MOST))
    seen.page.locator("#path-list button").nth(50).click()
    expect(seen.page.locator("#path-list [aria-pressed=true] code")).to_have_text(paths[50])
    assert f"path={paths[50]}" in seen.page.url
    seen.page.click("#tab-watch")
    assert "".join(seen.page.locator("#letters button").all_inner_texts())[1:] == paths[50]
    seen.page.click("[data-go=last]")
    assert seen.board("watch") == MOST[1]
    seen.page.click("#which-path button")
    assert "".join(seen.page.locator("#letters button").all_inner_texts())[1:] == paths[0]


def test_a_board_of_the_graph_is_looked_at_and_watched_from(open_page, solver) -> None:
    seen = open_page("?start={}&goal={}&view=paths".format(*MOST))
    spots = seen.page.locator("#graph .spot")
    expect(spots.first).to_be_visible()
    spot = spots.nth(spots.count() // 2)
    spot.hover()
    board = seen.board("about")
    assert board in spot.get_attribute("aria-label")
    spot.click()
    assert seen.board("watch") == board
    seen.page.click("[data-go=last]")
    assert seen.board("watch") == MOST[1]


@pytest.mark.parametrize("goal", ["12345678X", "1238X4765", "1234567X8"])
def test_the_chart_shows_the_boards_at_each_length_and_marks_this_pair(
    open_page, solver, goal
) -> None:
    lengths = LENGTHS[goal.index("X")]
    seen = open_page(f"?start=12X453786&goal={goal}")
    bars = seen.page.locator("#chart button")
    expect(bars).to_have_count(len(lengths))
    shown = bars.evaluate_all("all => all.map(bar => bar.firstChild.dataset.boards)")
    assert [int(number.replace(",", "")) for number in shown] == lengths
    heights = bars.evaluate_all("all => all.map(bar => parseFloat(bar.firstChild.style.height))")
    assert heights == pytest.approx([100 * number / max(lengths) for number in lengths], abs=0.01)
    figures = stats(solver)[goal.index("X")]
    assert f"{figures.boards:,} boards" in seen.text("#world-text")
    assert f"{figures.single:,} of them" in seen.text("#world-text")
    here = seen.page.locator("#chart [aria-current]")
    if seen.figures():
        expect(here).to_have_attribute("data-length", str(seen.figures()[0]))
    else:
        expect(here).to_have_count(0)


def test_a_bar_gives_a_random_start_of_its_length(open_page, solver) -> None:
    seen = open_page("?start=12X453786&goal=1238X4765")
    for length in [30, 3]:
        seen.page.click(f"#chart [data-length='{length}']")
        expect(seen.page.locator("#chart .here")).to_have_attribute("data-length", str(length))
        start, goal = map(solver.board.parse, seen.pair())
        assert len(next(shortest_paths(solver, start, goal))) == length == seen.figures()[0]


@pytest.mark.parametrize(("goal", "most"), [("12345678X", 2), ("1238X4765", 8)])
def test_the_hardest_starts_are_links(open_page, solver, goal, most) -> None:
    seen = open_page(f"?start=12X453786&goal={goal}")
    links = seen.page.locator("#hardest-links a")
    expect(links).to_have_count(most)
    longest = len(LENGTHS[goal.index("X")]) - 1
    starts = links.locator("code").all_inner_texts()
    assert len(set(starts)) == most
    for start in starts:
        assert len(all_paths(solver, start, goal)[0]) == longest
    links.last.click()
    assert seen.pair() == (starts[-1], goal)
    assert seen.figures()[0] == longest
