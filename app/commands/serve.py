"""`eight serve`: serve answers over HTTP."""

import click

from app.commands.options import WholeNumber, tables_option
from app.service.settings import Settings, SettingsError


@click.command
@click.option(
    "--host", default="127.0.0.1", envvar="EIGHT_HOST", show_default=True, show_envvar=True
)
@click.option(
    "--port", default=8000, type=WholeNumber(0, 65535), envvar="EIGHT_PORT", show_default=True,
    show_envvar=True, help="0: any that is free.",
)  # fmt: skip
@click.option(
    "--workers", default=1, type=WholeNumber(1, 64), envvar="EIGHT_WORKERS", show_default=True,
    show_envvar=True, help="How many processes answer.",
)  # fmt: skip
@click.option(
    "--access-log/--no-access-log",
    default=None,
    help="A line of JSON a request on standard output, or none; on if not said.",
)
@tables_option
def command(
    host: str, port: int, workers: int, access_log: bool | None, tables: str | None
) -> None:
    """Serve answers over HTTP until SIGTERM; SIGHUP has new tables taken up.

    Other settings, such as limits, are EIGHT_ variables: see deploy/README.md.
    """
    try:
        settings = Settings.from_environment(access_log=access_log, tables=tables)
    except SettingsError as error:
        raise click.UsageError(str(error)) from None
    from app.service.serving import serve

    serve(host, port, workers, settings)
