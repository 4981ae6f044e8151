"""`bestagon arena`: players against each other, rated."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Final

import click
from rich.table import Table as Grid

from bestagon.bots.player_factory import make_player
from bestagon.cli.calibrate import LEVEL_GAMES, calibrate
from bestagon.cli.common import (
    check_writable,
    choose,
    console,
    game_arguments,
    jobs_option,
    on_option,
    print_json,
    run_arena,
    warn_uncompiled,
)
from bestagon.core.errors import BadOption
from bestagon.core.game import Variant
from bestagon.lab.ratings import Points, Rating, points_of, rate, total
from bestagon.lab.schedule import round_robin

USUAL_GAMES: Final = 100


@click.command()
@click.argument("words", nargs=-1, metavar="GAME PLAYER PLAYER... | --levels [GAME]...")
@click.option("--levels", is_flag=True, help="Measure the levels of the named games, by default of all games.")
@click.option(
    "--games",
    "-n",
    type=click.IntRange(1),
    help=f"Games for each pair or group of players; by default {USUAL_GAMES}, for levels {LEVEL_GAMES}.",
)
@game_arguments
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the first game.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Append results here as JSON lines; a stopped arena resumes from them.",
)
@jobs_option
@on_option
@click.option(
    "--into",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="With --levels: the project whose data file and docs/levels.md are written; by default the one that this program runs from.",
)
@click.option(
    "--fresh",
    is_flag=True,
    help="With --levels: forget what was measured, because a bot's code has changed; else only missing games are played.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the ratings as JSON for scripts.")
def arena(
    words: tuple[str, ...],
    levels: bool,
    games: int | None,
    players: int | None,
    options: tuple[str, ...],
    data: str | None,
    seed: int,
    out: Path | None,
    jobs: int,
    on: str | None,
    into: Path | None,
    fresh: bool,
    as_json: bool,
) -> None:
    """Let players play a game against each other, and rate them.

    A player is a level (friendly, casual, skilled, strong, expert), random, greedy, search, search:500, search:0.2s, plain:500, ...
    """
    warn_uncompiled()
    check_writable(out)
    if levels:
        calibrate(words, players, options, data, games or LEVEL_GAMES, seed, out, jobs, on, into, fresh, as_json)
        return
    if into is not None:
        raise BadOption("--into is only for --levels")
    if not words:
        raise BadOption("an arena needs a game, and two or more different players")
    chosen, names = choose(words[0], players, options, data), words[1:]
    if len(set(names)) != len(names) or len(names) < 2:
        raise BadOption("an arena needs two or more different players")
    for name in names:
        make_player(name, chosen.game)
    results = run_arena(chosen, round_robin(names, chosen.players, games or USUAL_GAMES, seed), out, jobs, on)
    points = [points_of(result.seats, result.places) for result in results]
    ratings = rate(names, points)
    if as_json:
        print_json([asdict(rating) for rating in ratings])
    else:
        show(chosen, ratings, total(points))


def show(chosen: Variant, ratings: list[Rating], points: Points) -> None:
    """Print the ratings and a cross table of the row's score against the column."""
    grid = Grid(title=f"{chosen.game.title}, {chosen.players} players")
    names = [rating.name for rating in ratings]
    for heading in ("player", "Elo", "95 %", "games", "points", *names):
        grid.add_column(heading, justify="left" if heading == "player" else "right")
    for rating in ratings:
        cells = []
        for other in names:
            won, lost = points.get((rating.name, other), 0.0), points.get((other, rating.name), 0.0)
            cells.append(f"{won / (won + lost):.0%}" if won + lost else "")
        interval = f"{rating.low:+.0f} to {rating.high:+.0f}"
        grid.add_row(rating.name, f"{rating.elo:+.0f}", interval, str(rating.games), f"{rating.share:.1%}", *cells)
    console.print(grid)
