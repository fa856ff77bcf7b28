"""What a visitor sees on the page, as texts and numbers."""

from playwright.sync_api import Page

from app.answers import answer
from app.solver import Solver
from tests.oracle import walk

BOARD = "cells => cells.map(cell => cell.querySelector('.number')?.textContent ?? 'X').join('')"
PLACES = {
    "start": "[data-side=start] .editor",
    "goal": "[data-side=goal] .editor",
    "watch": "#watch-board",
    "play": "#play-board",
    "about": "#about-board .board",
}


class Looking:
    """A page, and where to look on it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def board(self, place: str) -> str:
        """Return the board drawn at ``place``, in canonical text."""
        return self.page.eval_on_selector_all(f"{PLACES[place]} .cell", BOARD)

    def cell(self, place: str, cell: int):
        """Return a cell of the board at ``place``."""
        return self.page.locator(f"{PLACES[place]} [data-cell='{cell}']")

    def tile(self, place: str, symbol: str):
        """Return the cell in which a symbol stands on the board at ``place``."""
        return self.cell(place, self.board(place).index(symbol))

    def sees(self, place: str, board: str) -> None:
        """Wait until ``board`` is drawn at ``place``, and answered."""
        drawn = f"({BOARD})([...document.querySelectorAll(place)])"
        condition = f"([place, board]) => {drawn} === board"
        self.page.wait_for_function(condition, arg=[f"{PLACES[place]} .cell", board])
        self.settle()

    def settle(self) -> None:
        """Wait until the answer belongs to the boards shown."""
        self.page.wait_for_selector("#stage[aria-busy=false]")

    def pair(self) -> tuple[str, str]:
        """Return start and goal, once they are answered."""
        self.settle()
        return self.board("start"), self.board("goal")

    def figures(self) -> list[int]:
        """Return the answer's figures: length and number of shortest paths; none if unsolvable."""
        self.settle()
        texts = self.page.locator("#answer .figure:not(.none) b").all_text_contents()
        return [int(text) for text in texts]

    def text(self, selector: str) -> str:
        """Return the text of the first element that ``selector`` finds."""
        return self.page.locator(selector).first.inner_text()

    def paste(self, side: str, text: str) -> None:
        """Paste ``text`` while a cell of this side's board has the focus."""
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.cell(side, 4).focus()
        self.page.keyboard.press("Control+V")


def canonical_walk(solver: Solver, start: str, goal: str) -> list[str]:
    """Return the boards of the pair's canonical path, both ends with it: the path by the tables."""
    path = answer(solver, solver.board.parse(start), solver.board.parse(goal)).moves
    return [board.replace("0", "X") for board in walk(start.replace("X", "0"), path)]
