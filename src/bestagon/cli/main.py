"""The `bestagon` command; each subcommand has a file of its own."""

from __future__ import annotations

from typing import Any

import click

from bestagon.cli.analyse import analyse
from bestagon.cli.archive import export_command, import_command
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


class _Commands(click.Group):
    """Reports errors of ours on one line."""

    def main(self, *args: Any, **more: Any) -> Any:
        """Run a command, or print its help."""
        try:
            with robust_output():
                return super().main(*args, **more)
        except BestagonError as error:
            fail(error)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="bestagon")
def main() -> None:
    """Five hexagon tabletop games: play, simulate, replay, verify."""


for command in (games, rules, perft, simulate, arena, analyse, replay, verify, draw, play, serve, bench, export_command, import_command):
    main.add_command(command)
