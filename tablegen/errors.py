"""What may be wrong with tables, said so that one sees where."""

from pathlib import Path


class TablesError(Exception):
    """Tables that cannot be used: which ``file``, what was expected of it, what was found."""

    def __init__(self, file: Path, expected: object, found: object) -> None:
        super().__init__(f"{file}: expected {expected}, found {found}")
        self.file = file


class NoTablesError(TablesError):
    """A folder that holds no tables, or not all of them."""


class VerifyError(Exception):
    """An entry that is not so: ``file``, ``root``, the ``board``'s text, expected and found."""

    def __init__(self, file: str, root: int, board: str, expected: object, found: object) -> None:
        super().__init__(f"{file}: root {root}, board {board}: expected {expected}, found {found}")
        self.file = file
        self.root = root
        self.board = board
