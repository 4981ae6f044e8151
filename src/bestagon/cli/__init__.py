"""The command line: `bestagon` and its commands."""

from bestagon.cli.main import main

__all__ = ["main"]
