"""`python -m tablegen build|verify|info [DIR]`: the same as `eight tables`."""

import sys

import click

from tablegen.command import command
from tablegen.errors import TablesError, VerifyError

try:
    command(prog_name="python -m tablegen")
except (TablesError, VerifyError, OSError) as error:
    click.echo(f"tablegen: {error}", err=True)
    sys.exit(3)
