"""`eight score`: which of the usual wrong programs a test file catches."""

import sys
from pathlib import Path
from typing import get_args

import click

from app.batch import PIECE, read_blocks
from app.cli import NO, say
from app.commands.options import WholeNumber, format_option, tables_option
from app.find_tables import find_tables
from app.judges.errors import JudgeFileError
from app.judges.formats import FORMATS, Accept
from app.judges.reading import Reader
from app.searches.score import Score, score
from app.solver import Solver


@click.command
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@format_option
@click.option(
    "--accept",
    type=click.Choice(get_args(Accept)),
    help="What catches a program: another path than the canonical one, a path that is not"
    " shortest, one that does not get there; else what the judge accepts.",
)
@click.option(
    "--cases",
    type=WholeNumber(1),
    metavar="N",
    help="Look at no more than the first N cases.",
)
@click.option("--json", "as_json", is_flag=True, help="Print it for programs.")
@tables_option
def command(
    file: Path,
    name: str,
    accept: Accept | None,
    cases: int | None,
    as_json: bool,
    tables: str | None,
) -> None:
    """Run the usual wrong programs on the judge input FILE, each until a case catches it.

    A program is tried on the cases that it may get wrong: where its way of reading, judging or
    searching differs from the right one. Exit with 0 where all are caught that this judge's cases
    can catch, else with 1.
    """
    format, solver = FORMATS[name], Solver(find_tables(tables))
    with open(file, "rb", buffering=0) as source:
        pieces = iter(lambda: source.read(PIECE), b"")
        reader = Reader(format, solver.board)
        blocks = read_blocks(reader, pieces)
        try:
            scores, looked_at = score(solver, format, accept or format.accept, blocks, cases)
        except JudgeFileError as error:
            error.file = str(file)
            raise
    if reader.warning:
        reader.warning.file = str(file)
        say(f"eight: warning: {reader.warning}")
    caught = sum(found.case is not None for found in scores)
    visible = sum(found.visible for found in scores)
    if as_json:
        import msgspec

        programs = [_row(found) for found in scores]
        told = {"cases": looked_at, "caught": caught, "programs": programs}
        print(msgspec.json.encode(told).decode())
    else:
        for found in scores:
            print(_line(found))
        cases_said = "1 case" if looked_at == 1 else f"{looked_at} cases"
        print(f"{caught} of {visible} wrong programs caught by {cases_said}")
    sys.exit(0 if caught == visible else NO)


def _row(found: Score) -> dict[str, object]:
    named: dict[str, object] = {"name": found.wrong.name, "title": found.wrong.title}
    fared = {"tried": found.tried, "case": found.case, "why": found.why, "visible": found.visible}
    return named | fared


def _line(found: Score) -> str:
    verdict = "gets through" if found.tried else "not tried" if found.visible else "not to be seen"
    if found.case is not None:
        verdict = f"caught, case {found.case}"
    return f"{found.wrong.name:20} {verdict:17} {found.wrong.title}"
