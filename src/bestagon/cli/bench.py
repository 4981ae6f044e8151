"""`bestagon bench`: how fast the games run here."""

from __future__ import annotations

from dataclasses import asdict

import click
from rich.table import Table as Grid

from bestagon.cli.common import GameChoice, choose, console, errors, game_arguments, print_json, warn_uncompiled
from bestagon.core import registry
from bestagon.core.errors import BadOption
from bestagon.engine.bench import Speed, measure


@click.command()
@click.argument("game", required=False)
@game_arguments
@click.option("--seconds", type=click.FloatRange(0.01, 600.0), default=1.0, show_default=True, help="CPU time for each figure.")
@click.option("--json", "as_json", is_flag=True, help="For scripts.")
def bench(game: str | None, players: int | None, options: tuple[str, ...], data: str | None, seconds: float, as_json: bool) -> None:
    """Measure GAME, or all games, with random players on one core."""
    if game is None and (players is not None or options or data):
        raise BadOption("players, options and data are those of one game: say which")
    warn_uncompiled()
    names = [game] if game else list(registry.all_games())
    speeds = []
    for name in names:
        chosen = choose(name, players, options, data)
        errors.print(f"measuring {chosen.game.title} ...", style="dim")
        speeds.append(_measure(chosen, seconds))
    if as_json:
        print_json([asdict(speed) for speed in speeds])
    else:
        show(speeds)


def _measure(chosen: GameChoice, seconds: float) -> Speed:
    return measure(chosen.game, chosen.players, chosen.options, seconds)


def show(speeds: list[Speed]) -> None:
    """Print the figures as a table."""
    grid = Grid()
    for heading in ("game", "players", "games/s", "actions/s", "actions a game", "ns a legal", "listed", "ns a play", "bytes"):
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
