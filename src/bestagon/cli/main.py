"""The `bestagon` command; each subcommand has its own file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from bestagon.cli.analyse import analyse
from bestagon.cli.archive import backup_command, export_command, import_command, restore_command, revoke
from bestagon.cli.arena import arena
from bestagon.cli.bench import bench
from bestagon.cli.common import fail, robust_output
from bestagon.cli.draw import draw
from bestagon.cli.games import games, rules
from bestagon.cli.perft import perft
from bestagon.cli.play import play
from bestagon.cli.replay import replay, verify
from bestagon.cli.serve import serve
from bestagon.cli.simulate import simulate
from bestagon.core.errors import BestagonError


@contextmanager
def _reporting() -> Iterator[None]:
    """Report a BestagonError on one line."""
    try:
        with robust_output():
            yield
    except BestagonError as error:
        fail(error)


class _Commands(click.Group):
    """Reports every BestagonError, also those of --help and --version."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, or print the help."""
        with _reporting():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command."""
        with _reporting():
            return super().invoke(ctx)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="bestagon")
def main() -> None:
    """Five hexagon tabletop games: play, simulate, replay, verify."""


for command in (games, rules, perft, simulate, arena, analyse, replay, verify, draw, play, serve, bench, export_command, import_command):
    main.add_command(command)
for command in (backup_command, restore_command, revoke):
    main.add_command(command)
