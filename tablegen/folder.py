"""Where the tables are: the folder asked for, the checkout's, or the user's cache."""

import os
from pathlib import Path

VARIABLE = "EIGHT_TABLES"


def tables_folder(asked: str | None = None) -> Path:
    """Return ``asked``, else EIGHT_TABLES, else the checkout's data/, else the user's cache."""
    if named := asked or os.environ.get(VARIABLE):
        return Path(named)
    checkout = Path(__file__).parents[1]
    if (checkout / "pyproject.toml").exists():
        return checkout / "data"
    from platformdirs import user_cache_path

    return user_cache_path("eight-tablebase")
