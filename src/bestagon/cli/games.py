"""`bestagon games` and `bestagon rules`: the games, their options and rules."""

from __future__ import annotations

import re
from typing import Final

import click
from rich.markdown import Markdown
from rich.table import Table as Grid

from bestagon.cli.common import console, print_json
from bestagon.core import registry
from bestagon.core.option import Option

PICTURE: Final = re.compile(r"^!\[.*\]\(\d+\)\n+", re.M)
"""A picture in a guide, which a terminal cannot show."""


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
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
        options = "\n".join(f"{o.name}: {_meaning(o)} ({o.kind()}; usually {o.usual()})" for o in game.options)
        grid.add_row(game.name, ", ".join(map(str, game.players)), f"{game.title}. {game.summary}", options)
    console.print(grid)


def _meaning(option: Option) -> str:
    """Return what an option means, with its labelled values."""
    values = option.choices or range(option.low, option.high + 1)
    labels = [f"{value} = {label}" for value, label in zip(values, option.labels, strict=False)]
    return f"{option.text}: {', '.join(labels)}" if labels else option.text


@click.command()
@click.argument("game")
def rules(game: str) -> None:
    """Show how to play GAME, and its rules in detail."""
    found = registry.game(game)
    guide = PICTURE.sub("", found.how_to_play())
    text = Markdown("\n".join([guide, "---", "", found.rules()] if guide else [found.rules()]))
    if console.is_terminal:
        with console.pager(styles=True):
            console.print(text)
    else:
        console.print(text)
