"""Options that several commands take, and numbers."""

from typing import Any

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


class WholeNumber(click.IntRange):
    """A whole number from one to another, or without end."""

    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; complains of what is none in one way."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            end = f"from {self.min} to {self.max}" if self.max is not None else f">= {self.min}"
            self.fail(f"expected a whole number {end}, found {value[:40]!r}", param, ctx)
