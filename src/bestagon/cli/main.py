"""Wires the commands together; each lives in a file of its own."""

from __future__ import annotations

import click
from rich.markdown import Markdown
from rich.table import Table as Grid

from bestagon.cli.analyse import analyse
from bestagon.cli.arena import arena
from bestagon.cli.bench import bench
from bestagon.cli.common import choose, console, fail, game_arguments, print_json, warn_uncompiled
from bestagon.cli.draw import draw
from bestagon.cli.play import play
from bestagon.cli.replay import replay, verify
from bestagon.cli.serve import serve
from bestagon.cli.simulate import simulate
from bestagon.cli.store import export_command, import_command
from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.errors import BestagonError
from bestagon.engine.perft import perft as count


class _Group(click.Group):
    """Turns our errors into one clear line and exit code 2."""

    def invoke(self, ctx: click.Context) -> object:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except BestagonError as error:
            fail(error)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="bestagon")
def main() -> None:
    """Five hexagon tabletop games: play, simulate, replay, verify."""


@main.command()
@click.option("--json", "as_json", is_flag=True, help="For scripts.")
def games(as_json: bool) -> None:
    """List the games with their players and options."""
    found = registry.all_games().values()
    if as_json:
        print_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "summary": game.summary,
                    "players": list(game.players),
                    "rules": game.rules_version,
                    "options": [{"name": o.name, "text": o.text, "kind": o.kind(), "default": o.default} for o in game.options],
                }
                for game in found
            ]
        )
        return
    grid = Grid(box=None, padding=(0, 2, 1, 0))
    for heading in ("name", "players", "", "options"):
        grid.add_column(heading, style="bold" if heading == "name" else "", no_wrap=heading in ("name", "players"))
    for game in found:
        options = "\n".join(f"{o.name}: {o.text} ({o.kind()}; usually {o.usual()})" for o in game.options)
        grid.add_row(game.name, ", ".join(map(str, game.players)), f"{game.title}. {game.summary}", options)
    console.print(grid)


@main.command()
@click.argument("game")
def rules(game: str) -> None:
    """Show the rules of GAME."""
    text = Markdown(registry.game(game).rules())
    if console.is_terminal:
        with console.pager(styles=True):
            console.print(text)
    else:
        console.print(text)


@main.command()
@click.argument("game")
@click.argument("depth", type=click.IntRange(0))
@game_arguments
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="For scripts.")
def perft(game: str, depth: int, players: int | None, options: tuple[str, ...], data: str | None, seed: int, as_json: bool) -> None:
    """Count the ways to take DEPTH actions in GAME, from the start."""
    warn_uncompiled()
    chosen = choose(game, players, options, data)
    position = chosen.game.setup(chosen.players, chosen.options)
    position.start(fast(seed))
    counts = [int(count(position, i)) for i in range(depth + 1)]
    if as_json:
        print_json({"game": chosen.game.name, "players": chosen.players, "seed": seed, "options": chosen.options, "counts": counts})
        return
    for i, n in enumerate(counts):
        console.print(f"{i:>3} {n:>16,}")


for command in (simulate, arena, analyse, replay, verify, draw, play, serve, bench, export_command, import_command):
    main.add_command(command)
