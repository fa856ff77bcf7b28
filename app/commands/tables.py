"""`eight tables`: the table generator's own command."""

from tablegen.command import command

__all__ = ["command"]
