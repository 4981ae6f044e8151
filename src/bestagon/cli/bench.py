"""`bestagon bench`: the speed of the games on this machine."""

from __future__ import annotations

from dataclasses import asdict

import click
from rich.table import Table as Grid

from bestagon.cli.common import choose, console, errors, game_arguments, print_json, warn_uncompiled
from bestagon.core import registry
from bestagon.core.errors import BadOption
from bestagon.engine.bench import Speed, measure


@click.command()
@click.argument("game", required=False)
@game_arguments
@click.option("--seconds", type=click.FloatRange(0.01, 600.0), default=1.0, show_default=True, help="CPU time for each figure.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
def bench(game: str | None, players: int | None, options: tuple[str, ...], data: str | None, seconds: float, as_json: bool) -> None:
    """Measure GAME, or all games, with random players on one core."""
    if game is None and (players is not None or options or data):
        raise BadOption("--players, --option and --data need the name of one game")
    warn_uncompiled()
    names = [game] if game else list(registry.all_games())
    speeds = []
    for name in names:
        chosen = choose(name, players, options, data)
        errors.print(f"measuring {chosen.game.title} ...", style="dim")
        speeds.append(measure(chosen.game, chosen.players, chosen.options, seconds))
    if as_json:
        print_json([asdict(speed) for speed in speeds])
    else:
        show(speeds)


def show(speeds: list[Speed]) -> None:
    """Print the figures as a table."""
    grid = Grid()
    for heading in ("game", "players", "games/s", "actions/s", "actions/game", "ns/legal", "listed", "ns/play", "bytes"):
        grid.add_column(heading, justify="left" if heading == "game" else "right")
    for speed in speeds:
        grid.add_row(
            speed.game,
            str(speed.players),
            f"{speed.games:,.0f}",
            f"{speed.steps:,.0f}",
            f"{speed.length:.1f}",
            f"{speed.legal:.0f}",
            f"{speed.listed:.1f}",
            f"{speed.play:.0f}",
            f"{speed.size:,}",
        )
    console.print(grid)
