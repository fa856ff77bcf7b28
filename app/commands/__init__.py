"""The commands of `eight`, a module each; every one holds a click command named `command`."""
