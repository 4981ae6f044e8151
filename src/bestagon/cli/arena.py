"""`bestagon arena`: programs against each other, rated."""

from __future__ import annotations

import os
from contextlib import ExitStack, closing
from dataclasses import asdict
from pathlib import Path

import click
from rich.table import Table as Grid

from bestagon.bots.match import player
from bestagon.cli.common import Choice, check_writable, choose, console, game_arguments, print_json, progress, warn_uncompiled
from bestagon.cli.simulate import MOST_JOBS
from bestagon.core.errors import BadOption
from bestagon.lab.arena import Meeting, Result, play_all, read_results, result_line, schedule
from bestagon.lab.ratings import Points, Rating, points_of, rate, total


@click.command()
@click.argument("game")
@click.argument("programs", nargs=-1, required=True)
@click.option("--games", "-n", type=click.IntRange(1), default=100, show_default=True, help="Games for each pair or group of programs.")
@game_arguments
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the first game.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Results as JSON lines; an arena that was stopped goes on from them."
)
@click.option(
    "--jobs", "-j", type=click.IntRange(1, MOST_JOBS), default=os.cpu_count() or 1, help="How many processes; all cores unless said."
)
@click.option("--json", "as_json", is_flag=True, help="The ratings for scripts.")
def arena(
    game: str,
    programs: tuple[str, ...],
    games: int,
    players: int | None,
    options: tuple[str, ...],
    data: str | None,
    seed: int,
    out: Path | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Let PROGRAMS (random, greedy, search, search:500, search:0.2s, plain:500, ...) play GAME against each other and rate them."""
    warn_uncompiled()
    chosen = choose(game, players, options, data)
    if len(set(programs)) != len(programs) or len(programs) < 2:
        raise BadOption("an arena needs two or more different programs")
    for name in programs:
        player(name, chosen.game)
    check_writable(out)
    planned = schedule(programs, chosen.players, games, seed)
    results = run(chosen, planned, out, jobs)
    points = [points_of(result.seats, result.places) for result in results]
    ratings = rate(programs, points)
    if as_json:
        print_json([asdict(rating) for rating in ratings])
    else:
        show(chosen, ratings, total(points))


def run(chosen: Choice, planned: list[Meeting], out: Path | None, jobs: int) -> list[Result]:
    """Play what is not yet in the file, write every result at once, and return all that was planned."""
    wanted = set(planned)
    known = read_results(out) if out else []
    for result in known:
        if (result.game, result.options) != (chosen.game.name, chosen.options):
            raise BadOption(f"{out} holds results of {result.game} with other options: choose another file")
    found = [result for result in known if result.meeting() in wanted]
    done = {result.meeting() for result in found}
    left = [meeting for meeting in planned if meeting not in done]
    bar = progress()
    with ExitStack() as stack:
        file = stack.enter_context(out.open("a", encoding="utf-8")) if out else None
        stack.enter_context(bar)
        task = bar.add_task(chosen.game.title, total=len(planned), completed=len(found))
        results = stack.enter_context(closing(play_all(chosen.game.name, chosen.options, left, jobs)))
        for result in results:
            found.append(result)
            if file:
                file.write(result_line(result) + "\n")
                file.flush()
            bar.advance(task)
    return found


def show(chosen: Choice, ratings: list[Rating], points: Points) -> None:
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
