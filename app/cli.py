"""The command line: `eight COMMAND`, each command in a module of its own, imported when asked for.

Exit status: 0 done; 1 the answer is "no"; 2 bad usage or bad input; 3 the environment failed.
"""

import os
import sys
from importlib import import_module

import click

from app import interrupts
from app.judges.errors import JudgeFileError
from tablegen.board import BoardError
from tablegen.errors import TablesError, VerifyError

NO, BAD_INPUT, BAD_ENVIRONMENT = 1, 2, 3

COMMANDS = {
    "solve": "one pair's answer",
    "batch": "answer judge files, here or by a running service",
    "check": "judge a contestant's output",
    "gen": "write judge input, and its answers",
    "score": "say which wrong programs a test file catches",
    "race": "run the textbook searches side by side",
    "explore": "a pair's answer and where each move leads",
    "paths": "all shortest paths of a pair",
    "stats": "boards at each length",
    "serve": "serve answers over HTTP",
    "tables": "build, verify, describe the tables",
}


class _Commands(click.Group):
    """Finds the command NAME as ``command`` in ``app.commands.NAME``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"app.commands.{cmd_name}").command
        return command

    def invoke(self, ctx: click.Context) -> None:
        try:
            try:
                super().invoke(ctx)
            finally:
                _flush()
        except BrokenPipeError as error:
            if error.filename not in (None, "<stdout>"):  # some other output's
                raise OSError(f"{error.filename}: nobody reads it any more") from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="eight-tablebase", prog_name="eight")
def eight() -> None:
    """Answer any two boards of the 8-puzzle from proven tables.

    A board is nine symbols row by row, the blank as one of X x 0 . _ *: 12X453786.
    """


def main() -> None:
    """Run ``eight``; every failure that is foreseen ends in one line and the right status."""
    _open_what_is_closed()
    interrupts.hear()
    try:
        try:
            eight.main(standalone_mode=False)
        except click.exceptions.NoArgsIsHelpError as help_asked:
            print(help_asked.format_message())
            _flush()
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except click.ClickException as error:
        context = error.ctx if isinstance(error, click.UsageError) else None
        hint = f" (see `{context.command_path} --help`)" if context else ""
        fail(" ".join(error.format_message().split()) + hint, BAD_INPUT)  # click may use lines
    except (click.Abort, KeyboardInterrupt):
        os._exit(130)  # at once: threads that wait for a server are not waited for
    except (BoardError, JudgeFileError) as error:
        fail(str(error), BAD_INPUT)
    except (TablesError, VerifyError, OSError) as error:
        fail(str(error), BAD_ENVIRONMENT)
    except MemoryError:
        fail("there is not enough memory", BAD_ENVIRONMENT)


def fail(message: str, status: int) -> None:
    """Say ``message`` in one line on standard error and exit with ``status``."""
    say(f"eight: {message}")
    sys.exit(status)


def say(message: str) -> None:
    """Write one line on standard error; it is lost where that cannot be written."""
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in message)
    try:
        print(line, file=sys.stderr, flush=True)
    except OSError:
        _discard(2)


def _flush() -> None:
    """Write what was printed; whoever reads it may have had enough of it."""
    try:
        sys.stdout.flush()
    except OSError as error:
        _discard(1)
        if not isinstance(error, BrokenPipeError):
            raise


def _discard(descriptor: int) -> None:
    """Have what a standard stream still holds go nowhere, or it would fail again at the exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)


def _open_what_is_closed() -> None:
    """Have what the caller closed of standard input and output fail, and no file take its place."""
    for number, mode in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)
    sys.stdout = sys.stdout or open(1, "w", closefd=False)
    sys.stderr = sys.stderr or open(2, "w", closefd=False)
