"""The options that say which path is the answer, and how it is written."""

from collections.abc import Callable
from functools import wraps

import click

from app.notations import BLANK, NOTATIONS
from app.style import StyleError, parse_style
from tablegen.board import MOVES


def styled(function: Callable[..., None]) -> Callable[..., None]:
    """Give a command --order and --notation, which it takes as one ``style``."""

    @click.option(
        "--order",
        default=MOVES,
        metavar="ORDER",
        help="Of the shortest paths take the smallest where the blank's moves d, l, r, u compare"
        f" in this order; {MOVES} if not said.",
    )
    @click.option(
        "--notation",
        default=BLANK,
        metavar="|".join(NOTATIONS),
        help="Write where the blank goes, where the tile goes, or the tiles' numbers;"
        f" {BLANK} if not said.",
    )
    @wraps(function)
    def with_style(order: str, notation: str, **others: object) -> None:
        try:
            style = parse_style(order, notation)
        except StyleError as error:
            context = click.get_current_context()
            raise click.BadParameter(str(error), context, param_hint=f"'--{error.field}'") from None
        function(style=style, **others)

    return with_style
