"""What is wrong with a judge file, and where."""


class JudgeFileError(ValueError):
    """A text that is no judge input of its format; ``line`` and ``column`` count from 1."""

    def __init__(self, message: str, line: int, column: int, file: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.file = file

    def __str__(self) -> str:
        """Return FILE:LINE:COLUMN: what was expected and found; no FILE for standard input."""
        return f"{self.file or '<stdin>'}:{self.line}:{self.column}: {self.message}"
