"""The slow reader of judge files: one token after another, a case at a time.

Nothing here comes from the product: what each judge's file looks like is said again.
"""

from dataclasses import dataclass

WHITE = " \t\n\r\f\v"
BLANKS = "Xx0._*"
PASSED_OVER = ",;|/[]()" + "\N{BYTE ORDER MARK}"  # between the symbols of a board elsewhere
TO_THE_END = "123456780"

# format -> whether the number of cases comes first, the words of a case, the goal of all cases
SHAPES = {
    "hdu3567": (True, ["START", "GOAL"], None),
    "poj1077": (False, ["START"], TO_THE_END),
    "hdu1043": (False, ["START"], TO_THE_END),
    "zoj1217": (False, ["START"], TO_THE_END),
    "acwing179": (False, ["START"], TO_THE_END),
    "uva652": (True, ["START"], TO_THE_END),
    "acwing845": (False, ["START"], TO_THE_END),
    "boj1525": (False, ["START"], TO_THE_END),
    "aoj-alds1-13b": (False, ["START"], TO_THE_END),
    "luogu1379": (False, ["START"], "123804765"),
    "lanqiao261": (False, ["START", "GOAL"], None),
    "boj9985": (False, ["=START", "=3", "LIMIT", "START", "GOAL", "=END"], None),
    "princeton": (False, ["=3", "START"], TO_THE_END),
    "pairs": (False, ["START", "GOAL"], None),
}


@dataclass
class Wrong(Exception):
    """Where a file is wrong, and words that its message must have."""

    line: int
    column: int
    words: str


@dataclass
class Token:
    text: str
    line: int
    column: int


def tokens_of(text: str) -> tuple[list[Token], tuple[int, int]]:
    """Return the tokens, and the line and column of the end of the text."""
    tokens: list[Token] = []
    line, column, inside = 1, 1, False
    for symbol in text:
        if symbol in WHITE:
            inside = False
        elif inside:
            tokens[-1].text += symbol
        else:
            tokens.append(Token(symbol, line, column))
            inside = True
        line, column = (line + 1, 1) if symbol == "\n" else (line, column + 1)
    return tokens, (line, column)


class SlowReader:
    """Reads all of ``data``: ``cases`` are (start, goal, limit), boards with the blank 0.

    ``warning`` is the line and column of what is ignored behind the last case, or None.
    """

    def __init__(self, name: str, data: bytes):
        text = data.decode("utf-8", "replace").removeprefix("\N{BYTE ORDER MARK}")
        self.tokens, self.end = tokens_of(text)
        self.cases: list[tuple[str, str, int | None]] = []
        self.warning: tuple[int, int] | None = None
        counted, words, goal = SHAPES[name]
        total = self.number(18, "expected the number of cases") if counted else None
        while self.tokens and len(self.cases) != total:
            self.case(words, goal)
        if self.tokens:
            self.warning = self.tokens[0].line, self.tokens[0].column
        elif total is not None and len(self.cases) < total:
            raise Wrong(*self.end, f"expected {total} cases, found {len(self.cases)} and the end")

    def next(self) -> Token:
        if not self.tokens:
            raise Wrong(*self.end, "found the end of the input")
        return self.tokens.pop(0)

    def number(self, digits: int, words: str) -> int:
        token = self.next()
        if len(token.text) > digits or not set(token.text) <= set("0123456789"):
            raise Wrong(token.line, token.column, words)
        return int(token.text)

    def case(self, words: list[str], goal: str | None) -> None:
        start, limit = "", None
        for word in words:
            if word == "START":
                start = self.board("start")
            elif word == "GOAL":
                goal = self.board("goal")
            elif word == "LIMIT":
                limit = self.number(3, "expected a number of moves")
            elif (token := self.next()).text != word[1:]:
                raise Wrong(token.line, token.column, f"expected {word[1:]}, found")
        self.cases.append((start, goal, limit))

    def board(self, name: str) -> str:
        symbols: list[Token] = []
        while len(symbols) < 9:
            token = self.next()
            if len(symbols) + len(token.text) > 9:
                words = "a token belongs to one board" if symbols else "a board of 9 symbols, found"
                raise Wrong(token.line, token.column, words)
            for i, symbol in enumerate(token.text):
                symbols.append(Token(symbol, token.line, token.column + i))
        for token in symbols:
            if token.text not in "12345678" + BLANKS + PASSED_OVER:
                raise Wrong(token.line, token.column, "unknown symbol")
        first = symbols[0].line, symbols[0].column
        for token in symbols:
            if token.text in PASSED_OVER:
                raise Wrong(*first, "expected 9 symbols, found")
            token.text = "0" if token.text in BLANKS else token.text
        text = "".join(token.text for token in symbols)
        if "0" not in text:
            raise Wrong(*first, "no blank")
        for tile in "012345678":
            if text.count(tile) > 1:
                second = symbols[text.index(tile, text.index(tile) + 1)]
                words = f"tile {tile} stands" if tile != "0" else "expected one blank"
                raise Wrong(second.line, second.column, words)
        return text
