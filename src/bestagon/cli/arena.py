"""`bestagon arena`: programs against each other, rated."""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path
from typing import Final

import click
from rich.table import Table as Grid

from bestagon.bots.match import player
from bestagon.cli.calibrate import LEVEL_GAMES, calibrate
from bestagon.cli.common import GameChoice, check_writable, choose, console, game_arguments, print_json, warn_uncompiled
from bestagon.cli.schedule import run
from bestagon.cli.simulate import MOST_JOBS
from bestagon.core.errors import BadOption
from bestagon.lab.arena import schedule
from bestagon.lab.ratings import Points, Rating, points_of, rate, total

USUAL_GAMES: Final = 100


@click.command()
@click.argument("words", nargs=-1, metavar="GAME PROGRAM PROGRAM... | --levels [GAME]...")
@click.option("--levels", is_flag=True, help="Measure the levels of the games instead, of all of them unless some are named.")
@click.option(
    "--games",
    "-n",
    type=click.IntRange(1),
    help=f"Games for each pair or group of programs; {USUAL_GAMES} unless said, {LEVEL_GAMES} for levels.",
)
@game_arguments
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the first game.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Results as JSON lines; an arena that was stopped goes on from them."
)
@click.option(
    "--jobs", "-j", type=click.IntRange(1, MOST_JOBS), default=os.cpu_count() or 1, help="How many processes; all cores unless said."
)
@click.option(
    "--into",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="With --levels: the project whose data file and docs/levels.md are written; the one this program runs from unless said.",
)
@click.option("--json", "as_json", is_flag=True, help="The ratings for scripts.")
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
    into: Path | None,
    as_json: bool,
) -> None:
    """Let programs play a game against each other and rate them.

    A program is a level (friendly, casual, skilled, strong, expert), random, greedy, search, search:500, search:0.2s, plain:500, ...
    """
    warn_uncompiled()
    check_writable(out)
    if levels:
        calibrate(words, players, options, data, games or LEVEL_GAMES, seed, out, jobs, into, as_json)
        return
    if into is not None:
        raise BadOption("--into says where levels are written: it goes with --levels")
    if not words:
        raise BadOption("an arena needs a game, and two or more different programs")
    chosen, programs = choose(words[0], players, options, data), words[1:]
    if len(set(programs)) != len(programs) or len(programs) < 2:
        raise BadOption("an arena needs two or more different programs")
    for name in programs:
        player(name, chosen.game)
    results = run(chosen, schedule(programs, chosen.players, games or USUAL_GAMES, seed), out, jobs)
    points = [points_of(result.seats, result.places) for result in results]
    ratings = rate(programs, points)
    if as_json:
        print_json([asdict(rating) for rating in ratings])
    else:
        show(chosen, ratings, total(points))


def show(chosen: GameChoice, ratings: list[Rating], points: Points) -> None:
    """Print ratings and the cross table: what the row scored against the column, in percent."""
    grid = Grid(title=f"{chosen.game.title}, {chosen.players} players")
    names = [rating.name for rating in ratings]
    for heading in ("program", "Elo", "95 %", "games", "points", *names):
        grid.add_column(heading, justify="left" if heading == "program" else "right")
    for rating in ratings:
        cells = []
        for other in names:
            won, lost = points.get((rating.name, other), 0.0), points.get((other, rating.name), 0.0)
            cells.append(f"{won / (won + lost):.0%}" if won + lost else "")
        spread = f"{rating.low:+.0f} to {rating.high:+.0f}"
        grid.add_row(rating.name, f"{rating.elo:+.0f}", spread, str(rating.games), f"{rating.share:.1%}", *cells)
    console.print(grid)
