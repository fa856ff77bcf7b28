"""Options that several commands take."""

import click

from app.judges.formats import DEFAULT_FORMAT, FORMATS

format_option = click.option(
    "--format",
    "name",
    default=DEFAULT_FORMAT,
    type=click.Choice(list(FORMATS)),
    metavar="NAME",
    help=f"The judge's format, {DEFAULT_FORMAT} if not said; `eight batch --help` shows them all.",
)
tables_option = click.option(
    "--tables", metavar="DIR", help="Where the tables are; else EIGHT_TABLES."
)
