"""What several commands share: naming a game, its options and its own data."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bestagon.core import dice, registry
from bestagon.core.errors import BadOption, BestagonError
from bestagon.core.game import Game
from bestagon.core.option import Value

WIDE = 120
"""How wide tables are where nobody looks: in files and pipes."""

console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDE)
errors = Console(stderr=True, highlight=False, soft_wrap=True)


@dataclass(frozen=True)
class GameChoice:
    """A game with players and options, all checked."""

    game: Game
    players: int
    options: dict[str, Value]


def choose(name: str, players: int | None, options: tuple[str, ...], data: str | None) -> GameChoice:
    """Return the game that the arguments of a command describe; our own errors where they do not."""
    game = registry.game(name)
    count = game.check_players(players)
    given: dict[str, object] = {}
    for pair in options:
        key, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"an option is given as name=value, not {pair!r}")
        given[key.strip()] = value.strip()
    if data is not None:
        if not any(option.data for option in game.options):
            raise BadOption(f"{game.title} has no data files of its own, so --data means nothing to it")
        given["data"] = Path(data)
    completed = game.complete(count, given)
    game.setup(count, completed)
    return GameChoice(game, count, completed)


Command = Callable[..., Any]


def game_arguments(command: Command) -> Command:
    """Add --players, --option and --data to a command."""
    command = click.option("--data", metavar="FILE", help="Your own sheet, deck or map instead of the built-in one.")(command)
    command = click.option(
        "--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated."
    )(command)
    return click.option("--players", "-p", type=int, help="How many play.")(command)


def progress() -> Progress:
    """Return a progress bar with the time left, which vanishes when it is done and keeps out of the output."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=errors, transient=True)


def print_json(data: object) -> None:
    """Print data for a script."""
    click.echo(json.dumps(data, ensure_ascii=False))


def fail(error: BestagonError) -> NoReturn:
    """Say what was wrong and leave with 2."""
    errors.print("[bold red]error:[/]", escape(str(error)))
    sys.exit(2)


def check_writable(path: Path | None) -> None:
    """Find out before the work begins whether its result can be written; BestagonError where not."""
    if path is not None:
        try:
            path.open("a", encoding="utf-8").close()
        except OSError as error:
            raise BestagonError(f"cannot write {path}: {error}") from None


def warn_uncompiled() -> None:
    """Say once what is lost where the package runs uncompiled."""
    if dice.__file__.endswith(".py"):
        errors.print(
            "[yellow]warning:[/] bestagon runs uncompiled here, about 100 times slower: "
            "with a C compiler, installing it again (or `make build`) mends it."
        )
