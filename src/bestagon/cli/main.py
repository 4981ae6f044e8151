"""The `bestagon` command; each subcommand has its own file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version

import click

from bestagon.cli.analyse import analyse
from bestagon.cli.arena import arena
from bestagon.cli.balance import balance
from bestagon.cli.bench import bench
from bestagon.cli.common import fail, robust_output
from bestagon.cli.data import data
from bestagon.cli.draw import draw
from bestagon.cli.games import games, rules
from bestagon.cli.operation.archive import backup_command, export_command, import_command, restore_command, revoke
from bestagon.cli.operation.doctor import doctor
from bestagon.cli.operation.serve import serve
from bestagon.cli.perft import perft
from bestagon.cli.play import play
from bestagon.cli.print import print_command
from bestagon.cli.replay import replay, verify
from bestagon.cli.simulate import simulate
from bestagon.cli.tune import tune
from bestagon.core.errors import BestagonError


@contextmanager
def _reporting() -> Iterator[None]:
    """Report a BestagonError on one line."""
    try:
        with robust_output():
            yield
    except BestagonError as error:
        fail(error)


def _version() -> str:
    """Return the version of the package; sources that were not installed have none."""
    try:
        return version("bestagon")
    except PackageNotFoundError:
        return "from sources"


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
@click.version_option(_version())
def main() -> None:
    """Five hexagon tabletop games: play, simulate, replay, verify."""


for command in (
    games,
    rules,
    data,
    perft,
    simulate,
    arena,
    balance,
    tune,
    analyse,
    replay,
    verify,
    draw,
    print_command,
    play,
    serve,
    bench,
    export_command,
    import_command,
):
    main.add_command(command)
for command in (backup_command, restore_command, revoke, doctor):
    main.add_command(command)
